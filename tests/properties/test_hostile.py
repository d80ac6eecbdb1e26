"""Worlds made to exhaust a reader: each ends in a plan soon."""

import pytest
from strategies import World, manifest_of

from refloader.core.json_reader import JsonValue
from refloader.host.port import SIZE_LIMIT
from refloader.model.edition import Edition

pytestmark = pytest.mark.timeout(20)

FOLDER = "/usr/share/vulkan/explicit_layer.d"
ENTRY: dict[str, JsonValue] = {
    "type": "GLOBAL",
    "api_version": "1.0.0",
    "implementation_version": "1",
    "description": "",
}


def meta(name: str, components: list[JsonValue]) -> bytes:
    """The manifest of a meta-layer."""
    return manifest_of({**ENTRY, "name": name, "component_layers": components})


def library(name: str) -> bytes:
    """The manifest of a layer with a library."""
    return manifest_of({**ENTRY, "name": name, "library_path": "liba.so"})


class TestHostileWorlds:
    """Worlds made to exhaust a reader end in a plan soon."""

    @pytest.mark.rule("META-05", "AMB-META-RECURSE")
    @pytest.mark.parametrize("edition", list(Edition))
    def test_very_deep_meta_layers(self, edition: Edition) -> None:
        """Three thousand meta-layers, each the only component of another."""
        files = {
            f"{FOLDER}/{n}.json": meta(f"VK_LAYER_TEST_m{n}", [f"VK_LAYER_TEST_m{n + 1}"])
            for n in range(3000)
        }
        plan = World(files, {"VK_INSTANCE_LAYERS": "VK_LAYER_TEST_m0"}).plan(edition)

        assert plan.chain == ()

    @pytest.mark.rule("META-05", "ORDER-DUP-01")
    @pytest.mark.parametrize("edition", [Edition.E2018, Edition.E2022, Edition.E2026])
    def test_very_wide_meta_layers(self, edition: Edition) -> None:
        """Forty levels of two meta-layers that each list both of the next level have one bottom."""
        bottom = [f"VK_LAYER_TEST_{side}40" for side in "xy"]
        files = {
            f"{FOLDER}/{side}{n}.json": meta(
                f"VK_LAYER_TEST_{side}{n}", [f"VK_LAYER_TEST_{other}{n + 1}" for other in "xy"]
            )
            for n in range(40)
            for side in "xy"
        }
        files |= {f"{FOLDER}/{name}.json": library(name) for name in bottom}
        plan = World(files, {"VK_INSTANCE_LAYERS": "VK_LAYER_TEST_x0"}).plan(edition)

        assert [layer.name for layer in plan.chain] == bottom

    @pytest.mark.parametrize("edition", [Edition.E2016, Edition.E2026])
    def test_a_manifest_of_very_many_keys(self, edition: Edition) -> None:
        """A megabyte of keys that nearly match those of a layer."""
        keys = ",".join(f'"disable_environmen{number}":0' for number in range(30_000))
        data = ('{"file_format_version":"1.2.1","layer":{' + keys + "}}").encode()
        assert len(data) < SIZE_LIMIT
        plan = World({"/usr/share/vulkan/implicit_layer.d/a.json": data}).plan(edition)

        assert plan.chain == ()
