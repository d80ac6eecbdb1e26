"""A fork searches where its profile says, sees its own variables, and is otherwise what the documents say."""

from pathlib import Path

from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.inspect.profiles.reader import read_profile
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.platform import Platform
from refloader.model.request import Build, Request
from refloader.model.system import System

EXAMPLE = Path(__file__).parents[3] / "fixtures/profiles/vendor-partition.toml"
HEAD = 'schema = "refloader.profile/1"\nname = "x"\n'
LAYER = b"""{"file_format_version": "1.1.2", "layer": {"name": "%s", "type": "GLOBAL", "api_version": "1.3.0",
"implementation_version": "1", "description": "d", "library_path": "libx.so"%s}}"""
SWITCH = b', "disable_environment": {"OFF": "1"}'


def layer(name: str, more: bytes = b"") -> bytes:
    """A manifest of one layer."""
    return LAYER % (name.encode(), more)


def plan(text: str, files: dict[str, bytes], layers: tuple[str, ...] = (), **variables: str) -> Plan:
    """What a fork of this profile decides."""
    build = Build(profile=read_profile(text.encode(), "p.toml"))
    return decide(MemoryHost(files=files, environment=variables), Request(layers=layers), build=build)


class TestSearch:
    """The places are the fork's."""

    def test_the_example_searches_its_partitions(self) -> None:
        """Vendor, system and data folder, and nothing else."""
        found = plan(EXAMPLE.read_text(), {}, VULKAN_DATA="/data/app")

        assert [place.path for place in found.places if place.use is Use.EXPLICIT] == [
            "/vendor/etc/vulkan/explicit_layer.d",
            "/system/etc/vulkan/explicit_layer.d",
            "/data/app/etc/vulkan/explicit_layer.d",
        ]

    def test_an_unset_variable_names_no_place(self) -> None:
        """Without its variable a place is left out."""
        found = plan(EXAMPLE.read_text(), {})

        assert not any(place.path.startswith("/etc") or "$" in place.path for place in found.places)

    def test_elevated_processes(self) -> None:
        """Places that a variable names are not searched with privilege."""
        build = Build(profile=read_profile(EXAMPLE.read_bytes(), "p.toml"))
        host = MemoryHost(environment={"VULKAN_DATA": "/data/app"}, privileged=True)

        assert not any(place.path.startswith("/data") for place in decide(host, build=build).places)

    def test_layers_are_found_there(self) -> None:
        """A layer in the fork's place is enumerated; one in a place of the documents is not."""
        files = {
            "/vendor/etc/vulkan/explicit_layer.d/a.json": layer("VK_LAYER_A_a"),
            "/etc/vulkan/explicit_layer.d/b.json": layer("VK_LAYER_B_b"),
        }

        assert [each.name for each in plan(EXAMPLE.read_text(), files).enumerated] == ["VK_LAYER_A_a"]

    def test_other_systems(self) -> None:
        """A fork for Linux changes nothing on Windows."""
        build = Build(profile=read_profile(EXAMPLE.read_bytes(), "p.toml"))
        host = MemoryHost(system=Platform(System.WINDOWS), environment={"VULKAN_DATA": "/data"})

        assert decide(host, build=build).places == decide(host).places


class TestVariables:
    """Variables are those of the fork."""

    def test_renamed(self) -> None:
        """The fork's name works, the documents' does not."""
        text = HEAD + '[variables.renamed]\nVK_LAYER_PATH = "MY_PATH"'
        files = {"/x/a.json": layer("VK_LAYER_A_a")}

        assert plan(text, files, MY_PATH="/x").enumerated
        assert not plan(text, files, VK_LAYER_PATH="/x").enumerated

    def test_ignored(self) -> None:
        """An ignored variable has no effect."""
        text = HEAD + '[variables]\nignored = ["VK_LAYER_PATH"]'

        assert not plan(text, {"/x/a.json": layer("VK_LAYER_A_a")}, VK_LAYER_PATH="/x").enumerated


IMPLICIT = {"/etc/vulkan/implicit_layer.d/a.json": layer("VK_LAYER_A_a", SWITCH)}


class TestFeatures:
    """What a fork is without has no effect."""

    def test_implicit_layers(self) -> None:
        """Without implicit layers none is found."""
        assert plan(HEAD, IMPLICIT).chain
        assert not plan(HEAD + '[features]\ndisabled = ["implicit-layers"]', IMPLICIT).layers

    def test_filters(self) -> None:
        """Without filters a layer that one would disable stays."""
        text = HEAD + '[features]\ndisabled = ["filters"]'

        assert not plan(HEAD, IMPLICIT, VK_LOADER_LAYERS_DISABLE="*").chain
        assert plan(text, IMPLICIT, VK_LOADER_LAYERS_DISABLE="*").chain

    def test_settings_file(self) -> None:
        """Without a settings file none is looked for."""
        text = HEAD + '[features]\ndisabled = ["settings-file"]'

        assert not [place for place in plan(text, {}, HOME="/h").places if place.use is Use.SETTINGS]
