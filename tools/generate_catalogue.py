"""Turn refloader/rules/*.toml into JSON files in refloader/rules/generated; ``--check`` only compares.

catalogue.json has all rows, ids.json their ids alone, and ages.json the table of ages: what is read at each start.
"""

import hashlib
import json
import sys
import tomllib
from pathlib import Path
from typing import Any

RULES = Path(__file__).resolve().parent.parent / "refloader" / "rules"
GENERATED = RULES / "generated"


def main() -> int:
    """Write the files, or with ``--check`` fail if one would change."""
    texts = built()
    if "--check" in sys.argv[1:]:
        stale = [name for name, text in texts.items() if not _has(name, text)]
        print(
            f"stale, run tools/generate_catalogue.py: {', '.join(stale)}" if stale else "all are up to date"
        )
        return 1 if stale else 0
    GENERATED.mkdir(exist_ok=True)
    for name, text in texts.items():
        (GENERATED / name).write_text(text, encoding="utf-8")
        print(f"wrote {GENERATED / name}")
    return 0


def _has(name: str, text: str) -> bool:
    target = GENERATED / name
    return target.exists() and target.read_text(encoding="utf-8") == text


def built() -> dict[str, str]:
    """The text of each file, by its name."""
    catalogue = build()
    data = json.loads(catalogue)
    ids = [row["id"] for row in (*data["rules"], *data["ambiguities"])]
    return {
        "catalogue.json": catalogue,
        "ids.json": json.dumps(ids, indent=1) + "\n",
        "ages.json": json.dumps(_load("ages"), indent=1, ensure_ascii=False) + "\n",
    }


def build() -> str:
    """The JSON text of the whole catalogue."""
    catalogue, readings, status = (_load(name) for name in ("catalogue", "readings", "status"))
    rows = [_rule(row, status) for row in catalogue["requirement"]]
    questions = [_ambiguity(row, readings) for row in catalogue["ambiguity"]]
    _no_strays(readings, {row["id"] for row in questions}, "readings.toml")
    _no_strays({k for part in status.values() for k in part}, {row["id"] for row in rows}, "status.toml")
    body = json.dumps({"rules": rows, "ambiguities": questions}, indent=1, ensure_ascii=False)
    version = hashlib.sha256(body.encode()).hexdigest()[:12]
    data = {"version": version, "rules": rows, "ambiguities": questions}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def _load(name: str) -> dict[str, Any]:
    with (RULES / f"{name}.toml").open("rb") as file:
        return tomllib.load(file)


def _rule(row: dict[str, Any], status: dict[str, Any]) -> dict[str, Any]:
    state, reason = _status(row, status)
    return {
        "id": row["id"],
        "title": row["title"],
        "applies_to": row["applies_to"],
        "platforms": row["platforms"],
        "editions": row["editions"],
        "text": row["rule"],
        "differs": row["differs"],
        "breach": row["breach"],
        "enforceable": row["enforceable_by_loader"],
        "check": row["check"].split(" - ", 1)[-1],
        "kinds": row["check_kinds"],
        "sources": row["sources"],
        "status": state,
        "reason": reason,
    }


def _status(row: dict[str, Any], status: dict[str, Any]) -> tuple[str, str]:
    """What status.toml says, or what follows from the kinds of check; a decider or a test overrules "open"."""
    for state in ("untestable", "withdrawn", "open"):
        if row["id"] in status.get(state, {}):
            return state, status[state][row["id"]]
    kinds = set(row["check_kinds"])
    if kinds == {"none"}:
        return "untestable", row["check"].split(" - ", 1)[-1]
    if {"linux", "all"}.isdisjoint(row["platforms"]):
        return "open", "holds only on other systems than Linux, and nothing decides it yet"
    if kinds & {"static", "model"}:
        return "open", ""
    if "chain" in kinds:
        return "open", "shows only in a running call chain, which no check looks at yet"
    return "open", "shows only in a running loader, which no check probes for this yet"


def _ambiguity(row: dict[str, Any], readings: dict[str, Any]) -> dict[str, Any]:
    reading = readings.get(row["id"])
    if reading is None:
        raise SystemExit(f"readings.toml: no reading chosen for {row['id']}")
    return {
        "id": row["id"],
        "where": row["where"],
        "text": row["text"],
        "readings": row["readings"],
        "chosen": reading["chosen"],
        "why": reading["why"],
        "rules": row["items"],
    }


def _no_strays(used: Any, known: set[str], name: str) -> None:
    strays = sorted(set(used) - known)
    if strays:
        raise SystemExit(f"{name}: unknown ids {', '.join(strays)}")


if __name__ == "__main__":
    raise SystemExit(main())
