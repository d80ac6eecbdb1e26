"""Which passes prove nothing: the case wants something not to happen, and this loader never does it anyway.

That a layer is kept out of a chain is no obedience of a loader that loads none, and that an instance is refused is
none of one that makes no instance. So a rule is not judged by a passed case where a machine that has nothing else
shows the same. What a loader has to do for that depends on what the rule speaks of: whether a layer is listed shows
something of a loader that lists layers and loads none. A loader that does what it should is asked at most once for
each ability, and loses nothing by it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Any

from refloader.model.edition import LATEST, Edition
from refloader.model.paths import POSIX_PATHS
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
    if kind in _PLACES:
        return {*wanted}.isdisjoint((*seen.layer_names, *seen.chain, *seen.drivers))
    if kind in ("instance", "request"):
        return seen.result != 0
    if kind.endswith("listing"):
        return {*wanted}.isdisjoint(seen.layer_names)
    if kind == "extensions":
        return not seen.extension_names()
    return not seen.devices if kind == "device" else {*wanted}.isdisjoint(seen.chain)


def unearned(
    controls: Controls, seen: Observation | None, shown: Scenario | None, rule_ids: Iterable[str]
) -> dict[str, str]:
    """Return the rules of which the last run shows nothing by what did not happen in it, each with the reason."""
    if seen is None or shown is None or not shown.situation.system.has_manifests:
        return {}
    involved = _Involved(seen, shown)
    found = {each: controls.lacked(involved.by_rule(each), shown.situation) for each in rule_ids}
    return {each: why for each, why in found.items() if why}


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


_OF_PRIVILEGE = ("PRIV-", "LLP_LOADER_13", "LDP_LOADER_13")
"""The rules, by the beginnings of their ids, that keep an elevated process from places that its user named."""


@dataclass(frozen=True)
class _Involved:
    """What a case would need a loader to do, by the rule of which it may show something."""

    seen: Observation
    shown: Scenario

    def by_rule(self, rule_id: str) -> Iterator[str]:
        """Yield what a case of the rule would need a loader to do if nothing kept it from doing so."""
        apart = next((kind for kind, rules in _APART.items() if rule_id.startswith(rules)), None)
        if self._codes and rule_id.startswith("SETTINGS-"):
            yield "settings"
        if self.shown.elevated and rule_id.startswith(_OF_PRIVILEGE):
            yield from _places_involved(self.shown)
        if apart == "listing":
            yield _listing_involved(self.shown)
        elif apart == "extensions":
            yield apart
            filtered = self._is_refused and rule_id.startswith("EXT-FILTER-")
            yield from ("instance",) if filtered and _requests(self.shown, "extensions") else ()
        elif self._is_refused:
            yield from ("instance", "request") if _requests(self.shown) else ("instance",)
        elif apart is not None:
            yield from (apart,) if apart else ()
        elif self._codes:
            yield from self._layers

    @cached_property
    def _codes(self) -> tuple[int, ...]:
        """The results of the instances that the case creates."""
        answers = [self.seen.result, *_of_creations(self.shown.actions, self.seen.answers)]
        codes = (each["returned"] if isinstance(each, Mapping) else each for each in answers)
        return tuple(code for code in codes if isinstance(code, int))

    @cached_property
    def _is_refused(self) -> bool:
        return bool(self._codes) and 0 not in self._codes

    @cached_property
    def _layers(self) -> tuple[str, ...]:
        return tuple(_layers_involved(self.seen, self.shown))


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
    manifests = [data for path, data in shown.files.items() if path.endswith(".json")]
    if _has_manifests(shown, "implicit"):
        yield "implicit"
    if _requests(shown):
        yield "explicit"
    yield from () if seen.chain else (name for name in _NAMING if name in shown.variables)
    if any(OVERRIDE_LAYER.encode() in data for data in manifests):
        yield "override"
    elif any(b'"component_layers"' in data for data in manifests):
        yield "meta"


def _places_involved(shown: Scenario) -> tuple[str, ...]:
    """Return the variable that leads an elevated process to a place; none if there are several or a Windows path."""
    named = [name for name in _PLACES if name in shown.variables]
    return tuple(named) if len(named) == 1 and shown.situation.paths is POSIX_PATHS else ()


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


def _at_a_place(name: str, folder: str, lead: str) -> Control:
    """A layer or driver of a user's folder to which the variable leads a process that is not elevated."""

    def bring(world: World) -> tuple[str, ...]:
        world.variable(name, lead)
        if folder.endswith("/icd.d"):
            world.driver("named", folder=folder)
            return ("named",)
        add = world.implicit_layer if "implicit" in folder else world.explicit_layer
        add(_A, folder=folder)
        return (_A,)

    return bring


_USERS = "/world/user"
_PLACES: Mapping[str, Control] = MappingProxyType(
    {
        **{
            name: _at_a_place(name, folder := f"{_USERS}/vulkan/{kind}.d", folder)
            for name, kind in (
                ("VK_LAYER_PATH", "explicit_layer"),
                ("VK_ADD_LAYER_PATH", "explicit_layer"),
                ("VK_IMPLICIT_LAYER_PATH", "implicit_layer"),
                ("VK_ADD_IMPLICIT_LAYER_PATH", "implicit_layer"),
            )
        },
        **{
            name: _at_a_place(name, f"{_USERS}/vulkan/icd.d", f"{_USERS}/vulkan/icd.d/named.json")
            for name in ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES")
        },
        **{
            name: _at_a_place(name, f"{_USERS}/vulkan/explicit_layer.d", _USERS)
            for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")
        },
    }
)
"""By variable: what it leads to. The documents of some editions have them, and an elevated process ignores each."""

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
        **_PLACES,
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
        **{
            name: f"the loader finds nothing by {name} in a process that is not elevated, so this case shows nothing"
            for name in _PLACES
        },
    }
)
