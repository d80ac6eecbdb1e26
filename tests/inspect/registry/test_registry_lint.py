"""What lint says of a registry beside what loaders make of its values."""

import pytest

from refloader.inspect.registry.build import RegistryBuilder
from refloader.inspect.registry.file import read_reg
from refloader.inspect.registry.lint import Mention, checked_registry, leftover
from refloader.model.edition import Edition
from refloader.model.reason import Reason

VULKAN = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan"
ADAPTERS = r"HKEY_LOCAL_MACHINE\SYSTEM\CurrentControlSet\Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"
ZERO = "dword:00000000"


def judge(*keys: tuple[str, dict[str, str]]) -> tuple[tuple[Mention, ...], list[Reason]]:
    """What an export with these keys names, and what there is to say."""
    text = "Windows Registry Editor Version 5.00\n"
    for key, values in keys:
        lines = (f'"{name}"={data}'.replace("\\", "\\\\") for name, data in values.items())
        text += "\n".join(("", f"[{key}]", *lines, ""))
    builder = RegistryBuilder()
    assert read_reg(text.encode(), "x.reg", builder) == ()
    registry, _ = builder.registry("x.reg", None)
    named, reasons = checked_registry(registry)
    return named, list(reasons)


def rules(*keys: tuple[str, dict[str, str]]) -> list[tuple[str, str]]:
    """The same as weights and rules."""
    return [(each.severity, each.rule) for each in judge(*keys)[1]]


