"""What the static facts of a library say against its manifest and the documents."""

import pytest
from libraries import WHERE, library, told
from manifests import ALL, SINCE_2018, SINCE_2022, driver, layer

from refloader.core.json.reader import JsonValue
from refloader.inspect.libraries.facts import driver_library, layer_library, missing_library, not_a_library
from refloader.model.library import Library
from refloader.model.place import Use
from refloader.rules import rule

NEGOTIATE = "vkNegotiateLoaderLayerInterfaceVersion"
PROC_ADDR = ("vkGetInstanceProcAddr", "vkGetDeviceProcAddr")
INTROSPECTION = (
    "vkEnumerateInstanceLayerProperties",
    "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateDeviceLayerProperties",
    "vkEnumerateDeviceExtensionProperties",
)
ICD = (
    "vk_icdNegotiateLoaderICDInterfaceVersion",
    "vk_icdGetInstanceProcAddr",
    "vk_icdGetPhysicalDeviceProcAddr",
)
VERSION_0 = {"vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties"}


def of_layer(found: Library, word_size: int = 64, **changes: JsonValue) -> list[tuple[str, str, str]]:
    """The findings about a library of an explicit layer."""
    return told(layer_library(layer(Use.EXPLICIT, "1.2.1", **changes), found, WHERE, word_size))


def of_driver(found: Library, word_size: int = 64, **changes: JsonValue) -> list[tuple[str, str, str]]:
    """The findings about a driver's library."""
    return told(driver_library(driver(**changes), found, WHERE, word_size))


