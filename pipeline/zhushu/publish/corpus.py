"""The web editions of a folder → its index.html: all works in a table to sort, and one search over them.

A search cannot read every work. Stage one: for each pair of characters, in every form it may stand for, the works
that have it, in 256 small files by the first character. Stage two reads the text of the works that are left.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from zhushu import characters, files, resources, saxon
from zhushu.publish.web import folding, script, script_data, slim

SHARDS = 256


def publish(output: Path, out: Path) -> None:
    """The folder of a build → index.html and corpus/ in `out`, over every edition there that has a web edition."""
    roots = [path.parent.parent for path in sorted(output.glob("*/web/data/edition.js"))]
    addresses = [f"{root.relative_to(output).as_posix()}/" for root in roots]
    works = [{"root": a, **script_data(root / "data/edition.js")} for a, root in zip(addresses, roots, strict=True)]
    texts = [script_data(root / "data/text.js") for root in roots]
    shards, alphabet = index([set(streams(text)) for text in texts])
    made = {f"{number:02x}.js": script(shard) for number, shard in enumerate(shards)}
    made |= {"works.js": script(addresses), "characters.js": script({"fold": folding(alphabet)})}
    for name, content in made.items():
        files.write(out / "corpus" / "data" / name, content)
    for name in ("edition.css", "edition.js", "corpus.js"):
        source = resources.stylesheet(f"web/assets/{name}").read_text("utf-8")
        files.write(out / "corpus" / "assets" / name, slim(source).encode())
    files.write(out / "index.html", page(works))


def streams(text: Any) -> Iterator[str]:
    """What text.js gives → the texts a search looks through, passages that run on joined."""
    running: dict[str, str] = {}
    for _file, _place, passages in text["pages"]:
        for _anchor, _layer, _voice, words, *key in passages:
            if key:
                running[key[0]] = running.get(key[0], "") + words
            else:
                yield words
    yield from running.values()


@cache
def forms(character: str) -> tuple[str, ...]:
    return tuple(sorted(characters.forms(character)))


def index(works: list[set[str]]) -> tuple[list[dict[str, list[int]]], frozenset[str]]:
    """The texts of each work → the shards (a character or pair → numbers of works), and all characters."""
    shards: list[dict[str, list[int]]] = [{} for _ in range(SHARDS)]
    alphabet: set[str] = set()
    for number, texts in enumerate(works):
        seen = {character for text in texts for character in text}
        pairs = {pair for text in texts for pair in pairwise(text)}
        keys = {form for character in seen for form in forms(character)}
        keys |= {first + second for a, b in pairs for first, second in product(forms(a), forms(b))}
        for key in keys:
            shards[ord(key[0]) % SHARDS].setdefault(key, []).append(number)
        alphabet |= seen
    return shards, frozenset(alphabet)


def page(works: Iterable[dict[str, Any]]) -> bytes:
    """What the editions say of themselves → index.html."""
    root = ElementTree.Element("works")
    for work in works:
        element = ElementTree.SubElement(root, "work", parts=str(work["parts"]))
        if work["complete"] is not None:
            element.set("complete", str(work["complete"]).lower())
        for name in ("id", "title", "root"):
            element.set(name, work[name])
        for title in work["titles"]:
            if title != work["title"]:
                ElementTree.SubElement(element, "other").text = title
        for author in work["authors"]:
            ElementTree.SubElement(element, "author").text = author
        for layer, size in work["layers"]:
            ElementTree.SubElement(element, "layer", name=layer, size=str(size))
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "works.xml"), Path(folder, "index.html")
        source.write_bytes(ElementTree.tostring(root, encoding="utf-8"))
        saxon.transform(resources.stylesheet("web/corpus.xsl"), source, made)
        return made.read_bytes()
