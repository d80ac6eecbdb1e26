"""Each system's discovery by its own path rules: the real host on a faked disk, and the machine in memory, agree."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import pytest
from faked_disk import FakeDisk, whole
from hypothesis import given
from hypothesis import strategies as st
from pyfakefs.fake_filesystem import OSType
from strategies import (
    all_reasons,
    all_variables,
    any_json,
    driver_files,
    editions,
    layer_files,
    requests,
    settings_files,
)

from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.real import RealHost
from refloader.host.port import Host
from refloader.model.edition import Edition
from refloader.model.place import Form, Use
from refloader.model.plan import Plan
from refloader.model.platform import Device
from refloader.model.reason import Severity
from refloader.model.request import Build, Request
from refloader.model.system import System
from refloader.model.windows_paths import WINDOWS_PATHS
from refloader.rules import applies
from refloader.scenario.platform import Entry, HostPlatform

pytestmark = pytest.mark.slow

FAKED = {System.WINDOWS: OSType.WINDOWS, System.MACOS: OSType.MACOS}
MACHINE, USER = "HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER"
ADAPTER = rf"{MACHINE}\SYSTEM\CurrentControlSet\Control\Class\{{4d36e968-e325-11ce-bfc1-08002be10318}}\0000"
COMPONENT = rf"{MACHINE}\SYSTEM\CurrentControlSet\Control\Class\{{5c4c3332-344d-483c-8739-259e934c9cc8}}\0000"
PACKAGE = r"C:\Program Files\WindowsApps\Pack"
BUNDLE = "/Applications/A.app"
NAMES = ("ExplicitLayers", "ImplicitLayers", "Drivers", "LoaderSettings")
KEYS = [
    rf"{hive}\SOFTWARE\{node}Khronos\Vulkan\{name}"
    for hive in (MACHINE, USER)
    for node in ("", "WOW6432Node\\")
    for name in NAMES
]
VALUES = [
    f"Vulkan{kind}{size}"
    for kind in ("DriverName", "ExplicitLayers", "ImplicitLayers")
    for size in ("", "Wow")
]


@dataclass(frozen=True)
class Machine:
    """A machine of some system, and what a program asks of a loader on it."""

    situation: HostPlatform
    files: Mapping[str, bytes] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    request: Request = field(default_factory=Request)
    elevated: bool = False

    def plan(self, edition: Edition, host: Host | None = None) -> Plan:
        """What a loader of the edition does, on the machine in memory or on another host."""
        return decide(
            host or self.host(), self.request, edition=edition, build=Build(word_size=self.situation.bits)
        )

    def host(self) -> MemoryHost:
        """The machine in memory."""
        return MemoryHost(
            files=self.files,
            environment=self.variables,
            privileged=self.elevated,
            bits=self.situation.bits,
            working_directory=self.situation.working_folder,
            system=self.situation.platform(),
        )

    def on(self, disk: FakeDisk, edition: Edition) -> Plan:
        """The plan through the real host, on a faked disk with the system's path rules."""
        platform = self.situation.platform()
        host = RealHost(self.variables, elevated=self.elevated, executable="", platform=platform)
        system = FAKED.get(platform.system, OSType.LINUX)
        with disk.holding(self.files, system=system, working_folder=self.situation.working_folder):
            return self.plan(edition, host)


# ---- generated machines -----------------------------------------------------------------------------------

MANIFESTS = (
    r"C:\Vk\a.json",
    r"C:\Vk\B.JSON",
    r"C:\Vk\deep\c.json",
    r"D:\Layers\a.json",
    r"\\server\share\u.json",
    rf"{PACKAGE}\p.json",
    r"C:\world\w.json",
)
SETTINGS = r"C:\Vk\vk_loader_settings.json"


def spelt(path: str) -> st.SearchStrategy[str]:
    """A path as people write it: any case, either separator, doubled ones, detours."""
    return st.sampled_from(
        [
            *(path, path, path.upper(), path.lower(), path.replace("\\", "/")),
            *(path.replace("\\deep", "\\\\deep"), path.replace("\\Vk\\", "\\Vk\\..\\vk\\")),
            *(path.replace("C:\\", "\\"), path.rpartition("\\")[2]),
        ]
    )


def named() -> st.SearchStrategy[str]:
    """What a value or a variable names: a manifest, a folder, something that is not there, or no path at all."""
    folders = st.sampled_from([r"C:\Vk", "c:/vk/", r"D:\LAYERS\\", r"C:\nowhere", r"C:\Vk\missing.json"])
    odd = st.text(st.characters(exclude_characters="\0;", exclude_categories=["Cs"]), max_size=6)
    return st.sampled_from([*MANIFESTS, SETTINGS]).flatmap(spelt) | folders | odd


