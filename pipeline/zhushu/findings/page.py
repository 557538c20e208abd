"""The catalogue → docs/findings.md. `pytest --regenerate tests/test_findings.py` writes it."""

from __future__ import annotations

from zhushu.findings import FAMILIES, Entry, catalogue

_HEAD = """\
# Findings

Every message of zhushu has a code. Its letter is its family, and what it says is made from
`pipeline/zhushu/findings/<family>.toml`, from which this page is made too. `zhushu explain CODE` shows an entry on the
command line.

An **error** means that something was not made. A **warning** is something an editor should look at. A **note** is good
to know; `zhushu build --verbose` shows notes. Warnings and notes can be silenced in `edition.toml`, with a reason:

```toml
[[silence]]
code = "S012"
reason = "checked against the print on 2026-11-30"
```
"""


def page() -> str:
    """Every code of every family → the Markdown page that lists them."""
    entries = catalogue()
    parts = [_HEAD]
    for letter, family in FAMILIES.items():
        parts.append(f"\n## {letter}: {family}\n")
        parts += [_entry(code, entry) for code, entry in sorted(entries.items()) if code.startswith(letter)]
    return "".join(parts)


def _entry(code: str, entry: Entry) -> str:
    return (
        f"\n### {code}\n\n**{entry.severity}:** {_escaped(entry.message)}\n\n{_escaped(entry.about)}\n\n"
        f"*What to do:* {_escaped(entry.hint)}\n\n```text\n{entry.example.strip()}\n```\n"
    )


def _escaped(text: str) -> str:
    """Text → Markdown that shows it: an element's name in a message is not HTML."""
    return text.strip().replace("<", "&lt;").replace("*", "\\*")
