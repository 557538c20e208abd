"""What Mandoku files do beyond the golden case: halves the other way round, columns of two editions, two juan."""

from __future__ import annotations

import json
from pathlib import Path

from zhushu.encode import encode
from zhushu.encode.decode import decode
from zhushu.model import Edition, EditionInfo, Kind, MarkKind, Page, PageText, Source
from zhushu.publish import Options, Texts, text
from zhushu.read import mandoku
from zhushu.segment import profile, segment_pages
from zhushu.validate.verify import verify

INFO = EditionInfo("halves", {"zh-Hant": "述"}, "lzh-Hant", "danzhu", "2026-11-30", "1", "urn:cts:zhushu:a.b.c")
SENTENCE = "甲乙丙丁戊己庚辛壬癸子丑寅卯"
RIGHT, LEFT = SENTENCE[:6], SENTENCE[6:]


def pages(text: str) -> tuple[Page, ...]:
    leaves = mandoku.read(Source("1.txt", "0" * 64, "utf-8", text), frozenset())
    source = Source("1.txt", "0" * 64, "utf-8", text)
    return tuple(
        Page(source, leaf.span, leaf.n or "0", leaf.juan or "0", marks=leaf.marks, breaks=leaf.breaks, order=leaf.order)
        for leaf in leaves
    )


def read_aloud(text: PageText) -> str:
    shown = text.page.shown()
    spans = (span for one in text.segments if one.kind in (Kind.BASE, Kind.NOTE) for span in one.spans)
    return "".join("".join(shown[span.start : span.end].split()) for span in spans)


def halves(one: str, other: str) -> str:
    columns = "".join(f"{SENTENCE}𤣥({one}/{other})¶\n" for _ in range(12))
    return f"<pb:KR0x0001_SBCK_002-1a>¶\n{columns}"


def test_halves_the_other_way_round(tmp_path: Path) -> None:
    (page,) = pages(halves(LEFT, RIGHT))
    assert page.order
    texts, _ = segment_pages((page,), profile.load("danzhu", tmp_path))
    assert read_aloud(texts[0]) == f"{SENTENCE}𤣥{RIGHT}{LEFT}" * 12
    (tmp_path / "1.txt").write_bytes(page.source.text.encode("utf-8"))
    path = tmp_path / "halves.xml"
    written = encode(Edition(INFO, (), (), {}, texts))
    path.write_bytes(written)
    assert 'rend="reordered"' in written.decode()
    assert [one.code for one in verify(path, [tmp_path / "1.txt"])] == ["V208"]  # all the same but our made-up checksum
    assert encode(decode(path)) == written
    text.publish(Texts(path), tmp_path, Options("halves", {}))
    (note, *_) = [one for one in map(json.loads, _lines(tmp_path)) if one["element"] == "note"]
    assert note["text"] == SENTENCE
    assert [note["start"], note["end"]] == [min(_numbers(note)), max(_numbers(note))]


def _lines(folder: Path) -> list[str]:
    return (folder / "halves.segments.jsonl").read_text("utf-8").splitlines()


def _numbers(note: dict[str, str]) -> list[int]:
    """What stands before / in the file comes after it in the reading."""
    first, second = note["ranges"].split()
    assert int(first.split(",")[0]) > int(second.split(",")[0])
    return [int(number) for one in (first, second) for number in one.split(",")]


def test_halves_as_they_should_be() -> None:
    (page,) = pages(halves(RIGHT, LEFT))
    assert not page.order


def test_columns_of_two_editions() -> None:
    text = (
        "<pb:KR0x0001_WYG_003-1b>\n　東西南北<md:KR0x0001_SBCK_003-2a>¶上下𤣥\ue913¶\n"
        "　左右(內/<md:KR0x0001_SBCK_003-2b>¶外)前後\n"
        "<pb:KR0x0001_WYG_003-2a>\n　終¶\n"
    )
    (page,) = pages(text)
    assert [(one.siglum, one.unit, one.n) for one in page.breaks] == [
        ("WYG", "page", "003-1b"),
        ("WYG", "column", "1"),
        ("SBCK", "page", "003-2a"),
        ("WYG", "column", "2"),
        ("WYG", "column", "3"),
        ("SBCK", "page", "003-2b"),
        ("WYG", "page", "003-2a"),
        ("WYG", "column", "1"),
    ]
    assert "".join(page.shown().split()) == "東西南北上下𤣥\ue913左右內外前後終"
    assert [mark.indent for mark in page.marks if mark.kind is MarkKind.LINE] == [1, 0, 1, 1, 0]


def test_halves_in_three_parts(tmp_path: Path) -> None:
    """Where the space before another voice is a / too, the halves are still two."""
    note = SENTENCE[4:]
    for kept, rest in ((f"{note[5:8]}/{note[8:]}", note[:5]), (note[5:], f"{note[:2]}/{note[2:5]}")):
        (page,) = pages(halves(kept, rest))
        texts, _ = segment_pages((page,), profile.load("danzhu", tmp_path))
        assert read_aloud(texts[0]) == f"{SENTENCE}𤣥{note}" * 12


def test_a_file_of_two_juan() -> None:
    one, two = pages("<pb:K_W_001-1a>¶\n甲𤣥¶\n<pb:K_W_002-1a>¶\n乙\ue913¶\n")
    assert [(page.n, page.juan) for page in (one, two)] == [("1", "1"), ("2", "2")]
    assert one.span.end == two.span.start
