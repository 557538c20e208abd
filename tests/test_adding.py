"""docs/adding.md, followed to the letter: its files are written, its pages read, what comes out compared."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

from zhushu.model import Kind, Page, PageText
from zhushu.read import pages
from zhushu.read import source as sources
from zhushu.segment import profile, segment_pages

GUIDE = Path(__file__).resolve().parent.parent / "docs/adding.md"
_BLOCK = re.compile(r"^```(\w+) ?(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Section:
    name: str
    file: str
    code: str
    page: str
    text: str
    result: str


def sections() -> Iterator[Section]:
    for part in GUIDE.read_text("utf-8").split("\n## ")[1:]:
        (_, file, code), (_, page, text), (kind, _, result) = _BLOCK.findall(part)
        assert kind == "result"
        yield Section(part.splitlines()[0], file, code, page, text, result)


def module(path: Path) -> ModuleType:
    specification = importlib.util.spec_from_file_location(path.stem, path)
    assert specification is not None
    assert specification.loader is not None
    loaded = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(loaded)
    return loaded


def lines(text: PageText) -> Iterator[str]:
    shown = text.page.shown()
    for one in text.segments:
        if one.kind in (Kind.BASE, Kind.NOTE):
            words = "".join("".join(shown[span.start : span.end].split()) for span in one.spans)
            yield " ".join(filter(None, (one.layer, one.voice, words)))


@pytest.mark.parametrize("section", list(sections()), ids=lambda section: section.name)
def test_the_guide(section: Section, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(section.code.splitlines()) < 20
    (tmp_path / section.file).write_text(section.code, "utf-8")
    (tmp_path / section.page).write_text(section.text, "utf-8")
    name = section.file
    if section.file.endswith(".py"):
        monkeypatch.setattr(pages, "READERS", (*pages.READERS, module(tmp_path / section.file)))
        name = "general"
    source, _ = sources.read(tmp_path / section.page, tmp_path)
    assert source is not None
    (leaf,) = pages.leaves(tmp_path / section.page, source)
    page = Page(source, leaf.span, "1", "1", marks=leaf.marks, breaks=leaf.breaks)
    (text,), _ = segment_pages((page,), profile.load(name, tmp_path))
    assert "\n".join(lines(text)) + "\n" == section.result


def test_every_thing_to_add_has_its_section() -> None:
    assert [section.name for section in sections()] == ["A voice", "A profile", "A reader"]
