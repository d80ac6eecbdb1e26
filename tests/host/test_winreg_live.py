"""The live registry, through a module that answers as ``winreg`` does on Windows. No test here runs on Windows."""

import sys
from collections.abc import Mapping
from types import ModuleType

import pytest

from refloader.host.registry import winreg_live
from refloader.host.registry.winreg_live import live_keys
from refloader.inspect.registry import sources
from refloader.model.windows_registry import ValueType

SOFTWARE = "SOFTWARE\\Khronos\\Vulkan"
ADAPTERS = "SYSTEM\\CurrentControlSet\\Control\\Class\\{4d36e968-e325-11ce-bfc1-08002be10318}"
Keys = Mapping[tuple[str, str], list[tuple[str, object, int]]]


class Opened:
    """An open key, which can be closed as a context."""

    def __init__(self, hive: str, path: str) -> None:
        self.place = (hive, path)

    def __enter__(self) -> "Opened":
        return self

    def __exit__(self, *problem: object) -> None:
        return None


class FakeWinreg(ModuleType):
    """What the standard library has on Windows, over some keys; ``denied`` may not be opened."""

    HKEY_LOCAL_MACHINE = "machine"
    HKEY_CURRENT_USER = "user"
    KEY_READ, KEY_WOW64_64KEY = 1, 2

    def __init__(self, keys: Keys, denied: str = "") -> None:
        super().__init__("winreg")
        self.keys = {(hive, path.casefold()): values for (hive, path), values in keys.items()}
        self.names = [(hive, path) for hive, path in keys]
        self.denied = denied

    def OpenKey(self, hive: str, path: str, _: int, access: int) -> Opened:  # noqa: N802 - winreg's name
        """An open key."""
        assert access == 3
        if path == self.denied:
            raise PermissionError(13, "Access is denied")
        if not any(
            h == hive and f"{p}\\".casefold().startswith(f"{path}\\".casefold()) for h, p in self.names
        ):
            raise FileNotFoundError(2, "not found")
        return Opened(hive, path)

    def EnumKey(self, opened: Opened, index: int) -> str:  # noqa: N802 - winreg's name
        """The name of a key below."""
        hive, path = opened.place
        start = f"{path}\\".casefold()
        below = [
            p[len(start) :].partition("\\")[0]
            for h, p in self.names
            if h == hive and p.casefold().startswith(start)
        ]
        names = list(dict.fromkeys(below))
        if index >= len(names):
            raise OSError(259, "no more data")
        return names[index]

    def EnumValue(self, opened: Opened, index: int) -> tuple[str, object, int]:  # noqa: N802 - winreg's name
        """Name, data and type of a value."""
        values = self.keys.get((opened.place[0], opened.place[1].casefold()), [])
        if index >= len(values):
            raise OSError(259, "no more data")
        return values[index]


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> FakeWinreg:
    """A machine with layers of both hives and an adapter."""
    fake = FakeWinreg(
        {
            ("machine", f"{SOFTWARE}\\ImplicitLayers"): [("C:\\a.json", 0, 4), ("C:\\b.json", 0, 11)],
            ("user", f"{SOFTWARE}\\ExplicitLayers"): [("C:\\c.json", 0, 4)],
            ("machine", f"{ADAPTERS}\\0000"): [
                ("VulkanDriverName", ["C:\\d.json"], 7),
                ("VulkanDriverNameWow", "C:\\e.json", 1),
                ("Nothing", None, 3),
            ],
            ("machine", f"{ADAPTERS}\\Properties"): [("Secret", b"x", 3)],
        }
    )
    monkeypatch.setitem(sys.modules, "winreg", fake)
    return fake


@pytest.mark.usefixtures("machine")
def test_both_hives_and_the_devices_are_read() -> None:
    """Types and data are as in an export."""
    registry, said = sources.live_registry()
    implicit = registry.key(f"HKEY_LOCAL_MACHINE\\{SOFTWARE}\\ImplicitLayers")
    explicit = registry.key(f"HKEY_CURRENT_USER\\{SOFTWARE}\\ExplicitLayers")
    (device,) = sources.devices_of(registry)
    adapter = registry.key(device.key)

    assert said == ()
    assert implicit is not None
    assert explicit is not None
    assert adapter is not None
    assert [(each.type, each.data) for each in implicit.values] == [
        (ValueType.DWORD, 0),
        (ValueType.QWORD, 0),
    ]
    assert [each.name for each in explicit.values] == ["C:\\c.json"]
    assert [each.data for each in adapter.values] == [("C:\\d.json",), "C:\\e.json", b""]


def test_the_registry_says_where_it_is_from(machine: FakeWinreg) -> None:
    """It is this machine's."""
    registry, _ = sources.live_registry()

    assert (registry.source, registry.whole) == ("this machine", ("",))
    assert all("Properties" not in key.path for key in live_keys(machine).keys)


def test_a_key_that_may_not_be_read_is_told(machine: FakeWinreg) -> None:
    """The others are read."""
    machine.denied = "SOFTWARE\\Khronos"

    _, said = sources.live_registry()

    assert [(each.severity, "access is denied" in each.fact) for each in said] == [("error", True)] * 2


@pytest.mark.parametrize(("limit", "what"), [("VALUE_LIMIT", "values"), ("KEY_LIMIT", "keys")])
def test_more_than_is_read_is_told(
    limit: str, what: str, machine: FakeWinreg, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And nothing is said to be missing."""
    monkeypatch.setattr(winreg_live, limit, 1)

    found = live_keys(machine)

    assert any(f"has more {what}" in each and "only the first 1 are read" in each for each in found.damage)
    assert found.whole == ()


def test_elsewhere_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without the module is no Windows."""
    monkeypatch.setitem(sys.modules, "winreg", None)

    with pytest.raises(sources.NotWindowsError):
        sources.live_registry()
