"""What stands beside or in place of characters: punctuation, numbers of corrections, doubts, labels, gaiji.

All of it is drawn as shapes: it is not text, and no reader of the file takes it for text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from zhushu.publish.vertical_pdf import Glyph
from zhushu.publish.woodblock.geometry import Geometry, colour
from zhushu.publish.woodblock.grid import Piece

DIGITS = "〇一二三四五六七八九"
FIGURES = "0123456789"
GETA = "〓"

# 句讀: which sign a mark of punctuation is reduced to. Brackets and the rest are not drawn.
_STOPS = frozenset("。．！？")
_PAUSES = frozenset("，、；：")

_FINE = 0.012  # how much the strokes of small figures are thickened, in parts of their size


@dataclass(frozen=True, slots=True)
class Pen:
    """What a page is painted with. `shapes`: a figure or the id of a gaiji → the name of its form, a square of 1000."""

    geometry: Geometry
    glyphs: Mapping[str, Glyph]
    shapes: Mapping[str, str]
    geta: Glyph  # what is drawn for a character that no font has
    odd: Mapping[str, float]  # characters whose glyph is not one square high (〱) → how far it is squeezed

    @property
    def mark(self) -> str:
        return colour(self.geometry.layout.colours.mark)

    @property
    def ink(self) -> str:
        return colour(self.geometry.layout.colours.ink)


@dataclass(slots=True)
class Canvas:
    """The content of a page as it grows: shapes under the text, text, shapes over it."""

    under: list[str] = field(default_factory=list)
    text: list[str] = field(default_factory=list)
    over: list[str] = field(default_factory=list)
    state: dict[str, str] = field(default_factory=dict)

    def changed(self, name: str, operators: str) -> str:
        """Operators that set the look or the face of text, or nothing where the text before has set the same."""
        if self.state.get(name) == operators:
            return ""
        self.state[name] = operators
        return operators

    def content(self) -> bytes:
        parts = ["/Artifact BMC /Frame Do EMC"]
        if self.under:
            parts += ["/Artifact BMC q", *self.under, "Q EMC"]
        parts += ["BT", *self.text, "ET"]
        if self.over:
            parts += ["/Artifact BMC q", *self.over, "Q EMC"]
        return "\n".join(parts).encode()


class Row(NamedTuple):
    """Where the cells of a run are. Sizes in points; y upwards."""

    x: float  # the middle of the row
    y: float  # the top of its first cell
    size: float  # of its characters
    pitch: float  # of its cells
    width: float = 1  # of the characters, in parts of their size
    tall: float = 1  # how far they are flattened: 1 not at all
    weight: float = 0  # how much their strokes are thickened, in parts of the size
    room: float = 0  # from the left edge of the row to the right
    outer: float = 0  # the edge of the column beside the row, where signs stand

    def top(self, cell: float) -> float:
        """The top of a cell."""
        return self.y - cell * self.pitch

    def head(self, cell: float) -> float:
        """The top of the character in a cell."""
        return self.top(cell) - (self.pitch - self.size * self.tall) / 2


def punctuation(text: str, row: Row, at: int, pen: Pen, canvas: Canvas) -> None:
    """A mark of punctuation → 句 or 讀 at the corner of the character before cell `at`."""
    x = row.x + row.size * row.width * 0.52
    y = row.head(at - 1) - row.size * row.tall * 0.98
    if text in _STOPS:
        canvas.over.append(f"{pen.mark} RG {row.size * 0.03:.2f} w {_circle(x, y, row.size * 0.085)} S")
    elif text in _PAUSES:
        canvas.over.append(f"{pen.mark} rg {_drop(x, y, row.size * 0.1)} f")


def _circle(x: float, y: float, radius: float) -> str:
    k = radius * 0.5523
    return (
        f"{x + radius:.2f} {y:.2f} m "
        f"{x + radius:.2f} {y + k:.2f} {x + k:.2f} {y + radius:.2f} {x:.2f} {y + radius:.2f} c "
        f"{x - k:.2f} {y + radius:.2f} {x - radius:.2f} {y + k:.2f} {x - radius:.2f} {y:.2f} c "
        f"{x - radius:.2f} {y - k:.2f} {x - k:.2f} {y - radius:.2f} {x:.2f} {y - radius:.2f} c "
        f"{x + k:.2f} {y - radius:.2f} {x + radius:.2f} {y - k:.2f} {x + radius:.2f} {y:.2f} c"
    )


def _drop(x: float, y: float, s: float) -> str:
    return (
        f"{x - s:.2f} {y + s:.2f} m "
        f"{x:.2f} {y + s * 0.6:.2f} {x + s:.2f} {y - s * 0.2:.2f} {x + s * 0.9:.2f} {y - s:.2f} c "
        f"{x + s * 0.2:.2f} {y - s * 1.2:.2f} {x - s * 0.6:.2f} {y:.2f} {x - s:.2f} {y + s:.2f} c"
    )


def number(number: int, row: Row, at: int, pen: Pen, canvas: Canvas) -> None:
    """The number of a correction beside cell `at`, figure under figure: in the column where it has room, else on its
    rule, which is broken for it."""
    column = pen.geometry.column
    figures = str(number)
    beside = abs(row.outer - row.x) - row.size * row.width / 2
    has_room = beside > column * 0.19
    size = min(column * (0.19 if has_room else 0.13), row.pitch / len(figures))
    x = row.outer - size * (1.08 if has_room else 0.5)
    top = row.head(at)
    if not has_room:
        depth = size * len(figures)
        paper = colour(pen.geometry.layout.colours.paper)
        canvas.over.append(f"{paper} rg {x:.2f} {top - depth:.2f} {size:.2f} {depth:.2f} re f")
    for k, figure in enumerate(figures, start=1):
        shape = pen.shapes[DIGITS[int(figure)]]
        canvas.over.append(_placed(shape, pen.mark, (x, top - k * size, size, size), _FINE))


def doubt(row: Row, at: int, pen: Pen, canvas: Canvas) -> None:
    """A doubtful character: a small triangle at the edge of the column."""
    size = pen.geometry.column * (0.1 if row.room == pen.geometry.column else 0.06)
    inwards = size if row.outer < row.x else -size
    x, y = row.outer + inwards * 0.15, row.top(at + 0.5)
    canvas.over.append(
        f"{pen.mark} rg {x:.2f} {y + size * 0.6:.2f} m {x + inwards:.2f} {y:.2f} l {x:.2f} {y - size * 0.6:.2f} l f"
    )


def box(row: Row, at: int, cells: int, is_filled: bool, pen: Pen, canvas: Canvas) -> None:
    """A frame around the cells of a label, or a block of ink under them."""
    width = min(row.room * 0.92, row.size * row.width * 1.1)
    gap = (row.pitch - row.size) / 2
    top, depth = row.top(at) - gap * 0.55, cells * row.pitch - gap * 1.1
    place = f"{row.x - width / 2:.2f} {top - depth:.2f} {width:.2f} {depth:.2f} re"
    if is_filled:
        canvas.under.append(f"{pen.ink} rg {place} f")
    else:
        canvas.under.append(f"{pen.ink} RG {row.size * 0.035:.2f} w {place} S")


def gaiji(piece: Piece, row: Row, at: int, pen: Pen, canvas: Canvas) -> None:
    """A character no font has: drawn from its parts where they are known, else 〓 with its number between the bars."""
    width, height = row.size * row.width, row.size * row.tall
    x, y = row.x - width / 2, row.head(at) - height
    if piece.ref in pen.shapes:
        canvas.over.append(_placed(pen.shapes[piece.ref], pen.ink, (x, y, width, height), row.weight))
        return
    for bar in (0.76, 0.14):
        place = f"{x + width * 0.09:.2f} {y + height * bar:.2f} {width * 0.82:.2f} {height * 0.1:.2f} re"
        canvas.over.append(f"{pen.ink} rg {place} f")
    # arabic figures: 一 between the bars would read 三
    figures = str(piece.n)
    size = min(0.46 * height, 1.6 * width / len(figures))
    advance = size * 0.54
    left, foot = row.x - advance * len(figures) / 2, y + height / 2 - size * 0.49
    for k, figure in enumerate(figures):
        canvas.over.append(_placed(pen.shapes[figure], pen.ink, (left + k * advance, foot, size, size), _FINE))


def _placed(shape: str, ink: str, place: tuple[float, float, float, float], weight: float) -> str:
    """A form of 1000 by 1000 in the box of left, foot, width and height, its strokes thickened."""
    left, foot, width, height = place
    return (
        f"q {ink} rg {ink} RG {weight * 1000:.0f} w "
        f"{width / 1000:.5f} 0 0 {height / 1000:.5f} {left:.2f} {foot:.2f} cm /{shape} Do Q"
    )
