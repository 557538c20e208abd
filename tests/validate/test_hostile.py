"""Files that are broken, or mean harm: a finding each, nothing fetched, nothing expanded, no traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from zhushu.validate import validate

HERE = Path(__file__).parent
VALID = (HERE / "valid.xml").read_text("utf-8")

NO_ENCODING = VALID.replace('encoding="UTF-8"', 'encoding="NOPE"').encode()

Write = Callable[[str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(content: str | bytes) -> Path:
        path = tmp_path / "𤣥.xml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def codes(path: Path) -> list[str]:
    return [found.code for found in validate(path)]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0\0\0\0",
        b"not xml",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xfe<",
        VALID.encode()[:5000],
        VALID.encode("gb18030"),
        NO_ENCODING,
    ],
    ids=["empty", "zeros", "text", "image", "UTF-16", "cut off", "another encoding", "no encoding"],
)
def test_what_is_no_xml(content: bytes, write: Write) -> None:
    assert codes(write(content)) == ["V001"]


def test_a_control_character_is_no_xml(write: Write) -> None:
    (found,) = validate(write(VALID.replace("卷五终", "卷五\x01终")))
    assert (found.code, found.place.line) == ("V001", 57)
    assert "\x01" not in found.message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    (found,) = validate(tmp_path / "missing.xml")
    assert found.code == "V002"


def test_a_folder(tmp_path: Path) -> None:
    assert codes(tmp_path) == ["V002"]


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = tmp_path / "loop.xml"
    path.symlink_to(path)
    assert codes(path) == ["V002"]


def test_a_name_with_blanks_and_signs(tmp_path: Path) -> None:
    path = tmp_path / "a b#c%20?𤣥.xml"
    path.write_text(VALID, "utf-8")
    assert codes(path) == []


BOMB = "".join(f'<!ENTITY e{n + 1} "{f"&e{n};" * 10}">' for n in range(10))


def test_entities_that_expand_without_end(write: Write) -> None:
    bomb = VALID.replace("<TEI xmlns", f'<!DOCTYPE TEI [<!ENTITY e0 "x">{BOMB}]><TEI xmlns', 1)
    assert codes(write(bomb.replace("卷五终", "&e10;"))) == ["V003"]
    assert codes(write(bomb.replace('xml:id="sample"', 'xml:id="&e10;"'))) == ["V003"]


def test_entities_of_other_files(write: Write, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret 𤣥", "utf-8")
    external = f'<!DOCTYPE TEI [<!ENTITY e SYSTEM "{secret.as_uri()}">]><TEI xmlns'
    findings = validate(write(VALID.replace("<TEI xmlns", external, 1).replace("卷五终", "&e;")))
    assert [found.code for found in findings] == ["V003"]
    assert "secret 𤣥" not in str(findings)


def test_a_document_type_of_elsewhere(write: Write) -> None:
    elsewhere = '<!DOCTYPE TEI SYSTEM "http://192.0.2.1/tei.dtd"><TEI xmlns'
    assert codes(write(VALID.replace("<TEI xmlns", elsewhere, 1))) == ["V003"]


def test_a_document_type_in_an_encoding_that_not_all_parsers_know(write: Write, tmp_path: Path) -> None:
    (tmp_path / "local.dtd").write_text("<!ENTITY e 'x'>", "utf-8")
    text = VALID.replace('encoding="UTF-8"', 'encoding="GB18030"')
    assert codes(write(text.encode("gb18030"))) == []
    typed = text.replace("<TEI xmlns", '<!DOCTYPE TEI SYSTEM "local.dtd"><TEI xmlns', 1)
    assert codes(write(typed.encode("gb18030"))) == ["V003"]


def test_inclusions_are_not_followed(write: Write) -> None:
    include = '<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="valid.xml"/>'
    assert codes(write(VALID.replace("卷五终", f"卷五终{include}"))) == ["V010"]


def test_elements_nested_too_deep(write: Write) -> None:
    assert codes(write(VALID.replace("<quote>获者</quote>", "<q>" * 1000 + "𤣥" + "</q>" * 1000))) == ["V001"]


def test_elements_nested_deep(write: Write) -> None:
    assert codes(write(VALID.replace("<quote>获者</quote>", "<q>" * 80 + "𤣥" + "</q>" * 80))) == []
    assert codes(write(VALID.replace("<quote>获者</quote>", "<q>" * 200 + "𤣥" + "</q>" * 200))) == ["V004"]


def test_a_text_of_five_million_characters(write: Write) -> None:
    assert codes(write(VALID.replace("获者", "𤣥" * 2_000_000))) == []


def test_a_text_that_is_longer_than_any_page(write: Write) -> None:
    assert codes(write(VALID.replace("获者", "者" * 11_000_000))) == ["V001"]


def test_an_element_with_every_attribute(write: Write) -> None:
    """libxml2's RELAX NG doubles its work with each of them."""
    many = 'rend="a" facs="b" source="#work" xml:lang="lzh" targetLang="lzh" next="#p2.1" prev="#p2.1" cert="low"'
    found = codes(write(VALID.replace("<title>大射", f'<title type="alt" level="m" ana="#marked" {many}>大射')))
    assert set(found) == {"V010", "V013", "V025"}
    findings = validate(write(VALID.replace("<quote>", f"<quote {many}>")), "tei-all")
    assert {one.code for one in findings} == {"V012", "V013"}


def test_expressions_that_would_read_files(write: Write) -> None:
    evil = VALID.replace('match=".//ab/seg"', "match=\".//ab/seg[unparsed-text('/etc/passwd')]\"")
    assert codes(write(evil)) == ["V073"]


@pytest.mark.parametrize("match", [".//ab//seg", ".//ab[.//seg]", ".//*[count(//*) > 0]", "doc ('x')//ab", "Q{}ab"])
def test_expressions_that_would_take_long_or_call(match: str, write: Write) -> None:
    assert "V073" in codes(write(VALID.replace('match=".//ab/seg"', f'match="{match.replace(">", "&gt;")}"')))


def test_a_fault_on_every_page_is_shown_a_hundred_times(write: Write) -> None:
    anchors = "".join(f'<anchor xml:id="x{number}"/>' for number in range(250))
    findings = validate(write(VALID.replace("卷五终", f"卷五{anchors}终")))
    assert [found.code for found in findings] == ["V061"] * 100 + ["V009"]
    assert findings[-1].message.startswith("150 more places")


def test_lines_beyond_what_libxml2_counts_in_sixteen_bits(write: Write) -> None:
    findings = validate(write(VALID.replace("<trailer", "\n" * 70_000 + "<trailer").replace("卷五终", "卷\ue913")))
    assert [(found.code, found.place.line) for found in findings] == [("V030", 70_057)]
    assert "U+E913" in findings[0].message


def test_a_foreign_namespace(write: Write) -> None:
    foreign = VALID.replace("卷五终", '卷<x:y xmlns:x="urn:x" z="1">五</x:y>终')
    assert codes(write(foreign)) == ["V010"]
    assert [found.code for found in validate(write(foreign), "tei-all")] == ["V012"]
