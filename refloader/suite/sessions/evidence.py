"""The evidence for breaches, as sentences and as values that JSON can hold. Gives no verdict."""

import re
from collections import Counter
from collections.abc import Sequence

from refloader.model.text import visible
from refloader.suite.sessions.check_result import Broken
from refloader.suite.sessions.recording import Call, Link, Recording

_ADDRESS = re.compile(r"\b0x[0-9a-f]{5,}\b")
_MOST_BREACHES, _MOST_CALLS, _MOST_FACTS = 5, 8, 24
_MOST_TOLD = 200
"""The most breaches in the evidence; those behind the first _MOST_BREACHES are there without calls."""


def first_breaches(broken: Sequence[Broken]) -> str:
    """Return the first breaches in one line; those that differ only in addresses appear once, with their number."""
    alike = Counter(_without_addresses(each.fact) for each in broken)
    first = _first_of_each(broken)
    shown = [f"{visible(each.fact)}{_times(alike[_without_addresses(each.fact)])}" for each in first]
    more = f" (and {len(shown) - _MOST_BREACHES} more)" if len(shown) > _MOST_BREACHES else ""
    return "; ".join(shown[:_MOST_BREACHES]) + more


def _first_of_each(broken: Sequence[Broken]) -> Sequence[Broken]:
    found: dict[str, Broken] = {}
    for each in broken:
        found.setdefault(_without_addresses(each.fact), each)
    return list(found.values())


def _without_addresses(fact: str) -> str:
    return _ADDRESS.sub("0x", fact)


def _times(number: int) -> str:
    return f" ({number} times)" if number > 1 else ""


def breach_evidence(broken: Sequence[Broken], recording: Recording | None) -> dict[str, object]:
    """Return the breaches with all their names, one of each kind, and the calls that show the first of them."""
    rows = []
    for place, each in enumerate(_first_of_each(broken)[:_MOST_TOLD]):
        row: dict[str, object] = {"fact": visible(each.fact)}
        if each.names:
            row["names"] = list(map(visible, each.names))
        if each.calls and place < _MOST_BREACHES:
            row["calls"] = [call_evidence(call, recording) for call in each.calls[:_MOST_CALLS]]
        rows.append(row)
    return {"breaches": rows}


def call_evidence(call: Call, recording: Recording | None) -> dict[str, object]:
    """Return one call in a readable form."""
    link = (recording.links if recording else {}).get(call.link, Link("?", "?"))
    returned = "never came back" if call.left is None else str(call.result)
    facts = [*call.given, *call.made][:_MOST_FACTS]
    return {
        "call": call.command,
        "number": call.number,
        "from": link.above or "the application",
        "to": link.below or "the loader's end of the chain",
        "thread": call.thread,
        "parameters": [hex(word) for word in call.words],
        "returned": returned,
        "facts": {visible(fact.path): visible(fact.text) or hex(fact.value) for fact in facts},
    }


def open_calls(recording: Recording) -> dict[str, object]:
    """Return the last calls that never returned; of each thread the innermost is last."""
    rows = [call_evidence(call, recording) for call in recording.calls.values() if call.left is None]
    return {"open_calls": rows[-_MOST_CALLS:]} if rows else {}
