"""edition.toml: what cases/ cannot hold."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhushu.errors import EditionError
from zhushu.model import EditionInfo
from zhushu.read import decisions, edition
from zhushu.read.rules import RULES
from zhushu.read.toml import Rule, quoted

GUIDE = Path(__file__).resolve().parent.parent.parent / "docs" / "edition.md"


def load(folder: Path, text: str) -> EditionInfo:
    (folder / "1.txt").write_text("仪礼述注\n\n大夫曰则與\U000248e5\ue913", "utf-8")
    (folder / "edition.toml").write_text(text, "utf-8")
    return edition.load(folder)[0]


def test_the_seeds(seeds: Path) -> None:
    info, findings = edition.load(seeds)
    assert findings == ()
    assert (info.id, info.titles["zh-Hant"], info.date, info.author) == (
        "yili-shuzhu",
        "儀禮述註",
        "2026-11-30",
        "liguangpo",
    )
    assert [(division.n, division.title) for division in info.divisions] == [
        ("5", "鄉射禮第五"),
        ("6", "燕禮第六"),
        ("7", "大射儀第七"),
        ("15", "特牲饋食禮第十五"),
    ]
    assert info.licence == "https://creativecommons.org/licenses/by/4.0/"


def test_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    for name in ("none", "file"):
        with pytest.raises(EditionError) as caught:
            edition.load(tmp_path / name)
        assert [found.code for found in caught.value.findings] == ["R050"]


def test_a_title_without_a_language_is_in_that_of_the_text(tmp_path: Path) -> None:
    said = '[edition]\ntitle = "𤣥"\nlanguage = '
    assert load(tmp_path, said + '"lzh-Hans"').titles == {"zh-Hans": "𤣥"}
    assert load(tmp_path, said + '"lzh-Hant"').titles == {"zh-Hant": "𤣥"}


def test_the_date_may_come_from_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1796000000")
    assert load(tmp_path, "").date == "2026-11-30"
    assert load(tmp_path, "[edition]\ndate = 2020-02-02").date == "2020-02-02"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert load(tmp_path, "").date == ""
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    assert load(tmp_path, "").date == ""


def test_numbers_may_be_written_as_numbers(tmp_path: Path) -> None:
    info = load(tmp_path, '[[page]]\nfile = "1.txt"\nn = 7\njuan = 5\n[[division]]\nn = 5\ntitle = "鄉射"\n')
    assert (info.pages[0].n, info.pages[0].juan, info.divisions[0].n) == ("7", "5", "5")


def test_free_tables_are_passed_on(tmp_path: Path) -> None:
    info = load(tmp_path, '[print]\npaper = "A4"\n[print.margins]\ntop = 20\n[deposit]\nkeywords = ["經學"]\n')
    assert info.print == {"paper": "A4", "margins": {"top": 20}}
    assert info.deposit == {"keywords": ["經學"]}


@pytest.mark.parametrize(
    ("text", "language"), [("则為後與無", "lzh-Hant"), ("则为礼𤣥\ue913", "lzh-Hans"), ("大夫曰", "lzh-Hant")]
)
def test_the_script_is_told_by_its_commonest_characters(tmp_path: Path, text: str, language: str) -> None:
    (tmp_path / "1.txt").write_text(text, "utf-8")
    assert edition.load(tmp_path)[0].language == language


def test_the_id_of_a_folder_in_chinese_is_ascii(tmp_path: Path) -> None:
    for name, expected in (("仪礼", "u4eeau793c"), ("yili-shuzhu", "yili-shuzhu"), ("1", "e1"), ("_", "e_")):
        folder = tmp_path / name
        folder.mkdir()
        assert load(folder, "").id == expected


def test_the_guide_explains_every_key() -> None:
    explained = set(re.findall(r"[`\[]([a-z]+)[`\]]", GUIDE.read_text("utf-8")))
    assert {key for key in _keys(RULES) if key.islower() and key.isalpha()} <= explained


def test_the_examples_of_the_guide_are_right(tmp_path: Path) -> None:
    """But for files that are not there."""
    examples = [block.strip() for block in re.findall(r"```toml\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL)]
    decided = [block for block in examples if "verdict" in block]
    (tmp_path / "edition.toml").write_text("\n".join(block for block in examples if block not in decided), "utf-8")
    with pytest.raises(EditionError) as caught:
        edition.load(tmp_path)
    assert {found.code for found in caught.value.findings} == {"R047"}
    (tmp_path / "decisions").mkdir()
    for name, example in zip((decisions.CHARACTERS, decisions.EMENDATIONS), decided, strict=True):
        (tmp_path / "decisions" / name).write_text(example, "utf-8")
    assert len(decisions.load(tmp_path).characters) == len(decisions.load(tmp_path).emendations) == 1


_KEYS = [key for table in RULES.values() for key in (table.keys or (table.each.keys if table.each else None) or {})]
_NAMES = st.sampled_from([*RULES, *_KEYS, "zh-Hant", "VIAF", "𤣥\ue913"])
_PLAIN = (
    st.text(st.sampled_from("ab1/.-:儀𤣥\ue913 "), max_size=6)
    | st.sampled_from(["1.txt", "lzh-Hans", "text", "R024", "R021", "2026-02-30", "gb18030", "https://x.y/"])
    | st.integers(-5, 5)
    | st.booleans()
)
_VALUES = st.recursive(
    _PLAIN, lambda value: st.lists(value, max_size=3) | st.dictionaries(_NAMES, value, max_size=3), max_leaves=6
)


@given(st.dictionaries(_NAMES, _VALUES | st.lists(st.dictionaries(_NAMES, _VALUES, max_size=4), max_size=3)))
def test_whatever_stands_in_edition_toml_ends_in_findings(
    tmp_path_factory: pytest.TempPathFactory, data: dict[str, Any]
) -> None:
    text = "".join(f"{quoted(key)} = {written(value)}\n" for key, value in data.items())
    with contextlib.suppress(EditionError):
        assert load(tmp_path_factory.mktemp("edition"), text).id.isascii()


@given(st.binary(max_size=60) | st.text(st.sampled_from("[]{}=\"'#.,\n a1-:T\ue913𤣥"), max_size=60).map(str.encode))
def test_whatever_bytes_edition_toml_holds_end_in_findings(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    folder = tmp_path_factory.mktemp("edition")
    (folder / "edition.toml").write_bytes(content)
    with contextlib.suppress(EditionError):
        edition.load(folder)


def written(value: object) -> str:
    """A value → TOML."""
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(written, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{quoted(key)} = {written(member)}' for key, member in value.items())} }}"
    return str(value).lower()


def _keys(rules: dict[str, Rule]) -> set[str]:
    found = set(rules)
    for rule in rules.values():
        inner = rule.keys or (rule.each.keys if rule.each else None) or {}
        found |= _keys(dict(inner))
    return found - {"en", "ja", "ko", "vi", "de", "fr"}
