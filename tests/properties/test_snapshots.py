"""A machine and its snapshot: the same explanation and the same findings, for every edition and system."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.campaign.worlds.strategies import world_from
from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.snapshot import SnapshotHost
from refloader.host.port import Host
from refloader.inspect.explain import explain
from refloader.inspect.explain.document import as_json
from refloader.inspect.lint.manifests import Linter
from refloader.inspect.snapshots.document import of_host, redacted_document
from refloader.inspect.snapshots.file import read_machine
from refloader.inspect.snapshots.lint_targets import check_machine
from refloader.model.edition import Edition
from refloader.model.library import Library
from refloader.model.platform import Platform
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.predict.scenario_machine import machine_of
from refloader.scenario.scenario import World

pytestmark = pytest.mark.slow

ADAPTER = (
    r"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}\0000"
)
KHRONOS = r"SOFTWARE\Khronos\Vulkan"
ASKED = ("VK_LAYER_TEST_one", "VK_LAYER_TEST_nobody")


def held(document: Mapping[str, Any]) -> SnapshotHost:
    """The host that the file of a snapshot makes."""
    recorded, reasons = read_machine(json.dumps(document).encode(), "snapshot.json")
    assert recorded is not None, reasons
    return SnapshotHost(recorded)


def explained(host: Host, edition: Edition, names: Sequence[str] = ASKED) -> dict[str, Any]:
    """What explain says of some layers, one of which an application asks for."""
    request = Request(layers=ASKED[:1])
    return as_json(explain(host, request, edition, Build(word_size=host.word_size()), names))


def linted(host: Host, *, staged: bool = False) -> list[tuple[object, ...]]:
    """What lint finds of what is installed, or of a whole tree."""
    report = check_machine(Linter(host, registered=staged), staged=staged)
    return [(report.files,), *((each.rule, each.span, each.message) for each in report.findings)]


def windows(world: World) -> None:
    """Keys and values, right and wrong, and a device."""
    world.registry(rf"HKEY_LOCAL_MACHINE\{KHRONOS}\ExplicitLayers", r"C:\gone\x.json")
    world.registry(rf"HKEY_CURRENT_USER\{KHRONOS}\ImplicitLayers", r"relative\x.json", "REG_SZ", "zero")
    world.registry(rf"HKEY_CURRENT_USER\{KHRONOS}\ImplicitLayers", r"C:\x\y.json", "REG_BINARY", b"\0\1")
    world.registry(ADAPTER, "VulkanDriverName", "REG_MULTI_SZ", (r"C:\drivers\a.json",))
    world.file(
        r"C:\drivers\a.json",
        {"file_format_version": "1.0.0", "ICD": {"library_path": ".\\a.dll", "api_version": "1.3.0"}},
    )
    world.device(ADAPTER, luid=5)
    world.variable("VK_ADD_LAYER_PATH", r"C:\more")
    world.file(r"C:\more\b.json", {"neither": 1})


def machine(system: System, bits: int, *, elevated: bool) -> MemoryHost:
    """A machine with a driver and a layer of each kind, and what only its system has."""
    world = World()
    world.on(system, bits=bits)
    world.driver()
    world.explicit_layer(ASKED[0])
    world.implicit_layer("VK_LAYER_TEST_implicit")
    if system is System.WINDOWS:
        windows(world)
    if system is System.ANDROID:
        world.platform(debuggable=True)
    if elevated:
        world.elevate()
    return machine_of(world.scenario())


class TestTheSame:
    """Whatever is asked of a snapshot that was asked when it was taken is answered as on the machine."""

    @given(st.binary(max_size=60))
    def test_on_any_linux_machine(self, data: bytes) -> None:
        """Worlds of the differential search, with links, odd files and more privilege."""
        host = machine_of(world_from(data))
        document = of_host(host, staged=False)

        for edition in Edition:
            snapshot = held(document)
            assert explained(snapshot, edition) == explained(host, edition)
            assert snapshot.unknown() == ()
        assert linted(held(document)) == linted(host)

    @given(st.binary(max_size=60))
    @settings(max_examples=20)
    def test_on_any_tree(self, data: bytes) -> None:
        """A staging tree is walked as a whole: what lies where no loader looks is found too."""
        world = machine_of(world_from(data))
        host = replace(
            world, files={**world.files, "/opt/odd/explicit_layer.d/x.json": b'{"layer": {"name": 1}}'}
        )
        document = of_host(host, staged=True)

        assert linted(held(document), staged=True) == linted(host, staged=True)

    @pytest.mark.parametrize("elevated", [False, True], ids=["plain", "elevated"])
    @pytest.mark.parametrize("bits", [32, 64])
    @pytest.mark.parametrize("system", System)
    def test_on_every_system(self, system: System, bits: int, elevated: bool) -> None:
        """Registry, devices and packages of Windows, bundles, libraries that are asked for their layers."""
        host = machine(system, bits, elevated=elevated)
        document = of_host(host, staged=False)

        for edition in Edition:
            assert explained(held(document), edition) == explained(host, edition)
        assert linted(held(document)) == linted(host)

    def test_a_library_of_android_that_nobody_has_asked(self) -> None:
        """The names that stand in its text are kept, and nothing else of its megabytes."""
        path = "/data/local/debug/vulkan/libVkLayer_a.so"
        exports = frozenset({"vkEnumerateInstanceLayerProperties"})
        text = b"code" + b"\0VK_LAYER_TEST_a\0" * 70_000
        host = MemoryHost(
            files={path: text},
            libraries={path: Library(path, 64, "AARCH64", True, exports)},
            system=Platform(System.ANDROID, debuggable=True),
        )
        document = of_host(host, staged=False)

        assert "VK_LAYER_TEST_a" in json.dumps(explained(host, Edition.E2026)["unread"])
        assert explained(held(document), Edition.E2026) == explained(host, Edition.E2026)
        assert len(json.dumps(document)) < 10_000

    def test_twice_the_same_file(self) -> None:
        """Two snapshots of one machine do not differ."""
        host = machine(System.WINDOWS, 64, elevated=False)

        assert json.dumps(of_host(host, staged=False)) == json.dumps(of_host(host, staged=False))

    @pytest.mark.parametrize("edition", Edition)
    def test_with_other_names_for_users(self, edition: Edition) -> None:
        """What is said of a redacted snapshot is what was said of the machine, with the name replaced in it."""
        world = World()
        world.variable("HOME", "/home/alice")
        world.variable("VK_LAYER_PATH", "/home/alice/layers")
        world.driver()
        world.explicit_layer(ASKED[0], folder="/home/alice/layers")
        world.file("/home/alice/layers/alice.json", {"layer": {"name": "by alice"}})
        host = machine_of(world.scenario())

        snapshot = held(redacted_document(of_host(host, staged=False), ["alice"]))

        said = json.dumps(explained(host, edition)).replace("alice", "user1")
        assert json.loads(said) == explained(snapshot, edition)


class TestWhereNoLoaderSearches:
    """What is found by looking around is in the snapshot, with what a loader asks once that place is searched."""

    @pytest.mark.parametrize("library", ["./libone.so", "libgone.so", "/srv/build/libmoved.so"])
    @pytest.mark.parametrize(
        "named",
        ["/opt/layer", "/opt/Layers", "/opt/layers/layers", "/opt/1.3/layers", "/none/at/all", "layers"],
    )
    def test_a_manifest_elsewhere(self, named: str, library: str) -> None:
        """A folder beside the one that a variable names, and libraries in other places than the manifest says."""
        world = World()
        world.driver()
        world.variable("VK_LAYER_PATH", named)
        world.explicit_layer(ASKED[0], folder="/opt/layers", mock=None, library_path=library)
        world.file("/opt/layers/package.json", {"name": "of somebody else"})
        world.library("/opt/layers/libone.so", "layer", {"name": ASKED[0]})
        world.library("/opt/other/libmoved.so", "layer", {"name": ASKED[0]})
        host = machine_of(world.scenario())

        snapshot = held(of_host(host, staged=False))

        for edition in Edition:
            assert explained(snapshot, edition) == explained(host, edition)
        assert "of somebody else" not in json.dumps(of_host(host, staged=False))

    @pytest.mark.parametrize("root", [{"layer": {}}, {}, [{"layer": {}}]], ids=["layer", "flat", "list"])
    def test_the_variables_of_a_manifest_elsewhere(self, root: Any) -> None:
        """They are in the snapshot, wherever in the manifest the layer stands; another program's are not."""
        entry = {"name": ASKED[0], "library_path": "./a.so", "enable_environment": {"ACME_ON": "1"}}
        inner = root[0] if isinstance(root, list) else root
        inner.update({"layer": entry} if "layer" in inner else entry)
        world = World()
        world.driver()
        world.file("/opt/acme/implicit_layer.d/a.json", json.dumps(root))
        for name in ("ACME_ON", "VK_LAYERS", "VULKAN_SDK", "MANGOHUD", "ACME_SECRET"):
            world.variable(name, "1")

        snapshot = held(of_host(machine_of(world.scenario()), staged=True))

        kept = set(snapshot.variables()) - {"HOME"}
        assert kept == {"ACME_ON", "VK_LAYERS", "VULKAN_SDK", "MANGOHUD"}

    @pytest.mark.parametrize("folder", ["/usr/share/vulkan/icd", "/opt/card", "/usr/local/etc/vulkan/icd.d"])
    def test_the_only_driver(self, folder: str) -> None:
        """Without a driver, one that no loader finds is proposed."""
        world = World()
        world.driver(folder=folder)
        host = machine_of(world.scenario())

        snapshot = held(of_host(host, staged=False))

        assert explained(snapshot, Edition.E2026) == explained(host, Edition.E2026)

    def test_a_searched_folder_that_is_a_link_to_nowhere(self) -> None:
        """The link's target is in the snapshot: it is what the answer has to be brought back."""
        world = World()
        world.driver()
        world.link("/usr/share/vulkan/explicit_layer.d", "/sdk")
        host = machine_of(world.scenario())

        snapshot = held(of_host(host, staged=False))

        assert "bring /sdk back" in json.dumps(explained(snapshot, Edition.E2026))
        assert explained(snapshot, Edition.E2026) == explained(host, Edition.E2026)


