"""edition.toml and what the pages taught us → teiHeader (TEI chapter HD)."""

from __future__ import annotations

import re
from collections.abc import Set
from xml.sax.saxutils import escape, quoteattr

from zhushu import __version__
from zhushu.encode.characters import Glyph
from zhushu.encode.names import juan_in_words, prefix
from zhushu.encode.principles import principles
from zhushu.model import Edition, EditionInfo, Evidence, Page, Person, ReadingKind, Witness, Work

_EVIDENCE = {
    Evidence.MARKED: ("有標記", "a marker of the text names the layer or voice"),
    Evidence.LAYOUT: ("據版式", "the layout of the page sets the passage apart"),
    Evidence.BASE_TEXT: ("據經文", "another text of the classic shows where the base text ends"),
    Evidence.WITNESS: ("據他本", "another copy of the work shows it"),
    Evidence.PROFILE: ("據體例", "a rule of the work, declared in its profile"),
    Evidence.INFERRED: ("推定", "inferred from what stands around it"),
}
_LANGUAGES = {
    "lzh-Hans": "Literary Chinese in simplified script",
    "lzh-Hant": "Literary Chinese in traditional script",
    "zh-Hant": "Chinese, traditional script",
    "zh-Hans": "Chinese, simplified script",
    "en": "English",
}
_TAKEN = (
    ("繁體字形", "the traditional script"),
    ("考定補正之字", "characters that are resolved, corrected or supplied"),
)
_TITLE_LANGUAGES = {"zh-Hant": "lzh-Hant", "zh-Hans": "lzh-Hans"}


def urn(info: EditionInfo) -> str:
    """The edition's own URN, or one made of its id."""
    return info.urn or f"urn:cts:lzhLit:zhushu.{info.id}.lzh1"


def header(edition: Edition, glyphs: list[Glyph], traditional: bool = False) -> str:
    """An edition and the glyphs of its text → teiHeader."""
    info = edition.info
    return (
        "<teiHeader>\n"
        f"<fileDesc>{_title_statement(edition)}{_publication(edition, traditional)}{_sources(edition)}</fileDesc>\n"
        f"<encodingDesc>{principles(edition, traditional)}{_prefixes(edition)}{_citations(edition)}"
        f"{_evidence()}{_characters(glyphs)}"
        '<variantEncoding method="double-end-point" location="internal"/></encodingDesc>\n'
        f"<profileDesc>{_languages(info)}{_persons(edition)}</profileDesc>\n"
        f'<revisionDesc status="draft"><change{_when(info)} who="#zhushu">據原頁編製</change></revisionDesc>\n'
        "</teiHeader>\n"
    )


def _language(tag: str) -> str:
    return f" xml:lang={quoteattr(tag)}"


def _title_statement(edition: Edition) -> str:
    info = edition.info
    titles = list(info.titles.items())
    written = "".join(
        f'<title type="{"alt" if k else "main"}"{_language(_TITLE_LANGUAGES.get(tag, tag))}>{escape(title)}</title>'
        for k, (tag, title) in enumerate(titles)
    )
    author = next((person for person in edition.persons if person.id == info.author), None)
    by = f'<author ref="#{author.id}">{escape(_name(author))}</author>' if author else ""
    return (
        f'<titleStmt>{written}{by}<respStmt xml:id="zhushu"><resp xml:lang="en">segmentation and encoding</resp>'
        '<name>zhushu 注疏</name></respStmt><respStmt xml:id="editor"><resp xml:lang="en">editorial decisions</resp>'
        f"<name>{escape(info.publisher or '編者')}</name></respStmt></titleStmt>"
        f"<editionStmt><edition n={quoteattr(info.version)}>{escape(info.version)}</edition></editionStmt>"
    )


def _name(person: Person) -> str:
    return person.names.get("zh-Hant") or next(iter(person.names.values()), person.id)


def _publication(edition: Edition, traditional: bool) -> str:
    info = edition.info
    words = escape(info.rights or info.licence)
    stated = f"<p>{words}</p>" if words else ""
    licence = f"<licence target={quoteattr(info.licence)}>{words}</licence>" if info.licence else stated
    terms = info.terms or _terms(edition, traditional)
    taken = "".join(f"<p{_language(tag)}>{escape(text)}</p>" for tag, text in terms.items())
    return (
        f"<publicationStmt><publisher>{escape(info.publisher or 'unpublished')}</publisher>"
        f'<idno type="URN">{escape(urn(info))}</idno>'
        f'<availability status="{"free" if info.licence else "unknown"}">{licence}{taken}</availability>'
        f"{_date(info)}</publicationStmt>"
    )


def _terms(edition: Edition, traditional: bool) -> dict[str, str]:
    """Whose characters stand in the text, where these have a licence of their own (DESIGN §9); that none is stated."""
    known = {
        reading.witness
        for text in edition.pages
        for reading in text.readings
        if reading.text and reading.kind is not ReadingKind.VARIANT
    }
    script = {siglum for text in edition.pages for siglum in text.script_of if traditional}
    taken: tuple[Set[str | None], ...] = (script, known)
    silent = not (edition.info.licence or edition.info.rights)
    chinese, english = ("未聲明授權。", "No licence is stated.") if silent else ("", "")
    for witness in edition.info.witnesses:
        what = [words for words, sigla in zip(_TAKEN, taken, strict=True) if witness.siglum in sigla]
        if witness.licence and what:
            name = f"{witness.siglum}（{witness.title}）"
            chinese += f"文中{'、'.join(one for one, _ in what)}取自 {name}，其授權：{witness.licence}。"
            name = f"{witness.siglum} ({witness.title})"
            english += f" Taken from {name}: {', '.join(one for _, one in what)}; its licence: {witness.licence}."
    return {"zh-Hant": chinese, "en": english.strip()} if chinese else {}


def _when(info: EditionInfo) -> str:
    return f' when="{info.date}"' if info.date else ""


def _date(info: EditionInfo) -> str:
    return f"<date{_when(info)}/>" if info.date else "<date>undated</date>"


def _sources(edition: Edition) -> str:
    info = edition.info
    described = "".join(
        f'<bibl type="{kind}"{_language(tag) if tag else ""}>{escape(text)}</bibl>'
        for kind, texts in (("collection", info.source_description), ("rights", info.source_rights))
        for tag, text in texts.items()
    )
    files = "".join(_raw_file(pages) for pages in _pages_by_file(edition))
    works = "".join(_work(work, edition) for work in edition.works)
    listed = f"<listBibl>{works}</listBibl>" if works else ""
    witnesses = (
        '<witness xml:id="raw">原頁</witness>'
        + _print(info)
        + "".join(map(_witness, (*info.witnesses, *_printed(edition))))
    )
    return f"<sourceDesc>{described}{files}{listed}<listWit>{witnesses}</listWit></sourceDesc>"


def _pages_by_file(edition: Edition) -> list[list[Page]]:
    files: dict[str, list[Page]] = {}
    for text in edition.pages:
        files.setdefault(text.page.source.path, []).append(text.page)
    return list(files.values())


def _raw_file(pages: list[Page]) -> str:
    """Pages of one file → what identifies the file byte for byte."""
    source = pages[0].source
    return (
        f'<bibl type="digital" xml:id="raw.{prefix(pages[0])}"><idno type="filename">{escape(source.path)}</idno>'
        f'<idno type="sha256">{source.sha256}</idno><idno type="encoding">{escape(source.encoding)}</idno></bibl>'
    )


def _work(work: Work, edition: Edition) -> str:
    author = next((person for person in edition.persons if person.id == work.author), None)
    by = f'<author ref="#{author.id}">{escape(_name(author))}</author>' if author else ""
    return f'<bibl type="work" xml:id="{work.id}"><title>{escape(work.title)}</title>{by}</bibl>'


def _print(info: EditionInfo) -> str:
    """The printed edition behind the pages, with the titles of the juan that the edition knows of."""
    if not info.source_print and not info.divisions:
        return ""
    name = escape(info.source_print or next(iter(info.titles.values())))
    items = "".join(
        f"<msItem n={quoteattr(division.n)}><locus>{escape(juan_in_words(division.n))}</locus>"
        f"<title>{escape(division.title)}</title></msItem>"
        for division in info.divisions
    )
    contents = f"<msContents>{items}</msContents>" if items else ""
    described = f"<msDesc><msIdentifier><msName>{name}</msName></msIdentifier>{contents}</msDesc>"
    return f'<witness xml:id="print">{described}</witness>'


def _printed(edition: Edition) -> list[Witness]:
    """The printed editions whose leaves the raw pages themselves name."""
    known = {"raw", *(witness.siglum for witness in edition.info.witnesses)}
    if edition.info.source_print or edition.info.divisions:
        known.add("print")
    sigla = {mark.siglum for text in edition.pages for mark in text.breaks} - known
    title = "（原頁所記葉行之刻本）"
    return [Witness(siglum, None, "", "text", title) for siglum in sorted(sigla)]


def _witness(witness: Witness) -> str:
    licence = f" {escape(witness.licence)}" if witness.licence else ""
    return f'<witness xml:id="{witness.siglum}">{escape(witness.title)}{licence}</witness>'


def _prefixes(edition: Edition) -> str:
    """One prefix a page: p22:79,93 → raw/<file>#char=79,93 (RFC 5147)."""
    definitions = "".join(
        f'<prefixDef ident="{prefix(page)}" matchPattern="(\\d+,\\d+)" '
        f"replacementPattern={quoteattr(f'raw/{_uri(page.source.path)}#char=$1')}>"
        f'<p xml:lang="en">characters of raw page {escape(page.n)}</p></prefixDef>'
        for page in (text.page for text in edition.pages)
    )
    return f"<listPrefixDef>{definitions}</listPrefixDef>"


