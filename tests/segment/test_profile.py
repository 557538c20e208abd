"""Profiles: what a folder of cases cannot show."""

from __future__ import annotations

from pathlib import Path

import pytest
from segment.scoring import page

from zhushu import resources
from zhushu.errors import SegmentationError
from zhushu.findings import catalogue
from zhushu.model import Certainty, Kind
from zhushu.segment import profile, segment_pages
from zhushu.segment.profile import Profile

OF_OURS = sorted(path.stem for path in resources.package("profiles").glob("*.toml"))
PERSON = """
[[person]]
id = "{id}"
names = {{ zh-Hant = "{hant}", zh-Hans = "{hans}", en = "{en}" }}
"""
MARKER = """
[[marker]]
words = ["{words}"]
layer = "諸家"
voice = "{voice}"
stands = ["block", "circle", "base"]
"""


def write(folder: Path, text: str, name: str = "own.toml") -> None:
    (folder / name).write_text(text, "utf-8")


def extending(folder: Path, text: str) -> Profile:
    write(folder, '[profile]\nid = "own"\ntitle = "own 𤣥\\uE913"\nextends = "shuzhu"\n' + text)
    return profile.load("own.toml", folder)


@pytest.mark.parametrize("name", OF_OURS)
def test_profiles_that_ship_have_nothing_to_report(name: str) -> None:
    found = profile.load(name, Path())
    assert found.id == name
    assert not found.findings
    assert all(person.names.keys() == {"zh-Hant", "zh-Hans", "en"} for person in found.persons)


@pytest.mark.parametrize("name", ["", "..", "../shuzhu", "no-such-profile", "shuzhu/x", "𤣥", "sub/no.toml"])
def test_no_such_profile(tmp_path: Path, name: str) -> None:
    with pytest.raises(SegmentationError) as caught:
        profile.load(name, tmp_path)
    (found,) = caught.value.findings
    assert found.code == "S003"
    assert "shuzhu" in found.hint


def test_a_profile_that_extends_none_there_is(tmp_path: Path) -> None:
    write(tmp_path, '[profile]\nid = "own"\ntitle = "𤣥\\uE913"\nextends = "nothing"\n')
    with pytest.raises(SegmentationError) as caught:
        profile.load("own.toml", tmp_path)
    assert [found.code for found in caught.value.findings] == ["S003"]


def test_a_commentator_is_data(tmp_path: Path) -> None:
    """Two tables in a file beside the edition, in traditional script: both scripts are read."""
    found = extending(
        tmp_path,
        PERSON.format(id="aojigong", hant="敖繼公", hans="敖继公", en="Ao Jigong")
        + MARKER.format(words="繼公謂", voice="aojigong"),
    )
    for text in ("主人𤣥端\n註曰端\ue913○繼公謂正也", "主人𤣥端\n注曰端\ue913○继公谓正也"):
        (one,), _ = segment_pages([page(text)], found)
        last = one.segments[-1]
        assert (last.kind, last.layer, last.voice) == (Kind.NOTE, "諸家", "aojigong")


def test_what_a_profile_says_again_it_says_instead(tmp_path: Path) -> None:
    found = extending(
        tmp_path,
        PERSON.format(id="yangfu", hant="楊復", hans="杨复", en="Yang Xinzhai")
        + MARKER.format(words="陸佃曰", voice="yangfu")
        + '\n[circle]\nbase = "text"\n[[work]]\nid = "yili-zhu"\ntitle = "𤣥"\n',
    )
    shuzhu = profile.load("shuzhu", tmp_path)
    assert [p.names["en"] for p in found.persons if p.id == "yangfu"] == ["Yang Xinzhai"]
    assert [w.title for w in found.works if w.id == "yili-zhu"] == ["𤣥"]
    assert [m.voice for m in found.markers if "陸佃曰" in m.words] == ["yangfu"]
    assert [m.voice for m in found.markers if "陸氏佃曰" in m.words] == ["ludian"]
    assert found.circle.base == "text"
    assert found.sections == shuzhu.sections
    assert found.forms == shuzhu.forms


def test_a_private_use_character_may_be_a_form_of_a_marker(tmp_path: Path) -> None:
    found = extending(tmp_path, '\n[characters]\n"疏" = "\\uF123\U000f0001"\n')
    for character in "\uf123\U000f0001":
        (one,), _ = segment_pages([page(f"主人𤣥端\n注曰端○{character}曰正也")], found)
        assert one.segments[-1].layer == "疏"


def test_the_certainty_of_a_marker_is_that_of_its_borders(tmp_path: Path) -> None:
    found = extending(
        tmp_path, MARKER.format(words="或曰", voice="unknown").replace('"base"]', '"base"]\ncertainty = "low"')
    )
    (one,), findings = segment_pages([page("主人𤣥端\n注曰\ue913○或曰非也")], found)
    assert one.segments[-1].certainty is Certainty.LOW
    assert "S022" in {finding.code for finding in findings}


def test_every_finding_of_the_room_is_explained() -> None:
    entries = {code: entry for code, entry in catalogue().items() if code.startswith("S")}
    assert len(entries) > 15
    for entry in entries.values():
        assert all(text.strip() for text in (entry.message, entry.hint, entry.about, entry.example))


def test_a_profile_that_is_not_there_is_named_where_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "edition.toml").write_text('# \ue913𤣥\n[edition]\nprofile = "no.toml"\n', "utf-8")
    with pytest.raises(SegmentationError) as asked:
        profile.load("no.toml", tmp_path)
    assert [(f.code, f.place.file, f.place.line) for f in asked.value.findings] == [("S003", "edition.toml", 3)]
    (tmp_path / "mine.toml").write_text('[profile]\nid = "mine"\ntitle = "𤣥"\nextends = "none"\n', "utf-8")
    with pytest.raises(SegmentationError) as extended:
        profile.load("mine.toml", tmp_path)
    assert [(f.code, f.place.file, f.place.line) for f in extended.value.findings] == [("S003", "mine.toml", 4)]
