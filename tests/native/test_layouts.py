"""Tests of the numbers that Python knows of C: the generated layouts, and those of our own objects."""

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from refloader.dropin.python.generated import commands, layouts
from refloader.dropin.python.memory import objects

ROOT = Path(__file__).resolve().parents[2]
NATIVE = ROOT / "refloader" / "native"
LIBRARY = ROOT / "refloader" / "dropin" / "c"
CLASSES = {name: value for name, value in vars(layouts).items() if name.startswith("Vk")}
STRUCTS = [name for name, value in CLASSES.items() if hasattr(value, "SIZE")]
NUMBERS = [name for name in CLASSES if name not in STRUCTS]
HEADERS = ("vulkan_core.h", "vk_layer.h", "vk_icd.h")
RECORDS = {
    "InstanceRecord": "struct instance",
    "DriverRecord": "struct driver",
    "PhysicalDeviceRecord": "struct physical_device",
    "DriverDeviceRecord": "struct driver_device",
    "DeviceTable": "struct device_table",
    "SurfaceRecord": "struct surface",
}

Evaluate = Callable[[str, list[str]], dict[str, int]]


@pytest.fixture
def evaluate(tmp_path: Path) -> Evaluate:
    """The values of C expressions after these lines."""

    def values(before: str, expressions: list[str]) -> dict[str, int]:
        rows = "".join(f'    printf("%lld\\n", (long long)({text}));\n' for text in expressions)
        source = tmp_path / "ask.c"
        head = f"{before}\n#include <stddef.h>\n#include <stdio.h>\n"
        source.write_text(f"{head}int main(void) {{\n{rows}}}\n", encoding="utf-8")
        built = _run(["cc", "-std=c11", f"-I{_include()}", str(source), "-o", str(tmp_path / "ask")])
        assert built.returncode == 0, built.stderr
        answers = _run([str(tmp_path / "ask")]).stdout.split()
        return dict(zip(expressions, map(int, answers), strict=True))

    return values


class TestStructures:
    """Every structure lies in memory as the system's Vulkan headers have it."""

    @pytest.mark.parametrize("name", STRUCTS)
    def test_offsets_and_sizes(self, evaluate: Evaluate, name: str) -> None:
        """Size, members and structure type are those of the header."""
        headers = _system_headers()
        if not re.search(rf"\b{name}\b", headers):
            pytest.skip(f"{name} is newer than the system's headers")
        expected = {f"sizeof({name})": CLASSES[name].SIZE}
        expected |= {f"offsetof({name}, {path})": offset for path, offset in _members(name)}
        structure_type = _structure_type(headers, name)
        if structure_type:
            expected[structure_type] = CLASSES[name].TYPE

        assert evaluate(_preamble(), list(expected)) == expected

    def test_known_types_are_compared(self) -> None:
        """The structure type of an ordinary structure is found in the header."""
        found = _structure_type(_system_headers(), "VkPhysicalDeviceProperties2")

        assert found == "VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2"


class TestNumbers:
    """Every enumeration has the values of the system's Vulkan headers."""

    @pytest.mark.parametrize("name", NUMBERS)
    def test_values(self, evaluate: Evaluate, name: str) -> None:
        """Each value that the header also has is the same there."""
        full_names = _full_names(_system_headers(), name)
        ours = {member: value for member, value in vars(CLASSES[name]).items() if not member.startswith("_")}
        expected = {full_names[member]: value for member, value in ours.items() if member in full_names}

        assert evaluate(_preamble(), list(expected)) == expected
        assert len(expected) > len(ours) / 2


