"""The code frozen into the drop-in library decides as the original does, and asks the machine again each time."""

import gc
import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace

import pytest
from frozen import Frozen
from frozen_child import plan_facts
from hypothesis import given
from hypothesis import strategies as st
from strategies import World, all_variables, editions, worlds

from refloader.model.edition import LATEST, Edition
from refloader.model.request import Request

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def frozen() -> Iterator[Frozen]:
    """The frozen code, running."""
    child = Frozen()
    yield child
    child.close()


class TestFrozenDecisions:
    """Every decision of the drop-in library is the same Python core."""

    @given(world=worlds(environment=all_variables()), edition=editions())
    def test_a_plan_is_the_original_plan(self, frozen: Frozen, world: World, edition: Edition) -> None:
        """For any machine, request and edition the frozen engine gives the same plan, reasons and places."""
        plan, _ = frozen.plan(world.host(), world.request, edition)

        assert plan == plan_facts(world.plan(edition))

    @given(world=worlds(environment=all_variables()))
    def test_the_library_decides_by_the_latest_edition(self, frozen: Frozen, world: World) -> None:
        """What the library decides is what the engine decides for the latest edition."""
        plan, _ = frozen.plan(world.host(), world.request)

        assert plan == plan_facts(world.plan(LATEST))

    @given(world=worlds(environment=all_variables()))
    def test_an_elevated_process(self, frozen: Frozen, world: World) -> None:
        """Privilege hides the same variables."""
        elevated = replace(world, elevated=True)

        plan, _ = frozen.plan(elevated.host(), elevated.request)

        assert plan == plan_facts(elevated.plan(LATEST))


class TestRememberedPlans:
    """A plan is given again only if the machine answers every question that led to it as before."""

    @given(world=worlds())
    def test_an_unchanged_machine(self, frozen: Frozen, world: World) -> None:
        """The same plan comes back after the same questions."""
        _, first = frozen.plan(world.host(), world.request)
        _, second = frozen.plan(world.host(), world.request)
        asked = frozen.questions

        _, third = frozen.plan(world.host(), world.request)

        assert first == second == third
        assert frozen.questions == asked

    @given(world=worlds())
    def test_untouched_files(self, frozen: Frozen, world: World) -> None:
        """Files and folders that are known to be untouched are not read again."""
        frozen.settled = True
        for _ in range(3):
            frozen.plan(world.host(), world.request)
        frozen.settled = False

        read = {about[0] for ask, about in frozen.questions if ask in ("read_file", "list_folder")}
        assert not read & {*world.files, *(name.rpartition("/")[0] for name in world.files)}

    @given(world=worlds(), other=worlds(environment=all_variables()), settled=st.booleans())
    def test_a_changed_machine(self, frozen: Frozen, world: World, other: World, settled: bool) -> None:
        """After any change the plan is that of the machine as it is now."""
        frozen.settled = settled
        for _ in range(3):
            frozen.plan(world.host(), world.request)

        plan, _ = frozen.plan(other.host(), world.request)
        frozen.settled = False

        assert plan == plan_facts(replace(other, request=world.request).plan(LATEST))

    def test_another_request(self, frozen: Frozen) -> None:
        """A plan belongs to its request."""
        world = World()

        none, _ = frozen.plan(world.host(), Request())
        some, _ = frozen.plan(world.host(), Request(layers=("VK_LAYER_TEST_a",)))

        assert none["result"] == "VK_ERROR_INCOMPATIBLE_DRIVER"
        assert some["result"] == "VK_ERROR_LAYER_NOT_PRESENT"

    def test_a_content_is_parsed_once(self) -> None:
        """For another request, files are read anew, and contents that are known are not parsed again."""
        path, name = "/etc/vulkan/explicit_layer.d/once.json", "VK_LAYER_TEST_once"
        keys = {"name": name, "type": "GLOBAL", "library_path": "libonce.so", "api_version": "1.3.0"}
        layer = {**keys, "implementation_version": "1", "description": "One of two"}

        def planned(frozen: Frozen, layers: tuple[str, ...], listed: str) -> tuple[int, bool]:
            content = json.dumps({"file_format_version": "1.0.0", "layer": {**layer, "name": listed}})
            plan, _ = frozen.plan(World(files={path: content.encode()}).host(), Request(layers=layers))
            assert [row[0] for row in plan["enumerated"]] == [listed]
            return frozen.parsed, ("read_file", path) in [
                (ask, *about[:1]) for ask, about in frozen.questions
            ]

        with closing(Frozen()) as child:
            assert planned(child, (), name) == (1, True)
            assert planned(child, (name,), name) == (0, True)
            assert planned(child, (), f"{name}_more") == (1, True)
            assert planned(child, (name, name), f"{name}_more") == (0, True)


def many(count: int) -> World:
    """A machine with that many layers, and manifests that have findings or cannot be read."""
    folder = "/etc/vulkan/explicit_layer.d"
    keys = {
        "type": "GLOBAL",
        "library_path": "libmany.so",
        "api_version": "1.3.0",
        "description": "One of many",
    }
    entries = [
        {"name": f"VK_LAYER_TEST_{number}", **keys, "implementation_version": "1"} for number in range(count)
    ]
    entries += [{"name": "VK_LAYER_TEST_m", **keys, "component_layers": ["VK_LAYER_TEST_1"]}, {"name": 1}]
    files = {
        f"{folder}/{number}.json": json.dumps({"file_format_version": "1.0.0", "layer": entry}).encode()
        for number, entry in enumerate(entries)
    }
    return World(files={**files, f"{folder}/broken.json": b"{ nonsense", f"{folder}/text.json": b"\xff\xfe"})


class TestCollector:
    """The cyclic garbage collector has nothing to find in a plan, and does not look through those of many layers."""

    @pytest.mark.parametrize(("count", "is_left_alone"), [(20, False), (120, True)])
    def test_many_layers(self, count: int, is_left_alone: bool) -> None:
        """Only then it takes time that a program would notice."""
        with closing(Frozen()) as child:
            child.plan(many(count).host(), Request())

        assert (child.frozen > count) is is_left_alone
        assert child.collects

    def test_a_fork_in_the_middle_of_a_decision(self) -> None:
        """A child that was forked while it was off has it on again after its next decision."""
        with closing(Frozen()) as child:
            child.is_off = True
            child.plan(many(1).host(), Request())

        assert child.collects

    def test_a_plan_has_no_cycles(self) -> None:
        """What is never collected must not need it: it is freed as soon as the plan is."""
        world = many(120)
        world.plan(LATEST)
        gc.collect()

        gc.disable()
        try:
            layers = len(world.plan(LATEST).layers)
            unreachable = gc.collect()
        finally:
            gc.enable()

        assert layers > 120
        assert unreachable == 0
