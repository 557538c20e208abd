"""Law 1 proved from outside: a TEI file and raw files → whether it gives each raw page back, code point for code point.

Nothing but the TEI file is used to rebuild a page (`rebuild`), and what is rebuilt must be what readers of it see: all
its text stands in ranges, in the order of the page, and where it differs from the page, a glyph or an entry of the
apparatus says what the page has. All that can be judged without a raw page is for the rules of `zhushu check`.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from zhushu.encode.names import edition_id
from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.read.source import ARCHIVE, decode, known
from zhushu.validate.document import Document, Flaw, read_tei, shown, visible
from zhushu.validate.rebuild import OF_PAGE, RawFile, prefixes, ranges, raw_files

_TEI = "{http://www.tei-c.org/ns/1.0}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_BLANKS = " \t\r\n"
_QUOTED = 20  # characters of a text that a message quotes


def verify(tei: Path, raws: list[Path]) -> tuple[Finding, ...]:
    """A TEI file and all the raw files it was made from → findings, none if every page is given back exactly.

    A folder stands for the files in it that the TEI file names.
    """
    document, unread = read_tei(tei)
    if document is None:
        return unread
    files = raw_files(document.root)
    if not files:
        return (finding("V202", Place(str(tei))),)
    given = _matched(files, raws)
    used = {_absolute(raw) for raw in given.values()}
    found = [
        finding("V203", Place(str(raw)), tei=tei) for raw in raws if not raw.is_dir() and _absolute(raw) not in used
    ]
    compared: list[Finding] = []
    for name, file in files.items():
        if name not in given:
            found.append(finding("V204", Place(str(tei)), file=name))
        else:
            compared += _compare(tei, given[name], file)
    if _is_reading_text(document.root) and any(one.code == "V207" for one in compared):
        compared = [one for one in compared if one.code != "V207"]
        compared.insert(0, finding("V213", Place(str(tei)), record=f"{edition_id(document.root.get(_ID, ''))}.xml"))
    found += compared
    return (*found, *shown(document, _unseen(document)))


def _is_reading_text(root: etree._Element) -> bool:
    """Does the header say that characters were replaced without a mark? Then they are not those of the pages."""
    return root.find(f".//{_TEI}editorialDecl/{_TEI}normalization[@method='silent']") is not None


# ---------------------------------------------------------------- which raw file is which


def _matched(files: dict[str, RawFile], raws: list[Path]) -> dict[str, Path]:
    """File names of the TEI file → the raw files given, which lie in the folder that fits most of the names."""
    candidates = [(_absolute(raw / name), raw / name) for raw in raws if raw.is_dir() for name in files]
    candidates = [(where, raw) for where, raw in candidates if raw.is_file()]
    candidates += [(_absolute(raw), raw) for raw in raws if not raw.is_dir()]
    names = {Path(name).parts: name for name in files}
    places: list[tuple[Path, str, Path]] = []  # the folder of the edition that a name implies for a path
    for where, raw in candidates:
        for k in range(len(where.parts)):
            if name := names.get(where.parts[k:]):
                places.append((Path(*where.parts[:k]), name, raw))
    fitting = Counter(folder for folder, _, _ in places)
    matched: dict[str, Path] = {}
    for _, name, raw in sorted(places, key=lambda place: (-fitting[place[0]], len(place[0].parts))):
        if name not in matched and raw not in matched.values():
            matched[name] = raw
    return matched


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


# ---------------------------------------------------------------- what each raw file is


def _compare(tei: Path, raw: Path, file: RawFile) -> list[Finding]:
    """One raw file against the pieces of it in the TEI file → the first difference, if there is one."""
    try:
        content = raw.read_bytes()
        encoding = file.encoding.removesuffix("-sig")
        if not content.startswith(ARCHIVE) and not known(encoding):
            return [finding("V205", Place(str(raw)), reason=f"{visible(encoding)} is no encoding of text")]
        decoded = decode(content, encoding)
    except (OSError, UnicodeError) as error:
        return [finding("V205", Place(str(raw)), reason=error)]
    if decoded.broken is not None:
        reason = f"byte {decoded.broken} is not {file.encoding}"
        return [finding("V205", Place(str(raw), offset=decoded.broken), reason=reason)]
    return _difference(tei, raw, file, decoded.text) or _bytes(tei, raw, file, content)


def _difference(tei: Path, raw: Path, file: RawFile, text: str) -> list[Finding]:
    at = 0
    rebuilt = [""]
    for piece in file.in_order():
        # RFC 5147 counts a CRLF as one character, also where a border runs through it
        length = len(piece.text) - (rebuilt[-1][-1:] + piece.text).count("\r\n")
        if piece.start != at or piece.end - piece.start != length:
            place = Place(str(tei), line=piece.line)
            return [finding("V206", place, raw=raw, start=piece.start, end=piece.end, at=at, length=length)]
        rebuilt.append(piece.text)
        at = piece.end
    ours = "".join(rebuilt)
    if ours == text:
        return []
    same = _agreement(ours, text)
    place = Place(str(raw), line=text.count("\n", 0, same) + 1, offset=same)
    return [finding("V207", place, tei=tei, has=_show(text, same), gives=_show(ours, same))]


def _bytes(tei: Path, raw: Path, file: RawFile, content: bytes) -> list[Finding]:
    same = hashlib.sha256(content).hexdigest() == file.sha256
    return [] if same else [finding("V208", Place(str(raw)), tei=tei)]


def _agreement(one: str, other: str) -> int:
    """Two texts that differ → how many characters they share from the start."""
    shorter = min(len(one), len(other))
    return next((k for k in range(shorter) if one[k] != other[k]), shorter)


def _show(text: str, offset: int) -> str:
    """What stands at an offset, so that it can be seen even where it is invisible."""
    if offset >= len(text):
        return "its end"
    character = text[offset]
    return f"{character} (U+{ord(character):04X})" if character.isprintable() else f"U+{ord(character):04X}"


# ---------------------------------------------------------------- whether readers see what was compared


def _unseen(document: Document) -> Iterator[Flaw]:
    """What readers of the TEI file see, and the comparison with the pages does not."""
    pages = frozenset(prefixes(document.root))
    for text in document.root.iterfind(f"{_TEI}text"):
        for part in text:
            if part.tag != f"{_TEI}back":
                yield from _outside(part, pages)
        yield from _order(text)
        yield from _glyphs(document.root, text)
    yield from _apparatus(document.root)


def _outside(element: etree._Element, pages: frozenset[str]) -> Iterator[Flaw]:
    """Text that no range holds, so that it is compared with nothing."""
    if not isinstance(element.tag, str):
        return
    found = ranges(element)
    if found and found[0] in pages:
        return
    name = etree.QName(element).localname
    loose = "".join(text or "" for text in (element.text, *(child.tail for child in element))).strip(_BLANKS)
    if loose or element.get("corresp") or name in ("g", "space") or (name == "gap" and element.get("rend")):
        yield Flaw("V209", element, fields={"name": name, "text": visible(loose[:_QUOTED])})
    for child in element:
        yield from _outside(child, pages)


def _order(text: etree._Element) -> Iterator[Flaw]:
    """Ranges that do not follow each other as they do in the page, unless its raw page break says so."""
    reordered = {pb.get(_ID) for pb in text.iter(f"{_TEI}pb") if pb.get("rend") == "reordered"}
    reached: dict[str, tuple[int, int]] = {}
    for element in text.iterfind(".//*[@corresp]"):
        prefix, spans = ranges(element) or ("", [])
        for span in spans:
            if span < reached.get(prefix, (0, 0)) and prefix not in reordered:
                yield Flaw("V210", element, fields={"range": f"{prefix}:{span[0]},{span[1]}"})
            reached[prefix] = span


def _glyphs(root: etree._Element, text: etree._Element) -> Iterator[Flaw]:
    """`g` whose glyph is not there, or which show another character than the one it stands for."""
    glyphs = {f"#{glyph.get(_ID)}": glyph for glyph in root.iter(f"{_TEI}glyph", f"{_TEI}char")}
    for g in text.iter(f"{_TEI}g"):
        glyph = glyphs.get(g.get("ref", ""))
        mappings = {mapping.get("type"): mapping.text for mapping in glyph} if glyph is not None else {}
        seen = _visible_text(g)
        declared = any(kind in mappings for kind in ("Unicode", *OF_PAGE))
        if glyph is None or (declared and seen != (mappings.get("Unicode") or "")):
            yield Flaw("V211", g, fields={"ref": visible(g.get("ref", "")), "text": visible(seen[:_QUOTED])})


def _apparatus(root: etree._Element) -> Iterator[Flaw]:
    """Entries of the apparatus that stand around another reading than their lem, or around none."""
    anchors = {f"#{anchor.get(_ID)}": anchor for anchor in root.iter(f"{_TEI}anchor")}
    for app in root.iter(f"{_TEI}app"):
        lem = app.find(f"{_TEI}lem")
        reading = _between(anchors.get(app.get("from", "")), anchors.get(app.get("to", "")))
        if lem is None or reading is None or reading != _visible_text(lem):
            words = "nothing" if reading is None else f"“{visible(reading[:_QUOTED])}”"
            lemma = "" if lem is None else visible(_visible_text(lem)[:_QUOTED])
            yield Flaw("V212", app, fields={"shown": words, "lem": lemma})


def _between(start: etree._Element | None, end: etree._Element | None) -> str | None:
    """The text between two anchors of one passage, None where they do not stand so, with no other between them."""
    if start is None or end is None or start.getparent() is not end.getparent():
        return None
    parts = [start.tail or ""]
    for sibling in start.itersiblings():
        if sibling is end:
            return "".join(parts)
        if sibling.tag == start.tag:
            return None
        parts += (_visible_text(sibling), sibling.tail or "")
    return None


def _visible_text(element: etree._Element) -> str:
    """The text of an element as readers see it: without comments and processing instructions."""
    return str(element.xpath("string()")) if isinstance(element.tag, str) else ""
