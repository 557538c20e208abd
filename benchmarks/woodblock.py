"""TEI → the woodblock grid and its PDF: CPU seconds, peak memory, size of the PDF, each size in a process of its own.

    python benchmarks/woodblock.py [CHARACTERS…]

The seeds' pages, over and over until there are CHARACTERS (200,000, 400,000 and 1,000,000 unless told), are one
edition. The seconds are of the whole process: starting Python, XSLT, the font plan, painting.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from zhushu.publish import Options, Texts
from zhushu.publish.woodblock import woodblock

SIZES = (200_000, 400_000, 1_000_000)


def measure(tei: Path, out: Path) -> None:
    """Makes the PDF in this process and says what it took."""
    woodblock(Texts(tei), out, Options("benchmark", {}))
    used = resource.getrusage(resource.RUSAGE_SELF)
    pdf = out / "benchmark-woodblock.pdf"
    sys.stdout.write(
        f"{used.ru_utime + used.ru_stime:6.2f} s CPU  {used.ru_maxrss / 1024:6.0f} MB"
        f"  PDF {pdf.stat().st_size / 1e6:5.1f} MB\n"
    )


def main() -> None:
    if sys.argv[1:2] == ["--measure"]:
        measure(Path(sys.argv[2]), Path(sys.argv[3]))
        return
    from print import tei_of  # not in the process that is measured: it brings half of zhushu with it

    for size in [int(word) for word in sys.argv[1:]] or SIZES:
        with tempfile.TemporaryDirectory() as name:
            tei = tei_of(size, Path(name))
            sys.stdout.write(f"{size:>9,} characters  ")
            sys.stdout.flush()
            subprocess.run([sys.executable, __file__, "--measure", str(tei), name], check=True)


if __name__ == "__main__":
    main()
