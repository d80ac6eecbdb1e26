"""What is found on Windows: registry, files and variables put together, decided as a whole."""

import json
from typing import Any, ClassVar

import pytest
from windows_machines import (
    ADAPTER,
    COMPONENT,
    EXPLICIT,
    HKCU,
    HKLM,
    VULKAN,
    Row,
    driver,
    drivers,
    layer,
    layers,
    only,
    plan_of,
    used,
    windows,
)

from refloader.core.ages import age_of
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.platform import Device, Platform
from refloader.model.reason import Severity, Span
from refloader.model.request import Build
from refloader.model.system import System
from refloader.model.windows_registry import Data

SETTINGS = f"{VULKAN}\\LoaderSettings"
PACKAGE = r"C:\Program Files\WindowsApps\Pack"


class TestSoftwareKeys:
    """Values whose names are paths."""

    @pytest.mark.parametrize("edition", Edition)
    @pytest.mark.parametrize(
        "written", [r"C:\a\one.json", r"c:\A\ONE.JSON", "C:/a/one.json", r"C:\a\.\one.json"]
    )
    def test_a_value_leads_to_its_manifest(self, written: str, edition: Edition) -> None:
        """However the path is spelt, the manifest is read."""
        plan = plan_of(windows(used(EXPLICIT, written)), {r"C:\a\one.json": layer()}, edition)

        assert layers(plan) == ["VK_LAYER_TEST_one"]

    def test_the_order_is_that_of_the_values(self) -> None:
        """The first value that names a layer wins, the machine before the user."""
        rows = [used(f"{HKCU}\\{VULKAN}\\ExplicitLayers", r"C:\u.json"), used(EXPLICIT, r"C:\b.json")]
        rows.append(used(EXPLICIT, r"C:\a.json"))
        files = {rf"C:\{name}.json": layer(f"VK_LAYER_TEST_{name}") for name in "abu"}

        plan = plan_of(windows(*rows), files)

        assert layers(plan) == ["VK_LAYER_TEST_b", "VK_LAYER_TEST_a", "VK_LAYER_TEST_u"]

    @pytest.mark.parametrize(
        ("release", "found"),
        [("", ["one", "two"]), ("1.3.283", ["one", "two"]), ("1.3.290", ["one"]), ("1.4.335", ["one"])],
    )
    def test_a_long_value_ends_the_key_for_some_releases(self, release: str, found: list[str]) -> None:
        """The documents have each value of the key read; observed builds stop at one of eight bytes."""
        values = (
            used(EXPLICIT, r"C:\one.json"),
            (EXPLICIT, r"C:\odd.json", "REG_QWORD", 0),
            used(EXPLICIT, r"C:\two.json"),
        )
        files = {rf"C:\{name}.json": layer(f"VK_LAYER_TEST_{name}") for name in ("one", "odd", "two")}
        host = MemoryHost(files=files, system=windows(*values), working_directory="C:\\work")

        plan = decide(host, build=Build(age=age_of(release)))

        assert layers(plan) == [f"VK_LAYER_TEST_{name}" for name in found]

    @pytest.mark.parametrize(
        ("kind", "data", "severity"),
        [
            ("REG_DWORD", 1, Severity.NOTE),
            ("REG_DWORD", 0xFFFFFFFF, Severity.NOTE),
            ("REG_QWORD", 0, Severity.ERROR),
            ("REG_DWORD_BIG_ENDIAN", 0, Severity.ERROR),
            ("REG_SZ", "0", Severity.ERROR),
            ("REG_DWORD", b"\0\0", Severity.ERROR),
            ("REG_NONE", b"", Severity.ERROR),
        ],
    )
    def test_other_values_are_not_followed(self, kind: str, data: Data, severity: Severity) -> None:
        """Each is passed over with a reason that has the place of the value."""
        rows: list[Row] = [used(EXPLICIT, r"C:\two.json"), (EXPLICIT, r"C:\one.json", kind, data)]

        plan = plan_of(windows(*rows), {r"C:\one.json": layer(), r"C:\two.json": layer("VK_LAYER_TEST_two")})

        assert layers(plan) == ["VK_LAYER_TEST_two"]
        reason = only(plan.reasons, r"C:\one.json")
        assert (reason.rule, reason.severity, reason.span) == (
            "DISC-WINDOWS-03",
            severity,
            Span("export.reg", 2, 1),
        )

    @pytest.mark.parametrize(
        "written", ["one.json", r"a\one.json", r"\one.json", "C:one.json", r"%ProgramFiles%\one.json"]
    )
    def test_relative_names_are_not_followed(self, written: str) -> None:
        """Even where the working folder has such a file."""
        files = {path: layer() for path in (r"C:\work\one.json", r"C:\work\a\one.json", r"C:\one.json")}

        plan = plan_of(windows(used(EXPLICIT, written)), files)

        assert layers(plan) == []
        assert only(plan.reasons, written).rule == "DISC-WINDOWS-04"

    def test_a_value_that_leads_nowhere_is_told_with_its_place(self) -> None:
        """What an uninstaller left is shown where it stands."""
        plan = plan_of(
            windows(used(EXPLICIT, r"C:\one.json"), used(EXPLICIT, r"C:\gone.json")),
            {r"C:\one.json": layer()},
        )

        reason = only(plan.reasons, r"C:\gone.json")
        assert reason.fact == rf'"C:\gone.json" (from {EXPLICIT}) does not exist'
        assert (reason.severity, reason.span) == (Severity.WARNING, Span("export.reg", 2, 1))

    def test_one_manifest_named_twice_is_read_once(self) -> None:
        """Two spellings in two hives make one layer."""
        rows = [used(EXPLICIT, r"C:\one.json"), used(f"{HKCU}\\{VULKAN}\\ExplicitLayers", r"c:/ONE.json")]

        plan = plan_of(windows(*rows), {r"C:\one.json": layer()})

        assert layers(plan) == ["VK_LAYER_TEST_one"]

    def test_names_of_keys_and_values_match_without_case(self) -> None:
        """A registry that was written by somebody else is the same registry."""
        rows: list[Row] = [
            used(EXPLICIT.lower(), r"C:\one.json"),
            (f"{ADAPTER}\\0000".upper(), "VULKANDRIVERNAME", "REG_SZ", r"C:\d.json"),
        ]
        platform = windows(*rows, devices=(Device(f"{ADAPTER}\\0000"),))

        plan = plan_of(platform, {r"C:\one.json": layer(), r"C:\d.json": driver()})

        assert (layers(plan), drivers(plan)) == (["VK_LAYER_TEST_one"], [r"C:\d.json"])

    def test_an_unknown_registry_is_told_once(self) -> None:
        """Nothing is claimed about keys that nobody read."""
        plan = plan_of(Platform(System.WINDOWS), {})

        told = [reason for reason in plan.reasons if "nothing is known of the registry" in reason.fact]
        assert [reason.severity for reason in told] == [Severity.NOTE]

    def test_no_word_of_home(self) -> None:
        """The folders of users that other systems search are none of Windows'."""
        plan = plan_of(windows(), {}, environment={"XDG_DATA_HOME": ""})

        assert [each for each in plan.reasons if "HOME" in each.subject or "XDG" in each.subject] == []


