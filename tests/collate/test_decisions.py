"""Every accepted decision is in the edition, or in a finding that names its line; nothing is applied by halves."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from zhushu.encode.names import Ranges
from zhushu.errors import CollationError
from zhushu.model import CharacterDecision, Decisions, Emendation, PageText, Verdict
from zhushu.read.decisions import dump
from zhushu.run import text
from zhushu.run.job import Target
from zhushu.validate.rebuild import Rebuild

TEI = {"t": "http://www.tei-c.org/ns/1.0"}
EDITION = """[edition]
id = "x"
title = "仪礼注"
language = "lzh-Hans"
profile = "shuzhu"
[[witness]]
siglum = "W"
title = "a copy"
"""
PAGE = "仪礼注 - 第 22 页/共 71 页\n\n　　乡射礼第五\n司射适堂西\ue913命𤣥□丰。注曰将饮不胜者也。○疏曰\x01防\n"
WORDS = "射西\ue913𤣥𧃊□。\n　 曰注○防\x01㫖\ud801"
VERDICTS = st.sampled_from([Verdict.ACCEPTED, Verdict.ACCEPTED, Verdict.REJECTED, Verdict.PROPOSED])


def folder(tmp: Path, page: str, decisions: Decisions) -> Target:
    (tmp / "ed/decisions").mkdir(parents=True)
    (tmp / "ed/a.txt").write_bytes(page.encode("utf-8", "surrogatepass"))
    (tmp / "ed/edition.toml").write_text(EDITION, "utf-8")
    for name, content in dump(decisions).items():
        (tmp / "ed/decisions" / name).write_text(content, "utf-8")
    (tmp / "out").mkdir()
    return Target("x", tmp / "ed", tmp / "out")


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, Decisions]:
    """A page with characters put into it anywhere, and corrections of any stretch of it."""
    page = list(PAGE)
    for at, put in draw(st.lists(st.tuples(st.integers(18, len(PAGE)), st.text(WORDS, max_size=2)), max_size=3)):
        page[at:at] = put
    raw = "".join(page)
    entries = []
    for start in draw(st.lists(st.integers(0, len(raw) - 1), max_size=3, unique=True)):
        sic = raw[start : start + draw(st.integers(1, 2))]
        new = "".join(draw(st.sampled_from("躲𤣥\U00030edd賔")) for _ in sic)
        number = draw(st.sampled_from(["22", "22", "22", "23"]))
        witness = draw(st.sampled_from(["W", None]))
        entries.append(Emendation(number, start, sic, new, draw(VERDICTS), witness))
    characters = [CharacterDecision("\ue913", "𧃊", verdict=draw(VERDICTS))] if draw(st.booleans()) else []
    return raw, Decisions(tuple(characters), tuple(entries))


@settings(max_examples=25, deadline=None)
@given(cases())
def test_an_accepted_decision_is_applied_or_reported(
    tmp_path_factory: pytest.TempPathFactory, case: tuple[str, Decisions]
) -> None:
    raw, decisions = case
    target = folder(tmp_path_factory.mktemp("any"), raw, decisions)
    accepted = [entry for entry in decisions.emendations if entry.verdict is Verdict.ACCEPTED]
    try:
        edition, _ = text.edition_of(target)
    except CollationError as error:
        refused = error.findings
    else:
        refused = ()
    assert all(found.place.line for found in refused)
    if refused:
        assert accepted
        return
    assert [f for f in text.write(edition, target, target.output) if f.severity == "error"] == []
    for name in ("x.xml", "x.hant.xml"):
        root = etree.parse(target.output / name).getroot()
        apparatus = {str(app.get("from")): app for app in root.iter("{*}app")}
        for entry in accepted:
            assert _says(root, apparatus, edition.pages[0], entry)


def _says(root: etree._Element, apparatus: dict[str, etree._Element], page: PageText, entry: Emendation) -> bool:
    app = apparatus[f"#p22.c{Ranges(page.page.source).position(entry.offset)}"]
    lemma, reading = app.find("t:lem", TEI), app.find("t:rdg", TEI)
    assert lemma is not None
    assert reading is not None
    by = lemma.get("wit", lemma.get("resp"))
    text_of_lemma = "".join(map(str, lemma.itertext()))
    return (text_of_lemma, Rebuild(root).text(reading), by) == (
        entry.text,
        entry.sic,
        f"#{entry.witness or 'editor'}",
    )


REFUSED = {
    "a border of passages": ("。注", "，註", "C016"),
    "a border of a marker": ("曰将", "曰將", "C016"),
    "white space at the end": ("U+000A", "焉", "C017"),
    "white space between words of the header": ("注U+0020", "註焉", "C017"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_applied_is_named_by_its_line(what: str, tmp_path: Path) -> None:
    sic, new, code = REFUSED[what]
    sic = sic.replace("U+000A", "\n").replace("U+0020", " ")
    at = len(PAGE) - 1 if sic == "\n" else PAGE.index(sic)
    entries = (Emendation("22", PAGE.index("命"), "命", "令", Verdict.ACCEPTED), _accepted(at, sic, new))
    target = folder(tmp_path, PAGE, Decisions(emendations=entries))
    with pytest.raises(CollationError) as refused:
        text.edition_of(target)
    [found] = refused.value.findings
    assert found.code == code
    written = (target.edition / "decisions/emendations.toml").read_text("utf-8").splitlines()
    assert found.place.line is not None
    assert f"offset = {at}" in written[found.place.line - 1 : found.place.line + 3]


def _accepted(offset: int, sic: str, new: str) -> Emendation:
    return Emendation("22", offset, sic, new, Verdict.ACCEPTED)


def test_a_witness_that_only_decisions_name_is_declared(tmp_path: Path) -> None:
    entry = Emendation("22", PAGE.index("命"), "命", "令", Verdict.ACCEPTED, "WYG")
    target = folder(tmp_path, PAGE, Decisions(emendations=(entry,)))
    edition, findings = text.edition_of(target)
    assert [found.place for found in findings if found.code == "C019"] != []
    assert [f for f in text.write(edition, target, target.output) if f.severity == "error"] == []
    assert 'xml:id="WYG"' in (target.output / "x.xml").read_text("utf-8")
