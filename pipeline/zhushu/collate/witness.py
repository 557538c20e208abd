"""A file or folder that holds another copy of the text → WitnessText, whatever its format."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path

from zhushu.errors import CollationError
from zhushu.findings import finding
from zhushu.model import Break, Finding, Place, Witness

GAIJI = "\ufffc"  # stands in `text` for a character that the witness only names
BASE, NOTE, UNKNOWN = "B", "N", "?"
SUFFIXES = {".txt": "", ".xml": "tei"}


@dataclass(frozen=True, slots=True)
class WitnessText:
    """A witness as a stream of characters: no white space, no markup; what the markup says stands beside it.

    `layers` has one letter for each character: BASE or NOTE by the layout of the witness, UNKNOWN where it is silent.
    `breaks` count in `text`. `entities` names the characters that `text` only has as GAIJI. `divisions` are the
    offsets where a file, juan or chapter begins, with its number; `passages` those where a passage of base text does;
    `holes` those where a leaf is known to be lost. `path` is where it was read from, for findings.
    """

    siglum: str
    text: str
    layers: str
    breaks: tuple[Break, ...] = ()
    entities: dict[int, str] = field(default_factory=dict)
    divisions: tuple[tuple[int, str], ...] = ()
    passages: tuple[int, ...] = ()
    holes: tuple[int, ...] = ()
    title: str = ""
    path: str = ""

    def leaf_and_column(self, offset: int) -> tuple[str, str]:
        """Where in the printed edition a character stands; "" for what the witness does not tell."""
        column = ""
        for number in range(bisect_right(self.breaks, offset, key=lambda mark: mark.offset) - 1, -1, -1):
            mark = self.breaks[number]
            if mark.unit == "page":
                return mark.n, column
            column = column or mark.n
        return "", column

    def where(self, offset: int) -> str:
        """A character → its place for a reader: siglum, leaf and column."""
        leaf, column = self.leaf_and_column(offset)
        return f"{self.siglum} {leaf}:{column}" if leaf else self.siglum

    def base(self) -> WitnessText:
        """The base text alone: all that the layout does not call a note. Its passages are what stands between notes."""
        kept = [offset for offset, layer in enumerate(self.layers) if layer != NOTE]
        new = {offset: index for index, offset in enumerate(kept)}
        after_notes = {index for index, offset in enumerate(kept) if offset and self.layers[offset - 1] == NOTE}
        divisions = tuple((bisect_left(kept, offset), n) for offset, n in self.divisions)
        return replace(
            self,
            text="".join(self.text[offset] for offset in kept),
            layers="".join(self.layers[offset] for offset in kept),
            breaks=tuple(replace(mark, offset=bisect_left(kept, mark.offset)) for mark in self.breaks),
            entities={new[offset]: name for offset, name in self.entities.items() if offset in new},
            divisions=divisions,
            passages=tuple(bisect_left(kept, offset) for offset in self.passages)
            or tuple(sorted(after_notes | {offset for offset, _ in divisions})),
            holes=tuple(sorted({bisect_left(kept, offset) for offset in self.holes})),
        )

    def notes(self) -> list[str]:
        """The notes that the layout shows, each as one text."""
        pieces = groupby(range(len(self.text)), key=self.layers.__getitem__)
        return ["".join(self.text[offset] for offset in piece) for layer, piece in pieces if layer == NOTE]


def named(path: Path) -> Witness:
    """A path given on the command line → the witness it names: a copy of the same work, format by looking."""
    return Witness(siglum="", path=str(path), format="", role="text", title="")


def load(witness: Witness, folder: Path) -> tuple[WitnessText, tuple[Finding, ...]]:
    """An entry of edition.toml → its text. `folder` is what its path is relative to."""
    from zhushu.collate import kanripo, plain, tei

    path = folder / (witness.path or "")
    files = _files(path)
    texts = [(file, _decode(file)) for file in files]
    kind = witness.format or _sniff(files[0], "".join(text for _, text in texts))
    if kind == "kanripo":
        text, findings = kanripo.read(texts)
    elif kind == "tei":
        text, findings = tei.read(files)
    elif kind == "text":
        text, findings = plain.read(texts)
    else:
        raise CollationError(finding("C023", Place(str(path)), path=path, format=kind))
    if not text.text:
        raise CollationError(finding("C021", Place(str(path)), path=path))
    siglum = witness.siglum or ncname(text.siglum or path.stem)
    breaks = tuple(replace(mark, siglum=siglum) for mark in text.breaks)
    return replace(text, siglum=siglum, breaks=breaks, title=witness.title or text.title, path=str(path)), findings


def ncname(name: str) -> str:
    """Any name → one that can be an xml:id."""
    cleaned = re.sub(r"[^\w.-]", "_", name)
    return cleaned if re.match(r"[^\W\d]", cleaned) else f"w{cleaned}"


def _files(path: Path) -> list[Path]:
    """A witness's path → its files in natural order."""
    if path.is_file():
        return [path]
    found = [file for file in path.iterdir() if file.suffix in SUFFIXES and file.is_file()] if path.is_dir() else []
    if not found:
        raise CollationError(finding("C020", Place(str(path)), path=path))
    return sorted(found, key=lambda file: natural(file.name))


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """A file name → a key that sorts page10 after page9."""
    parts: Iterable[str] = re.findall(r"\d+|\D+", name)
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts)


def _decode(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CollationError(
            finding("C022", Place(str(file), offset=error.start), path=file, byte=error.start)
        ) from error


def _sniff(file: Path, text: str) -> str:
    if file.suffix == ".xml":
        return "tei"
    return "kanripo" if "<pb:" in text or "¶" in text else "text"
