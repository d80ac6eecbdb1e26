"""The evidence of a case as a page shows it: facts, call chains, the lines of a manifest. Makes no verdict.

Evidence is untrusted and may have any size: what is too long is cut, and marked as cut.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from markupsafe import Markup

from refloader.report.arrange import laid_out
from refloader.report.page import remarks
from refloader.report.pictures import call_chain, chain_drawing
from refloader.report.pictures.call_chain import CallChain
from refloader.results.results_file import Subject

_Name = TypeVar("_Name")

_JSON = json.JSONEncoder(ensure_ascii=False)

WHOLE = 16_000
"""The most characters of a case's evidence as JSON; in longer evidence, the long parts are shortened."""

_TOLD_APART = frozenset({"advice", "decided", "run_in"})
"""Evidence that is not listed as a fact: the advice, and the data for chain pictures and remarks."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The evidence as a page shows it: ``facts`` are names and texts.

    ``remarks`` are findings in manifests with the lines concerned, ``chains`` are pictures of the actual and the
    expected call chains; both are markup, and may be empty.
    """

    facts: tuple[tuple[str, str], ...]
    remarks: Markup
    chains: Markup


def shown(
    evidence: Mapping[str, object], subject: Subject | None, most: int = WHOLE, *, drawn: bool = True
) -> Shown:
    """Return the evidence of a result; ``subject`` may hold the manifest.

    Texts in results are already readable. ``most`` limits the facts, in characters; ``drawn`` selects whether call
    chains are drawn.
    """
    kept = {name: fact for name, fact in evidence.items() if name not in _TOLD_APART}
    chains = _figures(call_chain.of_evidence(evidence)) if drawn else Markup("")
    sentences = (
        (name, fact if isinstance(fact, str) else laid_out(fact))
        for name, fact in bounded(kept, most).items()
    )
    return Shown(tuple(sentences), remarks.shown(remarks.remarks(evidence, subject)), chains)


@lru_cache(maxsize=512)
def _figures(chains: tuple[CallChain, ...]) -> Markup:
    """Return pictures of chains; cached, because the cases of a topic build the same chain repeatedly."""
    return chain_drawing.figures(chains)


def bounded(evidence: Mapping[str, object], most: int = WHOLE) -> Mapping[str, object]:
    """Return the evidence itself if it is short; otherwise with the parts shortened that exceed their share."""
    if _length(evidence) <= most:
        return evidence
    room = most // max(len(evidence), 1)
    return {name: fact if _length(fact) <= room else _cut(fact, room) for name, fact in evidence.items()}


def _length(value: object) -> int:
    return len(_JSON.encode(value))


def _cut(value: object, room: int) -> object:
    """Return the beginning of a text, list or object, with its total length; any other value unchanged."""
    if isinstance(value, str):
        return f"{value[:room]}... ({len(value)} characters, cut here: the results file has them)"
    if isinstance(value, list | tuple):
        return [
            *_while_there_is_room(enumerate(value), room).values(),
            f"... ({len(value)} in all, cut here: the results file has them)",
        ]
    if isinstance(value, Mapping):
        return {
            **_while_there_is_room(value.items(), room),
            "...": f"{len(value)} in all, cut here: the results file has them",
        }
    return value


def _while_there_is_room(pairs: Iterable[tuple[_Name, object]], room: int) -> dict[_Name, object]:
    kept: dict[_Name, object] = {}
    for name, value in pairs:
        length = _length(value)
        if length > room and not kept:
            kept[name] = _cut(value, room)
        room -= length
        if room < 0:
            break
        kept[name] = value
    return kept
