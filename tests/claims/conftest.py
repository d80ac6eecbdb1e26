"""Real runs, of a mock layer and of the reference's core, and the claims that they make."""

import shutil
from pathlib import Path

import pytest
from claimed import RULES, called, conformed, installed
from once import made_once
from signed import KINDS, keys

from refloader.claims.packing import pack


@pytest.fixture(scope="session")
def layer_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a whole run of the mock layer, which breaks a few rules."""

    def run(folder: Path) -> None:
        conformed(installed(folder / "installed"), folder / "out")

    return made_once(tmp_path_factory, "claimed-layer", run) / "out" / "results.ndjson"


@pytest.fixture(scope="session")
def few_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run of a few rules on it."""

    def run(folder: Path) -> None:
        conformed(installed(folder / "installed"), folder / "out", *RULES)

    return made_once(tmp_path_factory, "claimed-few", run) / "out" / "results.ndjson"


@pytest.fixture(scope="session")
def core_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a run of some rules on the core."""

    def run(folder: Path) -> None:
        called(
            "conform", "--loader", "reference-2022", "--rule", "META", "-n", "0", "--out", str(folder / "out")
        )

    return made_once(tmp_path_factory, "claimed-core", run) / "out" / "results.ndjson"


@pytest.fixture(scope="session")
def layer_bundle(layer_run: Path) -> bytes:
    """The claim of the layer, with its library."""
    return pack([str(layer_run)], with_binaries=True).data


@pytest.fixture(scope="session")
def core_bundle(core_run: Path) -> bytes:
    """The claim of the core."""
    return pack([str(core_run)]).data


@pytest.fixture
def own_run(tmp_path: Path, layer_run: Path) -> Path:
    """A copy of the layer's results in a folder of the test's own."""
    path = tmp_path / "results.ndjson"
    shutil.copy(layer_run, path)
    return path


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A layer, its results, two pairs of keys, and its claim signed with each of the first pair's kinds."""

    def made(folder: Path) -> None:
        rules = ("--rule", "LLP_LAYER_15", "--rule", "NAMING-LAYER-01")
        results = conformed(installed(folder / "installed"), folder / "out", *rules)
        for kind, generate in KINDS.items():
            private, _ = keys(folder, kind, generate())
            keys(folder, f"other-{kind}", generate())
            done = called("claim", "-o", str(folder / f"{kind}.zip"), "--sign", private, str(results))
            assert done.exit_code == 0, done.output

    return made_once(tmp_path_factory, "claims-signed", made)


@pytest.fixture
def own(tmp_path: Path, tree: Path) -> Path:
    """A copy of all this that a test may change."""
    return Path(shutil.copytree(tree, tmp_path / "own"))
