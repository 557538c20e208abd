"""A first profile made from counts."""

from __future__ import annotations

from pathlib import Path

from zhushu.model import Page, Source, Span
from zhushu.read import edition, pages
from zhushu.segment import learn, profile, segment_pages
from zhushu.segment.profile import for_title

# fmt: off
VOICES = frozenset((
    "虞翻", "荀爽", "崔憬", "九家易", "侯果", "干寳", "干寶", "韓康伯", "王弼", "陸績", "鄭𤣥", "宋衷",
    "何妥", "孔頴達", "孔穎達", "翟𤣥", "蜀才", "王肅", "盧氏", "姚信", "馬融", "劉瓛", "王凱沖", "向秀",
    "張璠", "孟喜", "何晏", "京房", "劉表", "朱仰之", "沈驎士", "崔覲", "乾鑿度", "子夏傳", "姚規", "焦贛",
    "伏曼容", "王廙", "孔安國", "茍爽", "宋𠂻", "九家昜", "孔頴逹", "蔡景君",
))
# fmt: on


def page(text: str) -> Page:
    return Page(Source("1.txt", "0" * 64, "utf-8", text), Span(0, len(text)), "1", "1")


def test_the_voices_of_the_jijie(shared: Path) -> None:
    folder = shared / "data/kanripo/KR1a0008"
    found, _ = pages.pages(folder, edition.assumed(folder))
    learnt = learn.learn(found)
    voices = {one.word: learn.sure(one) for one in learnt.voices.values() if learn.plausible(one)}
    assert len(set(voices) & VOICES) >= 40
    assert {word for word, certain in voices.items() if certain} <= VOICES
    assert sum(voices.values()) >= 25
    assert learnt.notes == "indent"


def test_no_wrong_voice_is_sure(shared: Path, seeds: Path) -> None:
    for folder in (seeds, shared / "data/kanripo/KR1d0040"):
        found, _ = pages.pages(folder, edition.assumed(folder))
        certain = {one.word for one in learn.learn(found).voices.values() if learn.sure(one)}
        assert certain <= {"注", "註", "疏", "杨氏", "楊氏", "朱先生", "鄭目録", "鄭目錄"}
        assert len(certain) >= 3


def test_a_learnt_profile_reads_the_pages_it_was_learnt_from(tmp_path: Path) -> None:
    text = "\n".join(f"東西𤣥也第{n}\n李光曰謂東{n}也○王明云謂西\n南北\n或曰上\ue913" for n in "甲乙丙丁戊己")
    learnt = learn.learn([page(text)])
    written = learn.proposal(learnt, "first", "述𤣥")
    (tmp_path / "profile.toml").write_text(written, "utf-8")
    assert "# unsure" not in written
    used = profile.load("profile.toml", tmp_path)
    (result,), _ = segment_pages([page(text)], used)
    names = {person.id: person.names["zh-Hant"] for person in used.persons}
    assert [names[one.voice] for one in result.segments if one.voice] == ["李光", "王明"] * 6


def test_what_is_unsure_is_said(tmp_path: Path) -> None:
    text = "東西\n李光曰東𤣥\n南北\n天地之曰上\n又曰下\n易曰左\n"
    written = learn.proposal(learn.learn([page(text)]), "first", "述")
    assert 'words = ["李光曰"]' in written
    assert written.index("unsure: 2") < written.index("李光曰")
    assert "又曰" not in written
    assert "易曰" not in written
    (tmp_path / "profile.toml").write_text(written, "utf-8")
    assert all(marker.certainty == "low" for marker in profile.load("profile.toml", tmp_path).markers if marker.voice)


def test_a_title_tells_the_profile() -> None:
    assert for_title("仪礼述注") == "shuzhu"
    assert for_title("毛诗注疏") == "maoshi-zhushu"
    assert for_title("六臣註文選") == "wenxuan"
    assert for_title("爾雅義疏𤣥") is None


def read_with(folder: Path, name: str) -> list[tuple[object, ...]]:
    """The pages of a folder under a profile → every segment: where it is, its layer and voice, how sure."""
    info, _ = edition.load(folder)
    texts, _ = segment_pages(pages.pages(folder, info)[0], profile.load(name, folder))
    return [(s.span, s.layer, s.voice, s.marker, s.certainty) for text in texts for s in text.segments]


def test_init_reads_the_seeds_as_well_as_no_init(seeds: Path, tmp_path: Path) -> None:
    """The five pages as of a work that zhushu does not know, so that init's own profile is used.

    Every border stands where the profile that a build would assume has it; what that leaves to an unknown voice, init
    may name.
    `test_gold` shows that the profile which a build assumes reads them without a fault.
    """
    for path in seeds.glob("*.txt"):
        (tmp_path / path.name).write_text(path.read_text("utf-8").replace("仪礼述注", "某书𤣥"), "utf-8")
    assumed = edition.assumed(tmp_path).profile
    learnt, used = learn.learnt_profile(tmp_path)
    assert learnt is not None
    assert used
    assert "zh-Hant = " not in learnt  # names stand as the pages have them, in simplified script
    (tmp_path / learn.FILE).write_text(learnt, "utf-8")
    for ours, theirs in zip(read_with(tmp_path, learn.FILE), read_with(tmp_path, assumed), strict=True):
        assert ours[:2] == theirs[:2]
        assert ours[2:] == theirs[2:] or theirs[2] == "unknown"


def test_a_marker_that_is_glued_to_base_text_is_learnt(tmp_path: Path) -> None:
    """A profile of its own base reads 注曰 at the end of a column that is full."""
    text = "司射适堂西命弟子设丰注曰将饮不胜者\U000248e5\ue913也\n\n" + "大夫升\n\n注曰宾升也\n\n" * 6
    (tmp_path / learn.FILE).write_text(learn.proposal(learn.learn([page(text)]), "x", "某"), "utf-8")
    texts, _ = segment_pages([page(text)], profile.load(learn.FILE, tmp_path))
    assert [segment.layer for segment in texts[0].segments][:2] == ["經", "注"]
