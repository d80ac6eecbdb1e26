"""What the facts of a library say of it on other systems than Linux: format, architectures, entry points."""

from collections.abc import Iterable

import pytest
from libraries import WHERE, told
from manifests import driver, layer

from refloader.core.json.reader import JsonValue
from refloader.inspect.libraries.facts import driver_library, layer_library, library_alone, unread_library
from refloader.model.library import Format, Library
from refloader.model.place import Use
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.rules import rule

NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
DRIVER = (
    "vk_icdNegotiateLoaderICDInterfaceVersion",
    "vk_icdGetInstanceProcAddr",
    "vk_icdGetPhysicalDeviceProcAddr",
)
SORTING = "vk_icdEnumerateAdapterPhysicalDevices"
INTROSPECTION = (
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateDeviceLayerProperties",
    "vkEnumerateDeviceExtensionProperties",
)
FORMATS = {System.LINUX: Format.ELF, System.WINDOWS: Format.PE, System.MACOS: Format.MACHO}
WINDOWS = System.WINDOWS


def library(
    exports: Iterable[str] = (),
    found: Format = Format.PE,
    machine: str = "X86_64",
    word_size: int = 64,
    *,
    others: tuple[Library, ...] = (),
    shared: bool = True,
) -> Library:
    """A library of some format."""
    return Library("/x/lib", word_size, machine, shared, frozenset(exports), format=found, others=others)


def of_layer(
    found: Library, system: System, word_size: int = 64, machine: str = "", arch: str = ""
) -> tuple[Reason, ...]:
    """The findings about a library of an explicit layer."""
    changes: dict[str, JsonValue] = {"library_arch": arch} if arch else {}
    return layer_library(layer(Use.EXPLICIT, "1.2.1", **changes), found, WHERE, word_size, machine, system)


def of_driver(found: Library, system: System, word_size: int = 64, machine: str = "") -> tuple[Reason, ...]:
    """The findings about a driver's library."""
    return driver_library(driver(), found, WHERE, word_size, machine, system)


