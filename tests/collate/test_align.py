"""Alignment: sane for any two texts, right for texts that are copies of each other, silent for others."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zhushu.collate.align import Index, Run, align
from zhushu.collate.folding import folded, same

# Han of the BMP, of planes 2 and 3, private use: rare n-grams for seeds, and everything a page may hold.
HAN = [chr(c) for c in range(0x4E00, 0x5200)] + ["𤣥", "𧃊", "\U00030000", "\ue913", "\U000f0001", "○", "□"]
short = st.text(st.sampled_from("經注曰也𤣥\ue913"), max_size=60)


def prose(length: int, seed: int) -> str:
    rng = random.Random(seed)
    return "".join(rng.choice(HAN) for _ in range(length))


def pairs(runs: tuple[Run, ...]) -> dict[int, int]:
    return {run.a + step: run.b + step for run in runs for step in range(run.length)}


def assert_sane(runs: tuple[Run, ...], a: str, b: str) -> None:
    assert all(run.length > 0 and 0 <= run.a < run.a_end <= len(a) and 0 <= run.b < run.b_end <= len(b) for run in runs)
    assert all(first.a_end <= second.a for first, second in pairwise(runs))
    in_b = sorted(runs, key=lambda run: run.b)
    assert all(first.b_end <= second.b for first, second in pairwise(in_b))


@given(short, short)
def test_any_two_texts(a: str, b: str) -> None:
    assert_sane(align(a, b), a, b)


@given(st.text(st.characters(codec="utf-8"), min_size=1))
def test_a_text_stands_against_itself(a: str) -> None:
    assert align(a, a) == (Run(0, 0, len(a)),)


edits = st.lists(
    st.tuples(st.sampled_from(["swap", "drop", "add"]), st.integers(0, 599), st.sampled_from(HAN)), max_size=12
)


@given(st.integers(0, 50), edits)
@settings(max_examples=60)
def test_a_copy_with_errors_is_found_in_a_longer_text(seed: int, changes: list[tuple[str, int, str]]) -> None:
    """Monotone, sane, and at least nine in ten characters at their true place; no claim is wrong by more than edits."""
    book = prose(3000, seed)
    copy = [(at, book[at]) for at in range(1200, 1800)]
    for kind, at, character in changes:
        place = min(at, len(copy) - 1)
        if kind == "swap":
            copy[place] = (copy[place][0], character)
        elif kind == "drop":
            del copy[place]
        else:
            copy.insert(place, (-1, character))
    page = "".join(character for _, character in copy)
    runs = align(page, Index(book))
    assert_sane(runs, page, book)
    assert all(first.b_end <= second.b for first, second in pairwise(runs))
    found = pairs(runs)
    right = sum(found.get(at) == true for at, (true, _) in enumerate(copy) if true >= 0)
    assert right >= 0.9 * len(copy)


def test_damaged_characters_stand_against_the_sound_ones() -> None:
    book = prose(2000, 1)
    page = book[500:900]
    damaged = page[:100] + "防" + page[101:200] + "\ue913\ue914" + page[202:]
    assert pairs(align(damaged, book)) == {at: 500 + at for at in range(400)}


def test_damage_at_the_very_ends_of_the_page() -> None:
    book = prose(2000, 2)
    page = "防" + book[501:899] + "\ue913"
    assert pairs(align(page, book)) == {at: 500 + at for at in range(400)}


def test_a_passage_that_the_witness_lacks_stays_unaligned() -> None:
    book = prose(2000, 3)
    page = book[100:400] + prose(150, 99) + book[400:700]
    found = pairs(align(page, book))
    assert found == {at: 100 + at if at < 300 else at - 50 for at in (*range(300), *range(450, 750))}


def test_another_passage_of_the_same_length_is_not_forced() -> None:
    book = prose(2000, 4)
    page = book[100:400] + prose(80, 98) + book[480:700]
    assert not set(pairs(align(page, book))) & set(range(300, 380))


def test_moved_blocks_are_found_where_they_stand() -> None:
    book = prose(4000, 5)
    order = [*range(0, 1000), *range(2000, 2600), *range(1000, 2000), *range(2600, 4000)]
    page = "".join(book[at] for at in order)
    assert pairs(align(page, book)) == dict(enumerate(order))


def test_missing_pages() -> None:
    book = prose(6000, 6)
    order = [*range(300, 900), *range(4000, 4700)]
    assert pairs(align("".join(book[at] for at in order), book)) == dict(enumerate(order))


def test_a_quotation_from_elsewhere_is_not_a_moved_block() -> None:
    book = prose(6000, 7)
    page = book[:500] + prose(200, 97) + book[5000:5030] + prose(200, 96) + book[500:1000]
    assert set(pairs(align(page, book)).values()) == set(range(1000))


def test_an_unrelated_text_gives_nothing() -> None:
    assert align(prose(3000, 8), prose(3000, 9)) == ()


def test_texts_without_rare_words_are_handled() -> None:
    assert_sane(align("也" * 5000, "也" * 4000), "也" * 5000, "也" * 4000)
    assert align("", "") == align("", "經") == align("經", "") == ()


@given(st.text(st.characters(codec="utf-8")))
def test_folding_keeps_the_length(text: str) -> None:
    assert len(folded(text)) == len(text)


@pytest.mark.parametrize("pair", ["宾賓", "賔賓", "着著", "𤣥玄", "説说", "於于"])
def test_script_and_variants_are_the_same_character(pair: str) -> None:
    assert same(*pair)


@pytest.mark.parametrize("pair", ["防㫖", "\ue913𧃊", "\ue913\ue914", "經注"])
def test_other_characters_are_not(pair: str) -> None:
    assert not same(*pair)
