"""TEI → the web edition: static pages that open from disk, their style, script and data, and the rare characters.

xslt/web/edition.xsl makes every page and all text data. What needs more than the TEI is made here: which
characters a search takes for which, their simplified forms, and the font of what no system font draws.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from zhushu import characters, fonts, resources, saxon
from zhushu.errors import PublishingError
from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.publish import Options, Texts

NAME = "web"
ENDED = re.compile(r"(?<=[{;,])\n")  # a line end that ends nothing
COMMENT = re.compile(r"^\s*/\*.*?\*/\n", re.DOTALL | re.MULTILINE)

# What a build makes beside the pages: output, the choice of edition.toml it depends on (key and value of its table),
# key of strings.xml, address from the pages.
DOWNLOADS = (
    ("text", None, "txt", "../text/{id}.txt"),
    ("text", None, "txt-hant", "../text/{id}.hant.txt"),
    ("text", None, "txt-base", "../text/{id}.base.txt"),
    ("text", None, "jsonl", "../text/{id}.segments.jsonl"),
    ("print", ("editions", "modern"), "pdf", "../print/{id}-modern.pdf"),
    ("print", ("editions", "woodblock"), "pdf-woodblock", "../print/{id}-woodblock.pdf"),
    ("epub", ("writing", "horizontal"), "epub", "../epub/{id}.epub"),
    ("epub", ("writing", "vertical"), "epub-vertical", "../epub/{id}-vertical.epub"),
    ("deposit", None, "package", "../deposit/{id}-{version}.zip"),
)


def publish(texts: Texts, out: Path, options: Options) -> tuple[Finding, ...]:
    """TEI files → index.html, a page for each 卷, persons.html, assets/ and data/ in the folder `out`."""
    parameters = {"downloads": downloads(texts, options)}
    if texts.hant is not None:
        parameters["hant"] = texts.hant.absolute().as_uri()
    try:
        saxon.transform(resources.stylesheet("web/edition.xsl"), texts.record, out / "index.html", **parameters)
    except saxon.StylesheetError as error:
        raise PublishingError(finding("P105", Place(str(texts.record)), problem=str(error))) from error
    # the TEI of the passages is to be copied, and has no character that their text has not
    shown = [path for path in sorted((out / "data").glob("*.js")) if not path.name.endswith(".tei.js")]
    alphabet = frozenset().union(*map(script_characters, shown))
    found = script({"fold": folding(alphabet), "hans": simplified(alphabet)})
    (out / "data" / "characters.js").write_bytes(found)
    faces, uncovered = write_fonts(alphabet, out / "assets")
    write_assets(out / "assets", faces)
    if not uncovered:
        return ()
    named = "、".join(f"{character} (U+{ord(character):04X})" for character in uncovered)
    return (finding("P301", Place(str(texts.record)), characters=named),)


def downloads(texts: Texts, options: Options) -> str:
    """The files a build makes beside the pages → what edition.xsl offers for download."""
    offered = [("tei", f"../tei/{texts.record.name}")]
    if texts.hant is not None:
        offered.append(("tei-hant", f"../tei/{texts.hant.name}"))
    tables = {"print": options.print, "epub": options.epub}
    for output, choice, key, address in DOWNLOADS:
        if key == "txt-hant" and texts.hant is None:
            continue
        if output in options.outputs and (choice is None or _chosen(tables[output], *choice)):
            offered.append((key, address.replace("{id}", options.id)))
    return "\n".join(f"{key} {address}" for key, address in offered)


def _chosen(table: dict[str, object], key: str, value: str) -> bool:
    """Whether a list of edition.toml has the value; a list that is not there has all."""
    listed = table.get(key)
    return not isinstance(listed, list) or value in listed


def write_assets(folder: Path, faces: str) -> None:
    """The style sheet, with the @font-face rules `faces`, and the script → `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, more in (("edition.css", faces), ("edition.js", "")):
        source = resources.stylesheet(f"web/assets/{name}").read_text("utf-8")
        (folder / name).write_text(slim(source) + more, "utf-8", newline="\n")


def slim(source: str) -> str:
    """Our own CSS or JS → the same without indentation, needless line ends, and comments on lines of their own."""
    lines = "\n".join(line.strip() for line in COMMENT.sub("", source).splitlines() if line.strip()) + "\n"
    return ENDED.sub("", lines)


def script_data(path: Path) -> Any:
    """A script that calls zhushu.data(…) → the value it gives."""
    return json.loads(path.read_text("utf-8").removeprefix("zhushu.data(").removesuffix(");"))


def script(value: Any) -> bytes:
    """A value → a script that gives it to the reader's script. Never a module: pages are opened from disk."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return f"zhushu.data({text});".encode()


def script_characters(path: Path) -> frozenset[str]:
    """A script of data → every character beyond ASCII that stands in it, escaped or not."""
    return frozenset(character for character in set(path.read_text("utf-8")) if character > "\x7f")


def folding(alphabet: Iterable[str]) -> str:
    """Characters of a text → the groups that match one of them: first the form that a group shares, then the rest."""
    groups = characters.members()
    wanted = {form for character in alphabet for form in characters.forms(character) if form in groups}
    return " ".join(form + "".join(sorted(groups[form] - {form})) for form in sorted(wanted))


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


def write_fonts(alphabet: Iterable[str], folder: Path) -> tuple[str, tuple[str, ...]]:
    """Characters of an edition → small fonts of those many systems lack, their @font-face rules, what none draws."""
    serif_tc, serif_sc, rare = fonts.shipped()
    needed = [c for c in alphabet if "\U00020000" <= c < "\U000f0000" or ord(c) in rare.characters]
    plan = fonts.plan(needed, (rare, serif_tc, serif_sc))
    rules = []
    for face in plan.faces:
        points = sorted(ord(character) for character, drawn_by in plan.uses.items() if drawn_by is face)
        if not points:
            continue
        folder.mkdir(parents=True, exist_ok=True)
        name = face.path.with_suffix("").name.lower() + face.path.suffix
        (folder / name).write_bytes(subset(face, points))
        for licence in sorted(resources.package("fonts").glob("LICENCE-*")):
            shutil.copyfile(licence, folder / licence.name)
        ranges = ",".join(f"U+{point:X}" for point in points)
        rules.append(
            f'@font-face{{font-family:"Zhushu Rare";src:url("{name}");font-display:swap;unicode-range:{ranges}}}\n'
        )
    return "".join(rules), plan.uncovered


def subset(face: fonts.Face, points: Iterable[int]) -> bytes:
    """A face and code points → a font of these alone. Not compressed: servers do that, and bytes stay the same."""
    import uharfbuzz

    wanted = uharfbuzz.SubsetInput()
    wanted.sets(uharfbuzz.SubsetInputSets.UNICODE).update(points)
    whole = uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(face.path)), face.index)
    return bytes(uharfbuzz.subset(whole, wanted).blob.data)
