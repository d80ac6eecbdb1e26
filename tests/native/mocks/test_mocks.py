"""Tests of what both mocks have in common: how they are installed, what they export, their flags."""

import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from elftools.elf.elffile import ELFFile
from elftools.elf.sections import SymbolTableSection
from mock_fixtures import Answer, Child, Copy, Trace

from refloader.native.mocks import NAMES, mock_library

pytestmark = pytest.mark.slow

FREE = [each for each in NAMES if each.startswith("mock_layer_free")]
"""Layers that are written without a look at the others, and have other flags."""

ROOT = Path(__file__).resolve().parents[3]
OFFICIAL = {
    "vk_icdNegotiateLoaderICDInterfaceVersion",
    "vk_icdGetInstanceProcAddr",
    "vk_icdGetPhysicalDeviceProcAddr",
    "vkGetInstanceProcAddr",
    "vkCreateInstance",
    "vkEnumerateInstanceExtensionProperties",
}


class TestLibraries:
    """The mocks are part of an installation, and their exports are what a loader of each age looks for."""

    def test_other_names_are_refused(self) -> None:
        """Asking for a mock that does not exist is a mistake of the caller."""
        with pytest.raises(ValueError, match="no such mock: mock_nothing"):
            mock_library("mock_nothing")

    @pytest.mark.parametrize(
        ("name", "exports"),
        [
            (
                "mock_layer",
                {"vkNegotiateLoaderLayerInterfaceVersion", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr"},
            ),
            (
                "mock_layer_v0",
                {
                    "VK_LAYER_mockGetInstanceProcAddr",
                    "VK_LAYER_mockGetDeviceProcAddr",
                    "vkEnumerateInstanceLayerProperties",
                    "vkEnumerateInstanceExtensionProperties",
                    "vkEnumerateDeviceLayerProperties",
                    "vkEnumerateDeviceExtensionProperties",
                },
            ),
            ("mock_layer_v1", {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr"}),
            ("mock_layer_v2", {"vkNegotiateLoaderLayerInterfaceVersion"}),
            (
                "mock_layer_renamed",
                {
                    "mock_NegotiateLoaderLayerInterfaceVersion",
                    "mock_GetInstanceProcAddr",
                    "mock_GetDeviceProcAddr",
                },
            ),
            (
                "mock_layer_early",
                {
                    "vkNegotiateLoaderLayerInterfaceVersion",
                    "vkGetInstanceProcAddr",
                    "vkGetDeviceProcAddr",
                    "mock_EnumerateInstanceVersion",
                    "mock_EnumerateInstanceExtensionProperties",
                    "mock_EnumerateInstanceLayerProperties",
                },
            ),
            (
                "mock_layer_two",
                {
                    "first_NegotiateLoaderLayerInterfaceVersion",
                    "first_GetInstanceProcAddr",
                    "first_GetDeviceProcAddr",
                    "second_NegotiateLoaderLayerInterfaceVersion",
                    "second_GetInstanceProcAddr",
                    "second_GetDeviceProcAddr",
                },
            ),
            (
                "mock_layer_driver",
                {
                    "mock_NegotiateLoaderLayerInterfaceVersion",
                    "mock_GetInstanceProcAddr",
                    "mock_GetDeviceProcAddr",
                    "vk_icdNegotiateLoaderICDInterfaceVersion",
                    "vk_icdGetInstanceProcAddr",
                    "vk_icdGetPhysicalDeviceProcAddr",
                },
            ),
            (
                "mock_icd",
                {
                    "vk_icdNegotiateLoaderICDInterfaceVersion",
                    "vk_icdGetInstanceProcAddr",
                    "vk_icdGetPhysicalDeviceProcAddr",
                },
            ),
            (
                "mock_icd_v0",
                {"vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties"},
            ),
            ("mock_icd_v2", {"vk_icdNegotiateLoaderICDInterfaceVersion", "vk_icdGetInstanceProcAddr"}),
            (
                "mock_icd_v6",
                {
                    "vk_icdNegotiateLoaderICDInterfaceVersion",
                    "vk_icdGetInstanceProcAddr",
                    "vk_icdGetPhysicalDeviceProcAddr",
                    "vk_icdEnumerateAdapterPhysicalDevices",
                },
            ),
            ("mock_icd_v7", {"vk_icdGetInstanceProcAddr"}),
            ("mock_icd_both", OFFICIAL - {"vk_icdGetPhysicalDeviceProcAddr"}),
            ("mock_icd_official", OFFICIAL),
            ("mock_icd_symbolic", OFFICIAL),
        ],
    )
    def test_exports_are_exactly_these(self, copy: Copy, name: str, exports: set[str]) -> None:
        """Nothing but the functions of its interface version is visible to the dynamic linker."""
        path = copy(name)

        with Path(path).open("rb") as file:
            table = ELFFile(file).get_section_by_name(".dynsym")
            assert isinstance(table, SymbolTableSection)
            defined = {symbol.name for symbol in table.iter_symbols() if symbol["st_shndx"] != "SHN_UNDEF"}

        assert defined == exports

    @pytest.mark.parametrize("folder", ["mock_layers", "mock_layers/free", "mock_icd"])
    def test_sources_compile_without_a_warning(self, folder: str) -> None:
        """The strictest usual warnings find nothing in any unit, with every export switched on."""
        if shutil.which("cc") is None:
            pytest.skip("there is no C compiler (Debian: gcc)")
        strict = ["-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", "-fsyntax-only"]
        kinds = (
            "NEGOTIATE",
            "GET_PROC_ADDR",
            "INTROSPECTION",
            "PRE_INSTANCE",
            "PHYSICAL",
            "ADAPTERS",
            "PLAIN",
        )
        exports = [f"-DEXPORT_{kind}" for kind in kinds]
        sources = sorted(map(str, (ROOT / folder).rglob("*.c")))

        run = subprocess.run(
            ["cc", *strict, *exports, f"-I{ROOT / 'refloader/native/include'}", *sources],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

        assert (run.returncode, run.stderr) == (0, "")

    @pytest.mark.parametrize("folder", ["mock_layers", "mock_layers/free", "mock_icd"])
    def test_one_internal_header(self, folder: str) -> None:
        """Code is in units; they include the header of their mock and its parts, and no code."""
        units, headers = ([*(ROOT / folder).glob(f"*.{kind}")] for kind in "ch")
        own, parts = (
            {found for path in paths for found in re.findall(r'#include "(\w+\.\w+)"', path.read_text())}
            for paths in (units, headers)
        )

        (header,) = own
        assert {header} <= {path.name for path in headers} <= {header} | parts


class TestFlags:
    """Behaviour comes from the sidecar; a mistyped one must not pass for a quiet mock."""

    @pytest.mark.parametrize("name", sorted({*NAMES} - {*FREE, "mock_icd_unresolved"}))
    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("colour=red", 'unknown flag "colour"'),
            ("interface", "no '=' in flag line \"interface\""),
            ("interface=two", 'not a number in flag "interface"'),
            ("interface=99", 'unknown value in flag "99"'),
            ("violate=nothing", 'unknown value in flag "nothing"'),
            ("fail=vkCreateInstances", 'unknown value in flag "vkCreateInstances"'),
            ("negotiate=perhaps", 'unknown value in flag "perhaps"'),
        ],
    )
    def test_a_wrong_line_aborts(
        self, copy: Copy, child: Child, name: str, line: str, complaint: str
    ) -> None:
        """The library says what it did not understand and aborts while it is loaded."""
        path = copy(name, line)

        run = child("ctypes.CDLL(sys.argv[1])", path)

        assert run.returncode == -signal.SIGABRT
        assert complaint in run.stderr

    @pytest.mark.parametrize("name", FREE)
    @pytest.mark.parametrize(
        ("line", "complaint"),
        [
            ("colour=red", 'unknown flag "colour"'),
            ("take", "no '=' in flag line \"take\""),
            ("take=nothing", 'unknown value in flag "nothing"'),
        ],
    )
    def test_a_wrong_line_of_the_free_layer_aborts(
        self, copy: Copy, child: Child, name: str, line: str, complaint: str
    ) -> None:
        """Its flags are others."""
        run = child("ctypes.CDLL(sys.argv[1])", copy(name, line))

        assert (run.returncode, complaint in run.stderr) == (-signal.SIGABRT, True)

    @pytest.mark.parametrize("line", ["api=1.3", "api=new", "devices=1025", "vendor=x", "extensions=VK_A"])
    def test_a_wrong_line_of_the_driver_aborts(self, copy: Copy, child: Child, line: str) -> None:
        """The driver's own flags are checked while it is loaded, too."""
        path = copy("mock_icd", line)

        run = child("ctypes.CDLL(sys.argv[1])", path)

        assert run.returncode == -signal.SIGABRT

    def test_no_sidecar_means_defaults(self, copy: Copy, answer: Answer) -> None:
        """Without a sidecar the layer negotiates version 2 and traces nothing."""
        path = copy("mock_layer")
        Path(f"{path}.flags").unlink()

        code = """
layer = ctypes.CDLL(sys.argv[1])
result, offer = negotiate_layer(layer)
print(json.dumps([result, offer.version]))
"""

        found = answer(code, path)

        assert found == [0, 2]
        assert not Path(path).with_name("trace").exists()

    def test_a_trace_that_cannot_be_written_aborts(self, copy: Copy, child: Child) -> None:
        """Losing the trace is as bad as a wrong flag."""
        path = copy("mock_layer")
        Path(f"{path}.flags").write_text("trace=/nowhere/at/all\n", encoding="utf-8")

        run = child("ctypes.CDLL(sys.argv[1])", path)

        assert run.returncode == -signal.SIGABRT

    def test_names_are_one_word_in_the_trace(self, copy: Copy, child: Child, trace: Trace) -> None:
        """Spaces and bytes outside ASCII are spelled out, so that a line splits at its spaces."""
        path = copy("mock_layer", "name=VK_LAYER_a b\té")

        child("ctypes.CDLL(sys.argv[1])", path)

        assert trace()[0] == r"layer VK_LAYER_a\x20b\x09\xc3\xa9 load"
