"""A small edition on disk, for the tests of everything that builds one."""

from __future__ import annotations

from pathlib import Path

PAGE = """\
仪礼述注 - 第 {n} 页/共 9 页

\u3000\u3000司马洗爵升实之以降献获者于侯
\u3000\u3000注曰乡人获者贱明其主以侯为功\U000248e5得献也○疏曰按大射云司马正洗散遂实爵献服不
\u3000\u3000荐脯醢设折俎\ue913俎与荐皆三祭
\u3000\u3000注曰皆三祭为其将祭侯也祭侯三处也
"""
EDITION = """\
[edition]
id = "{id}"
title = {{ zh-Hant = "儀禮述註", zh-Hans = "仪礼述注" }}
language = "lzh-Hans"
profile = "shuzhu"
date = 2026-11-30
version = "1.2.3"

[[page]]
file = "one.txt"
n = "1"
juan = "5"

[[page]]
file = "two.txt"
n = "3"
juan = "5"
"""


def make(folder: Path, id_: str = "small", more: str = "") -> Path:
    """A new folder → an edition of two pages; `more` is added to its edition.toml."""
    folder.mkdir(parents=True)
    (folder / "one.txt").write_text(PAGE.format(n=1), "utf-8")
    (folder / "two.txt").write_text(PAGE.format(n=3), "utf-8")
    (folder / "edition.toml").write_text(EDITION.format(id=id_) + more, "utf-8")
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """A folder → all that is in it, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }
