"""Write the table of docs/security.md from tests/containment/table.json; ``--check`` only compares.

``--from LINES`` first writes table.json anew from what the tests recorded (REFLOADER_CONTAINMENT_RECORD).
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TOP = Path(__file__).resolve().parent.parent
TABLE = TOP / "tests" / "containment" / "table.json"
PAGE = TOP / "docs" / "security.md"
_BEGIN, _END = "<!-- table: tools/containment_table.py -->\n", "<!-- end of table -->\n"

Acts = Mapping[str, Any]


def main() -> int:
    """Write the files, or with ``--check`` fail if the page would change."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--from", dest="lines", type=Path)
    given = parser.parse_args()
    if given.lines:
        recorded = collected(given.lines.read_text(encoding="utf-8").splitlines())
        TABLE.write_text(json.dumps(recorded, indent=1) + "\n", encoding="utf-8")
    before = PAGE.read_text(encoding="utf-8")
    after = with_table(before, json.loads(TABLE.read_text(encoding="utf-8")))
    if given.check:
        print(
            f"{PAGE} is up to date" if before == after else f"{PAGE} is stale: run tools/containment_table.py"
        )
        return 0 if before == after else 1
    PAGE.write_text(after, encoding="utf-8")
    print(f"wrote {PAGE}")
    return 0


def collected(lines: list[str]) -> Acts:
    """The recorded cells by act, machine and kind. A later line for the same cell replaces an earlier one."""
    acts: dict[str, Any] = {}
    for row in map(json.loads, lines):
        act = acts.setdefault(row["act"], {"does": row["does"], "machines": {}})
        kinds = act["machines"].setdefault(row["machine"], {})
        kinds[row["kind"]] = {"ended": row["ended"], "breaches": row["breaches"], "after": row["after"]}
    return acts


def with_table(page: str, acts: Acts) -> str:
    """The page with its table made anew."""
    head, _, rest = page.partition(_BEGIN)
    _, _, tail = rest.partition(_END)
    return f"{head}{_BEGIN}{''.join(table(acts))}{_END}{tail}"


def table(acts: Acts) -> Iterator[str]:
    """The lines of the table: a row for each act, a column for each machine."""
    machines = list(dict.fromkeys(name for act in acts.values() for name in act["machines"]))
    yield f"| the library | {' | '.join(machines)} |\n"
    yield f"|---|{'---|' * len(machines)}\n"
    for act in acts.values():
        cells = [_cell(act["machines"].get(name, {})) for name in machines]
        yield f"| {act['does']} | {' | '.join(cells)} |\n"


def _cell(kinds: Mapping[str, Any]) -> str:
    """How the runs ended, kinds that agree together, and which of them got something."""
    if not kinds:
        return "not tried"
    verdicts = list(dict.fromkeys(each["ended"] for each in kinds.values()))
    got = [kind for kind, each in kinds.items() if each["breaches"] or each["after"] != "ok"]
    return ", ".join(verdicts) + (f"; **not contained** ({', '.join(got)})" if got else "")


if __name__ == "__main__":
    sys.exit(main())
