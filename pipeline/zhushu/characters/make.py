"""Unihan's variants, OpenCC and list.tsv → variants.tsv and folding.tsv.

    python -m zhushu.characters.make Unihan_Variants.txt.bz2

Debian's package unicode-data holds the file. Run it again when Unihan, OpenCC or list.tsv has changed, and
look at the difference: both tables are read by people.
"""

from __future__ import annotations

import bz2
import sys
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from zhushu import characters, files, resources

if TYPE_CHECKING:
    from opencc import OpenCC

Variants = dict[str, list[str]]
Forms = dict[str, tuple[str, str]]  # character → its standard form, the source
Foldings = dict[tuple[str, str], str]  # character, form → the source
VARIANT_FIELDS = ("kZVariant", "kSemanticVariant")
SCRIPT_FIELDS = ("kTraditionalVariant", "kSimplifiedVariant")


def unihan(path: Path) -> dict[str, Variants]:
    """Unihan_Variants.txt (plain or bz2) → field → character → its variants, in the order of the file."""
    data = path.read_bytes()
    text = (bz2.decompress(data) if path.suffix == ".bz2" else data).decode("utf-8")
    fields: dict[str, Variants] = {name: {} for name in VARIANT_FIELDS + SCRIPT_FIELDS}
    for line in text.splitlines():
        if line.startswith("U+"):
            code, field, value = line.split("\t")
            if field in fields:
                others = [chr(int(item.split("<")[0][2:], 16)) for item in value.split()]
                fields[field][chr(int(code[2:], 16))] = others
    return fields


def level(character: str) -> int:
    """1: one of the 5,401 common characters of Big5; 2: of its other 7,652; 3: not in Big5."""
    try:
        code = character.encode("big5")
    except UnicodeEncodeError:
        return 3
    return 1 if b"\xa4\x40" <= code <= b"\xc6\x7e" else 2


@cache
def _converter(name: str) -> OpenCC:
    import opencc

    return opencc.OpenCC(name)


def _standard_form(c: str, fields: dict[str, Variants]) -> tuple[str, str] | None:
    """What OpenCC or, for a character Big5 lacks, Unihan gives as the one commoner form."""
    for name in ("t2tw", "jp2t"):
        converted = _converter(name).convert(c)
        if len(converted) == 1 and level(converted) < level(c):
            return converted, f"OpenCC {name}"
    for field in VARIANT_FIELDS:
        commoner = {d for d in fields[field].get(c, ()) if level(d) < level(c) == 3}
        if len(commoner) == 1:
            return commoner.pop(), f"Unihan {field}"
    return None


def japanese() -> set[str]:
    """The forms of Japan, many of them of the old blocks; Unihan says nothing of some (乗, 徴)."""
    convert = _converter("jp2t").convert
    return {c for c in map(chr, range(0x4E00, 0xA000)) if convert(c) != c}


def twins() -> Forms:
    """Characters that Unicode has twice: compatibility ideographs (U+F903 is 賈), Kangxi radicals (U+2F00 is 一)."""
    blocks = (*range(0x2F00, 0x2FE0), *range(0xF900, 0xFB00), *range(0x2F800, 0x2FA20))
    pairs = {chr(code): unicodedata.normalize("NFKC", chr(code)) for code in blocks}
    return {c: (form, "Unicode decomposition") for c, form in pairs.items() if form != c}


def standard_forms(fields: dict[str, Variants], listed: dict[str, str], further: Iterable[str] = ()) -> Forms:
    """Variant → its standard form, of those of Unihan and some `further` ones; the list decides.

    Common characters and simplified ones are nobody's variant.
    """
    everything = {c for field in fields.values() for c, others in field.items() for c in (c, *others)}
    forms: Forms = {}
    for c in (everything | set(further)) - set(fields["kTraditionalVariant"]):
        if level(c) > 1 and (form := _standard_form(c, fields)):
            forms[c] = form
    forms |= twins() | {c: (form, "list") for c, form in listed.items()}
    return {c: (_last(forms, c), source) for c, (form, source) in forms.items() if form != c}


def _last(forms: Forms, character: str) -> str:
    """The end of the chain where a standard form has itself a standard form."""
    seen = {character}
    while character in forms and forms[character][0] not in seen:
        character = forms[character][0]
        seen.add(character)
    return character


def foldings(fields: dict[str, Variants], forms: Forms, listed: list[tuple[str, str]]) -> Foldings:
    """What a character may stand for beside its standard form: script, looser variants, the list."""
    pairs: Foldings = {}

    def add(character: str, form: str, source: str) -> None:
        form = forms.get(form, (form, ""))[0]
        if form != forms.get(character, (character, ""))[0]:
            pairs.setdefault((character, form), source)

    for character, form in listed:
        add(character, form, "list")
    for traditional in sorted({*fields["kSimplifiedVariant"], *forms}):
        simplified = _converter("t2s").convert(traditional)
        if len(simplified) == 1:
            add(simplified, traditional, "OpenCC t2s")
    for simplified, traditionals in fields["kTraditionalVariant"].items():
        for traditional in traditionals:
            add(simplified, traditional, "Unihan kTraditionalVariant")
    for traditional, simplifieds in fields["kSimplifiedVariant"].items():
        for simplified in simplifieds:
            add(simplified, traditional, "Unihan kSimplifiedVariant")
    for field in VARIANT_FIELDS:
        for character, others in fields[field].items():
            for other in others:
                if level(other) < level(character):
                    add(character, other, f"Unihan {field}")
    return pairs


def _write(name: str, head: str, lines: list[str]) -> None:
    files.write(resources.package(f"characters/{name}"), "\n".join((f"# {head}", *sorted(lines), "")).encode())


def main(unihan_variants: Path) -> None:
    """Unihan_Variants → the two tables, written beside this module."""
    fields = unihan(unihan_variants)
    listed = characters.rows("list.tsv")
    forms = standard_forms(fields, {c: form for c, form, use, _ in listed if use == "standard"}, japanese())
    pairs = foldings(fields, forms, [(c, form) for c, form, use, _ in listed if use == "fold"])
    _write(
        "variants.tsv",
        "Made by make.py: a variant, its standard traditional form, the source. Sources and licences: README.md.",
        [f"{c}\t{form}\t{source}" for c, (form, source) in forms.items()],
    )
    _write(
        "folding.tsv",
        "Made by make.py: a character, a form it may stand for in a search, the source. Licences: README.md.",
        [f"{c}\t{form}\t{source}" for (c, form), source in pairs.items()],
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
