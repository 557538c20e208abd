"""Alignment: a page against a book, a book against a book, characters per CPU second and memory, beside difflib.

    python benchmarks/collate.py

Needs the folder of witnesses, which is not part of the project: ../shared, or $ZHUSHU_SHARED.
"""

from __future__ import annotations

import difflib
import json
import os
import random
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import opencc

from zhushu.collate import witness
from zhushu.collate.align import Index, Run, align
from zhushu.collate.folding import folded

T = TypeVar("T")
SHARED = Path(os.environ.get("ZHUSHU_SHARED", Path(__file__).resolve().parents[2] / "shared")) / "data"


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """A piece of work → its result and the CPU seconds it took, the best of three."""
    seconds = []
    for _ in range(3):
        start = time.process_time()
        result = work()
        seconds.append(time.process_time() - start)
    return result, min(seconds)


def say(name: str, characters: int, seconds: float, about: str = "") -> None:
    rate = characters / seconds / 1e6
    sys.stdout.write(f"{name:44} {characters:8,} characters {seconds:7.3f} s CPU {rate:7.2f} M/s  {about}\n")


def text_of(*names: str) -> str:
    return "".join(witness.load(witness.named(SHARED / "kanripo" / name), Path())[0].text for name in names)


def page_of_the_seeds() -> str:
    """The longest of the five pages, without white space."""
    pages = [json.loads(line) for line in (SHARED / "seeds_gold.jsonl").read_text("utf-8").splitlines()]
    texts = ["".join("".join(one["raw"] for one in page["segments"][1:]).split()) for page in pages]
    return max(texts, key=len)


def damaged(text: str, rate: float) -> tuple[str, list[int]]:
    """A text → a simplified copy with lost, added and wrong characters, and where each of these is from."""
    rng = random.Random(5)
    copy, origin = list[str](), list[int]()
    for at, character in enumerate(opencc.OpenCC("t2s").convert(text)):
        chance = rng.random() / rate
        if chance < 0.25:
            continue
        if chance < 0.5:
            copy.append(rng.choice(text))
            origin.append(-1)
        copy.append("防" if 0.5 <= chance < 1 else character)
        origin.append(at)
    return "".join(copy), origin


def right(runs: tuple[Run, ...], origin: list[int]) -> float:
    found = {run.a + step: run.b + step for run in runs for step in range(run.length)}
    return sum(found.get(at, -1) == true for at, true in enumerate(origin)) / len(origin)


def main() -> None:
    page, book = folded(page_of_the_seeds()), folded(text_of("KR1d0026", "KR1d0040"))
    runs, seconds = timed(lambda: align(page, Index(book)))
    share = sum(run.length for run in runs) / len(page)
    say(f"page × book of {len(book):,}, place unknown", len(page), seconds, f"{share:.1%} aligned, index included")
    index = Index(book)
    _, seconds = timed(lambda: align(page, index))
    say("the same with the index made before", len(page), seconds)
    start = time.process_time()
    difflib.SequenceMatcher(None, page, book, autojunk=False).get_matching_blocks()
    say("difflib: the same page × the same book", len(page), time.process_time() - start)

    book = text_of("KR1h0015")
    copy, origin = damaged(book, 0.02)
    a, b = folded(copy), folded(book)
    runs, seconds = timed(lambda: align(a, b))
    say(f"book × book of {len(b):,}, 2 % damage", len(a), seconds, f"{right(runs, origin):.2%} right")
    cut = len(copy) // 2
    moved = copy[cut:] + copy[:cut]
    runs, seconds = timed(lambda: align(folded(moved), b))
    say(
        "the same, its halves in the other order",
        len(a),
        seconds,
        f"{right(runs, origin[cut:] + origin[:cut]):.2%} right",
    )
    runs, seconds = timed(lambda: align(folded(text_of("KR1a0008")), b))
    say("book × another work", len(text_of("KR1a0008")), seconds, f"{sum(run.length for run in runs)} aligned")
    sys.stdout.write(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB\n")


if __name__ == "__main__":
    main()
