"""The summary of a campaign as text and as JSON. Runs no loader."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from refloader.campaign.ledger import Cause, Ledger
from refloader.campaign.search import LATER_DOCUMENTS, TRAIT, age_of_loader
from refloader.campaign.store import CampaignTarget, Class, State
from refloader.core.ages import Row, rows
from refloader.host import shell
from refloader.model.text import visible
from refloader.native.root_target import chosen_root
from refloader.native.target import words as target_words

SCHEMA = "refloader.campaign/1"


@dataclass(frozen=True, slots=True)
class KnownCauses:
    """Ledgers. ``shipped`` ones apply only to the loader that they describe, ``named`` ones to all, even to forks."""

    shipped: tuple[Ledger, ...] = ()
    named: tuple[Ledger, ...] = ()

    def about(self, target: CampaignTarget) -> tuple[Ledger, ...]:
        """Return the ledgers that apply to a loader."""
        name = os.path.basename(os.path.realpath(target.path))
        own = [each for each in self.shipped if (each.version, each.loader) == (target.version, name)]
        return (*self.named, *own)


def unknown(state: State, known: KnownCauses) -> list[Class]:
    """Return the clusters that neither a ledger nor the loader's age accounts for, the most frequent first."""
    return [
        each
        for each in _sorted(state)
        if _cause(state, each, known) is None and not is_of_age(state.loaders[each.loader], each.signature)
    ]


def document(state: State, known: KnownCauses, *, finished: bool) -> dict[str, Any]:
    """Return the summary as JSON data."""
    return {
        "schema": SCHEMA,
        "finished": finished,
        "seconds": round(state.seconds, 1),
        "loaders": [
            {
                "loader": target.name,
                "path": target.path,
                "version": target.version,
                "worlds": len(state.done.get(number, ())),
                "compared": state.covered.get(number, 0),
            }
            for number, target in enumerate(state.loaders)
        ],
        "causes": [_row(state, each, known) for each in _sorted(state)],
    }


def as_json(body: dict[str, Any]) -> str:
    """Return the document as JSON text in ASCII."""
    return json.dumps(body, indent=2) + "\n"


def text(state: State, known: KnownCauses, *, finished: bool) -> Iterator[str]:
    """Yield the lines of the summary."""
    for number, target in enumerate(state.loaders):
        worlds, compared = len(state.done.get(number, ())), state.covered.get(number, 0)
        yield f"{target.name} ({target.version or 'unknown version'}): {worlds} worlds, {compared} compared"
        classes = [each for each in _sorted(state) if each.loader == number]
        found = [(each, _cause(state, each, known)) for each in classes]
        of_age = [each for each, cause in found if cause is None and is_of_age(target, each.signature)]
        for each, cause in found:
            if cause is None and each not in of_age:
                yield from _described(state, each)
        yield from _known_lines([(each, cause) for each, cause in found if cause is not None])
        yield from (f"  {each.count} x of its age, {_does(each)}" for each in of_age)
        if not classes:
            yield "  every one as predicted" if compared else "  none that could be compared"
    if not finished:
        yield "The campaign is not finished: the same command goes on with it."


def _described(state: State, found: Class) -> Iterator[str]:
    target = state.loaders[found.loader]
    yield f"  {found.count} x new, {visible(found.about)} (seed {found.seed})"
    yield f"      {visible(found.predicted)} is predicted, {visible(found.seen)} is seen"
    row = _row_of(found.signature)
    yield f"      class   {visible(found.signature)}"
    if row is not None:
        yield f"      {row.does} ({row.span})"
    yield f"      replay  {command(target.path, state.place(found.id))}"


def _row_of(signature: str) -> Row | None:
    """Return the trait that explains the findings of a signature, or None."""
    name = signature.removeprefix(TRAIT) if signature.startswith(TRAIT) else ""
    return next((row for row in rows() if row.trait == name), None)


def is_of_age(target: CampaignTarget, signature: str) -> bool:
    """Return whether the findings of a signature are what the release of the loader is known to do."""
    row = _row_of(signature)
    if row is None:
        return signature == LATER_DOCUMENTS
    return row.trait in age_of_loader(target.path, target.version).traits


def _does(found: Class) -> str:
    row = _row_of(found.signature)
    if row is None:
        return f"{visible(found.signature)}, and those of its edition do not"
    return f"{row.trait.value}: {row.does}"


def _known_lines(found: Sequence[tuple[Class, Cause]]) -> Iterator[str]:
    counts: dict[str, int] = {}
    for each, cause in found:
        title = f"{cause.id}: {cause.title}"
        counts[title] = counts.get(title, 0) + each.count
    for title, count in sorted(counts.items(), key=lambda item: -item[1]):
        yield f"  {count} x known, {visible(title)}"


def command(loader: str, folder: str) -> str:
    """Return the command that replays a scenario."""
    root = chosen_root()
    there = root.within(loader) if root else loader
    return shell.line(["refloader", "conform", *target_words(), "--loader", there, "--scenario", folder])


def _sorted(state: State) -> list[Class]:
    return sorted(state.classes.values(), key=lambda each: (-each.count, each.signature))


def _cause(state: State, found: Class, known: KnownCauses) -> Cause | None:
    causes = (each.cause(found.signature) for each in known.about(state.loaders[found.loader]))
    return next((cause for cause in causes if cause is not None), None)


def _row(state: State, found: Class, known: KnownCauses) -> dict[str, Any]:
    target, cause = state.loaders[found.loader], _cause(state, found, known)
    return {
        "id": found.id,
        "loader": target.name,
        "known": cause.id if cause else "",
        "trait": row.trait.value if (row := _row_of(found.signature)) is not None else "",
        "of_age": is_of_age(target, found.signature),
        "signature": visible(found.signature),
        "about": found.about,
        "kind": found.kind,
        "predicted": visible(found.predicted),
        "seen": visible(found.seen),
        "count": found.count,
        "seed": found.seed,
        "scenario": state.place(found.id),
        "repro": command(target.path, state.place(found.id)),
    }
