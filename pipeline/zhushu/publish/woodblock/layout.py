"""A layout of the woodblock page: a TOML file of publish/layouts/ or of the edition, changed by edition.toml.

The tables and their keys are the fields below; publish/layouts/siku.toml says what each is for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from zhushu import resources
from zhushu.errors import PublishingError
from zhushu.findings import finding
from zhushu.model import Place
from zhushu.publish.settings import SettingsError, checked

Count = Annotated[int, msgspec.Meta(ge=1, le=200)]
Cells = Annotated[int, msgspec.Meta(ge=0, le=100)]
Millimetres = Annotated[float, msgspec.Meta(gt=0, le=2000)]
Line = Annotated[float, msgspec.Meta(ge=0, le=20)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Colour = Annotated[str, msgspec.Meta(pattern="^#[0-9A-Fa-f]{6}$")]


class Grid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What xslt/print/grid.xsl is told: its parameters have the same names."""

    columns: Count = 8
    cells: Count = 21
    note_cells: Count = 21
    note_rows: Literal[1, 2] = 2
    note_indent: Cells = 0
    notes: Literal["run-on", "column"] = "run-on"
    join_notes: bool = True
    units: Literal["run-on", "column"] = "run-on"
    breaks: Literal["flowed", "printed"] = "flowed"
    witness: str = ""
    punctuation: Literal["judou", "cells"] = "judou"
    numerals: Literal["words", "digits"] = "words"
    indent_title: Cells = 0
    indent_juan: Cells = 1
    indent_chapter: Cells = 2
    author_foot: Cells = 1

    def parameters(self) -> dict[str, str]:
        """The layout → parameters of the stylesheet, as text."""
        said = {"True": "yes", "False": "no"}
        values = {name.replace("_", "-"): str(value) for name, value in msgspec.to_builtins(self).items()}
        return {name: said.get(value, value) for name, value in values.items()}


class Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    form: Literal["leaf", "half"] = "leaf"
    width: Millimetres = 280
    height: Millimetres = 210
    top: Millimetres = 31
    left: Millimetres | None = None


class Frame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    column_width: Millimetres = 13
    column_height: Millimetres = 158
    fold_width: Millimetres = 14
    outer_line: Line = 1
    inner_line: Line = 0.2
    gap: Line = 1.3
    rule: Line = 0.12


class Type(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    base: Millimetres = 6.7
    note: Millimetres = 5.2
    base_weight: Share = 0.024
    note_weight: Share = 0.008
    note_width: Annotated[float, msgspec.Meta(gt=0, le=1)] = 1


class Fold(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title_size: Millimetres = 5.4
    juan_size: Millimetres = 4.8
    leaf_size: Millimetres = 4.6
    fishtails: Literal[0, 1, 2] = 1
    mouth: Literal["black", "white"] = "white"


class Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    labels: Literal["plain", "boxed", "reversed"] = "plain"


class Colours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    paper: Colour = "#FFFFFF"
    ink: Colour = "#000000"
    line: Colour = "#000000"
    mark: Colour = "#000000"


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`text` is what is printed: the reading text where there is one, or the text of record."""

    text: Literal["reading", "record"] = "reading"
    pdf: Literal["A-2u", "A-1b"] = "A-2u"
    grid: Grid = Grid()
    page: Page = Page()
    frame: Frame = Frame()
    type: Type = Type()
    fold: Fold = Fold()
    marks: Marks = Marks()
    colours: Colours = Colours()


def load(wanted: Mapping[str, Any], where: Place, lines: Mapping[str, int] | None = None) -> Layout:
    """The table [print.woodblock] of edition.toml → the layout: `layout` names one, other tables change it.

    `lines` says on which line a key of edition.toml stands.
    """
    changes = dict(wanted)
    name = str(changes.pop("layout", "siku"))
    tables = _merged(_read(name, Path(), where), changes)
    try:
        return checked(tables, Layout, "print.woodblock", lines or {})
    except SettingsError as error:
        raise PublishingError(finding("P202", error.place, layout=name, problem=error.problem)) from error


def with_its_file(printing: dict[str, Any], folder: Path) -> dict[str, Any]:
    """The table [print] of the edition in `folder` → the same with the layout file that it names, where it names one.

    So what is said about outputs holds the content of the file, not where it stands. A file that cannot be read
    stays a name: `load` will say what is wrong with it.
    """
    wanted = printing.get("woodblock")
    name = wanted.get("layout") if isinstance(wanted, dict) else None
    if not isinstance(wanted, dict) or not isinstance(name, str) or not name.endswith(".toml"):
        return printing
    try:
        tables = _read(name, folder, Place("edition.toml"))
    except PublishingError:
        return printing
    changes = {key: value for key, value in wanted.items() if key != "layout"}
    return {**printing, "woodblock": _merged(tables, changes)}


def names() -> tuple[str, ...]:
    """The layouts that are shipped."""
    return tuple(sorted(path.stem for path in resources.package("publish/layouts").glob("*.toml")))


def _read(name: str, folder: Path, where: Place, seen: tuple[Path, ...] = ()) -> dict[str, Any]:
    """A shipped name or a TOML file (from `folder`) → its tables, over those of the layout it inherits from."""
    path = folder / name if name.endswith(".toml") else resources.package(f"publish/layouts/{name}.toml")
    try:
        tables = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise PublishingError(finding("P201", where, layout=name, known="、".join(names()))) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise PublishingError(finding("P202", where, layout=name, problem=str(error))) from error
    parent = tables.pop("inherits", None)
    if parent is None:
        return tables
    if path in seen:
        raise PublishingError(finding("P202", where, layout=name, problem="it inherits from itself"))
    return _merged(_read(str(parent), path.parent, where, (*seen, path)), tables)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two layers of tables → one; a key of `above` wins."""
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, Mapping) and isinstance(below.get(key), Mapping)
        merged[key] = _merged(below[key], value) if both else value
    return merged
