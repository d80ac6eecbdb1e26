"""One component among three whose manifest is wrong: the other two have to survive.

What is wrong is a table: a fault in each field, and what can lie in the place of the file. Whether the bad one is
used all the same is another question, and not asked here.
"""

from collections.abc import Callable
from typing import Any

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

PLACES = ["first", "middle", "last"]
FOLDERS = ("/etc/vulkan", "/home/user/.local/share/vulkan", "/usr/share/vulkan")
"""Three folders that every edition searches, in the order of the newest."""

LAYERS = ("VK_LAYER_TEST_alpha", "VK_LAYER_TEST_beta")
LONG = "x" * 5000
MISSING = object()

Body = dict[str, Any]

# Each wrong value by its name, for any field that is to be a string.
NO_STRING: dict[str, Any] = {"missing": MISSING, "null": None, "number": 7, "list": ["a"]}
NO_LIST: dict[str, Any] = {"null": None, "text": "a", "object": {"a": "b"}, "numbers": [7, 8]}
NO_OBJECT: dict[str, Any] = {"null": None, "text": "a", "list": ["a"]}


def faults(field: str, values: dict[str, Any]) -> dict[str, tuple[str, Any]]:
    """The faults of one field by name."""
    return {f"{field}-{name}": (field, value) for name, value in values.items()}


VERSION = {"empty": "", "words": "one.two.three", "negative": "-1.-2.-3", "long": LONG}

DRIVER_FIELDS: dict[str, tuple[str, Any]] = {
    **faults("file_format_version", {**NO_STRING, **VERSION, "unknown": "99.0.0"}),
    **faults("ICD", {"missing": MISSING, **NO_OBJECT, "empty": {}}),
    **faults("ICD.library_path", {**NO_STRING, "empty": "", "space": " ", "slash": "/", "long": LONG}),
    **faults("ICD.api_version", {**NO_STRING, **VERSION}),
    **faults("ICD.library_arch", {"number": 64, "unknown": "128", "empty": "", "null": None}),
    **faults("ICD.is_portability_driver", {"text": "maybe", "number": 7, "null": None}),
}

LAYER_FIELDS: dict[str, tuple[str, Any]] = {
    **faults("file_format_version", {**NO_STRING, **VERSION, "unknown": "99.0.0"}),
    **faults("layer", {"missing": MISSING, **NO_OBJECT, "empty": {}}),
    **faults("layer.name", {**NO_STRING, "empty": "", "long": LONG}),
    **faults("layer.type", {**NO_STRING, "empty": "", "unknown": "SIDEWAYS"}),
    **faults("layer.library_path", {**NO_STRING, "empty": "", "space": " ", "slash": "/", "long": LONG}),
    **faults("layer.api_version", {**NO_STRING, **VERSION}),
    **faults("layer.implementation_version", {**NO_STRING, "empty": "", "words": "one", "long": LONG}),
    **faults("layer.description", {**NO_STRING, "empty": "", "long": LONG}),
    **faults(
        "layer.disable_environment", {"missing": MISSING, **NO_OBJECT, "empty": {}, "no-text": {"A": 7}}
    ),
    **faults("layer.enable_environment", {**NO_OBJECT, "empty": {}, "no-text": {"A": 7}}),
    **faults("layer.functions", {**NO_OBJECT, "no-text": {"vkGetInstanceProcAddr": 7}}),
    **faults("layer.instance_extensions", {**NO_LIST, "no-name": [{}], "no-version": [{"name": "VK_A"}]}),
    **faults("layer.device_extensions", {**NO_LIST, "no-name": [{}], "no-version": [{"name": "VK_A"}]}),
    **faults("layer.pre_instance_functions", {**NO_OBJECT, "no-text": {"vkEnumerateInstanceVersion": 7}}),
    **faults("layer.component_layers", {**NO_LIST, "beside-a-library": ["VK_LAYER_TEST_alpha"]}),
    **faults("layer.library_arch", {"number": 64, "unknown": "128", "null": None}),
    **faults("layers", {**NO_OBJECT, "of-nothing": [], "of-numbers": [7]}),
}

GOOD_TEXT = '{"file_format_version": "1.0.0", '


def content(data: bytes) -> Callable[[World, str], object]:
    """A file of these bytes."""
    return lambda world, path: world.file(path, data)


FILES: dict[str, Callable[[World, str], object]] = {
    "empty": content(b""),
    "spaces": content(b" \n\t\n"),
    "text": content(b"this is no manifest\n"),
    "number": content(b"7"),
    "string": content(b'"VK"'),
    "null": content(b"null"),
    "list": content(b"[]"),
    "empty-object": content(b"{}"),
    "cut-off": content(GOOD_TEXT.encode()),
    "cut-off-in-a-string": content(GOOD_TEXT.encode()[:10]),
    "text-behind-it": content(b'{"file_format_version": "1.0.0"} and more }'),
    "no-quotes": content(b"{file_format_version: 1.0.0}"),
    "zeros": content(bytes(512)),
    "all-bytes": content(bytes(range(256))),
    "wrong-utf-8": content(b'{"file_format_version": "\xff\xfe\xc0\x80"}'),
    "utf-16": content((GOOD_TEXT + "}").encode("utf-16")),
    "large": content(b"x" * (64 << 10)),
    "many-keys": content(b"{" + b",".join(b'"k%d": 0' % i for i in range(5_000)) + b"}"),
    "deep": content(b"[" * 500),
    "folder": lambda world, path: world.file(f"{path}/inside", b""),
    "dangling-link": lambda world, path: world.link(path, "/nowhere/at/all.json"),
    "link-to-itself": lambda world, path: world.link(path, path),
    "device": lambda world, path: world.link(path, "/dev/null"),
}


