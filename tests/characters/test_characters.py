"""Variants and what a search takes for what."""

from __future__ import annotations

import unicodedata

import pytest

from zhushu import characters
from zhushu.characters import make

SCRIBAL = [
    "鄊鄉", "𤣥玄", "㑹會", "𫝊傳", "靣面", "䘮喪", "䧺雄", "苐第", "𤼵發", "𨽻隸", "𦵏葬",
    "踈疏", "庻庶", "荅答", "䟽疏", "髙高", "㐫凶", "凢凡", "乆久", "隂陰", "畧略",
    "逺遠", "乗乘", "徴徵", "専專", "寛寬", "髪髮", "舎舍", "𬒮袂",
]  # fmt: skip


def match(one: str, other: str) -> bool:
    return bool(characters.forms(one) & characters.forms(other))


@pytest.mark.parametrize("pair", SCRIBAL)
def test_scribal_forms_have_their_standard_form(pair: str) -> None:
    assert characters.standard(pair[0]) == pair[1]
    assert characters.standard(pair[1]) is None


@pytest.mark.parametrize("pair", ["乡鄊", "宾賔", "宾賓", "丧䘮", "会㑹", "传𫝊", "发𤼵", "发髮", "于於", "說说"])
def test_a_search_finds_across_scripts_and_variants(pair: str) -> None:
    assert match(pair[0], pair[1])
    assert match(pair[1], pair[0])


@pytest.mark.parametrize("pair", ["髮發", "受授", "大太", "予餘", "予豫", "來勑", "末未", "母毋", "曰日", "後侯"])
def test_different_words_stay_apart(pair: str) -> None:
    assert not match(pair[0], pair[1])


def test_a_character_without_entry_stands_for_itself() -> None:
    assert characters.standard("\ue913") is None
    assert characters.forms("\ue913") == {"\ue913"}


def test_standard_forms_are_not_variants_themselves() -> None:
    standard = {form for _variant, form, _source in characters.rows("variants.tsv")}
    assert not {form for form in standard if characters.standard(form)}


def test_members_and_forms_say_the_same() -> None:
    for form, group in characters.members().items():
        assert all(form in characters.forms(character) for character in group)


def test_the_list_decides() -> None:
    forms = make.standard_forms({"kZVariant": {"絶": ["絕"]}, "kSemanticVariant": {}, "kTraditionalVariant": {},
                                 "kSimplifiedVariant": {}}, {"𤣥": "玄", "絶": "絶"})  # fmt: skip
    assert forms == make.twins() | {"𤣥": ("玄", "list")}


def test_simplified_characters_have_no_standard_form_but_fold() -> None:
    assert characters.standard("发") is None
    assert characters.forms("发") == {"发", "發", "髮"}


def test_titles_are_alike_over_scripts() -> None:
    assert characters.alike("仪礼述注", "儀禮述註")
    assert not characters.alike("仪礼述注", "儀禮述")
    assert not characters.alike("玄\ue913", "𤣥\ue914")


def test_a_character_that_unicode_has_twice_is_one_character() -> None:
    """Compatibility ideographs and Kangxi radicals, as scans and old encodings leave them: a search finds them."""
    blocks = (*range(0x2F00, 0x2FD6), *range(0xF900, 0xFB00), *range(0x2F800, 0x2FA1E))
    twins = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in blocks}
    twins = {one: other for one, other in twins.items() if one != other}
    assert len(twins) == 1216
    apart = {one for one, other in twins.items() if not characters.forms(one) & characters.forms(other)}
    assert apart == set()
    assert characters.standard("\uf903") == "賈"
    assert characters.standard("\U0002f80f") == "兔"
    assert characters.standard("﨑") is None  # of the block, but a character of its own
