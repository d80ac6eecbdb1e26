"""Where a loader looks on Windows: whole searches by edition, word size and privilege, in order."""

import pytest
from windows_machines import (
    ADAPTER,
    COMPONENT,
    HKCU,
    HKLM,
    VULKAN,
    WOW,
    environment,
    paths,
    searched,
    used,
    windows,
)

from refloader.core.search.places import settings_places
from refloader.model.edition import Edition
from refloader.model.place import Form, Use
from refloader.model.platform import Device
from refloader.model.reason import Severity

E2016, E2018, E2022, E2026 = Edition
KEYS = {Use.EXPLICIT: "ExplicitLayers", Use.IMPLICIT: "ImplicitLayers", Use.DRIVER: "Drivers"}
VALUES = {
    Use.EXPLICIT: "VulkanExplicitLayers",
    Use.IMPLICIT: "VulkanImplicitLayers",
    Use.DRIVER: "VulkanDriverName",
}
LAYERS = [Use.EXPLICIT, Use.IMPLICIT]
PACKAGE = r"C:\Program Files\WindowsApps\Pack"
MACHINE = windows(
    devices=(Device(f"{ADAPTER}\\0001"), Device(f"{COMPONENT}\\0000", True)), packages=(PACKAGE,)
)


def keys(use: Use, *hives: str, branch: str = VULKAN) -> list[str]:
    """The SOFTWARE keys of these hives."""
    return [f"{hive}\\{branch}\\{KEYS[use]}" for hive in hives]


def device_values(use: Use, suffix: str = "") -> list[str]:
    """The values of the two devices."""
    return [f"{key}\\{VALUES[use]}{suffix}" for key in (f"{ADAPTER}\\0001", f"{COMPONENT}\\0000")]


class TestWholeSearch:
    """The places of each use and edition, in order."""

    @pytest.mark.parametrize("use", LAYERS)
    @pytest.mark.parametrize("edition", Edition)
    def test_layers(self, edition: Edition, use: Use) -> None:
        """SOFTWARE keys, machine before user; device keys from 2018; the package for explicit layers of 2026."""
        devices = [] if edition is E2016 else device_values(use)
        package = [PACKAGE] if edition is E2026 and use is Use.EXPLICIT else []

        found, reasons = searched(use, edition, MACHINE)

        assert paths(found) == [*keys(use, HKLM, HKCU), *devices, *package]
        assert reasons == ()

    @pytest.mark.parametrize("edition", Edition)
    def test_drivers(self, edition: Edition) -> None:
        """Device keys from 2018, then the machine's SOFTWARE key, then the package of 2026; no key of the user."""
        devices = [] if edition is E2016 else device_values(Use.DRIVER)
        package = [PACKAGE] if edition is E2026 else []

        found, _ = searched(Use.DRIVER, edition, MACHINE)

        assert paths(found) == [*devices, *keys(Use.DRIVER, HKLM), *package]

    def test_forms_and_rules(self) -> None:
        """Keys, values and folders are told apart, each put there by its rule."""
        found, _ = searched(Use.EXPLICIT, E2026, MACHINE)

        assert [(place.form, place.rule, place.use) for place in found] == [
            (Form.KEY, "DISC-WINDOWS-01", Use.EXPLICIT),
            (Form.KEY, "DISC-WINDOWS-01", Use.EXPLICIT),
            (Form.VALUE, "DISC-WINDOWS-07", Use.EXPLICIT),
            (Form.VALUE, "DISC-WINDOWS-07", Use.EXPLICIT),
            (Form.FOLDER, "DISC-WINDOWS-12", Use.EXPLICIT),
        ]


