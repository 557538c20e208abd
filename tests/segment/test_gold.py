"""The figures: layers, voices and borders against the gold segments, which are not part of the project."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from segment.scoring import Gold, page, score

from zhushu.read import edition, pages
from zhushu.segment import segment_pages
from zhushu.segment.profile import Profile

JUAN = (2, 5, 6, 7, 11, 15)


@pytest.fixture(scope="module")
def gold_of_juan(shared: Path) -> dict[int, Gold]:
    lines = (shared / "data/gold_dev.jsonl").read_text("utf-8").splitlines()
    segments = [json.loads(line) for line in lines]
    return {juan: [segment for segment in segments if segment["juan"] == juan] for juan in JUAN}


def test_the_seeds_character_by_character(shared: Path, seeds: Path, shuzhu: Profile) -> None:
    lines = (shared / "data/seeds_gold.jsonl").read_text("utf-8").splitlines()
    gold = {entry["seed"]: entry["segments"] for entry in map(json.loads, lines)}
    info, _ = edition.load(seeds)
    found, _ = pages.pages(seeds, info)
    texts, _ = segment_pages(found, shuzhu)
    assert {text.page.source.path for text in texts} == set(gold)
    for text in texts:
        result = score(text, gold[text.page.source.path], shuzhu)
        assert not result.errors
        assert (result.missed, result.extra) == (0, 0)
        assert result.borders > 100


@pytest.mark.parametrize("shape", "ABCD")
@pytest.mark.parametrize("juan", JUAN)
def test_whole_juan_in_four_shapes(
    shared: Path, gold_of_juan: dict[int, Gold], shuzhu: Profile, juan: int, shape: str
) -> None:
    raw = (shared / f"data/degraded/juan{juan:02}.{shape}.txt").read_text("utf-8")
    (text,), _ = segment_pages([page(raw)], shuzhu)
    result = score(text, gold_of_juan[juan], shuzhu)
    assert result.layers >= 0.999, result.errors
    assert result.voices >= 0.999, result.errors
    assert result.sections >= 0.99
    assert result.missed + result.extra <= result.borders / 1000
