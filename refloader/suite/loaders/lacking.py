"""What a loader lacks altogether, so that a failed case shows nothing of other rules: drivers, unknown commands.

It may also lack an instance extension: "the loader will filter out the names of these unknown instance extensions"
(2018, Filtering Out Unknown Instance Extension Names), and the documents oblige it to know one or two (WSI-EXT-01).

Beside these it may lack older drivers: "If the loader receives an interface version from the ICD that the loader no
longer supports (due to deprecation)", it "will treat the ICD as incompatible and will not load it for use" (2016 and
2018, Version Negotiation Between Loader and ICDs). No sentence says which versions a loader still has to support:
"it's the loader's responsibility to determine whether it can support the older interface version" (both).

Asks further runs of the loader on machines that have nothing else. Holds no verdicts.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from refloader.core.drivers.devices import switched_on
from refloader.model.edition import Edition
from refloader.model.profile import Profile
from refloader.model.registry import commands, instance_extensions
from refloader.predict.mocks import DRIVER_NEWEST
from refloader.protocol import NEWEST_DRIVER
from refloader.scenario.actions import Action
from refloader.scenario.observation import Observation, name_of_result
from refloader.scenario.scenario import DRIVERS, Library, Mock, Scenario, World
from refloader.scenario.script import EXPORT, Script
from refloader.suite.loaders.forks import homes
from refloader.suite.subjects.request import holds

Run = Callable[[Scenario], Observation]

OLDER_DRIVERS = "AMB-LEGACY-DRIVER"
"""The ambiguity of drivers of older interface versions."""

PASSING_ON = ("GPA-ORDER-01", "EXT-FILTER-05")
"""The rules that want commands passed on that the loader does not know."""

_REQUIRED_BY: Mapping[str, str] = MappingProxyType(
    {
        "VK_EXT_debug_utils": "DEBUG-LOG-03",
        "VK_KHR_portability_enumeration": "PORTABILITY-01",
        "VK_LUNARG_direct_driver_loading": "DIRECT-DRIVER-01",
    }
)
"""The instance extensions that rules of some editions require of a loader, and the rules."""

_NO_DRIVER = "VK_ERROR_INCOMPATIBLE_DRIVER"
_NO_FILTER = "VK_LOADER_DISABLE_INST_EXT_FILTER"
_SURFACE, _DISPLAY = "VK_KHR_surface", "VK_KHR_display"
_VERSIONS = ("interface", "negotiate_version")
"""The flags of a driver that say which interface version it answers with."""
_FIRST_NEGOTIATED = 2
"""The first interface version with a negotiation."""
_OF_DEVICES, _OF_PHYSICAL_DEVICES = "vkFrobDeviceTEST", "vkFrobPhysicalDeviceTEST"


def export_without_answer(actions: Iterable[Action], answers: Mapping[str, Any]) -> str:
    """Return the first command that the steps call in vain, if they call it by its export; empty otherwise.

    Empty as well if an earlier step failed by itself: a lookup, or that no instance or no device was made.
    """
    made: dict[str, bool] = {}
    for verb, *rest in actions:
        answer = answers.get(str(rest[0])) if rest else None
        if verb in ("create", "device"):
            made[verb] = made.get(verb, False) or answer == 0
        elif not all(made.values()):
            continue
        elif verb == "threads":
            each_round = (
                (steps, told)
                for steps, seen in zip(rest[1]["scripts"], answer or (), strict=False)
                for told in seen
            )
            if name := next(filter(None, (export_without_answer(*each) for each in each_round)), ""):
                return name
        elif verb == "call" and answer is None:
            return str(rest[1]["name"]) if rest[1]["via"] == [*EXPORT] else ""
    return ""


def any_driver(run: Run, profile: Profile | None, seen: Observation | None, shown: Scenario | None) -> bool:
    """Return whether the last run lacks an installed driver, and the loader meets none if there is nothing else."""
    if seen is None or not (_met_no_driver(seen) or _lacks_a_driver(seen, shown)):
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


def unknown_extension(
    run: Run, profile: Profile | None, seen: Observation | None, shown: Scenario | None, edition: Edition
) -> str:
    """Return an instance extension that the loader does not know and refused in the last run; empty if there is none.

    The loader neither lists it nor makes an instance with it, of a driver that offers it first or last, and does both
    for one that it is obliged to know. What a layer of the scenario offers it need not know to enable it.
    """
    if seen is None or shown is None:
        return ""
    refused = {each for each in _numbers((seen.result, *seen.answers.values())) if each < 0}
    obliged = _obliged(edition)
    for name in sorted(_enabled(shown) & instance_extensions() - {*obliged}) if refused else ():
        if not _is_let_through(name, shown):
            machines = (_offering(profile, each, obliged) for each in ((name, *obliged), (*obliged, name)))
            codes = {_refusal(run(each), name, obliged) for each in machines}
            if len(codes) == 1 and codes <= refused:
                return name
    return ""


def without_extension(name: str, edition: Edition, rule_ids: Collection[str]) -> tuple[bool, str]:
    """Return whether failed cases of these rules count for a loader that does not know an extension, and a sentence.

    Where a rule requires the extension, the cases of that rule count and those of others do not.
    """
    by = _REQUIRED_BY.get(name, "")
    if not holds(by, edition):
        return False, f"this loader does not know {name}, and need not"
    return by in rule_ids, f"this loader does not know {name}, which {by} requires"


def any_older_driver(
    run: Run, profile: Profile | None, seen: Observation | None, shown: Scenario | None
) -> bool:
    """Return whether the last run left out a driver of an older interface version, which the loader never uses.

    It uses a driver of the newest version that it offers, and none of the older one where there is nothing else. A
    version is deprecated with all before it: a loader that uses a driver of one of these has no such reason.
    """
    entered = seen.drivers if seen else ()
    missing = [each for each in _installed(shown) if each.flags.get("name", "") not in entered]
    kinds = {(each.mock, _flags_of(each)) for each in missing if _version_of(each) < NEWEST_DRIVER}

    def is_refused(mock: Mock, flags: Iterable[tuple[str, str]]) -> bool:
        return _met_no_driver(run(_one_driver(profile, mock, flags)))

    if not kinds or is_refused("driver", ()):
        return False
    return any(
        is_refused(*kind) and all(is_refused(*each) for each in _before(*kind)) for kind in sorted(kinds)
    )


def _enabled(shown: Scenario) -> set[str]:
    """Return the names of the instance extensions that the application enables for any instance."""
    named = {*shown.application.extensions}
    for step in _every_step(shown.actions):
        if step[0] == "create" and len(step) == 3:
            named.update(each for each in step[2].get("extensions", ()) if isinstance(each, str))
    return named


def _every_step(actions: Iterable[Action]) -> Iterator[Action]:
    """Yield the steps of a script and of its threads."""
    for step in actions:
        yield step
        if step[0] == "threads":
            for each in step[2]["scripts"]:
                yield from _every_step(each)


def _is_let_through(name: str, shown: Scenario) -> bool:
    """Return whether a loader has to enable an extension that it does not know: a layer's, or one without the filter.

    "You may disable the filtering by defining the environment variable" (2018): it then enables what a driver offers.
    """
    if any(name.encode() in text for text in shown.files.values()):
        return True
    offered = ",".join(each.flags.get("extensions", "") for each in shown.libraries.values())
    return switched_on(shown.variables.get(_NO_FILTER)) and f",{name}:" in f",{offered}"


def _obliged(edition: Edition) -> tuple[str, ...]:
    """Return the instance extensions that each loader has. 2016 has no sentence on displays."""
    return (_SURFACE, _DISPLAY) if holds("WSI-EXT-01", edition) else (_SURFACE,)


def _offering(profile: Profile | None, names: Sequence[str], obliged: Sequence[str]) -> Scenario:
    """Return a machine with one driver of these extensions, and an application that tries all, and some of them."""
    world = World(homes(profile))
    world.driver(flags={"extensions": ",".join(f"{each}:1" for each in names)})
    script = Script()
    script.query("extensions", "")
    script.create("with", extensions=[*names])
    script.create("without", extensions=[*obliged])
    return replace(world.scenario(), actions=script.actions)


def _refusal(seen: Observation, name: str, obliged: Sequence[str]) -> int:
    """Return the error for this extension of a driver, of which the loader has the obliged ones; 0 if it has it, too.

    "The loader will throw an error" (2018): which one, is not said (AMB-UNKNOWN-EXT-CODE).
    """
    listed = seen.extension_names()
    asked, other = seen.answers.get("with"), seen.answers.get("without")
    if name in listed or not {*obliged} <= {*listed} or other != 0:
        return 0
    return min(asked, 0) if isinstance(asked, int) else 0


def _numbers(answer: object) -> Iterator[int]:
    """Yield the numbers of an answer, at whatever depth: those of threads are lists."""
    if isinstance(answer, int):
        yield answer
    elif isinstance(answer, Mapping):
        yield from _numbers(list(answer.values()))
    elif isinstance(answer, list | tuple):
        for each in answer:
            yield from _numbers(each)


def _before(mock: Mock, flags: Iterable[tuple[str, str]]) -> Iterable[tuple[Mock, Iterable[tuple[str, str]]]]:
    """Yield a driver of each version before one that is negotiated."""
    version = _version_of(Library(mock, dict(flags)))
    if version >= _FIRST_NEGOTIATED:
        yield "driver_v0", ()
    for each in range(_FIRST_NEGOTIATED, version):
        yield "driver", (("interface", str(each)),)


def _one_driver(profile: Profile | None, mock: Mock, flags: Iterable[tuple[str, str]]) -> Scenario:
    """Return a machine that has one driver."""
    world = World(homes(profile))
    world.driver(mock=mock, flags=dict(flags))
    return world.scenario()


def _flags_of(driver: Library) -> tuple[tuple[str, str], ...]:
    """Return the flags that say which interface version a driver answers with."""
    return tuple((key, driver.flags[key]) for key in _VERSIONS if key in driver.flags)


def _version_of(driver: Library) -> int:
    """Return the interface version that a driver says, or else that of its exports."""
    said = [int(each) for _, each in _flags_of(driver) if each.isdecimal()]
    return said[-1] if said else DRIVER_NEWEST.get(driver.mock, NEWEST_DRIVER)


def _installed(shown: Scenario | None) -> list[Library]:
    """Return the libraries of drivers that lie where every loader finds drivers."""
    every = shown.libraries.items() if shown else ()
    return [each for path, each in every if path.startswith(f"{DRIVERS}/")]


def _found_nothing(step: Action, seen: Observation) -> bool:
    """Return whether a step asks an instance for one command that the registry does not have, and gets none."""
    if len(step) != 3:
        return False
    verb, label, options = step
    names = options["names"] if verb == "lookup" and options.get("of") else ()
    if verb in ("call", "pointer") and options["via"][0] == "instance":
        names = (options["name"],)
    return bool(names) and commands().keys().isdisjoint(names) and not _found(seen.answers.get(label))


def _found(answer: object) -> bool:
    """Return whether the answer of a call or a lookup step shows a function."""
    return any(answer) if isinstance(answer, list) else answer not in (None, "")


def _met_no_driver(seen: Observation) -> bool:
    """Return whether an instance could not be made for want of a driver."""
    answers = (seen.result, *seen.answers.values())
    return any(isinstance(each, int) and name_of_result(each) == _NO_DRIVER for each in answers)


def _lacks_a_driver(seen: Observation, shown: Scenario | None) -> bool:
    """Return whether a driver was not called that lies where every loader finds drivers."""
    return not {each.flags.get("name", "") for each in _installed(shown)} <= {*seen.drivers}
