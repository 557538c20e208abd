"""zhushu collate and zhushu train on an edition of ours, from the command line."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from zhushu.collate import restore
from zhushu.commands import collate, main, train

CASE = Path(__file__).parent / "cases" / "characters-and-damage" / "in"


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    """The page of a golden case, its witness beside it and not named in edition.toml."""
    shutil.copytree(CASE, tmp_path / "shi")
    shutil.move(tmp_path / "shi" / "WYG", tmp_path / "WYG")
    toml = tmp_path / "shi" / "edition.toml"
    text = toml.read_text("utf-8")
    toml.write_text(text[: text.index("[[witness]]")], "utf-8")
    return tmp_path / "shi"


def run(*arguments: str | Path) -> tuple[int, str, str]:
    command = {"collate": collate.command, "train": train.command}[str(arguments[0])]
    result = CliRunner().invoke(command, [str(argument) for argument in arguments[1:]])
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def exit_code(*arguments: str | Path) -> int:
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return int(ended.value.code or 0)


def emendations(edition: Path) -> str:
    return (edition / "decisions" / "emendations.toml").read_text("utf-8")


def test_proposals_are_written_and_the_same_again(edition: Path) -> None:
    witness = edition.parent / "WYG"
    code, out, err = run("collate", edition, "--witness", witness)
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "decisions/characters.toml: 3 new, 0 changed, 0 dropped, 0 as before"
    first = {path.name: path.read_bytes() for path in (edition / "decisions").iterdir()}
    assert run("collate", edition, "--witness", witness)[1].splitlines()[1].endswith("0 dropped, 2 as before")
    assert {path.name: path.read_bytes() for path in (edition / "decisions").iterdir()} == first
    assert 'verdict = "proposed"' in emendations(edition)
    assert "【防】" in emendations(edition)


def test_a_dry_run_writes_nothing(edition: Path) -> None:
    code, out, _ = run("collate", edition, "--witness", edition.parent / "WYG", "--dry-run")
    assert code == 0
    assert "2 new" in out
    assert not (edition / "decisions").exists()


def test_the_editor_s_word_stays(edition: Path) -> None:
    witness = edition.parent / "WYG"
    run("collate", edition, "--witness", witness, "--accept")
    file = edition / "decisions" / "emendations.toml"
    file.write_text(emendations(edition).replace('text = "㑹"', 'text = "会"\nnote = "𤣥：依文義"'), "utf-8")
    code, out, err = run("collate", edition, "--witness", witness)
    assert code == 0
    assert "C050" in err
    assert 'text = "会"' in emendations(edition)
    assert "𤣥：依文義" in emendations(edition)
    assert 'text = "㑹"' not in emendations(edition)
    assert out.splitlines()[1].endswith("2 as before")


def test_a_rejected_proposal_is_not_made_again(edition: Path) -> None:
    witness = edition.parent / "WYG"
    run("collate", edition, "--witness", witness)
    file = edition / "decisions" / "emendations.toml"
    file.write_text(emendations(edition).replace('"proposed"', '"rejected"', 1), "utf-8")
    run("collate", edition, "--witness", witness)
    assert emendations(edition).count('"rejected"') == 1
    assert emendations(edition).count("[[emendation]]") == 2


def test_without_any_witness_it_is_a_wrong_usage(edition: Path) -> None:
    assert exit_code("collate", edition) == 2


@pytest.mark.parametrize(
    ("content", "code"),
    [("道可道非常道名可名非常名" * 20, "C030"), ("", "C021")],
)
def test_a_witness_that_is_none_ends_in_a_finding(
    edition: Path, capsys: pytest.CaptureFixture[str], content: str, code: str
) -> None:
    wrong = edition.parent / "wrong.txt"
    wrong.write_text(content, "utf-8")
    assert exit_code("collate", edition, "--witness", wrong) == 6
    assert f"{wrong}: {code} " in capsys.readouterr().err
    assert not (edition / "decisions").exists()


def test_training_leaves_a_model_beside_the_edition(edition: Path) -> None:
    code, out, _ = run("train", edition, edition.parent / "WYG")
    assert f"`zhushu build {edition}` uses it" in out
    assert code == 0
    assert out.splitlines()[0] == "WYG: weighs 1.00"
    assert restore.load(edition / restore.FILE).texts[0].name == "WYG"


def test_a_text_of_the_edition_s_printing_sets_the_spelling(edition: Path) -> None:
    other = edition.parent / "other.txt"
    other.write_text("雲騰致雨露結爲霜金生麗水玉出崑岡", "utf-8")
    with (edition / "edition.toml").open("a", encoding="utf-8") as toml:
        toml.write('[[witness]]\nsiglum = "WYG"\nrole = "text"\ntitle = "試書"\n')
    run("train", edition, other, edition.parent / "WYG")
    assert [text.name for text in restore.load(edition / restore.FILE).texts] == ["WYG", "other.txt"]


def test_nothing_is_learnt_from_a_simplified_text(edition: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("train", edition, edition / "1.txt") == 6
    assert "C040" in capsys.readouterr().err
    assert not (edition / restore.FILE).exists()


def test_a_broken_model_ends_in_a_finding(edition: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (edition / restore.FILE).write_bytes(b"half")
    assert exit_code("collate", edition, "--witness", edition.parent / "WYG") == 6
    assert "C041" in capsys.readouterr().err
