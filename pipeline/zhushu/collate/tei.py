"""A zhushu edition in TEI → WitnessText: its base text and notes, its printed pages and columns."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from zhushu.collate.witness import BASE, GAIJI, NOTE, UNKNOWN, WitnessText
from zhushu.errors import CollationError
from zhushu.findings import finding
from zhushu.model import Break, Finding, Place

if TYPE_CHECKING:
    from lxml import etree

_TEI = "{http://www.tei-c.org/ns/1.0}"
_ID = "{http://www.w3.org/XML/1998/namespace}id"
_SILENT = {f"{_TEI}{name}" for name in ("fw", "space", "back", "teiHeader")}


def read(files: list[Path]) -> tuple[WitnessText, tuple[Finding, ...]]:
    """TEI files → the witness."""
    stream = _Stream()
    title = siglum = ""
    for file in files:
        root = _parse(file)
        title = title or (root.findtext(f".//{_TEI}titleStmt/{_TEI}title") or "")
        siglum = siglum or root.get(_ID, "")
        body = root.find(f"{_TEI}text/{_TEI}body")
        if body is not None:
            stream.walk(body, UNKNOWN)
    text, layers = "".join(stream.text), "".join(stream.layers)
    breaks, divisions = tuple(stream.breaks), tuple(stream.divisions)
    passages = tuple(stream.passages)
    return WitnessText(siglum, text, layers, breaks, stream.entities, divisions, passages, title=title), ()


def _parse(file: Path) -> etree._Element:
    from lxml import etree

    try:
        return etree.parse(file, etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True)).getroot()
    except etree.XMLSyntaxError as error:
        line = error.lineno
        raise CollationError(finding("C028", Place(str(file), line=line), path=file, reason=error.msg)) from error


class _Stream:
    def __init__(self) -> None:
        self.text: list[str] = []
        self.layers: list[str] = []
        self.breaks: list[Break] = []
        self.entities: dict[int, str] = {}
        self.divisions: list[tuple[int, str]] = []
        self.passages: list[int] = []

    def walk(self, element: etree._Element, layer: str) -> None:
        """An element in reading order; its layer is that of the nearest seg or note."""
        if not isinstance(element.tag, str) or element.tag in _SILENT:
            return
        tag = element.tag.removeprefix(_TEI)
        if tag in ("seg", "note"):
            layer = BASE if tag == "seg" else NOTE
            self.passages += [len(self.text)] if tag == "seg" else []
        elif tag == "div" and element.get("subtype") == "juan":
            self.divisions.append((len(self.text), element.get("n", "")))
        elif tag in ("pb", "lb") and element.get("ed") != "raw":
            unit = "page" if tag == "pb" else "column"
            self.breaks.append(Break(len(self.text), unit, element.get("n", ""), ""))
        elif tag == "g" and not element.text:
            self.entities[len(self.text)] = element.get("ref", "#").removeprefix("#")
            self.put(GAIJI, layer)
        elif tag == "gap" and element.get("unit") == "character":
            self.put("□" * int(element.get("quantity", "1")), layer)
        self.put(element.text or "", layer)
        for child in element:
            self.walk(child, layer)
            self.put(child.tail or "", layer)

    def put(self, text: str, layer: str) -> None:
        characters = [character for character in text if not character.isspace()]
        self.text += characters
        self.layers += [layer] * len(characters)
