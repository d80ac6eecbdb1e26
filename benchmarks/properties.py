"""Measures how many generated worlds a property test looks at in a second: in memory, and on a faked disk.

An example is made, decided and compared with itself; hypothesis draws the bytes, as it does in the tests.
"""

import sys
import time
from collections.abc import Callable

from rows import Row, least

from refloader.campaign.worlds.byte_source import CHUNK
from refloader.campaign.worlds.strategies import world_from
from refloader.engine import decide
from refloader.host.machines.real import RealHost
from refloader.model import registry
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.differential import differences
from refloader.predict.prediction import predict
from refloader.predict.scenario_machine import request_of
from refloader.scenario.scenario import WORKING_FOLDER, Scenario

_SIZE = 3 * CHUNK
"""A driver and three features: what worlds shrink to, and larger than most that hypothesis draws."""

_BUILD = Build()


def measure(fast: bool) -> list[Row]:
    """Worlds per second; nothing where the test extra is not installed."""
    try:
        import hypothesis  # noqa: F401
        import pyfakefs  # noqa: F401
    except ImportError as error:
        print(f"left out: {error.name} is not installed, so no property is measured", file=sys.stderr)
        return []
    rounds = 1 if fast else 3
    memory = max(_rate(_in_memory, 16, 150) for _ in range(rounds))
    disk = max(_on_disk(200) for _ in range(rounds))
    return [
        least("property examples in memory", memory, "/s", 3000),
        least("property examples under pyfakefs", disk, "/s", 150),
    ]


def _in_memory(scenario: Scenario) -> None:
    seen = predict(scenario, LATEST, _BUILD).observation
    if differences(seen, seen):
        raise SystemExit("a prediction differs from itself")


def _rate(result: Callable[[Scenario], None], many: int, draws: int) -> float:
    """Worlds per second, ``many`` out of each draw."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    count = 0

    @settings(
        max_examples=draws,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.binary(min_size=many * _SIZE, max_size=many * _SIZE))
    def worlds(data: bytes) -> None:
        nonlocal count
        for start in range(0, len(data), _SIZE):
            count += 1
            result(world_from(data[start : start + _SIZE]))

    begun = time.process_time()  # of this core, whatever else runs on the machine
    worlds()
    return count / (time.process_time() - begun)


def _on_disk(draws: int) -> float:
    """Worlds per second through the real host on a faked disk."""
    from pyfakefs.fake_filesystem_unittest import Patcher

    registry.commands()  # read once, and not from the faked disk
    registry.extensions()
    patcher = Patcher()
    patcher.setUp()
    patcher.pause()

    def look(scenario: Scenario) -> None:
        disk = patcher.fs
        assert disk is not None
        disk.reset()
        disk.shuffle_listdir_results = False
        for path, data in scenario.files.items():
            disk.create_file(path, contents=data)
        for path, target in scenario.links.items():
            disk.create_symlink(path, target)
        disk.cwd = WORKING_FOLDER
        patcher.resume()
        try:
            decide(RealHost(scenario.variables, elevated=scenario.elevated), request_of(scenario.application))
        finally:
            patcher.pause()

    try:
        return _rate(look, 1, draws)
    finally:
        patcher.tearDown()
