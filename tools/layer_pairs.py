"""Publish in ``reports/layers/`` which layers of a distribution work above and below which others.

``layer_pairs.py [RESULTS_DIR] [--check]``

RESULTS_DIR has a folder for each release, named as it is published (``debian-13``), with the ``results.ndjson`` that
``refloader conform --unsafe --target root:DIR --layer ... --together --expect none --out RESULTS_DIR/NAME`` wrote.
Written are a summary of each release (``pairs/NAME.json``: the layers, and what came of each on the drivers, alone
and above each other one) and ``pairs.md``, a table of layers by layers for each release. Without RESULTS_DIR, the
page is made anew from the published summaries. ``--check`` only compares.
"""

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from published import TOP, as_text, reliable, together, written
from target_reports import ADDRESS, MOST_REASON

from refloader.results.results_file import FINDINGS, Result, ResultsError, Run, Verdict, read

FOLDER = TOP / "reports/layers/pairs"
PAGE = TOP / "reports/layers/pairs.md"
SCHEMA = "refloader.pairs-summary/1"
BETWEEN = " + "
"""What stands between the names of a chain's layers, from the application down."""

Summary = Mapping[str, Any]
Row = Mapping[str, str]


def main(arguments: Sequence[str]) -> int:
    """Write the files, or with ``--check`` fail if one would change."""
    folders = [each for each in arguments if not each.startswith("-")]
    files: dict[Path, str] = {}
    try:
        for place in sorted(Path(folders[0]).glob("*/results.ndjson")) if folders else []:
            name = place.parent.name
            files[FOLDER / f"{name}.json"] = as_text(summary(name, read(str(place))))
    except ResultsError as error:
        print(f"layer_pairs.py: {error}", file=sys.stderr)
        return 3
    files[PAGE] = page(together(FOLDER, files))
    return written("layer_pairs.py", files, arguments)


def summary(name: str, run: Run) -> Summary:
    """Return what is published of a run. Raises ResultsError if it is not complete."""
    reliable(name, run)
    single = [each for each in run.header.subjects if BETWEEN not in each.name]
    return {
        "schema": SCHEMA,
        "judged": run.header.started[:10],
        "suite": run.header.suite_version,
        "libc": run.header.machine.get("libc", ""),
        "layers": {each.name: each.version for each in single},
        "chains": [_row(each) for each in run.results],
    }


def _row(result: Result) -> Row:
    told = ADDRESS.sub("0x…", result.reason)[:MOST_REASON]
    row = {"chain": result.subject, "case": result.case, "rule": result.rule, "verdict": result.verdict.value}
    return {**row, "reason": told} if told else row


# ---- the page


def page(found: Mapping[str, Summary]) -> str:
    """Return the text of the page."""
    lines = [
        "# Layers above and below each other",
        "",
        "Made by `tools/layer_pairs.py` from the summaries in `pairs/`; do not edit.",
        "",
        "Each table is one run of `refloader conform --together` with the layers of one release of Debian: the layer",
        "of the row is directly above that of the column, nearer to the application, on the mock driver and on",
        "lavapipe of the same release. The diagonal is the layer alone. A cell has the rules that a pair breaks and",
        "neither layer alone; a layer that ends the program alone is judged in no pair. A dash: not judged; the",
        "notes below the table say why.",
    ]
    for name, each in found.items():
        lines += ["", *_section(name, each)]
    return "\n".join(lines) + "\n"


def _section(name: str, made: Summary) -> Iterator[str]:
    layers = list(made["layers"])
    rows: dict[str, list[Row]] = {}
    for each in made["chains"]:
        rows.setdefault(each["chain"], []).append(each)
    yield f"## {name}"
    yield ""
    yield f"Judged on {made['judged']}{' with ' + made['libc'] if made['libc'] else ''}."
    yield ""
    yield f"| above \\ below | {' | '.join(map(_short, layers))} |"
    yield "|---" * (len(layers) + 1) + "|"
    for above in layers:
        chains = (above if below == above else f"{above}{BETWEEN}{below}" for below in layers)
        cells = " | ".join(_cell(rows.get(each, [])) for each in chains)
        yield f"| {_short(above)} {made['layers'][above]} | {cells} |"
    whole = [chain for chain in rows if chain.count(BETWEEN) > 1]
    yield ""
    for chain in whole:
        yield f"All of them, {chain}: {_cell(rows[chain])}."
        yield ""
    yield from _notes(made["chains"])


def _short(name: str) -> str:
    """Return a layer's name without what all of them begin with."""
    return name.removeprefix("VK_LAYER_")


def _cell(rows: Sequence[Row]) -> str:
    """Return what came of a chain: the rules that it breaks or is warned of, or that it keeps them."""
    broken = sorted({each["rule"] for each in rows if Verdict(each["verdict"]) in FINDINGS})
    if broken:
        return f"**{', '.join(broken)}**"
    warned = sorted({each["rule"] for each in rows if each["verdict"] == Verdict.WARN})
    if warned:
        return f"warned: {', '.join(warned)}"
    return "ok" if any(each["verdict"] == Verdict.PASS for each in rows) else "-"


def _notes(rows: Sequence[Row]) -> Iterator[str]:
    """Yield a line for each reason, with the chains that have it."""
    reasons: dict[tuple[str, str, str], list[str]] = {}
    for each in rows:
        if each.get("reason"):
            key = each["verdict"], each["rule"], each["reason"]
            reasons.setdefault(key, []).append(f"{each['chain']} ({each['case']})")
    for (verdict, rule, reason), chains in reasons.items():
        others = f" and {len(chains) - 1} more" if len(chains) > 1 else ""
        yield f"- {verdict}, {rule}: {reason.rstrip('.')}: {chains[0]}{others}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
