"""Threads that enumerate at once, each with room of its own: each answer is about the thread's own room.

The Vulkan specification ("Threading Behavior") declares no parameter of an enumeration externally synchronized. Every
script is first run alone, as in ``test_threads``. All arrays are longer than the room that a call is told of, so that
nothing is overwritten where a loader takes the room of another thread.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from policy_tests.loader.objects.test_room_for_answers import Asked, everything
from policy_tests.loader.objects.test_threads import at_once, on_threads
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Script, read
from refloader.suite.loaders.trial import Trial

pytestmark = [
    pytest.mark.needs_library,
    pytest.mark.editions("2018", "2022", "2026"),
    pytest.mark.rule("VULKAN-LOADER-06"),
]

GLOBAL = {"layers": 0, "extensions": 1, "extensions-of-a-layer": 2}
OF_INSTANCES = {"devices": 3, "groups": 4, "extensions-of-a-device": 5, "extensions-of-its-layer": 6}
"""By their ids, where ``everything`` has the enumerations."""
ENOUGH = -1
ROOMS = (ENOUGH, 1, None, 2)
"""The room that each thread has; None stands for no array."""


def machine(world: World, which: int) -> Asked:
    """Three drivers, in whose part of the enumeration threads meet."""
    command = everything(World())[which].command
    return everything(world, meet_in=command)[which]


def ask(script: Script, asked: Asked, place: int, instance: str) -> None:
    """Ask with the room of the thread."""
    own = {"instance": instance, "devices.0": f"devices of {instance}.0"}
    before = [own.get(each, each) if isinstance(each, str) else each for each in asked.before]
    room = asked.most if ROOMS[place] == ENOUGH else ROOMS[place]
    array = None if room is None else asked.array()
    script.call(asked.command, *before, read(room or 0), array, via=EXPORT, label="found")


def threads(script: Script, asked: Asked, *instances: str) -> Script:
    """Make the instances, and add a thread for each room; each has the instance of its place, or the only one."""
    for name in instances:
        script.create(name, api="1.1.0")
        script.devices(name, f"devices of {name}")
    names = (instances or ("",)) * len(ROOMS)
    at_once(script, [lambda own, place: ask(own, asked, place, names[place])] * len(ROOMS))
    return script


def outcome(asked: Asked, answer: Any) -> object:
    """Return the result, the count, and how many entries of the array were written."""
    if not isinstance(answer, Mapping):
        return answer
    count, *arrays = answer["read"]
    blank = asked.bytes_of(asked.array()["read"])
    data = asked.bytes_of(arrays[0]) if arrays else b""
    starts = range(0, len(data), asked.size)
    written = [at for at in starts if data[at : at + asked.size] != blank[at : at + asked.size]]
    return answer["returned"], count[0] & 0xFFFF_FFFF, len(written)


def judge(asked: Asked, seen: Observation) -> None:
    """Check that each thread got in every round what its room gets alone."""
    alone = [outcome(asked, seen.at_once(f"alone {place}")[0][0]["found"]) for place in range(len(ROOMS))]
    together = [{outcome(asked, each["found"]) for each in rounds} for rounds in seen.at_once()]
    assert together == [{each} for each in alone]
    assert seen.violations == ()


class TestTheirOwnRoom:
    """One thread has room for everything, one for one entry, one for two, and one asks for the number."""

    @pytest.mark.parametrize("which", OF_INSTANCES.values(), ids=OF_INSTANCES)
    def test_each_with_an_instance(self, world: World, subject: Trial, which: int) -> None:
        """Each of several threads that enumerate at once, with an instance each, gets what fits its own array."""
        asked = machine(world, which)
        names = [f"instance {place}" for place in range(len(ROOMS))]

        seen = on_threads(subject, world, threads(Script(), asked, *names))

        judge(asked, seen)

    @pytest.mark.parametrize("which", OF_INSTANCES.values(), ids=OF_INSTANCES)
    def test_all_with_one_instance(self, world: World, subject: Trial, which: int) -> None:
        """Each of several threads that enumerate at once, with one instance, gets what fits its own array."""
        asked = machine(world, which)

        seen = on_threads(subject, world, threads(Script(), asked, "instance"))

        judge(asked, seen)

    @pytest.mark.parametrize("which", GLOBAL.values(), ids=GLOBAL)
    def test_without_an_instance(self, world: World, subject: Trial, which: int) -> None:
        """Each of several threads that enumerate at once, without an instance, gets what fits its own array."""
        asked = machine(world, which)

        seen = on_threads(subject, world, threads(Script(), asked))

        judge(asked, seen)
