"""The five pages against their gold: characters, damage, columns, script, layers, borders."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from zhushu import characters
from zhushu.collate import restore, script, witness
from zhushu.collate.collation import Collation, collation
from zhushu.collate.mend import mend
from zhushu.collate.restore import Restorer
from zhushu.collate.witness import WitnessText
from zhushu.model import Decisions, EditionInfo, Kind, PageText, ReadingKind
from zhushu.read import decisions, edition
from zhushu.read.pages import pages
from zhushu.segment import profile, segment_pages
from zhushu.segment.profile import Profile


@pytest.fixture(scope="module")
def info(seeds: Path) -> EditionInfo:
    return edition.load(seeds)[0]


@pytest.fixture(scope="module")
def shuzhu(seeds: Path, info: EditionInfo) -> Profile:
    return profile.load(info.profile, seeds)


@pytest.fixture(scope="module")
def texts(seeds: Path, info: EditionInfo, shuzhu: Profile) -> tuple[PageText, ...]:
    return segment_pages(pages(seeds, info)[0], shuzhu)[0]


@pytest.fixture(scope="module")
def gold(shared: Path) -> dict[str, list[dict[str, str]]]:
    lines = (shared / "data" / "seeds_gold.jsonl").read_text("utf-8").splitlines()
    return {page["seed"]: page["segments"] for page in map(json.loads, lines)}


@pytest.fixture(scope="module")
def wyg(shared: Path) -> WitnessText:
    return witness.load(witness.named(shared / "data" / "kanripo" / "KR1d0040"), Path())[0]


@pytest.fixture(scope="module")
def sbck(shared: Path) -> WitnessText:
    return witness.load(witness.named(shared / "data" / "kanripo" / "KR1d0026"), Path())[0]


@pytest.fixture(scope="module")
def collated(texts: tuple[PageText, ...], shuzhu: Profile, wyg: WitnessText) -> Collation:
    return collation(texts, Decisions(), shuzhu, [wyg])


def sought(gold: dict[str, list[dict[str, str]]], text: PageText) -> Iterator[tuple[int, str, str]]:
    """Offset, raw and traditional character of a page's gold; U+FFFC for a gaiji."""
    at = 0
    for segment in gold[text.page.source.path]:
        at += len(segment["pre"])
        if segment["trad"]:
            traditional = re.sub(r"&KR\d+;", "\ufffc", segment["trad"])
            yield from zip(range(at, at + len(traditional)), segment["raw"], traditional, strict=True)
        at += len(segment["raw"])


def test_every_private_use_character_is_known(shared: Path, collated: Collation) -> None:
    lines = (shared / "data" / "pua_table.tsv").read_text("utf-8").splitlines()[1:]
    table = {line.split("\t")[0]: line.split("\t")[1] for line in lines}
    found = {f"U+{ord(entry.code):04X}": entry.text or f"&{entry.entity};" for entry in collated.proposals.characters}
    assert found == table


def test_every_lost_character_is_restored_and_no_other(
    collated: Collation, gold: dict[str, list[dict[str, str]]]
) -> None:
    expected = {
        (text.page.n, at): right for text in collated.texts for at, raw, right in sought(gold, text) if raw == "防"
    }
    found = {(entry.page, entry.offset): entry.text for entry in collated.proposals.emendations}
    assert len(expected) == 17
    assert found == expected
    kinds = Counter(reading.kind for text in collated.texts for reading in text.readings)
    assert kinds == {ReadingKind.GAIJI: 73, ReadingKind.DAMAGE: 17, ReadingKind.LACUNA: 2}


def test_the_reading_text_is_the_witness_s(collated: Collation, gold: dict[str, list[dict[str, str]]]) -> None:
    for text in collated.texts:
        assert text.reading_text is not None
        for at, raw, right in sought(gold, text):
            assert text.reading_text[at] == (raw if right == "\ufffc" else right)
        inside = [reading.span.start for reading in text.conversions]
        assert not set(inside) & {at for at, _, _ in sought(gold, text)}


def test_printed_columns_begin_where_they_do(
    collated: Collation, gold: dict[str, list[dict[str, str]]], wyg: WitnessText
) -> None:
    """The gold says on which leaf each segment begins; a witness's column begins with the character it has there."""
    for text in collated.texts:
        leaves = {mark.offset: mark.n for mark in text.breaks if mark.unit == "page"}
        at = 0
        for segment in gold[text.page.source.path]:
            at += len(segment["pre"])
            if segment["trad"]:
                last = max(offset for offset in leaves if offset <= at)
                assert leaves[last] == segment["page_start"]
            at += len(segment["raw"])
        columns = [mark for mark in text.breaks if mark.unit == "column"]
        assert len(columns) == len({mark.offset for mark in columns}) > 200
        assert all(1 <= int(mark.n) <= 8 for mark in columns)


def test_the_witness_s_layout_agrees_with_every_layer(collated: Collation) -> None:
    assert [found.code for found in collated.findings] == ["C033"]
    assert "着/著 3" in collated.findings[0].message
    assert {segment.certainty.value for text in collated.texts for segment in text.segments} == {"high"}


