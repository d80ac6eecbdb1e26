"""What a loader lacks altogether, so that a failed case shows nothing of other rules: drivers, unknown commands.

Asks one more run of the loader on a machine that has nothing else. Holds no verdicts.
"""

from collections.abc import Callable
from dataclasses import replace

from refloader.model.profile import Profile
from refloader.model.registry import commands
from refloader.scenario.actions import Action
from refloader.scenario.observation import Observation, name_of_result
from refloader.scenario.scenario import DRIVERS, Scenario, World
from refloader.scenario.script import Script
from refloader.suite.loaders.forks import homes

Run = Callable[[Scenario], Observation]

PASSING_ON = ("GPA-ORDER-01", "EXT-FILTER-05")
"""The rules that want commands passed on that the loader does not know."""

_NO_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"
_OF_DEVICES, _OF_PHYSICAL_DEVICES = "vkFrobDeviceTEST", "vkFrobPhysicalDeviceTEST"


def any_driver(run: Run, profile: Profile | None, seen: Observation, shown: Scenario | None) -> bool:
    """Return whether the last run lacks an installed driver, and the loader meets none if there is nothing else."""
    if not (_met_no_driver(seen) or _lacks_a_driver(seen, shown)):
        return False
    world = World(homes(profile))
    world.driver()
    return _met_no_driver(run(world.scenario()))


def any_unknown_command(run: Run, profile: Profile | None, seen: Observation, shown: Scenario | None) -> bool:
    """Return whether an instance gave no unknown command in the last run, and a single driver's of neither kind."""
    if shown is None or not any(_found_nothing(step, seen) for step in shown.actions):
        return False
    world = World(homes(profile))
    world.driver(flags={"unknown_device": _OF_DEVICES, "unknown_physical": _OF_PHYSICAL_DEVICES})
    script = Script()
    script.create()
    script.lookup("instance", [_OF_DEVICES, _OF_PHYSICAL_DEVICES], label="unknown")
    return run(replace(world.scenario(), actions=script.actions)).answers.get("unknown") == ["", ""]


def _found_nothing(step: Action, seen: Observation) -> bool:
    """Return whether a step asks an instance for one command that the registry does not have, and gets none."""
    if len(step) != 3:
        return False
    verb, label, options = step
    names = options["names"] if verb == "lookup" and options.get("of") else ()
    if verb == "call" and options["via"][0] == "instance":
        names = (options["name"],)
    return bool(names) and commands().keys().isdisjoint(names) and not _found(seen.answers.get(label))


def _found(answer: object) -> bool:
    """Return whether the answer of a call or a lookup step shows a function."""
    return any(answer) if isinstance(answer, list) else answer is not None


def _met_no_driver(seen: Observation) -> bool:
    """Return whether an instance could not be made for want of a driver."""
    answers = (seen.result, *seen.answers.values())
    return any(isinstance(each, int) and name_of_result(each) == _NO_DRIVER for each in answers)


def _lacks_a_driver(seen: Observation, shown: Scenario | None) -> bool:
    """Return whether a driver was not called that lies where every loader finds drivers."""
    every = shown.libraries.items() if shown else ()
    names = (each.flags.get("name", "") for path, each in every if path.startswith(f"{DRIVERS}/"))
    return not set(names) <= {*seen.drivers}
