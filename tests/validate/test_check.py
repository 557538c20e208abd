"""zhushu check: what it says, in which form, and how it exits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zhushu.commands.check import command

HERE = Path(__file__).parent
VALID = HERE / "valid.xml"


def check(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    path = tmp_path / "𤣥 wrong.xml"
    text = VALID.read_text("utf-8").replace('type="音義"', 'type="釋文"').replace("卷五终", "卷五\ue913")
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def doubtful(tmp_path: Path) -> Path:
    path = tmp_path / "doubtful.xml"
    path.write_text(VALID.read_text("utf-8").replace("//pb[@ed='WYG']", "//pb[@ed='SBCK']"), "utf-8")
    return path


def test_a_valid_file() -> None:
    result = check(VALID)
    assert (result.exit_code, result.output) == (0, f"{VALID}: valid\n")
    assert check(VALID, "-q").output == ""
    assert check(VALID, "--against", "tei-all").exit_code == 0


def test_errors(wrong: Path) -> None:
    result = check(VALID, wrong)
    assert result.exit_code == 1
    assert f"{wrong}:51: V010 error: " in result.output
    assert f"{wrong}:57: V030 error: private-use character U+E913 outside g." in result.output
    assert "(/TEI/text/body/div/div/trailer)" in result.output


def test_warnings_are_no_failure(doubtful: Path) -> None:
    result = check(doubtful)
    assert result.exit_code == 0
    assert "V095 warning" in result.output


def test_a_tei_file_that_is_not_of_the_contract(wrong: Path) -> None:
    assert check(wrong, "--against", "tei-all").exit_code == 0


def test_json(wrong: Path) -> None:
    result = check(VALID, wrong, "--format", "json")
    assert result.exit_code == 1
    files = json.loads(result.output)["files"]
    assert [one["file"] for one in files] == [str(VALID), str(wrong)]
    assert files[0]["findings"] == []
    assert {found["code"] for found in files[1]["findings"]} == {"V010", "V030"}


def test_sarif(wrong: Path) -> None:
    """What the schema of SARIF 2.1.0 requires, and what readers of it use."""
    log = json.loads(check(wrong, "--format", "sarif").output)
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert run["tool"]["driver"]["name"] == "zhushu"
    assert [rule["id"] for rule in rules] == ["V010", "V030"]
    assert len(run["results"]) == 2
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        (location,) = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] == wrong.as_uri()
        assert location["physicalLocation"]["region"]["startLine"] > 0
        assert location["logicalLocations"][0]["fullyQualifiedName"].startswith("/TEI/")


def test_sarif_of_a_relative_file_and_of_none_at_all(wrong: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(wrong.parent)
    run = json.loads(check(wrong.name, "--format", "sarif").output)["runs"][0]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri == "%F0%A4%A3%A5%20wrong.xml"
    assert json.loads(check(VALID, "--format", "sarif").output)["runs"][0]["results"] == []


def test_a_second_opinion(wrong: Path) -> None:
    """xmlschema is not libxml2, so that two validators speak."""
    result = check(wrong, "--explain")
    assert "xmlschema at /TEI/text/body/div/div/ab[3]/note: attribute type='釋文'" in result.output
    reasons = json.loads(check(wrong, "--explain", "--format", "json").output)["files"][0]["xmlschema"]
    assert [reason["path"] for reason in reasons] == ["/TEI/text/body/div/div/ab[3]/note"]
    assert json.loads(check(VALID, "--explain", "--format", "json").output)["files"][0]["xmlschema"] == []


def test_a_second_opinion_on_what_is_no_xml(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text("<TEI>", "utf-8")
    result = check(path, "--explain")
    assert (result.exit_code, result.output.count("\n")) == (1, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["missing.xml"],
        [VALID, "--against", "dtd"],
        [VALID, "--explain", "--against", "tei-all"],
        [VALID, "--explain", "--format", "sarif"],
    ],
)
def test_wrong_usage(arguments: list[str | Path]) -> None:
    assert check(*arguments).exit_code == 2
