"""A leaf of the grid → the content of its PDF pages: fold or margin, and columns of vertical text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from zhushu.publish.woodblock import signs
from zhushu.publish.woodblock.geometry import LOWER, MM, TAIL, UPPER, Geometry, colour
from zhushu.publish.woodblock.grid import Column, Half, Leaf, Piece, Run
from zhushu.publish.woodblock.signs import Canvas, Pen, Row

_FONT = attrgetter("font")
_FURNITURE = 0.012  # how much the strokes of running heads are thickened, in parts of their size


def pages(leaf: Leaf, pen: Pen) -> Iterator[tuple[str, bytes]]:
    """A leaf → its pages: the name of each and its content."""
    if pen.geometry.is_leaf:
        canvas = Canvas()
        _fold(leaf, pen, canvas)
        for half in leaf.halves:
            _half(half, pen, canvas)
        yield f"{leaf.juan}葉{leaf.label}", canvas.content()
        return
    for half in leaf.halves:
        canvas = Canvas()
        name = f"{leaf.juan}葉{leaf.label}{'上' if half.side == 'a' else '下'}"
        _margin(name, pen, canvas)
        _half(half, pen, canvas)
        yield name, canvas.content()


# 1. Running heads


def _fold(leaf: Leaf, pen: Pen, canvas: Canvas) -> None:
    """版心: the title over the fishtail, the juan below it, the number of the leaf at the foot."""
    geometry = pen.geometry
    fold, depth = geometry.layout.fold, geometry.depth
    x = geometry.left + geometry.half + geometry.fold / 2
    foot = LOWER - TAIL - 0.012 if fold.fishtails > 1 else 0.96
    number = min(len(leaf.label) * fold.leaf_size * MM * 1.25, 0.2 * depth)
    lines = (
        (geometry.sheet.running, 0.055 * depth, (UPPER - 0.075) * depth, fold.title_size * MM),
        (leaf.juan, (UPPER + TAIL + 0.03) * depth, 0.23 * depth, fold.juan_size * MM),
        (leaf.label, foot * depth - number, 0.2 * depth, fold.leaf_size * MM),
    )
    canvas.text.append(f"/Artifact BMC {canvas.changed('look', _look(pen.ink, _FURNITURE * fold.juan_size * MM))}")
    for text, down, room, size in lines:
        if text:
            pitch = min(size * 1.25, room / len(text))
            canvas.text.append(_line(text, Row(x, geometry.top - down, min(size, pitch), pitch), 0, pen, canvas))
    canvas.text.append("EMC")


def _margin(name: str, pen: Pen, canvas: Canvas) -> None:
    """The running title of a page without a fold: small, in the left margin."""
    geometry = pen.geometry
    size = geometry.layout.fold.leaf_size * MM * 0.8
    text = f"{geometry.sheet.running}　{name}"
    pitch = min(size * 1.2, geometry.depth / len(text))
    canvas.text.append(f"/Artifact BMC {canvas.changed('look', _look(colour(geometry.layout.colours.line), 0))}")
    row = Row((geometry.left - geometry.border) / 2, geometry.top, min(size, pitch), pitch)
    canvas.text.append(_line(text, row, 0, pen, canvas))
    canvas.text.append("EMC")


# 2. Columns


class _Draw(NamedTuple):
    """Text operators that stay together, and the text they stand for."""

    operators: str
    text: str

    @property
    def can_be_replaced(self) -> bool:
        """Whether ActualText may carry the text: one reader loses characters beyond the BMP there."""
        return not self.text or max(self.text) < "\ufffd"


def _half(half: Half, pen: Pen, canvas: Canvas) -> None:
    for column in half.columns:
        left = pen.geometry.column_left(half.side, column.n)
        for group in _groups(column.runs):
            draws = [draw for run in group for draw in _run(run, _row(run, column, left, pen.geometry), pen, canvas)]
            canvas.text += _spans(draws)


def _groups(runs: tuple[Run, ...]) -> Iterator[list[Run]]:
    """Runs that are read as one stretch: each run in one row, and the right and left rows of notes together."""
    group: list[Run] = []
    for run in runs:
        follows = run.is_double and bool(group) and group[-1].is_double
        if group and (not follows or (group[-1].row, run.row) == ("left", "right")):
            yield group
            group = []
        group.append(run)
    if group:
        yield group


def _spans(draws: list[_Draw]) -> Iterator[str]:
    """Draws → operators. Readers sort the glyphs of a page by place; a span's ActualText keeps the order of reading."""
    pending: list[_Draw] = []
    for draw in draws:
        if draw.can_be_replaced:
            pending.append(draw)
        else:
            yield from _span(pending)
            pending = []
            yield draw.operators
    yield from _span(pending)


def _span(draws: list[_Draw]) -> Iterator[str]:
    text = "".join(draw.text for draw in draws)
    if text:
        actual = f"\ufeff{text}".encode("utf-16-be").hex().upper()
        yield f"/Span <</ActualText <{actual}>>> BDC"
        yield from (draw.operators for draw in draws if draw.operators)
        yield "EMC"


def _row(run: Run, column: Column, left: float, geometry: Geometry) -> Row:
    """A run in the column whose left edge is `left` → where its cells are."""
    kind = geometry.layout.type
    is_note = run.kind == "note" or run.is_double
    height = column.height or geometry.sheet.height
    size = (kind.note if is_note else kind.base) * MM
    return Row(
        x=left + {"row": 0.5, "right": 0.74, "left": 0.26}[run.row] * geometry.column,
        y=geometry.top - run.y / height * geometry.depth,
        size=size * 0.75 if run.kind == "gap" and not is_note else size,
        pitch=(geometry.sheet.note if is_note else geometry.sheet.base) / height * geometry.depth,
        width=kind.note_width if run.is_double else 1,
        tall=geometry.sheet.height / height,
        weight=kind.note_weight if is_note or run.kind == "gap" else kind.base_weight,
        room=geometry.column * (0.5 if run.is_double else 1),
        outer=left if run.row == "left" else left + geometry.column,
    )


