"""The same text in other people's engines, beside ours: CPU seconds, peak memory of the largest process, pages, size.

    python benchmarks/peers.py [TEI]

Without TEI, the seeds' pages, over and over until there are 200,000 characters. Engines that are not on the PATH are
said so. All but the first are given a source that `zhushu export` makes, whose making is not counted; ours begin at the
TEI. Only the first draws notes in two rows.
"""

from __future__ import annotations

import ctypes
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pikepdf

from zhushu import fonts, resources, saxon

HERE = Path(__file__).resolve().parent
SIZE = 200_000
PR_SET_CHILD_SUBREAPER = 36
FACE = (
    '<font embed-url="{uri}"><font-triplet name="{family}" style="normal" weight="normal"/>'
    '<font-triplet name="{family}" style="normal" weight="bold"/></font>'
)


def measure(command: Sequence[str]) -> None:
    """Runs the command and says what it and all processes that it left behind took."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)  # a browser does not wait for its own
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while True:
        try:
            os.wait()
        except ChildProcessError:
            break
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    sys.stdout.write(f"{used.ru_utime + used.ru_stime:7.1f} s CPU {used.ru_maxrss / 1024:6.0f} MB")
    sys.exit(done.returncode)


def settings(folder: Path) -> Path:
    """What FOP must be told of the faces that come with zhushu → its file."""
    path = folder / "fop.xconf"
    faces = "".join(FACE.format(uri=face.path.as_uri(), family=face.family) for face in fonts.shipped())
    renderer = f'<renderer mime="application/pdf"><fonts>{faces}</fonts></renderer>'
    path.write_text(f'<fop version="1.0"><renderers>{renderer}</renderers></fop>', "utf-8")
    return path


def commands(tei: Path, folder: Path) -> dict[str, tuple[list[str], Path]]:
    """What each engine is called → the command, and the PDF it makes."""
    for name, suffix in (("fo", "fo"), ("paged", "xhtml")):
        saxon.transform(resources.stylesheet(f"export/{name}.xsl"), tei, folder / f"book.{suffix}")
    book, fo, here = str(folder / "book.xhtml"), str(folder / "book.fo"), str(folder)
    pdf = {name: folder / f"{name}.pdf" for name in ("fop", "weasyprint", "vivliostyle", "chromium")}
    chromium = shutil.which("chromium") or "chromium"
    printing = ["--headless", "--no-sandbox", f"--user-data-dir={here}/profile", f"--print-to-pdf={pdf['chromium']}"]
    formatting = ["--single-doc", "--size", "A5", "--timeout", "1800", "--executable-browser", chromium, "--output"]
    return {
        "zhushu, woodblock": (
            [sys.executable, str(HERE / "woodblock.py"), "--measure", str(tei), here],
            folder / "benchmark-woodblock.pdf",
        ),
        "zhushu, modern (Typst)": (
            [sys.executable, str(HERE / "print.py"), "--measure", "block", str(tei), f"{here}/modern"],
            folder / "modern" / "benchmark-modern.pdf",
        ),
        "FOP": (["fop", "-c", str(settings(folder)), fo, str(pdf["fop"])], pdf["fop"]),
        "WeasyPrint": (["weasyprint", book, str(pdf["weasyprint"])], pdf["weasyprint"]),
        "Chromium": ([chromium, *printing, book], pdf["chromium"]),
        "Vivliostyle": (
            ["vivliostyle", "build", book, *formatting, str(pdf["vivliostyle"])],
            pdf["vivliostyle"],
        ),
    }


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2:])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if sys.argv[1:]:
            tei = Path(sys.argv[1])
        else:
            from print import tei_of

            tei = tei_of(SIZE, folder)
        for engine, (command, pdf) in commands(tei, folder).items():
            sys.stdout.write(f"{engine:24}")
            sys.stdout.flush()
            if shutil.which(command[0]) is None:
                sys.stdout.write(f"not installed: no {command[0]}\n")
                continue
            subprocess.run([sys.executable, __file__, "--measure", *command])
            if not pdf.is_file():
                sys.stdout.write("  made no PDF\n")
                continue
            with pikepdf.open(pdf) as made:
                sys.stdout.write(f" {len(made.pages):5} pages {pdf.stat().st_size / 1e6:6.1f} MB\n")


if __name__ == "__main__":
    main()