class TestFormat:
    """Each system loads files of one format."""

    @pytest.mark.rule("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
    @pytest.mark.parametrize("system", FORMATS)
    @pytest.mark.parametrize("found", Format)
    def test_a_file_for_another_system_is_no_library(self, system: System, found: Format) -> None:
        """That is one error, and nothing else is said of such a file."""
        expected = [] if FORMATS[system] is found else ["MANIFEST-LAYER-07", "MANIFEST-ICD-03"]

        reasons = (
            *of_layer(library([NEGOTIATE], found), system),
            *of_driver(library([*DRIVER, SORTING], found), system),
        )

        assert [reason.rule for reason in reasons] == expected
        assert all(reason.severity is Severity.ERROR for reason in reasons)

    @pytest.mark.rule("MANIFEST-LAYER-07")
    @pytest.mark.parametrize(
        ("system", "kind"), [(WINDOWS, "not a DLL"), (System.MACOS, "dynamic library nor a bundle")]
    )
    def test_a_program_is_no_library(self, system: System, kind: str) -> None:
        """Only libraries are opened."""
        (reason,) = of_layer(library([NEGOTIATE], FORMATS[system], shared=False), system)

        assert (reason.rule, reason.severity) == ("MANIFEST-LAYER-07", "error")
        assert kind in reason.fact

    def test_what_nobody_reads_is_a_note(self) -> None:
        """A file is not wrong because its reader is not installed."""
        reason = unread_library("x.dll", "a Windows library", "x", WHERE, rule("MANIFEST-LAYER-07"))

        assert reason.severity is Severity.NOTE


class TestArchitectures:
    """A universal file serves each process with the architecture that suits it."""

    UNIVERSAL = library((), Format.MACHO, "X86_64", others=(library([NEGOTIATE], Format.MACHO, "AARCH64"),))

    @pytest.mark.rule("MANIFEST-LAYER-09")
    @pytest.mark.parametrize(
        ("arch", "word_size", "expected"),
        [
            ("64", 64, []),
            ("32", 64, [("MANIFEST-LAYER-09", "error", "2022 2026")]),
            ("", 32, [("MANIFEST-LAYER-09", "note", "2022 2026")]),
        ],
    )
    def test_the_word_size_of_a_dll(self, arch: str, word_size: int, expected: list[object]) -> None:
        """The manifest is to state it as it is."""
        assert told(of_layer(library([NEGOTIATE]), WINDOWS, word_size, arch=arch)) == expected

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    @pytest.mark.parametrize(
        ("machine", "expected"),
        [
            ("AARCH64", []),
            ("", ["LLP_LAYER_4"]),
            ("X86_64", ["LLP_LAYER_4"]),
            ("PPC64", ["DEBUG-WRONGARCH-01", "LLP_LAYER_4"]),
        ],
    )
    def test_the_one_that_suits_is_judged(self, machine: str, expected: list[str]) -> None:
        """The other one of these two exports nothing."""
        reasons = of_layer(self.UNIVERSAL, System.MACOS, machine=machine)

        assert [reason.rule for reason in reasons] == expected

    @pytest.mark.rule("LLP_LAYER_4", "GPA-ICD-01")
    def test_decorated_names_are_told(self) -> None:
        """A 32-bit compiler for Windows decorates names, and no loader asks for decorated ones."""
        layers = library([f"_{NEGOTIATE}@4"], machine="386", word_size=32)
        drivers = library(["_vk_icdGetInstanceProcAddr@8"], machine="386", word_size=32)

        (of_a_layer,) = of_layer(layers, WINDOWS, 32)
        (of_a_driver,) = of_driver(drivers, WINDOWS, 32)

        assert f"it exports _{NEGOTIATE}@4" in of_a_layer.fact
        assert "it exports _vk_icdGetInstanceProcAddr@8" in of_a_driver.fact


class TestDrivers:
    """A driver's entry points are the same on every system, but for the sorting of devices on Windows."""

    @pytest.mark.rule("DEVICE-SORT-WIN-03")
    @pytest.mark.parametrize(
        ("exports", "expected"),
        [
            ([*DRIVER, SORTING], []),
            (DRIVER, [("DEVICE-SORT-WIN-03", "note", "2026")]),
        ],
        ids=["with", "without"],
    )
    def test_the_function_that_windows_sorts_by(self, exports: list[str], expected: list[object]) -> None:
        """A driver without it works, and its devices come last; one of version 7 may have it all the same."""
        assert told(of_driver(library(exports), WINDOWS)) == expected

    @pytest.mark.rule("DEVICE-SORT-WIN-03")
    @pytest.mark.parametrize("system", [System.LINUX, System.MACOS])
    def test_other_systems_do_not_sort_by_it(self, system: System) -> None:
        """Nobody misses it there."""
        assert of_driver(library(DRIVER, FORMATS[system]), system) == ()

    @pytest.mark.rule("GPA-ICD-04")
    @pytest.mark.parametrize(
        ("system", "expected"),
        [(System.LINUX, ["GPA-ICD-04", "LDP_DRIVER_6"]), (System.MACOS, ["LDP_DRIVER_6"])],
    )
    def test_only_elf_files_can_be_linked_symbolically(self, system: System, expected: list[str]) -> None:
        """Elsewhere a library's names are looked up in the library that they were linked to."""
        reasons = of_driver(library([*DRIVER, "vkCreateInstance"], FORMATS[system]), system)

        assert [reason.rule for reason in reasons] == expected


class TestAndroid:
    """Android's loader asks the library of a layer for what a manifest would say."""

    @pytest.mark.rule("DISC-ANDROID-03")
    @pytest.mark.parametrize(
        ("missing", "severity"),
        [(INTROSPECTION[0], "error"), *[(name, "warning") for name in INTROSPECTION[1:]]],
    )
    def test_introspection_functions(self, missing: str, severity: str) -> None:
        """Without the first nobody finds a layer in the library; the others answer for extensions."""
        exports = {*INTROSPECTION, "vkGetInstanceProcAddr", "vkGetDeviceProcAddr"}

        assert of_layer(library(exports, Format.ELF), System.ANDROID) == ()
        (reason,) = of_layer(library(exports - {missing}, Format.ELF), System.ANDROID)
        assert (reason.rule, reason.severity) == ("DISC-ANDROID-03", severity)

    @pytest.mark.rule("LLP_LAYER_4")
    def test_a_layer_without_a_way_in(self) -> None:
        """What is found has to be usable as well."""
        (reason,) = of_layer(library(INTROSPECTION, Format.ELF), System.ANDROID)

        assert (reason.rule, reason.severity) == ("LLP_LAYER_4", "error")


class TestAlone:
    """A library without a manifest is judged as what it exports."""

    def test_a_driver(self) -> None:
        """It has a driver's entry points."""
        (reason,) = library_alone(library(DRIVER), WHERE, WINDOWS)

        assert (reason.rule, reason.where) == ("DEVICE-SORT-WIN-03", WHERE)

    def test_a_layer(self) -> None:
        """It has a layer's."""
        assert library_alone(library([NEGOTIATE], word_size=32), WHERE, WINDOWS) == ()

    @pytest.mark.rule("LLP_LAYER_4")
    def test_neither(self) -> None:
        """No loader can use it."""
        (reason,) = library_alone(library(["malloc"]), WHERE, WINDOWS)

        assert (reason.rule, reason.severity) == ("LLP_LAYER_4", "error")
