"""Tests that the library survives a process whose memory is at its end: at any request, under any limit."""

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program

pytestmark = pytest.mark.slow

EVERY = bool(os.environ.get("REFLOADER_ALLOCATIONS"))
"""Whether every allocation fails once: minutes of it, so CI takes a sample."""

SHARED = ("-shared", "-fPIC", "-fvisibility=hidden")
HEAP = 0x0F
MAPS = 0x10
THREADS = 0x20
ANEW = {"REFLOADER_EDITION": "2026"}
"""What the library does anyway; with it, its modules are imported anew, without the image of the interpreter."""
LAST_REQUEST = 100_000
LAST_KIB = 24_000
STEPS = {
    "version": 101,
    "layers": 103,
    "extensions": 107,
    "first": 7,
    "later": 17,
    "opening": 41,
    "instance": 13,
    "destruction": 1,
    "small": 43,
    "thread": 29,
    "keys": 19,
    "fork": 23,
    "leaks": 37,
}
"""Every how many requests one is refused where the test is not to take long."""


@dataclass(frozen=True)
class Swept:
    """What came of a sweep: children, those with a failing answer, and what none may do."""

    runs: int
    failed: int
    aborts: int
    signals: int
    wrong: int
    heard: int

    @property
    def broken(self) -> int:
        """Children that did not come through it well."""
        return self.aborts + self.signals + self.wrong + self.heard


@pytest.fixture
def steady(tmp_path: Path, compiled: Callable[..., str]) -> MockWorld:
    """Two drivers and two layers that do not break themselves where memory is short."""
    world = MockWorld(tmp_path / "steady")
    for name in ("one", "two"):
        world.driver_manifest(name, compiled("subjects/steady_driver", *SHARED, f"-DNAME={name}"))
        layer = compiled("subjects/steady_layer", *SHARED, f"-DNAME={name}")
        world.layer_manifest(f"VK_LAYER_TEST_{name}", layer)
    return world


@pytest.fixture
def sweep(program: Program, compiled: Callable[..., str], steady: MockWorld) -> Callable[..., Swept]:
    """Run a scenario with each of many failures; ``short`` is the step where the test is not to take long."""

    def run(
        scenario: str,
        how: str,
        kinds: int,
        short: int,
        first: int = 0,
        last: int = LAST_REQUEST,
        **variables: str,
    ) -> Swept:
        step = 1 if EVERY and how in ("once", "good") else short
        numbers = [str(number) for number in (kinds, first, step, last)]
        command = [compiled("failing_memory"), program.library, scenario, how, *numbers]
        preloaded = compiled("failing_malloc", "-shared", "-fPIC")
        done = program.run(command, {**steady.variables, **variables, "LD_PRELOAD": preloaded}, timeout=600)
        assert done.returncode == 0, done.stderr
        swept = Swept(*map(int, done.stdout.split()))
        assert swept.broken == 0, f"{swept}\n{done.stderr}"
        return swept

    return run


class TestRequests:
    """Each request for memory may be refused: the answer is VK_ERROR_OUT_OF_HOST_MEMORY or success, never an end."""

    @pytest.mark.whole(keep=4)
    @pytest.mark.parametrize("how", ["once", "good"])
    @pytest.mark.parametrize("scenario", sorted(STEPS))
    def test_any_request_may_fail(self, sweep: Callable[..., Swept], scenario: str, how: str) -> None:
        """The n-th, or all from it on, for every n; when memory is back everything works again."""
        swept = sweep(scenario, how, HEAP | MAPS, STEPS[scenario])

        requests_nothing = scenario == "destruction" and sys.version_info >= (3, 13)
        assert swept.runs > (0 if requests_nothing else 1)

    @pytest.mark.parametrize("how", ["once", "good"])
    def test_mappings_are_there(self, sweep: Callable[..., Swept], how: str) -> None:
        """Nor does it end where only malloc fails, and the library lives on what it has set aside."""
        swept = sweep("first", how, HEAP, STEPS["first"])

        assert 0 < swept.failed < swept.runs

    @pytest.mark.parametrize("scenario", ["version", "layers", "extensions", "first", "later", "small"])
    def test_all_requests_fail(self, sweep: Callable[..., Swept], scenario: str) -> None:
        """Without any memory commands fail, and none is answered wrongly."""
        swept = sweep(scenario, "good", HEAP | MAPS, 1, 0, 0)

        assert swept.failed == 1

    @pytest.mark.parametrize("anew", [{}, ANEW], ids=["image", "anew"])
    def test_start_fits_into_the_reserve(self, sweep: Callable[..., Swept], anew: dict[str, str]) -> None:
        """The interpreter starts without malloc, from its image and anew, and does not have to start twice."""
        assert sweep("start", "good", HEAP, 1, 0, 0, **anew).runs == 1

    @pytest.mark.parametrize("how", ["once", "good"])
    def test_an_ordinary_start(self, sweep: Callable[..., Swept], how: str) -> None:
        """A start without the image, which requests far more, survives each failure as well."""
        swept = sweep("first", how, HEAP | MAPS, 40 * STEPS["first"], **ANEW)

        assert 0 < swept.failed < swept.runs

    def test_destroying_needs_nothing(self, sweep: Callable[..., Swept]) -> None:
        """Commands that have no result do what they have to without any memory."""
        assert sweep("destruction", "good", HEAP | MAPS, 1, 0, 0).failed == 0

    def test_threads_may_fail(self, sweep: Callable[..., Swept]) -> None:
        """The start from a thread with a small stack needs another thread."""
        assert sweep("small", "good", THREADS, 1, 0, 0).failed == 1


class TestLimits:
    """A process under RLIMIT_DATA or RLIMIT_AS is refused what it asks for, and goes on."""

    @pytest.mark.parametrize("how", ["data", "address"])
    @pytest.mark.parametrize("scenario", ["opening", "first", "later", "instance", "small"])
    def test_limits(self, sweep: Callable[..., Swept], scenario: str, how: str) -> None:
        """Whatever is left below the limit, and whenever it is set."""
        swept = sweep(scenario, how, 0, 97 if EVERY else 1201, 0, LAST_KIB)

        assert swept.runs > LAST_KIB / 1201

    @pytest.mark.whole(keep=1)
    @pytest.mark.parametrize("how", ["data", "address"])
    @pytest.mark.parametrize("scenario", ["first", "later"])
    def test_more_than_the_reserve(
        self, sweep: Callable[..., Swept], steady: MockWorld, scenario: str, how: str
    ) -> None:
        """A decision for which the reserve is too small ends with the same error."""
        extensions = [{"name": f"VK_EXT_test_{number}", "spec_version": "1"} for number in range(60)]
        for number in range(300):
            name = f"VK_LAYER_TEST_large_{number}"
            layer = {
                "name": name,
                "type": "GLOBAL",
                "library_path": "liblarge.so",
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "x" * 200,
                "instance_extensions": extensions,
            }
            body = {"file_format_version": "1.1.2", "layer": layer}
            (steady.folder / "layers" / f"{name}.json").write_text(json.dumps(body), encoding="utf-8")

        swept = sweep(scenario, how, 0, 90 if EVERY else 1450, 8000, 15_500)

        assert swept.failed > 0
