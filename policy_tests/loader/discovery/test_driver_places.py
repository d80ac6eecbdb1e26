"""The folders and files in which a loader finds drivers' manifests, and their order."""

import pytest

from policy_tests.loader.implied import HIDDEN
from refloader.sandbox.messages import in_turn, lines
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

FOLDERS = [
    "/home/user/.config/vulkan/icd.d",
    "/etc/xdg/vulkan/icd.d",
    "/etc/vulkan/icd.d",
    "/home/user/.local/share/vulkan/icd.d",
    "/usr/local/share/vulkan/icd.d",
    "/usr/share/vulkan/icd.d",
]

LOG = "the order of the search, in which the log may tell what it finds"


def found_in_turn(subject: Trial, world: World, files: list[str]) -> list[str]:
    """Those of the files that the log of drivers names, in the order of the log."""
    world.variable("VK_LOADER_DEBUG", "driver")
    script = Script()
    script.create()
    seen = subject.calls(world, script)
    return in_turn(lines(seen), files)


BESIDE = ("/etc", "/etc/vulkan", "/etc/vulkan/icd.d/below", "/etc/vulkan/icd.d/icd.d", "/etc/icd.d")
"""Folders above, below and beside one of the search."""


@pytest.mark.rule("DISC-DRIVER-LINUX-03")
class TestOnlyTheFolderItself:
    """Each base gets the suffix /vulkan/icd.d, and only that folder is read."""

    @pytest.mark.parametrize("folder", ["every-one", *BESIDE])
    def test_manifests_beside_the_folder_are_missed(self, world: World, subject: Trial, folder: str) -> None:
        """A driver manifest above, below or beside a searched vulkan/icd.d folder is not found."""
        world.driver("good", folder="/etc/vulkan/icd.d")
        for number, each in enumerate(BESIDE if folder == "every-one" else [folder]):
            world.driver(f"lost{number}", folder=each)

        seen = subject.observe(world)

        assert seen.drivers == ("good",)

    def test_a_manifest_below_the_folder_is_no_driver(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if the only manifest is in a folder below icd.d."""
        world.driver("lost", folder="/usr/share/vulkan/icd.d/below")

        seen = subject.observe(world)

        assert (seen.result_name, seen.drivers) == ("VK_ERROR_INCOMPATIBLE_DRIVER", ())


@pytest.mark.rule("MANIFEST-ICD-08")
class TestFileNames:
    """Every manifest that is found is opened, and its library is used."""

    @pytest.mark.parametrize("file", [".d.json", "..json", "a b.json", "d.json.json", "1.json", "_.json"])
    def test_of_any_name(self, world: World, subject: Trial, file: str) -> None:
        """A driver whose manifest has any name that ends in .json is used beside another driver."""
        world.driver("first")
        world.driver("second", file=file)

        seen = subject.observe(world)

        if file.startswith("."):
            subject.implied(set(seen.drivers), {"first", "second"}, HIDDEN)
        else:
            assert set(seen.drivers) == {"first", "second"}


@pytest.mark.needs_library
class TestOrder:
    """The log of drivers names manifests in the order in which they are found."""

    @pytest.mark.rule("DISC-DRIVER-LINUX-04")
    def test_of_the_folders(self, world: World, subject: Trial) -> None:
        """The driver log should name manifests in the order of the searched folders, from ~/.config to /usr/share."""
        files = [
            world.driver(f"driver_{number}", folder=folder) for number, folder in enumerate(FOLDERS, start=1)
        ]

        found = found_in_turn(subject, world, files)

        subject.implied(found, [file for file in files if file in found], LOG)

    @pytest.mark.rule("ENV-DRIVERFILES-05")
    def test_of_added_drivers(self, world: World, subject: Trial) -> None:
        """The driver log should name manifests in VK_ADD_DRIVER_FILES before those of the standard folders."""
        installed = world.driver("installed", folder=FOLDERS[0])
        added = [world.driver("second", folder="/world/b"), world.driver("first", folder="/world/a")]
        world.variable("VK_ADD_DRIVER_FILES", ":".join(added))

        found = found_in_turn(subject, world, [*added, installed])

        subject.implied(found, [file for file in (*added, installed) if file in found], LOG)
