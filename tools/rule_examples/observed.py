"""What the suite says of each layer, driver and library that is wrong on purpose, in ``observed.json``.

To see it takes minutes and needs the mocks and the reference library, so it is kept: ``generate_rule_examples.py
--observe`` runs the violators and writes it anew. Never says what ought to be said.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from refloader.report.rules.value import Finding
from refloader.results.results_file import Result
from refloader.rules import RuleId
from refloader.selftest.mutants.of_mocks import Kind, mocks
from refloader.selftest.mutants.registry import mutants_by_name
from refloader.selftest.on_mocks import run_mocks
from refloader.selftest.plugin_jobs import RED
from refloader.selftest.selftest import gather

FILE = Path(__file__).with_name("observed.json")
WORST = ("fail", "crash", "timeout", "warn")
"""Verdicts that say something, the one that says most first."""

_LONGEST = 600
"""Characters of a message that are kept: a finding can name hundreds of calls."""


def read() -> dict[str, dict[str, Finding]]:
    """By violator and rule: the finding."""
    rows = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: {rule_id: Finding(RuleId(rule_id), **row) for rule_id, row in of.items()}
        for name, of in rows.items()
    }


def observe(workers: int) -> int:
    """Run every violator on the tests of its rules and keep what was said; gives the number of violators."""
    seen = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for part in (_of_layers, _of_drivers, _of_loaders):
        seen |= part(workers)
        FILE.write_text(json.dumps(seen, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    known = {*mutants_by_name(), *mocks("layer").wrong, *mocks("driver").wrong}
    FILE.write_text(
        json.dumps({name: seen[name] for name in sorted(seen) if name in known}, indent=1) + "\n",
        encoding="utf-8",
    )
    return len(seen)


def _of_layers(workers: int) -> dict[str, dict[str, Any]]:
    return _of_mocks("layer", workers)


def _of_drivers(workers: int) -> dict[str, dict[str, Any]]:
    return _of_mocks("driver", workers)


def _of_mocks(kind: Kind, workers: int) -> dict[str, dict[str, Any]]:
    known = mocks(kind)
    judged = run_mocks(
        known, tuple(known.wrong.values()), every_rule=False, every_clean=False, workers=workers
    )
    return {name: dict(_said(results, known.wrong[name].rules)) for name, results in judged.wrong.items()}


def _said(results: Iterable[Result], rules: Iterable[str]) -> Iterator[tuple[str, dict[str, str]]]:
    for rule_id in rules:
        told = [each for each in results if each.rule == rule_id and each.verdict.value in WORST]
        if told:
            worst = min(told, key=lambda each: (each.case == "static", WORST.index(each.verdict.value)))
            yield rule_id, _row(worst.verdict.value, worst.reason, worst.case)


def _of_loaders(workers: int) -> dict[str, dict[str, Any]]:
    found = gather([*mutants_by_name().values()], every_rule=False, workers=workers, tell=lambda run: None)
    seen: dict[str, dict[str, Any]] = {}
    for run in found.runs:
        for number, ended in sorted(run.verdicts.items()):
            if ended.verdict in RED:
                case = found.cases[number]
                row = _row(ended.verdict, ended.reason, case.name)
                for rule_id in set(case.rules) & set(mutants_by_name()[run.name].rules) - set(ended.spared):
                    seen.setdefault(run.name, {}).setdefault(rule_id, row)
    return seen


def _row(verdict: str, message: str, case: str) -> dict[str, str]:
    return {"severity": verdict, "message": uncounted(lasting(message)), "by": case}


_COUNTED = re.compile(
    r"\b\d+(?= times\)| blocks of | bytes (?:at|behind|each)| KiB| instances | of \d+ calls that| of them for"
    r"| more descr| more thr| before,| after\))"
)


def uncounted(message: str) -> str:
    """The message without how often a call was made and how much memory was taken, which every run has its own of."""
    return _COUNTED.sub("...", message)


def lasting(message: str) -> str:
    """The message without what is another in every run: addresses, processes and folders of the run."""
    told = re.sub(r"0x[0-9a-f]{9,}", "0x...", message)
    told = re.sub(r"'[0-9a-f]{16}'", "'...'", told)
    told = re.sub(r"/tmp/[\w./-]*?(?=[\w.-]+(?:[^\w./-]|$))", "", told)
    return told if len(told) <= _LONGEST else f"{told[:_LONGEST].rstrip()}..."
