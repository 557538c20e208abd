"""The rules of the woodblock grid once more, in Python, cell by cell: what the stylesheet is compared with.

Knows flowed text only (breaks = "flowed", punctuation = "cells").
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import gcd

from lxml import etree

T = "{http://www.tei-c.org/ns/1.0}"
DIGITS = "〇一二三四五六七八九"
UNSEEN = "\ufe00"  # a variation selector takes no cell


@dataclass(frozen=True)
class Cell:
    """One character of the page: column counted through the juan, height in it, row, what it is."""

    column: int
    y: int
    row: str
    kind: str
    text: str
    source: str


@dataclass
class Setter:
    """Sets one juan."""

    columns: int = 8
    cells: int = 21
    note_cells: int = 21
    note_rows: int = 2
    note_indent: int = 0
    notes: str = "run-on"
    join_notes: bool = True
    units: str = "run-on"
    c: int = 0
    y: int = 0
    out: list[Cell] = field(default_factory=list)
    heads: list[tuple[str, int]] = field(default_factory=list)  # not set yet: they stay with what follows

    @property
    def height(self) -> int:
        return self.cells * self.note_cells // gcd(self.cells, self.note_cells)

    @property
    def base(self) -> int:
        return self.height // self.cells

    @property
    def note(self) -> int:
        return self.height // self.note_cells

    def next_column(self) -> None:
        self.c, self.y = self.c + 1, 0

    def fresh(self) -> None:
        self.settle()
        if self.y:
            self.next_column()

    def settle(self) -> None:
        """Heads that follow each other: not the last of them in the last column of a half-leaf."""
        heads, self.heads = self.heads, []
        if not heads:
            return
        self.fresh()
        here = self.c % self.columns
        if here and here + len(heads) >= self.columns > len(heads):
            self.c += self.columns - here
        for text, indent in heads:
            self.line("head", text, indent)

    def gap(self, text: str) -> None:
        """A sign of missing pages: a column of its own or, where that would be on a new leaf, two rows."""
        self.settle()
        depth = (len(text) + 1) // 2 * self.note
        if self.y and (self.c + 1) % (2 * self.columns) == 0 and self.y + depth <= self.height:
            self.double([(character, "") for character in text], "gap")
            self.fresh()
        else:
            self.line("gap", text, 2)

    def line(self, kind: str, text: str, indent: int) -> None:
        """A head, trailer or sign of a gap: columns of its own."""
        self.fresh()
        self.row(kind, [(character, "") for character in text], self.base, indent)
        self.fresh()

    def row(self, kind: str, text: list[tuple[str, str]], unit: int, indent: int) -> None:
        top = max(0, min(indent, self.cells - 1)) * self.base
        for character, source in text:
            if self.y == 0:
                self.y = top
            if self.y + unit > self.height:
                self.next_column()
                self.y = top
            self.out.append(Cell(self.c, self.y, "row", kind, character, source))
            self.y += unit
            if self.y >= self.height:
                self.next_column()

    def base_text(self, kind: str, text: list[tuple[str, str]], blank: bool = False) -> None:
        self.settle()
        if not text:
            return
        self.y = -(-self.y // self.base) * self.base
        if blank and self.y:
            self.y += self.base
        if self.y + self.base > self.height:
            self.next_column()
        self.row(kind, text, self.base, 0)

    def double(self, text: list[tuple[str, str]], kind: str = "note") -> None:
        top = max(0, min(self.note_indent, self.cells - 1)) * self.base
        while text:
            if self.y == 0:
                self.y = top
            room = (self.height - self.y) // self.note
            if room == 0:
                self.next_column()
                continue
            here, text = text[: 2 * room], text[2 * room :]
            right = room if text else (len(here) + 1) // 2
            for row, part in (("right", here[:right]), ("left", here[right:])):
                for k, (character, source) in enumerate(part):
                    self.out.append(Cell(self.c, self.y + k * self.note, row, kind, character, source))
            self.y += right * self.note
            if text or self.y >= self.height:
                self.next_column()

    def notes_text(self, text: list[tuple[str, str]]) -> None:
        """Notes that are one stretch; what holds them may be empty of cells."""
        self.settle()
        if self.notes == "column":
            self.fresh()
        if self.note_rows == 2:
            self.double(text)
        else:
            self.row("note", text, self.note, self.note_indent)


def juan_cells(tei: etree._Element, juan: etree._Element, **layout: object) -> list[Cell]:
    """A juan → its cells in the order they are set."""
    setter = Setter(**layout)  # type: ignore[arg-type]
    waiting: list[tuple[str, str]] = []  # notes that are not set yet: the next may join them

    def flush() -> None:
        if waiting:
            setter.notes_text(list(waiting))
            waiting.clear()

    def gap(element: etree._Element) -> None:
        flush()
        extent = element.get("extent", "")
        setter.gap(f"〔闕{words(int(extent)) if extent.isdigit() and int(extent) else ''}頁〕")

    def walk(parent: etree._Element) -> None:
        for element in parent:
            name = str(element.tag).removeprefix(T)
            if name == "head":
                flush()
                kind, text = element.get("type", ""), celled(element)
                indent = {"title": 0, "juan": 1, "author": setter.cells - len(text) - 1}.get(kind, 2)
                setter.heads.append((text, indent))
            elif name == "ab":
                if setter.units == "column":
                    flush()
                    setter.fresh()
                walk(element)
            elif name == "seg":
                flush()
                setter.base_text("base", sourced(element))
            elif name == "note":
                setter.settle()
                waiting.extend(sourced(element))
                if not setter.join_notes:
                    flush()
            elif name == "div":
                if element.find(f"{T}head") is None:
                    flush()
                    setter.fresh()
                walk(element)
            elif name == "table":
                for row in element:
                    flush()
                    setter.fresh()
                    for cell in row:
                        setter.base_text("cell", [(character, "") for character in celled(cell)], blank=True)
                    setter.fresh()
            elif name == "gap":
                gap(element)
            elif name == "trailer":
                flush()
                setter.fresh()
                after = len(list(element.itersiblings(f"{T}trailer")))
                last = setter.columns - 1 - min(after, setter.columns - 1)
                if setter.c % setter.columns <= last:
                    setter.c += last - setter.c % setter.columns
                setter.line("trailer", celled(element), 1)

    if juan.find(f"{T}head") is None:
        title = "".join(tei.find(f".//{T}titleStmt/{T}title[@type='main']").itertext())
        item = tei.find(f".//{T}msItem[@n='{juan.get('n')}']")
        n = juan.get("n", "")
        label = item.findtext(f"{T}locus") if item is not None else f"卷{words(int(n)) if n.isdigit() else n}"
        setter.heads.append((f"{title}{label}", 1))
        author = tei.findtext(f".//{T}titleStmt/{T}author")
        if author:
            setter.heads.append((f"{author}　撰", setter.cells - len(author) - 3))
        if item is not None:
            setter.heads.append((item.findtext(f"{T}title") or "", 2))
    if next(juan.itersiblings(f"{T}div", preceding=True), None) is None:
        for element in list(juan.itersiblings(preceding=True))[::-1]:
            gap(element)
    walk(juan)
    flush()
    setter.settle()
    after = juan.getnext()
    if after is not None and after.tag == f"{T}gap":
        gap(after)
    return setter.out


def plain(element: etree._Element) -> str:
    """The text of an element, with the characters that are not seen."""
    return "".join(_characters(element))


def celled(element: etree._Element) -> str:
    return "".join(character for character, _ in sourced(element))


def sourced(element: etree._Element) -> list[tuple[str, str]]:
    """The characters of an element, one for each cell, with its xml:id."""
    source = element.get("{http://www.w3.org/XML/1998/namespace}id", "")
    return [(character, source) for character in _characters(element) if character not in UNSEEN]


def _characters(element: etree._Element) -> Iterator[str]:
    yield from _solid(element.text)
    for child in element:
        name = str(child.tag).removeprefix(T)
        if name == "gap":
            yield from "□" * int(child.get("quantity", "1"))
        elif name == "g" and not child.text:
            yield "〓"
        elif name == "space":
            inside = element.tag in (f"{T}head", f"{T}trailer", f"{T}cell")
            before = child.getprevious() is not None or (element.text or "")
            after = child.getnext() is not None or (child.tail or "")
            if inside and before and after:
                yield "　"
        else:
            yield from _characters(child)
        yield from _solid(child.tail)


def _solid(text: str | None) -> str:
    return "".join(character for character in text or "" if character not in " \t\r\n")


def words(number: int) -> str:
    """A number below a thousand in words."""
    hundreds, rest = divmod(number, 100)
    tens, ones = divmod(rest, 10)
    if not hundreds:
        ten = "" if not tens else "十" if tens == 1 else f"{DIGITS[tens]}十"
        return ten + (DIGITS[ones] if ones or not tens else "")
    head = f"{DIGITS[hundreds]}百"
    if not tens:
        return head + (f"〇{DIGITS[ones]}" if ones else "")
    return f"{head}{DIGITS[tens]}十{DIGITS[ones] if ones else ''}"
