"""Generated worlds: predicted in memory, and through the real host on a faked disk."""

from collections.abc import Iterator

import pytest
from faked_disk import FakeDisk, whole
from hypothesis import given
from hypothesis import strategies as st

from refloader.campaign.worlds.byte_source import CHUNK
from refloader.campaign.worlds.strategies import world_from
from refloader.engine import decide
from refloader.host.machines.real import RealHost
from refloader.model.edition import LATEST, Edition
from refloader.model.plan import Plan
from refloader.model.request import Build
from refloader.predict.differential import differences
from refloader.predict.prediction import predict
from refloader.predict.scenario_machine import machine_of, request_of
from refloader.scenario.scenario import Scenario

pytestmark = pytest.mark.slow

BUILD = Build()
WORLD_SIZE = 12 * CHUNK


def worlds(count: int) -> st.SearchStrategy[list[Scenario]]:
    """Several worlds out of one draw: what hypothesis needs for a draw is more than a world costs."""
    size = 5 * CHUNK

    def made(data: bytes) -> list[Scenario]:
        return [world_from(data[start : start + size]) for start in range(0, len(data), size)]

    return st.binary(min_size=count * size, max_size=count * size).map(made)


class TestPredictions:
    """Whatever lies on a machine and whatever is asked, there is an answer, and always the same one."""

    @pytest.mark.parametrize("edition", list(Edition))
    @given(many=worlds(8))
    def test_each_world_has_an_answer(self, edition: Edition, many: list[Scenario]) -> None:
        """It ends, and a chain has each layer once."""
        for scenario in many:
            prediction = predict(scenario, edition, BUILD)

            assert prediction.observation.ended in ("ok", "not covered")
            assert len({layer.name for layer in prediction.plan.chain}) == len(prediction.plan.chain)

    @given(many=worlds(4))
    def test_the_answer_depends_on_nothing_else(self, many: list[Scenario]) -> None:
        """Asked again, and after others, it is the same."""
        first = [predict(scenario, LATEST, BUILD).observation for scenario in many]
        again = [predict(scenario, LATEST, BUILD).observation for scenario in reversed(many)]

        assert first == again[::-1]

    @given(data=st.binary(max_size=WORLD_SIZE))
    def test_a_world_agrees_with_itself(self, data: bytes) -> None:
        """A prediction compared with itself has no differences."""
        seen = predict(world_from(data), LATEST, BUILD).observation

        assert differences(seen, seen) == ()


@pytest.fixture(scope="module")
def disk() -> Iterator[FakeDisk]:
    """One faked disk for all examples; it is emptied for each."""
    disk = FakeDisk()
    yield disk
    disk.patcher.tearDown()


def on_disk(disk: FakeDisk, scenario: Scenario) -> Plan:
    """The plan for a scenario whose files lie on the faked disk, seen through the real host."""
    request = request_of(scenario.application)
    files = {**dict.fromkeys(scenario.libraries, b""), **scenario.files}
    host = RealHost(
        scenario.variables, elevated=scenario.elevated, executable=scenario.application.executable
    )
    with disk.holding(files, scenario.links):
        return decide(host, request)


class TestHosts:
    """What is decided depends on the files, not on how they are reached."""

    @given(data=st.binary(max_size=WORLD_SIZE))
    def test_memory_and_disk_give_one_plan(self, disk: FakeDisk, data: bytes) -> None:
        """Links, odd names and odd texts included."""
        scenario = world_from(data)

        in_memory = decide(machine_of(scenario), request_of(scenario.application))

        assert whole(on_disk(disk, scenario)) == whole(in_memory)
