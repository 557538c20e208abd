"""Approved pictures: a page of a PDF is drawn and compared with the picture of it that somebody looked at.

The pictures are in tests/approved/. Where a page differs, or has no picture yet, the new one is left there as
NAME.new.png: look at it, and rename it to NAME.png if it is right. Renderers differ a little, so the comparison has
a tolerance.
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat

APPROVED = Path(__file__).resolve().parent / "approved"
SCALE = 1.25  # 90 pixels an inch: a note is legible, a picture is small
TOLERANCE = 1.0  # mean difference of a grey value from 0 to 255; a missing line of a page makes more


def drawn(pdf: Path, page: int) -> Image.Image:
    """A page of a PDF (counted from 1) → its picture in grey."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return document[page - 1].render(scale=SCALE).to_pil().convert("L")
    finally:
        document.close()


def looks_as_approved(pdf: Path, page: int, name: str) -> None:
    """Fail unless the page looks like tests/approved/<name>.png."""
    new, approved = drawn(pdf, page), APPROVED / f"{name}.png"
    difference = _difference(new, approved)
    if difference > TOLERANCE:
        left = APPROVED / f"{name}.new.png"
        left.parent.mkdir(exist_ok=True)
        new.quantize(16).save(left, optimize=True)
        pytest.fail(f"page {page} of {pdf.name} differs from {approved.name} by {difference:.2f}; see {left}")


def _difference(new: Image.Image, approved: Path) -> float:
    if not approved.is_file():
        return 255.0
    old = Image.open(approved).convert("L")
    if old.size != new.size:
        return 255.0
    return float(ImageStat.Stat(ImageChops.difference(new, old)).mean[0])
