"""What is the same on every page: where columns and fold are, paper, frame, rules, fishtails."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from zhushu.publish.woodblock.grid import Sheet
from zhushu.publish.woodblock.layout import Layout

MM = 72 / 25.4

# Where the fishtails stand, and how long they are, in parts of the height of a column.
UPPER, LOWER, TAIL = 0.27, 0.80, 0.056


@dataclass(frozen=True, slots=True)
class Geometry:
    """Where things are on the page, in points, from the lower left corner."""

    layout: Layout
    sheet: Sheet
    width: float
    height: float
    is_leaf: bool
    column: float  # the width of a column
    fold: float  # the width of the fold, 0 where a page is a half-leaf
    half: float  # the width of a half-leaf
    block: float  # the width inside the frame
    depth: float  # the height inside the frame
    left: float  # the edges inside the frame
    top: float
    foot: float
    border: float  # from them to the outer edge of the frame

    @classmethod
    def of(cls, layout: Layout, sheet: Sheet) -> Geometry:
        """A layout in millimetres and the columns of the grid → points."""
        page, frame = layout.page, layout.frame
        is_leaf = page.form == "leaf"
        half = frame.column_width * sheet.columns
        fold = frame.fold_width if is_leaf else 0.0
        block = 2 * half + fold if is_leaf else half
        top = page.height - page.top
        return cls(
            layout,
            sheet,
            width=page.width * MM,
            height=page.height * MM,
            is_leaf=is_leaf,
            column=frame.column_width * MM,
            fold=fold * MM,
            half=half * MM,
            block=block * MM,
            depth=frame.column_height * MM,
            left=((page.width - block) / 2 if page.left is None else page.left) * MM,
            top=top * MM,
            foot=(top - frame.column_height) * MM,
            border=(frame.gap + frame.outer_line) * MM,
        )

    @property
    def fits(self) -> bool:
        """Whether the frame is on the page, and the text of a column in the frame."""
        across = self.border <= self.left and self.left + self.block + self.border <= self.width
        return across and self.border <= self.foot and self.top + self.border <= self.height

    def column_left(self, side: str, n: int) -> float:
        """The left edge of column `n` (counted from the right) of a half-leaf."""
        right = self.left + self.block if side == "a" or not self.is_leaf else self.left + self.half
        return right - n * self.column


@lru_cache(maxsize=64)
def colour(code: str) -> str:
    """A colour as in CSS, "#A3231D" → its three numbers for rg or RG."""
    return " ".join(f"{int(code[k : k + 2], 16) / 255:.3f}".rstrip("0").rstrip(".") for k in (1, 3, 5))


def frame_form(geometry: Geometry) -> bytes:
    """Paper, frame, rules between the columns, the fold with its fishtails: one form for all pages."""
    layout, line = geometry.layout, geometry.layout.frame
    left, top, foot, block, depth = geometry.left, geometry.top, geometry.foot, geometry.block, geometry.depth
    out = []
    if layout.colours.paper.upper() != "#FFFFFF":
        out.append(f"{colour(layout.colours.paper)} rg 0 0 {geometry.width:.2f} {geometry.height:.2f} re f")
    out.append(f"{colour(layout.colours.line)} RG {colour(layout.colours.line)} rg 0 J 0 j")
    if line.outer_line:
        away = (line.gap + line.outer_line / 2) * MM
        out.append(
            f"{line.outer_line * MM:.2f} w {left - away:.2f} {foot - away:.2f} "
            f"{block + 2 * away:.2f} {depth + 2 * away:.2f} re S"
        )
    if line.inner_line:
        out.append(f"{line.inner_line * MM:.2f} w {left:.2f} {foot:.2f} {block:.2f} {depth:.2f} re S")
    if line.rule:
        out.append(f"{line.rule * MM:.2f} w")
        out += [f"{x:.2f} {top:.2f} m {x:.2f} {foot:.2f} l S" for x in _rules(geometry)]
    if geometry.is_leaf:
        out += _fold_signs(geometry)
    return "\n".join(out).encode()


def _rules(geometry: Geometry) -> list[float]:
    """The left edges of the columns, without the frame's own; the edges of the fold are among them."""
    sides = ("a", "b") if geometry.is_leaf else ("b",)
    edges = [geometry.column_left(side, n) for side in sides for n in range(1, geometry.sheet.columns + 1)]
    if geometry.is_leaf:
        edges.append(geometry.left + geometry.half)
    return [x for x in edges if x > geometry.left + 0.01]


def _fold_signs(geometry: Geometry) -> list[str]:
    layout = geometry.layout
    x, width = geometry.left + geometry.half, geometry.fold
    out = []
    if layout.fold.fishtails > 0:
        out += _fishtail(x, width, geometry.top - UPPER * geometry.depth, -geometry.depth * TAIL)
    if layout.fold.fishtails > 1:
        out += _fishtail(x, width, geometry.top - LOWER * geometry.depth, geometry.depth * TAIL)
    if layout.fold.mouth == "black":
        middle = x + width / 2
        out.append(f"{0.9 * MM:.2f} w")
        lower = LOWER + TAIL * 0.75 if layout.fold.fishtails > 1 else 0.965
        for start, end in ((0.0, 0.045), (lower, 1.0)):
            a, b = geometry.top - start * geometry.depth, geometry.top - end * geometry.depth
            out.append(f"{middle:.2f} {a:.2f} m {middle:.2f} {b:.2f} l S")
    return out


def _fishtail(x: float, width: float, y: float, tail: float) -> list[str]:
    """魚尾: a black band with a notch; `tail` is its height, downwards where negative. A thin line runs along it."""
    line = y - tail * 0.13
    return [
        f"{0.25 * MM:.2f} w {x:.2f} {line:.2f} m {x + width:.2f} {line:.2f} l S",
        f"{x:.2f} {y:.2f} m {x + width:.2f} {y:.2f} l {x + width:.2f} {y + tail:.2f} l "
        f"{x + width / 2:.2f} {y + tail * 0.5:.2f} l {x:.2f} {y + tail:.2f} l f",
    ]
