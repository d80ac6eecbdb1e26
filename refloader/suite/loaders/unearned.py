"""Which passes prove nothing: the case wants something not to happen, and this loader never does it anyway.

That a layer is kept out of a chain is no obedience of a loader that loads none, and that an instance is refused is
none of one that makes no instance. So a rule is not judged by a passed case where a machine that has nothing else
shows the same. What a loader has to do for that depends on what the rule speaks of: whether a layer is listed shows
something of a loader that lists layers and loads none. A loader that does what it should is asked at most once for
each ability, and loses nothing by it.
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
        known = f"{kind}, {platform.system}, {platform.bits}"
        if known not in self.known:
            wanted, asked = _machine(kind, {}, platform)
            _, shown = _machine(kind, self.homes, platform)
            expected = predict(asked, self.edition, Build()).observation
            is_asked = not wanted or not _is_undone(kind, wanted, expected)
            self.known[known] = is_asked and _fails(kind, wanted, self.run(shown))
        return self.known[known]


def _machine(kind: str, homes: Mapping[Use, str], platform: HostPlatform) -> tuple[tuple[str, ...], Scenario]:
    world = World(homes)
    world.on(platform.system, bits=platform.bits)
    world.driver()
    wanted = _CONTROLS[kind](world)
    return wanted, world.scenario()


def _fails(kind: str, wanted: tuple[str, ...], seen: Observation) -> bool:
    return seen.ended == "ok" and seen.result is not None and _is_undone(kind, wanted, seen)


def _is_undone(kind: str, wanted: tuple[str, ...], seen: Observation) -> bool:
    if kind in ("instance", "request"):
        return seen.result != 0
    if kind.endswith("listing"):
        return {*wanted}.isdisjoint(seen.layer_names)
    if kind == "extensions":
        return not seen.extension_names()
    return not seen.devices if kind == "device" else {*wanted}.isdisjoint(seen.chain)


def unearned(controls: Controls, seen: Observation | None, shown: Scenario | None, rule_id: str = "") -> str:
    """Return why the last run shows nothing of a rule by what did not happen in it; empty if it may show some."""
    if seen is None or shown is None or not shown.situation.system.has_manifests:
        return ""
    return controls.lacked(_involved(seen, shown, rule_id), shown.situation)


_APART: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "listing": ("DISC-GEN-01", "DISC-GEN-04"),
        "extensions": ("EXT-ENUM-", "EXT-FILTER-03", "EXT-FILTER-04", "META-07"),
        "device": (
            "DEVICE-SORT-",
            "DISC-DRIVER-",
            "ENV-DRIVERFILES-",
            "FILTER-DRIVER-",
            "FILTER-ID-",
            "PORTABILITY-",
            "PRIV-DRIVER-",
        ),
        "": (
            "APIVER-",
            "CHAIN-TERM-",
            "DEBUG-LOG-",
            "DIRECT-DRIVER-",
            "EXT-FILTER-",
            "GPA-ICD-",
            "IFACE-ICD-",
            "LDP_",
            "NEGOTIATE-ICD-",
            "PREINST-",
        ),
    }
)
"""The rules, by the beginnings of their ids, that speak of something else than which layers are loaded: what a loader
has to do for them. For those of drivers' calls and of messages, the cases see to it themselves."""


def _involved(seen: Observation, shown: Scenario, rule_id: str) -> Iterator[str]:
    """Yield what a case of the rule would need a loader to do if nothing kept it from doing so."""
    answers = [seen.result, *_of_creations(shown.actions, seen.answers)]
    codes = [each["returned"] if isinstance(each, Mapping) else each for each in answers]
    codes = [code for code in codes if isinstance(code, int)]
    apart = next((kind for kind, rules in _APART.items() if rule_id.startswith(rules)), None)
    if codes and rule_id.startswith("SETTINGS-"):
        yield "settings"
    if apart == "listing":
        yield _listing_involved(shown)
    elif apart == "extensions":
        yield apart
        if codes and 0 not in codes and rule_id.startswith("EXT-FILTER-") and _requests(shown, "extensions"):
            yield "instance"
    elif codes and 0 not in codes:
        yield "instance"
        if _requests(shown):
            yield "request"
    elif apart is not None:
        yield from (apart,) if apart else ()
    elif codes:
        yield from _layers_involved(seen, shown)


_NAMING = ("VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE")
"""The variables that turn layers on. Where one stands beside what loads a layer, the case shows more than that."""


