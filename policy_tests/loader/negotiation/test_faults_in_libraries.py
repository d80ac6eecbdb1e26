"""One component among three whose library cannot be used: the other two have to survive.

What lies at the library's path is a table. A library whose constructor ends the process is not among it, as no rule
asks a loader to survive that; file modes are not, as a process with privilege reads everything.
"""

import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from policy_tests.loader.implied import OF_OTHERS, survived
from refloader.native.mocks import mock_library
from refloader.scenario.scenario import Mock, World
from refloader.suite.loaders.trial import Trial

PLACES = ["first", "middle", "last"]
FOLDERS = ("/etc/vulkan", "/home/user/.local/share/vulkan", "/usr/share/vulkan")
"""Three folders that every edition searches, in the order of the newest."""

LAYERS = ("VK_LAYER_TEST_alpha", "VK_LAYER_TEST_beta")
X86, X86_64, S390 = 3, 62, 22


def elf(bits: int, machine: int, *, cut: int = 64) -> bytes:
    """The header of a shared library, with nothing behind it."""
    word = "<I" if bits == 32 else "<Q"
    identity = b"\x7fELF" + bytes([1 if bits == 32 else 2, 1, 1]) + bytes(9)
    head = struct.pack("<HHI", 3, machine, 1) + struct.pack(word, 0) * 3
    return (identity + head + struct.pack("<IHHHHHH", 0, 64, 56, 0, 64, 0, 0))[:cut]


def content(data: bytes) -> Callable[[World, str], object]:
    """A file of these bytes."""
    return lambda world, path: world.file(path, data)


def link(target: str) -> Callable[[World, str], object]:
    """A symbolic link."""
    return lambda world, path: world.link(path, target)


def without_its_libc(mock: str) -> Callable[[World, str], object]:
    """A mock library that needs another one which is nowhere."""

    def put(world: World, path: str) -> None:
        found = mock_library(mock)
        if found is None:
            pytest.skip(f"the library {mock} is not built")
        data = Path(found).read_bytes()
        assert b"\0libc.so.6\0" in data, "the mocks need the C library by this name"
        world.file(path, data.replace(b"\0libc.so.6\0", b"\0libc.so.Q\0"))

    return put


WRONG_SIZE: dict[str, Callable[[World, str], object]] = {
    "for-32-bits": content(elf(32, X86)),
    "for-32-bits-of-x86-64": content(elf(32, X86_64)),
}
"""Libraries of another word size."""

EVERYWHERE: dict[str, Callable[[World, str], object]] = {
    **WRONG_SIZE,
    "nothing": lambda world, path: None,
    "empty": content(b""),
    "text": content(b"this is no library\n"),
    "script": content(b"#!/bin/sh\nexit 0\n"),
    "zeros": content(bytes(4096)),
    "for-another-machine": content(elf(64, S390)),
    "a-header-alone": content(elf(64, X86_64)),
    "half-a-header": content(elf(64, X86_64, cut=40)),
    "folder": lambda world, path: world.file(f"{path}/inside", b""),
    "dangling-link": link("/nowhere/at/all.so"),
    "link-to-itself": lambda world, path: world.link(path, path),
    "link-to-its-folder": link("."),
    "device": link("/dev/null"),
}

FOR_DRIVERS: dict[str, Callable[[World, str], object]] = {
    **EVERYWHERE,
    "no-exports": lambda world, path: world.library(path, "layer_renamed"),
    "missing-dependency": without_its_libc("mock_icd"),
    "exports-of-a-layer": lambda world, path: world.library(path, "layer"),
}

FOR_LAYERS: dict[str, Callable[[World, str], object]] = {
    **EVERYWHERE,
    "no-exports": lambda world, path: world.library(path, "layer_renamed"),
    "missing-dependency": without_its_libc("mock_layer"),
    "exports-of-a-driver": lambda world, path: world.library(path, "driver"),
}


OF_ANOTHER_KIND = {"exports-of-a-layer", "exports-of-a-driver"}
"""Libraries with functions that a loader may call, and that no rule has answer as it expects."""