def wrong(manifest: Body, path: str, value: Any) -> Body:
    """The manifest with this value in a field, or without the field."""
    *groups, field = path.split(".")
    inside = manifest
    for group in groups:
        inside = inside[group]
    inside.pop(field, None)
    if value is not MISSING:
        inside[field] = value
    return manifest


def three_drivers(world: World, place: str) -> str:
    """The drivers alpha and beta; gives the path of a manifest at that place among them, which is not there."""
    names = ["alpha", "beta"]
    names.insert(PLACES.index(place), "bad")
    for name, folder in zip(names, FOLDERS, strict=True):
        if name != "bad":
            world.driver(name, folder=f"{folder}/icd.d", flags={"device_name": name})
    return f"{FOLDERS[PLACES.index(place)]}/icd.d/bad.json"


def three_layers(world: World, place: str) -> str:
    """The same with a driver and the implicit layers alpha and beta."""
    world.driver()
    names = [*LAYERS]
    names.insert(PLACES.index(place), "")
    for name, folder in zip(names, FOLDERS, strict=True):
        if name:
            world.implicit_layer(name, folder=f"{folder}/implicit_layer.d")
    return f"{FOLDERS[PLACES.index(place)]}/implicit_layer.d/bad.json"


def driver_manifest() -> Body:
    """A good manifest of a driver whose library lies beside it."""
    icd = {"library_path": "./libbad.so", "api_version": "1.3.0"}
    return {"file_format_version": "1.0.1", "ICD": icd}


def layer_manifest() -> Body:
    """A good manifest of an implicit layer whose library lies beside it."""
    layer = {
        "name": "VK_LAYER_TEST_bad",
        "type": "GLOBAL",
        "library_path": "./libbad.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "A layer with a fault",
        "disable_environment": {"NO_BAD_LAYER": "1"},
    }
    return {"file_format_version": "1.1.2", "layer": layer}


def good_devices(seen: Observation) -> set[str]:
    """The devices of the two good drivers, as far as they are there."""
    return {device.name for device in seen.devices} & {"alpha", "beta"}


def good_layers(seen: Observation) -> set[str]:
    """The two good layers, as far as they are in the chain."""
    return set(seen.chain) & set(LAYERS)


@pytest.mark.parametrize("place", ["middle", "first", "last"])
@pytest.mark.rule("LDP_LOADER_2", "MANIFEST-ICD-08")
class TestDrivers:
    """A loader tries every driver whose manifest it discovers and finds well formed, and opens every one."""

    @pytest.mark.parametrize("fault", DRIVER_FIELDS)
    def test_a_field_of_a_driver(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Two good drivers are used and their devices enumerated, although a third manifest has a bad field."""
        path = three_drivers(world, place)
        world.file(path, wrong(driver_manifest(), *DRIVER_FIELDS[fault]))

        seen = subject.observe(world)

        assert (seen.result_name, good_devices(seen)) == ("VK_SUCCESS", {"alpha", "beta"})

    @pytest.mark.parametrize("fault", FILES)
    def test_the_file_of_a_driver(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Two good drivers are used and their devices enumerated, although a third file is no manifest."""
        FILES[fault](world, three_drivers(world, place))

        seen = subject.observe(world)

        assert (seen.result_name, good_devices(seen)) == ("VK_SUCCESS", {"alpha", "beta"})


@pytest.mark.parametrize("place", ["middle", "first", "last"])
@pytest.mark.rule("DISC-GEN-01")
class TestLayers:
    """All discovered layers are reported, and an implicit layer is active because its manifest is found."""

    @pytest.mark.parametrize("fault", LAYER_FIELDS)
    def test_a_field_of_a_layer(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Two good implicit layers are reported and in the chain, although a third manifest has a bad field."""
        path = three_layers(world, place)
        world.file(path, wrong(layer_manifest(), *LAYER_FIELDS[fault]))

        seen = subject.observe(world)

        reported = set(seen.layer_names) & set(LAYERS)
        assert (seen.result_name, reported, good_layers(seen)) == ("VK_SUCCESS", set(LAYERS), set(LAYERS))

    @pytest.mark.parametrize("fault", FILES)
    def test_the_file_of_a_layer(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Two good implicit layers are reported and in the chain, although a third file is no manifest."""
        FILES[fault](world, three_layers(world, place))

        seen = subject.observe(world)

        reported = set(seen.layer_names) & set(LAYERS)
        assert (seen.result_name, reported, good_layers(seen)) == ("VK_SUCCESS", set(LAYERS), set(LAYERS))
