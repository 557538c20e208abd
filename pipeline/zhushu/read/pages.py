"""An edition's folder → its pages, in order, each with its number, juan and header."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from pathlib import Path

from zhushu.errors import ReadingError
from zhushu.findings import finding
from zhushu.model import EditionInfo, Finding, Page, PageEntry, Place, Severity, Source
from zhushu.read import docx, hocr, html, mandoku, markdown, ocr, plain, tei, wikitext
from zhushu.read import source as sources
from zhushu.read.breaks import citable
from zhushu.read.names import natural, page_name, unwritable, writable
from zhushu.read.reader import Leaf, Reader

READERS: tuple[Reader, ...] = (plain, mandoku, wikitext, html, hocr, markdown, ocr, tei, docx)
FIRST_JUAN = "1"  # of pages of which nobody said the juan
_HEAD = 4096  # bytes that a reader sniffs
_OPENING = 20_000  # bytes of a page that show its header and its script
_SAMPLED = 20  # pages whose opening shows the script of all
_NOT_PAGES = re.compile(r"[._].*|(read-?me|licen[cs]e|copying|notice|changes|changelog)\b.*", re.IGNORECASE)


def pages(folder: Path, info: EditionInfo) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """An edition → its pages and what is strange in them; ReadingError with every problem where one is an error."""
    if info.encoding and not sources.known(info.encoding):
        raise ReadingError(finding("R049", Place(str(folder)), value=info.encoding))
    entries = info.pages or tuple(PageEntry(file) for file in page_files(folder))
    if not entries:
        raise ReadingError(no_pages(folder))
    bad = [(entry.file, character) for entry in entries if (character := unwritable(entry.file))]
    if bad:
        raise ReadingError(*(finding("R059", Place(writable(file)), character=character) for file, character in bad))
    findings = [*_unlisted(folder, info), *_other_suffixes(folder, info)]
    read = []
    for entry in entries:
        source, strange = sources.read(folder / entry.file, folder, info.encoding)
        findings += strange
        if source:
            read.append((entry, source))
    named = tuple(_leaves(folder, read, info))
    findings += (remark for _, _, leaf, _ in named for remark in leaf.findings)
    found = tuple(_made(named))
    if len(read) == len(entries):
        findings += _juan_of(named)
    findings += [*_one_number(found), *_same_text(found), *_without_text(found)]
    if not info.pages:
        findings += _out_of_order(found)
    if any(problem.severity is Severity.ERROR for problem in findings):
        raise ReadingError(*findings)
    gathered, moved = _gathered(found)
    return gathered, (*findings, *moved)


def _gathered(found: tuple[Page, ...]) -> tuple[tuple[Page, ...], tuple[Finding, ...]]:
    """Pages in any order → those of each juan together, the juan as they first come, and what was moved for it."""
    juan: dict[str, list[Page]] = {}
    moved = []
    for before, page in zip((None, *found), found, strict=False):
        if before is not None and page.juan in juan and before.juan != page.juan:
            last = juan[page.juan][-1]
            moved.append(finding("R063", Place(page.source.path), n=page.n, juan=page.juan, after=last.n))
        juan.setdefault(page.juan, []).append(page)
    return tuple(page for pages_ in juan.values() for page in pages_), tuple(moved)


def no_pages(folder: Path) -> Finding:
    """A folder without pages → the finding that says so."""
    return finding("R020", Place(str(folder)), suffixes=", ".join(_suffixes()))


def page_files(folder: Path) -> tuple[str, ...]:
    """A folder → the names of the files in it that some reader knows, in natural order; not hidden ones, no README.

    Files of one suffix only, the commonest, so that a remark beside the pages is none of them. ReadingError where a
    name is not text: no output could name the file.
    """
    names = next(iter(_by_suffix(folder).values()), [])
    broken = [name for name in names if not _is_text(name)]
    if broken:
        raise ReadingError(*(finding("R027", Place(os.fsencode(name).decode("utf-8", "replace"))) for name in broken))
    return tuple(names)


def _by_suffix(folder: Path) -> dict[str, list[str]]:
    """A folder → the names of what could be page files, by suffix, the commonest first."""
    suffixes = _suffixes()
    found: dict[str, list[str]] = {}
    for path in folder.iterdir():
        if path.suffix.lower() in suffixes and path.is_file() and not _NOT_PAGES.fullmatch(path.name):
            found.setdefault(path.suffix.lower(), []).append(path.name)
    order = sorted(found, key=lambda suffix: (-len(found[suffix]), suffixes.index(suffix)))
    return {suffix: sorted(found[suffix], key=natural) for suffix in order}


def titles(folder: Path, encoding: str | None) -> tuple[str, ...]:
    """A folder of which nobody said the title → what its files and page headers name, the commonest first."""
    openings = dict(_openings(folder, encoding))
    named = Counter(title for file, text in openings.items() if (title := _reader(folder / file).title(text)))
    if named:
        return tuple(title for title, _ in named.most_common())
    lone = plain.lone_title(next(iter(openings.values()))) if len(openings) == 1 else None
    return plain.titles(openings.values()) or ((lone,) if lone else ())


def known_titles(info: EditionInfo, texts: Iterable[str]) -> frozenset[str]:
    """An edition and the texts of its files → the titles that may stand at the head of its pages."""
    return frozenset((*info.titles.values(), *plain.titles(texts)))


def where(folder: Path, encoding: str | None, title: str) -> Place:
    """A title that was taken from a folder → the line of the page that carries it first, else the folder's file."""
    for file, text in _openings(folder, encoding):
        at = text.find(title)
        if at >= 0:
            return Place(file, sources.line(text, at), at)
    return Place("")