def _uri(path: str) -> str:
    """A file name → a URI path. "$" and "\\" would be read as part of the replacement pattern, so they are escaped."""
    return re.sub(r"[^\w./~-]", lambda match: "".join(f"%{byte:02X}" for byte in match.group().encode()), path)


def _citations(edition: Edition) -> str:
    """Trees for DTS (unit by default, base text, printed leaf and column) and the older patterns of CTS."""
    juan = """<citeStructure unit="juan" match="/TEI/text/body/div[@type='edition']/div[@subtype='juan']" use="@n">"""
    trees = (
        f'<refsDecl default="true" n="unit">{juan}'
        """<citeStructure unit="unit" delim="." match=".//ab[@type='unit']" use="@n">"""
        '<citeStructure unit="layer" delim="." match="*[self::seg or self::note]" use="@subtype"/>'
        "</citeStructure></citeStructure></refsDecl>"
        f'<refsDecl n="base">{juan}<citeStructure unit="jing" delim="." match=".//ab/seg" use="@n"/>'
        "</citeStructure></refsDecl>"
    )
    printed = sorted({mark.siglum for text in edition.pages for mark in text.breaks})
    for siglum in printed:
        name = "leaf" if len(printed) == 1 else f"leaf.{siglum}"
        trees += (
            f"""<refsDecl n="{name}"><citeStructure unit="leaf" match="//pb[@ed='{siglum}']" use="@n">"""
            f"""<citeStructure unit="column" delim=":" match=".//lb[@ed='{siglum}']" use="@n"/>"""
            "</citeStructure></refsDecl>"
        )
    division = "/tei:TEI/tei:text/tei:body/tei:div/tei:div[@n='$1']"
    return trees + (
        '<refsDecl n="CTS">'
        '<cRefPattern n="unit" matchPattern="(\\w+)\\.(\\w+)" '
        f"""replacementPattern="#xpath({division}//tei:ab[@n='$2'])"><p>unit</p></cRefPattern>"""
        f'<cRefPattern n="juan" matchPattern="(\\w+)" replacementPattern="#xpath({division})"><p>juan</p></cRefPattern>'
        "</refsDecl>"
    )


def _evidence() -> str:
    categories = "".join(
        f'<category xml:id="{kind}"><catDesc xml:lang="zh-Hant">{chinese}</catDesc>'
        f'<catDesc xml:lang="en">{english}</catDesc></category>'
        for kind, (chinese, english) in _EVIDENCE.items()
    )
    return f'<classDecl><taxonomy xml:id="evidence">{categories}</taxonomy></classDecl>'


def _characters(glyphs: list[Glyph]) -> str:
    if not glyphs:
        return _application()
    declared = "".join(
        f'<glyph xml:id="{glyph.id}">'
        + "".join(f"<localProp name={quoteattr(name)} value={quoteattr(value)}/>" for name, value in glyph.properties)
        + "".join(f'<mapping type="{kind}">{escape(value)}</mapping>' for kind, value in glyph.mappings)
        + "</glyph>"
        for glyph in glyphs
    )
    return f"{_application()}<charDecl>{declared}</charDecl>"


def _application() -> str:
    application = f'<application ident="zhushu" version="{__version__}"><label>zhushu 注疏</label></application>'
    return f"<appInfo>{application}</appInfo>"


def _languages(info: EditionInfo) -> str:
    tags = sorted({info.language, *_LANGUAGES})
    listed = "".join(
        f"<language ident={quoteattr(tag)}>{escape(_LANGUAGES.get(tag, tag))}</language>" for tag in tags
    )
    return f"<langUsage>{listed}</langUsage>"


def _persons(edition: Edition) -> str:
    """All persons a voice or the title may name; "unknown" is a person too."""
    used = {segment.voice or "unknown" for text in edition.pages for segment in text.segments if segment.layer}
    used |= {edition.info.author or ""} | {work.author or "" for work in edition.works}
    people = [person for person in edition.persons if person.id in used]
    if ("unknown" in used or not people) and all(person.id != "unknown" for person in people):
        people.append(Person("unknown", {"zh-Hant": "未詳", "zh-Hans": "未详", "en": "unknown"}))
    return f"<particDesc><listPerson>{''.join(map(_person, people))}</listPerson></particDesc>"


def _person(person: Person) -> str:
    names = "".join(f"<persName{_language(tag)}>{escape(name)}</persName>" for tag, name in person.names.items())
    dates = f"<floruit>{escape(person.dates)}</floruit>" if person.dates else ""
    authorities = "".join(
        f"<idno type={quoteattr(kind)}>{escape(value)}</idno>" for kind, value in sorted(person.authorities.items())
    )
    return f'<person xml:id="{person.id}">{names}{dates}{authorities}</person>'
