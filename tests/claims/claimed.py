"""What the tests of claims share: a mock layer to judge, results to change, bundles to tamper with."""

import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from refloader.claims.container import FIRST, Bundle, packed
from refloader.cli.main import main
from refloader.native.mocks import mock_library

Rows = list[dict[str, Any]]

RULES = ("--rule", "LLP_LAYER_15", "--rule", "NAMING-LAYER-01")
"""Some that the mock layer breaks and some that it keeps, one of them by its manifest."""

LAYER = {
    "name": "VK_LAYER_TEST_claimed",
    "type": "GLOBAL",
    "library_path": "./libclaimed.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "a layer for tests",
}


def called(*words: str) -> Result:
    """Call ``refloader``, with a command line as results note it down."""
    with patch("sys.argv", ["refloader", *words]):
        return CliRunner().invoke(main, list(words), catch_exceptions=False)


def installed(folder: Path) -> Path:
    """Put the mock layer there, and give its manifest; skips where there are no mocks."""
    library = mock_library("mock_layer")
    if library is None:
        pytest.skip("the mock layer is not built (install with a C compiler)")
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(library, folder / "libclaimed.so")
    manifest = folder / "claimed.json"
    manifest.write_text(json.dumps({"file_format_version": "1.2.0", "layer": LAYER}))
    return manifest


def conformed(manifest: Path, out: Path, *words: str) -> Path:
    """Judge the layer, and give the results."""
    called("conform", "--layer", str(manifest), "-n", "0", "--out", str(out), *words)
    return out / "results.ndjson"


def rewritten(path: Path, edit: Callable[[Rows], None]) -> Path:
    """The results with their rows edited, and the footer's numbers as they then are."""
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    edit(rows)
    verdicts = [row.get("verdict") for row in rows]
    for row in rows:
        if row["kind"] == "footer":
            row["counts"] = {name: verdicts.count(name) for name in row["counts"]}
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def moved(run: Path, folder: Path) -> tuple[Path, Path]:
    """A layer and its results as if they had been made in this folder: the manifest, and the results."""
    shutil.copytree(run.parent.parent, folder, dirs_exist_ok=True)
    results = folder / "out" / "results.ndjson"
    before, after = (json.dumps(str(each))[1:-1] for each in (run.parent.parent, folder))
    results.write_text(results.read_text().replace(before, after))
    return folder / "installed" / "claimed.json", results


def unpacked(bundle: bytes) -> dict[str, bytes]:
    """The members of a bundle."""
    found = Bundle(bundle)
    return {name: found.read(name) for name in found.names}


def document(bundle: bytes) -> dict[str, Any]:
    """What its claim.json says."""
    found: dict[str, Any] = json.loads(unpacked(bundle)[FIRST])
    return found


def tampered(bundle: bytes, claim: dict[str, Any] | None = None, **members: bytes) -> bytes:
    """The bundle with another document, or other members, of which it has the right digests and sizes.

    ``members`` are named with two underscores for each slash, and one for each dot.
    """
    found = unpacked(bundle)
    told = claim or document(bundle)
    for spelled, data in members.items():
        name = next(each for each in found if each.replace("/", "__").replace(".", "_") == spelled)
        found[name] = data
        for each in told["members"]:
            if each["name"] == name:
                each |= {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    return packed({**found, FIRST: (json.dumps(told, indent=2) + "\n").encode()})
