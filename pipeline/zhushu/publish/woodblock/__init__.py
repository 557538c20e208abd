"""TEI → <id>.grid.xml and <id>-woodblock.pdf: the page of the old prints, with notes in two rows (雙行小注)."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from zhushu import __version__, files, fonts, resources, saxon
from zhushu.errors import PublishingError
from zhushu.findings import finding
from zhushu.model import Finding, Place
from zhushu.publish import Options, Texts, vertical_pdf
from zhushu.publish.woodblock import grid
from zhushu.publish.woodblock.geometry import Geometry, frame_form
from zhushu.publish.woodblock.layout import Layout, load
from zhushu.publish.woodblock.page import pages
from zhushu.publish.woodblock.signs import DIGITS, FIGURES, GETA, Pen

if TYPE_CHECKING:
    import pikepdf


def woodblock(texts: Texts, out: Path, options: Options) -> tuple[Finding, ...]:
    """A TEI file → the grid and the woodblock PDF in the folder `out`."""
    where = Place("edition.toml", options.lines.get("print.woodblock", options.lines.get("print")))
    wanted = options.print.get("woodblock", {})
    named = options.print.get("fonts", ())
    layout = load(wanted if isinstance(wanted, dict) else {}, where, options.lines)
    tei = texts.hant if texts.hant is not None and layout.text == "reading" else texts.record
    made = out / f"{options.id}.grid.xml"
    make_grid(tei, made, layout)
    names = [str(name) for name in named] if isinstance(named, (list, tuple)) else ()
    faces, missing = fonts.faces_for(names, Place("edition.toml", options.lines.get("print.fonts")))
    if grid.sheet(made).language.endswith("-Hans"):
        # the shapes of a simplified text are those of the mainland face
        faces = tuple(sorted(faces, key=lambda face: not face.family.endswith(" SC")))
    plan = _plan(made, faces)
    if plan.uncovered:
        in_order = sorted(plan.uncovered, key=made.read_text("utf-8").index)
        make_grid(tei, made, layout, "".join(in_order))
        plan = _plan(made, faces)
    painted = paint(made, out / f"{options.id}-woodblock.pdf", layout, plan, Place(str(tei)))
    return (*missing, *fonts.uncovered(plan, tei), *painted)


def _plan(made: Path, faces: tuple[fonts.Face, ...]) -> fonts.Plan:
    return fonts.plan(grid.characters(made) | set(DIGITS + FIGURES + GETA + "葉上下　"), faces)


def make_grid(tei: Path, out: Path, layout: Layout, undrawable: str = "") -> None:
    """TEI and a layout → grid.xml: what stands on which leaf, in which column and cell. Characters that no font has are
    numbered and listed as those without a code point are."""
    parameters = layout.grid.parameters() | fonts.unseen(tei) | {"undrawable": undrawable}
    try:
        saxon.transform(resources.stylesheet("print/grid.xsl"), tei, out, **parameters)
    except saxon.StylesheetError as error:
        raise PublishingError(finding("P203", Place(str(tei)), problem=str(error))) from error


@dataclass(slots=True)
class _Contents:
    """What the outline and the labels of the pages are made of, collected while the pages are painted."""

    labels: list[str] = field(default_factory=list)
    juan: list[tuple[str, int, list[tuple[str, int]]]] = field(default_factory=list)  # title, page, chapters
    printed: int = 0  # half-leaves that are printed pages
    overfull: list[str] = field(default_factory=list)


def paint(made: Path, out: Path, layout: Layout, plan: fonts.Plan, place: Place) -> tuple[Finding, ...]:
    """grid.xml and the fonts for it → the PDF `out`."""
    import pikepdf
    from pikepdf import Array, Dictionary, Name, Stream

    sheet = grid.sheet(made)
    geometry = Geometry.of(layout, sheet)
    if not geometry.fits:
        raise PublishingError(
            finding("P206", Place("edition.toml"), width=layout.page.width, height=layout.page.height)
        )
    pdf = vertical_pdf.begin()
    typefaces = vertical_pdf.Fonts(pdf, plan, layout.pdf, GETA)
    forms = {"/Frame": _form(pdf, frame_form(geometry), geometry.width, geometry.height)}
    shapes: dict[str, str] = {}
    for number, (name, operators) in enumerate(_shapes(sheet, plan, typefaces).items()):
        shapes[name] = f"S{number}"
        forms[f"/S{number}"] = _form(pdf, operators.encode(), 1000, 1000)
    drawn_with = pdf.make_indirect(Dictionary(Font=typefaces.resources, XObject=Dictionary(forms)))
    glyphs = typefaces.glyphs
    odd = {shown: 1000 / max(glyph.advance, 1000) for shown, glyph in glyphs.items() if round(glyph.advance) != 1000}
    pen = Pen(geometry, glyphs, shapes, glyphs[GETA], odd)
    contents = _Contents()
    for leaf in grid.leaves(made):
        _note(leaf, len(contents.labels), geometry, contents)
        for label, content in pages(leaf, pen):
            page = Dictionary(
                Type=Name.Page,
                MediaBox=Array([0, 0, round(geometry.width, 2), round(geometry.height, 2)]),
                Resources=drawn_with,
                Contents=pdf.make_indirect(Stream(pdf, content)),
            )
            pdf.pages.append(pikepdf.Page(page))
            contents.labels.append(label)
    _outline(pdf, contents)
    _page_labels(pdf, contents)
    about = vertical_pdf.About(
        sheet.title,
        sheet.author,
        sheet.language,
        sheet.date,
        sheet.rights,
        sheet.licence,
        producer=f"zhushu {__version__}",
    )
    files.write(out, vertical_pdf.finished(pdf, about, layout.pdf))
    undrawn = [gaiji for gaiji in sheet.gaiji if gaiji.ids and gaiji.id not in shapes]
    return (
        *(finding("P204", place, id=gaiji.id, ids=gaiji.ids, n=gaiji.n) for gaiji in undrawn),
        *(finding("P205", place, leaf=name) for name in contents.overfull),
        *([finding("P207", place)] if layout.grid.breaks == "printed" and not contents.printed else []),
    )


def _form(pdf: pikepdf.Pdf, content: bytes, width: float, height: float) -> pikepdf.Object:
    from pikepdf import Array, Dictionary, Name, Stream

    form = Stream(pdf, content)
    form.Type = Name.XObject
    form.Subtype = Name.Form
    form.BBox = Array([0, 0, round(width, 2), round(height, 2)])
    form.Resources = Dictionary()
    return pdf.make_indirect(form)


def _shapes(sheet: grid.Sheet, plan: fonts.Plan, typefaces: vertical_pdf.Fonts) -> dict[str, str]:
    """What is drawn without being text, in squares of 1000: figures, and gaiji whose parts are known and drawable."""
    shapes = {
        figure: f"{typefaces.outline(figure, plan).operators} B" for figure in DIGITS + FIGURES if figure in plan.uses
    }
    for gaiji in sheet.gaiji:
        if gaiji.parts and all(part.character in plan.uses for part in gaiji.parts):
            shapes[gaiji.id] = "\n".join(_fitted(part, typefaces.outline(part.character, plan)) for part in gaiji.parts)
    return shapes


def _fitted(part: grid.Part, outline: vertical_pdf.Outline) -> str:
    """The outline of a component, its ink filling the box of the part but for a margin."""
    left, foot, right, top = outline.box
    margin = 30
    x, y = part.x * 1000 + margin, (1 - part.y - part.height) * 1000 + margin
    across = (part.width * 1000 - 2 * margin) / max(right - left, 1)
    up = (part.height * 1000 - 2 * margin) / max(top - foot, 1)
    return f"q {across:.4f} 0 0 {up:.4f} {x - left * across:.1f} {y - foot * up:.1f} cm {outline.operators} B Q"


def _note(leaf: grid.Leaf, page: int, geometry: Geometry, contents: _Contents) -> None:
    """What a leaf opens: a juan, chapters and sections, with the page that shows it."""
    if leaf.opens_juan:
        contents.juan.append((leaf.juan, page, []))
    for number, half in enumerate(leaf.halves):
        shown = page if geometry.is_leaf else page + number
        for column in half.columns:
            for run in column.runs:
                if run.opens:
                    contents.juan[-1][2].append((run.opens.replace("　", " "), shown))
        if half.page:
            contents.printed += 1
            if any(column.is_over for column in half.columns):
                contents.overfull.append(half.page)


def _outline(pdf: pikepdf.Pdf, contents: _Contents) -> None:
    from pikepdf import OutlineItem

    with pdf.open_outline() as outline:
        for title, page, chapters in contents.juan:
            item = OutlineItem(title, page)
            item.children.extend(OutlineItem(chapter, shown) for chapter, shown in chapters)
            outline.root.append(item)


def _page_labels(pdf: pikepdf.Pdf, contents: _Contents) -> None:
    """The number of a page as its fold has it: readers show it in place of a running number."""
    from pikepdf import Array, Dictionary, String

    numbers = Array([])
    for page, label in enumerate(contents.labels):
        numbers.append(page)
        numbers.append(Dictionary(P=String(label)))
    pdf.Root.PageLabels = Dictionary(Nums=numbers)