class TestKeys:
    """Keys that no loader reads, and look as though one did."""

    @pytest.mark.parametrize(
        ("key", "found"),
        [
            (rf"{VULKAN}\ImplicitLayers", []),
            (rf"{VULKAN}\implicitlayers", []),
            (rf"{VULKAN}\ImplicitLayer", [("error", "DISC-WINDOWS-02")]),
            (rf"{VULKAN}\ImplicitLayers_bak", [("note", "DISC-WINDOWS-01")]),
            (rf"{VULKAN}\Old ExplicitLayers", [("note", "DISC-WINDOWS-01")]),
            (rf"{VULKAN}\My ExplicitLayers", [("error", "DISC-WINDOWS-01")]),
            (rf"{VULKAN}\Explicit_Layers", [("error", "DISC-WINDOWS-01")]),
            (rf"{VULKAN}\Driver", [("error", "DISC-DRIVER-WINDOWS-03")]),
            (rf"{VULKAN}\ImplicitLayers\Acme", [("error", "DISC-WINDOWS-02")]),
            (rf"{VULKAN}\Acme", [("note", "DISC-WINDOWS-01")]),
            (rf"{VULKAN}\Settings", []),
            (VULKAN, [("warning", "DISC-WINDOWS-01")]),
            (r"HKEY_LOCAL_MACHINE\SOFTWARE\Khrosos\Vulkan\ExplicitLayers", [("error", "DISC-WINDOWS-01")]),
            (r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulcan\Drivers", [("error", "DISC-DRIVER-WINDOWS-03")]),
            (r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\OpenXR\1\ApiLayers\Implicit", []),
            (r"HKEY_CURRENT_USER\SOFTWARE\Khronos\Vulkan\Drivers", [("error", "DISC-DRIVER-WINDOWS-03")]),
            (r"HKEY_USERS\S-1-5-21-7\SOFTWARE\Khronos\Vulkan\ImplicitLayers", []),
        ],
    )
    def test_a_key_is_judged_by_its_name(self, key: str, found: list[tuple[str, str]]) -> None:
        """A misspelt one is an error, a strange one a note."""
        assert rules((key, {r"C:\x.json": ZERO})) == found

    @pytest.mark.parametrize(
        ("path", "found"),
        [
            (r"C:\a.json;D:\b.json", [("error", "DISC-WINDOWS-04")]),
            (r"C:\%USERNAME%\a.json", [("warning", "DISC-WINDOWS-04")]),
            (r"C:\100%\50% a;b\c.json", []),
        ],
    )
    def test_what_a_path_is_taken_for(self, path: str, found: list[tuple[str, str]]) -> None:
        """Semicolons divide nothing in a registry, and variables stay as they are."""
        assert rules((rf"{VULKAN}\ImplicitLayers", {path: ZERO})) == found

    def test_a_key_without_values_says_nothing(self) -> None:
        """Nobody lost anything by it."""
        assert rules((rf"{VULKAN}\ImplicitLayer", {})) == []

    def test_the_key_of_settings_is_read_by_its_own_rule(self) -> None:
        """Its values name settings files."""
        assert rules((rf"{VULKAN}\LoaderSettings", {r"C:\vk_loader_settings.json": ZERO})) == []
        assert rules((rf"{VULKAN}\LoaderSettings", {r"C:\vk_loader_settings.json": '"0"'})) != []


class TestObservedLoaders:
    """What the loaders that were run under Wine do with values that no document speaks of."""

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ("hex:00,00,00,00", "use it all the same"),
            ("hex(0):00,00,00,00", "use it all the same"),
            ("hex:01,00,00,00", "loaders pass over it"),
            ("hex:00,00,00", "loaders pass over it"),
            ("hex(4):00,00", "loaders pass over it"),
            ('"0"', "loaders pass over it"),
            ('""', "loaders pass over it"),
            ('"00000"', "read neither it nor the values after it, since it has 12 bytes"),
            ("hex:00,00,00,00,00", "read neither it nor the values after it"),
            ("hex(b):00,00,00,00,00,00,00,00", "read neither it nor the values after it"),
        ],
    )
    @pytest.mark.parametrize("key", ["ExplicitLayers", "Drivers"])
    def test_values_of_other_types(self, key: str, data: str, said: str) -> None:
        """They go by the four bytes of a DWORD, and stop at more."""
        _, reasons = judge((rf"{VULKAN}\{key}", {r"C:\a.json": data}))

        assert said in reasons[0].fact
        assert reasons[0].rejects == (said != "use it all the same")

    def test_what_comes_after_a_long_value(self) -> None:
        """Each value behind it that is followed here has a warning; one before it or switched off has none."""
        values = {
            r"C:\a.json": ZERO,
            r"C:\b.json": '"text"',
            r"C:\c.json": ZERO,
            r"C:\d.json": "dword:00000001",
        }

        _, reasons = judge((rf"{VULKAN}\ExplicitLayers", values))

        warned = [each.subject for each in reasons if "comes after" in each.fact]
        assert warned == [r"C:\c.json"]

    def test_settings(self) -> None:
        """The same holds for the key of settings files."""
        file = r"C:\s\vk_loader_settings.json"

        _, (short,) = judge((rf"{VULKAN}\LoaderSettings", {file: '""'}))
        _, reasons = judge((rf"{VULKAN}\LoaderSettings", {r"C:\a.json": '"text"', file: ZERO}))

        assert "use it all the same" in short.fact
        assert [("comes after" in each.fact, each.rule) for each in reasons] == [
            (False, "SETTINGS-02"),
            (True, "SETTINGS-02"),
        ]

    @pytest.mark.parametrize("path", ["a.json", r"b\a.json", r"\a.json", "C:a.json"])
    def test_relative_names(self, path: str) -> None:
        """They are wrong, and not said to be used by no loader."""
        _, (reason,) = judge((rf"{VULKAN}\ImplicitLayers", {path: ZERO}))

        assert (reason.severity, reason.rejects) == ("error", False)
        assert "from the working folder" in reason.fact

    @pytest.mark.parametrize(("path", "is_read"), [(r"C:\layers", True), (r"C:\a.txt", False)])
    def test_folders(self, path: str, is_read: bool) -> None:
        """A name that can be a folder's is wrong, and its manifests are read."""
        _, (reason,) = judge((rf"{VULKAN}\ImplicitLayers", {path: ZERO}))

        assert ("read the manifests in it" in reason.fact, reason.rejects) == (is_read, not is_read)

    def test_a_suffix_in_capitals(self) -> None:
        """It is taken here and not there, which is a warning."""
        _, (reason,) = judge((rf"{VULKAN}\ImplicitLayers", {r"C:\a.JSON": ZERO}))

        assert (reason.rule, reason.severity, reason.rejects) == ("AMB-JSON-CASE", "warning", False)


