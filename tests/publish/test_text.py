"""Plain data: the text of record, and the reading text where there is one."""

from __future__ import annotations

from pathlib import Path

from zhushu.publish import Options, Texts, text

SMALL = Path(__file__).resolve().parent / "print" / "small.xml"


def test_the_reading_text_is_written_where_there_is_one(tmp_path: Path) -> None:
    record = SMALL.read_text("utf-8")
    assert "也" in record
    (tmp_path / "small.hant.xml").write_text(record.replace("也", "𩚕\ue913"), "utf-8")
    out = tmp_path / "out"
    out.mkdir()
    assert text.publish(Texts(SMALL), out, Options("small", {})) == ()
    assert {path.name for path in out.iterdir()} == {"small.txt", "small.base.txt", "small.segments.jsonl"}
    assert text.publish(Texts(SMALL, tmp_path / "small.hant.xml"), out, Options("small", {})) == ()
    written = (out / "small.txt").read_text("utf-8")
    assert (out / "small.hant.txt").read_text("utf-8") == written.replace("也", "𩚕\ue913") != written