def _requests(shown: Scenario, what: str = "layers") -> bool:
    """Return whether an instance of the case requests layers, or extensions."""
    steps = (step[2] for step in shown.actions if len(step) == 3)
    return bool(getattr(shown.application, what) or any(options.get(what) for options in steps))


def _has_manifests(shown: Scenario, kind: str) -> bool:
    folder = f"/{kind}_layer.d/"
    return any(folder in path.replace("\\", "/") for path in shown.paths)


def _listing_involved(shown: Scenario) -> str:
    """Return which list a layer of the case could come into: where all are of one kind, that of this kind."""
    kinds = [kind for kind in ("implicit", "explicit") if _has_manifests(shown, kind)]
    return f"{kinds[0]} listing" if len(kinds) == 1 else "listing"


def _layers_involved(seen: Observation, shown: Scenario) -> Iterator[str]:
    """Yield the ways in which a layer of the case could come into the chain."""
    texts = b"\n".join(data for path, data in shown.files.items() if path.endswith(".json"))
    if _has_manifests(shown, "implicit"):
        yield "implicit"
    if _requests(shown):
        yield "explicit"
    yield from () if seen.chain else (name for name in _NAMING if name in shown.variables)
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


def _offered(world: World) -> tuple[str, ...]:
    world.driver("offers", flags={"extensions": "VK_KHR_surface:25"})
    return ()


def _listed(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.implicit_layer(_B)
    return _A, _B


def _implicit(world: World) -> tuple[str, ...]:
    world.implicit_layer(_A)
    return (_A,)


def _explicit(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.application(layers=[_A])
    return (_A,)


def _instance_layers(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.variable("VK_INSTANCE_LAYERS", _A)
    return (_A,)


def _enabled(world: World) -> tuple[str, ...]:
    world.explicit_layer(_A)
    world.variable("VK_LOADER_LAYERS_ENABLE", _A)
    return (_A,)


def _settings(world: World) -> tuple[str, ...]:
    path = world.explicit_layer(_A)
    listed = {"layers": [{"name": _A, "path": path, "control": "on"}]}
    content = {"file_format_version": "1.0.1", "settings": listed}
    if path.startswith("/"):
        world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", content)
    else:  # on Windows a value of the registry names the file
        file = world.file(r"C:\settings\vk_loader_settings.json", content)
        world.registry(r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\LoaderSettings", file)
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
        "request": _explicit,
        "device": _nothing,
        "listing": _listed,
        "implicit listing": _implicit,
        "explicit listing": _explicit,
        "extensions": _offered,
        "implicit": _implicit,
        "explicit": _explicit,
        "VK_INSTANCE_LAYERS": _instance_layers,
        "VK_LOADER_LAYERS_ENABLE": _enabled,
        "settings": _settings,
        "meta": _meta,
        "override": _override,
    }
)
_WHY: Mapping[str, str] = MappingProxyType(
    {
        "instance": "the loader makes no instance where there is a driver and nothing else, "
        "so this case shows nothing",
        "request": "the loader makes no instance for who requests a layer that nothing keeps out, "
        "so this case shows nothing",
        "listing": "the loader lists no layer where nothing else is, so this case shows nothing",
        "implicit listing": "the loader lists no implicit layer where nothing else is, so this case shows nothing",
        "explicit listing": "the loader lists no explicit layer where nothing else is, so this case shows nothing",
        "extensions": "the loader lists no instance extension where a driver has one, so this case shows nothing",
        "device": "the loader shows no physical device where there is a driver and nothing else, "
        "so this case shows nothing",
        "implicit": "the loader loads no implicit layer where nothing keeps it out, "
        "so this case shows nothing",
        "explicit": "the loader loads no requested layer where nothing keeps it out, "
        "so this case shows nothing",
        "VK_INSTANCE_LAYERS": "the loader loads no layer of VK_INSTANCE_LAYERS where nothing keeps it out, "
        "so this case shows nothing",
        "VK_LOADER_LAYERS_ENABLE": "the loader loads no layer of VK_LOADER_LAYERS_ENABLE where nothing else is, "
        "so this case shows nothing",
        "settings": "the loader loads no layer that the machine's settings file turns on, so this case shows nothing",
        "meta": "the loader loads no component of a requested meta-layer where nothing keeps it out, "
        "so this case shows nothing",
        "override": "the loader loads no component of the override layer where nothing keeps it out, "
        "so this case shows nothing",
    }
)
