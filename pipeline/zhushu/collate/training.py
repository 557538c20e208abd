"""Texts that the user names → the model with which an edition's reading text is made where no witness is at hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from zhushu.collate import restore, witness
from zhushu.collate.restore import Model
from zhushu.collate.witness import WitnessText
from zhushu.errors import CollationError
from zhushu.findings import finding
from zhushu.model import Decisions, EditionInfo, PageText, Place, Verdict

TRADITIONAL = 0.1  # of the characters of a text must be ones that simplified script does not have


def model_of(
    paths: Sequence[Path], info: EditionInfo, pages: Iterable[PageText], decisions: Decisions
) -> tuple[Model, tuple[str, ...]]:
    """Paths of texts, the edition and its pages → the model, and the names of its texts in their order.

    The first text sets the spelling: texts of a printing that the edition names as its witness come first, then the
    others as the user has them.
    """
    texts = [(path, witness.load(witness.named(path), Path())[0]) for path in paths]
    for path, text in texts:
        _check_script(path, text)
    sigla = {entry.siglum for entry in info.witnesses if entry.role != "base"}
    texts.sort(key=lambda item: item[1].siglum not in sigla)
    learnt = [restore.learn(path.name, text.text) for path, text in texts]
    characters = {
        ord(entry.code): entry.text
        for entry in decisions.characters
        if entry.verdict is Verdict.ACCEPTED and len(entry.text) == 1
    }
    raw = (text.page.source.text[text.page.span.start : text.page.span.end] for text in pages)
    model = restore.train(learnt, [text.translate(characters) for text in raw])
    return model, tuple(text.name for text in model.texts)


def _check_script(path: Path, text: WitnessText) -> None:
    han = [character for character in text.text if restore.is_han(character)]
    share = sum(map(restore.is_traditional, han)) / max(1, len(han))
    if share < TRADITIONAL:
        raise CollationError(finding("C040", Place(str(path)), path=path, percent=f"{100 * share:.0f}"))
