"""Report → one HTML page that needs nothing else: what is wrong, what is doubtful, what was made of what."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from zhushu import resources
from zhushu.model import Finding, Severity
from zhushu.run.manifest import Entry
from zhushu.run.survey import Doubt, Gaiji, Spot, Survey, Variant

if TYPE_CHECKING:
    from zhushu.run.report import Report

_KINDS = {
    "lacuna": ("Characters that are missing", "闕字"),
    "suspect": ("Characters that may be wrong", "疑誤"),
    "damage": ("Characters that were corrected", "已正"),
    "border": ("Borders between layers that are not certain", "分界存疑"),
}
_MOST = 500  # rows of one table; report.json has them all


def page(report: Report) -> str:
    """Report → report.html."""
    survey = report.survey
    parts = [_head(report), _findings(report)]
    if survey:
        parts += [_doubts(survey, report), _gaiji(survey, report)]
        parts += [_variants(survey, report), _conversions(survey, report), _counts(survey)]
    parts.append(_stages(report))
    title = _title(report)
    style = resources.package("run/report.css").read_text("utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_text(title)}: report</title>\n<style>\n{style}</style>\n</head>\n"
        f"<body>\n<main>\n{''.join(parts)}</main>\n</body>\n</html>\n"
    )


# ---------------------------------------------------------------- parts of the page


def _title(report: Report) -> str:
    titles = report.survey.titles if report.survey else {}
    return titles.get("zh-Hant") or next(iter(titles.values()), report.id)


def _head(report: Report) -> str:
    survey = report.survey
    state = ""
    if report.is_valid:
        state = '<p class="state good">valid, and every raw page is given back character for character</p>'
    if report.failed:
        names = _text(", ".join(report.failed))
        state += f'<p class="state bad">not complete: {names} failed; what there is of it is from an earlier build</p>'
    version = f"version {survey.version}, {survey.date}" if survey else ""
    name = f'<small lang="en">{_text(report.id)} {_text(version)}</small>'
    head = f'<h1 lang="zh-Hant">{_text(_title(report))}{name}</h1>\n'
    return f"<header>\n{head}{state}\n{_cards(survey) if survey else ''}{_contents(report)}</header>\n"


def _cards(survey: Survey) -> str:
    unknown = sum(not gaiji.text for gaiji in survey.gaiji)
    cards = [
        (sum(page.characters for page in survey.pages), "characters"),
        (len(survey.pages), "raw pages"),
        (sum(page.units for page in survey.pages), "units"),
        (sum(layer.segments for layer in survey.layers), "segments"),
        (sum(_is_open(doubt) for doubt in survey.doubts), "places to look at"),
        (unknown, "unknown characters"),
    ]
    inner = "".join(f"<div><dt>{name}</dt><dd>{number:,}</dd></div>" for number, name in cards)
    return f'<dl class="cards">{inner}</dl>\n'


def _is_open(doubt: Doubt) -> bool:
    """A correction that nobody doubts is listed, but needs no second look."""
    return not (doubt.kind == "damage" and doubt.certainty == "high")


def _contents(report: Report) -> str:
    links = [("findings", "Findings")]
    if report.survey:
        links += [("doubts", "Doubtful places"), ("gaiji", "Code points"), ("variants", "Variants")]
        links += [("conversions", "Script"), ("counts", "Counts")]
    links.append(("made", "What was made of what"))
    return "<nav>" + "".join(f'<a href="#{name}">{title}</a>' for name, title in links) + "</nav>\n"


def _findings(report: Report) -> str:
    parts = [_section("findings", "Findings", "查驗")]
    if report.is_valid:
        parts.append(
            "<p>The TEI passes our schema and TEI All, the Schematron rules of both and the rules of citation,"
            " and gives every raw page back.</p>\n"
        )
    for severity in Severity:
        found = [finding for finding in report.findings if finding.severity is severity]
        for code, group in groupby(sorted(found, key=lambda finding: finding.code), key=lambda finding: finding.code):
            parts.append(_finding_group(code, list(group)))
    if report.silenced:
        parts.append(_silenced(report))
    return "".join(parts)


def _finding_group(code: str, found: Sequence[Finding]) -> str:
    first = found[0]
    rows = [[_text(_where(finding)), _text(finding.message)] for finding in found[:_MOST]]
    table = _table(("where", "what"), rows)
    count = f" × {len(found)}" if len(found) > 1 else ""
    opened = " open" if first.severity is Severity.ERROR else ""
    return (
        f'<details{opened}><summary><span class="{first.severity}">{first.severity}</span> '
        f'<span class="code">{code}</span>{count}: {_text(first.message)}</summary>\n'
        f'<p class="soft">{_text(first.hint)}</p>\n{table}{_rest(len(found))}</details>\n'
    )


def _silenced(report: Report) -> str:
    reasons = report.survey.silences if report.survey else {}
    rows = [
        [found.code, _text(_where(found)), _text(found.message), _text(reasons[found.code])]
        for found in report.silenced[:_MOST]
    ]
    table = _table(("code", "where", "what", "reason"), rows)
    return f"<details><summary>{len(report.silenced)} silenced in edition.toml</summary>{table}</details>\n"


def _where(found: Finding) -> str:
    place = found.place
    offset = f"offset {place.offset}" if place.offset is not None else None
    known = (place.file, f"line {place.line}" if place.line else None, offset, place.xpath)
    return ", ".join(part for part in known if part)


def _doubts(survey: Survey, report: Report) -> str:
    parts = [_section("doubts", "Doubtful places", "存疑")]
    if not survey.doubts:
        parts.append('<p class="good">None.</p>\n')
    for kind, group in groupby(survey.doubts, key=lambda doubt: doubt.kind):
        doubts = list(group)
        title, chinese = _KINDS[kind]
        parts.append(f'<h3>{title} <small lang="zh-Hant">{chinese}</small> <small>{len(doubts)}</small></h3>\n')
        rows = [_doubt(doubt, report) for doubt in doubts[:_MOST]]
        columns = ("certainty", "the page", "the edition", "why", "place in the raw file", "passage")
        parts.append(_table(columns, rows) + _rest(len(doubts)))
    return "".join(parts)


def _doubt(doubt: Doubt, report: Report) -> list[str]:
    spot = doubt.spot
    return [
        f'<span class="{_text(doubt.certainty)}">{_text(doubt.certainty)}</span>',
        _context(spot, f'<mark class="border">{_characters(spot.text)}</mark>' if doubt.kind == "border" else None),
        _edition_side(doubt),
        f"<span class='why'>{_text(doubt.evidence)}<br><span class='soft'>{_text(doubt.reason)}</span></span>",
        _raw_place(spot),
        _passage(spot, report.links),
    ]


def _edition_side(doubt: Doubt) -> str:
    """The same place as the edition has it: beside the page, so that the two can be compared at a glance."""
    if doubt.kind == "border":
        return f"{_text(doubt.reading)} begins"
    if not doubt.reading:
        return '<span class="soft">no better reading known</span>'
    witness = f' <span class="soft">{_text(doubt.witness)}</span>' if doubt.witness else ""
    other = f'<br><span class="soft">the witness has {_characters(doubt.other)}</span>' if doubt.other else ""
    return _context(doubt.spot, f"<mark>{_characters(doubt.reading)}</mark>") + witness + other


def _gaiji(survey: Survey, report: Report) -> str:
    head = _section("gaiji", "Code points that stand for a character", "造字")
    if not survey.gaiji:
        return head + '<p class="good">None.</p>\n'
    rows = [_gaiji_row(gaiji, report) for gaiji in survey.gaiji[:_MOST]]
    columns = ("code point", "character", "places", "evidence", "first place", "", "passage")
    return head + _table(columns, rows, numbers=(2,)) + _rest(len(survey.gaiji))


def _gaiji_row(gaiji: Gaiji, report: Report) -> list[str]:
    known = " ".join(part for part in (gaiji.ids, gaiji.entity) if part)
    character = _characters(gaiji.text) if gaiji.text else '<span class="bad">unknown</span>'
    return [
        f'<span class="code">{_text(gaiji.code)}</span>',
        f"{character} <span class='soft'>{_text(known)}</span>",
        f"{gaiji.places:,}",
        f"{_text(gaiji.evidence)}<br><span class='soft'>{_text(gaiji.source)}</span>",
        _context(gaiji.first),
        _raw_place(gaiji.first),
        _passage(gaiji.first, report.links),
    ]


def _variants(survey: Survey, report: Report) -> str:
    if not survey.variants:
        return ""
    rows = [_variant_row(variant, report) for variant in survey.variants[:_MOST]]
    head = _section("variants", "Where a witness differs and the page stands", "異文")
    columns = ("page", "witness", "siglum", "places", "first place", "", "passage")
    return head + _table(columns, rows, numbers=(3,)) + _rest(len(survey.variants))


def _variant_row(variant: Variant, report: Report) -> list[str]:
    return [
        _characters(variant.text),
        _characters(variant.other),
        _text(variant.witness),
        f"{variant.places:,}",
        _context(variant.first),
        _raw_place(variant.first),
        _passage(variant.first, report.links),
    ]


def _conversions(survey: Survey, report: Report) -> str:
    if not survey.conversions:
        return ""
    rows = [
        [
            f'<span class="{_text(conversion.certainty)}">{_text(conversion.certainty)}</span>',
            _characters(conversion.text),
            _characters(conversion.reading),
            _characters(conversion.other),
            f"{conversion.places:,}",
            _context(conversion.first),
            _raw_place(conversion.first),
            _passage(conversion.first, report.links),
        ]
        for conversion in survey.conversions[:_MOST]
    ]
    head = _section("conversions", "Where the reading text had to choose", "繁體存疑")
    columns = ("certainty", "page", "reading text", "or", "places", "first place", "", "passage")
    return head + _table(columns, rows, numbers=(4,)) + _rest(len(survey.conversions))


def _counts(survey: Survey) -> str:
    most = max((layer.characters for layer in survey.layers), default=1) or 1
    layers = [
        [
            f'<span lang="zh-Hant">{_text(layer.layer)}</span>',
            f'<span lang="zh-Hant">{_text(layer.voice)}</span>',
            f"{layer.segments:,}",
            f"{layer.characters:,}",
            f'<span class="bar" style="width: {100 * layer.characters / most:.1f}%"></span>',
        ]
        for layer in survey.layers
    ]
    borders = [[_text(b.evidence), _text(b.certainty), f"{b.borders:,}"] for b in survey.borders]
    pages = [
        [_text(p.n), _text(p.juan), _text(p.file), f"{p.units:,}", f"{p.characters:,}", _text(p.encoding)]
        for p in survey.pages
    ]
    return (
        _section("counts", "Counts", "統計")
        + "<h3>Layers and voices</h3>\n"
        + _table(("layer", "voice", "segments", "characters", ""), layers, numbers=(2, 3))
        + "<h3>What the borders between segments rest on</h3>\n"
        + _table(("evidence", "certainty", "borders"), borders, numbers=(2,))
        + "<h3>Raw pages</h3>\n"
        + _table(("page", "juan", "file", "units", "characters", "encoding"), pages, numbers=(3, 4))
    )


def _stages(report: Report) -> str:
    parts = [_section("made", "What was made of what", "出處")]
    for name, entry in report.stages.items():
        summary = f"<summary>{_text(name)}: {len(entry.outputs)} files</summary>"
        parts.append(f"<details>{summary}\n{_stage(entry)}</details>\n")
    rows = [[_text(name), f'<span class="hash">{_text(version)}</span>'] for name, version in report.versions.items()]
    parts.append(f"<details><summary>versions</summary>{_table(('', ''), rows)}</details>\n")
    return "".join(parts)


def _stage(entry: Entry) -> str:
    def table(files: dict[str, str]) -> str:
        rows = [[_text(name), f'<span class="hash">{_text(value)}</span>'] for name, value in files.items()]
        return _table(("name", "sha256, version or value"), rows)

    return f"<h3>Made of</h3>\n{table(entry.inputs)}<h3>Made</h3>\n{table(entry.outputs)}"


# ---------------------------------------------------------------- small pieces


def _section(identifier: str, title: str, chinese: str) -> str:
    return f'<h2 id="{identifier}">{title} <small lang="zh-Hant">{chinese}</small></h2>\n'


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]], numbers: Sequence[int] = ()) -> str:
    """Column names and rows of HTML → a table; `numbers` are the columns set to the right."""

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(f"<{tag}{' class=n' if k in numbers else ''}>{cell}</{tag}>" for k, cell in enumerate(row))

    lines = [cells("th", columns), *(cells("td", row) for row in rows)]
    body = "".join(f"<tr>{line}</tr>\n" for line in lines)
    return f'<div class="scroll"><table>\n{body}</table></div>\n'


def _rest(count: int) -> str:
    return f'<p class="soft">and {count - _MOST:,} more in report.json</p>\n' if count > _MOST else ""


def _context(spot: Spot, marked: str | None = None) -> str:
    """Fifteen characters, the place itself, fifteen characters."""
    middle = marked if marked is not None else f"<mark>{_characters(spot.text)}</mark>"
    before, after = (f"<span>{_characters(text)}</span>" for text in (spot.before, spot.after))
    return f'<span class="text" lang="zh">{before}{middle}{after}</span>'


def _raw_place(spot: Spot) -> str:
    return f'{_text(spot.file)}<br><span class="soft">line {spot.line}, offset {spot.offset}</span>'


def _passage(spot: Spot, links: dict[str, str]) -> str:
    address = links.get(spot.passage)
    name = _text(spot.passage)
    return f'<a href="{_text(address)}">{name}</a>' if address else f'<span class="code">{name}</span>'


def _text(text: str) -> str:
    return html.escape(str(text))


def _characters(text: str) -> str:
    """Text of a page → HTML in which code points that no font draws are boxes with their number."""
    return "".join(
        f'<span class="box">{ord(character):04X}</span>' if _is_invisible(character) else html.escape(character)
        for character in text
    )


def _is_invisible(character: str) -> bool:
    return unicodedata.category(character) in ("Co", "Cc", "Cs", "Cn")
