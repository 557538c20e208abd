"""TEI of zhushu → Edition: all that the file says of the raw pages and their text, so that `encode` writes it again.

What TEI does not carry (which rule found a border, the paths of witnesses) stays empty.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from string import digits

from lxml import etree

from zhushu.encode.names import edition_id
from zhushu.errors import TeiError
from zhushu.findings import finding
from zhushu.model import (
    Break,
    Certainty,
    DivisionEntry,
    Edition,
    EditionInfo,
    Evidence,
    Kind,
    Mark,
    MarkKind,
    Page,
    PageText,
    Person,
    Place,
    Reading,
    ReadingKind,
    Segment,
    Source,
    Span,
    Unit,
    Witness,
    Work,
)
from zhushu.read import plain
from zhushu.validate import rebuild

_TEI = "{http://www.tei-c.org/ns/1.0}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_KINDS = {
    "space": Kind.LAYOUT,
    "fw": Kind.RUNNING,
    "head": Kind.HEAD,
    "trailer": Kind.TRAILER,
    "table": Kind.TABLE,
    "seg": Kind.BASE,
    "note": Kind.NOTE,
}


def decode(tei: Path) -> Edition:
    """A TEI file that zhushu has written → the edition in it; TeiError if it is none."""
    try:
        root = etree.parse(tei, etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)).getroot()
    except (etree.XMLSyntaxError, OSError) as error:
        raise TeiError(finding("T001", Place(str(tei)), reason=error)) from error
    if root.find(f"{_TEI}text/{_TEI}body/{_TEI}div[@type='edition']") is None or not rebuild.raw_files(root):
        raise TeiError(finding("T001", Place(str(tei)), reason="it holds no edition of zhushu"))
    reader = _Reader(root)
    persons = tuple(map(_person, root.iterfind(f".//{_TEI}listPerson/{_TEI}person")))
    works = tuple(map(_work, root.iterfind(f".//{_TEI}bibl[@type='work']")))
    return Edition(_info(root), persons, works, reader.sections, tuple(reader.pages()))


# ---------------------------------------------------------------- the header


def _text(root: etree._Element, path: str) -> str:
    found = root.find(path.replace("t:", _TEI))
    return _content(found) if found is not None else ""


def _content(element: etree._Element) -> str:
    return "".join(map(str, element.itertext()))


def _info(root: etree._Element) -> EditionInfo:
    text = root.find(f"{_TEI}text")
    author = root.find(f".//{_TEI}titleStmt/{_TEI}author")
    licence = root.find(f".//{_TEI}licence")
    stated = root.findall(f".//{_TEI}availability/*")  # the edition's own licence, then whose characters it takes
    date = root.find(f".//{_TEI}publicationStmt/{_TEI}date")
    publisher = _text(root, ".//t:publicationStmt/t:publisher")
    printed = root.find(f".//{_TEI}witness[@{_ID}='print']")
    return EditionInfo(
        id=edition_id(root.get(_ID, "")),
        titles=dict(_titles(root)),
        language=text.get(_LANG, "") if text is not None else "",
        profile="",
        date=date.get("when", "") if date is not None else "",
        version=_text(root, ".//t:editionStmt/t:edition"),
        urn=_text(root, ".//t:publicationStmt/t:idno"),
        author=author.get("ref", "").lstrip("#") if author is not None else None,
        divisions=tuple(_divisions(printed)),
        witnesses=tuple(_witnesses(root)),
        publisher="" if publisher == "unpublished" else publisher,
        source_description=_by_language(root, "collection"),
        source_print=_text(printed, ".//t:msName") if printed is not None else "",
        source_rights=_by_language(root, "rights"),
        licence=licence.get("target", "") if licence is not None else "",
        rights="".join(_content(one) for one in stated if _LANG not in one.attrib),
        terms={one.get(_LANG, ""): _content(one) for one in stated if _LANG in one.attrib},
    )


def _by_language(root: etree._Element, kind: str) -> dict[str, str]:
    return {bibl.get(_LANG, ""): bibl.text or "" for bibl in root.iterfind(f".//{_TEI}bibl[@type='{kind}']")}


def _titles(root: etree._Element) -> Iterator[tuple[str, str]]:
    for title in root.iterfind(f".//{_TEI}titleStmt/{_TEI}title"):
        tag = title.get(_LANG, "")
        yield {"lzh-Hant": "zh-Hant", "lzh-Hans": "zh-Hans"}.get(tag, tag), title.text or ""


def _divisions(printed: etree._Element | None) -> Iterator[DivisionEntry]:
    for item in printed.iter(f"{_TEI}msItem") if printed is not None else ():
        yield DivisionEntry(item.get("n", ""), _text(item, "t:title"))


def _witnesses(root: etree._Element) -> Iterator[Witness]:
    for one in root.iterfind(f".//{_TEI}listWit/{_TEI}witness"):
        siglum = one.get(_ID, "")
        if siglum not in ("raw", "print") or (siglum == "print" and one.find(f"{_TEI}msDesc") is None):
            yield Witness(siglum, None, "", "text", _content(one))


def _person(person: etree._Element) -> Person:
    names = {name.get(_LANG, ""): name.text or "" for name in person.iterfind(f"{_TEI}persName")}
    authorities = {number.get("type", ""): number.text or "" for number in person.iterfind(f"{_TEI}idno")}
    return Person(person.get(_ID, ""), names, _text(person, "t:floruit") or None, (), authorities)


def _work(work: etree._Element) -> Work:
    author = work.find(f"{_TEI}author")
    by = author.get("ref", "").lstrip("#") if author is not None else None
    return Work(work.get(_ID, ""), _text(work, "t:title"), by)


# ---------------------------------------------------------------- the pages


@dataclass(slots=True)
class _Page:
    """A raw page as it is put together."""

    n: str
    juan: str
    reordered: bool
    segments: list[Segment] = field(default_factory=list)
    units: list[Unit] = field(default_factory=list)
    readings: list[Reading] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    breaks: list[Break] = field(default_factory=list)


def _spans(file: rebuild.RawFile) -> dict[tuple[int, int], Span]:
    """The character ranges of a raw file (RFC 5147) → offsets.

    They are counted on the text itself: a CRLF is one character of a range, but a border may run through it.
    """
    spans: dict[tuple[int, int], Span] = {}
    at = 0
    for piece in file.in_order():
        spans[piece.start, piece.end] = Span(at, at + len(piece.text))
        at += len(piece.text)
    return spans


class _Reader:
    def __init__(self, root: etree._Element) -> None:
        self.root = root
        self.rebuild = rebuild.Rebuild(root)
        self.glyphs = {f"#{glyph.get(_ID)}": glyph for glyph in root.iter(f"{_TEI}glyph")}
        self.apps = {app.get("from", ""): app for app in root.iter(f"{_TEI}app")}
        files = rebuild.raw_files(root)
        self.sources = {
            name: Source(name, file.sha256, file.encoding, "".join(piece.text for piece in file.in_order()))
            for name, file in files.items()
        }
        self.spans = {name: _spans(file) for name, file in files.items()}
        self.files = rebuild.prefixes(root)
        self.sections: dict[str, str] = {}
        self.found: list[_Page] = []

    def pages(self) -> Iterator[PageText]:
        body = self.root.find(f"{_TEI}text/{_TEI}body")
        assert body is not None
        self._walk(body, "", None)
        for page in self.found:
            spans = sorted(span for segment in page.segments for span in segment.spans)
            whole = Span(spans[0].start, spans[-1].end)
            yield self._page(page, whole)

    def _page(self, page: _Page, whole: Span) -> PageText:
        source = self.sources[self.files[f"p{page.n}"]]
        running = next((one.span for one in page.segments if one.kind is Kind.RUNNING), None)
        header = plain.header(source.text[running.start : running.end], frozenset()) if running else None
        raw = Page(
            source,
            whole,
            page.n,
            page.juan,
            header.number if header else None,
            header.total if header else None,
            header=running,
            marks=tuple(sorted(page.marks, key=lambda mark: mark.span)),
            breaks=tuple(page.breaks),
            order=(whole,) if page.reordered else (),
        )
        return PageText(raw, tuple(page.segments), tuple(page.units), tuple(page.readings), tuple(page.breaks))

    def _walk(self, element: etree._Element, juan: str, section: str | None) -> None:
        """A division or what holds divisions, in order."""
        for child in element:
            if not isinstance(child.tag, str):
                continue
            name = etree.QName(child).localname
            if name == "div":
                of_child = child.get("n", "") if child.get("subtype") == "juan" else juan
                self._walk(child, of_child, self._section(child, section))
            elif name == "pb" and child.get("ed") == "raw":
                self.found.append(_Page(child.get("n", ""), juan, child.get("rend") == "reordered"))
            elif name == "ab":
                self._unit(child, section)
            elif child.get("corresp"):
                self.found[-1].segments.append(self._segment(child, name))

    def _section(self, div: etree._Element, around: str | None) -> str | None:
        section = div.get("n", "").rstrip(digits)  # the second of a juan is ji2
        if div.get("type") != "textpart" or div.get(_ID) or section == "jing":
            return None
        self.sections[section] = div.get("subtype", "")
        return section

    def _unit(self, ab: etree._Element, section: str | None) -> None:
        page = self.found[-1]
        names = ((child, etree.QName(child).localname) for child in ab if isinstance(child.tag, str))
        segments = tuple(self._segment(child, name) for child, name in names if child.get("corresp"))
        page.segments += segments
        page.units.append(Unit(ab.get(_ID, ""), ab.get("n", ""), page.n, segments, section, ab.get("part")))

    def _segment(self, element: etree._Element, name: str) -> Segment:
        ranges = [re.split("[:,]", one) for one in element.get("corresp", "").split()]
        of = self.spans[self.files[ranges[0][0]]]
        spans = [of[int(start), int(end)] for _, start, end in ranges]
        passage = _Passage(self, self.found[-1], spans)
        passage.read(element)
        whole = Span(min(span.start for span in spans), max(span.end for span in spans))
        kind = _KINDS[name]
        return Segment(
            whole,
            kind,
            element.get("type", "") if kind in (Kind.HEAD, Kind.BASE, Kind.NOTE) else "",
            element.get("resp", "").lstrip("#") or None if kind is Kind.NOTE else None,
            element.get("source", "").lstrip("#") or None if kind is Kind.NOTE else None,
            passage.sign,
            passage.marker,
            Evidence(element.get("ana", "#layout").lstrip("#")),
            Certainty(element.get("cert", "high")),
            pieces=tuple(spans) if len(spans) > 1 else (),
        )


class _Passage:
    """Reads what an element holds, knowing at each point where in the raw file it is."""

    def __init__(self, reader: _Reader, page: _Page, spans: list[Span]) -> None:
        self.reader = reader
        self.page = page
        self.spans = spans
        self.piece = 0
        self._at = spans[0].start
        self.sign: Span | None = None
        self.marker: Span | None = None
        self.until: str | None = None  # the anchor that ends a correction
        self.variants: dict[str, tuple[int, etree._Element]] = {}

    @property
    def at(self) -> int:
        if self._at == self.spans[self.piece].end and self.piece + 1 < len(self.spans):
            self.piece += 1
            self._at = self.spans[self.piece].start
        return self._at

    def forward(self, count: int) -> Span:
        start = self.at
        self._at = start + count
        return Span(start, self._at)

    def read(self, element: etree._Element) -> None:
        name = etree.QName(element).localname
        if name == "space" and element.get("rend"):
            self.forward(len(element.get("rend", "").split()))
            return
        self._text(element.text)
        for child in element:
            if isinstance(child, etree._ProcessingInstruction) and child.target == "raw" and self.until is None:
                self._markup(rebuild.unescaped(child.text or ""))
            elif isinstance(child.tag, str):
                self._child(child, etree.QName(child).localname)
            self._text(child.tail)

    def _text(self, text: str | None) -> None:
        if text and self.until is None:
            self.forward(len(text))

    def _markup(self, raw: str) -> None:
        kind = MarkKind.LINE if "\n" in raw else MarkKind.MARKUP
        self.page.marks.append(Mark(self.forward(len(raw)), kind))

    def _child(self, child: etree._Element, name: str) -> None:
        if name == "anchor":
            self._anchor(f"#{child.get(_ID)}")
        elif self.until is not None:
            if name == "pc":
                self.sign = self.page.readings[-1].span
        elif name == "g":
            self._character(child)
        elif name == "space" and not child.get("rend"):  # a character reference that names white space
            length = sum(len(rebuild.unescaped(raw.text or "")) for raw in child)
            self.page.marks.append(Mark(self.forward(length), MarkKind.CHARACTER, " "))
        elif name == "gap" and child.get("reason") == "lost":
            self.page.breaks.append(Break(self.at, "lost", child.get("extent", "1"), self._siglum(child)))
        elif name == "gap":
            span = self.forward(len(child.get("rend", "").split()))
            self.page.readings.append(Reading(span, ReadingKind.LACUNA))
        elif name in ("pb", "lb"):
            unit = "page" if name == "pb" else "column"
            self.page.breaks.append(Break(self.at, unit, child.get("n", ""), child.get("ed", "")))
        elif name in ("label", "pc"):
            start = self.at
            self.read(child)
            if name == "pc":
                self.sign = Span(start, self._at)
            else:
                self.marker = Span(start, self._at)
        elif name == "unclear":
            start, known = self.at, len(self.page.readings)
            self.read(child)
            del self.page.readings[known:]  # one reading a place: what is inside is only doubted
            kind = ReadingKind.CONVERTED if child.get("reason") == "script" else ReadingKind.SUSPECT
            certainty = Certainty(child.get("cert", "low"))
            self.page.readings.append(Reading(Span(start, self._at), kind, certainty=certainty))
        else:
            self.read(child)

    def _siglum(self, gap: etree._Element) -> str:
        """Lost leaves are of the edition whose leaf comes next."""
        after = gap.getnext()
        return after.get("ed", "") if after is not None else ""

    def _character(self, g: etree._Element) -> None:
        reference = g.get("ref", "")
        raw = self.reader.rebuild.raw_of_glyph.get(reference)
        if raw is None:
            self.read(g)
            return
        span = self.forward(len(raw))
        glyph = self.reader.glyphs[reference]
        mappings = {mapping.get("type", ""): mapping.text or "" for mapping in glyph.iterfind(f"{_TEI}mapping")}
        entity = next((one.get("value") for one in glyph.iterfind(f"{_TEI}localProp")), None)
        text, ids = mappings.get("Unicode", ""), mappings.get("IDS")
        self.page.readings.append(Reading(span, ReadingKind.GAIJI, text, ids=ids, entity=entity))

    def _anchor(self, identifier: str) -> None:
        if self.until is not None:
            if identifier == self.until:
                self.until = None
        elif identifier in self.reader.apps:
            self._apparatus(self.reader.apps[identifier])
        elif identifier in self.variants:
            start, app = self.variants.pop(identifier)
            reading = app.find(f"{_TEI}rdg")
            assert reading is not None
            other, witness = _content(reading), reading.get("wit", "").lstrip("#") or None
            span, source = Span(start, self._at), _text(app, "t:note")
            self.page.readings.append(Reading(span, ReadingKind.VARIANT, other=other, witness=witness, source=source))

    def _apparatus(self, app: etree._Element) -> None:
        """A correction: the page's reading stands in the apparatus, another one in the text up to the second anchor."""
        end = app.get("to", "")
        of_page = app.find(f"{_TEI}rdg[@wit='#raw']")
        lemma = app.find(f"{_TEI}lem")
        if of_page is None or lemma is None:
            self.variants[end] = (self.at, app)
            return
        span = self.forward(len(self.reader.rebuild.text(of_page)))
        kind = ReadingKind.LACUNA if of_page.get("type") == "lacuna" else ReadingKind.DAMAGE
        reading = Reading(
            span,
            kind,
            _content(lemma),
            witness=lemma.get("wit", "").lstrip("#") or None,
            source=_text(app, "t:note"),
            certainty=Certainty(lemma.get("cert", "high")),
        )
        self.page.readings.append(reading)
        self.until = end
