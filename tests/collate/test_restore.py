"""The restorer: length kept, traditional characters kept, the right word by context, doubt where there is doubt."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhushu.collate import edition, restore, script
from zhushu.collate.restore import Model, Restorer, learn, train
from zhushu.errors import CollationError, ZhushuError
from zhushu.model import Certainty

# 千字文 and sentences of ours: 雲 rises, 云 says; 后 is an empress, 後 is behind.
RIGHT = """雲騰致雨露結為霜 龍師火帝鳥官人皇 傳曰雲升於天 或云雲氣 詩云雲漢 經云后妃之德 皇后在後 後世云然
王后立於房中 其後王后出 云何 云爾 雲漢在天 白雲在天 雲行雨施 然後反 而後行 以後者 后土 后稷 皇后 𤣥鳥"""
OTHER = "雲騰致雨露結爲霜 賓于王家 旣出 而後爲之 説曰 於是"


@pytest.fixture(scope="module")
def model() -> Model:
    return train([learn("right", RIGHT), learn("other", OTHER)], ["云腾致雨露结为霜 皇后在后"])


@given(st.text(st.one_of(st.sampled_from("云后于为防□○\u3000\n𤣥\ue913賔説"), st.characters(codec="utf-8"))))
def test_the_length_is_kept(text: str) -> None:
    restored = Restorer().restore(text)
    assert len(restored.text) == len(text)
    for choice in restored.choices:
        assert restored.text[choice.offset] == choice.candidates[0]
        assert len(set(choice.candidates)) == len(choice.candidates) > 1


def test_context_chooses_the_word(model: Model) -> None:
    restorer = Restorer(model)
    assert restorer.restore("云腾致雨").text == "雲騰致雨"
    assert restorer.restore("皇后在后").text == "皇后在後"
    assert restorer.restore("诗云云汉").text == "詩云雲漢"


def test_the_first_text_sets_the_spelling() -> None:
    texts = learn("right", RIGHT), learn("other", OTHER)
    assert Restorer(train(texts, ["结为霜"])).restore("结为霜").text == "結為霜"
    assert Restorer(train(texts[::-1], ["结为霜"])).restore("结为霜").text == "結爲霜"


def test_the_text_that_foresees_the_pages_weighs_more() -> None:
    weights = train([learn("other", OTHER), learn("right", RIGHT)], [RIGHT]).weights
    assert weights[1] > weights[0]
    assert sum(weights) == pytest.approx(1)


@pytest.mark.parametrize("text", ["賔", "説", "𤣥", "鳳", "\ue913", "□", "註"])
def test_what_is_traditional_already_stays(model: Model, text: str) -> None:
    for restorer in (Restorer(), Restorer(model)):
        restored = restorer.restore(text)
        assert (restored.text, restored.choices) == (text, ())


def test_the_table_of_the_work_decides_what_it_knows() -> None:
    restorer = Restorer(table={"幂": {"冪": 31, "幂": 2}, "尸": {"尸": 48}})
    restored = restorer.restore("幂尸")
    assert restored.text == "冪尸"
    assert [(choice.candidates, choice.certainty) for choice in restored.choices] == [("冪幂", Certainty.MEDIUM)]


def test_where_nothing_tells_the_received_character_stays_and_is_marked() -> None:
    restored = Restorer(table={"于": {"於": 101, "于": 100}}).restore("于")
    assert (restored.text, restored.choices[0].certainty) == ("于", Certainty.LOW)


def test_a_word_of_the_work_is_fixed() -> None:
    restored = Restorer(words={"注曰": "註曰", "云云": "云云"}).restore("注曰云云𤣥注")
    assert restored.text == "註曰云云𤣥注"
    assert [choice.offset for choice in restored.choices] == [5]


def test_opencc_alone_is_never_certain() -> None:
    assert {choice.certainty for choice in Restorer().restore("云后干").choices} == {Certainty.LOW}


def test_a_model_is_the_same_when_it_is_read_again(model: Model, tmp_path: Path) -> None:
    file = tmp_path / restore.FILE
    file.write_bytes(restore.save(model))
    assert restore.load(file) == model
    assert restore.save(restore.load(file)) == file.read_bytes()


@pytest.mark.parametrize("content", [b"", b"\x92\x90", b"not a model"])
def test_what_is_no_model_is_a_finding(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / restore.FILE
    file.write_bytes(content)
    with pytest.raises(CollationError) as refused:
        restore.load(file)
    assert refused.value.findings[0].code == "C041"


def test_half_a_character_is_no_matter_for_opencc() -> None:
    assert Restorer().restore("仪\ud800注\ue913𤣥\udce5").text == "儀\ud800注\ue913𤣥\udce5"


@pytest.mark.parametrize("name", [restore.FILE, script.FILE])
def test_a_link_that_leads_nowhere_is_not_passed_over(name: str, tmp_path: Path) -> None:
    (tmp_path / "decisions").mkdir()
    (tmp_path / name).symlink_to(tmp_path / "𤣥\ue913")
    with pytest.raises(ZhushuError):
        edition.restorer(tmp_path)


def test_a_pipe_is_no_model(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / restore.FILE)
    with pytest.raises(CollationError):
        edition.restorer(tmp_path)
