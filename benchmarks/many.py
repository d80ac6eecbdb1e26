"""Measures files with very many parts: packages of 65,000 manifests and results of a million lines."""

import io
import json
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from measured import used
from rows import Row, alone

MEMBERS, LINES = 65_000, 1_000_000
_FORMATS = ("badge", "text", "markdown", "sarif", "ndjson", "csv", "json")


def measure(fast: bool) -> Iterator[Row]:
    """Rows for time and peak memory; with ``fast`` a tenth of everything, in a tenth of the time."""
    part = 10 if fast else 1
    with tempfile.TemporaryDirectory(prefix="refloader-bench-") as folder:
        output = "-o", f"{folder}/document"
        for kind in ("zip", "tar"):
            package = Path(folder) / f"many.{kind}"
            _package(package, MEMBERS // part)
            yield from _rows(
                f"lint of a {kind}, {MEMBERS // part:,} manifests", part, "lint", str(package), *output
            )
        results = Path(folder) / "results.ndjson"
        _results(results, LINES // part)
        for form in _FORMATS:
            what = f"report --format {form} of {LINES // part:,} results"
            yield from _rows(what, part, "report", "--format", form, str(results), *output)


def _rows(what: str, part: int, *arguments: str) -> Iterator[Row]:
    seconds, memory = used(*arguments)
    yield alone(what, seconds, "s", 10.0 / part + (0.5 if part > 1 else 0))
    yield alone(f"{what}, peak memory", memory, "MB", 300.0)


def _package(path: Path, count: int) -> None:
    """Manifests whose libraries are not there."""
    layer = {"name": "VK_LAYER_BENCH_layer", "type": "GLOBAL", "library_path": "./libmissing.so"}
    layer |= {"api_version": "1.3.250", "implementation_version": "1", "description": "a layer"}
    data = json.dumps({"file_format_version": "1.2.0", "layer": layer}).encode()
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for number in range(count):
                archive.writestr(f"layers/{number}.json", data)
        return
    with tarfile.open(path, "w") as members:
        for number in range(count):
            info = tarfile.TarInfo(f"layers/{number}.json")
            info.size = len(data)
            members.addfile(info, io.BytesIO(data))


def _results(path: Path, count: int) -> None:
    """A run of one layer in which one case of a hundred fails."""
    subject = {"kind": "layer", "name": "bench.json", "path": "/bench.json", "version": "1", "sha256": ""}
    header: dict[str, object] = {
        "kind": "header",
        "schema": "refloader.results/1",
        "suite_version": "1",
        "catalogue_version": "1",
    }
    header |= {"subjects": [subject], "machine": {}, "started": "2026-03-01T10:00:00+00:00"}
    header |= {"edition": "all", "command": "refloader conform"}
    footer: dict[str, object] = {
        "kind": "footer",
        "schema": "refloader.results/1",
        "finished": "2026-03-01T11:00:00+00:00",
    }
    failing = -(-count // 100)
    footer |= {"counts": {"pass": count - failing, "fail": failing}}
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{json.dumps(header)}\n")
        for number in range(count):
            verdict, reason = ("pass", "") if number % 100 else ("fail", f"it gives {number}")
            row: dict[str, object] = {
                "kind": "result",
                "rule": "LLP_LAYER_9",
                "subject": "bench.json",
                "case": f"case[{number}]",
            }
            row |= {"verdict": verdict, "reason": reason, "evidence": {}, "seconds": 0.01}
            row |= {"repro": f"refloader conform --case 'case[{number}]'"}
            file.write(f"{json.dumps(row)}\n")
        file.write(f"{json.dumps(footer)}\n")
