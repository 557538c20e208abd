"""Law 1 proved from outside: a TEI file and raw files → whether it gives each raw page back, code point for code point.

Nothing but the TEI file is used to rebuild a page: its character ranges (RFC 5147) say where each element stands,
its glyphs what code point a `g` replaces, its apparatus what the page had where the text was corrected, its
`space` elements which white space stood between the passages, its processing instructions which markup.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import unquote

from lxml import etree

from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.read.source import decode

_TEI = "{http://www.tei-c.org/ns/1.0}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_RANGE = re.compile(r"([^:\s]+):(\d+),(\d+)")
_RAW_FILE = re.compile(r"raw/(.+)#char=\$1")


@dataclass(slots=True)
class RawFile:
    """What the TEI file says of one raw file: `pieces` are (start, end, text, line of the element)."""

    sha256: str
    encoding: str
    pieces: list[tuple[int, int, str, int | None]] = field(default_factory=list)


def verify(tei: Path, raws: list[Path]) -> tuple[Finding, ...]:
    """A TEI file and all the raw files it was made from → findings, none if every page is given back exactly."""
    try:
        root = etree.parse(tei, etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)).getroot()
    except (etree.XMLSyntaxError, OSError) as error:
        return (finding("V201", Place(str(tei)), reason=error),)
    files = raw_files(root)
    if not files:
        return (finding("V202", Place(str(tei))),)
    found: list[Finding] = []
    given = _matched(files, raws)
    found += [finding("V203", Place(str(raw)), tei=tei) for raw in raws if raw not in given.values()]
    for name, file in files.items():
        if name not in given:
            found.append(finding("V204", Place(str(tei)), file=name))
        else:
            found += _compare(tei, given[name], file)
    return tuple(found)


def _matched(files: dict[str, RawFile], raws: list[Path]) -> dict[str, Path]:
    """File names of the TEI file → the raw files given: the one whose path ends in that name."""
    matched = {}
    for name in files:
        parts = Path(name).parts
        for raw in raws:
            if raw.parts[-len(parts) :] == parts:
                matched[name] = raw
    return matched


def raw_files(root: etree._Element) -> dict[str, RawFile]:
    files = {}
    for bibl in root.iterfind(f".//{_TEI}bibl[@type='digital']"):
        about = {idno.get("type"): idno.text or "" for idno in bibl.iterfind(f"{_TEI}idno")}
        if about.get("filename"):
            files[about["filename"]] = RawFile(about.get("sha256", ""), about.get("encoding", "utf-8"))
    of_prefix = prefixes(root)
    rebuild = Rebuild(root)
    for element in root.iterfind(f"{_TEI}text//*[@corresp]"):
        matches = [match for one in element.get("corresp", "").split() if (match := _RANGE.fullmatch(one))]
        file = files.get(of_prefix.get(matches[0][1], "")) if matches else None
        if file:
            line = element.sourceline if isinstance(element.sourceline, int) else None
            ranges = [(int(match[2]), int(match[3])) for match in matches]
            file.pieces += ((*span, text, line) for span, text in _divided(ranges, rebuild.text(element)))
    return files


def prefixes(root: etree._Element) -> dict[str, str]:
    """A TEI file → the prefixes of its character ranges, with the raw file that each stands for."""
    found = {}
    for definition in root.iterfind(f".//{_TEI}prefixDef"):
        match = _RAW_FILE.fullmatch(definition.get("replacementPattern", ""))
        if match:
            found[definition.get("ident", "")] = unquote(match[1])
    return found


def _divided(ranges: list[tuple[int, int]], text: str) -> Iterator[tuple[tuple[int, int], str]]:
    """Ranges in the order of reading, the raw text of an element → what of it each holds; the last takes the rest."""
    at = 0
    for start, end in ranges[:-1]:
        length = end - start
        length += text.count("\r\n", at, at + length)
        yield (start, end), text[at : at + length]
        at += length
    yield ranges[-1], text[at:]


class Rebuild:
    """Elements of one TEI file → the raw text they stand for."""

    def __init__(self, root: etree._Element) -> None:
        self.raw_of_glyph: dict[str, str] = {}
        for glyph in root.iter(f"{_TEI}glyph", f"{_TEI}char"):
            for mapping in glyph.iterfind(f"{_TEI}mapping"):
                # a glyph that stood for nothing would hide the text of its g
                if mapping.get("type") in ("PUA", "raw") and (raw := _characters(mapping.text or "")):
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


_ESCAPE = re.compile(r"\\(?:u\{([0-9A-F]{1,6})\}|(.))", re.DOTALL)
_SHORT = {"n": "\n", "r": "\r", "t": "\t"}


def unescaped(content: str) -> str:
    """The content of a processing instruction → the markup that it holds (docs/tei.md)."""
    return _ESCAPE.sub(lambda match: _character(match[1]) if match[1] else _SHORT.get(match[2], match[2]), content)


def _characters(codes: str) -> str:
    """"U+000A U+3000" → the characters; what is no code point stands for none, and the comparison will tell."""
    return "".join(_character(code[2:]) for code in codes.split() if re.fullmatch(r"U\+[0-9A-F]{4,6}", code))


def _character(digits: str) -> str:
    """A code point in hexadecimal → the character, or none beyond the last of Unicode."""
    number = int(digits, 16)
    return chr(number) if number <= sys.maxunicode else ""


def _compare(tei: Path, raw: Path, file: RawFile) -> list[Finding]:
    """One raw file against the pieces of it in the TEI file → the first difference, if there is one."""
    try:
        content = raw.read_bytes()
        decoded = decode(content, file.encoding)
    except (OSError, LookupError) as error:
        return [finding("V205", Place(str(raw)), reason=error)]
    if decoded.broken is not None:
        reason = f"byte {decoded.broken} is not {file.encoding}"
        return [finding("V205", Place(str(raw), offset=decoded.broken), reason=reason)]
    text = decoded.text
    at = 0
    rebuilt = [""]
    for start, end, piece, line in sorted(file.pieces):
        # RFC 5147 counts a CRLF as one character, also where a border runs through it
        length = len(piece) - (rebuilt[-1][-1:] + piece).count("\r\n")
        if start != at or end - start != length:
            return [finding("V206", Place(str(tei), line=line), raw=raw, start=start, end=end, at=at, length=length)]
        rebuilt.append(piece)
        at = end
    ours = "".join(rebuilt)
    if ours != text:
        same = _agreement(ours, text)
        place = Place(str(raw), line=text.count("\n", 0, same) + 1, offset=same)
        return [finding("V207", place, tei=tei, has=_show(text, same), gives=_show(ours, same))]
    if hashlib.sha256(content).hexdigest() != file.sha256:
        return [finding("V208", Place(str(raw)), tei=tei)]
    return []


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
