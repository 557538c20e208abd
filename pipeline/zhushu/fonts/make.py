"""rare.tsv and the two Hanazono fonts → zhushu-rare.ttf, the pack of characters that the Noto faces lack.

    python -m zhushu.fonts.make /usr/share/fonts/truetype/hanazono

Debian's package fonts-hanazono holds the fonts (2017-08-31); their licence (LICENCE-zhushu-rare.txt) lets anyone change
and pass them on. The same list and fonts give the same bytes. The glyphs keep Hanazono's 1024 units; the lines
they stand on, in horizontal and in vertical text, are Noto's.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from zhushu import files, resources
from zhushu.fonts import RARE

SOURCES = ("HanaMinA.ttf", "HanaMinB.ttf")
ASCENT, DESCENT = 901, 123  # of 1024: Noto's 880 and 120 of 1000, so that both stand on one line
COPYRIGHT = "Glyphs by the GlyphWiki Project (glyphwiki.org), Hanazono fonts, 2008-2017"
LICENCE = "Unlimited permission is granted to use, copy, and distribute it, with or without modification"


def code_points(table: Path) -> tuple[int, ...]:
    """rare.tsv → the code points of its first column, in order."""
    lines = table.read_text("utf-8").splitlines()
    codes = {int(line.split("\t")[0].removeprefix("U+"), 16) for line in lines if line.startswith("U+")}
    return tuple(sorted(codes))


def pack(codes: tuple[int, ...], folder: Path) -> bytes:
    """Code points and the folder of the Hanazono fonts → a TTF. Raises KeyError for a code point they lack."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.ttLib import TTFont

    fonts = [TTFont(folder / name) for name in SOURCES]
    glyphs: dict[str, Any] = {".notdef": _empty()}
    for code in codes:
        font = next((font for font in fonts if code in font.getBestCmap()), None)
        if font is None:
            raise KeyError(f"U+{code:04X} is in none of {', '.join(SOURCES)}")
        name = f"u{code:05X}"
        glyphs[name] = _outline(font, font.getBestCmap()[code])

    builder = FontBuilder(1024, isTTF=True)
    builder.setupGlyphOrder(list(glyphs))
    builder.setupCharacterMap({code: f"u{code:05X}" for code in codes})
    builder.setupGlyf(glyphs)
    metrics = {name: (1024, builder.font["glyf"][name].xMin if name != ".notdef" else 0) for name in glyphs}
    builder.setupHorizontalMetrics(metrics)
    builder.setupHorizontalHeader(ascent=ASCENT, descent=-DESCENT)
    tops = {name: (1024, ASCENT - builder.font["glyf"][name].yMax if name != ".notdef" else 0) for name in glyphs}
    builder.setupVerticalMetrics(tops)
    builder.setupVerticalHeader(ascent=512, descent=-512)
    builder.setupNameTable(_names())
    builder.setupOS2(sTypoAscender=ASCENT, sTypoDescender=-DESCENT, usWinAscent=ASCENT, usWinDescent=DESCENT)
    builder.setupPost(keepGlyphNames=False)
    builder.font["head"].created = builder.font["head"].modified = 3_600_000_000  # a constant: same in, same out
    builder.font.recalcTimestamp = False
    written = io.BytesIO()
    builder.font.save(written)
    return written.getvalue()


def _empty() -> Any:
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    return TTGlyphPen(None).glyph()


def _outline(font: Any, name: str) -> Any:
    """A glyph → its outline without references to other glyphs."""
    from fontTools.pens.recordingPen import DecomposingRecordingPen
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    glyphs = font.getGlyphSet()
    recorded = DecomposingRecordingPen(glyphs)
    glyphs[name].draw(recorded)
    pen = TTGlyphPen(None)
    recorded.replay(pen)
    return pen.glyph()


def _names() -> dict[str, str]:
    return {
        "copyright": COPYRIGHT,
        "familyName": RARE,
        "styleName": "Regular",
        "uniqueFontIdentifier": "zhushu-rare",
        "fullName": RARE,
        "version": "Version 1.000",
        "psName": "ZhushuRare-Regular",
        "licenseDescription": LICENCE,
    }


if __name__ == "__main__":
    home = resources.package("fonts")
    files.write(home / "zhushu-rare.ttf", pack(code_points(home / "rare.tsv"), Path(sys.argv[1])))
