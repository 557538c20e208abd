"""TEI → the modern edition with each kind of notes: CPU seconds, peak memory, size of the PDF, each in its own process.

    python benchmarks/print.py [CHARACTERS…]

The seeds' pages, over and over until there are CHARACTERS (200,000, 400,000 and 1,000,000 unless told), are one
edition.
The seconds are of the whole process: starting Python, XSLT, the font plan, the engine.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from text import folder_of

from zhushu.collate import characters
from zhushu.encode import encode
from zhushu.model import Edition
from zhushu.publish import Options, Texts, print
from zhushu.read import decisions, edition, pages
from zhushu.segment import profile, segment_pages

SIZES = (200_000, 400_000, 1_000_000)
NOTES = ("block", "inline", "footnote")


def tei_of(size: int, folder: Path) -> Path:
    """An edition of about `size` characters → its TEI file in `folder`."""
    folder_of(size, folder)
    info, _ = edition.load(folder)
    habits = profile.load(info.profile, folder)
    found, _ = pages.pages(folder, info)
    texts, _ = segment_pages(found, habits)
    decided = decisions.load(folder)
    resolved = tuple(characters.resolve(text, decided, "防")[0] for text in texts)
    sections = {section.id: section.name for section in habits.sections}
    tei = folder / "benchmark.xml"
    tei.write_bytes(encode(Edition(info, habits.persons, habits.works, sections, resolved)))
    return tei


def measure(notes: str, tei: Path, out: Path) -> None:
    """Makes the edition in this process and says what it took."""
    out.mkdir()
    options = Options("benchmark", {"modern": {"notes": notes}})
    print.modern(Texts(tei), out, options, print.settings(options))
    used = resource.getrusage(resource.RUSAGE_SELF)
    (pdf,) = out.glob("*.pdf")
    sys.stdout.write(
        f"{notes:10} {used.ru_utime + used.ru_stime:6.2f} s CPU  {used.ru_maxrss / 1024:6.0f} MB"
        f"  PDF {pdf.stat().st_size / 1e6:5.1f} MB\n"
    )


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
        return
    for size in [int(word) for word in sys.argv[1:]] or SIZES:
        with tempfile.TemporaryDirectory() as name:
            tei = tei_of(size, Path(name))
            sys.stdout.write(f"{size:,} characters, TEI of {tei.stat().st_size / 1e6:.1f} MB\n")
            sys.stdout.flush()
            for notes in NOTES:
                out = Path(name) / notes
                subprocess.run([sys.executable, __file__, "--measure", notes, str(tei), str(out)], check=True)


if __name__ == "__main__":
    main()
