"""The machine that a log is of: explain searches where the log's loader did, and what is unknown is said."""

import json
from pathlib import Path

import pytest

from refloader.engine import decide
from refloader.host.machines.snapshot import SnapshotHost
from refloader.host.port import Kind, Listing, Trouble
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.wholes.log_machine import machine_of
from refloader.inspect.snapshots.file import SCHEMA, read_machine
from refloader.inspect.snapshots.recorded import recorded_json
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.recorded import Recorded
from refloader.model.system import System

LOGS = Path(__file__).resolve().parents[3] / "fixtures" / "logs"
SELECT = "/usr/share/vulkan/implicit_layer.d/VkLayer_MESA_device_select.json"


def sample(name: str) -> Recorded:
    """The machine of a kept log."""
    return machine_of(read((LOGS / name).read_text()))


def log(places: str, files: str = "", what: str = "layer") -> Recorded:
    """The machine of a log with one search."""
    lines = [f"LAYER: Searching for {what} manifest files", "LAYER:    In following locations:"]
    lines += [f"LAYER:       {place}" for place in places.split()]
    lines += ["LAYER:    Found the following files:", *(f"LAYER:       {file}" for file in files.split())]
    return machine_of(read("\n".join(lines)))


def searched(recorded: Recorded, edition: Edition, use: Use) -> list[str]:
    """Where a loader of an edition looks on the machine."""
    return [
        place.path for place in decide(SnapshotHost(recorded), edition=edition).places if place.use is use
    ]


class TestSearchedAgain:
    """A decision on the machine looks where the log says that its loader looked."""

    @pytest.mark.parametrize("edition", [Edition.E2022, Edition.E2026])
    @pytest.mark.parametrize("name", ["debian-12-loader.log", "refloader.log"])
    def test_the_samples(self, name: str, edition: Edition) -> None:
        """All places of each kind, in their order; those of the settings file are no part of old logs."""
        text = (LOGS / name).read_text()

        for search in read(text).searches:
            assert search.use is not None
            assert searched(sample(name), edition, search.use) == list(search.places)

    def test_variables_are_worked_out(self) -> None:
        """Only those that differ from what a loader does without them; each is named as such."""
        recorded = sample("debian-12-loader.log")

        assert recorded.variables == {"HOME": "/home/sam", "XDG_DATA_DIRS": "/opt/share:/usr/share"}
        assert (
            "derived from the places that were searched, not observed: HOME, XDG_DATA_DIRS" in recorded.notes
        )

    def test_a_list_that_replaces_the_search(self) -> None:
        """Without /etc among the places it was a variable's."""
        recorded = sample("refloader.log")

        assert recorded.variables["VK_LAYER_PATH"] == "/opt/layers:/usr/share/vulkan/explicit_layer.d"
        assert recorded.variables["VK_ICD_FILENAMES"] == "/usr/share/vulkan/icd.d/lvp_icd.x86_64.json"

    def test_a_list_that_adds_to_it(self) -> None:
        """Its folders stand before the others."""
        recorded = log("/opt/x /etc/vulkan/explicit_layer.d /usr/share/vulkan/explicit_layer.d")

        assert recorded.variables["VK_ADD_LAYER_PATH"] == "/opt/x"


class TestWhatIsKnown:
    """Names alone."""

    def test_manifests_are_there_and_not_readable(self) -> None:
        """The folder is listed in the order of the log."""
        host = SnapshotHost(sample("debian-12-loader.log"))

        listing = host.list("/usr/share/vulkan/implicit_layer.d")
        answer = host.read(SELECT)

        assert isinstance(listing, Listing)
        assert listing.names == ("vkBasalt.json", "MangoHud.json", "VkLayer_MESA_device_select.json")
        assert host.kind(SELECT) is Kind.FILE
        assert getattr(answer, "trouble", None) is Trouble.UNKNOWN

    def test_what_the_loader_did_is_noted(self) -> None:
        """Layers with their manifests, libraries of drivers, the chain."""
        notes = sample("debian-12-loader.log").notes

        assert f'the loader inserted VK_LAYER_MESA_device_select from "{SELECT}", library ' in "\n".join(
            notes
        )
        assert "the last call chain of an instance: VK_LAYER_MESA_device_select" in notes
        assert "the loader calls itself version 1.3.239" in notes

    def test_what_is_not_known_is_noted(self) -> None:
        """A summary of vulkaninfo has no searches."""
        notes = sample("vulkaninfo-summary.txt").notes

        assert "no search for drivers is in the log: where they would be found is unknown" in notes
        assert any(note.startswith("layers that an application could ask for: ") for note in notes)

    def test_runs_that_differ(self) -> None:
        """The search that is there most often counts; the others are counted."""
        here, there = (
            (LOGS / "debian-12-loader.log").read_text().replace("/opt", each) for each in ("/a", "/b")
        )
        recorded = machine_of(read(here + there + there))

        assert recorded.variables["XDG_DATA_DIRS"] == "/b/share:/usr/share"
        assert any(note.startswith("the log has 2 different searches for drivers") for note in recorded.notes)

    @pytest.mark.parametrize(
        ("place", "system"),
        [
            ("/etc/vulkan/icd.d", System.LINUX),
            ("C:\\Windows\\System32\\x.json", System.WINDOWS),
            ("HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\Drivers", System.WINDOWS),
            ("/Users/sam/.local/share/vulkan/icd.d", System.MACOS),
            ("/data/local/debug/vulkan", System.ANDROID),
        ],
    )
    def test_the_system_shows_in_its_paths(self, place: str, system: System) -> None:
        """By drives, keys and folders that only one has."""
        assert log(place).platform.system is system

    def test_keys_of_windows(self) -> None:
        """The manifests are laid to the first key that was searched."""
        key = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\Drivers"
        recorded = log(key, "C:\\drivers\\a.json", "driver")

        registry = recorded.platform.registry
        assert registry is not None
        found = registry.key(key)
        assert found is not None
        assert [value.name for value in found.values] == ["C:\\drivers\\a.json"]
        assert "C:\\drivers\\a.json" in [each.path for each in recorded.entries]

    def test_it_survives_its_file(self) -> None:
        """As a snapshot like any other."""
        recorded = sample("debian-12-loader.log")
        document = {"schema": SCHEMA, **recorded_json(recorded)}

        read_again, _ = read_machine(json.dumps(document).encode(), "x")

        assert read_again is not None
        assert recorded_json(read_again) == recorded_json(recorded)
