"""Takes the examples of the rules' pages from the corpus.

    generate_rule_examples.py             write refloader/report/rules/generated/examples.json
    generate_rule_examples.py --check     only compare; exit 1 if the file is out of date, and say what to run
    generate_rule_examples.py --observe   first run every layer, driver and library that is wrong on purpose (minutes)

Every manifest is judged and every scenario is run here, so an example that passes has passed, and the message of
one that fails is what refloader says of it. What needs binaries is kept in rule_examples/observed.json.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rule_examples import field, observed, sources
from rule_examples.manifests import Manifests
from rule_examples.outcomes import Outcomes

from refloader.report.rules.value import Example, KnownOffender
from refloader.rules import Rule, ambiguities, find, rules
from refloader.selftest.mutants.of_mocks import KINDS, mocks
from refloader.selftest.mutants.registry import why_without
from refloader.suite.run.traceability import trace

TOP = Path(__file__).resolve().parent.parent
EXAMPLES = TOP / "refloader" / "report" / "rules" / "generated" / "examples.json"
_VERSIONS = "MANIFEST-LAYERVER-"


def main() -> int:
    """Write what is out of date, or with ``--check`` say what is and fail."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="only compare")
    parser.add_argument("--observe", action="store_true", help="run the violators first")
    parser.add_argument("-n", dest="workers", type=int, default=2, help="violators at a time (default: 2)")
    chosen = parser.parse_args()
    if chosen.observe:
        print(f"{observed.observe(chosen.workers)} violators seen")
    text = build()
    is_current = EXAMPLES.read_text(encoding="utf-8") == text
    if is_current:
        print("the rules' examples are up to date")
    elif chosen.check:
        print(
            "examples.json is stale: run `python tools/generate_rule_examples.py`, and commit what it writes"
        )
    else:
        EXAMPLES.write_text(text, encoding="utf-8")
        print("wrote examples.json")
    return 1 if chosen.check and not is_current else 0


def _every() -> tuple[str, ...]:
    return (*rules(), *ambiguities())


def build() -> str:
    """The JSON text of all examples, with why where there are none."""
    choose = _Choosing()
    found = {rule_id: choose.examples(rule_id) for rule_id in _every()}
    data = {
        "examples": {key: [_row(each) for each in examples] for key, examples in found.items() if examples},
        "seen": {key: [_told(each) for each in every] for key, every in sorted(field.seen().items())},
        "without": {key: why for key, examples in found.items() if (why := _why_not(key, examples))},
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


class _Choosing:
    """The places that examples are taken from, read once."""

    def __init__(self) -> None:
        self._manifests, self._outcomes, self._said = Manifests(), Outcomes(), observed.read()

    def examples(self, rule_id: str) -> tuple[Example, ...]:
        """One that passes and one that fails, as far as there are any; the clearest place comes first."""
        row = find(rule_id)
        if not isinstance(row, Rule):
            return self._outcomes.of_reading(rule_id) or self._manifests.examples(rule_id)[-1:]
        found = [*self._manifests.examples(rule_id)] if row.applies_to != "loader" else []
        if rule_id.startswith(_VERSIONS) and not found:
            found += self._manifests.of_version(".".join(rule_id.removeprefix(_VERSIONS)))
        if not found:
            found += self._outcomes.examples(rule_id)
        if not any(each.outcome == "fails" for each in found):
            found = [*self._of_sources(rule_id, found)]
        return tuple(found) or self._manifests.examples(rule_id)

    def _of_sources(self, rule_id: str, found: list[Example]) -> Iterator[Example]:
        """Excerpts of sources beside what was found already, which passes; one of each outcome."""
        template = sources.in_template(rule_id)
        of_mocks = sources.of_mocks(rule_id, self._said)
        every = [*found, *filter(None, [template]), *(of_mocks or sources.of_loaders(rule_id, self._said))]
        every += filter(None, map(sources.in_template, sources.twins(rule_id)))
        for outcome in ("passes", "fails"):
            yield from [each for each in every if each.outcome == outcome][:1]


def _why_not(rule_id: str, examples: tuple[Example, ...]) -> str:
    """Why there are not both examples; empty where there are, and for ambiguities."""
    row, outcomes = find(rule_id), {each.outcome for each in examples}
    if not isinstance(row, Rule) or outcomes == {"passes", "fails"}:
        return ""
    if outcomes == {"fails"}:
        return f"there is none that passes: {_NO_PART}"
    reason = _why_nothing_fails(row)
    return f"there is none that fails: {reason}" if examples else f"there is none: {reason}"


_NO_PART = "it takes a whole library to keep the rule, and no part of one shows that it does"


def _why_nothing_fails(row: Rule) -> str:
    traced = trace(row)
    if traced.reason:
        return traced.reason
    told = [mocks(kind).why_without(row.id) for kind in KINDS if row.applies_to in (kind, "manifest")]
    return next(filter(None, [why_without(row.id), *told]), "nothing in the corpus breaks it")


def _told(seen: KnownOffender) -> dict[str, Any]:
    row = asdict(seen)
    return {**row, "finding": {key: value for key, value in row["finding"].items() if value}}


def _row(example: Example) -> dict[str, Any]:
    """The example without what is empty."""
    row = asdict(example)
    row["findings"] = [{key: value for key, value in each.items() if value} for each in row["findings"]]
    return {key: value for key, value in row.items() if value}


if __name__ == "__main__":
    sys.exit(main())