def three_drivers(world: World, place: str, at: Callable[[World, str], object]) -> None:
    """The drivers alpha and beta, and at that place among them one with this at its library's path."""
    names = ["alpha", "beta"]
    names.insert(PLACES.index(place), "bad")
    for name, folder in zip(names, FOLDERS, strict=True):
        mock: Mock | None = None if name == "bad" else "driver"
        world.driver(name, folder=f"{folder}/icd.d", mock=mock, flags={"device_name": name})
    at(world, f"{FOLDERS[PLACES.index(place)]}/icd.d/libbad.so")


def three_layers(world: World, place: str, at: Callable[[World, str], object]) -> None:
    """The implicit layers alpha and beta, and at that place among them one with this at its library's path."""
    names = [*LAYERS]
    names.insert(PLACES.index(place), "VK_LAYER_TEST_bad")
    for name, folder in zip(names, FOLDERS, strict=True):
        mock: Mock | None = "layer" if name in LAYERS else None
        world.implicit_layer(name, folder=f"{folder}/implicit_layer.d", mock=mock)
    at(world, f"{FOLDERS[PLACES.index(place)]}/implicit_layer.d/libVK_LAYER_TEST_bad.so")


@pytest.mark.parametrize("place", ["middle", "first", "last"])
class TestDrivers:
    """A loader tries every driver that it finds."""

    @pytest.mark.rule("LDP_LOADER_2", "MANIFEST-ICD-08")
    @pytest.mark.parametrize("fault", FOR_DRIVERS)
    def test_the_other_drivers(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """The loader uses the two good drivers although a third driver's library cannot be used."""
        three_drivers(world, place, FOR_DRIVERS[fault])

        with survived(OF_OTHERS, breaks_a_rule=fault in OF_ANOTHER_KIND):
            seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        assert {device.name for device in seen.devices} == {"alpha", "beta"}

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    @pytest.mark.parametrize("fault", WRONG_SIZE)
    def test_a_driver_of_another_word_size(
        self, world: World, subject: Trial, fault: str, place: str
    ) -> None:
        """A driver library of the wrong word size is skipped, and the devices of the other drivers are there."""
        three_drivers(world, place, WRONG_SIZE[fault])

        seen = subject.observe(world)

        assert {device.name for device in seen.devices} == {"alpha", "beta"}


@pytest.mark.rule("LDP_LOADER_1")
@pytest.mark.parametrize("fault", [fault for fault in FOR_DRIVERS if fault != "exports-of-a-layer"])
class TestOnlyDrivers:
    """Without a driver that can be loaded vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER.

    A layer's exports may be taken for those of a driver of version 0, whose result would then be the answer.
    """

    def test_a_bad_library_is_no_driver(self, world: World, subject: Trial, fault: str) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if the only driver's library cannot be used."""
        manifest = world.driver("bad", mock=None)
        FOR_DRIVERS[fault](world, f"{manifest.rpartition('/')[0]}/libbad.so")

        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"


@pytest.mark.parametrize("place", ["middle", "first", "last"])
class TestLayers:
    """An implicit layer is active for every instance merely because its manifest is found."""

    @pytest.mark.rule("ACT-IMPLICIT-01")
    @pytest.mark.parametrize("fault", FOR_LAYERS)
    def test_the_other_layers(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """The two good implicit layers are in the chain although a third layer's library cannot be used."""
        world.driver()
        three_layers(world, place, FOR_LAYERS[fault])

        with survived(OF_OTHERS, breaks_a_rule=fault in OF_ANOTHER_KIND):
            seen = subject.observe(world)

        assert (seen.result_name, set(seen.chain), len(seen.devices)) == ("VK_SUCCESS", set(LAYERS), 1)

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    @pytest.mark.parametrize("fault", WRONG_SIZE)
    def test_a_layer_of_another_word_size(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """A layer library of the wrong word size is skipped, and the other layers are in the chain."""
        world.driver()
        three_layers(world, place, WRONG_SIZE[fault])

        seen = subject.observe(world)

        assert set(seen.chain) == set(LAYERS)
