"""Worlds made to exhaust a reader: each ends in a plan soon."""

import pytest
from strategies import World, all_reasons, manifest_of

from refloader.core.json.reader import JsonValue
from refloader.core.manifests import fields
from refloader.host.port import SIZE_LIMIT
from refloader.model.edition import Edition
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.request import Request

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600), pytest.mark.usefixtures("processor_time")]

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

    def test_few_unknown_keys_are_compared_with_known_ones(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Those that differ in case alone are named however many there are; looking for similar ones takes long."""
        compared: list[str] = []
        monkeypatch.setattr(fields, "get_close_matches", lambda key, *rest: compared.append(key) or [])
        keys: dict[str, JsonValue] = {f"name{number}": "" for number in range(3000)}
        data = manifest_of({**ENTRY, "name": "VK_LAYER_TEST_a", **keys, "Library_Path": "liba.so"})

        plan = World({f"{FOLDER}/a.json": data}).plan(Edition.E2026)

        assert len(compared) <= 200
        assert any('"Library_Path"' in reason.fact for reason in all_reasons(plan))

    @pytest.mark.parametrize("edition", list(Edition))
    def test_no_text_of_a_world_reaches_a_terminal_as_it_is(self, edition: Edition) -> None:
        """Names, paths, variables and values full of escapes are spelled out in every reason."""
        plan = escaping_world().plan(edition)

        facts = [text for reason in all_reasons(plan) for text in (reason.fact, reason.remedy)]

        assert any("\\x1b" in text for text in facts)
        assert [text for text in facts if not text.isprintable()] == []


def escaping_world() -> World:
    """A world in which everything that can be named is named with a terminal escape."""
    name = "\x1b[2J\n\u202e"
    switch: JsonValue = {f"OFF{name}": name}
    on: JsonValue = {f"ON{name}": name}
    plain: dict[str, JsonValue] = {
        **ENTRY,
        "library_path": f"{name}.dll",
        "api_version": f"1.0{name}",
        "disable_environment": switch,
    }
    implicit = FOLDER.replace("explicit", "implicit")
    override: dict[str, JsonValue] = {
        **ENTRY,
        "name": OVERRIDE_NAME,
        "component_layers": [name],
        "disable_environment": switch,
    }
    files = {
        f"{FOLDER}/{name}.json": manifest_of({**plain, "name": name, "api_version": "1.0.0"}),
        f"{FOLDER}/again{name}.json": manifest_of({**plain, "name": name, "api_version": "1.0.0"}),
        f"{FOLDER}/{name}": b"",
        f"{FOLDER}/odd{name}.json": name.encode(),
        f"{FOLDER}/meta.json": meta(f"meta{name}", [name, name, f"gone{name}"]),
        f"{implicit}/{name}.json": manifest_of({**plain, "name": f"a{name}", "enable_environment": on}),
        f"{implicit}/off.json": manifest_of({**plain, "name": f"b{name}", "api_version": "1.0.0"}),
        f"{implicit}/override.json": manifest_of(
            {**override, "blacklisted_layers": [name], "app_keys": [name]}
        ),
        f"/usr/share/vulkan/icd.d/{name}.json": b'{"file_format_version": "1.0.0", "ICD": {}}',
    }
    variables = {
        "HOME": name,
        f"OFF{name}": name,
        "VK_INSTANCE_LAYERS": f"{name}:gone{name}:meta{name}",
        "VK_DEVICE_LAYERS": f"gone{name}",
        "VK_ADD_LAYER_PATH": f"{name}:",
        "VK_LOADER_LAYERS_DISABLE": f"{name},*",
        "VK_LOADER_LAYERS_ENABLE": f"{name}*",
        "XDG_DATA_HOME": name,
    }
    return World(files, variables, Request(layers=(name,), executable=name))
