"""Publish in ``reports/drivers/`` and ``reports/layers/`` how the products of a distribution changed, by release.

``product_reports.py [RESULTS_DIR] [--check]``

RESULTS_DIR has a folder for each release, named as it is published (``debian-13``), with the ``results.ndjson`` that
``refloader conform --unsafe --target root:DIR --driver ... --layer ... --expect none --out RESULTS_DIR/NAME`` wrote.
Written are a summary of each release (``NAME.json``: the products, their counts, every finding and warning) and
README.md, which has for each product the rules that it breaks, release by release, and what changed between two of
them. Without RESULTS_DIR, README.md is made anew from the published summaries. ``--check`` only compares.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from published import TOP, as_text, reliable, together, written
from target_reports import ADDRESS, MOST_REASON

from refloader.results.results_file import FINDINGS, Result, ResultsError, Run, Subject, Verdict, read
from refloader.rules import rules

FOLDERS = {"driver": TOP / "reports/drivers", "layer": TOP / "reports/layers"}
SCHEMA = "refloader.product-summary/1"
_MARKS = {"fail": "broken", "warn": "warned of", "pass": "kept", "": "-"}

Summary = Mapping[str, Any]


def main(arguments: Sequence[str]) -> int:
    """Write the files, or with ``--check`` fail if one would change."""
    folders = [each for each in arguments if not each.startswith("-")]
    try:
        files = dict(_summaries(Path(folders[0]))) if folders else {}
    except ResultsError as error:
        print(f"product_reports.py: {error}", file=sys.stderr)
        return 3
    for kind, folder in FOLDERS.items():
        if found := together(folder, files):
            files[folder / "README.md"] = page(kind, found)
    return written("product_reports.py", files, arguments)


def _summaries(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the file and the text of the summaries of each release. Raises ResultsError."""
    for place in sorted(folder.glob("*/results.ndjson")):
        run = read(str(place))
        for kind in FOLDERS:
            if any(each.kind == kind for each in run.header.subjects):
                made = summary(place.parent.name, run, kind)
                yield FOLDERS[kind] / f"{place.parent.name}.json", as_text(made)


def summary(name: str, run: Run, kind: str) -> Summary:
    """Return what is published of one kind of products in a run. Raises ResultsError if it is not complete."""
    reliable(name, run)
    return {
        "schema": SCHEMA,
        "judged": run.header.started[:10],
        "suite": run.header.suite_version,
        "libc": run.header.machine.get("libc", ""),
        "products": {
            _product(each.name): _of_product(each, [one for one in run.results if one.subject == each.name])
            for each in run.header.subjects
            if each.kind == kind
        },
    }


def _product(name: str) -> str:
    """Return the name of a product, which its manifest has in every release, whatever the processor."""
    return name.removesuffix(".json").removesuffix(".x86_64")


def _of_product(subject: Subject, results: Sequence[Result]) -> Mapping[str, Any]:
    rows = [
        [each.rule, each.case, each.verdict.value, ADDRESS.sub("0x…", each.reason)[:MOST_REASON]]
        for each in sorted(results, key=lambda one: (one.rule, one.case))
        if each.verdict in FINDINGS or each.verdict is Verdict.WARN
    ]
    observed = {each.rule for each in results if each.verdict is not Verdict.SKIP}
    return {
        "version": subject.version,
        "sha256": subject.sha256,
        "edition": subject.edition,
        "device": _device(subject),
        "verdicts": dict(sorted(Counter(each.verdict.value for each in results).items())),
        "rules": [rule for rule in rules() if rule in observed],
        "findings": rows,
    }


def _device(subject: Subject) -> str:
    """Return what a driver calls itself and its release, of the first device that it has on the machine."""
    devices = subject.facts.get("devices")
    first = devices[0] if isinstance(devices, list) and devices else {}
    told = first.get("driver") if isinstance(first, dict) else None
    return (
        " ".join(str(told.get(key, "")) for key in ("driverName", "driverInfo")).strip()
        if isinstance(told, dict)
        else ""
    )


# ---- the page


def page(kind: str, found: Mapping[str, Summary]) -> str:
    """Return the text of README.md."""
    products = sorted({name for each in found.values() for name in each["products"]})
    lines = [
        f"# {kind.capitalize()}s of Debian, release by release",
        "",
        "Made by `tools/product_reports.py` from the summaries beside it; do not edit.",
        "",
        "Each column is one run of `refloader conform --target` in a root filesystem of that release, with its own",
        f"{kind}s. A rule is broken if at least one case breaks it, and warned of if a case is a warning and none a",
        "breach. A dash: the rule was not observed. The summaries have the reason of each finding.",
        "",
        "| release | judged | C library |",
        "|---|---|---|",
        *(f"| [{name}]({name}.json) | {each['judged']} | {each['libc']} |" for name, each in found.items()),
    ]
    for product in products:
        lines += [
            "",
            *_section(product, {name: each["products"].get(product) for name, each in found.items()}),
        ]
    return "\n".join(lines) + "\n"


def _section(product: str, by_release: Mapping[str, Mapping[str, Any] | None]) -> Iterator[str]:
    there = {name: each for name, each in by_release.items() if each is not None}
    yield f"## {product}"
    yield ""
    yield "| release | version | results | rules broken |"
    yield "|---|---|---|---|"
    for name, each in there.items():
        counts = ", ".join(f"{number} {verdict}" for verdict, number in each["verdicts"].items())
        version = f"{each['version']}, {each['device']}" if each["device"] else each["version"]
        yield f"| {name} | {version} | {counts} | {len(_broken(each))} |"
    yield ""
    states = {name: _states(each) for name, each in there.items()}
    told = [rule for rule in rules() if any(state.get(rule) in ("fail", "warn") for state in states.values())]
    if told:
        yield f"| rule | {' | '.join(there)} |"
        yield "|---" * (len(there) + 1) + "|"
        for rule in told:
            yield f"| {rule} | {' | '.join(_MARKS[state.get(rule, '')] for state in states.values())} |"
        yield ""
    for (older, before), (newer, after) in pairwise(there.items()):
        yield _changed(older, newer, _broken(before), _broken(after), set(after["rules"]))


def _states(product: Mapping[str, Any]) -> Mapping[str, str]:
    """Return the worst that was seen of each rule that was observed."""
    broken = _broken(product)
    warned = {rule for rule, _, verdict, _ in product["findings"] if verdict == "warn"}
    return {
        rule: "fail" if rule in broken else "warn" if rule in warned else "pass"
        for rule in (*product["rules"], *broken)
    }


def _broken(product: Mapping[str, Any]) -> set[str]:
    return {rule for rule, _, verdict, _ in product["findings"] if verdict != "warn"}


def _changed(older: str, newer: str, before: set[str], after: set[str], observed: set[str]) -> str:
    parts = {
        "broken now": sorted(after - before),
        "kept now": sorted((before - after) & observed),
        "not observed any more": sorted(before - after - observed),
    }
    told = "; ".join(f"{words}: {', '.join(which)}" for words, which in parts.items() if which)
    return f"- {older} to {newer}: {told or 'no rule changed'}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
