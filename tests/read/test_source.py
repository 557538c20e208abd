"""Law 1 for reading: the text of a Source, encoded again, is the file."""

from __future__ import annotations

import encodings.aliases
import io
import os
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from zhushu.model import Severity, Source
from zhushu.read import source as sources
from zhushu.read import toml

Write = Callable[[bytes], Path]

# What the pages are made of: planes 0, 2 and 3, private use, layout, line ends, and what should not be there.
_WRITTEN = "注曰疏大夫升賔㫖防○□。，　 \n\r\t𤣥𧃊𫝊\U00030000\ue913\ue14b\uf8ff\U000f0000"
_CHARACTERS = st.sampled_from(_WRITTEN) | st.characters(exclude_categories=["Cs"], exclude_characters="\0")
TEXTS = st.text(_CHARACTERS, min_size=1)
# Of Big5 only what it has: the characters that Python's codec both reads and writes.
_BIG5 = [
    character
    for first in range(0xA4, 0xFA)
    for second in (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    if (character := bytes((first, second)).decode("big5", "ignore")) and character.encode("big5")[0] == first
]
_CLASSICAL = "之不也以其人曰而者有于大子公王君一二三十上下中天地"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def to_file(content: bytes) -> Path:
        path = tmp_path / "page.txt"
        path.write_bytes(content)
        return path

    return to_file


def read(content: bytes, encoding: str | None = None) -> Source:
    """Bytes → Source, without a file."""
    decoded = sources.decode(content, encoding)
    assert decoded.broken is None
    return Source("page.txt", sha256(content).hexdigest(), decoded.encoding, decoded.text)


@given(TEXTS)
def test_utf_8_is_read_whole(text: str) -> None:
    assume(text.isascii() or max(text) >= "\u0800")  # else it may be GB18030, and is looked at
    source = read(text.encode())
    assert (source.text if source.encoding == "utf-8" else "\ufeff" + source.text) == text
    assert sources.encode(source) == text.encode()


@given(TEXTS, st.sampled_from(["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030"]))
def test_every_encoding_is_read_whole(text: str, encoding: str) -> None:
    content = text.encode(encoding)
    source = read(content, encoding)
    assert source.text == text.removeprefix("\ufeff") or source.encoding.endswith("utf-8-sig")
    assert sources.encode(source) == content


@given(st.text(st.sampled_from(_BIG5) | st.sampled_from("\r\n a"), min_size=1))
def test_big5_is_read_whole(text: str) -> None:
    source = read(text.encode("big5"), "big5")
    assert source.text == text
    assert sources.encode(source) == text.encode("big5")


@given(st.text(st.sampled_from(_WRITTEN), min_size=1))
def test_a_byte_order_mark_is_not_text(text: str) -> None:
    for encoding, mark in (("utf-8", b"\xef\xbb\xbf"), ("utf-16-be", b"\xfe\xff"), ("gb18030", b"\x84\x31\x95\x33")):
        source = read(mark + text.encode(encoding))
        assert source.text == text
        assert sources.encode(source) == mark + text.encode(encoding)


@given(st.text(st.characters(codec=None), min_size=1))
def test_lone_surrogates_are_kept(text: str) -> None:
    content = text.replace("\0", "").encode("utf-8", "surrogatepass")
    source = read(content, "utf-8")
    assert sources.encode(source) == content


@given(st.text(st.sampled_from("注曰𤣥𧃊\ue913\n"), min_size=1).filter(lambda text: "𤣥" in text))
def test_cesu_8_is_read_as_the_characters_it_means(text: str) -> None:
    units = text.encode("utf-16-be")
    pairs = "".join(units[i : i + 2].decode("utf-16-be", "surrogatepass") for i in range(0, len(units), 2))
    content = pairs.encode("utf-8", "surrogatepass")
    source = read(content)
    assert (source.encoding, source.text) == ("cesu-8", text)
    again = sources.decode(content, source.encoding)  # by the name that the TEI gives: so `verify` reads it
    assert (again.encoding, again.text) == (source.encoding, source.text)
    assert sources.encode(source) == content


@given(st.text(st.sampled_from(_CLASSICAL + "注曰飲辯乃彻豊\n"), min_size=12))
def test_the_encoding_of_a_few_words_is_recognised(text: str) -> None:
    assert read(text.encode("gb18030")).text == text
    traditional = text.replace("彻", "徹").replace("于", "於").replace("注", "註")
    assert read(traditional.encode("big5")).text == traditional


@given(st.binary(min_size=1))
def test_bytes_are_read_exactly_or_not_at_all(content: bytes) -> None:
    decoded = sources.decode(content)
    if decoded.broken is not None:
        assert 0 <= decoded.broken < len(content)
    elif decoded.encoding not in ("big5", "cp950", "big5hkscs"):  # R017: these spell some characters in two ways
        assert sources.encode(Source("page.txt", "", decoded.encoding, decoded.text)) == content


@given(TEXTS, st.data())
def test_a_broken_byte_is_found_where_it_is(text: str, data: st.DataObject) -> None:
    content = text.encode()
    at = data.draw(st.integers(0, len(text)))
    byte = len(text[:at].encode())
    broken = sources.decode(content[:byte] + b"\xff" + content[byte:], "utf-8").broken
    assert broken == byte


@given(st.text(st.sampled_from("注𤣥\ue913\r\n"), max_size=40), st.data())
def test_lines_are_counted_as_editors_count_them(text: str, data: st.DataObject) -> None:
    offset = data.draw(st.integers(0, len(text)))
    before = text[:offset].removesuffix("\r") if text[offset - 1 : offset + 1] == "\r\n" else text[:offset]
    assert sources.line(text, offset) == before.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


def test_strange_characters_are_counted_when_they_are_many(write: Write) -> None:
    path = write(("大夫\x01𤣥\ue913" * 80).encode())
    source, findings = sources.read(path, path.parent)
    assert source is not None
    assert [finding.code for finding in findings] == ["R011"] * sources.LISTED + ["R016"]
    assert findings[1].place.offset == 7
    assert "30 more" in findings[-1].message


def test_a_page_of_20_mb_is_read_and_said_to_be_large(write: Write) -> None:
    text = "注曰大夫升\U000248e5\ue913　\n" * 800_000
    path = write(text.encode())
    source, findings = sources.read(path, path.parent)
    assert path.stat().st_size > 20_000_000
    assert source is not None
    assert source.text == text
    assert [finding.code for finding in findings] == ["R009"]


def test_20_mb_that_end_in_mid_character_are_not_read(write: Write) -> None:
    content = ("注曰大夫升\U000248e5\ue913　\n" * 800_000 + "注").encode()[:-1]
    path = write(content)
    source, findings = sources.read(path, path.parent)
    assert source is None
    assert [finding.code for finding in findings] == ["R003"]
    assert f"byte {len(content) - 2} " in findings[0].message


def test_what_is_no_file_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "folder.txt").mkdir()
    for name in ("folder.txt", "none.txt"):
        source, findings = sources.read(tmp_path / name, tmp_path)
        assert source is None
        assert [(finding.code, finding.severity) for finding in findings] == [("R007", Severity.ERROR)]