class TestWordSize:
    """What a 32-bit process on a 64-bit Windows reads instead."""

    @pytest.mark.parametrize("use", LAYERS)
    @pytest.mark.parametrize("edition", Edition)
    def test_layers(self, edition: Edition, use: Use) -> None:
        """The keys of WOW6432Node from 2022, the values in Wow from 2018; never both."""
        branch = WOW if edition in (E2022, E2026) else VULKAN
        devices = [] if edition is E2016 else device_values(use, "Wow")

        found, _ = searched(use, edition, MACHINE, bits=32)

        assert paths(found)[: 2 + len(devices)] == [*keys(use, HKLM, HKCU, branch=branch), *devices]

    @pytest.mark.parametrize("edition", Edition)
    def test_drivers(self, edition: Edition) -> None:
        """The key of WOW6432Node and the values in Wow from 2018."""
        branch = VULKAN if edition is E2016 else WOW
        devices = [] if edition is E2016 else device_values(Use.DRIVER, "Wow")

        found, _ = searched(Use.DRIVER, edition, MACHINE, bits=32)

        assert paths(found)[: 1 + len(devices)] == [*devices, *keys(Use.DRIVER, HKLM, branch=branch)]

    @pytest.mark.parametrize("use", Use)
    def test_a_32_bit_windows_has_one_branch(self, use: Use) -> None:
        """Where Windows itself is 32-bit, the plain keys and values are read."""
        if use is Use.SETTINGS:
            return
        of_64_bits, _ = searched(use, E2026, MACHINE)

        found, _ = searched(
            use, E2026, windows(devices=MACHINE.devices, packages=(PACKAGE,), word_size=32), bits=32
        )

        assert paths(found) == paths(of_64_bits)

    def test_the_other_branch_is_told(self) -> None:
        """A manifest in the branch of the other word size is named as one that is not read."""
        platform = windows(used(f"{HKLM}\\{WOW}\\ImplicitLayers", r"C:\a\x.json"))

        _, (reason,) = searched(Use.IMPLICIT, E2026, platform)

        assert (reason.rule, reason.severity, reason.subject) == (
            "DISC-WINDOWS-05",
            Severity.INFO,
            f"{HKLM}\\{WOW}\\ImplicitLayers",
        )
        assert reason.fact.endswith(r'names "C:\a\x.json"; this 64-bit process does not read it')

    def test_early_editions_do_not_name_the_branch(self) -> None:
        """In 2018 a 32-bit process reads the plain key for layers, and is told where Windows leads it."""
        platform = windows(used(f"{HKLM}\\{WOW}\\ImplicitLayers", r"C:\a\x.json"))

        _, (reason,) = searched(Use.IMPLICIT, E2018, platform, bits=32)

        assert (reason.rule, reason.severity) == ("AMB-WIN-WOW-EARLY", Severity.NOTE)

    def test_windows_leads_nobody_to_a_branch_of_the_user(self) -> None:
        """SOFTWARE of a user is one for processes of both sizes, so there is nothing to remark on."""
        platform = windows(used(f"{HKCU}\\{WOW}\\ImplicitLayers", r"C:\a\x.json"))

        _, (reason,) = searched(Use.IMPLICIT, E2018, platform, bits=32)

        assert (reason.rule, reason.severity) == ("DISC-WINDOWS-05", Severity.INFO)


class TestPrivilege:
    """What administrators' processes do not read."""

    @pytest.mark.parametrize("use", LAYERS)
    @pytest.mark.parametrize("edition", Edition)
    def test_keys_of_the_user(self, edition: Edition, use: Use) -> None:
        """From 2022 the user's keys of layers are left out, before that they are read."""
        hives = (HKLM,) if edition in (E2022, E2026) else (HKLM, HKCU)

        found, _ = searched(use, edition, windows(), elevated=True)

        assert paths(found) == keys(use, *hives)

    def test_what_is_left_out_is_told(self) -> None:
        """The manifests that the user's key names are named, the first of them and how many more."""
        key = f"{HKCU}\\{VULKAN}\\ExplicitLayers"
        platform = windows(
            used(key, r"C:\a\x.json"), used(key, r"C:\a\y.json"), (key, r"C:\a\z.json", "REG_DWORD", 1)
        )

        _, (reason,) = searched(Use.EXPLICIT, E2026, platform, elevated=True)

        assert reason.rule == "DISC-WINDOWS-06"
        assert reason.fact == (
            f'{key} names "C:\\a\\x.json" and 1 more; it is not read: the process has administrative privileges'
        )

    @pytest.mark.parametrize(
        "rows", [(), ((f"{HKCU}\\{VULKAN}\\ExplicitLayers", r"C:\x.json", "REG_DWORD", 1),)]
    )
    def test_nothing_is_told_of_a_key_that_names_nothing(
        self, rows: tuple[tuple[str, str, str, int], ...]
    ) -> None:
        """An absent key, or one whose values are off, is no loss."""
        _, reasons = searched(Use.EXPLICIT, E2026, windows(*rows), elevated=True)

        assert reasons == ()

    def test_drivers_of_the_user_are_told(self) -> None:
        """A key for drivers under HKEY_CURRENT_USER is never read, and that is remarked on."""
        platform = windows(used(f"{HKCU}\\{VULKAN}\\Drivers", r"C:\a\x.json"))

        found, (reason,) = searched(Use.DRIVER, E2026, platform)

        assert paths(found) == keys(Use.DRIVER, HKLM)
        assert (reason.rule, reason.severity) == ("DISC-DRIVER-WINDOWS-03", Severity.NOTE)