def windows_entries() -> st.SearchStrategy[Entry]:
    """Values of the SOFTWARE keys, mostly right, and of device keys."""
    data = (
        st.sampled_from([0, 0, 0, 1])
        | named()
        | st.binary(max_size=4)
        | st.lists(named(), max_size=2).map(tuple)
    )
    kinds = st.sampled_from(["REG_DWORD", "REG_DWORD", "REG_DWORD", "REG_SZ", "REG_MULTI_SZ", "REG_BINARY"])
    software = st.builds(Entry, st.sampled_from(KEYS), named(), kinds, data)
    one = st.builds(
        Entry, st.sampled_from([ADAPTER, COMPONENT]), st.sampled_from(VALUES), st.just("REG_SZ"), named()
    )
    several = st.lists(named(), max_size=3).map(tuple)
    many = st.builds(
        Entry,
        st.sampled_from([ADAPTER, COMPONENT]),
        st.sampled_from(VALUES),
        st.just("REG_MULTI_SZ"),
        several,
    )
    return software | one | many


def windows() -> st.SearchStrategy[Machine]:
    """A Windows with manifests, a registry, devices and perhaps a package."""
    situations = st.builds(
        HostPlatform,
        system=st.just(System.WINDOWS),
        bits=st.sampled_from([64, 64, 32]),
        registry=st.lists(windows_entries(), max_size=8).map(tuple),
        devices=st.sampled_from([(), (Device(ADAPTER), Device(COMPONENT, component=True))]),
        packages=st.sampled_from([(), (PACKAGE,)]),
    )
    files = st.dictionaries(st.sampled_from(MANIFESTS), layer_files() | driver_files(), max_size=5)
    none: st.SearchStrategy[dict[str, bytes]] = st.just({})
    settings = none | st.builds(lambda data: {SETTINGS: data}, settings_files())
    lists = st.lists(named(), max_size=3).map(";".join)
    paths = st.dictionaries(
        st.sampled_from(["VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_ADD_DRIVER_FILES"]), lists
    )
    return st.builds(
        lambda situation, tree, more, tame, listed, *rest: Machine(
            situation, {**tree, **more}, {**tame, **listed}, *rest
        ),
        situations,
        files,
        settings,
        all_variables(),
        paths,
        requests(),
        st.booleans(),
    )


def unix() -> st.SearchStrategy[Machine]:
    """A Mac or a Fuchsia with manifests in standard folders, in the bundle and in folders that variables name."""
    situations = st.sampled_from(
        [HostPlatform(System.MACOS, bundle=BUNDLE), HostPlatform(System.MACOS), HostPlatform(System.FUCHSIA)]
    )
    bases = [
        f"{BUNDLE}/Contents/Resources",
        "/etc",
        "/usr/share",
        "/home/user/.config",
        "/srv/user",
        "/etc/xdg",
    ]
    layers = [f"{base}/vulkan/{kind}plicit_layer.d/0.json" for base in bases for kind in ("ex", "im")]
    drivers = [f"{base}/vulkan/icd.d/{number}.json" for base in bases for number in (0, 1)]
    return st.builds(
        lambda situation, first, second, *rest: Machine(situation, {**first, **second}, *rest),
        situations,
        st.dictionaries(st.sampled_from(layers), layer_files(), max_size=4),
        st.dictionaries(st.sampled_from(drivers), driver_files(), max_size=4),
        all_variables(),
        requests(),
        st.booleans(),
    )


def android() -> st.SearchStrategy[Machine]:
    """An Android with files in the searched folders that are no libraries, manifests among them."""
    own, fixed = "/data/app/a/lib/arm64", ("/data/local/debug/vulkan", "/data/local/vulkan/debug")
    places = [f"{folder}/{name}" for folder in (own, *fixed) for name in ("a.so", "a.json", "b.JSON", "c")]
    situations = st.builds(
        HostPlatform,
        system=st.just(System.ANDROID),
        debuggable=st.booleans(),
        native_libraries=st.sampled_from([(), (own,), (own, f"{own}/", "/missing")]),
    )
    return st.builds(
        Machine,
        situations,
        st.dictionaries(
            st.sampled_from(places), any_json().map(repr).map(str.encode) | layer_files(), max_size=5
        ),
        all_variables(),
        requests(),
        st.booleans(),
    )


@pytest.fixture(scope="module")
def disk() -> Iterator[FakeDisk]:
    """One faked disk for all examples; it is emptied for each."""
    disk = FakeDisk()
    yield disk
    disk.patcher.tearDown()


