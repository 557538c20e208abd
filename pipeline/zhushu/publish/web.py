"""TEI → the web edition: static pages that open from disk, their style, script and data, and the rare characters.

xslt/web/edition.xsl makes every page and all text data. What needs more than the TEI is made here: which
characters a search takes for which, their simplified forms, and the font of what no system font draws.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from zhushu import characters, resources, saxon
from zhushu.model import Finding
from zhushu.publish import Options, Texts

NAME = "web"
ASSETS = ("edition.css", "edition.js")


def publish(texts: Texts, out: Path, options: Options) -> tuple[Finding, ...]:
    """TEI files → index.html, a page for each 卷, persons.html, assets/ and data/ in the folder `out`."""
    parameters = {"downloads": downloads(texts, options)}
    if texts.hant is not None:
        parameters["hant"] = texts.hant.absolute().as_uri()
    saxon.transform(resources.stylesheet("web/edition.xsl"), texts.record, out / "index.html", **parameters)
    copy_assets(out / "assets")
    alphabet = searchable_characters(script_data(out / "data" / "text.js"))
    write_script(out / "data" / "characters.js", {"fold": folding(alphabet), "hans": simplified(alphabet)})
    return ()


def downloads(texts: Texts, options: Options) -> str:
    """The files a build makes beside the pages → what edition.xsl offers for download."""
    offered = [f"tei ../tei/{texts.record.name}"]
    if texts.hant is not None:
        offered.append(f"tei-hant ../tei/{texts.hant.name}")
    return "\n".join(offered)


def copy_assets(folder: Path) -> None:
    """The style sheet and the script → `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ASSETS:
        shutil.copyfile(resources.stylesheet(f"web/assets/{name}"), folder / name)


def script_data(path: Path) -> Any:
    """A script that calls zhushu.data(…) → the value it gives."""
    return json.loads(path.read_text("utf-8").removeprefix("zhushu.data(").removesuffix(");"))


def write_script(path: Path, value: Any) -> None:
    """A value → a script that gives it to the reader's script. Never as a module: pages are opened from disk."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"zhushu.data({text});", "utf-8", newline="\n")


def searchable_characters(text: Any) -> frozenset[str]:
    """What text.js gives → every character that can be found in it."""
    return frozenset(
        character for _file, _place, passages in text["pages"] for passage in passages for character in passage[3]
    )


def folding(alphabet: Iterable[str]) -> str:
    """Characters of a text → groups of characters that match each other, each with at least one of them."""
    present = frozenset(alphabet)
    groups = characters.members()
    wanted = {form for character in present for form in characters.forms(character) if form in groups}
    return " ".join("".join(sorted(groups[form])) for form in sorted(wanted))


def simplified(alphabet: Iterable[str]) -> str:
    """Characters → those with a simplified form, each followed by it."""
    import opencc

    converter = opencc.OpenCC("t2s")
    pairs = []
    for character in sorted(alphabet):
        form = converter.convert(characters.standard(character) or character)
        if form != character and len(form) == 1:
            pairs.append(character + form)
    return "".join(pairs)
