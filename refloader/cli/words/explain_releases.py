"""The table of ``refloader explain --as-loader all``: as lines for a terminal, and as JSON."""

from collections.abc import Mapping
from typing import Any

from refloader.cli.terminal.output import say, say_wrapped
from refloader.core.ages import OLDEST
from refloader.inspect.explain.by_release import Releases
from refloader.model.text import number_of, visible

SCHEMA = "refloader.explain-by-release/1"
_BASIS = (
    f"releases from {OLDEST} on are known; predicted from manifests and libraries' files: no library is run"
)


def as_json(found: Mapping[str, Releases]) -> dict[str, Any]:
    """Return the table as JSON."""
    return {"schema": SCHEMA, "layers": [_row(name, each) for name, each in found.items()]}


def _row(name: str, each: Releases) -> dict[str, Any]:
    spans = [
        {"from": span.first, "before": span.end, "active": span.active, "fact": visible(span.fact)}
        for span in each.spans
    ]
    row: dict[str, Any] = {"name": name, "releases": spans}
    return {**row, "manifest": each.path, "variables": dict(each.variables)} if each.path else row


def print_releases(found: Mapping[str, Releases]) -> None:
    """Print what each span of releases does with the layers, and what that is known from."""
    for name, each in found.items():
        _print_layer(name, each)
    if found:
        _wrapped(_BASIS)
    else:
        say("no layer is found")


def _print_layer(name: str, each: Releases) -> None:
    say(f"{visible(name)}, by release of the loader")
    if each.path:
        settings = " ".join(f"{variable}={visible(value)}" for variable, value in each.variables.items())
        others = f" and {number_of(each.beside, 'other manifest')} there" if each.beside else ""
        _wrapped(f"  {visible(each.path)}, with {settings}{others}, if the application asks for it")
    width = max(len(span.releases) for span in each.spans)
    indent = " " * (width + 4)
    for span in each.spans:
        state = [("active", "success")] if span.active else [("not active", "error")]
        fact = f": {visible(span.fact)}" if span.fact else ""
        say_wrapped([(f"  {span.releases:{width}}  ", ""), *state, (fact, "")], indent)


def _wrapped(text: str) -> None:
    say_wrapped([(text, "")])
