"""TEI → the printed editions: the modern one by way of a Typst source, the woodblock one by way of its grid."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from zhushu import files, fonts, resources, saxon
from zhushu.errors import PublishingError
from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.publish import Options, Texts
from zhushu.publish.settings import SettingsError, checked, place_of
from zhushu.publish.woodblock import woodblock

NAME = "print"
STANDARD: Literal["a-2a"] = "a-2a"  # PDF/A-2, level A: tagged, with the Unicode text of every glyph

# Typst writes a default of the catalogue out, and poppler complains of it. Blanks keep every offset of the file.
_DEFAULT = b"/Suspects false"

_PLACE = re.compile(rb"([0-9]{10})(?= [0-9]{5} n)")

# Millimetres: a paper on which the margins of edition.typ leave ten base characters by ten lines.
_SMALLEST = (88, 119)

Choice = Literal["yes", "no"]


class Modern(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[print.modern] of edition.toml. All but `text` are parameters of xslt/print/typst.xsl, which explains them."""

    paper: Annotated[str, msgspec.Meta(pattern="^(a4|a5|b5|16k|32k|[1-9][0-9]{1,2}x[1-9][0-9]{1,2})$")] = "a5"
    notes: Literal["block", "inline", "footnote"] = "block"
    numbers: Literal["unit", "none"] = "unit"
    leaves: Choice = "yes"
    text: Literal["reading", "record"] = "reading"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """[print] of edition.toml. `fonts` are installed families, or font files, to use before those that are shipped.

    [print.woodblock] is checked in zhushu.publish.woodblock.
    """

    editions: tuple[Literal["modern", "woodblock"], ...] = ("modern", "woodblock")
    fonts: tuple[str, ...] = ()
    modern: Modern = Modern()
    woodblock: dict[str, Any] = {}


def publish(texts: Texts, out: Path, options: Options) -> tuple[Finding, ...]:
    """The TEI files of an edition → sources and PDFs of its printed editions in the folder `out`."""
    chosen = settings(options)
    findings = _title(texts.hant, options) if texts.hant is not None else ()
    if "modern" in chosen.editions:
        findings += modern(texts, out, options, chosen)
    if "woodblock" in chosen.editions:
        findings += woodblock(texts, out, options)
    return tuple(dict.fromkeys(findings))  # both say which characters their fonts lack


def _title(tei: Path, options: Options) -> tuple[Finding, ...]:
    """The reading text → a finding where none of its titles is in traditional script, as its text is."""
    from lxml import etree

    name = "{http://www.tei-c.org/ns/1.0}title"
    titles = []
    with tei.open("rb") as file:
        for _, element in etree.iterparse(file, tag=(name, name + "Stmt")):
            if element.tag != name:
                break
            titles.append(element)
    languages = [str(title.get("{http://www.w3.org/XML/1998/namespace}lang", "")) for title in titles]
    if not titles or any(language.endswith("-Hant") for language in languages) or not languages[0].endswith("-Hans"):
        return ()
    where = Place("edition.toml", options.lines.get("edition.title", options.lines.get("edition")))
    return (finding("P107", where, title="".join(titles[0].itertext())),)


def settings(options: Options) -> Settings:
    """The [print] table → settings, checked."""
    try:
        chosen = checked(options.print, Settings, "print", options.lines)
        _check_paper(chosen.modern.paper, options)
    except SettingsError as error:
        raise PublishingError(finding("P104", error.place, problem=error.problem)) from error
    return chosen


def _check_paper(paper: str, options: Options) -> None:
    """A paper in millimetres → an error where it is too small for a page of text."""
    sides = [int(side) for side in paper.split("x") if side.isdigit()]
    if any(side < smallest for side, smallest in zip(sides, _SMALLEST, strict=False)):
        problem = f'print.modern.paper is "{paper}"; it may be {_SMALLEST[0]}x{_SMALLEST[1]} or larger'
        raise SettingsError(place_of("print.modern.paper", options.lines), problem)


def modern(texts: Texts, out: Path, options: Options, chosen: Settings) -> tuple[Finding, ...]:
    """TEI → the Typst source and its PDF. What the faces lack is drawn as 〓 and comes back as findings."""
    tei = texts.hant if texts.hant is not None and chosen.modern.text == "reading" else texts.record
    source = out / f"{options.id}.typ"
    faces, findings = fonts.faces_for(chosen.fonts, Place("edition.toml", options.lines.get("print.fonts")))
    parameters = msgspec.to_builtins(chosen.modern)
    del parameters["text"]
    families = dict.fromkeys(face.family for face in faces)
    parameters |= {"faces": "|".join(families)} | fonts.unseen(tei)
    _transform(tei, source, parameters)
    plan = fonts.plan(source.read_text("utf-8"), faces)
    if plan.uncovered:
        _transform(tei, source, parameters | {"undrawable": "".join(plan.uncovered)})
    files.write(out / f"{options.id}-modern.pdf", compiled(source, plan))
    return findings + fonts.uncovered(plan, tei)


def _transform(tei: Path, out: Path, parameters: dict[str, str]) -> None:
    try:
        saxon.transform(resources.stylesheet("print/typst.xsl"), tei, out, **parameters)
    except saxon.StylesheetError as error:
        raise PublishingError(finding("P105", Place(str(tei)), problem=str(error))) from error


def compiled(source: Path, plan: fonts.Plan) -> bytes:
    """Typst source → PDF. Only the faces of the plan are seen, so that every machine makes the same file."""
    import typst

    folders = [str(folder) for folder in plan.folders]
    compiler = typst.Compiler(str(source), root=str(source.parent), font_paths=folders, ignore_system_fonts=True)
    try:
        pdf, warnings = compiler.compile_with_warnings(format="pdf", pdf_standards=[STANDARD])
    except typst.TypstError as error:
        raise PublishingError(finding("P106", Place(str(source)), problem=str(error))) from error
    if warnings:
        raise PublishingError(*(finding("P106", Place(str(source)), problem=str(warning)) for warning in warnings))
    assert isinstance(pdf, bytes)
    return settled(pdf)


def settled(pdf: bytes) -> bytes:
    """PDF of Typst → the same as poppler and tools that identify formats want it."""
    return _metadata_first(pdf.replace(_DEFAULT, b" " * len(_DEFAULT)))


def _metadata_first(pdf: bytes) -> bytes:
    """PDF of Typst → the same, its metadata the first object. What archives identify files with (FIDO, DROID) does not
    read to where Typst puts it, and saw no PDF/A. pikepdf would do it too, for a tenth more time and size."""
    inside = pdf.rfind(b"/Type/Metadata")  # it stands near the end
    if inside < 0:
        return pdf
    start = pdf.rindex(b"\n", 0, pdf.rindex(b" obj\n", 0, inside)) + 1
    end = pdf.index(b"endobj\n", inside) + len(b"endobj\n")
    table = pdf.rindex(b"xref\n", 0, pdf.rindex(b"startxref"))
    first, length = pdf.index(b"1 0 obj"), end - start

    def moved(entry: re.Match[bytes]) -> bytes:
        place = int(entry[1])
        place = first if place == start else place + length * (first <= place < start)
        return b"%010d" % place

    objects = pdf[first:start] + pdf[end:table]
    return pdf[:first] + pdf[start:end] + objects + _PLACE.sub(moved, pdf[table:])
