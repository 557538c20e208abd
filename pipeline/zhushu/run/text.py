"""The first stage: raw pages → Edition → TEI files that are proved good before they are put in place."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec

from zhushu import files
from zhushu.collate.edition import collate_edition
from zhushu.encode import encode, reading_text
from zhushu.errors import EditionError
from zhushu.findings import finding
from zhushu.model import Edition, EditionInfo, Finding, PageText
from zhushu.read import decisions, edition, pages, toml
from zhushu.run.job import Target
from zhushu.run.survey import survey_of
from zhushu.segment import profile, segment_pages
from zhushu.segment.profile import Profile
from zhushu.segment.report import hidden
from zhushu.validate import validate
from zhushu.validate.verify import verify


def edition_of(target: Target) -> tuple[Edition, tuple[Finding, ...]]:
    """The folder of an edition → all that is known about its pages."""
    folder = target.edition
    info, about_edition = edition.load(folder)
    info = replace(info, encoding=target.encoding or info.encoding)
    decided = decisions.load(folder)
    found_pages, about_pages = pages.pages(folder, info)
    habits = profile.load(info.profile, folder)
    _check_author(info, habits, folder)
    segmented, about_segments = segment_pages(found_pages, habits)
    info, collated = collate_edition(folder, info, segmented, decided, habits, target.witnesses)
    about_notes = tuple(hidden(collated.texts, habits))
    findings = about_edition + about_pages + about_segments + collated.findings + about_notes
    return _edition(info, habits, collated.texts), findings


def _check_author(info: EditionInfo, habits: Profile, folder: Path) -> None:
    known = sorted({person.id for person in (*habits.persons, *info.persons)})
    if info.author and info.author not in known:
        document, _ = toml.read(folder / edition.FILE, edition.FILE)
        place = document.place("edition", "author")
        raise EditionError(finding("R057", place, value=info.author, known=", ".join(known) or "none"))


def _edition(info: EditionInfo, habits: Profile, texts: tuple[PageText, ...]) -> Edition:
    """What the edition says of a person goes before what the profile says."""
    persons = {person.id: person for person in (*habits.persons, *info.persons)}
    sections = {section.id: section.name for section in habits.sections}
    return Edition(info, tuple(persons.values()), habits.works, sections, texts)


def survey(known: Edition, target: Target) -> None:
    """Edition → what the report will say about the text, kept beside the manifest."""
    files.write(target.survey, msgspec.json.encode(survey_of(known), order="sorted"))


def write(known: Edition, target: Target, out: Path) -> tuple[Finding, ...]:
    """Edition → TEI files in `out`, and all that is wrong with them (laws 1 and 3)."""
    record = out / f"{target.id}.xml"
    record.write_bytes(encode(known))
    raws = {text.page.source.path: target.edition / text.page.source.path for text in known.pages}
    findings = (*validate(record), *verify(record, list(raws.values())))
    if all(text.reading_text is not None for text in known.pages):
        traditional = out / f"{target.id}.hant.xml"
        traditional.write_bytes(reading_text(known))
        findings += validate(traditional)
    return findings
