"""Builds the JSON document of what a log proves."""

from collections.abc import Iterator
from typing import Any

from refloader.inspect.logs.log_answer import LogExplained
from refloader.inspect.logs.log_facts import Fact

SCHEMA = "refloader.explain-log/1"


def log_as_json(found: LogExplained) -> dict[str, Any]:
    """Return the JSON document of what a log proves."""
    return {
        "schema": SCHEMA,
        "lines": found.lines,
        "answers": [
            {
                "subject": each.subject,
                "state": each.state.value,
                "facts": [_fact(fact) for fact in each.facts],
                "ask": list(each.ask),
            }
            for each in found.answers
        ],
        "facts": [_fact(each) for each in (*found.facts, *_unread(found))],
        "ask": list(found.ask),
    }


def _unread(found: LogExplained) -> Iterator[Fact]:
    if found.not_read:
        yield Fact(found.not_read, *found.unread)


def _fact(each: Fact) -> dict[str, Any]:
    return {
        "text": each.text,
        "first_line": each.first,
        "last_line": each.last,
        "bad": each.bad,
        "change": each.change,
        "certainty": each.certainty.value,
    }
