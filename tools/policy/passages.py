"""Which sentences of the documents each row of the catalogue rests on. Reads passages.toml, compares no documents."""

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from policy.documents import Sentence, read

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RULES = os.path.join(TOP, "refloader", "rules")
DOCUMENTS = os.path.join(os.path.dirname(TOP), "shared", "spec")
"""Where the documents of the editions lie, if this machine has them: they are no part of the project."""

_NUMBERED = re.compile(r"L[LD]P_(?:LAYER|LOADER|DRIVER)_\d+$")
_COLUMN = re.compile(r"(?:Yes|No)\b")
_LEFT_OUT = " ... "


class PassageError(Exception):
    """A row names a sentence that its document lacks, or that is not one sentence: the message names both."""


@dataclass(frozen=True, slots=True)
class Passages:
    """The content of passages.toml."""

    documents: Mapping[str, str]
    editions: Mapping[str, str]
    reasons: Mapping[str, Mapping[str, str]]
    passages: Mapping[str, Mapping[str, Sequence[str]]]


def load(path: str = os.path.join(RULES, "passages.toml")) -> Passages:
    """Return the content of the file."""
    with open(path, "rb") as file:
        return Passages(**tomllib.load(file))


def catalogue(path: str = os.path.join(RULES, "catalogue.toml")) -> list[dict[str, Any]]:
    """Return the rows of the catalogue as they are written."""
    with open(path, "rb") as file:
        rows: list[dict[str, Any]] = tomllib.load(file)["requirement"]
    return rows


def editions_of(row: Mapping[str, Any]) -> list[str]:
    """Return the editions in which a row has a source, each once."""
    return list(dict.fromkeys(source.split(":", 1)[0] for source in row["sources"]))


def read_editions(known: Passages, folder: str) -> dict[str, list[Sentence]]:
    """Return the sentences of the documents of the editions."""
    return {edition: read(os.path.join(folder, name)) for edition, name in known.documents.items()}


def sources(
    rows: Iterable[Mapping[str, Any]], known: Passages, editions: Mapping[str, Sequence[Sentence]]
) -> dict[str, dict[str, Any]]:
    """Return for each row and edition the document and the hash and heading of each sentence, or a reason for none.

    Raises:
        PassageError: a sentence cannot be found, or a row has neither a sentence nor a reason.
    """
    indexes = {edition: _Index(found) for edition, found in editions.items()}
    table: dict[str, dict[str, Any]] = {}
    for row in rows:
        table[row["id"]] = {each: _source(row["id"], each, known, indexes) for each in editions_of(row)}
    _no_strays(known, table)
    return table


def _source(row: str, edition: str, known: Passages, indexes: Mapping[str, "_Index"]) -> dict[str, Any]:
    if reason := known.reasons.get(row, {}).get(edition) or known.editions.get(edition):
        return {"reason": reason}
    if _NUMBERED.match(row):
        found = indexes[edition].numbered(row)
    else:
        excerpts = known.passages.get(row, {}).get(edition, ())
        found = [indexes[edition].one(row, edition, each) for each in excerpts]
    if not found:
        raise PassageError(f"{row}: passages.toml has neither a sentence nor a reason for edition {edition}")
    return {
        "document": known.documents[edition],
        "sentences": {each.digest: each.heading for each in found},
    }


def _no_strays(known: Passages, table: Mapping[str, Mapping[str, Any]]) -> None:
    for part in (known.passages, known.reasons):
        for row, by_edition in part.items():
            for edition in by_edition:
                if edition not in table.get(row, {}):
                    raise PassageError(f"passages.toml: {row} has no source in edition {edition}")


class _Index:
    """The sentences of one document by their first word and by the number of their policy."""

    def __init__(self, found: Sequence[Sentence]) -> None:
        self._by_word: dict[str, list[Sentence]] = {}
        self._by_number: dict[str, list[Sentence]] = {}
        for each in found:
            self._by_word.setdefault(each.text.split(" ", 1)[0], []).append(each)
            if each.number:
                self._by_number.setdefault(each.number, []).append(each)

    def one(self, row: str, edition: str, excerpt: str) -> Sentence:
        named = [
            each for each in self._by_word.get(excerpt.split(" ", 1)[0], ()) if names(excerpt, each.text)
        ]
        exact = [each for each in named if each.text == excerpt]
        texts = {each.text for each in exact or named}
        if len(texts) != 1:
            fault = "several sentences begin" if texts else "no sentence begins"
            raise PassageError(f"{row}: in edition {edition} {fault} with “{excerpt}”")
        return (exact or named)[0]

    def numbered(self, number: str) -> list[Sentence]:
        return list(policy(self._by_number.get(number, ())))


def policy(found: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield the sentences of a numbered policy up to the columns that answer Yes or No."""
    for each in found:
        if _COLUMN.match(each.text):
            return
        yield each


def names(excerpt: str, text: str) -> bool:
    """Return whether an excerpt names a sentence: whether the sentence begins so, or has its parts in their order."""
    first, *rest = excerpt.split(_LEFT_OUT)
    at = len(first) if text.startswith(first) else -1
    for part in rest:
        if at < 0:
            return False
        found = text.find(part, at)
        at = found + len(part) if found >= 0 else -1
    return at >= 0