def test_a_second_witness_supplies_what_the_first_lacks(
    texts: tuple[PageText, ...], shuzhu: Profile, wyg: WitnessText, sbck: WitnessText
) -> None:
    found = collation(texts, Decisions(), shuzhu, [wyg, sbck])
    lacunae = [r for text in found.texts for r in text.readings if r.kind is ReadingKind.LACUNA]
    assert [(r.text, r.witness) for r in lacunae] == [("醢", "SBCK")] * 2
    assert {r.witness for t in found.texts for r in t.readings if r.kind is ReadingKind.DAMAGE} == {"WYG"}


def test_the_seeds_decisions_are_what_the_witness_proposes(
    seeds: Path, texts: tuple[PageText, ...], shuzhu: Profile, wyg: WitnessText
) -> None:
    decided = decisions.load(seeds)
    found = collation(texts, decided, shuzhu, [wyg])
    places = {(entry.page, entry.offset, entry.sic, entry.text) for entry in decided.emendations}
    assert places == {(entry.page, entry.offset, entry.sic, entry.text) for entry in found.proposals.emendations}
    assert decisions.merge(decided, found.proposals) == decided
    assert found.script.characters == script.load(seeds).characters


# ---------------------------------------------------------------- without a witness


@cache
def form(character: str) -> str:
    return characters.standard(character) or character


@pytest.fixture(scope="module")
def trained(shared: Path, texts: tuple[PageText, ...]) -> Restorer:
    names = ("KR1d0019", "KR1d0026")
    found = [witness.load(witness.named(shared / "data" / "kanripo" / name), Path())[0] for name in names]
    learnt = [restore.learn(name, text.text) for name, text in zip(names, found, strict=True)]
    return Restorer(restore.train(learnt, [text.page.source.text for text in texts]))


def test_a_model_restores_the_script(
    seeds: Path, texts: tuple[PageText, ...], shuzhu: Profile, gold: dict[str, list[dict[str, str]]], trained: Restorer
) -> None:
    """Trained on two other texts; characters and damage as the editor has decided, gaiji left out."""
    exact, folded, opencc = accuracy(collation(texts, decisions.load(seeds), shuzhu, (), trained), gold)
    assert exact >= 0.988
    assert folded >= 0.992
    assert opencc < 0.96


def accuracy(found: Collation, gold: dict[str, list[dict[str, str]]]) -> tuple[float, float, float]:
    """The shares of characters that are right, right in some form, and right by OpenCC alone."""
    import opencc

    converter = opencc.OpenCC("s2t")
    counts: Counter[str] = Counter()
    for text in found.texts:
        alone = converter.convert(text.page.source.text)
        assert text.reading_text is not None
        for at, _, right in sought(gold, text):
            if right != "\ufffc":
                ours = text.reading_text[at]
                counts["all"] += 1
                counts["exact"] += ours == right
                counts["folded"] += form(ours) == form(right)
                counts["opencc"] += alone[at] == right
    return counts["exact"] / counts["all"], counts["folded"] / counts["all"], counts["opencc"] / counts["all"]


def test_the_script_of_the_work_is_kept_without_a_witness(
    seeds: Path, texts: tuple[PageText, ...], shuzhu: Profile, gold: dict[str, list[dict[str, str]]]
) -> None:
    from zhushu.collate.edition import restorer

    exact, _, opencc = accuracy(collation(texts, decisions.load(seeds), shuzhu, (), restorer(seeds)), gold)
    assert exact >= 0.988 > opencc


# ---------------------------------------------------------------- base text


def test_the_base_text_changes_nothing_that_is_right(
    texts: tuple[PageText, ...], shuzhu: Profile, sbck: WitnessText
) -> None:
    mended, findings = mend(texts, sbck, shuzhu)
    assert not findings
    for before, after in zip(texts, mended, strict=True):
        assert [(s.span, s.kind, s.layer) for s in before.segments] == [
            (s.span, s.kind, s.layer) for s in after.segments
        ]
        numbers = [unit.n for unit in after.units]
        assert len(numbers) == len(set(numbers))
        assert all(re.fullmatch(r"\w+", n) for n in numbers)


def test_a_note_glued_to_base_text_and_back_is_parted(
    texts: tuple[PageText, ...], shuzhu: Profile, sbck: WitnessText
) -> None:
    """All white space of a page taken away: base text stands at the end of every note."""
    page = texts[0].page
    header = "仪礼述注\n"
    raw = header + re.sub(r"\s+", "", page.source.text.removeprefix("仪礼述注"))
    glued = replace(page, source=replace(page.source, text=raw), span=replace(page.span, end=len(raw)))
    segmented, _ = segment_pages([glued], shuzhu)
    before, after = layer_share(texts[0], segmented[0]), layer_share(texts[0], mend(segmented, sbck, shuzhu)[0][0])
    assert before < 0.9
    assert after > 0.97


def layer_share(right: PageText, other: PageText) -> float:
    """How many characters are base text, or a note, in both."""
    pairs = list(zip(kinds(right), kinds(other), strict=True))
    return sum(one == another for one, another in pairs) / len(pairs)


def kinds(text: PageText) -> list[Kind]:
    raw = text.page.source.text
    return [
        segment.kind
        for segment in text.segments
        if segment.kind in (Kind.BASE, Kind.NOTE)
        for at in range(segment.span.start, segment.span.end)
        if not raw[at].isspace()
    ]
