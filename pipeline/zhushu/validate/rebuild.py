"""A TEI file → the raw text that its elements stand for, from the file alone.

Its character ranges (RFC 5147) say where each element stands, its glyphs what code point a `g` replaces, its apparatus
what the page had where the text was corrected, its `space` elements which white space stood between the passages, its
processing instructions which markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from urllib.parse import unquote

from lxml import etree

_TEI = "{http://www.tei-c.org/ns/1.0}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_RANGE = re.compile(r"([^:\s]+):([0-9]{1,12}),([0-9]{1,12})")
_RAW_FILE = re.compile(r"raw/(.+)#char=\$1")
OF_PAGE = ("PUA", "raw")  # the mappings of a glyph that say what the raw page has


@dataclass(frozen=True, slots=True)
class Piece:
    """A range of a raw file, the text that the TEI file gives for it, and the line of the element that holds it."""

    start: int
    end: int
    text: str
    line: int


@dataclass(slots=True)
class RawFile:
    """What the TEI file says of one raw file."""

    sha256: str
    encoding: str
    pieces: list[Piece] = field(default_factory=list)

    def in_order(self) -> list[Piece]:
        """The pieces as they follow each other in the raw file."""
        return sorted(self.pieces, key=lambda piece: (piece.start, piece.end))


def raw_files(root: etree._Element) -> dict[str, RawFile]:
    """A TEI file → the raw files it names, by their names."""
    files = {}
    for bibl in root.iterfind(f".//{_TEI}bibl[@type='digital']"):
        about = {idno.get("type"): idno.text or "" for idno in bibl.iterfind(f"{_TEI}idno")}
        if about.get("filename"):
            files[about["filename"]] = RawFile(about.get("sha256", ""), about.get("encoding", "utf-8"))
    of_prefix = prefixes(root)
    rebuild = Rebuild(root)
    for element in root.iterfind(f"{_TEI}text//*[@corresp]"):
        found = ranges(element)
        file = files.get(of_prefix.get(found[0], "")) if found else None
        if found and file:
            line = element.sourceline if isinstance(element.sourceline, int) else 0
            divided = _divided(found[1], rebuild.text(element))
            file.pieces += (Piece(start, end, text, line) for (start, end), text in divided)
    return files


def ranges(element: etree._Element) -> tuple[str, list[tuple[int, int]]] | None:
    """An element → the prefix of its raw page and its ranges in the order of reading; None if it has none."""
    matches = [_RANGE.fullmatch(one) for one in element.get("corresp", "").split()]
    found = [match for match in matches if match]
    if len(found) < len(matches) or len({match[1] for match in found}) != 1:
        return None
    return found[0][1], [(int(match[2]), int(match[3])) for match in found]


def prefixes(root: etree._Element) -> dict[str, str]:
    """A TEI file → the prefixes of its character ranges, with the raw file that each stands for."""
    found = {}
    for definition in root.iterfind(f".//{_TEI}prefixDef"):
        match = _RAW_FILE.fullmatch(definition.get("replacementPattern", ""))
        if match:
            found[definition.get("ident", "")] = unquote(match[1])
    return found


def _divided(spans: list[tuple[int, int]], text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Ranges in the order of reading, the raw text of an element → what of it each holds; the last takes the rest."""
    at = 0
    for start, end in spans[:-1]:
        length = end - start
        length += text.count("\r\n", at, at + length)
        yield (start, end), text[at : at + length]
        at += length
    yield spans[-1], text[at:]


class Rebuild:
    """Elements of one TEI file → the raw text they stand for."""

    def __init__(self, root: etree._Element) -> None:
        self.raw_of_glyph: dict[str, str] = {}
        for glyph in root.iter(f"{_TEI}glyph", f"{_TEI}char"):
            for mapping in glyph.iterfind(f"{_TEI}mapping"):
                # a glyph that stood for nothing would hide the text of its g
                if mapping.get("type") in OF_PAGE and (raw := _characters(mapping.text or "")):
                    self.raw_of_glyph[f"#{glyph.get(_ID)}"] = raw
        self.corrected: dict[str, tuple[str, etree._Element]] = {}
        for app in root.iter(f"{_TEI}app"):
            reading = app.find(f"{_TEI}rdg[@wit='#raw']")
            if reading is not None:
                self.corrected[app.get("from", "")] = (app.get("to", ""), reading)

    def text(self, element: etree._Element) -> str:
        self._until: str | None = None
        return "".join(self._walk(element))

    def _walk(self, element: etree._Element) -> Iterator[str]:
        """`_until` names the anchor that ends a correction we are inside of: its text is not the page's."""
        yield from self._own(element)
        for child in element:
            if isinstance(child.tag, str):
                yield from self._child(child)
            elif isinstance(child, etree._ProcessingInstruction) and child.target == "raw" and self._until is None:
                yield unescaped(child.text or "")
            if self._until is None:
                yield child.tail or ""

    def _own(self, element: etree._Element) -> Iterator[str]:
        name = etree.QName(element).localname
        replaced = self.raw_of_glyph.get(element.get("ref", "")) if name == "g" else None
        if replaced is not None:
            yield replaced
        elif name in ("space", "gap"):
            yield _characters(element.get("rend", "")) + (element.text or "")
        else:
            yield element.text or ""

    def _child(self, child: etree._Element) -> Iterator[str]:
        identifier = f"#{child.get(_ID)}"
        if self._until is not None:
            if identifier == self._until:
                self._until = None
        elif identifier in self.corrected:
            end, reading = self.corrected[identifier]
            yield from self._walk(reading)
            self._until = end
        elif child.tag == f"{_TEI}g" and child.get("ref") in self.raw_of_glyph:
            yield self.raw_of_glyph[child.get("ref", "")]
        else:
            yield from self._walk(child)


_POINT = re.compile(r"U\+(?:10|[0-9A-F])?[0-9A-F]{4}")
_ESCAPE = re.compile(r"\\u\{((?:10|[0-9A-F])?[0-9A-F]{1,4})\}|\\([\\nrt])")
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}


def unescaped(content: str) -> str:
    """The content of a processing instruction → the markup that it holds (docs/tei.md).

    What is no escape stands for itself: the comparison with the page will tell.
    """
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else _SHORT.get(match[2], match[2]), content)


def _characters(codes: str) -> str:
    """ "U+000A U+3000" → the characters; what is no code point stands for itself: no page has it there."""
    return "".join(chr(int(code[2:], 16)) if _POINT.fullmatch(code) else code for code in codes.split())
