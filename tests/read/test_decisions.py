"""decisions/ is written so that it reads the same, and never over the editor's word."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zhushu.errors import EditionError
from zhushu.model import CharacterDecision, Decisions, Emendation, Page, Source, Span, Verdict
from zhushu.read import decisions
from zhushu.read.decisions import dump, load, merge, ordered
from zhushu.read.names import unwritable

_SAYINGS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('𤣥\ue913"\\\n#'), max_size=12)
_EVIDENCE = _SAYINGS.map(lambda text: "".join(c for c in text if not unwritable(c)))
_CORRECTIONS = st.text(st.sampled_from("㫖𤣥𧃊\U00030eddU+E9"), min_size=1, max_size=3)
_PLACES = st.text(st.sampled_from("防□𤣥\ue913\x01\ud852U+E9 \n"), min_size=1, max_size=3)
_SHARED = {
    "verdict": st.sampled_from(Verdict),
    "witness": st.none() | st.sampled_from(["WYG", "SBCK"]),
    "evidence": _EVIDENCE,
    "note": _SAYINGS,
}
CHARACTERS = st.builds(
    CharacterDecision,
    code=st.characters(codec=None, categories=["C", "S"]).filter(lambda code: not code.isspace())
    | st.sampled_from("\ue913\x01\U000f0000"),
    text=st.just("") | _CORRECTIONS,
    ids=st.none() | st.just("⿰月巽"),
    entity=st.none() | st.just("KR0871"),
    **_SHARED,
)
EMENDATIONS = st.builds(
    Emendation,
    page=st.sampled_from(["2", "10", "000", "u53773"]),
    offset=st.integers(0, 40),
    sic=_PLACES,
    text=_CORRECTIONS,
    **_SHARED,
)
DECISIONS = st.builds(
    Decisions, st.lists(CHARACTERS, max_size=4).map(tuple), st.lists(EMENDATIONS, max_size=4).map(tuple)
)


def page(text: str) -> Page:
    return Page(Source("2.txt", "", "utf-8", text), Span(0, len(text)), "2", "1")


def write(folder: Path, files: dict[str, str]) -> Path:
    (folder / decisions.FOLDER).mkdir(exist_ok=True)
    for name, text in files.items():
        (folder / decisions.FOLDER / name).write_bytes(text.encode())
    return folder


@given(DECISIONS, st.text(st.sampled_from("大夫\n\r𤣥\ue913\ud852"), max_size=60))
def test_what_is_dumped_is_loaded(tmp_path_factory: pytest.TempPathFactory, decided: Decisions, text: str) -> None:
    folder = write(tmp_path_factory.mktemp("edition"), dump(decided, [page(text)]))
    assert load(folder) == ordered(decided)
    assert dump(load(folder), [page(text)]) == dump(decided, [page(text)])


@given(DECISIONS)
def test_the_order_of_entries_does_not_matter(decided: Decisions) -> None:
    backwards = Decisions(decided.characters[::-1], decided.emendations[::-1])
    assert set(ordered(backwards).emendations) == set(decided.emendations)
    assert [entry.page for entry in ordered(backwards).emendations] == [
        entry.page for entry in ordered(decided).emendations
    ]


@given(DECISIONS, DECISIONS)
def test_the_editors_word_stays(decided: Decisions, proposed: Decisions) -> None:
    both = merge(decided, proposed)
    for entry in (*decided.characters, *decided.emendations):
        if entry.verdict is not Verdict.PROPOSED:
            assert entry in (*both.characters, *both.emendations)


@given(DECISIONS, DECISIONS)
def test_merging_again_changes_nothing(decided: Decisions, proposed: Decisions) -> None:
    both = merge(decided, proposed)
    settled = Decisions(
        tuple(entry for entry in proposed.characters if entry.verdict is Verdict.PROPOSED),
        tuple(entry for entry in proposed.emendations if entry.verdict is Verdict.PROPOSED),
    )
    assert merge(merge(both, settled), settled) == merge(both, settled)


def test_nothing_is_proposed_where_the_editor_has_spoken() -> None:
    decided = Decisions(
        (CharacterDecision("\ue913", "𧃊", verdict=Verdict.ACCEPTED),),
        (
            Emendation("2", 5, "防", "㫖", Verdict.ACCEPTED),
            Emendation("2", 9, "防", "㑹", Verdict.REJECTED),
            Emendation("2", 20, "防", "㨗", note="?"),
        ),
    )
    proposed = Decisions(
        (CharacterDecision("\ue913", "豐"), CharacterDecision("\uea20", "𤣥")),
        (
            Emendation("2", 4, "大防", "大㪚"),
            Emendation("2", 9, "防", "㑹"),
            Emendation("2", 9, "防", "䙝"),
            Emendation("2", 20, "防", "㨗", evidence="new"),
        ),
    )
    both = merge(decided, proposed)
    assert [(entry.code, entry.text) for entry in both.characters] == [("\ue913", "𧃊"), ("\uea20", "𤣥")]
    assert [(entry.offset, entry.text, entry.verdict) for entry in both.emendations] == [
        (5, "㫖", Verdict.ACCEPTED),
        (9, "䙝", Verdict.PROPOSED),
        (9, "㑹", Verdict.REJECTED),
        (20, "㨗", Verdict.PROPOSED),
    ]
    assert (both.emendations[-1].note, both.emendations[-1].evidence) == ("?", "new")


def test_the_editor_sees_each_place_in_its_context() -> None:
    text = dump(Decisions((), (Emendation("2", 5, "防", "㫖"),)), [page("大\r\n𤣥\ue913防服也")])["emendations.toml"]
    assert '# 大/𤣥<E913>【防】服也\n[[emendation]]\npage = "2"\noffset = 5\n' in text


def test_an_entry_knows_its_line(tmp_path: Path) -> None:
    text = '# x\n[[emendation]]\npage = 2\noffset = 5\nsic = "防"\ntext = "㫖"\nverdict = "rejected"\n'
    (entry,) = load(write(tmp_path, {"emendations.toml": text})).emendations
    assert (entry, entry.line) == (Emendation("2", 5, "防", "㫖", Verdict.REJECTED), 2)


def test_no_folder_is_no_decision(tmp_path: Path) -> None:
    assert load(tmp_path) == Decisions()


def test_slips_in_both_files_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(EditionError) as caught:
        load(write(tmp_path, {"characters.toml": "x = 1\n", "emendations.toml": "y ="}))
    assert [(found.code, found.place.file) for found in caught.value.findings] == [
        ("R042", "decisions/characters.toml"),
        ("R040", "decisions/emendations.toml"),
    ]


def test_the_seeds_decide_every_private_use_character_of_their_pages(seeds: Path) -> None:
    decided = load(seeds).characters
    pages = "".join(path.read_text("utf-8") for path in seeds.glob("*.txt"))
    assert {entry.code for entry in decided} == {one for one in pages if "\ue000" <= one <= "\uf8ff"}
    assert len(decided) == 15
    assert {entry.entity for entry in decided if not entry.text} == {"KR0871", "KR1297"}
    assert all(entry.verdict is Verdict.ACCEPTED and entry.evidence for entry in decided)
