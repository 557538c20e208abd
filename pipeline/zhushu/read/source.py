"""A raw file → Source: the bytes decoded, and nothing else done to them.

The encoding is said by a byte-order mark, or named by the edition, or UTF-8; where none of these fits it is guessed
between GB18030 and Big5, and the guess is a finding. What cannot be decoded is not read: a page is never silently
wrong. What can be decoded but is no character (control characters, surrogates, U+FFFD) is kept, and reported.
"""

from __future__ import annotations

import codecs
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from zhushu.findings import finding
from zhushu.model import Finding, Place, Source

ARCHIVE = b"PK\x03\x04"  # how a word-processor file begins
PARTS = ("word/document.xml", "word/styles.xml")  # what of it is read
LARGE = 10_000_000  # bytes: some three million characters, more than the longest book of commentary
LISTED = 50  # strange characters of one file that are reported one by one
_SAMPLE = 100_000  # characters by which an encoding is judged

# Byte-order marks, longer ones first. The names are those of Source.encoding; "-sig" says that the mark was there.
_MARKS = {
    "utf-8-sig": codecs.BOM_UTF8,
    "utf-32-le-sig": codecs.BOM_UTF32_LE,
    "utf-32-be-sig": codecs.BOM_UTF32_BE,
    "utf-16-le-sig": codecs.BOM_UTF16_LE,
    "utf-16-be-sig": codecs.BOM_UTF16_BE,
    "gb18030-sig": b"\x84\x31\x95\x33",
}
# A name as users give it → the codecs it may mean, the strictest first.
_BIG5 = ("big5", "cp950", "big5hkscs")
_FAMILIES = {
    "big5": _BIG5,
    "gb2312": ("gb18030",),
    "gbk": ("gb18030",),
    "utf-16": ("utf-16-le",),
    "utf-32": ("utf-32-le",),
}
# The commonest characters of classical Chinese, simplified and traditional: a quarter of any text, but a hundredth
# of what a wrong encoding makes of it.
_COMMON = frozenset(
    "之不也以其人曰而者有於于為为大子公王君一二三十上下中天地事故則则所無无至得與与言是行禮礼主此"
    "注疏经經书書道德文日月云雲乃如若何見见知用出入生百千年氏謂谓皆後后今古　，。、：；\n"
)
_STRANGE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufeff\ufffd"
    + "".join(chr(plane + last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF))
    + "]"
)
# Two bytes of GB18030 can be a letter in UTF-8 (一 is һ), but no text of ours is all letters of two bytes.
_THREE_BYTES = re.compile("[\u0800-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")
# What no text has in which characters beyond the BMP are written as two surrogates: a half alone, or such a character.
_NOT_IN_PAIRS = re.compile(
    "[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\U00010000-\U0010ffff]"
)
CESU = "cesu-8"  # the name that IANA gives to UTF-8 in which surrogates are written as characters
# Codecs that Python has for other things than the text of a file.
_NO_CHARSETS = frozenset(("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "utf-7"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Bytes read under one encoding. `broken` is the offset of the first byte that does not fit, `wrong` how many."""

    encoding: str
    text: str
    broken: int | None = None
    wrong: int = 0


def read(path: Path, root: Path, encoding: str | None = None) -> tuple[Source | None, tuple[Finding, ...]]:
    """A file of the edition folder `root` → its Source, None where it cannot be read, and what is strange in it.

    Without a Source there is a finding of level error. `encoding` must be one that `known` knows.
    """
    name = path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
    try:
        content = path.read_bytes()
    except OSError as error:
        return None, (finding("R007", Place(name), reason=error.strerror or error),)
    if not content:
        return None, (finding("R002", Place(name, 1, 0)),)
    decoded = decode(content, encoding)
    if content.startswith(ARCHIVE) and (decoded.broken is None or path.suffix.lower() == ".docx"):
        if decoded.broken is not None:
            return None, (finding("R034", Place(name), reason="an archive without word/document.xml"),)
        return Source(name, sha256(content).hexdigest(), decoded.encoding, decoded.text), ()
    if b"\0" in content and not decoded.encoding.startswith(("utf-16", "utf-32")):
        return None, (finding("R001", Place(name), byte=content.index(b"\0")),)
    if decoded.broken is not None:
        return None, (_broken(decoded, decoded.broken, content, name), *_misnamed(decoded, content, name, encoding))
    source = Source(name, sha256(content).hexdigest(), decoded.encoding, decoded.text)
    return source, (*_about_encoding(source, content, encoding), *_strange(source))


def known(encoding: str) -> bool:
    """The name of an encoding → whether a file can be read by it."""
    if encoding.lower() == CESU:
        return True
    try:
        name = codecs.lookup(encoding).name
        return name.replace("_", "-") not in _NO_CHARSETS and isinstance("一".encode(name), bytes)
    except (LookupError, ValueError):
        return False


def decode(content: bytes, encoding: str | None = None) -> Decoded:
    """Bytes → text under the encoding they are marked with, or the one named, or the likeliest."""
    if content.startswith(ARCHIVE):
        return _document(content)
    for name, mark in _MARKS.items():
        if content.startswith(mark):
            return _under(name, content)
    if encoding is not None:
        return _under_one_of(_family(encoding), content)
    decoded = _under("utf-8", content)
    if decoded.broken is None and (decoded.text.isascii() or _THREE_BYTES.search(decoded.text)):
        return decoded
    return max((decoded, _under("gb18030", content), _under_one_of(_BIG5, content)), key=_plausibility)


# What zipfile raises of an archive that is none, is encrypted, is packed in a way of its own, is cut short or damaged.
_UNREADABLE = (zipfile.BadZipFile, RuntimeError, EOFError, OSError, ValueError, zlib.error, lzma.LZMAError)


def _document(content: bytes) -> Decoded:
    """A word-processor file → the text of its parts that we read, one after the other."""
    parts = []
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = set(archive.namelist())
            parts = [archive.read(part).decode("utf-8-sig") for part in PARTS if part in names]
    except _UNREADABLE:
        return Decoded("docx", "", 0, 1)
    return Decoded("docx", "".join(parts)) if parts else Decoded("docx", "", 0, 1)


def encode(source: Source) -> bytes:
    """A Source → the bytes it was read from (but see R017: Big5 spells some characters in two ways)."""
    if source.encoding == CESU:
        units = source.text.encode("utf-16-le")
        halves = (units[i : i + 2].decode("utf-16-le", "surrogatepass") for i in range(0, len(units), 2))
        return "".join(halves).encode("utf-8", "surrogatepass")
    codec = _codec(source.encoding)
    return _MARKS.get(source.encoding, b"") + source.text.encode(codec, _policy(codec))


def line(text: str, offset: int) -> int:
    """A text and an offset in it → the number of its line, from 1; a line ends in LF, CR or CR LF."""
    within = text[max(0, offset - 1) : offset + 1] == "\r\n"
    breaks = text.count("\n", 0, offset) + text.count("\r", 0, offset) - text.count("\r\n", 0, offset)
    return breaks + 1 - within


def _family(encoding: str) -> tuple[str, ...]:
    if encoding.lower() == CESU:
        return (CESU,)
    name = codecs.lookup(encoding).name.removesuffix("-sig")
    return _FAMILIES.get(name, (name,))


def _codec(encoding: str) -> str:
    """The name of an encoding → the codec of Python that reads what follows its mark."""
    return "utf-8" if encoding == CESU else encoding.removesuffix("-sig")


def _policy(codec: str) -> str:
    return "surrogatepass" if codec.startswith("utf") else "strict"


def _under_one_of(family: tuple[str, ...], content: bytes) -> Decoded:
    """The first reading of a family that has nothing broken, else the one with the least."""
    read = [_under(encoding, content) for encoding in family]
    return next((decoded for decoded in read if decoded.broken is None), None) or min(read, key=lambda one: one.wrong)


def _under(encoding: str, content: bytes) -> Decoded:
    codec = _codec(encoding)
    mark = _MARKS.get(encoding, b"")
    body = content[len(mark) :]
    try:
        text = body.decode(codec, _policy(codec))
    except UnicodeDecodeError as error:
        text = body.decode(codec, "replace")
        own = body.count("\ufffd".encode()) if codec == "utf-8" else 0
        return Decoded(encoding, text, len(mark) + error.start, max(1, text.count("\ufffd") - own))
    if encoding == CESU or (encoding == "utf-8" and _SURROGATE.search(text) and not _NOT_IN_PAIRS.search(text)):
        return Decoded(CESU, text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass"))
    return Decoded(encoding, text)


@cache
def _usual() -> frozenset[str]:
    """The ideographs of GB 2312 and of the first level of Big5, the ones in use."""
    gb2312 = (bytes((first, second)) for first in range(0xB0, 0xF8) for second in range(0xA1, 0xFF))
    big5 = (bytes((first, second)) for first in range(0xA4, 0xC6) for second in range(0x40, 0xFF))
    return frozenset(b"".join(gb2312).decode("gb2312", "ignore") + b"".join(big5).decode("big5", "ignore"))


def _plausibility(decoded: Decoded) -> float:
    """The share of common characters, or at least of usual ones; bytes that do not fit weigh against it."""
    sample = decoded.text[:_SAMPLE]
    common = sum(character in _COMMON for character in sample)
    usual = sum(character in _usual() for character in sample)
    return (common + usual / 10) / (len(sample) + 1) - 2 * decoded.wrong / (len(decoded.text) + 1)


def _broken(decoded: Decoded, broken: int, content: bytes, name: str) -> Finding:
    codec = _codec(decoded.encoding)
    before = content[len(_MARKS.get(decoded.encoding, b"")) : broken].decode(codec, _policy(codec))
    place = Place(name, line(before, len(before)), len(before))
    at_end = decoded.wrong == 1 and len(content) - broken < 4
    at_start = broken == 0 and decoded.wrong < 4 and codec == "utf-8" and content[0] & 0xC0 == 0x80
    if at_end or at_start:
        return finding("R003", place, byte=broken, encoding=codec)
    return finding("R004", place, byte=broken, value=f"0x{content[broken]:02X}", encoding=codec, count=decoded.wrong)


def _about_encoding(source: Source, content: bytes, named: str | None) -> Iterator[Finding]:
    place = Place(source.path)
    if len(content) > LARGE:
        yield finding("R009", place, size=len(content) // 1_000_000)
    if source.encoding == CESU:
        yield finding("R010", place)
    if named is None and not source.encoding.startswith(("utf", "cesu")) and "-sig" not in source.encoding:
        yield finding("R005" if _sure(source, content) else "R006", place, encoding=source.encoding)
    yield from _misnamed(Decoded(source.encoding, source.text), content, source.path, named)
    if not source.encoding.startswith("utf") and encode(source) != content:
        yield finding("R017", place, encoding=source.encoding)


def _sure(source: Source, content: bytes) -> bool:
    """Whether the guess is far ahead of the other family."""
    other = ("gb18030",) if source.encoding in _BIG5 else _BIG5
    chosen = _plausibility(Decoded(source.encoding, source.text))
    return chosen > 0.1 and chosen > 2 * _plausibility(_under_one_of(other, content))


def _misnamed(chosen: Decoded, content: bytes, name: str, named: str | None) -> Iterator[Finding]:
    """A finding where another encoding fits far better than the one named."""
    if named is None:
        return
    other = decode(content)
    if other.broken is not None or other.encoding.removesuffix("-sig") in _family(named):
        return
    if chosen.encoding == other.encoding or _plausibility(other) > 0.1 + _plausibility(chosen):
        yield finding("R008", Place(name), named=named, likelier=other.encoding)


def _strange(source: Source) -> Iterator[Finding]:
    """The code points that are no characters, each with its place; those after the first `LISTED` are counted."""
    found = 0
    for match in _STRANGE.finditer(source.text):
        found += 1
        if found <= LISTED:
            place = Place(source.path, line(source.text, match.start()), match.start())
            yield finding(_code_of(match[0]), place, character=f"U+{ord(match[0]):04X}")
    if found > LISTED:
        yield finding("R016", Place(source.path), count=found - LISTED)


def _code_of(character: str) -> str:
    if character == "\ufffd":
        return "R014"
    if character == "\ufeff":
        return "R015"
    if "\ud800" <= character <= "\udfff":
        return "R012"
    return "R011" if character < "\u00a0" else "R013"
