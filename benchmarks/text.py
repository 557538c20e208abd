"""The way from raw pages to a proved TEI file, stage by stage, in CPU seconds beside a plain lxml parse of that file.

    python benchmarks/text.py [CHARACTERS]

The seeds' pages, over and over until there are CHARACTERS (200,000 unless told), are one edition in a temporary folder.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from lxml import etree

from zhushu.collate import characters
from zhushu.encode import encode
from zhushu.model import Edition
from zhushu.read import decisions, edition, pages
from zhushu.segment import profile, segment_pages
from zhushu.validate import validate
from zhushu.validate.verify import verify

T = TypeVar("T")

SEEDS = Path(__file__).resolve().parent.parent / "seeds"


def folder_of(size: int, folder: Path) -> None:
    """Copies of the seeds' pages with numbers of their own, and the edition.toml that lists them."""
    raws = sorted(SEEDS.glob("*.txt"))
    lines = ['[edition]\nid = "benchmark"\ntitle = "仪礼述注"\nlanguage = "lzh-Hans"\nprofile = "shuzhu"\n']
    written = 0
    while written < size:
        raw = raws[len(lines) % len(raws)]
        name = f"{len(lines):04}.txt"
        (folder / name).write_bytes(raw.read_bytes())
        lines.append(f'[[page]]\nfile = "{name}"\nn = "{len(lines)}"\njuan = "1"\n')
        written += len(raw.read_text("utf-8"))
    (folder / "edition.toml").write_text("\n".join(lines), "utf-8")
    (folder / "decisions").mkdir()
    (folder / "decisions/characters.toml").write_bytes((SEEDS / "decisions/characters.toml").read_bytes())


def timed(name: str, work: Callable[[], T], times: dict[str, float]) -> T:
    """Runs `work` and notes its CPU seconds, the least of the runs that go by this name."""
    start = time.process_time()
    result = work()
    times[name] = min(time.process_time() - start, times.get(name, float("inf")))
    return result


def main() -> None:
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    times: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder_of(size, folder)
        info, _ = edition.load(folder)
        habits = profile.load(info.profile, folder)
        found, _ = timed("read", lambda: pages.pages(folder, info), times)
        texts, _ = timed("segment", lambda: segment_pages(found, habits), times)
        decided = decisions.load(folder)
        texts = timed("characters", lambda: tuple(characters.resolve(t, decided, "防")[0] for t in texts), times)
        known = Edition(info, habits.persons, habits.works, {s.id: s.name for s in habits.sections}, texts)
        tei = folder / "benchmark.xml"
        tei.write_bytes(timed("encode", lambda: encode(known), times))
        raws = [folder / text.page.source.path for text in texts]
        problems = timed("verify", lambda: verify(tei, raws), times)
        timed("validate, first in the process", lambda: validate(tei), times)
        timed("validate, again", lambda: validate(tei), times)
        for _ in range(5):
            timed("lxml parse", lambda: etree.parse(tei), times)
        parse = times["lxml parse"]
        characters_read = sum(len(page.source.text) for page in found)
        print(f"{characters_read:,} characters, TEI of {tei.stat().st_size:,} bytes, verify finds {len(problems)}")
        for stage, seconds in times.items():
            speed = characters_read / seconds / 1e6
            print(f"{stage:32} {seconds:7.3f} s {seconds / parse:7.1f} × parse {speed:7.2f} M characters/s")


if __name__ == "__main__":
    main()
