"""Citation trees, listed and looked up as DTS clients do it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from zhushu.validate import validate
from zhushu.validate.citations import Listing, Tree, check, list_passages, resolve, trees
from zhushu.validate.document import read
from zhushu.validate.rules import Parsed, parsed

HERE = Path(__file__).parent
VALID = (HERE / "valid.xml").read_text("utf-8")


def opened(path: Path) -> Parsed:
    document, _ = read(path)
    assert document is not None
    result = parsed(document)
    assert isinstance(result, Parsed)
    return result


@pytest.fixture(scope="module")
def valid() -> Parsed:
    return opened(HERE / "valid.xml")


def tree(document: Parsed, name: str) -> tuple[Tree, Listing]:
    found = next(tree for tree in trees(document.document.root) if tree.name == name)
    return found, list_passages(found, document.node)


def references(document: Parsed, name: str) -> list[str]:
    return [passage.reference for passage in tree(document, name)[1].passages]


def test_the_patterns_of_cts_are_no_tree(valid: Parsed) -> None:
    assert [found.name for found in trees(valid.document.root)] == ["unit", "base", "leaf"]


def test_units_and_their_layers(valid: Parsed) -> None:
    found = references(valid, "unit")
    assert found[:6] == ["5", "5.1_1", "5.1_1.zhu1", "5.1_2", "5.1_2.jing", "5.1_2.zhu1"]
    assert found[-2:] == ["5.2_2", "5.2_2.jing"]


def test_base_text_alone(valid: Parsed) -> None:
    assert references(valid, "base") == ["5", "5.1_2", "5.1_3", "5.1_3b", "5.1_4", "5.2_2"]


def test_columns_stand_between_breaks(valid: Parsed) -> None:
    assert references(valid, "leaf") == ["005-1a", "005-1a:1", "005-1a:2", "005-1b", "005-1b:1"]
    assert tree(valid, "leaf")[1].breaks


def test_what_stands_before_the_first_break_belongs_to_none(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text(VALID.replace("<label>注曰</label>前", '<lb ed="WYG" n="9"/><label>注曰</label>前'), "utf-8")
    assert references(opened(path), "leaf") == ["005-1a", "005-1a:1", "005-1a:2", "005-1b", "005-1b:1"]


@pytest.mark.parametrize("name", ["unit", "base"])
def test_first_last_and_every_other_reference_is_found_again(valid: Parsed, name: str) -> None:
    found, listing = tree(valid, name)
    for passage in listing.passages:
        assert resolve(found, passage.values, valid.node) == passage.element


@pytest.mark.parametrize("values", [("6",), ("5", "9_9"), ("5", "1_2", "shu2"), ("𤣥",), ("\ue913",)])
def test_an_unknown_reference_is_not_found(valid: Parsed, values: tuple[str, ...]) -> None:
    assert resolve(tree(valid, "unit")[0], values, valid.node) is None


def test_a_tree_whose_references_lead_elsewhere(tmp_path: Path) -> None:
    """A client puts @match and the value together; a union then takes the value for its last part only."""
    path = tmp_path / "x.xml"
    path.write_text(VALID.replace('match=".//ab/seg"', 'match=".//ab/seg | ab/nothing"'), "utf-8")
    findings = validate(path)
    assert {found.code for found in findings} == {"V094"}
    assert findings[0].place.xpath == "/TEI/text/body/div/div/div/ab/seg"


def test_a_tree_of_one_level_lists_its_passages_and_no_more(tmp_path: Path) -> None:
    path = tmp_path / "𤣥\ue913.xml"
    inner = re.compile(r'(<refsDecl n="(?:base|leaf)">\s*<citeStructure [^>]*>)\s*<citeStructure [^>]*/>')
    text, count = inner.subn(r"\1", VALID)
    path.write_text(text, "utf-8")
    assert count == 2
    assert references(opened(path), "base") == ["5"]
    assert references(opened(path), "leaf") == ["005-1a", "005-1b"]
    assert not tree(opened(path), "leaf")[1].breaks
    assert validate(path) == ()


@pytest.mark.parametrize("match", ["1 to 3", "'𤣥'", "@n", "/", "/TEI/text()", "}", "{", "map{}", "(", "()", "\ue913"])
def test_a_match_that_finds_no_elements_is_a_finding(tmp_path: Path, match: str) -> None:
    path = tmp_path / "x.xml"
    path.write_text(VALID.replace("match=\"//pb[@ed='WYG']\"", f'match="{match}"'), "utf-8")
    assert {flaw.code[:3] for flaw in check(opened(path))} == {"V09"}
