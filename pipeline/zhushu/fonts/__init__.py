"""The font room: which face draws which character, before any engine runs.

What pip brings (Noto Serif TC and SC) and our own pack of rare characters draw every character of the seeds and
of the classical texts we know. Faces named in `[print] fonts` come first. No engine looks for fonts of its own:
each is handed the faces of the plan, and a character that none of them has is a finding, never a box.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from zhushu import resources
from zhushu.findings import finding
from zhushu.model import Finding, Place

if TYPE_CHECKING:
    from lxml import etree

RARE = "Zhushu Rare"
REGULAR = range(300, 501)  # weights of OS/2 that can set running text
SUFFIXES = frozenset({".otf", ".ttf", ".otc", ".ttc"})

# Default_Ignorable_Code_Point of Unicode, line ends, controls that no XML holds. xslt/common/unseen.xsl has the same.
_UNSEEN = tuple(
    range(first, last + 1)
    for first, last in (
        (0x00, 0x1F), (0x85, 0x85), (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
        (0x180B, 0x180F), (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F),
        (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A),
        (0xE0000, 0xE0FFF),
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Face:
    """A font file (or one font of a collection), the characters it draws, and under which licence."""

    family: str
    path: Path
    index: int
    characters: frozenset[int]
    licence: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Characters → the first face that draws them; `uncovered` are those that none does."""

    faces: tuple[Face, ...]
    uses: Mapping[str, Face]
    uncovered: tuple[str, ...]

    @property
    def families(self) -> tuple[str, ...]:
        """The families in the order in which an engine should try them, each once."""
        return tuple(dict.fromkeys(face.family for face in self.faces))

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders in which an engine finds these faces and no better-known namesakes."""
        return tuple(dict.fromkeys(face.path.parent for face in self.faces))


def shipped() -> tuple[Face, ...]:
    """The faces that come with zhushu and the packages it needs, in the order of preference."""
    import pylopdf_fonts_zh_cn
    import pylopdf_fonts_zh_tw

    ofl = "SIL Open Font License 1.1"
    files = (
        ("Noto Serif TC", pylopdf_fonts_zh_tw.serif_path(), ofl),
        ("Noto Serif SC", pylopdf_fonts_zh_cn.serif_path(), ofl),
        (RARE, resources.package("fonts/zhushu-rare.ttf"), "Hanazono Font License"),
    )
    return tuple(Face(family, Path(path), 0, characters(Path(path)), licence) for family, path, licence in files)


@lru_cache(maxsize=256)
def characters(path: Path, index: int = 0) -> frozenset[int]:
    """Font file → the code points it has glyphs for."""
    import uharfbuzz

    return frozenset(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path)), index).unicodes)


def named(names: Sequence[str], folders: Iterable[Path] | None = None) -> tuple[tuple[Face, ...], tuple[str, ...]]:
    """Names of `[print] fonts` (families, or paths of font files) → the faces found, the names that were not."""
    wanted = {name.casefold(): name for name in names}
    found: dict[str, tuple[int, Face]] = {}
    for path in _font_files(names, system_folders() if folders is None else folders):
        for family, weight, index in _regular(path):
            for key in {family.casefold(), str(path).casefold()} & wanted.keys():
                off = abs(weight - 400)
                if key not in found or off < found[key][0]:
                    found[key] = off, Face(family, path, index, characters(path, index))
        if len(found) == len(wanted) and not any(off for off, _ in found.values()):
            break
    faces = tuple(found[key][1] for key in wanted if key in found)
    return faces, tuple(name for key, name in wanted.items() if key not in found)


def system_folders() -> tuple[Path, ...]:
    """Where this operating system keeps fonts."""
    home = Path.home()
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", "C:/Windows"))
        return windows / "Fonts", home / "AppData/Local/Microsoft/Windows/Fonts"
    if sys.platform == "darwin":
        return home / "Library/Fonts", Path("/Library/Fonts"), Path("/System/Library/Fonts")
    return home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")


def _font_files(names: Sequence[str], folders: Iterable[Path]) -> Iterator[Path]:
    for name in names:
        path = Path(name).expanduser()
        if path.suffix.lower() in SUFFIXES and path.is_file():
            yield path
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES and path.is_file())


def _regular(path: Path) -> Iterator[tuple[str, int, int]]:
    """Font file → family, weight and index of each font in it that can set running text. A broken file has none."""
    from uharfbuzz import Blob, Face, OTNameIdPredefined

    try:
        blob = Blob.from_file_path(str(path))
    except OSError:
        return
    for index in range(Face(blob).count):
        face = Face(blob, index)
        family = face.get_name(OTNameIdPredefined.TYPOGRAPHIC_FAMILY) or face.get_name(OTNameIdPredefined.FONT_FAMILY)
        weight = int.from_bytes(bytes(face.reference_table("OS/2").data)[4:6], "big")
        if family and weight in REGULAR:
            yield family, weight, index


def plan(text: Iterable[str], faces: Sequence[Face]) -> Plan:
    """Characters and the faces to draw them with → the plan. Characters that draw nothing need no face."""
    uses: dict[str, Face] = {}
    uncovered: list[str] = []
    for character in sorted(set(text)):
        if is_invisible(character):
            continue
        face = next((face for face in faces if ord(character) in face.characters), None)
        if face is None:
            uncovered.append(character)
        else:
            uses[character] = face
    return Plan(tuple(faces), uses, tuple(uncovered))


def subset(face: Face, points: Iterable[int]) -> bytes:
    """A face and code points → a font of these alone, not compressed."""
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(points)
    wanted.sets(uharfbuzz.SubsetInputSets.NAME_ID).update((13, 14))  # the licence stays with the font
    whole = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path)), face.index)
    return bytes(uharfbuzz.subset(whole, wanted).blob.data)


def is_invisible(character: str) -> bool:
    """Whether a character draws nothing: what Unicode calls default ignorable, and signs that end a line."""
    return any(ord(character) in stretch for stretch in _UNSEEN)


def unseen(tei: Path) -> dict[str, str]:
    """A TEI file → the parameter that tells the stylesheets for print which characters of it nobody sees.

    Empty where only a parser can say: the file may write characters as numbers.
    """
    text = tei.read_bytes().decode("utf-8", errors="ignore")
    if "&#" in text:
        return {}
    return {"unseen": "".join(sorted(c for c in set(text) if c >= " " and is_invisible(c) and not _is_selector(c)))}


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def faces_for(names: Sequence[str], where: Place) -> tuple[tuple[Face, ...], tuple[Finding, ...]]:
    """`[print] fonts` → the faces of an edition: those named and found, then those that are shipped."""
    found, missing = named(names) if names else ((), ())
    return found + shipped(), tuple(finding("P103", where, name=name) for name in missing)


def uncovered(plan: Plan, tei: Path) -> tuple[Finding, ...]:
    """The characters of a TEI file that no face draws → one finding each, with the passages where they stand."""
    if not plan.uncovered:
        return ()
    passages = _passages(tei, frozenset(plan.uncovered))
    return tuple(
        finding(
            "P101",
            Place(str(tei), line=line),
            character=character,
            point=f"U+{ord(character):04X}",
            count=len(places),
            places="、".join(dict.fromkeys(places[:12])) + ("…" if len(places) > 12 else ""),
        )
        for character, (line, places) in passages.items()
    )


def _passages(tei: Path, wanted: frozenset[str]) -> dict[str, tuple[int | None, list[str]]]:
    """Each wanted character → the line of its first occurrence and the ids of the elements it stands in."""
    lines: dict[str, int | None] = dict.fromkeys(sorted(wanted))
    places: dict[str, list[str]] = {character: [] for character in lines}
    for element, text in _texts(tei):
        for character in wanted.intersection(text):
            lines[character] = lines[character] or _line(element)
            places[character] += [_nearest_id(element)] * text.count(character)
    return {character: (line, places[character]) for character, line in lines.items()}


def _texts(tei: Path) -> Iterator[tuple[etree._Element, str]]:
    """Every text node of a file, in order, with the element it stands in."""
    from lxml import etree

    parser = etree.XMLParser(huge_tree=True, resolve_entities=False, remove_comments=True, remove_pis=True)
    for event, element in etree.iterwalk(etree.parse(str(tei), parser), events=("start", "end")):
        if event == "start" and element.text:
            yield element, element.text
        parent = element.getparent()
        if event == "end" and element.tail and parent is not None:
            yield parent, element.tail


def _nearest_id(element: etree._Element) -> str:
    """The passage an element belongs to: its own xml:id or that of what it stands in, else its path."""
    ids = element.xpath("ancestor-or-self::*/@xml:id")
    return str(ids[-1]) if isinstance(ids, list) and ids else element.getroottree().getpath(element)


def _line(element: etree._Element) -> int | None:
    return element.sourceline if isinstance(element.sourceline, int) else None
