"""A stage for each machine, started when the first act needs it, and the hostile libraries, built once."""

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import hostile_libraries
import hostile_machines
import pytest
from hostile_machines import Machine
from stage import Stage


@pytest.fixture(scope="session")
def libraries(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, bytes]:
    """Each kind of hostile library. Skips where there is no C compiler."""
    if hostile_libraries.compiler() is None:
        pytest.skip("there is no C compiler")
    return hostile_libraries.build(tmp_path_factory.mktemp("hostile"))


@pytest.fixture(scope="session")
def installed() -> Iterator[str]:
    """A folder that everybody can read, with refloader and what it needs in it."""
    folder = Path(tempfile.mkdtemp(prefix="refloader-canary-installed-"))
    yield hostile_machines.install(folder)
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def stage_on(libraries: Mapping[str, bytes], installed: str) -> Iterator[Callable[[Machine], Stage]]:
    """Gives the stage of a machine. Skips where the machine cannot be had."""
    stages: dict[Machine, Stage] = {}

    def on(machine: Machine) -> Stage:
        if reason := hostile_machines.why_not(machine, installed):
            pytest.skip(f"{machine.name}: {reason}")
        if machine not in stages:
            stages[machine] = Stage(machine, libraries, installed)
        return stages[machine]

    yield on
    left = {machine.name: stage.close() for machine, stage in stages.items()}
    assert left == dict.fromkeys(left, ())