class TestObjects:
    """The objects that Python makes are those that machine code reads."""

    @pytest.mark.parametrize("name", RECORDS)
    def test_members(self, evaluate: Evaluate, name: str) -> None:
        """Offsets and sizes are the same on both sides."""
        _need_compiler()
        record, struct = getattr(objects, name), RECORDS[name]
        members = {member: value for member, value in vars(record).items() if not member.startswith("_")}
        expected = {f"offsetof({struct}, {m})": value for m, value in members.items() if m != "SIZE"}
        if "SIZE" in members:
            expected[f"sizeof({struct})"] = members["SIZE"]

        assert evaluate(f'#include "{LIBRARY}/calls/objects.h"', list(expected)) == expected

    def test_magic_numbers(self, evaluate: Evaluate) -> None:
        """Python's magic numbers are those of C, and their low halves those of the stubs."""
        _need_compiler()
        names = [name for name in vars(objects) if name.endswith("_MAGIC")]
        expected = {name: getattr(objects, name) for name in names}
        checked = [name for name in names if name not in ("SURFACE_MAGIC", "ICD_LOADER_MAGIC")]
        expected |= {f"{name}_LOW": getattr(objects, name) & 0xFFFFFFFF for name in checked}

        assert evaluate(f'#include "{LIBRARY}/calls/objects.h"', list(expected)) == expected

    def test_extensions_fit_into_the_instance(self) -> None:
        """An instance has a byte for each instance extension."""
        room = objects.InstanceRecord.SIZE - objects.InstanceRecord.extensions

        assert len(commands.EXTENSIONS) <= room

    def test_slots_are_those_of_the_table(self, evaluate: Evaluate) -> None:
        """Python finds a command where the C puts it."""
        _need_compiler()
        expected = {f"8 * SLOT_{name}": offset for name, offset in commands.INSTANCE.items()}
        expected |= {f"128 + 8 * SLOT_{name}": offset for name, offset in commands.DEVICE.items()}

        assert evaluate(f'#include "{LIBRARY}/calls/dispatch.h"', list(expected)) == expected


def _members(name: str) -> Iterator[tuple[str, int]]:
    inside = "base." if name.startswith("VkIcdSurface") and name != "VkIcdSurfaceBase" else ""
    for member, value in vars(CLASSES[name]).items():
        if not member.startswith("_") and member not in ("SIZE", "TYPE"):
            yield (inside if member == "platform" else "") + member, value


def _structure_type(headers: str, name: str) -> str | None:
    """The header's name of a structure's type: spelled in words there, so compared without underscores."""
    if not hasattr(CLASSES[name], "TYPE") or name.startswith(("VkLayer", "VkNegotiate", "VkEnumerate")):
        return None
    wanted = name.removeprefix("Vk").upper()
    for found in re.findall(r"^ {4}(VK_STRUCTURE_TYPE_\w+) = ", headers, re.M):
        if found.removeprefix("VK_STRUCTURE_TYPE_").replace("_", "") == wanted:
            return str(found)
    return None


def _full_names(headers: str, enum: str) -> dict[str, str]:
    body = re.search(rf"typedef enum \w* ?\{{([^}}]*)\}} ?{enum};", headers)
    text = re.sub(r"(?s)#ifdef VK_ENABLE_BETA_EXTENSIONS.*?#endif", "", body[1]) if body else ""
    names = re.findall(r"^ {4}(VK_\w+)", text, re.M)
    short = _generator().short_name
    if enum == "VkLayerFunction":
        return {re.sub("^VK_(LAYER_(?=LINK))?", "", name): name for name in names}
    return {short(enum, name): name for name in names}


def _generator():  # type: ignore[no-untyped-def]
    spec = importlib.util.spec_from_file_location("layouts", ROOT / "tools" / "tables" / "layouts.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _preamble() -> str:
    return "\n".join(f"#include <vulkan/{name}>" for name in HEADERS)


def _system_headers() -> str:
    _need_compiler()
    folder = _include() / "vulkan"
    if not (folder / "vk_icd.h").is_file():
        pytest.skip(f"{folder} holds no Vulkan headers (package libvulkan-dev)")
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in HEADERS)


def _include() -> Path:
    return Path(os.environ.get("VULKAN_INCLUDE_DIR", "/usr/include"))


def _need_compiler() -> None:
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler (Debian: gcc)")


def _run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
