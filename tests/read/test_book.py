"""A whole book in one plain file: cut into its juan by their title lines."""

from __future__ import annotations

import pytest

from zhushu.model import Source
from zhushu.read import plain

PARAGRAPH = "东西𤣥也南北\ue913也"


def juan(text: str) -> list[tuple[str | None, str]]:
    source = Source("book.txt", "0" * 64, "utf-8", text)
    leaves = plain.read(source, frozenset({"仪礼述注"}))
    assert "".join(text[leaf.span.start : leaf.span.end] for leaf in leaves) == text
    return [(leaf.juan, text[leaf.span.start : leaf.span.end]) for leaf in leaves]


@pytest.mark.parametrize("between", ["\n", "\n\n", "　　", " 　　", "\r\n　　"])
def test_every_shape(between: str) -> None:
    parts = [
        "钦定四库全书",
        "仪礼述注卷一",
        PARAGRAPH,
        "仪礼述注卷一",
        "钦定四库全书",
        "仪礼述注卷二",
        PARAGRAPH,
        "仪礼述注卷十一",
        PARAGRAPH,
    ]
    found = juan(between.join(parts))
    assert [n for n, _ in found] == ["1", "2", "11"]
    assert found[0][1].count("卷一") == 2
    assert "卷二" not in found[0][1]
    assert "钦定" in found[1][1]


def test_what_stands_before_the_first_juan() -> None:
    found = juan(f"仪礼述注\n\n序曰{PARAGRAPH}\n仪礼述注卷一\n{PARAGRAPH}\n仪礼述注卷二\n{PARAGRAPH}")
    assert [n for n, _ in found] == ["0", "1", "2"]
    assert [n for n, _ in juan(f"仪礼述注\n\n仪礼述注卷一\n{PARAGRAPH}\n仪礼述注卷二\n{PARAGRAPH}")] == ["1", "2"]


def test_no_book() -> None:
    assert juan(f"仪礼述注卷二\n{PARAGRAPH}见卷三\n又见儀禮卷四\n") == [
        ("2", f"仪礼述注卷二\n{PARAGRAPH}见卷三\n又见儀禮卷四\n")
    ]


@pytest.mark.parametrize(
    ("numeral", "value"),
    [
        ("一", 1),
        ("十", 10),
        ("十七", 17),
        ("二十", 20),
        ("廿一", 21),
        ("一百零五", 105),
        ("一百三十", 130),
        ("零", None),
    ],
)
def test_numerals(numeral: str, value: int | None) -> None:
    assert plain.number(numeral) == value