class TestOtherQuestions:
    """What was not asked when the snapshot was taken is answered where that follows from what is there."""

    def taken(self) -> SnapshotHost:
        """The snapshot of a machine whose variable leads away from what is installed."""
        world = World()
        world.driver()
        world.explicit_layer(ASKED[0])
        world.variable("VK_LAYER_PATH", "/opt/none")
        return held(of_host(machine_of(world.scenario()), staged=False))

    def test_without_a_variable(self) -> None:
        """The standard places are in the snapshot though the machine's own loader did not look there."""
        names = [
            each["name"] for each in explained(self.taken().changed(variables={}), Edition.E2026)["layers"]
        ]

        assert ASKED[0] in names

    def test_with_more_privilege(self) -> None:
        """An elevated process passes over the variable."""
        host = self.taken().changed(elevated=True)

        (layer, *_) = explained(host, Edition.E2026)["layers"]

        assert (layer["name"], layer["active"], host.unknown()) == (ASKED[0], True, ())

    def test_a_place_that_nobody_looked_at(self) -> None:
        """It is named as unknown, and not said to be missing."""
        host = self.taken().changed(variables={"VK_LAYER_PATH": "/srv/layers"})

        (place,) = [p for p in explained(host, Edition.E2026)["places"] if p["path"] == "/srv/layers"]

        assert place["state"] == "not part of what is known of the machine"
        assert host.unknown() == ("/srv/layers",)