def _run(run: Run, row: Row, pen: Pen, canvas: Canvas) -> Iterator[_Draw]:
    """A run → its text, in draws that are read one after the other; shapes go to the canvas."""
    at = 0
    for piece in run.pieces:
        if piece.kind == "app":
            signs.number(piece.n, row, at, pen, canvas)
        elif piece.kind == "mark":
            signs.punctuation(piece.text, row, at, pen, canvas)
            yield _Draw("", piece.text)
        elif piece.kind == "latin":
            look = canvas.changed("look", _look(pen.ink, row.weight * row.size))
            yield _Draw(look + _latin(piece, row, at, pen, canvas), piece.text)
            at += piece.cells
        else:
            look = canvas.changed("look", _look_of(piece, run, row, at, pen, canvas))
            for text in _stretches(piece.text, pen.odd):
                line = _line(text, row, at, pen, canvas)
                yield _Draw(look + line, text)
                look = ""
                at += len(text)


def _latin(piece: Piece, row: Row, at: int, pen: Pen, canvas: Canvas) -> str:
    """Letters in cells from `at` → text operators: two stand side by side in their cell, more lie on their side."""
    glyphs = [pen.glyphs.get(character, pen.geta) for character in piece.text]
    natural = sum(glyph.width for glyph in glyphs) * row.size / 1000
    room = row.size * row.width if len(glyphs) <= 2 else piece.cells * row.pitch - row.size * 0.1
    narrow = min(1.0 if len(glyphs) <= 2 else row.width, room / natural)
    middle = row.top(at) - piece.cells * row.pitch / 2
    out: list[str] = []
    done = -natural * narrow / 2
    for glyph in glyphs:
        advance = glyph.width * row.size / 1000 * narrow
        # a glyph of a vertical font hangs from the middle of its top, 0.88 of the size above the baseline
        if len(glyphs) <= 2:
            matrix = f"{narrow:.3f} 0 0 1 {row.x + done + advance / 2:.2f} {middle + row.size / 2:.2f}"
        else:
            beside = row.x + row.size * row.width * 0.52
            matrix = f"0 {-narrow:.3f} {row.width:g} 0 {beside:.2f} {middle - done - advance / 2:.2f}"
        face = canvas.changed("face", f"/{glyph.font} {row.size:.2f} Tf 0 Tc ")
        out.append(f"{face}{matrix} Tm <{glyph.code}> Tj")
        done += advance
    return " ".join(out)


def _stretches(text: str, odd: Mapping[str, float]) -> Iterator[str]:
    """Characters of the BMP together, others by themselves, see _Draw, and so those of another height."""
    if max(text) <= "\uffff" and (not odd or odd.keys().isdisjoint(text)):
        yield text
        return
    start = 0
    for k, character in enumerate(text):
        if character > "\uffff" or character in odd:
            if k > start:
                yield text[start:k]
            yield character
            start = k + 1
    if start < len(text):
        yield text[start:]


def _look_of(piece: Piece, run: Run, row: Row, at: int, pen: Pen, canvas: Canvas) -> str:
    """Colour and weight of a piece's glyphs; the shapes that belong to it are painted."""
    labels = pen.geometry.layout.marks.labels
    ink = pen.mark if run.kind == "gap" or piece.kind == "gap" else pen.ink
    if piece.kind == "g":
        signs.gaiji(piece, row, at, pen, canvas)
        return "3 Tr "  # the text is there for readers of the file, unseen
    if piece.kind == "label" and labels != "plain":
        signs.box(row, at, len(piece.text), labels == "reversed", pen, canvas)
        ink = colour(pen.geometry.layout.colours.paper) if labels == "reversed" else ink
    elif piece.kind == "unclear":
        for k in range(len(piece.text)):
            signs.doubt(row, at + k, pen, canvas)
    return _look(ink, row.weight * row.size)


@lru_cache(maxsize=256)
def _look(ink: str, stroke: float) -> str:
    """Glyphs filled with `ink`, and stroked with it where they are to be heavier."""
    return f"{ink} rg {ink} RG {stroke:.3f} w 2 Tr " if stroke else f"{ink} rg 0 Tr "


def _line(text: str, row: Row, at: int, pen: Pen, canvas: Canvas) -> str:
    """Characters in the cells of a row from cell `at` → text operators.

    The first glyph has a Tj of its own: a reader that sorts strings by the height at which they start would else
    take all columns of a page for lines and read them from the left.
    """
    get, geta = pen.glyphs.get, pen.geta
    spacing = f"{row.size:.2f} Tf {row.size - row.pitch / row.tall:.3f} Tc"
    top, tall = row.head(at), row.tall * pen.odd.get(text, 1)
    out: list[str] = []
    for font, group in groupby([get(character, geta) for character in text], key=_FONT):
        first, *rest = [glyph.code for glyph in group]
        face = canvas.changed("face", f"/{font} {spacing} ")
        shown = f"<{first}> Tj <{''.join(rest)}> Tj" if rest else f"<{first}> Tj"
        out.append(f"{face}{row.width:g} 0 0 {tall:.4g} {row.x:.2f} {top:.2f} Tm {shown}")
        top -= (1 + len(rest)) * row.pitch
    return " ".join(out)
