"""The places of macOS and Fuchsia, computed from variables, build and bundle; and what is said of them."""

import pytest

from refloader.core.search.notes import search_notes
from refloader.core.search.places import driver_places, layer_places, settings_places
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Use
from refloader.model.platform import Platform
from refloader.model.request import Build
from refloader.model.system import System

E2016, E2018, E2022, E2026 = Edition
BUNDLE = "/Applications/A.app"
MAC = Platform(System.MACOS, bundle=BUNDLE)
FUCHSIA = Platform(System.FUCHSIA)
BUILD = Build(sysconfdir="/usr/local/etc", extrasysconfdir="/etc")
EXAMPLE = (
    "/Applications/A.app/Contents/Resources",
    "/Users/Me/.config",
    "/etc/xdg",
    "/usr/local/etc",
    "/etc",
    "/Users/Me/.local/share",
    "/usr/local/share",
    "/usr/share",
)
"""The bases of the worked example, which is the same for layers (2022, 2026) and drivers (2026)."""


def layers(environment: Environment, edition: Edition, use: Use = Use.IMPLICIT) -> list[str]:
    """The paths of the places of layers."""
    return [place.path for place in layer_places(environment, BUILD, edition, use)[0]]


def drivers(environment: Environment, edition: Edition) -> list[str]:
    """The paths of the places of drivers."""
    return [place.path for place in driver_places(environment, BUILD, edition)[0]]


@pytest.mark.rule("DISC-MACOS-01", "DISC-MACOS-02", "DISC-DRIVER-MACOS-01", "AMB-2022-DRIVERS")
class TestMacExample:
    """The worked examples, line by line."""

    ME = Environment({"HOME": "/Users/Me"}, platform=MAC)

    @pytest.mark.parametrize("edition", [E2022, E2026])
    def test_layers(self, edition: Edition) -> None:
        """The implicit layer search path of the fictional user Me."""
        assert layers(self.ME, edition) == [f"{base}/vulkan/implicit_layer.d" for base in EXAMPLE]

    @pytest.mark.parametrize("edition", [E2022, E2026])
    def test_drivers(self, edition: Edition) -> None:
        """The driver search path; of drivers 2022 says nothing, so its layers' path is theirs (AMB-2022-DRIVERS)."""
        assert drivers(self.ME, edition) == [f"{base}/vulkan/icd.d" for base in EXAMPLE]

    @pytest.mark.parametrize("edition", [E2016, E2018])
    def test_older_documents_know_no_bundle(self, edition: Edition) -> None:
        """What they say of Linux is taken, and it is said that they do not speak of macOS."""
        assert not [path for path in layers(self.ME, edition) if path.startswith(BUNDLE)]
        assert "DISC-MACOS-01" in [reason.rule for reason in search_notes(self.ME, edition)]

    def test_settings_file(self) -> None:
        """The settings file lies where it does on Linux."""
        assert [place.path.partition("/vulkan/")[0] for place in settings_places(self.ME, E2026)] == [
            "/Users/Me/.local/share",
            "/etc",
        ]


@pytest.mark.rule("DISC-FUCHSIA-01", "DISC-DRIVER-FUCHSIA-01", "AMB-FUCHSIA-HOMEDIRS")
class TestFuchsia:
    """No folder stands in for a list that is not set."""

    @pytest.mark.parametrize("edition", [E2022, E2026])
    def test_without_lists(self, edition: Edition) -> None:
        """The home folders and those of the build are left."""
        environment = Environment({"HOME": "/home/me"}, platform=FUCHSIA)

        bases = ["/home/me/.config", "/usr/local/etc", "/etc", "/home/me/.local/share"]
        assert layers(environment, edition) == [f"{base}/vulkan/implicit_layer.d" for base in bases]
        assert drivers(environment, edition) == [f"{base}/vulkan/icd.d" for base in bases]

    def test_lists_count_where_they_are_set(self) -> None:
        """Set lists are searched in their places; an empty one counts as unset."""
        lists = {"XDG_CONFIG_DIRS": "/a:/b", "XDG_DATA_DIRS": ""}

        assert layers(Environment(lists, platform=FUCHSIA), E2026, Use.EXPLICIT) == [
            f"{base}/vulkan/explicit_layer.d" for base in ("/a", "/b", "/usr/local/etc", "/etc")
        ]

    def test_missing_fallbacks_are_told(self) -> None:
        """Each list that is not set is named."""
        notes = search_notes(Environment({"HOME": "/me", "XDG_DATA_DIRS": "/a"}, platform=FUCHSIA), E2026)

        assert [(each.rule, each.subject) for each in notes] == [("DISC-FUCHSIA-01", "XDG_CONFIG_DIRS")]


