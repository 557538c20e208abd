"""The work of `check` and `verify` grows with the file, also where everything in it is wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from zhushu.validate import validate
from zhushu.validate.verify import verify

VALID = (Path(__file__).parent / "valid.xml").read_text("utf-8")


def trailer(one: Callable[[int], str]) -> Callable[[int], str]:
    return lambda many: VALID.replace("卷五终", "𤣥" + "".join(map(one, range(many))), 1)


def _passages(passage: Callable[[int], str]) -> Callable[[int], str]:
    return lambda many: VALID.replace("荐脯</seg></ab>", f"荐脯</seg>{''.join(map(passage, range(many)))}</ab>", 1)


def _note(k: int) -> str:
    return (
        f'<note type="按" subtype="an{k}" place="inline" resp="#unknown" xml:id="p1.4.an{k}" target="#p1.4.jing"'
        f' corresp="p1:{45 + k},{46 + k}" ana="#marked" cert="high">𤣥</note>'
    )


def _unit(k: int, n: str) -> str:
    return (
        f'<ab type="unit" n="{n}" xml:id="p1.{k + 9}"><seg type="經" subtype="jing" n="{n}" xml:id="p1.{k + 9}.jing"'
        f' corresp="p1:{45 + k},{46 + k}" ana="#layout" cert="high">\ue913</seg></ab>'
    )


def units(n: str) -> Callable[[int], str]:
    before = '<pb ed="raw" n="2"'
    return lambda many: VALID.replace(before, "".join(_unit(k, n.format(k)) for k in range(many)) + before, 1)


def juan(many: int) -> str:
    one = '<div type="textpart" subtype="juan" n="x{0}" xml:id="x{0}"><head>𤣥</head></div>'
    before = '<gap reason="sampling" unit="page" extent="8"/>'
    return VALID.replace(before, "".join(one.format(k) for k in range(many)) + before, 1)


SHAPES = {
    "one identifier many times": trailer(lambda k: '<hi xml:id="same"/>'),
    "anchors of no entry": trailer(lambda k: f'<anchor xml:id="x{k}"/>'),
    "text outside of ranges": juan,
    "notes of one unit": _passages(_note),
    "units": units("9_{0}"),
    "units of one name": units("9_1"),
}


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_four_times_the_length_is_about_four_times_the_work(shape: Callable[[int], str], tmp_path: Path) -> None:
    def work(many: int) -> float:
        path = tmp_path / f"{many}.xml"
        path.write_text(shape(many), "utf-8")
        start = time.process_time()
        validate(path)
        verify(path, [])
        return time.process_time() - start

    work(10)
    assert work(8000) < 10 * work(2000) + 0.5
