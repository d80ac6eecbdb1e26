"""What the tools that publish summaries of runs in ``reports/`` share: the runs that they take, and the writing."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from refloader.results.results_file import ResultsError, Run, Verdict

TOP = Path(__file__).resolve().parent.parent


def reliable(name: str, run: Run) -> Run:
    """Return the run. Raises ResultsError if it is not complete, or has results that are errors of refloader."""
    errors = sum(each.verdict is Verdict.ERROR for each in run.results)
    if run.truncated or run.problems or errors:
        raise ResultsError(f"{name}: the run is not to be relied on ({run.problems or f'{errors} errors'})")
    return run


def as_text(summary: Mapping[str, Any]) -> str:
    """Return the text of a summary's file."""
    return json.dumps(summary, indent=1, ensure_ascii=False) + "\n"


def together(folder: Path, files: Mapping[Path, str]) -> dict[str, Any]:
    """Return the summaries in a folder, by name and in order of names, with those in their place that are new."""
    texts = {path: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    texts |= {path: text for path, text in files.items() if path.parent == folder}
    return {path.stem: json.loads(text) for path, text in sorted(texts.items())}


def written(tool: str, files: Mapping[Path, str], arguments: Sequence[str]) -> int:
    """Write the files that would change, and return 0; with ``--check`` write none, and return 1 if one would."""
    stale = [path for path, text in files.items() if not path.is_file() or path.read_text("utf-8") != text]
    for path in stale:
        if "--check" in arguments:
            print(f"{path.relative_to(TOP)} is stale: run tools/{tool}")
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8")
        print(f"wrote {path.relative_to(TOP)}")
    return int(bool(stale) and "--check" in arguments)
