"""Simplified → traditional without a witness: right characters and characters per CPU second, beside OpenCC.

    python benchmarks/restore.py

The model is trained on the 周禮述註 (KR1d0019) and the 儀禮鄭注 (KR1d0026); the test is the five pages of the seeds, in
which private-use characters are resolved and lost ones restored as the editor has decided. Needs the folder of
witnesses, which is not part of the project: ../shared, or $ZHUSHU_SHARED.
"""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import opencc

from zhushu import characters
from zhushu.collate import restore, witness
from zhushu.collate.edition import restorer
from zhushu.collate.restore import Restorer
from zhushu.read import decisions

CHECKOUT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("ZHUSHU_SHARED", CHECKOUT.parent / "shared")) / "data"


def gold() -> tuple[str, str]:
    """The text of the five pages, characters and damage resolved, and the same as the printed edition has it."""
    decided = decisions.load(CHECKOUT / "seeds")
    known = {ord(entry.code): entry.text for entry in decided.characters if entry.text}
    raw, right = list[str](), list[str]()
    for line in (SHARED / "seeds_gold.jsonl").read_text("utf-8").splitlines():
        for segment in json.loads(line)["segments"]:
            traditional = re.sub(r"&KR\d+;", "\ufffc", segment["trad"])
            if traditional:
                pairs = zip(segment["raw"].translate(known), traditional, strict=True)
                raw.append("".join(there if here == "防" else here for here, there in pairs))
                right.append(traditional)
    return "\n".join(raw), "\n".join(right)


def form(character: str) -> str:
    return characters.standard(character) or character


def say(name: str, convert: Callable[[str], str], raw: str, right: str) -> None:
    convert(raw)
    start = time.process_time()
    made = convert(raw)
    seconds = time.process_time() - start
    pairs = [(a, b) for a, b in zip(made, right, strict=True) if b not in "\n\ufffc"]
    exact = sum(a == b for a, b in pairs) / len(pairs)
    folded = sum(form(a) == form(b) for a, b in pairs) / len(pairs)
    rate = len(raw) / seconds / 1e6
    sys.stdout.write(f"{name:34} {exact:8.2%} exact {folded:8.2%} in some form {rate:8.2f} M characters/s CPU\n")


def main() -> None:
    raw, right = gold()
    for config in ("s2t", "s2tw", "s2hk"):
        say(f"OpenCC {config}", opencc.OpenCC(config).convert, raw, right)
    start = time.process_time()
    texts = [witness.load(witness.named(SHARED / "kanripo" / name), Path())[0] for name in ("KR1d0019", "KR1d0026")]
    model = restore.train([restore.learn(text.title, text.text) for text in texts], [raw])
    seconds = time.process_time() - start
    trained = Restorer(model)
    say("model of two texts", lambda text: trained.restore(text).text, raw, right)
    table = restorer(CHECKOUT / "seeds")
    say("decisions/script.toml of the seeds", lambda text: table.restore(text).text, raw, right)
    both = Restorer(model, table.table, table.words)
    say("both", lambda text: both.restore(text).text, raw, right)
    learnt = sum(len(text.text) for text in texts)
    sys.stdout.write(f"training: {learnt:,} characters, {seconds:.1f} s CPU, {len(restore.save(model)) / 1e6:.1f} MB\n")


if __name__ == "__main__":
    main()
