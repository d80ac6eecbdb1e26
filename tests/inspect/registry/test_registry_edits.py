"""Changed registries and the command lines that change real ones."""

import pytest

from refloader.inspect.registry.edits import RegistryEdit, edited_registry, turned_on
from refloader.model.reason import Span
from refloader.model.windows_registry import RegistryKey, RegistryValue, ValueType, registry_of

KEY = "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers"
SPAN = Span("x.reg", 1, 1)


def values(*edits: RegistryEdit) -> list[tuple[str, object]]:
    """Names and data of one key's values after some edits; before, ``C:\\a.json`` is off and ``C:\\b.json`` on."""
    rows = (("C:\\a.json", 1), ("C:\\b.json", 0))
    before = tuple(RegistryValue(name, ValueType.DWORD, data, SPAN) for name, data in rows)
    after = edited_registry(registry_of([RegistryKey(KEY, before, SPAN)], "x.reg"), edits).key(KEY)
    return [(each.name, each.data) for each in after.values] if after else []


class TestEdits:
    """One value is changed, and nothing else."""

    def test_a_value_keeps_its_place(self) -> None:
        """Names of keys and values match without letter case."""
        assert values(turned_on(KEY.lower(), "c:\\A.json")) == [("c:\\A.json", 0), ("C:\\b.json", 0)]

    def test_a_new_value_comes_last(self) -> None:
        """As it does when an installer adds one."""
        assert values(turned_on(KEY, "C:\\c.json"))[2:] == [("C:\\c.json", 0)]

    def test_a_value_is_removed(self) -> None:
        """Removing what is not there changes nothing."""
        removed = [RegistryEdit(KEY, name) for name in ("C:\\B.json", "C:\\none.json")]

        assert values(*removed) == [("C:\\a.json", 1)]

    def test_a_key_is_made(self) -> None:
        """A value can be the first of its key."""
        registry = edited_registry(registry_of([], "x.reg"), [turned_on(KEY, "C:\\a.json")])

        assert registry.key(KEY) is not None
        assert registry.source == "x.reg"


class TestCommands:
    """What somebody can paste into a console of Windows."""

    @pytest.mark.parametrize(
        ("edit", "line"),
        [
            (
                turned_on(KEY, "C:\\Program Files\\a.json"),
                'reg add "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers" /v "C:\\Program Files\\a.json"'
                " /t REG_DWORD /d 0 /f",
            ),
            (RegistryEdit("HKEY_CURRENT_USER\\x", "a"), 'reg delete "HKCU\\x" /v "a" /f'),
            (
                RegistryEdit("HKEY_LOCAL_MACHINE\\x", "VulkanDriverName", ValueType.SZ, "C:\\a.json"),
                'reg add "HKLM\\x" /v "VulkanDriverName" /t REG_SZ /d "C:\\a.json" /f',
            ),
        ],
    )
    def test_line(self, edit: RegistryEdit, line: str) -> None:
        """Keys by their short names, everything in quotation marks."""
        assert edit.command == line

    @pytest.mark.parametrize(
        "name",
        [
            'C:\\a".json',
            "C:\\%PATH%.json",
            "C:\\$(calc).json",
            "C:\\`a.json",
            "C:\\a\n.json",
            "C:\\a\\",
            "\u202eC:\\a",
        ],
    )
    def test_none_where_quoting_could_go_wrong(self, name: str) -> None:
        """A name can be anything that somebody wrote into an export."""
        assert turned_on(KEY, name).command == ""