class TestVariables:
    """Path variables with the separators of Windows, in front of the keys or in place of them."""

    @pytest.mark.parametrize("edition", [E2022, E2026])
    def test_added_folders_come_first(self, edition: Edition) -> None:
        """VK_ADD_LAYER_PATH, split at semicolons, stands before the registry."""
        variables = {"VK_ADD_LAYER_PATH": r"C:\one;D:/two\;\\server\share\three"}

        found, _ = searched(Use.EXPLICIT, edition, windows(), variables=variables)

        added = [r"C:\one", r"D:\two", r"\\server\share\three"]
        assert paths(found) == [*added, *keys(Use.EXPLICIT, HKLM, HKCU)]

    @pytest.mark.parametrize("use", LAYERS)
    @pytest.mark.parametrize("edition", Edition)
    def test_layer_path_replaces_the_keys(self, edition: Edition, use: Use) -> None:
        """The keys of explicit layers are out of use; in 2016 and 2018 those of implicit layers as well."""
        found, _ = searched(use, edition, MACHINE, variables={"VK_LAYER_PATH": r"C:\mine"})

        if use is Use.EXPLICIT:
            assert paths(found) == [r"C:\mine"]
        elif edition in (E2016, E2018):
            assert paths(found) == []
        else:
            assert paths(found)[:2] == keys(use, HKLM, HKCU)

    @pytest.mark.parametrize(
        "spelling", [r"c:\MINE", "C:/mine/", r"\\?\C:\mine", r"C:\other\..\mine", r"C:\.\mine"]
    )
    def test_spellings_of_one_folder_are_one_place(self, spelling: str) -> None:
        """Letter case, separators, dots and the prefix of verbatim paths make no second place."""
        variables = {"VK_LAYER_PATH": rf"C:\mine;{spelling}"}

        found, _ = searched(Use.EXPLICIT, E2026, windows(), variables=variables)

        assert paths(found) == [r"C:\mine"]

    @pytest.mark.parametrize(
        ("entry", "to"),
        [
            ("/windows/system32/nv-vk64.json", "the drive of the working directory"),
            (r"\a.json", "the drive of the working directory"),
            (r"a\b.json", "the working directory"),
            ("C:a.json", "the working directory"),
        ],
    )
    def test_what_an_entry_is_relative_to(self, entry: str, to: str) -> None:
        """The sample of 2018 names no drive; it is taken as it stands, with a remark."""
        found, (reason,) = searched(Use.DRIVER, E2018, windows(), variables={"VK_ICD_FILENAMES": entry})

        assert paths(found) == [entry.replace("/", "\\")]
        assert reason.fact.endswith(f"which is relative to {to}")

    def test_bare_driver_names_are_for_linux(self) -> None:
        """In 2016 a bare name in VK_ICD_FILENAMES is looked up on Linux; here a full path is asked for."""
        found, (reason,) = searched(Use.DRIVER, E2016, windows(), variables={"VK_ICD_FILENAMES": "mine.json"})

        assert paths(found) == ["mine.json"]
        assert "relative to the working directory" in reason.fact


class TestSettings:
    """Where the settings file is named."""

    SETTINGS = f"{VULKAN}\\LoaderSettings"

    def test_the_user_first(self) -> None:
        """The user's key stands before that of the machine."""
        found = settings_places(environment(windows()), E2026)

        assert paths(found) == [f"{HKCU}\\{self.SETTINGS}", f"{HKLM}\\{self.SETTINGS}"]
        assert {place.form for place in found} == {Form.KEY}

    def test_an_elevated_process_passes_over_the_user(self) -> None:
        """With administrative privileges the machine's key alone is read."""
        found = settings_places(environment(windows(), elevated=True), E2026)

        assert paths(found) == [f"{HKLM}\\{self.SETTINGS}"]

    @pytest.mark.parametrize("edition", [E2016, E2018, E2022])
    def test_none_before_2026(self, edition: Edition) -> None:
        """Older loaders know no settings file."""
        assert settings_places(environment(windows(), edition), edition) == ()
