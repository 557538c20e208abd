"""Vertical text in PDF: fonts in Identity-V encoding, subset and embedded, and the frame of a PDF/A file.

Glyphs are the fonts' own vertical forms; widths, vertical origins and the text behind each glyph are exact, so
that a reader of the file gets the characters back, beyond the BMP too. Nothing in the file depends on the clock.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from zhushu.publish import colour

if TYPE_CHECKING:
    import pikepdf
    import uharfbuzz

    from zhushu.fonts import Face, Plan

Standard = Literal["A-2u", "A-1b"]

# Tables of no use inside a PDF.
_DROPPED = ("GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "DSIG", "STAT", "name", "FFTM", "gasp", "prop")
_KEPT_TRUETYPE = frozenset({"head", "hhea", "hmtx", "maxp", "loca", "glyf", "GlyphOrder"})

_DESCENT = 120  # of 1000: how far the square of a Chinese character reaches below the baseline


class Glyph(NamedTuple):
    """A glyph to show: the name of the font resource, its code in four hexadecimal digits; of 1000, its width and how
    far the next one stands below it."""

    font: str
    code: str
    width: float = 1000
    advance: float = 1000


@dataclass(frozen=True, slots=True)
class Outline:
    """PDF path operators, and the box of their points: left, foot, right, top."""

    operators: str
    box: tuple[float, float, float, float]


@dataclass(slots=True)
class _Typeface:
    """A face and the glyphs of it that are used.

    Two characters may share a glyph (a character and its compatibility twin). The text behind a glyph is a
    property of the font, so the second goes into a second font over the same outlines: `layers`.
    """

    face: Face
    font: uharfbuzz.Font
    layers: list[dict[int, str]] = field(default_factory=list)  # glyph id → character

    def add(self, character: str, shown: str) -> tuple[int, int]:
        """A character and the one it is shown as → the layer and the glyph id for vertical text."""
        glyph = _vertical_glyph(self.font, shown)
        for number, layer in enumerate(self.layers):
            if glyph not in layer:
                layer[glyph] = character
                return number, glyph
        self.layers.append({glyph: character})
        return len(self.layers) - 1, glyph

    def advance(self, glyph: int) -> float:
        """A glyph → how far below it the next one stands, of 1000."""
        return float(-self.font.get_glyph_v_advance(glyph) * 1000 / self.font.face.upem)

    def width(self, glyph: int) -> float:
        """A glyph → how wide it is, of 1000."""
        return float(self.font.get_glyph_h_advance(glyph) * 1000 / self.font.face.upem)


def _vertical_glyph(font: uharfbuzz.Font, character: str) -> int:
    import uharfbuzz

    buffer = uharfbuzz.Buffer()
    buffer.add_str(character)
    buffer.direction = "ttb"
    buffer.script = "Hani"
    uharfbuzz.shape(font, buffer, {"vert": True})
    return int(buffer.glyph_infos[0].codepoint)


class Fonts:
    """The fonts of one PDF, made for the characters of a plan and embedded in `pdf` at once.

    A character that no face of the plan has looks like `missing`, which one must have, and is itself when it is copied.
    """

    def __init__(self, pdf: pikepdf.Pdf, plan: Plan, standard: Standard, missing: str) -> None:
        import pikepdf

        self._pdf = pdf
        self._standard = standard
        self._typefaces: dict[Face, _Typeface] = {}
        shown = {character: character for character in plan.uses} | dict.fromkeys(plan.uncovered, missing)
        places = {
            character: (plan.uses[shape], *self._typeface(plan.uses[shape]).add(character, shape))
            for character, shape in shown.items()
        }
        self.resources = pikepdf.Dictionary()
        self.glyphs: dict[str, Glyph] = {}
        codes = {face: self._embed(number, typeface) for number, (face, typeface) in enumerate(self._typefaces.items())}
        names = {face: number for number, face in enumerate(self._typefaces)}
        for character, (face, layer, glyph) in places.items():
            typeface = self._typefaces[face]
            self.glyphs[character] = Glyph(
                f"F{names[face]}.{layer}",
                f"{codes[face][glyph]:04X}",
                typeface.width(glyph),
                typeface.advance(glyph),
            )

    def outline(self, character: str, plan: Plan) -> Outline:
        """A character of the plan → its outline, in a square of 1000 units with the origin at its foot."""
        face = plan.uses[character]
        font = self._typeface(face).font
        glyph = _vertical_glyph(font, character)
        pen = _PathPen(1000 / font.face.upem)
        font.draw_glyph_with_pen(glyph, pen)
        return Outline(" ".join(pen.operators), pen.box())

    def _typeface(self, face: Face) -> _Typeface:
        import uharfbuzz

        if face not in self._typefaces:
            blob = uharfbuzz.Blob.from_file_path(str(face.path))
            self._typefaces[face] = _Typeface(face, uharfbuzz.Font(uharfbuzz.Face(blob, face.index)))
        return self._typefaces[face]

    def _embed(self, number: int, typeface: _Typeface) -> dict[int, int]:
        """A typeface → its font resources; glyph id → code."""
        import pikepdf
        from pikepdf import Array, Dictionary, Name

        subset = _subset(typeface)
        name = Name(f"/{_tag(subset.data)}+{_postscript_name(typeface.face)}")
        descendant = self._pdf.make_indirect(self._descendant(typeface, subset, name))
        for layer, characters in enumerate(typeface.layers):
            unicode = pikepdf.Stream(
                self._pdf, _to_unicode({subset.codes[glyph]: text for glyph, text in characters.items()})
            )
            self.resources[f"/F{number}.{layer}"] = self._pdf.make_indirect(
                Dictionary(
                    Type=Name.Font,
                    Subtype=Name.Type0,
                    BaseFont=Name(f"{name}-Identity-V") if subset.is_cff else name,
                    Encoding=Name("/Identity-V"),
                    DescendantFonts=Array([descendant]),
                    ToUnicode=self._pdf.make_indirect(unicode),
                )
            )
        return subset.codes

    def _descendant(self, typeface: _Typeface, subset: _Subset, name: pikepdf.Name) -> pikepdf.Dictionary:
        from pikepdf import Array, Dictionary, Name, Stream, String

        program = Stream(self._pdf, subset.data)
        descriptor = self._descriptor(typeface, name)
        if subset.is_cff:
            program.Subtype = Name.CIDFontType0C
            descriptor.FontFile3 = self._pdf.make_indirect(program)
        else:
            program.Length1 = len(subset.data)
            descriptor.FontFile2 = self._pdf.make_indirect(program)
        if self._standard == "A-1b":
            descriptor.CIDSet = self._pdf.make_indirect(Stream(self._pdf, _cid_set(subset.codes.values())))
        widths, heights = _metrics(typeface, subset)
        descendant = Dictionary(
            Type=Name.Font,
            Subtype=Name.CIDFontType0 if subset.is_cff else Name.CIDFontType2,
            BaseFont=name,
            CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
            FontDescriptor=self._pdf.make_indirect(descriptor),
            DW=1000,
            W=Array(widths),
            DW2=Array([880, -1000]),
            W2=Array(heights),
        )
        if not subset.is_cff:
            descendant.CIDToGIDMap = Name.Identity
        return descendant

    def _descriptor(self, typeface: _Typeface, name: pikepdf.Name) -> pikepdf.Dictionary:
        from pikepdf import Array, Dictionary, Name

        scale = 1000 / typeface.font.face.upem
        extents = typeface.font.get_font_extents("ltr")
        return Dictionary(
            Type=Name.FontDescriptor,
            FontName=name,
            Flags=4,
            FontBBox=Array([-200, -300, 1200, 1100]),
            ItalicAngle=0,
            Ascent=round(extents.ascender * scale),
            Descent=round(extents.descender * scale),
            CapHeight=730,
            StemV=80,
        )


@dataclass(frozen=True, slots=True)
class _Subset:
    """A font program with the used glyphs only: `codes` maps glyph ids of the whole font to PDF codes."""

    data: bytes
    is_cff: bool
    codes: dict[int, int]


def _subset(typeface: _Typeface) -> _Subset:
    import uharfbuzz
    from fontTools.ttLib import TTFont

    wanted = uharfbuzz.SubsetInput()
    used = {glyph for layer in typeface.layers for glyph in layer}
    wanted.sets(uharfbuzz.SubsetInputSets.GLYPH_INDEX).update(used)
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING | uharfbuzz.SubsetFlags.NOTDEF_OUTLINE
    wanted.sets(uharfbuzz.SubsetInputSets.DROP_TABLE_TAG).update(
        int.from_bytes(tag.ljust(4).encode(), "big") for tag in _DROPPED
    )
    plan = uharfbuzz.SubsetPlan(typeface.font.face, wanted)
    data = plan.execute().blob.data
    renumbered = dict(plan.old_to_new_glyph_mapping)
    # a time of its own making would change the file from run to run
    font = TTFont(io.BytesIO(data), lazy=True, recalcTimestamp=False)
    if "CFF " in font:
        program = font["CFF "].cff[0]
        order = program.charset
        keyed = hasattr(program, "ROS")
        codes = {glyph: int(order[renumbered[glyph]][3:]) if keyed else renumbered[glyph] for glyph in used}
        return _Subset(font.reader["CFF "], True, codes)
    for table in list(font.keys()):
        if table not in _KEPT_TRUETYPE:
            del font[table]
    out = io.BytesIO()
    font.save(out)
    return _Subset(out.getvalue(), False, {glyph: renumbered[glyph] for glyph in used})


def _metrics(typeface: _Typeface, subset: _Subset) -> tuple[list[Any], list[Any]]:
    """W and W2: widths, and vertical advances and origins, of the glyphs that differ from the default."""
    from pikepdf import Array

    font = typeface.font
    scale = 1000 / font.face.upem
    widths: list[Any] = []
    heights: list[Any] = []
    for glyph, code in sorted(subset.codes.items(), key=lambda item: item[1]):
        width = round(typeface.width(glyph))
        advance = round(font.get_glyph_v_advance(glyph) * scale)
        _, origin = font.get_glyph_v_origin(glyph)
        if width != 1000:
            widths += [code, Array([width])]
        if (advance, round(origin * scale)) != (-1000, 880):
            heights += [code, Array([advance, round(width / 2), round(origin * scale)])]
    return widths, heights


class _PathPen:
    """Outline → PDF path operators (the pen protocol of fontTools)."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.operators: list[str] = []
        self.at = (0.0, 0.0)
        self.points: list[tuple[float, float]] = []

    def box(self) -> tuple[float, float, float, float]:
        if not self.points:
            return 0, 0, 1000, 1000
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)

    def _write(self, operator: str, *points: tuple[float, float]) -> None:
        placed = [(x * self.scale, y * self.scale + _DESCENT) for x, y in points]
        self.points += placed
        self.operators.append(f"{' '.join(f'{x:.0f} {y:.0f}' for x, y in placed)} {operator}")
        self.at = points[-1]

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._write("m", point)

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self._write("l", point)

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self._write("c", *points)

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        (x0, y0), (x1, y1), (x2, y2) = self.at, points[0], points[-1]
        first = (x0 + (x1 - x0) * 2 / 3, y0 + (y1 - y0) * 2 / 3)
        second = (x2 + (x1 - x2) * 2 / 3, y2 + (y1 - y2) * 2 / 3)
        self._write("c", first, second, (x2, y2))

    def closePath(self) -> None:  # noqa: N802
        self.operators.append("h")

    def endPath(self) -> None:  # noqa: N802
        self.operators.append("h")