@pytest.mark.parametrize("name", ["utf-8", "UTF8", "gbk", "GB2312", "gb18030", "big5", "cp950", "utf-16", "big5hkscs"])
def test_encodings_that_are_known(name: str) -> None:
    assert sources.known(name)


@pytest.mark.parametrize(
    "name", ["", "gb-18030-2022", "idna", "punycode", "rot13", "base64", "ascii", "latin-1", "shift\0jis"]
)
def test_encodings_that_are_not(name: str) -> None:
    assert not sources.known(name)


@given(content=st.binary(max_size=60), name=st.sampled_from(sorted({*encodings.aliases.aliases.values(), "cesu-8"})))
def test_what_is_known_can_be_tried_on_any_file(content: bytes, name: str, tmp_path_factory: Any) -> None:
    """Under every codec of Python: a source, or findings, and never an exception."""
    file = tmp_path_factory.mktemp("file") / "page.txt"
    file.write_bytes(content)
    if sources.known(name):
        source, findings = sources.read(file, file.parent, name)
        assert source or any(found.severity is Severity.ERROR for found in findings)


def test_a_pipe_is_no_toml_file(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "𤣥\ue913.toml")
    _, findings = toml.read(tmp_path / "𤣥\ue913.toml", "edition.toml")
    assert [found.code for found in findings] == ["R007"]


@pytest.mark.parametrize(("at", "byte"), [(6, 1), (8, 99)], ids=["encrypted", "packed in an unknown way"])
def test_an_archive_that_cannot_be_opened_is_no_traceback(at: int, byte: int) -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(sources.PARTS[0], "𤣥\ue913")
    content = bytearray(file.getvalue())
    assert sources.decode(bytes(content)).text == "𤣥\ue913"
    content[at] = content[content.index(b"PK\x01\x02") + at + 2] = byte
    decoded = sources.decode(bytes(content))
    assert (decoded.text, decoded.broken) == ("", 0)


def test_the_seeds_are_read_byte_for_byte(seeds: Path) -> None:
    for path in sorted(seeds.glob("*.txt")):
        source, findings = sources.read(path, seeds)
        assert source is not None
        assert (source.path, source.encoding, findings) == (path.name, "utf-8", ())
        assert sources.encode(source) == path.read_bytes()
        assert source.sha256 == sha256(path.read_bytes()).hexdigest()
