"""docs/profiles.md, followed to the letter."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from segment.scoring import page

from zhushu.model import Kind
from zhushu.segment import profile, segment_pages
from zhushu.segment.check import HEADING_TYPES
from zhushu.segment.habits import NOTE_LAYERS, POSITIONS

GUIDE = (Path(__file__).resolve().parents[2] / "docs/profiles.md").read_text("utf-8")
FENCE = re.compile(r"^```toml *(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = {name: text for name, text in FENCE.findall(GUIDE) if name}
PARTS = [text for name, text in FENCE.findall(GUIDE) if not name]
PEOPLE = """
[profile]
id = "parts"
title = "parts"
[[person]]
id = "jiagongyan"
names = { en = "Jia Gongyan" }
[[person]]
id = "zhengxuan"
names = { en = "Zheng Xuan" }
[[work]]
id = "yili-shu"
title = "儀禮疏"
"""


def voices(name: str, folder: Path, raw: str) -> list[tuple[str, str | None]]:
    (folder / name).write_text(FILES[name], "utf-8")
    (text,), _ = segment_pages([page(raw)], profile.load(name, folder))
    return [(s.layer, s.voice) for s in text.segments if s.kind in (Kind.BASE, Kind.NOTE)]


def test_add_a_commentator(tmp_path: Path) -> None:
    raw = "主人𤣥端\n注曰端\ue913○敖氏曰正也○敖继公曰然"
    expected = [("經", None), ("注", "zhengxuan"), ("諸家", "aojigong"), ("諸家", "aojigong")]
    assert voices("my.toml", tmp_path, raw) == expected


def test_write_a_profile(tmp_path: Path) -> None:
    raw = "潜龙勿用𤣥\n虞翻曰潜藏也\ue913○崔氏曰隠也"
    assert voices("small.toml", tmp_path, raw) == [("經", None), ("注", "yufan"), ("諸家", "unknown")]


@pytest.mark.parametrize("name", FILES)
def test_under_twenty_lines_each(name: str) -> None:
    assert len([line for line in FILES[name].splitlines() if line]) < 20


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.split("\n")[0])
def test_every_example_can_be_used(tmp_path: Path, part: str) -> None:
    declared = tomllib.loads(part)
    people = PEOPLE if "person" not in declared else PEOPLE.split("[[person]]")[0]
    (tmp_path / "parts.toml").write_text(people + part, "utf-8")
    profile.load("parts.toml", tmp_path)


def test_the_guide_names_every_table_and_value() -> None:
    for word in (*profile.KEYS, *POSITIONS, *NOTE_LAYERS, *HEADING_TYPES):
        assert word in GUIDE, f"docs/profiles.md does not speak of {word}"
