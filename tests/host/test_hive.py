"""Hives: what is read of good ones, and that bad ones cost nothing but a sentence."""

import random
from pathlib import Path

import pytest
from hive_files import Tree, hive

from refloader.host.limited import run_limited
from refloader.host.machines.memory import MemoryHost
from refloader.host.port import Content, Failure
from refloader.host.registry import hive as module
from refloader.host.registry.hive import hive_keys
from refloader.host.registry.raw_keys import VALUE_LIMIT
from refloader.inspect.registry import sources
from refloader.inspect.registry.build import RegistryBuilder
from refloader.model.windows_registry import ValueType

pytest.importorskip("regipy", reason="hives are read with regipy (PyPI: regipy)")

ZERO = (4, bytes(4))
VULKAN: Tree = {"Vulkan": {"ImplicitLayers": {"C:\\x.json": ZERO, "C:\\€.json": (11, bytes(8))}}}
SOFTWARE: Tree = {"Microsoft": {"Windows": {}}, "Khronos": VULKAN, "WOW6432Node": {"Khronos": VULKAN}}
KEY = "SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"


def text(*parts: str) -> bytes:
    """Texts as a registry stores them."""
    return "".join(f"{part}\0" for part in parts).encode("utf-16-le")


def control_set(description: str) -> Tree:
    """A set of control keys with one display adapter."""
    adapter: Tree = {
        "DriverDesc": (1, text(description)),
        "VulkanDriverName": (7, text("C:\\a.json", "C:\\b.json", "")),
        "Blob": (3, b"x" * 40_000),
    }
    return {
        "Control": {"Class": {"{4D36E968-E325-11CE-BFC1-08002BE10318}": {"0000": adapter, "Properties": {}}}}
    }


class TestGoodHives:
    """The keys that matter to a loader come under their full names."""

    @pytest.mark.parametrize("lists", ["lf", "ri"])
    def test_software_is_the_machines(self, lists: str) -> None:
        """Names in either encoding, data inside its value or beside it, and every kind of list of keys."""
        machine = MemoryHost({"/SOFTWARE": hive(SOFTWARE, lists=lists)})

        registry, said = sources.read_registry(["/SOFTWARE"], host=machine)
        key = registry.key(f"HKEY_LOCAL_MACHINE\\{KEY}")

        assert said == ()
        assert key is not None
        assert registry.covers("HKEY_LOCAL_MACHINE\\Software\\Khronos\\Vulkan\\Drivers")
        assert not registry.covers("HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan\\Drivers")
        assert [(each.name, each.type, each.data) for each in key.values] == [
            ("C:\\x.json", ValueType.DWORD, 0),
            ("C:\\€.json", ValueType.QWORD, 0),
        ]
        assert (
            registry.key("HKEY_LOCAL_MACHINE\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\ImplicitLayers")
            is not None
        )

    def test_a_users_hive_is_the_current_users(self) -> None:
        """It has SOFTWARE as one of its keys; what was not written to its end is told."""
        found = hive_keys(hive({"Console": {}, "Software": SOFTWARE}, dirty=True, lists="li"))

        assert f"HKEY_CURRENT_USER\\{KEY}" in [key.path for key in found.keys]
        assert (found.damage, len(found.notes)) == ((), 1)

    def test_the_current_control_set_of_system_is_taken(self) -> None:
        """Select says which one it is."""
        system: Tree = {
            "ControlSet001": control_set("one"),
            "ControlSet002": control_set("two"),
            "Select": {"Current": (4, b"\2\0\0\0")},
        }
        builder = RegistryBuilder()

        said = sources.feed(hive(system), "SYSTEM", builder)
        registry, more = builder.registry("SYSTEM")
        (device,) = sources.devices_of(registry)
        key = registry.key(device.key)

        assert (said, more) == ((), ())
        assert key is not None
        assert [(each.name, each.data) for each in key.values] == [
            ("DriverDesc", "two"),
            ("VulkanDriverName", ("C:\\a.json", "C:\\b.json")),
            ("Blob", b"x" * 40_000),
        ]

    def test_another_hive_is_said_to_be_one(self) -> None:
        """There is nothing for a loader in it."""
        found = hive_keys(hive({"SAM": {"Domains": {}}}))

        assert (found.keys, found.damage, len(found.notes)) == ((), (), 1)