def sample(folder: Path, encoding: str | None) -> str:
    """A folder → the openings of its pages, enough of them to tell the script."""
    return "".join(text for _, text in islice(_openings(folder, encoding), _SAMPLED))


def _openings(folder: Path, encoding: str | None) -> Iterator[tuple[str, str]]:
    """The name of each page file and its first characters; what cannot be read is reported when the page is read."""
    for file in page_files(folder):
        with (folder / file).open("rb") as stream:
            head = stream.read(_OPENING)
            content = head + stream.read() if head.startswith(sources.ARCHIVE) else head
            yield file, sources.decode(content, encoding).text


def _is_text(name: str) -> bool:
    """Whether a file's name was read off the disk whole; what cannot be decoded in it is a surrogate."""
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _suffixes() -> tuple[str, ...]:
    return tuple(dict.fromkeys(suffix for reader in READERS for suffix in reader.suffixes))


def _reader(path: Path) -> Reader:
    """A file → the reader that thinks itself likeliest to know it, of those that know its suffix."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    able = [reader for reader in READERS if path.suffix.lower() in reader.suffixes] or [plain]
    return max(able, key=lambda reader: reader.sniff(head))


def leaves(path: Path, source: Source, known: frozenset[str] = frozenset()) -> tuple[Leaf, ...]:
    """A file and its source → the raw pages in it, by the reader that knows it best."""
    reader = _reader(path)
    try:
        return tuple(citable(source, leaf) for leaf in reader.read(source, known))
    except RecursionError:
        reason = f"as {reader.name} it is nested too deep"
        raise ReadingError(finding("R034", Place(source.path), reason=reason)) from None


def _leaves(
    folder: Path, read: list[tuple[PageEntry, Source]], info: EditionInfo
) -> Iterator[tuple[PageEntry, Source, Leaf, str]]:
    """Entries and their sources → the leaves in them; the last is what sets those of one file apart."""
    known = known_titles(info, (source.text for _, source in read))
    for entry, source in read:
        of_file = leaves(folder / entry.file, source, known)
        for k, leaf in enumerate(of_file, 1):
            yield entry, source, leaf, f"p{k}" if len(of_file) > 1 else ""


def _made(named: Iterable[tuple[PageEntry, Source, Leaf, str]]) -> Iterator[Page]:
    """Leaves → pages; a page without a juan is in that of the page before it."""
    juan = FIRST_JUAN
    for entry, source, leaf, suffix in named:
        juan = entry.juan or leaf.juan or juan
        yield _page(entry, source, juan, leaf, suffix)


def _page(entry: PageEntry, source: Source, juan: str, leaf: Leaf, suffix: str) -> Page:
    """The number of a page: from edition.toml, its header, the file's own markup, the file's name."""
    header = leaf.header
    number, total = (header.number, header.total) if header else (None, None)
    named = (entry.n or page_name(Path(entry.file).stem)) + suffix
    n = named if entry.n else str(number) if number is not None else leaf.n or named
    span = header.span if header else None
    return Page(source, leaf.span, n, juan, number, total, entry.section, span, leaf.marks, leaf.breaks, leaf.order)


def _unlisted(folder: Path, info: EditionInfo) -> Iterator[Finding]:
    """Page files beside the listed ones that the edition does not name."""
    if info.pages:
        known = {entry.file for entry in info.pages} | {witness.path for witness in info.witnesses}
        for file in page_files(folder):
            if file not in known:
                yield finding("R024", Place(file))


def _other_suffixes(folder: Path, info: EditionInfo) -> Iterator[Finding]:
    """Files that could be pages, but are not of the commonest suffix."""
    if not info.pages:
        first, *others = _by_suffix(folder).items()
        for suffix, names in others:
            file = names[0].encode("utf-8", "surrogateescape").decode("utf-8", "replace")
            yield finding("R028", Place(file), count=len(names), suffix=suffix, read=first[0])


def _juan_of(named: Iterable[tuple[PageEntry, Source, Leaf, str]]) -> Iterator[Finding]:
    """How the juan of each page is known, where edition.toml does not say it, or says another than the page."""
    named = tuple(named)
    if not any(entry.juan or leaf.juan for entry, _, leaf, _ in named):
        yield from (finding("R019", Place(entry.file), juan=FIRST_JUAN) for entry, *_ in named[:1])
        return
    juan = None
    for entry, source, leaf, _ in named:
        place = Place(entry.file, sources.line(source.text, leaf.span.start))
        why = "as the first page" if juan is None else "with the page before it"
        juan = entry.juan or leaf.juan or juan or FIRST_JUAN
        if entry.juan and leaf.juan and entry.juan != leaf.juan:
            yield finding("R055", place, said=entry.juan, named=leaf.juan)
        elif not entry.juan and leaf.juan:
            yield finding("R018", place, juan=juan)
        elif not entry.juan:
            yield finding("R025", place, juan=juan, why=why)


def _out_of_order(found: Iterable[Page]) -> Iterator[Finding]:
    """Pages in the order of their files whose own numbers say another order."""
    numbered = [page for page in found if page.number is not None]
    for before, page in pairwise(numbered):
        if before.number is not None and page.number is not None and page.number < before.number:
            yield finding("R029", Place(page.source.path, 1), n=page.number, before=before.number)
            return


def _one_number(found: Iterable[Page]) -> Iterator[Finding]:
    first: dict[str, Page] = {}
    for page in found:
        place = Place(page.source.path, sources.line(page.source.text, page.span.start))
        other = first.setdefault(page.n, page)
        if other is not page:
            where = f"{other.source.path}:{sources.line(other.source.text, other.span.start)}"
            yield finding("R021", place, n=page.n, other=where)


def _same_text(found: Iterable[Page]) -> Iterator[Finding]:
    first: dict[str, str] = {}
    for page in found:
        path = page.source.path
        other = first.setdefault(page.source.sha256, path)
        if other != path:
            yield finding("R023", Place(path), other=other)


def _without_text(found: Iterable[Page]) -> Iterator[Finding]:
    for page in found:
        body = page.shown()[page.header.end if page.header else page.span.start : page.span.end]
        if not body.strip():
            yield finding("R026", Place(page.source.path, 1, page.span.start))