def _to_unicode(characters: dict[int, str]) -> bytes:
    entries = sorted(characters.items())
    lines = []
    for start in range(0, len(entries), 100):
        block = entries[start : start + 100]
        lines.append(f"{len(block)} beginbfchar")
        lines += [f"<{code:04X}> <{text.encode('utf-16-be').hex().upper()}>" for code, text in block]
        lines.append("endbfchar")
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        "1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n"
        + "\n".join(lines)
        + "\nendcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n"
    ).encode()


def _cid_set(codes: Iterable[int]) -> bytes:
    bits = bytearray(8192)
    for code in (0, *codes):
        bits[code >> 3] |= 128 >> (code & 7)
    return bytes(bits).rstrip(b"\0")


def _tag(data: bytes) -> str:
    """Six letters that mark a subset, the same for the same subset."""
    number = int.from_bytes(hashlib.sha256(data).digest()[:8], "big")
    return "".join(chr(65 + number // 26**place % 26) for place in range(6))


def _postscript_name(face: Face) -> str:
    from fontTools.ttLib import TTFont

    with TTFont(face.path, fontNumber=face.index, lazy=True) as font:
        name = font["name"].getDebugName(6) or face.family
    return re.sub("[^A-Za-z0-9_-]", "", name)


# The frame of the file


def begin() -> pikepdf.Pdf:
    import pikepdf

    return pikepdf.new()


@dataclass(frozen=True, slots=True)
class About:
    """What the file says of itself. `date` is that of the edition, `licence` the address of the licence."""

    title: str
    author: str
    language: str
    date: str
    rights: str
    licence: str
    producer: str


def finished(pdf: pikepdf.Pdf, about: About, standard: Standard) -> bytes:
    """A PDF with its pages → its file, PDF/A, the same bytes for the same input.

    Made in memory: qpdf ends the process where it cannot write, on a full disk for one.
    """
    import pikepdf
    from pikepdf import Array, Dictionary, Name, String

    profile = pikepdf.Stream(pdf, colour.srgb())
    profile.N = 3
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFA1,
        OutputConditionIdentifier=String("sRGB"),
        Info=String("sRGB"),
        DestOutputProfile=pdf.make_indirect(profile),
    )
    metadata = pikepdf.Stream(pdf, _xmp(about, standard))
    metadata.Type = Name.Metadata
    metadata.Subtype = Name.XML
    pdf.Root.Metadata = pdf.make_indirect(metadata)
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
    pdf.Root.Lang = String(about.language)
    pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
    moment = String(f"D:{about.date.replace('-', '')}000000Z")
    for key, value in (("/Title", about.title), ("/Author", about.author), ("/Producer", about.producer)):
        if value:
            pdf.docinfo[key] = String(value)
    if about.date:
        pdf.docinfo["/CreationDate"] = pdf.docinfo["/ModDate"] = moment
    old = standard == "A-1b"
    out = io.BytesIO()
    pdf.save(
        out,
        compress_streams=True,
        recompress_flate=False,
        object_stream_mode=pikepdf.ObjectStreamMode.disable if old else pikepdf.ObjectStreamMode.generate,
        force_version="1.4" if old else "1.7",
        deterministic_id=True,
        fix_metadata_version=False,
    )
    return out.getvalue()


def _xmp(about: About, standard: Standard) -> bytes:
    """XMP with all its namespaces on one element: some readers want them there."""
    part, conformance = standard[2], standard[3].upper()
    moment = f"{about.date}T00:00:00Z"
    dates = f"<xmp:CreateDate>{moment}</xmp:CreateDate><xmp:ModifyDate>{moment}</xmp:ModifyDate>" if about.date else ""
    author = f"<rdf:Seq><rdf:li>{escape(about.author)}</rdf:li></rdf:Seq>" if about.author else ""
    creator = f"<dc:creator>{author}</dc:creator>" if author else ""
    rights = f"<dc:rights>{_in_any_language(about.rights)}</dc:rights>" if about.rights else ""
    licence = f"<xmpRights:WebStatement>{escape(about.licence)}</xmpRights:WebStatement>" if about.licence else ""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"'
        ' xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"'
        ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:xmpRights="http://ns.adobe.com/xap/1.0/rights/">'
        f"<dc:title>{_in_any_language(about.title)}</dc:title>{creator}{rights}{licence}"
        f"<dc:language><rdf:Bag><rdf:li>{escape(about.language)}</rdf:li></rdf:Bag></dc:language>"
        f"<pdf:Producer>{escape(about.producer)}</pdf:Producer>{dates}"
        f"<pdfaid:part>{part}</pdfaid:part><pdfaid:conformance>{conformance}</pdfaid:conformance>"
        '</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>'
    ).encode()


def _in_any_language(words: str) -> str:
    return f'<rdf:Alt><rdf:li xml:lang="x-default">{escape(words)}</rdf:li></rdf:Alt>'
