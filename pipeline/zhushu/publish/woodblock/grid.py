"""grid.xml → leaves, one at a time: what xslt/print/grid.xsl decided, as plain data for painters."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lxml import etree


class Piece(NamedTuple):
    """Part of a run with one look: kind is text, label, unclear, gap, g, latin, or mark and app, which take no cell."""

    kind: str
    text: str
    n: int = 0
    ref: str = ""
    cells: int = 0  # of latin: letters that share cells


class Run(NamedTuple):
    """Cells of one row of a column. `y` is its top, in parts of `Sheet.height`; row is row, right or left."""

    y: int
    row: str
    kind: str
    opens: str
    pieces: tuple[Piece, ...]

    @property
    def text(self) -> str:
        return "".join(piece.text for piece in self.pieces)

    @property
    def is_double(self) -> bool:
        return self.row != "row"


class Column(NamedTuple):
    """`height` is 0 for that of the sheet, else more: a printed column that is squeezed. `is_over`: what the column
    of the print before it had no room for."""

    n: int
    height: int
    is_over: bool
    runs: tuple[Run, ...]


class Half(NamedTuple):
    side: str
    page: str
    columns: tuple[Column, ...]


class Leaf(NamedTuple):
    """`juan` is the label of the juan, `opens_juan` whether it is its first leaf."""

    juan: str
    opens_juan: bool
    label: str
    halves: tuple[Half, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """A component of a character that no font has: its box, in parts of the cell, y downwards."""

    character: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Gaiji:
    id: str
    n: int
    ids: str
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """The attributes of the grid: what is the same for every leaf."""

    title: str
    running: str  # the title as it stands on the fold
    author: str
    date: str
    language: str
    rights: str  # the short name of the licence
    licence: str  # its address
    columns: int
    height: int
    base: int
    note: int
    gaiji: tuple[Gaiji, ...]


def sheet(path: Path) -> Sheet:
    """grid.xml → what stands before its first juan."""
    from lxml import etree

    gaiji = []
    with path.open("rb") as file:
        for event, element in etree.iterparse(file, events=("start", "end"), tag=("grid", "gaiji", "juan")):
            if element.tag == "grid":
                root = element
            elif element.tag == "juan":
                break
            elif event == "end":
                gaiji.append(_gaiji(element))
    get = root.get
    return Sheet(
        title=get("title", ""),
        running=get("running", ""),
        author=get("author", ""),
        date=get("date", ""),
        language=get("lang", ""),
        rights=get("rights", ""),
        licence=get("licence", ""),
        columns=int(get("columns", "1")),
        height=int(get("height", "1")),
        base=int(get("base", "1")),
        note=int(get("note", "1")),
        gaiji=tuple(gaiji),
    )


def leaves(path: Path) -> Iterator[Leaf]:
    """grid.xml → its leaves in order; each is forgotten before the next is read."""
    from lxml import etree

    label, opens = "", True
    for event, element in etree.iterparse(str(path), events=("start", "end"), tag=("juan", "leaf"), huge_tree=True):
        if element.tag == "juan":
            if event == "start":
                label, opens = element.get("label", ""), True
            else:
                element.clear()
        elif event == "end":
            yield Leaf(label, opens, element.get("label", ""), tuple(map(_half, element)))
            opens = False
            element.clear()


def characters(path: Path) -> set[str]:
    """grid.xml → every character in it: all that its pages show, and the few that only the file has."""
    return set(path.read_text("utf-8"))


def _gaiji(element: etree._Element) -> Gaiji:
    parts = tuple(
        Part(part.text or "", *(float(part.get(name, "0")) for name in ("x", "y", "width", "height")))
        for part in element
    )
    return Gaiji(element.get("id", ""), int(element.get("n", "0")), element.get("ids", ""), parts)


def _half(element: etree._Element) -> Half:
    return Half(element.get("side", ""), element.get("page", ""), tuple(map(_column, element)))


def _column(element: etree._Element) -> Column:
    height, is_over = int(element.get("height", "0")), element.get("over") is not None
    return Column(int(element.get("n", "0")), height, is_over, tuple(map(_run, element)))


def _run(element: etree._Element) -> Run:
    pieces = [Piece("text", element.text)] if element.text else []
    for child in element:
        get = child.get
        piece = Piece(str(child.tag), child.text or "", int(get("n", "0")), get("ref", ""), int(get("cells", "0")))
        pieces.append(piece)
        if child.tail:
            pieces.append(Piece("text", child.tail))
    get = element.get
    return Run(int(get("y", "0")), get("row", ""), get("kind", ""), get("opens", ""), tuple(pieces))
