"""Builds imagined machines with dull defaults and asks what a loader does on them. Never judges.

A new world has a home folder, one driver and no layers. Layers are installed by name; their manifests lie in
the folders of the Linux distribution, and an implicit layer ``A`` is switched off by ``DISABLE_A``.
"""

import json
from collections.abc import Iterable, Mapping, Sequence

from refloader.core.json.reader import JsonValue
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.model.edition import Edition
from refloader.model.layer import Extension, Layer
from refloader.model.place import Use
from refloader.model.plan import LayerOutcome, Plan
from refloader.model.reason import Reason
from refloader.model.request import Build, Request
from refloader.model.version import parse_loose

E2016, E2018, E2022, E2026 = Edition
ALL = (E2016, E2018, E2022, E2026)
HOME = "/home/me"
EXPLICIT = "/usr/share/vulkan/explicit_layer.d"
IMPLICIT = "/usr/share/vulkan/implicit_layer.d"
DRIVERS = "/usr/share/vulkan/icd.d"
OVERRIDE = "VK_LAYER_LUNARG_override"
SETTINGS = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"


class World:
    """A machine and a process on it; its variables, files, privilege, program and word size may be set."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.variables = {"HOME": HOME}
        self.elevated = False
        self.program = "/usr/bin/app"
        self.bits = 64
        self.driver("plain")

    def driver(self, name: str, folder: str = DRIVERS, **members: JsonValue) -> str:
        """A driver manifest ``name``.json; its path. A member that is None is left out."""
        body: dict[str, JsonValue] = {"library_path": f"/usr/lib/lib{name}.so", "api_version": "1.3.0"}
        return self._put(f"{folder}/{name}.json", "1.0.1", "ICD", {**body, **members})

    def explicit(self, name: str, folder: str = EXPLICIT, file: str = "", **members: JsonValue) -> str:
        """A manifest with one layer; its path."""
        return self._layer(name, f"{folder}/{file or name}.json", members)

    def implicit(self, name: str, folder: str = IMPLICIT, file: str = "", **members: JsonValue) -> str:
        """The same in a folder of implicit layers, with a disable variable."""
        return self._layer(name, f"{folder}/{file or name}.json", {**_switch(name), **members})

    def meta(self, name: str, components: Sequence[str], folder: str = EXPLICIT, **members: JsonValue) -> str:
        """An explicit meta-layer."""
        return self._layer(name, f"{folder}/{name}.json", {**_components(components), **members})

    def implicit_meta(self, name: str, components: Sequence[str], **members: JsonValue) -> str:
        """An implicit meta-layer."""
        body = {**_components(components), **_switch(name), **members}
        return self._layer(name, f"{IMPLICIT}/{name}.json", body)

    def override(self, components: Sequence[str], file: str = "override", **members: JsonValue) -> str:
        """An override layer, switched off by DISABLE_OVERRIDE."""
        body = {**_components(components), **_switch("OVERRIDE"), **members}
        return self._layer(OVERRIDE, f"{IMPLICIT}/{file}.json", body)

    def settings(self, *layers: JsonValue, path: str = SETTINGS, **members: JsonValue) -> str:
        """A settings file with this list of layers (none given: without a list) and other members."""
        listed: dict[str, JsonValue] = {"layers": list(layers)} if layers else {}
        return self._put(path, "1.0.1", "settings", {**listed, **members})

    def plan(
        self,
        edition: Edition = E2026,
        *,
        layers: Sequence[str] = (),
        extensions: Sequence[str] = (),
        api: str = "",
        device_layers: Sequence[str] = (),
        portability: bool = False,
        build: Build | None = None,
        driver_extensions: Sequence[Sequence[Extension]] = (),
    ) -> Plan:
        """What a loader of the edition does when the process creates an instance like this."""
        host = MemoryHost(
            files=self.files,
            environment=self.variables,
            privileged=self.elevated,
            program=self.program,
            bits=self.bits,
        )
        request = Request(
            api_version=parse_loose(api) if api else None,
            layers=tuple(layers),
            extensions=tuple(extensions),
            device_layers=tuple(device_layers),
            portability=portability,
        )
        return decide(host, request, edition=edition, build=build, driver_extensions=driver_extensions)

    def _layer(self, name: str, path: str, members: Mapping[str, JsonValue]) -> str:
        body: dict[str, JsonValue] = {
            "name": name,
            "type": "GLOBAL",
            "library_path": f"/usr/lib/lib{name}.so",
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": name,
        }
        return self._put(path, "1.2.1", "layer", {**body, **members})

    def _put(self, path: str, version: str, key: str, body: Mapping[str, JsonValue]) -> str:
        members = {name: value for name, value in body.items() if value is not None}
        self.files[path] = json.dumps({"file_format_version": version, key: members}).encode()
        return path


def _switch(name: str) -> dict[str, JsonValue]:
    return {"disable_environment": {f"DISABLE_{name}": "1"}}


def _components(components: Sequence[str]) -> dict[str, JsonValue]:
    return {"library_path": None, "component_layers": list(components)}


def listed(name: str, path: str, control: str = "auto", **members: JsonValue) -> dict[str, JsonValue]:
    """An element of a settings file's list of layers."""
    return {"name": name, "path": path, "control": control, **members}


UNORDERED: dict[str, JsonValue] = {"control": "unordered_layer_location"}
"""The element that stands for all layers found in the ordinary way."""


def names(layers: Iterable[Layer]) -> list[str]:
    """The layers' names."""
    return [layer.name for layer in layers]


def chain(plan: Plan) -> list[str]:
    """The names of the instance chain, from the application down."""
    return names(plan.chain)


def enumerated(plan: Plan) -> list[str]:
    """The names that vkEnumerateInstanceLayerProperties reports."""
    return names(plan.enumerated)


def folders(plan: Plan, use: Use) -> list[str]:
    """The paths that were searched for one use, in order."""
    return [place.path for place in plan.places if place.use is use]


def used_drivers(plan: Plan) -> list[str]:
    """The manifest paths of the drivers that are tried, in order."""
    return [outcome.driver.manifest for outcome in plan.drivers if outcome.used]


def outcome(plan: Plan, manifest: str) -> LayerOutcome:
    """The outcome of the one layer of a manifest."""
    (found,) = (each for each in plan.layers if each.layer.manifest == manifest)
    return found


def rules_in(reasons: Iterable[Reason]) -> set[str]:
    """The rules that the reasons name."""
    return {str(reason.rule) for reason in reasons}
