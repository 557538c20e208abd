"""The derived schemas: in step with the ODD, within TEI All, and loaded in time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree

from zhushu import resources
from zhushu.findings import catalogue
from zhushu.validate import validate
from zhushu.validate.derive import derive
from zhushu.validate.grammars import TEI_ALL
from zhushu.validate.odd import grammar
from zhushu.validate.odd.compiler import OddError, compile_grammar, read
from zhushu.validate.odd.grammar import Grammar
from zhushu.validate.odd.inclusion import violations

DERIVED = ["xml.xsd", "zhushu.rng", "zhushu.sch", "zhushu.xsd"]
_LOAD = "import sys; from lxml import etree; getattr(etree, sys.argv[1])(etree.parse(sys.argv[2]))"


@pytest.fixture(scope="module")
def tei_all() -> Grammar:
    return grammar.load(resources.schema(TEI_ALL))


@pytest.fixture(scope="module")
def contract() -> Grammar:
    return grammar.load(resources.schema("zhushu.rng"))


def test_the_derived_files_are_in_step_with_the_odd(tmp_path: Path) -> None:
    derive(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == DERIVED
    for name in DERIVED:
        assert (tmp_path / name).read_bytes() == resources.schema(name).read_bytes(), f"{name}: run `make schema`"


def test_the_odd_is_itself_tei() -> None:
    """The rules of the TEI for ODDs are many: other compilers must understand it too."""
    assert validate(resources.schema("zhushu.odd"), "tei-all") == ()


@pytest.mark.parametrize(("kind", "name"), [("XMLSchema", "zhushu.xsd"), ("RelaxNG", "zhushu.rng")])
def test_libxml2_loads_them_in_time(kind: str, name: str) -> None:
    """It can take minutes over a grammar that looks much like ours."""
    subprocess.run([sys.executable, "-c", _LOAD, kind, str(resources.schema(name))], check=True, timeout=60)


def test_every_document_of_the_contract_is_one_of_tei_all(contract: Grammar, tei_all: Grammar) -> None:
    assert violations(contract, tei_all) == []


def test_the_proof_can_fail(contract: Grammar, tei_all: Grammar) -> None:
    assert violations(contract, contract) == []
    found = violations(tei_all, contract)
    assert "root: teiCorpus may follow ()" in found
    assert "note/@n is no attribute of the outer grammar" in found
    assert "seg/@cert is required by the outer grammar only" in found
    assert "ab/@part has values that the outer grammar does not take" in found
    assert "choice is no element of the outer grammar" in found
    assert any(one.startswith("listApp: ") for one in found)


def test_the_vendored_grammar_is_the_one_its_notice_speaks_of() -> None:
    import hashlib

    path = resources.schema(TEI_ALL)
    notice = (path.parent / "NOTICE").read_text("utf-8")
    assert f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}" in notice


def test_each_constraint_has_a_finding_of_the_same_severity() -> None:
    schema = etree.parse(resources.schema("zhushu.sch"))
    patterns = schema.findall(".//{*}pattern")
    assert len(patterns) == len({pattern.get("id") for pattern in patterns}) > 30
    for pattern in patterns:
        entry = catalogue()[str(pattern.get("id"))]
        checks = [*pattern.iter("{*}assert"), *pattern.iter("{*}report")]
        assert checks
        assert {check.get("role") for check in checks} == {str(entry.severity)}


def test_variables_of_patterns_have_names_of_their_own() -> None:
    """They become global variables of one stylesheet."""
    schema = etree.parse(resources.schema("zhushu.sch"))
    names = [let.get("name") for let in schema.findall("./{*}pattern/{*}let")]
    assert len(names) == len(set(names))


ODD = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><schemaSpec ident="x" start="TEI">
<moduleRef key="tei"/><moduleRef key="core" include="p note"/>{}</schemaSpec></body></text></TEI>"""


@pytest.mark.parametrize(
    ("specification", "words"),
    [
        ('<moduleRef key="header"/>', "moduleRef for header needs @include"),
        ('<moduleRef key="core" include="pp"/>', "TEI All has no element pp"),
        ('<classSpec ident="model.pLike" type="model" mode="delete"/>', "only classes of attributes"),
        ('<classSpec ident="att.nothing" type="atts" mode="delete"/>', "TEI All has no att.nothing.attributes"),
        ('<classSpec ident="att.global" type="atts" mode="replace"/>', "mode replace is outside the subset"),
        (
            '<classSpec ident="att.global" type="atts" mode="change"><attList><attDef ident="n" mode="change"/>'
            "</attList></classSpec>",
            "can only be deleted",
        ),
        ('<macroSpec ident="macro.xtext" mode="add"/>', "only a new macro can be added"),
        ('<macroSpec ident="macro.x" mode="add"><content><anyElement/></content></macroSpec>', "anyElement is outside"),
        ('<elementSpec ident="seg" mode="change"/>', "the element is not included"),
        ('<elementSpec ident="p" mode="delete"/>', "mode delete is outside the subset"),
        ('<elementSpec ident="p" mode="change"><model/></elementSpec>', "elementSpec p/model is outside the subset"),
        (
            '<elementSpec ident="p" mode="change"><content><elementRef key="pp"/></content></elementSpec>',
            "TEI All has no element pp",
        ),
        (
            '<elementSpec ident="p" mode="change"><content><elementRef key="note" maxOccurs="3"/></content>'
            "</elementSpec>",
            "1 to 3 times is outside the subset",
        ),
        (
            '<elementSpec ident="p" mode="change"><attList><attDef ident="wit" mode="change"/></attList></elementSpec>',
            "p has no attribute wit",
        ),
        ("<dataSpec/>", "schemaSpec/dataSpec is outside the subset"),
    ],
)
def test_what_the_compiler_does_not_know_it_refuses(specification: str, words: str, tmp_path: Path) -> None:
    odd = tmp_path / "x.odd"
    odd.write_text(ODD.format(specification), "utf-8")
    with pytest.raises(OddError, match=re.escape(words)):
        compile_grammar(read(odd), resources.schema(TEI_ALL))


def test_an_odd_without_a_schema_is_refused(tmp_path: Path) -> None:
    odd = tmp_path / "x.odd"
    odd.write_text("<TEI/>", "utf-8")
    with pytest.raises(OddError, match="no schemaSpec"):
        read(odd)


def test_an_attribute_can_be_added_with_a_datatype(tmp_path: Path) -> None:
    odd = tmp_path / "x.odd"
    added = """<elementSpec ident="p" mode="change"><attList><attDef ident="depth" mode="add" usage="req">
      <datatype><dataRef name="nonNegativeInteger"/></datatype></attDef></attList></elementSpec>"""
    odd.write_text(ODD.format(added).replace('start="TEI"', 'start="p"'), "utf-8")
    compiled = compile_grammar(read(odd), resources.schema(TEI_ALL))
    schema = etree.RelaxNG(etree.fromstring(grammar.serialise(compiled, " x ")))
    p = etree.Element("{http://www.tei-c.org/ns/1.0}p", depth="3")
    p.text = "𤣥"
    assert schema.validate(p)
    p.set("depth", "𤣥")
    assert not schema.validate(p)