class TestSamePlan:
    """What is decided depends on the system's path rules, and not on how files are reached."""

    @given(machine=windows(), edition=editions())
    def test_windows(self, disk: FakeDisk, machine: Machine, edition: Edition) -> None:
        """Whatever registry, tree and environment there is: no error, and the plan in memory is that of the disk."""
        assert whole(machine.on(disk, edition)) == whole(machine.plan(edition))

    @given(machine=unix(), edition=editions())
    def test_macos_and_fuchsia(self, disk: FakeDisk, machine: Machine, edition: Edition) -> None:
        """Bundles and missing fallbacks make no difference to that."""
        assert whole(machine.on(disk, edition)) == whole(machine.plan(edition))

    @given(machine=android(), edition=editions())
    def test_android(self, disk: FakeDisk, machine: Machine, edition: Edition) -> None:
        """On Android no file of these is a layer, whatever it holds, and nothing raises."""
        plans = (machine.on(disk, edition), machine.plan(edition))

        for plan in plans:
            assert (plan.enumerated, plan.chain, plan.drivers) == ((), (), ())
        assert [file.path for file in plans[0].unread] == [file.path for file in plans[1].unread]


class TestWindows:
    """What holds for every registry and tree."""

    @given(machine=windows(), edition=editions())
    def test_one_file_counts_once(self, machine: Machine, edition: Edition) -> None:
        """Two spellings of one manifest are one file to one search (DISC-GEN-07)."""
        plan = machine.plan(edition)

        layers = {(o.layer.place.use, o.layer.manifest) for o in plan.layers}
        for seen in (
            [(use, WINDOWS_PATHS.identity(path)) for use, path in layers],
            [WINDOWS_PATHS.identity(o.driver.manifest) for o in plan.drivers],
        ):
            assert len(seen) == len(set(seen))

    @given(machine=windows(), edition=editions())
    def test_only_zero_dwords_are_followed(self, machine: Machine, edition: Edition) -> None:
        """Every layer of a SOFTWARE key stands there with the DWORD 0 (DISC-WINDOWS-03)."""
        registry = machine.situation.platform().registry
        assert registry is not None
        for outcome in machine.plan(edition).layers:
            if outcome.layer.place.form is Form.KEY:
                key = registry.key(outcome.layer.place.path)
                said = (
                    [each for each in key.values if each.data == 0 and each.type == "REG_DWORD"]
                    if key
                    else []
                )
                names = {WINDOWS_PATHS.identity(each.name) for each in said}
                assert WINDOWS_PATHS.identity(outcome.layer.manifest) in names

    @given(machine=windows(), edition=editions())
    def test_values_keep_their_order(self, machine: Machine, edition: Edition) -> None:
        """The layers of one key come in the order of its values."""
        registry = machine.situation.platform().registry
        assert registry is not None
        by_place: dict[tuple[str, Use], list[str]] = {}
        for outcome in machine.plan(edition).layers:
            place = outcome.layer.place
            if place.form is Form.KEY:
                by_place.setdefault((place.path, place.use), []).append(
                    WINDOWS_PATHS.identity(outcome.layer.manifest)
                )
        for (path, _), found in by_place.items():
            key = registry.key(path)
            names = [WINDOWS_PATHS.identity(each.name) for each in key.values] if key else []
            assert [names.index(each) for each in found] == sorted(names.index(each) for each in found)


class TestMacAndFuchsia:
    """What holds for every bundle and tree."""

    @given(machine=unix())
    def test_bundled_drivers_hide_the_system(self, machine: Machine) -> None:
        """No driver of the system is used beside one that the bundle has (DISC-DRIVER-MACOS-02)."""
        plan = machine.plan(Edition.E2026)

        bundled = [o for o in plan.drivers if o.driver.place.rule == "DISC-DRIVER-MACOS-01"]
        found = [o for o in bundled if Edition.E2026 not in o.driver.rejected]
        system = [o for o in plan.drivers if o.driver.place.rule.startswith("DISC-LINUX")]
        assert not found or not any(o.used for o in system)
        hidden = [o for o in system if any(each.rule == "DISC-DRIVER-MACOS-02" for each in o.reasons)]
        assert len(hidden) == (len(system) if found else 0)

    @given(machine=unix(), edition=editions())
    def test_every_unused_driver_says_why(self, machine: Machine, edition: Edition) -> None:
        """A driver that is not used has a reason that is more than a step of the trail."""
        unused = [o for o in machine.plan(edition).drivers if not o.used]

        assert all(any(each.severity is not Severity.INFO for each in o.reasons) for o in unused)


class TestReasons:
    """What is said of a machine rests on rules that hold on its system."""

    @given(machine=windows() | unix() | android())
    def test_rules_hold_there(self, machine: Machine) -> None:
        """No reason is by a rule of other systems, but for those that say that something has no effect here."""
        system = machine.situation.system

        said = [each for each in all_reasons(machine.plan(Edition.E2026)) if not applies(each.rule, system)]

        assert [each for each in said if f"has no effect on {system.label}" not in each.fact] == []
