"""What was run and seen in a case, as a page shows it: facts, call chains, the lines of a manifest. Never judges.

Evidence may come from anybody and be of any size: what is endless is cut, and says so.
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
"""Characters of JSON that are kept of the evidence of a case; of more only the beginning of every part."""

_TOLD_APART = frozenset({"advice", "decided", "run_in"})
"""Evidence that is no fact of the table: what to do, and what the pictures of chains and the remarks are made of."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Evidence as a page has it: ``facts`` are names and texts.

    ``remarks`` are what findings say of places in manifests, with the lines that they mean, ``chains`` pictures of
    what was built and ought to have been; both are markup, and may be empty.
    """

    facts: tuple[tuple[str, str], ...]
    remarks: Markup
    chains: Markup


def shown(
    evidence: Mapping[str, object], subject: Subject | None, most: int = WHOLE, *, drawn: bool = True
) -> Shown:
    """The evidence of a result without what is told apart; ``subject`` may have kept its manifest.

    Results hold readable texts alone. ``most`` bounds the facts, in characters; ``drawn`` is whether chains are.
    """
    kept = {name: fact for name, fact in evidence.items() if name not in _TOLD_APART}
    chains = _figures(call_chain.of_evidence(evidence)) if drawn else Markup("")
    told = (
        (name, fact if isinstance(fact, str) else laid_out(fact))
        for name, fact in bounded(kept, most).items()
    )
    return Shown(tuple(told), remarks.shown(remarks.remarks(evidence, subject)), chains)


@lru_cache(maxsize=512)
def _figures(chains: tuple[CallChain, ...]) -> Markup:
    """Cases of a topic build the same chain again and again."""
    return chain_drawing.figures(chains)


def bounded(evidence: Mapping[str, object], most: int = WHOLE) -> Mapping[str, object]:
    """The evidence itself where it is short; otherwise with as much of every part as there is room for."""
    if _length(evidence) <= most:
        return evidence
    room = most // max(len(evidence), 1)
    return {name: fact if _length(fact) <= room else _cut(fact, room) for name, fact in evidence.items()}


def _length(value: object) -> int:
    return len(_JSON.encode(value))


def _cut(value: object, room: int) -> object:
    """The beginning of a text, list or object, and how much more there is."""
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