class TestNarrowProcesses:
    """What Windows shows to 32-bit processes in the place of System32."""

    NARROW = f"{HKLM}\\SOFTWARE\\WOW6432Node\\Khronos\\Vulkan\\Drivers"

    @pytest.mark.parametrize("folder", ["System32", "SysWOW64"])
    def test_manifests_are_those_of_syswow64(self, folder: str) -> None:
        """Either name leads there."""
        plan = plan_of(
            windows(used(self.NARROW, rf"C:\Windows\{folder}\d.json")),
            {r"C:\Windows\SysWOW64\d.json": driver()},
            bits=32,
        )

        assert drivers(plan) == [rf"C:\Windows\{folder}\d.json"]

    def test_what_lies_in_system32_is_not_seen(self) -> None:
        """The reason says where the process is led."""
        path = r"C:\Windows\System32\d.json"

        plan = plan_of(windows(used(self.NARROW, path)), {path: driver()}, bits=32)

        assert drivers(plan) == []
        assert only(plan.reasons, path).fact.endswith(
            r'does not exist: a 32-bit process is led to "C:\Windows\SysWOW64\d.json"'
        )

    def test_the_store_of_drivers_is_for_both(self) -> None:
        """Windows leaves some folders below System32 alone."""
        path = r"C:\Windows\System32\DriverStore\d.json"

        plan = plan_of(windows(used(self.NARROW, path)), {path: driver()}, bits=32)

        assert drivers(plan) == [path]