class TestMissingLibrary:
    """A manifest without its library is stale; how loudly that is said depends on where the manifest lies."""

    @pytest.mark.rule("LLP_LAYER_20", "AMB-STALE-BARE")
    @pytest.mark.parametrize(
        ("path", "installed", "severity"),
        [
            ("/usr/lib/libgone.so", True, "error"),
            ("../lib/libgone.so", True, "error"),
            ("libgone.so", True, "warning"),
            ("/usr/lib/libgone.so", False, "warning"),
            ("./libgone.so", False, "warning"),
            ("libgone.so", False, "note"),
        ],
    )
    def test_a_bare_name_is_less_serious_than_a_path(self, path: str, installed: bool, severity: str) -> None:
        """Another process's linker may find a bare name; a path in an installed manifest leads nowhere."""
        reason = missing_library(path, "VK_LAYER_TEST_plain", WHERE, driver=False, installed=installed)

        assert (reason.rule, reason.severity, reason.where) == ("LLP_LAYER_20", severity, WHERE)
        assert path in reason.fact

    @pytest.mark.parametrize("installed", [True, False])
    def test_a_bare_name_beside_the_manifest(self, installed: bool) -> None:
        """No loader looks there for it, wherever the manifest lies; the fix is the path that leads there."""
        reason = missing_library(
            "libmine.so", "VK_LAYER_TEST_plain", WHERE, driver=False, installed=installed, beside=True
        )

        assert (reason.severity, reason.remedy) == ("warning", '"./libmine.so"')

    def test_a_full_path_whose_bare_name_leads_to_a_library(self) -> None:
        """The fix is the bare name."""
        path, there = "/usr/lib/libmine.so", "/usr/lib/x86_64-linux-gnu/libmine.so"

        reason = missing_library(
            path, "VK_LAYER_TEST_plain", WHERE, driver=False, installed=True, linked=there
        )

        assert there in reason.fact
        assert reason.remedy == '"libmine.so"'

    @pytest.mark.rule("LDP_DRIVER_11", "AMB-STALE-BARE")
    @pytest.mark.parametrize(
        ("path", "installed", "severity"),
        [
            ("/usr/lib/libgone.so", True, "error"),
            ("libgone.so", True, "warning"),
            ("libgone.so", False, "note"),
        ],
    )
    def test_drivers_have_a_rule_of_their_own(self, path: str, installed: bool, severity: str) -> None:
        """A driver that was uninstalled must have taken its manifest along."""
        reason = missing_library(path, "driver.json", WHERE, driver=True, installed=installed)

        assert (reason.rule, reason.severity) == ("LDP_DRIVER_11", severity)

    @pytest.mark.rule("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
    @pytest.mark.parametrize("why", ["MANIFEST-LAYER-07", "MANIFEST-ICD-03"])
    def test_something_else_than_a_library_is_an_error(self, why: str) -> None:
        """library_path has to lead to a shared library."""
        reason = not_a_library("./\x1b.so", "not an ELF file", "VK_LAYER_TEST_plain", WHERE, rule(why))

        assert (reason.rule, reason.severity) == (why, "error")
        assert "\x1b" not in reason.fact

    @pytest.mark.rule("MANIFEST-LAYER-07", "MANIFEST-ICD-03")
    def test_a_program_is_no_shared_library(self) -> None:
        """An ELF file of another type cannot be opened as one, in any edition."""
        assert of_layer(library([NEGOTIATE], shared=False)) == [("MANIFEST-LAYER-07", "error", ALL)]
        assert of_driver(library(ICD, shared=False)) == [("MANIFEST-ICD-03", "error", ALL)]


@pytest.mark.rule("LLP_LAYER_4", "NEGOTIATE-LAYER-02")
class TestNegotiationExport:
    """A layer exports vkNegotiateLoaderLayerInterfaceVersion under that name or the one in its manifest."""

    def test_the_export_is_all_a_layer_needs(self) -> None:
        """A layer that negotiates draws no remark."""
        assert of_layer(library([NEGOTIATE])) == []

    def test_the_manifest_may_give_it_another_name(self) -> None:
        """The name in functions is what counts."""
        renamed = library(["Other_Negotiate"])

        assert of_layer(renamed, functions={NEGOTIATE: "Other_Negotiate"}) == []

    @pytest.mark.rule("MANIFEST-LAYER-13", "IFACE-LAYER-V0-10")
    def test_manifest_and_library_have_to_agree(self) -> None:
        """A symbol that functions names and the library lacks is an error, whatever else is exported."""
        found = of_layer(library([NEGOTIATE]), functions={NEGOTIATE: "Other_Negotiate"})

        assert found[0] == ("MANIFEST-LAYER-13", "error", ALL)
        assert ("LLP_LAYER_4", "error", ALL) in found

    @pytest.mark.rule("AMB-LLP4-NOEXPORT", "IFACE-LAYER-V0-06", "IFACE-LAYER-V0-01")
    def test_without_it_a_layer_may_be_of_an_older_interface(self) -> None:
        """A library with all exports of version 0 is used as such, with the advice of the newer editions."""
        found = of_layer(library([*PROC_ADDR, *INTROSPECTION]))

        assert found == [("LLP_LAYER_4", "warning", SINCE_2022)]

    def test_without_any_entry_point_no_loader_can_use_it(self) -> None:
        """Nothing is left to begin with."""
        assert of_layer(library(INTROSPECTION)) == [("LLP_LAYER_4", "error", ALL)]
        assert of_layer(library([])) == [("LLP_LAYER_4", "error", ALL)]


class TestInterfaceVersion0:
    """A library of the old interface exports introspection functions and two functions per layer."""

    @pytest.mark.rule("IFACE-LAYER-V0-01")
    @pytest.mark.parametrize("missing", INTROSPECTION)
    def test_each_introspection_function_is_wanted(self, missing: str) -> None:
        """A library without one of the four has a note."""
        exports = {*PROC_ADDR, *INTROSPECTION} - {missing}

        assert ("IFACE-LAYER-V0-01", "note", ALL) in of_layer(library(exports))

    @pytest.mark.rule("IFACE-LAYER-V0-01")
    def test_layers_that_negotiate_need_none(self) -> None:
        """They belong to version 0."""
        assert of_layer(library([NEGOTIATE, *PROC_ADDR])) == []

    @pytest.mark.rule("IFACE-LAYER-V0-06", "IFACE-LAYER-V0-07")
    def test_a_library_of_several_layers_names_the_functions_by_layer(self) -> None:
        """With both names in functions the layer is used like one with the plain names."""
        exports = [*(f"VK_LAYER_TEST_plain{name[2:]}" for name in PROC_ADDR), *INTROSPECTION]
        names: JsonValue = {name: f"VK_LAYER_TEST_plain{name[2:]}" for name in PROC_ADDR}

        assert of_layer(library(exports), functions=names) == [("LLP_LAYER_4", "warning", SINCE_2022)]

    @pytest.mark.rule("IFACE-LAYER-V0-07")
    def test_without_the_device_function_it_has_no_part_in_device_chains(self) -> None:
        """vkGetDeviceProcAddr is the second of the two."""
        found = of_layer(library([PROC_ADDR[0], *INTROSPECTION]))

        assert ("IFACE-LAYER-V0-07", "warning", ALL) in found

    @pytest.mark.rule("IFACE-LAYER-V0-09")
    def test_names_by_layer_have_to_stand_in_the_manifest(self) -> None:
        """An export of another name that functions does not mention is an error of 2016 alone."""
        exports = [f"VK_LAYER_TEST_plain{name[2:]}" for name in PROC_ADDR]

        found = of_layer(library(exports))

        assert found == [("IFACE-LAYER-V0-09", "error", "2016"), ("LLP_LAYER_4", "warning", SINCE_2022)]

    @pytest.mark.rule("IFACE-LAYER-V0-09")
    def test_the_plain_names_need_no_mention(self) -> None:
        """With the default names the node may be left out."""
        rules = [found for found, _, _ in of_layer(library([*PROC_ADDR, *INTROSPECTION]))]

        assert "IFACE-LAYER-V0-09" not in rules


@pytest.mark.rule("IFACE-LAYER-V0-08", "INTERCEPT-08")
class TestNeedlessExports:
    """No intercepted command needs to be exported, and layers are advised to export little."""

    def test_intercepted_commands_that_are_exported_have_a_note(self) -> None:
        """The note counts them and names the first."""
        reasons = layer_library(layer(), library([NEGOTIATE, "vkCreateInstance", "vkQueueSubmit"]), WHERE, 64)

        assert told(reasons) == [("IFACE-LAYER-V0-08", "note", ALL)]
        assert "2 Vulkan commands" in reasons[0].fact
        assert "vkCreateInstance" in reasons[0].fact

    def test_functions_of_ones_own_are_nobodys_business(self) -> None:
        """Only official Vulkan names are counted, less those of the interface."""
        exports = [
            NEGOTIATE,
            *PROC_ADDR,
            *INTROSPECTION,
            "vk_layerGetPhysicalDeviceProcAddr",
            "overlay_start",
        ]

        assert of_layer(library(exports)) == []


class TestWordSize:
    """library_arch in a manifest is the word size of the library."""

    @pytest.mark.rule("MANIFEST-LAYER-09")
    @pytest.mark.parametrize(("arch", "size"), [("32", 64), ("64", 32)])
    def test_another_word_size_than_the_layers_manifest_says_is_an_error(self, arch: str, size: int) -> None:
        """A loader drops or keeps the layer for the wrong processes; 2022 brought the field."""
        found = of_layer(library([NEGOTIATE], size), library_arch=arch)

        assert found == [("MANIFEST-LAYER-09", "error", SINCE_2022)]

    @pytest.mark.rule("MANIFEST-ICD-05")
    @pytest.mark.parametrize(("arch", "size"), [("32", 64), ("64", 32)])
    def test_for_drivers_the_field_is_of_2026(self, arch: str, size: int) -> None:
        """No older edition reads it."""
        assert of_driver(library(ICD, size), library_arch=arch) == [("MANIFEST-ICD-05", "error", "2026")]

    @pytest.mark.rule("MANIFEST-LAYER-09", "MANIFEST-ICD-05")
    @pytest.mark.parametrize("size", [32, 64])
    def test_the_right_word_size_draws_no_remark(self, size: int) -> None:
        """Also when this process is of the other size: that is what the field is for."""
        assert of_layer(library([NEGOTIATE], size), 64, library_arch=str(size)) == []
        assert of_driver(library(ICD, size), 64, library_arch=str(size)) == []

    @pytest.mark.rule("MANIFEST-LAYER-09", "MANIFEST-ICD-05")
    def test_without_the_field_a_library_of_the_other_size_has_a_note(self) -> None:
        """Loaders of this size open it in vain, which the field would spare them."""
        assert of_layer(library([NEGOTIATE], 32)) == [("MANIFEST-LAYER-09", "note", SINCE_2022)]
        assert of_driver(library(ICD, 32)) == [("MANIFEST-ICD-05", "note", "2026")]


@pytest.mark.rule("PREINST-01")
class TestPreInstanceSymbols:
    """A layer exports a symbol for each pre-instance function that its manifest names."""

    @pytest.mark.parametrize(
        ("exports", "expected"),
        [([NEGOTIATE, "early"], []), ([NEGOTIATE], [("PREINST-01", "error", SINCE_2018)])],
    )
    def test_the_symbol_has_to_be_there(
        self, exports: list[str], expected: list[tuple[str, str, str]]
    ) -> None:
        """A symbol that is not exported is an error since 2018."""
        early: JsonValue = {"vkEnumerateInstanceVersion": "early"}
        found = layer(Use.IMPLICIT, pre_instance_functions=early)

        assert told(layer_library(found, library(exports), WHERE, 64)) == expected


class TestDriverInterface:
    """The exports of a driver tell which loader interface it can speak."""

    def test_a_driver_with_all_three_functions_draws_no_remark(self) -> None:
        """Such a driver serves every loader."""
        assert of_driver(library(ICD)) == []

    @pytest.mark.rule("GPA-ICD-01")
    @pytest.mark.parametrize(
        "exports", [[], [ICD[0]], [ICD[2]], sorted(VERSION_0 - {"vkGetInstanceProcAddr"})]
    )
    def test_without_an_entry_point_no_loader_can_use_it(self, exports: list[str]) -> None:
        """From version 1 on vk_icdGetInstanceProcAddr must be exported, and version 0 needs three others."""
        assert of_driver(library(exports)) == [("GPA-ICD-01", "error", ALL)]

    @pytest.mark.rule("IFACE-ICD-V0-01")
    def test_a_driver_of_version_0_exports_three_vulkan_functions(self) -> None:
        """It may be of that version, and the official names are no fault: it cannot do without them."""
        assert of_driver(library(VERSION_0)) == [("IFACE-ICD-V0-01", "note", ALL)]

    @pytest.mark.rule("IFACE-ICD-V0-01")
    @pytest.mark.parametrize("missing", ["vkCreateInstance", "vkEnumerateInstanceExtensionProperties"])
    def test_the_lookup_alone_does_not_make_version_0(self, missing: str) -> None:
        """The other two have to be exported beside vkGetInstanceProcAddr."""
        assert of_driver(library(VERSION_0 - {missing})) == [("IFACE-ICD-V0-01", "error", ALL)]

    @pytest.mark.rule("NEGOTIATE-ICD-01")
    def test_without_negotiation_it_is_of_version_1_or_7(self) -> None:
        """From version 2 on the function is exported; version 7 may offer it on a query, so it is a note."""
        assert of_driver(library(ICD[1:])) == [("NEGOTIATE-ICD-01", "note", ALL)]

    @pytest.mark.rule("PHYSDEV-ICD-03")
    def test_the_physical_device_function_is_exported_since_2026(self) -> None:
        """2018 asks for it through the driver's vkGetInstanceProcAddr, so there is nothing to export then."""
        assert of_driver(library(ICD[:2])) == [("PHYSDEV-ICD-03", "note", "2026")]

    @pytest.mark.rule("GPA-ICD-04", "LDP_DRIVER_6", "AMB-DRIVER-EXPORTS")
    def test_official_names_are_forbidden_in_2016_and_2018_and_advised_against_in_2026(self) -> None:
        """The policy was withdrawn, the older texts bind."""
        assert of_driver(library([*ICD, "vkCreateInstance"])) == [
            ("GPA-ICD-04", "warning", "2016 2018"),
            ("LDP_DRIVER_6", "note", "2026"),
        ]

    @pytest.mark.rule("GPA-ICD-04", "LDP_DRIVER_6")
    def test_symbolic_linking_allows_official_names_on_linux(self) -> None:
        """A library linked with -Bsymbolic cannot be interposed."""
        found = of_driver(library([*ICD, "vkCreateInstance"], symbolic=True))

        assert found == [("LDP_DRIVER_6", "note", "2026")]


@pytest.mark.parametrize(
    ("path", "says", "fix"),
    [
        ("$HOME/lib/libfoo.so", "no loader replaces $HOME", "write the full path"),
        ("${HOME}/lib/libfoo.so", "no loader replaces ${HOME}", "write the full path"),
        ("~/lib/libfoo.so", "no loader replaces ~,", "write the full path"),
        ("@rpath/libfoo.dylib", "no loader replaces @rpath,", "write the full path, or one"),
        ("@executable_path/../lib/libfoo.so", "no loader replaces @executable_path,", "write the full path"),
        ("~mia/lib/libfoo.so", "no loader replaces ~mia,", "write the full path"),
        ("%APPDATA%\\foo.dll", "no loader replaces %APPDATA%", "write the full path"),
        ("https://example.org/libfoo.so", "no loader takes a URL", "write the path of a file"),
        ("file:///opt/libfoo.so", "no loader takes a URL", 'write the path alone: "/opt/libfoo.so"'),
    ],
)
def test_what_no_loader_replaces(path: str, says: str, fix: str) -> None:
    """Words of shells and browsers are parts of a file's name."""
    reason = missing_library(path, "driver.json", WHERE, driver=True, installed=True)

    assert says in reason.fact
    assert reason.remedy.startswith(fix)


@pytest.mark.parametrize(
    "path",
    [
        "/usr/$LIB/libfoo.so",
        "$ORIGIN/libfoo.so",
        "/opt/a~/libfoo.so",
        "/opt/libfoo.so",
        "/opt/@rpath/libfoo.dylib",
        "@rpathological/libfoo.so",
    ],
)
def test_what_the_linker_replaces_is_left(path: str) -> None:
    """$LIB and $ORIGIN are the dynamic linker's words, and a ~ elsewhere is a letter."""
    reason = missing_library(path, "driver.json", WHERE, driver=True, installed=True)

    assert "no loader" not in reason.fact
    assert reason.remedy.startswith("install the library")
