"""Publish in ``reports/targets/`` what runs on targets other than this machine observed, rule by rule.

``target_reports.py [RESULTS_DIR] [--check]``

RESULTS_DIR has a folder for each run, named as it is published (``debian-13-1.4.309``), with the
``results.ndjson`` that ``refloader conform --target ... --loader ... --expect none --out RESULTS_DIR/NAME`` wrote.
Written are a summary of each run (``NAME.json``: the subject, the counts of each rule, every finding) and README.md,
the table of rules by targets. Without RESULTS_DIR, README.md is made anew from the published summaries. ``--check``
only compares.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from published import TOP, as_text, reliable, together, written
from publishing.audit import Audit, read_audit

from refloader.results.results_file import FINDINGS, Result, ResultsError, Run, Verdict, read
from refloader.rules import rules

FOLDER = TOP / "reports/targets"
AUDITS = (TOP / "reports/loaders/audit.md", FOLDER / "audit.md")
SCHEMA = "refloader.target-summary/1"

_KINDS = {"pass": {Verdict.PASS}, "warn": {Verdict.WARN}, "broken": FINDINGS}
_LEVEL = "the integrity level of the process"
"""What a hook answers in every case under Wine; only those of administrators depend on it."""

ADDRESS = re.compile(r"0x[0-9a-f]{6,16}")
MOST_REASON = 300

Summary = Mapping[str, Any]


def main(arguments: Sequence[str]) -> int:
    """Write the files, or with ``--check`` fail if one would change."""
    folders = [each for each in arguments if not each.startswith("-")]
    try:
        files = dict(_summaries(Path(folders[0]))) if folders else {}
    except ResultsError as error:
        print(f"target_reports.py: {error}", file=sys.stderr)
        return 3
    found = together(FOLDER, files)
    if not found:
        print("target_reports.py: there are no results", file=sys.stderr)
        return 3
    files[FOLDER / "README.md"] = page(found)
    return written("target_reports.py", files, arguments)


def _summaries(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the file and the text of each run's summary. Raises ResultsError."""
    for place in sorted(folder.glob("*/results.ndjson")):
        made = summary(place.parent.name, read(str(place)))
        yield FOLDER / f"{place.parent.name}.json", as_text(made)


def summary(name: str, run: Run) -> Summary:
    """Return what is published of a run. Raises ResultsError if it is no complete run of one loader on a target."""
    reliable(name, run)
    target = str(run.header.machine.get("target", ""))
    if [each.kind for each in run.header.subjects] != ["loader"] or not target:
        raise ResultsError(f"{name}: the run is not one of a single loader on a target")
    [subject] = run.header.subjects
    by_rule: dict[str, list[Result]] = {}
    for each in run.results:
        by_rule.setdefault(each.rule, []).append(each)
    return {
        "schema": SCHEMA,
        "target": target.partition(":")[0],
        "libc": run.header.machine.get("libc", ""),
        "loader": subject.version,
        "sha256": subject.sha256,
        "edition": subject.edition,
        "suite": run.header.suite_version,
        "verdicts": dict(sorted(Counter(each.verdict.value for each in run.results).items())),
        "rules": {rule: counts for rule in rules() if (counts := _counts(by_rule.get(rule, ())))},
        "findings": [list(each) for each in _findings(run, subject.path)],
    }


def _counts(results: Sequence[Result]) -> Mapping[str, int]:
    """Return how many cases were observed, by outcome; ``hooked``, how many of them by a hook."""
    observed = [each for each in results if each.verdict is not Verdict.SKIP]
    found = {key: sum(each.verdict in kinds for each in observed) for key, kinds in _KINDS.items()}
    found["hooked"] = sum(_is_hooked(each.evidence) for each in observed)
    return {key: number for key, number in found.items() if number}


def _is_hooked(evidence: Mapping[str, object]) -> bool:
    """Return whether a hook answered what the case depends on: the level counts if it is an administrator's."""
    told = evidence.get("answered by")
    answers = {*told} if isinstance(told, list | tuple) else set()
    return bool(answers - {_LEVEL}) or (bool(answers) and "privilege" in evidence)


def _findings(run: Run, path: str) -> Iterator[tuple[str, str, str, str]]:
    for each in sorted(run.results, key=lambda one: (one.rule, one.case)):
        if each.verdict in FINDINGS:
            reason = ADDRESS.sub("0x…", each.reason.replace(path, "the loader"))
            yield each.rule, each.case, each.verdict.value, reason[:MOST_REASON]


def page(found: Mapping[str, Summary]) -> str:
    """Return the text of README.md."""
    lines = [
        "# What was observed on which target",
        "",
        "Made by `tools/target_reports.py` from the summaries beside it; do not edit.",
        "",
        "Each column is one run of `refloader conform --target`, each row a rule. A number is that of the cases that",
        "the loader itself was observed in; of them, *w* are warnings and *b* break the rule. *h* is the number of",
        "cases in which a hook of refloader's, and not Wine, answered a question that the case depends on. A dash:",
        "no case was observed. [docs/targets.md](../../docs/targets.md) says what a target is, and what it is not.",
        "",
        "| run | target | C library | loader | documents | cases | warnings | findings | rules | rules broken |",
        "|---" * 10 + "|",
        *(_run_row(name, each) for name, each in found.items()),
        "",
        *_second_person(found),
        "| rule | " + " | ".join(found) + " |",
        "|---" * (len(found) + 1) + "|",
        *(row for rule in rules() if (row := _rule_row(rule, found))),
    ]
    return "\n".join(lines) + "\n"


def _run_row(name: str, each: Summary) -> str:
    observed = sum(number for key, number in each["verdicts"].items() if key != "skip")
    broken = sum(bool(counts.get("broken")) for counts in each["rules"].values())
    cells = [
        f"[{name}]({name}.json)",
        f"`{each['target']}`",
        each["libc"] or "",
        each["loader"],
        each["edition"],
        observed,
        each["verdicts"].get("warn", 0),
        len(each["findings"]),
        len(each["rules"]),
        broken,
    ]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


def _second_person(found: Mapping[str, Summary]) -> Iterator[str]:
    """Yield the line on how many findings a second person judged."""
    audits = [read_audit(path.read_text(encoding="utf-8")) for path in AUDITS if path.is_file()]
    findings = [each for one in found.values() for each in one["findings"]]
    judged = sum(_is_judged(audits, rule, case) for rule, case, _, _ in findings)
    yield f"A second person judged {judged} of these {len(findings)} findings: those of the causes that the builds in"
    yield "[reports/loaders](../loaders/audit.md) have too, and [the others](audit.md)."
    yield ""


def _is_judged(audits: Sequence[Audit], rule: str, case: str) -> bool:
    return any(each.of(rule, case) for each in audits)


def _rule_row(rule: str, found: Mapping[str, Summary]) -> str:
    counts = [each["rules"].get(rule) for each in found.values()]
    return f"| {rule} | " + " | ".join(map(_cell, counts)) + " |" if any(counts) else ""


def _cell(counts: Mapping[str, int] | None) -> str:
    if not counts:
        return "–"
    number = sum(counts.get(key, 0) for key in _KINDS)
    letters = {"warn": "w", "broken": "b", "hooked": "h"}
    notes = [f"{counts[key]}{letter}" for key, letter in letters.items() if key in counts]
    return f"{number} ({', '.join(notes)})" if notes else str(number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