class TestDeviceKeys:
    """Values of devices, whose data are paths."""

    def test_the_registry_tells_the_devices_where_nobody_else_does(self) -> None:
        """Adapters by their numbers come first, then software components."""
        rows: list[Row] = [
            (f"{COMPONENT}\\0000", "VulkanDriverName", "REG_SZ", r"C:\c.json"),
            (f"{ADAPTER}\\0001", "VulkanDriverName", "REG_SZ", r"C:\b.json"),
            (f"{ADAPTER}\\0000", "VulkanDriverName", "REG_MULTI_SZ", (r"C:\a1.json", r"C:\a2.json")),
        ]
        files = {rf"C:\{name}.json": driver() for name in ("a1", "a2", "b", "c")}

        plan = plan_of(windows(*rows), files)

        assert drivers(plan) == [r"C:\a1.json", r"C:\a2.json", r"C:\b.json", r"C:\c.json"]

    def test_the_devices_that_are_told_are_the_devices(self) -> None:
        """Class keys of devices that are not there any more are not read."""
        rows: list[Row] = [
            (f"{ADAPTER}\\000{number}", "VulkanDriverName", "REG_SZ", rf"C:\{number}.json") for number in "01"
        ]

        plan = plan_of(
            windows(*rows, devices=(Device(f"{ADAPTER}\\0001"),)),
            {r"C:\0.json": driver(), r"C:\1.json": driver()},
        )

        assert drivers(plan) == [r"C:\1.json"]

    @pytest.mark.parametrize("edition", [Edition.E2018, Edition.E2022, Edition.E2026])
    def test_the_order_of_adapters(self, edition: Edition) -> None:
        """DXGI's order counts for drivers of 2026, the PnP manager's for everything else."""
        rows: list[Row] = [
            (f"{ADAPTER}\\000{n}", name, "REG_SZ", rf"C:\{n}{kind}.json")
            for n in "012"
            for name, kind in (("VulkanDriverName", "d"), ("VulkanExplicitLayers", "l"))
        ]
        devices = tuple(
            Device(f"{ADAPTER}\\000{n}", luid=luid) for n, luid in (("0", 10), ("1", 11), ("2", None))
        )
        files = {rf"C:\{n}d.json": driver() for n in "012"}
        files |= {rf"C:\{n}l.json": layer(f"VK_LAYER_TEST_{n}") for n in "012"}

        plan = plan_of(windows(*rows, devices=devices, adapters=(11, 10)), files, edition)

        expected = (
            [r"C:\1d.json", r"C:\0d.json"] if edition is Edition.E2026 else [rf"C:\{n}d.json" for n in "012"]
        )
        assert drivers(plan) == expected
        assert layers(plan) == ["VK_LAYER_TEST_0", "VK_LAYER_TEST_1", "VK_LAYER_TEST_2"]

    @pytest.mark.parametrize("adapters", [(), (99,)])
    def test_the_pnp_manager_stands_in(self, adapters: tuple[int, ...]) -> None:
        """Where DXGI names no adapter, or none of those that are known, its list is used."""
        row: Row = (f"{ADAPTER}\\0000", "VulkanDriverName", "REG_SZ", r"C:\d.json")

        plan = plan_of(
            windows(row, devices=(Device(f"{ADAPTER}\\0000", luid=1),), adapters=adapters),
            {r"C:\d.json": driver()},
        )

        assert drivers(plan) == [r"C:\d.json"]

    @pytest.mark.parametrize(
        ("kind", "data"),
        [
            ("REG_DWORD", 0),
            ("REG_EXPAND_SZ", r"C:\d.json"),
            ("REG_BINARY", b"C:\\d.json"),
            ("REG_SZ", "d.json"),
            ("REG_SZ", ""),
            ("REG_MULTI_SZ", ()),
            ("REG_MULTI_SZ", ("d.json", "")),
        ],
    )
    def test_other_values_are_not_followed(self, kind: str, data: Data) -> None:
        """Types that are none of the two, and paths that are not full, lead nowhere and are told."""
        plan = plan_of(
            windows((f"{ADAPTER}\\0000", "VulkanDriverName", kind, data)), {r"C:\d.json": driver()}
        )

        assert drivers(plan) == []
        told = [reason for reason in plan.reasons if reason.rule == "DISC-DRIVER-WINDOWS-01"]
        assert [reason.span for reason in told] == [Span("export.reg", 1, 1)]


class TestPackages:
    """Manifests in the root folder of a package."""

    FILES: ClassVar = {
        rf"{PACKAGE}\driver.json": driver(),
        rf"{PACKAGE}\layer.json": layer(disable_environment={"OFF": "1"}),
        rf"{PACKAGE}\other.json": b"{}",
        rf"{PACKAGE}\sub\below.json": driver(),
    }

    def test_each_search_takes_its_own(self) -> None:
        """The driver is a driver, the layer an explicit layer, and nobody complains about the rest."""
        plan = plan_of(windows(packages=(PACKAGE,)), self.FILES)

        assert [(each.layer.name, each.layer.kind) for each in plan.layers] == [
            ("VK_LAYER_TEST_one", Use.EXPLICIT)
        ]
        assert drivers(plan) == [rf"{PACKAGE}\driver.json"]
        assert (plan.unread, [each for each in plan.reasons if each.severity is not Severity.INFO]) == (
            (),
            [],
        )

    def test_letter_case_of_the_suffix_does_not_count(self) -> None:
        """DRIVER.JSON is a manifest, and no remark is made on its name."""
        files = {rf"{PACKAGE}\DRIVER.JSON": driver(), rf"{PACKAGE}\driver.dll": b""}

        plan = plan_of(windows(packages=(PACKAGE,)), files)

        assert drivers(plan) == [rf"{PACKAGE}\DRIVER.JSON"]
        assert [each for each in plan.reasons if each.rule == "DISC-GEN-08"] == []

    def test_a_broken_file_is_told_once(self) -> None:
        """What cannot be read counts as a driver that is of no use."""
        plan = plan_of(windows(packages=(PACKAGE,)), {rf"{PACKAGE}\broken.json": b"{"})

        assert drivers(plan) == [rf"{PACKAGE}\broken.json"]
        assert plan.unread == ()

    @pytest.mark.parametrize("edition", [Edition.E2016, Edition.E2018, Edition.E2022])
    def test_none_before_2026(self, edition: Edition) -> None:
        """Older loaders know no packages."""
        plan = plan_of(windows(packages=(PACKAGE,)), self.FILES, edition)

        assert (layers(plan), drivers(plan)) == ([], [])