def test_a_registry_that_names_too_much_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not judged is told, and takes neither time nor memory."""
    monkeypatch.setattr("refloader.inspect.registry.lint._MOST", 2)
    values = {rf"C:\{number}.json": ZERO for number in range(3)}

    named, reasons = judge((rf"{VULKAN}\ImplicitLayers", values), (rf"{VULKAN}\ExplicitLayers", values))

    assert len(named) == 3
    assert [each.rule for each in reasons] == ["DISC-WINDOWS-03"]


class TestTwice:
    """One manifest that two values name."""

    def test_letter_case_and_slashes_make_no_difference(self) -> None:
        """The later one is told, with the place of the first."""
        _, (reason,) = judge((rf"{VULKAN}\ImplicitLayers", {r"C:\A\x.json": ZERO, "c:/a//X.json": ZERO}))

        assert (reason.rule, reason.severity, reason.span and reason.span.line) == (
            "DISC-GEN-07",
            "warning",
            5,
        )
        assert "line 4" in reason.fact

    def test_two_hives_count_as_two(self) -> None:
        """The machine and the user are both read."""
        keys = [rf"{hive}\SOFTWARE\Khronos\Vulkan\ImplicitLayers" for hive in ("HKLM", "HKCU")]

        assert rules(*((key, {r"C:\x.json": ZERO}) for key in keys)) == [("warning", "DISC-GEN-07")]

    def test_two_users_may_have_one_layer(self) -> None:
        """No process reads the keys of both; the machine's key is read with each of them."""
        keys = [rf"HKEY_USERS\S-1-{n}\SOFTWARE\Khronos\Vulkan\ImplicitLayers" for n in (1, 2)]
        users = [(key, {r"C:\x.json": ZERO}) for key in keys]

        assert rules(*users) == []
        assert rules(*users, (rf"{VULKAN}\ImplicitLayers", {r"C:\x.json": ZERO})) == [
            ("warning", "DISC-GEN-07")
        ]

    def test_other_uses_and_branches_are_others(self) -> None:
        """Explicit layers are not implicit ones, nor are layers for 32-bit programs those for 64-bit ones."""
        wow = r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan\ImplicitLayers"
        keys = [rf"{VULKAN}\ImplicitLayers", rf"{VULKAN}\ExplicitLayers", wow]

        assert rules(*((key, {r"C:\x.json": ZERO}) for key in keys)) == []

    def test_what_is_switched_off_is_not_named(self) -> None:
        """A loader reads the other one."""
        found = rules((rf"{VULKAN}\ImplicitLayers", {r"C:\x.json": "dword:00000001", "c:/x.json": ZERO}))

        assert found == [("note", "DISC-WINDOWS-03")]

    def test_two_devices_may_have_one_driver(self) -> None:
        """As two cards of one vendor do."""
        values = {"DriverDesc": '"Acme"', "VulkanDriverName": r'"C:\x.json"'}

        assert rules((rf"{ADAPTERS}\0000", values), (rf"{ADAPTERS}\0001", values)) == []


class TestBranches:
    """32 or 64 bits are guessed by the names of files, then by their folders, and only ever noted."""

    @pytest.mark.parametrize(
        ("path", "narrow", "wide"),
        [
            (r"C:\x\layer32.json", True, False),
            (r"C:\x\layer64.json", False, True),
            (r"C:\Program Files (x86)\Store\layer64.json", False, True),
            (r"C:\Program Files (x86)\Store\layer.json", True, False),
            (r"C:\Program Files\Store\layer.json", False, True),
            (r"C:\Program Files\Store\layer_x86.json", True, False),
            (r"C:\Windows\SysWOW64\layer.json", True, False),
            (r"C:\x\layer.json", True, True),
            (r"C:\x\layer_32_64.json", True, True),
            (r"C:\x\layer1324.json", True, True),
        ],
    )
    def test_a_path_fits_a_branch(self, path: str, narrow: bool, wide: bool) -> None:
        """Where it looks like the other one there is a note."""
        wow = r"HKEY_LOCAL_MACHINE\SOFTWARE\WOW6432Node\Khronos\Vulkan\ImplicitLayers"

        assert rules((wow, {path: ZERO})) == ([] if narrow else [("note", "DISC-WINDOWS-05")])
        assert rules((rf"{VULKAN}\ImplicitLayers", {path: ZERO})) == (
            [] if wide else [("note", "DISC-WINDOWS-05")]
        )

    @pytest.mark.parametrize(
        ("value", "rule_id"),
        [("VulkanDriverNameWow", "DISC-DRIVER-WINDOWS-01"), ("VulkanImplicitLayersWow", "DISC-WINDOWS-08")],
    )
    def test_values_of_devices_have_branches_too(self, value: str, rule_id: str) -> None:
        """Those whose names end in Wow are for 32-bit programs."""
        assert rules((rf"{ADAPTERS}\0000", {"DriverDesc": '"A"', value: r'"C:\x64.json"'})) == [
            ("note", rule_id)
        ]


class TestLeftovers:
    """A value whose manifest is gone."""

    @pytest.mark.parametrize(
        ("key", "data", "expected"),
        [
            ("ImplicitLayers", ZERO, ("LLP_LAYER_20", "error", {Edition.E2022, Edition.E2026})),
            ("ImplicitLayers", "dword:00000001", ("LLP_LAYER_20", "warning", {Edition.E2022, Edition.E2026})),
            ("Drivers", ZERO, ("LDP_DRIVER_11", "error", {Edition.E2026})),
        ],
    )
    def test_it_is_told_by_the_rule_of_its_use(
        self, key: str, data: str, expected: tuple[str, str, set[Edition]]
    ) -> None:
        """Layers since 2022 and drivers since 2026; where it is switched off, less loudly."""
        (mention,), _ = judge((rf"{VULKAN}\{key}", {r"C:\x.json": data}))

        (reason,) = leftover(mention)

        assert (str(reason.rule), str(reason.severity), set(reason.editions)) == expected
        assert reason.span is not None
        assert (reason.span.path, reason.span.line) == ("x.reg", 4)
