"""Which passes prove nothing: the case wants something not to happen, and this loader never does it anyway.

That a layer is kept out of a chain is no obedience of a loader that loads none, and that an instance is refused is
none of one that makes no instance. So a passed case is not judged where a machine that has nothing else shows the
same. A loader that does what it should there is never asked more than once, and loses nothing by it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from refloader.model.edition import LATEST, Edition
from refloader.model.place import Use
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.actions import Action
from refloader.scenario.observation import Observation
from refloader.scenario.platform import HostPlatform
from refloader.scenario.scenario import OVERRIDE_LAYER, Scenario, World

Run = Callable[[Scenario], Observation]
Control = Callable[[World], tuple[str, ...]]
"""Adds to a machine with a driver what an application or a loader brings in, and says what the chain then is."""

_A, _B = "VK_LAYER_TEST_control_a", "VK_LAYER_TEST_control_b"


@dataclass(frozen=True, slots=True)
class Controls:
    """Runs of one loader on machines that have nothing else; ``known`` remembers what it lacks altogether.

    A loader lacks nothing of what the documents of its ``edition`` do not ask for.
    """

    run: Run
    homes: Mapping[Use, str]
    known: MutableMapping[str, bool]
    edition: Edition = LATEST

    def lacked(self, kinds: Iterable[str], platform: HostPlatform) -> str:
        """Return why what did not happen shows nothing: the loader never does one of these. Empty if it does all."""
        return next((_WHY[kind] for kind in kinds if self._is_lacking(kind, platform)), "")

    def _is_lacking(self, kind: str, platform: HostPlatform) -> bool:
        """Return whether the loader does not do this where there is nothing else, though it ends by itself there."""
        if kind not in self.known:
            wanted, asked = _machine(kind, {}, platform)
            _, shown = _machine(kind, self.homes, platform)
            expected = predict(asked, self.edition, Build()).observation
            is_asked = not wanted or not _is_undone(kind, wanted, expected)
            self.known[kind] = is_asked and _fails(kind, wanted, self.run(shown))
        return self.known[kind]


def _machine(kind: str, homes: Mapping[Use, str], platform: HostPlatform) -> tuple[tuple[str, ...], Scenario]:
    world = World(homes)
    world.on(platform.system, bits=platform.bits)
    world.driver()
    wanted = _CONTROLS[kind](world)
    return wanted, world.scenario()


def _fails(kind: str, wanted: tuple[str, ...], seen: Observation) -> bool:
    return seen.ended == "ok" and seen.result is not None and _is_undone(kind, wanted, seen)


def _is_undone(kind: str, wanted: tuple[str, ...], seen: Observation) -> bool:
    if kind == "instance":
        return seen.result != 0
    return not seen.devices if kind == "device" else {*wanted}.isdisjoint(seen.chain)


def unearned(controls: Controls, seen: Observation | None, shown: Scenario | None) -> str:
    """Return why the last run shows nothing by what did not happen in it; empty if it may show something."""
    if seen is None or shown is None or not shown.situation.system.has_manifests:
        return ""
    return controls.lacked(_involved(seen, shown), shown.situation)


def _involved(seen: Observation, shown: Scenario) -> Iterator[str]:
    """Yield what the case would need a loader to do if nothing kept it from doing so."""
    answers = [seen.result, *_of_creations(shown.actions, seen.answers)]
    codes = [each["returned"] if isinstance(each, Mapping) else each for each in answers]
    codes = [code for code in codes if isinstance(code, int)]
    if not codes:
        return
    if 0 not in codes:
        yield "instance"
    texts = b"\n".join(data for path, data in shown.files.items() if path.endswith(".json"))
    if any("/implicit_layer.d/" in path for path in shown.paths):
        yield "implicit"
    if shown.application.layers or any(step[2].get("layers") for step in shown.actions if len(step) == 3):
        yield "explicit"
    if OVERRIDE_LAYER.encode() in texts:
        yield "override"
    elif b'"component_layers"' in texts:
        yield "meta"


def _of_creations(actions: Iterable[Action], answers: Mapping[str, Any]) -> Iterator[object]:
    """Yield the answers of the steps that create instances, those of threads in each of their rounds."""
    for step in actions:
        answer = answers.get(step[1]) if len(step) == 3 else None
        if len(step) == 3 and step[0] == "threads":
            for script, rounds in zip(step[2]["scripts"], answer or (), strict=False):
                for told in rounds:
                    yield from _of_creations(script, told)
        elif len(step) == 3 and (step[0] == "create" or step[2].get("name") == "vkCreateInstance"):
            yield answer


def _nothing(_: World) -> tuple[str, ...]:
    return ()


def _implicit(world: World) -> tuple[str, ...]:
    world.implicit_layer(_A)
    return (_A,)


def _explicit(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.application(layers=[_A])
    return (_A,)


def _meta(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.meta_layer(_B, components=[_A])
    world.application(layers=[_B])
    return (_A,)


def _override(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.override_layer(components=[_A])
    return (_A,)


_CONTROLS: Mapping[str, Control] = MappingProxyType(
    {
        "instance": _nothing,
        "device": _nothing,
        "implicit": _implicit,
        "explicit": _explicit,
        "meta": _meta,
        "override": _override,
    }
)
_WHY: Mapping[str, str] = MappingProxyType(
    {
        "instance": "the loader makes no instance where there is a driver and nothing else, "
        "so this case shows nothing",
        "device": "the loader shows no physical device where there is a driver and nothing else, "
        "so this case shows nothing",
        "implicit": "the loader loads no implicit layer where nothing keeps it out, "
        "so this case shows nothing",
        "explicit": "the loader loads no requested layer where nothing keeps it out, "
        "so this case shows nothing",
        "meta": "the loader loads no component of a requested meta-layer where nothing keeps it out, "
        "so this case shows nothing",
        "override": "the loader loads no component of the override layer where nothing keeps it out, "
        "so this case shows nothing",
    }
)