class TestSettings:
    """The settings file that a registry names."""

    OFF = json.dumps({"file_format_version": "1.0.1", "settings": {"layers": []}}).encode()

    def settings(self, hive: str, name: str, kind: str = "REG_DWORD", data: Data = 0) -> Row:
        """A value under LoaderSettings."""
        return f"{hive}\\{SETTINGS}", name, kind, data

    def decided(self, *rows: Row, files: tuple[str, ...], **options: Any) -> Plan:
        """A machine with one layer and these settings files, which list no layer."""
        contents = dict.fromkeys(files, self.OFF)
        return plan_of(
            windows(used(EXPLICIT, r"C:\one.json"), *rows), {r"C:\one.json": layer(), **contents}, **options
        )

    @pytest.mark.parametrize("data", [0, 1])
    def test_a_value_of_the_user_names_it(self, data: int) -> None:
        """The file is read whatever the number is."""
        file = r"C:\u\vk_loader_settings.json"

        plan = self.decided(self.settings(HKCU, file, data=data), files=(file,))

        assert layers(plan) == []

    @pytest.mark.parametrize(
        ("name", "kind"),
        [
            (r"C:\u\settings.json", "REG_DWORD"),
            (r"u\vk_loader_settings.json", "REG_DWORD"),
            (r"C:\u\vk_loader_settings.json", "REG_SZ"),
        ],
    )
    def test_values_that_do_not_fit(self, name: str, kind: str) -> None:
        """Another name, a relative path or another type is passed over with a reason."""
        data: Data = 0 if kind == "REG_DWORD" else ""

        plan = self.decided(
            self.settings(HKCU, name, kind, data),
            files=(r"C:\u\vk_loader_settings.json", r"C:\u\settings.json"),
        )

        assert layers(plan) == ["VK_LAYER_TEST_one"]
        assert (only(plan.reasons, name).rule, only(plan.reasons, name).span) == (
            "SETTINGS-02",
            Span("export.reg", 2, 1),
        )

    def test_the_machine_stands_in(self) -> None:
        """Where the user's file does not exist, the machine's is read."""
        rows = [
            self.settings(HKCU, r"C:\gone\vk_loader_settings.json"),
            self.settings(HKLM, r"C:\m\VK_LOADER_SETTINGS.json"),
        ]

        plan = self.decided(*rows, files=(r"C:\m\VK_LOADER_SETTINGS.json",))

        assert layers(plan) == []

    def test_an_elevated_process_does_not_read_that_of_the_user(self) -> None:
        """The file of the user has no effect on administrators' processes."""
        file = r"C:\u\vk_loader_settings.json"

        plan = self.decided(self.settings(HKCU, file), files=(file,), privileged=True)

        assert layers(plan) == ["VK_LAYER_TEST_one"]

    @pytest.mark.parametrize(
        ("spelling", "hidden"),
        [(r"C:\Games\game.exe", True), (r"c:\Games\GAME.exe", False), ("C:/Games/game.exe", False)],
    )
    def test_an_application_is_known_by_its_path_byte_for_byte(self, spelling: str, hidden: bool) -> None:
        """app_keys of a settings file take no other letter case and no other separator (AMB-APPKEYS-MATCH)."""
        file = r"C:\u\vk_loader_settings.json"
        body = {"app_keys": [spelling], "layers": []}
        text = json.dumps({"file_format_version": "1.0.1", "settings_array": [body]}).encode()

        plan = plan_of(
            windows(used(EXPLICIT, r"C:\one.json"), self.settings(HKCU, file)),
            {r"C:\one.json": layer(), file: text},
            program=r"C:\Games\game.exe",
        )

        assert layers(plan) == ([] if hidden else ["VK_LAYER_TEST_one"])