@pytest.mark.rule("DISC-DRIVER-MACOS-02")
class TestHidden:
    """Each driver that one in the bundle hides says so."""

    BODY = b'{"file_format_version": "1.0.0", "ICD": {"library_path": "/x.dylib", "api_version": "1.3.0"}}'
    FILES = (f"{BUNDLE}/Contents/Resources/vulkan/icd.d/a.json", "/etc/vulkan/icd.d/b.json", "/world/c.json")

    def test_reason(self) -> None:
        """The reason names the driver in the bundle; what a variable added has none."""
        host = MemoryHost(
            files=dict.fromkeys(self.FILES, self.BODY),
            environment={"VK_ADD_DRIVER_FILES": "/world/c.json"},
            system=MAC,
        )

        plan = decide(host, edition=E2026)

        used = {each.driver.manifest: each.used for each in plan.drivers}
        hidden = next(each for each in plan.drivers if not each.used)
        assert used == {self.FILES[2]: True, self.FILES[0]: True, self.FILES[1]: False}
        assert [each.rule for each in hidden.reasons][-1] == "DISC-DRIVER-MACOS-02"
        assert self.FILES[0] in hidden.reasons[-1].fact

    @pytest.mark.rule("DISC-DRIVER-MACOS-02")
    @pytest.mark.parametrize("named", [FILES[0], FILES[0].rpartition("/")[0], f"/world:{FILES[0]}"])
    def test_a_bundled_driver_that_a_variable_names_too(self, named: str) -> None:
        """It is met by the variable first and lies in the bundle all the same."""
        host = MemoryHost(
            files=dict.fromkeys(self.FILES, self.BODY), environment={"VK_ADD_DRIVER_FILES": named}, system=MAC
        )

        used = {each.driver.manifest: each.used for each in decide(host, edition=E2026).drivers}

        assert (used[self.FILES[0]], used[self.FILES[1]]) == (True, False)

    def test_2022_hides_nobody(self) -> None:
        """The sources have no document of 2022 on drivers, so nothing says that they are hidden."""
        host = MemoryHost(files=dict.fromkeys(self.FILES, self.BODY), system=MAC)

        assert [each.used for each in decide(host, edition=E2022).drivers] == [True, True]


@pytest.mark.rule("DISC-GEN-09")
def test_suffix_of_libraries_on_macos() -> None:
    """A library that does not end in .dylib is remarked on from 2022 on: 2018 knows .DLL and .so alone."""
    body = b'{"file_format_version": "1.0.0", "ICD": {"library_path": "/x.so", "api_version": "1.3.0"}}'
    plan = decide(MemoryHost(files={"/etc/vulkan/icd.d/a.json": body}, system=MAC), edition=E2022)

    (reason,) = plan.drivers[0].driver.reasons

    assert (reason.rule, sorted(reason.editions)) == ("DISC-GEN-09", [E2022, E2026])


@pytest.mark.parametrize("system", [System.WINDOWS, System.MACOS, System.FUCHSIA])
@pytest.mark.rule("DEVICE-SORT-LINUX-03", "DEVICE-SORT-LINUX-04")
def test_variables_of_linux_alone(system: System) -> None:
    """What chooses devices on Linux is told to have no effect elsewhere."""
    variables = dict.fromkeys(("VK_LOADER_DEVICE_SELECT", "VK_LOADER_DISABLE_SELECT"), "1")
    environment = Environment({"HOME": "/me", **variables}, platform=Platform(system))

    notes = search_notes(environment, E2026)

    void = [each.subject for each in notes if each.fact.endswith(f"has no effect on {system.label}")]
    assert void == [*variables]