class TestBadHives:
    """What is wrong with a hive is told, and the reader comes back."""

    @pytest.mark.parametrize(
        "data",
        [
            b"regf",
            b"regf" + random.Random(8).randbytes(9000),
            hive(SOFTWARE)[:4500],
            hive(SOFTWARE).replace(b"lf", b"xx"),
        ],
        ids=["magic", "noise", "cut", "odd lists"],
    )
    def test_damage_is_told(self, data: bytes) -> None:
        """In one sentence or several, as an error."""
        builder = RegistryBuilder()

        said = sources.feed(data, "SOFTWARE", builder)

        assert [(each.severity, each.span.path if each.span else "") for each in said[:1]] == [
            ("error", "SOFTWARE")
        ]

    def test_a_hive_that_is_shorter_than_its_header_says(self) -> None:
        """What is cut off may be a layer: no key is said to be missing."""
        whole = hive(SOFTWARE)

        found = hive_keys(whole[:-1])

        assert found.damage == (
            f"it is cut short: {len(whole) - 4097} bytes of keys, and its header says {len(whole) - 4096}",
        )
        assert found.whole == ()

    @pytest.mark.parametrize("size", [200, 40_000], ids=["in one cell", "in segments"])
    def test_data_that_is_cut_short(self, size: int) -> None:
        """Half of a path is no path."""
        value = {"C:\\x.json": (1, b"x\0" * (size // 2))}
        data = bytearray(hive({"Khronos": {"Vulkan": {"Drivers": value}}, "Microsoft": {}}))
        at = data.rfind(b"vk\x09\0")
        where = int.from_bytes(data[at + 8 : at + 12], "little")
        if size == 200:
            data[at + 8 : at + 12] = (len(data) - 4096 - 104).to_bytes(4, "little")
        else:
            data[4096 + where + 6] -= 1

        found = hive_keys(bytes(data))

        assert "cannot all be read: _CutShortError" in found.damage[0]
        assert found.keys[-1].values == ()

    def test_more_values_than_are_read(self) -> None:
        """That is told, and no key is said to be missing."""
        values = {f"C:\\{number}.json": ZERO for number in range(VALUE_LIMIT + 1)}

        found = hive_keys(hive({"Khronos": {"Vulkan": {"Drivers": values}}, "Microsoft": {}}))

        assert [each.partition(" has ")[2] for each in found.damage] == [
            f"{VALUE_LIMIT + 1} values: only the first {VALUE_LIMIT} are read"
        ]
        assert (len(found.keys[-1].values), found.whole) == (VALUE_LIMIT, ())

    def test_a_key_below_itself_comes_to_an_end(self) -> None:
        """The depth of what is read has a limit."""
        data = bytearray(hive({"Khronos": {"Vulkan": {"ImplicitLayers": {"C:\\x.json": ZERO}}}}))
        at = data.find(b"lf", data.find(b"Vulkan"))
        start = data.find(b"nk", data.find(b"ROOT"))  # Khronos, which stands behind the root
        data[at + 4 : at + 8] = (start - 4 - 4096).to_bytes(4, "little")

        assert len(hive_keys(bytes(data)).keys) < 50

    def test_without_the_package_its_name_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever has hives and not the package learns what to install."""
        monkeypatch.setattr(module, "can_read_hives", lambda: False)

        with pytest.raises(sources.MissingExtraError, match=r"pip install regipy"):
            sources.feed(b"regf", "SOFTWARE", RegistryBuilder())


class TestLimits:
    """A child that takes too long, or too much, is a failure and nothing else."""

    def test_what_it_prints_comes_back(self) -> None:
        """Bytes, as they are."""
        told = run_limited("platform", [])

        assert isinstance(told, Content)
        assert b"Linux" in told.data

    def test_modules_of_the_working_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever packed the file may have put modules beside it: none of them is imported."""
        for name in ("contextlib", "runpy", "resource", "refloader", "platform"):
            (tmp_path / f"{name}.py").write_text("raise SystemExit(9)\n")
        monkeypatch.chdir(tmp_path)

        assert isinstance(run_limited("platform", []), Content)

    @pytest.mark.parametrize(
        "text",
        [
            "import time; time.sleep(60)",
            "x = bytes(1 << 40)",
            "import os; os.abort()",
            "print('x' * (1 << 20))",
        ],
    )
    def test_a_bad_end_is_a_failure(self, text: str, tmp_path: object) -> None:
        """Time, memory, a signal, and more output than anybody wants."""
        told = run_limited("timeit", ["-n1", "-r1", text], seconds=1, memory=1 << 30, output=1 << 16)

        assert isinstance(told, Failure)
