"""The drop-in library as a loader of an edition (REFLOADER_EDITION) or of a release (REFLOADER_AGE).

What it does in generated worlds is what is predicted of such a loader, and what the builds of releases do.
"""

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import pytest
from mock_world import MockWorld
from programs import Program
from samples import LONG, WHOLE
from scripts import Script

from refloader.campaign.worlds.steps import scenario_of_seed
from refloader.core.ages import age_of, boundaries
from refloader.model.edition import LATEST, Edition
from refloader.model.request import Build
from refloader.predict.differential import differences, listed_as
from refloader.predict.prediction import predict
from refloader.predict.script import predict_script
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.actions import EVERYTHING
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parent / "hosts"
BUILDS = Path(__file__).resolve().parents[3] / "shared" / "subjects" / "loaders"
AGE, EDITION = "REFLOADER_AGE", "REFLOADER_EDITION"
FIRST, NUMBER = 14000, 400 if LONG else 12 if WHOLE else 6
RELEASES = boundaries() if LONG else boundaries()[:: len(boundaries()) // 8]
SDKS = ("1.2.135.0", "1.3.216.0", "1.3.275.0")
CRASHING = ("1.3.250.1", "1.4.335.0")
ON_BUILDS = ("1.1.97", "1.2.162.0", "1.3.204.1", "1.3.250.1", "1.3.290.0", "1.4.335.0")
CREATE = """
    s = Session()
    say(s.result)
"""


def worlds(variable: str, value: str) -> list[Scenario]:
    """Generated worlds in which the variable is set; it does not count in elevated ones."""
    found = (scenario_of_seed(seed, frozenset()) for seed in range(FIRST, FIRST + NUMBER))
    return [
        replace(each, variables={**each.variables, variable: value}) for each in found if not each.elevated
    ]


def prediction(scenario: Scenario, seen: Observation, edition: Edition, build: Build) -> Observation:
    """What is predicted for the order in which the loader read its folders."""
    predicting = predict if scenario.actions == EVERYTHING else predict_script
    return predicting(listed_as(scenario, seen.listings), edition, build).observation


@pytest.fixture
def library(dropin: Path) -> ForeignLoader:
    """The drop-in library, which runs in the sandbox like any loader."""
    return ForeignLoader(str(dropin / "libvulkan.so.1"))


class TestReleases:
    """With REFLOADER_AGE the library does what is predicted of the release."""

    @pytest.mark.whole(keep=5, rotate=True)
    @pytest.mark.parametrize("release", [*RELEASES, *SDKS])
    def test_generated_worlds(self, library: ForeignLoader, release: str) -> None:
        """Lists, results, chains, drivers, devices and the answers of each step."""
        compared, other = 0, []
        for scenario in worlds(AGE, release):
            seen = library.observe(scenario)
            predicted = prediction(scenario, seen, LATEST, Build(age=age_of(release)))
            compared += predicted.ended != "not covered" and seen.ended not in ("not covered", "error")
            other += [str(each) for each in differences(predicted, seen)]

        assert other == []
        assert compared >= NUMBER // 2

    @pytest.mark.whole(keep=5, rotate=True)
    @pytest.mark.parametrize("build", [each for each in ON_BUILDS if (BUILDS / each).is_dir()])
    def test_as_the_build(self, library: ForeignLoader, build: str) -> None:
        """The build of the release itself, in the same worlds, where both read the folders in the same order."""
        real = ForeignLoader(str(BUILDS / build / "libvulkan.so.1"))
        compared, other = 0, []
        for scenario in worlds(AGE, build):
            ours, theirs = library.observe(scenario), real.observe(scenario)
            predicted = prediction(scenario, theirs, LATEST, Build(age=age_of(build)))
            if predicted.ended == "not covered" or ours.listings != theirs.listings:
                continue
            compared += theirs.ended not in ("not covered", "error")
            other += [str(each) for each in differences(ours, theirs)]

        assert other == []
        assert compared >= NUMBER // 2

    def test_the_version(self, dropin: Path, world: MockWorld) -> None:
        """The library reports the version of the release."""
        code = f"import refloader; print(refloader.Loader({str(dropin / 'libvulkan.so.1')!r}).version())"

        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**world.variables, AGE: "1.3.239"},
            capture_output=True,
            text=True,
            check=True,
        )

        assert done.stdout.strip() == "1.3.239"

    def test_a_crash(self, library: ForeignLoader) -> None:
        """Where the release crashes the process ends with a message."""
        world = World()
        world.driver()
        world.file("/etc/vulkan/explicit_layer.d/bad.json", "[1]")
        world.variable(AGE, "1.1.97")
        scenario = world.scenario()

        seen = library.observe(scenario)

        assert prediction(scenario, seen, LATEST, Build(age=age_of("1.1.97"))).ended == "crash"
        assert (seen.ended, seen.detail) == ("crash", "SIGABRT during layers")


class TestTextThatIsNoJson:
    """Manifests and settings files that break the rules of JSON, which releases read in ways of their own."""

    @pytest.mark.parametrize("release", ["1.3.290.0", "1.4.335.0"])
    @pytest.mark.parametrize(
        "path",
        [
            "/etc/vulkan/explicit_layer.d/bad.json",
            "/etc/vulkan/icd.d/bad.json",
            "/etc/vulkan/loader_settings.d/vk_loader_settings.json",
        ],
        ids=["layer", "driver", "settings"],
    )
    @pytest.mark.parametrize("text", ["foo", '{"a": 1} // b', '"\\q"'])
    def test_the_rest_is_found(self, library: ForeignLoader, release: str, path: str, text: str) -> None:
        """The library lists and creates what is predicted of the release."""
        world = World()
        world.driver()
        world.file(path, text)
        world.variable(AGE, release)
        scenario = world.scenario()

        seen = library.observe(scenario)

        assert seen.result == 0
        assert differences(prediction(scenario, seen, LATEST, Build(age=age_of(release))), seen) == ()


class TestUnknownExtensions:
    """No release lets an application enable an instance extension that it does not know."""

    CREATE = "s = Session(['VK_TEST_unknown']); say(s.result)"

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.parametrize("release", CRASHING)
    def test_of_a_driver(self, script: Script, world: MockWorld, release: str) -> None:
        """The filter hides a driver's extension, unless it is switched off."""
        world.driver("plain", extensions="VK_TEST_unknown:1")

        assert script(self.CREATE, **{AGE: release}) == -7
        assert script(self.CREATE, **{AGE: release}, VK_LOADER_DISABLE_INST_EXT_FILTER="1") == 0

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.parametrize(
        ("name", "before", "since"),
        [
            ("VK_KHR_surface_maintenance1", "1.3.290.0", "1.4.321.0"),
            ("VK_NV_display_stereo", "1.3.290.0", "1.4.304.1"),
            ("VK_EXT_surface_maintenance1", "1.3.231.2", "1.3.250.1"),
            ("VK_EXT_headless_surface", "1.1.97", "1.1.126.0"),
        ],
    )
    def test_of_later_releases(
        self, script: Script, world: MockWorld, name: str, before: str, since: str
    ) -> None:
        """An extension of the registry that the release does not know yet is unknown to it, as to its build."""
        world.driver("plain", extensions=f"{name}:1")
        text = f"""
            count, room = U32(99), (ExtensionProperties * 99)()
            walk = Loader("libvulkan.so.1").command(
                None, "vkEnumerateInstanceExtensionProperties", *[ctypes.c_uint64] * 3
            )
            walk(0, ctypes.addressof(count), ctypes.addressof(room))
            names = [row.name.decode() for row in room[: count.value]]
            say([{name!r} in names, Session([{name!r}]).result])
        """

        driver = world.variables["VK_DRIVER_FILES"]

        assert script(text, **{AGE: before}, VK_ICD_FILENAMES=driver) == [False, -7]
        assert script(text, **{AGE: since}, VK_ICD_FILENAMES=driver) == [True, 0]

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.parametrize(("release", "result"), [("1.3.250.1", -7), ("1.4.335.0", -7), ("", 0)])
    def test_of_a_layer(self, script: Script, world: MockWorld, release: str, result: int) -> None:
        """By the documents the filter hides extensions of drivers alone."""
        library = world.layer("VK_LAYER_a")
        offered = [{"name": "VK_TEST_unknown", "spec_version": "1"}]
        world.layer_manifest("VK_LAYER_a", str(library), instance_extensions=offered)

        assert script(self.CREATE, **{AGE: release}) == result


class TestLayers:
    """The chain and the libraries of layers."""

    @pytest.mark.rule("META-06", "ORDER-DUP-01")
    @pytest.mark.parametrize(("release", "order"), [("1.3.250.1", "cba"), ("1.3.275.0", "cab"), ("", "cab")])
    def test_a_component_that_is_there(
        self, script: Script, world: MockWorld, release: str, order: str
    ) -> None:
        """Up to 1.3.250, a meta-layer takes its component to its own place, as the build of that release shows."""
        for letter in "abc":
            world.layer(f"VK_LAYER_{letter}", trace=str(script.trace))
        components = ["VK_LAYER_b", "VK_LAYER_a"]
        world.layer_manifest("VK_LAYER_m", "", component_layers=components)
        manifest = world.folder / "layers" / "VK_LAYER_m.json"
        body = json.loads(manifest.read_text(encoding="utf-8"))
        body["layer"] = {
            key: body["layer"][key] for key in body["layer"] if key not in ("library_path", "functions")
        }
        manifest.write_text(json.dumps(body), encoding="utf-8")

        script(
            "say(Session(layers=['VK_LAYER_c', 'VK_LAYER_a', 'VK_LAYER_m']).result)",
            VK_INSTANCE_LAYERS="",
            **({AGE: release} if release else {}),
        )

        created = script.traced("layer ", "vkCreateInstance")
        assert [line.split()[1] for line in created] == [f"VK_LAYER_{letter}" for letter in order]

    @pytest.mark.rule("DEBUG-UNLOAD-01")
    @pytest.mark.parametrize(("release", "unloaded"), [("1.3.250.1", True), ("1.3.275.0", False)])
    def test_libraries_that_stay(
        self, script: Script, world: MockWorld, release: str, unloaded: bool
    ) -> None:
        """Releases before 1.3.260 do not read the variable that keeps them."""
        world.layer("VK_LAYER_a", trace=str(script.trace))
        text = f"s = Session(); s.destroy(); say(' unload' in open({str(script.trace)!r}).read())"

        found = script(text, VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING="1", **{AGE: release})

        assert found is unloaded


class TestNegotiation:
    """A layer that the documents have refused and that builds of releases use."""

    @pytest.mark.rule("NEGOTIATE-LAYER-06")
    @pytest.mark.parametrize("release", ["1.3.216.0", "1.4.335.0"])
    def test_a_newer_version(self, script: Script, world: MockWorld, release: str) -> None:
        """Its answer has functions, so that they are used whatever its version."""
        world.layer("VK_LAYER_a", mock="mock_layer_v2", negotiate_version="3", trace=str(script.trace))

        assert script(CREATE, **{AGE: release}) == 0
        assert script.traced("VK_LAYER_a", "vkCreateInstance") != []

    @pytest.mark.rule("NEGOTIATE-LAYER-06", "NEGOTIATE-LAYER-07")
    @pytest.mark.parametrize(
        ("release", "flags", "used"),
        [
            ("1.4.363", {"negotiate": "fail"}, True),
            ("1.4.364", {"negotiate": "fail"}, False),
            ("1.4.363", {"interface": "0"}, True),
            ("1.4.364", {"interface": "0"}, False),
            ("1.4.364", {"interface": "1"}, True),
            ("", {"interface": "0"}, True),
        ],
    )
    def test_refusals_and_version_0(
        self, script: Script, world: MockWorld, release: str, flags: dict[str, str], used: bool
    ) -> None:
        """From 1.4.364 on a layer that refuses is left out, and so is one that answers version 0."""
        world.layer("VK_LAYER_a", trace=str(script.trace), **flags)

        assert script(CREATE, **{AGE: release}) == 0
        assert bool(script.traced("VK_LAYER_a", "vkCreateInstance")) is used

    @pytest.mark.rule("NEGOTIATE-LAYER-10")
    @pytest.mark.parametrize(("release", "created"), [("1.4.335.0", True), ("", False)])
    def test_an_exported_device_lookup(
        self, script: Script, world: MockWorld, release: str, created: bool
    ) -> None:
        """It takes the place of one that the answer lacks: the layer is in the chain of the device."""
        world.layer("VK_LAYER_a", negotiate="null_device", trace=str(script.trace))

        script("s = Session(); say(s.create_device(s.devices()[0]) is None)", **{AGE: release})

        assert bool(script.traced("VK_LAYER_a", " vkCreateDevice")) is created

    @pytest.mark.rule("IFACE-ICD-V7-01", "IFACE-ICD-V7-02")
    @pytest.mark.parametrize(
        ("release", "asked"), [("1.3.231.2", False), ("1.3.239", False), ("1.3.250.1", True), ("", True)]
    )
    def test_a_driver_without_exports(
        self, script: Script, world: MockWorld, release: str, asked: bool
    ) -> None:
        """Debian's 1.3.239 offers version 7 to a driver that exports the function, and asks no other for it."""
        world.driver("one", mock="mock_icd_v7", trace=str(script.trace))

        assert script(CREATE, **{AGE: release}) == 0

        assert bool(script.traced("negotiate offered=7")) is asked


class TestFlags:
    """What a driver finds in its VkInstanceCreateInfo."""

    @pytest.mark.rule("PORTABILITY-01")
    @pytest.mark.parametrize(
        ("release", "passed_on"), [("1.3.216.0", True), ("1.3.225", True), ("1.3.231.2", False), ("", False)]
    )
    def test_portability(self, script: Script, world: MockWorld, release: str, passed_on: bool) -> None:
        """The driver does not know the flag's extension, but the oldest releases with it pass it on."""
        world.driver("one", trace=str(script.trace))
        create = 's = Session(["VK_KHR_portability_enumeration"], flags=1); say(s.result)'

        assert script(create, **{AGE: release}) == 0

        (line,) = script.traced("one", " vkCreateInstance")
        assert ("flags=0x1" in line) is passed_on


class TestDevices:
    """In which order an application of Vulkan 1.0 has its devices."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-01", "DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize(
        ("release", "offered", "order", "enabled"),
        [
            ("1.3.204.1", "VK_KHR_get_physical_device_properties2:2", ["cpu", "one", "two"], False),
            ("1.3.216.0", "VK_KHR_get_physical_device_properties2:2", ["two", "one", "cpu"], True),
            ("1.4.335", "VK_KHR_get_physical_device_properties2:2", ["two", "one", "cpu"], True),
            ("1.4.335", "", ["cpu", "one", "two"], False),
            ("", "VK_KHR_get_physical_device_properties2:2", ["two", "one", "cpu"], True),
            ("", "", ["one", "two", "cpu"], False),
        ],
    )
    def test_of_1_0(
        self,
        script: Script,
        world: MockWorld,
        release: str,
        offered: str,
        order: list[str],
        enabled: bool,
    ) -> None:
        """Releases sort if a driver offers what they need, which they then enable in it, PCI addresses included.

        The newest loader, which sorts by type in any case, does the same for the addresses.
        """
        devices = {
            "devices": "3",
            "device_name": "cpu;one;two",
            "type": "cpu;discrete",
            "extensions": offered,
        }
        pci = {"device_extensions": "VK_EXT_pci_bus_info:2", "pci": "0:3:0.0;0:2:0.0;0:1:0.0"}
        world.driver("plain", trace=str(script.trace), **devices, **pci)

        older = {
            "VK_ICD_FILENAMES": world.variables["VK_DRIVER_FILES"]
        }  # releases before 1.3.207 read this one

        found = script("say(Session(version=0x400000).names())", **{AGE: release, **older})

        (line,) = script.traced("plain", " vkCreateInstance")
        assert found == order
        assert ("VK_KHR_get_physical_device_properties2" in line) is enabled

    @pytest.mark.rule("DEVICE-SORT-LINUX-01", "DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize(
        ("release", "offered", "order"),
        [
            ("1.3.204.1", "VK_KHR_get_physical_device_properties2:2", ["cpu", "one", "two"]),
            ("1.3.216.0", "VK_KHR_get_physical_device_properties2:2", ["two", "one", "cpu"]),
            ("1.3.216.0", "", ["cpu", "one", "two"]),
            ("1.4.304.1", "", ["cpu", "one", "two"]),
            ("1.4.335", "", ["one", "two", "cpu"]),
            ("", "VK_KHR_get_physical_device_properties2:2", ["two", "one", "cpu"]),
            ("", "", ["one", "two", "cpu"]),
        ],
    )
    def test_a_driver_of_1_0(
        self, script: Script, world: MockWorld, release: str, offered: str, order: list[str]
    ) -> None:
        """A newer application has the devices of a driver of Vulkan 1.0 by PCI address as well, if the driver offers
        what that needs; without it, releases before 1.4.321 do not sort them at all."""
        devices = {
            "devices": "3",
            "device_name": "cpu;one;two",
            "type": "cpu;discrete",
            "extensions": offered,
        }
        pci = {"device_extensions": "VK_EXT_pci_bus_info:2", "pci": "0:3:0.0;0:2:0.0;0:1:0.0"}
        manifest = {"api_version": "1.0.0"}  # which counts, whatever the driver says
        world.driver("plain", keys=manifest, trace=str(script.trace), api="1.0.0", **devices, **pci)
        older = {"VK_ICD_FILENAMES": world.variables["VK_DRIVER_FILES"]}

        found = script("say(Session(version=0x402000).names())", **{AGE: release, **older})

        (line,) = script.traced("plain", " vkCreateInstance")
        assert found == order
        assert ("VK_KHR_get_physical_device_properties2" in line) is (
            bool(offered) and release != "1.3.204.1"
        )

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize("version", [0x400000, 0x402000])
    @pytest.mark.parametrize(
        ("release", "order"),
        [
            ("1.3.216.0", ["early", "listed", "late"]),
            ("1.4.335", ["early", "listed", "late"]),
            ("", ["listed", "late", "early"]),
        ],
    )
    def test_a_driver_that_lists_nothing(
        self, script: Script, world: MockWorld, release: str, order: list[str], version: int
    ) -> None:
        """Releases ask a driver of 1.0 for addresses that returns the extension's command without listing it."""
        more = "VK_KHR_get_physical_device_properties2:2"
        returned = {"api": "1.0.0", "device_extensions": f"VK_EXT_pci_bus_info:2,{more}"}
        world.driver(
            "plain", devices="2", device_name="late;early", pci="0:3:0.0;0:1:0.0", device="1;2", **returned
        )
        pci = {"device_extensions": "VK_EXT_pci_bus_info:2", "pci": "0:2:0.0"}
        world.driver("other", device_name="listed", extensions=more, **pci)
        older = {"VK_ICD_FILENAMES": world.variables["VK_DRIVER_FILES"]}

        found = script(f"say(Session(version={version}).names())", **{AGE: release, **older})

        assert found == order


class TestLayersThatChangeTheVersion:
    """Which apiVersion counts where a layer changes that of the application, as measured with the builds."""

    @pytest.mark.rule("GPA-APP-01", "DEVICE-SORT-LINUX-01")
    @pytest.mark.parametrize(
        ("release", "asked", "told", "found", "order"),
        [
            ("1.3.216.0", 0x400000, "1.3.0", True, ["one", "cpu"]),
            ("1.3.216.0", 0x403000, "1.0.0", False, ["cpu", "one"]),
            ("1.3.231.2", 0x400000, "1.3.0", True, ["one", "cpu"]),
            ("1.3.231.2", 0x403000, "1.1.0", False, ["one", "cpu"]),
            ("1.3.250.1", 0x400000, "1.3.0", False, ["one", "cpu"]),
            ("1.3.250.1", 0x403000, "1.0.0", True, ["cpu", "one"]),
            ("1.4.335", 0x400000, "1.3.0", False, ["one", "cpu"]),
            ("1.4.335", 0x403000, "1.1.0", True, ["one", "cpu"]),
        ],
    )
    def test_lookups_and_order(
        self,
        script: Script,
        world: MockWorld,
        release: str,
        asked: int,
        told: str,
        found: bool,
        order: list[str],
    ) -> None:
        """The order of devices goes by the changed one in all releases, lookups with the instance from 1.3.235 on."""
        world.driver("plain", devices="2", device_name="cpu;one", type="cpu;discrete")
        world.layer("VK_LAYER_a", api=told)

        said = script(
            f"""
            s = Session(version={asked})
            say([bool(s.loader.look_up(s.instance, "vkEnumerateInstanceVersion")), s.names()])
            """,
            **{AGE: release},
        )

        assert said == [found, order]

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize(
        ("release", "asked", "told", "enabled"),
        [
            ("1.3.216.0", 0x400000, "1.3.0", True),
            ("1.3.216.0", 0x403000, "1.0.0", False),
            ("1.3.250.1", 0x400000, "1.3.0", False),
            ("1.3.250.1", 0x403000, "1.0.0", True),
        ],
    )
    def test_the_extension_in_drivers(
        self, script: Script, world: MockWorld, release: str, asked: int, told: str, enabled: bool
    ) -> None:
        """What sorting enables in a driver goes by the application's version before 1.3.235."""
        more = "VK_KHR_get_physical_device_properties2"
        world.driver("plain", trace=str(script.trace), extensions=f"{more}:2")
        world.layer("VK_LAYER_a", api=told)

        assert script(f"say(Session(version={asked}).result)", **{AGE: release}) == 0

        (line,) = script.traced("plain", " vkCreateInstance ")
        assert (more in line) is enabled


class TestFailedCreation:
    """As a release, the library ends the process only where the builds were observed to crash."""

    CREATE = "s = Session(); say(s.result)"

    @pytest.mark.parametrize("release", CRASHING)
    def test_a_driver_without_memory(self, script: Script, world: MockWorld, release: str) -> None:
        """The first driver succeeds and the second fails: no layer does, and the application has the error."""
        world.driver("plain", trace=str(script.trace))
        world.driver("without", fail="vkCreateInstance:-1", trace=str(script.trace))

        assert script(self.CREATE, **{AGE: release}) == -1
        assert script.traced("plain", " vkCreateInstance") != []
        assert script.traced("plain", "vkDestroyInstance") != []

    @pytest.mark.parametrize(("release", "result"), [("1.3.275", -2), ("1.3.290", -3), ("1.4.335", -3)])
    def test_no_driver_enumerates(self, script: Script, world: MockWorld, release: str, result: int) -> None:
        """Since 1.3.284 a driver that fails is left out, so that no device is there; older ones pass its error on."""
        world.driver("plain", fail="vkEnumeratePhysicalDevices:-2")
        text = """
            s = Session()
            count = ctypes.c_uint32()
            walk = s.command("vkEnumeratePhysicalDevices", 3)
            say(ctypes.c_int32(walk(s.instance, ctypes.addressof(count), 0)).value)
        """

        assert script(text, **{AGE: release}) == result

    @pytest.mark.parametrize("release", CRASHING)
    def test_an_allocation_fails(self, script: Script, world: MockWorld, release: str) -> None:
        """Also one of the layer's after the drivers' instances were created, where builds do crash."""
        world.layer("VK_LAYER_a", allocate="1", trace=str(script.trace))
        text = """
            answers = []
            for fails_at in range(1, 100):
                memory = Allocator(fails_at)
                s = Session(allocator=memory.address)
                if s.result == 0:
                    break
                answers.append([s.result, len(memory.held)])
            say(answers)
        """

        answers = script(text, **{AGE: release})

        assert len(answers) > 5
        assert {tuple(each) for each in answers} == {(-1, 0)}

    @pytest.mark.parametrize("release", CRASHING)
    def test_a_layer_fails_after_its_call_down(
        self, program: Program, world: MockWorld, release: str
    ) -> None:
        """It destroys the instance below it, which the release destroys again: the process ends with a message."""
        world.layer("VK_LAYER_a", fail_after="vkCreateInstance:-5")
        code = "from session import *\n" + self.CREATE

        ran = program.run(
            [sys.executable, "-c", code], {**world.variables, "PYTHONPATH": str(HOSTS), AGE: release}
        )

        assert ran.returncode == -signal.SIGABRT
        assert "a layer destroys the instance below it and then fails vkCreateInstance" in ran.stderr


class TestEditions:
    """With REFLOADER_EDITION the library does what the edition says."""

    @pytest.mark.parametrize("edition", list(Edition))
    def test_generated_worlds(self, library: ForeignLoader, edition: Edition) -> None:
        """Lists, results, chains, drivers, devices and the answers of each step."""
        other = []
        for scenario in worlds(EDITION, edition.value):
            seen = library.observe(scenario)
            predicted = prediction(scenario, seen, edition, Build())
            other += [str(each) for each in differences(predicted, seen)]

        assert other == []


class TestTheVariables:
    """A value that names no loader changes nothing and is told in the log."""

    @pytest.mark.parametrize(
        ("variables", "text"),
        [
            ({AGE: "1.3"}, f'{AGE} is "1.3", which is no release from 1.1.97 on: ignored'),
            ({AGE: "1.1.96"}, f'{AGE} is "1.1.96", which is no release from 1.1.97 on: ignored'),
            ({AGE: "new"}, f'{AGE} is "new", which is no release from 1.1.97 on: ignored'),
            ({EDITION: "2017"}, f'{EDITION} is "2017", which is none of 2016, 2018, 2022, 2026: ignored'),
            ({EDITION: "2018", AGE: "1.3.239"}, f"{EDITION} is ignored beside {AGE}"),
        ],
    )
    def test_what_is_ignored(
        self, program: Program, world: MockWorld, variables: dict[str, str], text: str
    ) -> None:
        """They are told as warnings."""
        world.driver("plain")
        code = "from session import *\n" + dedent(CREATE)
        more = {"PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": "warn"}

        ran = program.run([sys.executable, "-c", code], {**world.variables, **more, **variables})

        assert text in ran.stderr

    @pytest.mark.parametrize("variables", [{AGE: "1.1.97"}, {EDITION: "2016"}])
    def test_privilege(self, library: ForeignLoader, variables: dict[str, str]) -> None:
        """A process with more privilege than its user is not steered by them."""
        world = World()
        world.driver()
        world.implicit_layer("VK_LAYER_one")
        world.elevate()
        scenario = world.scenario()

        seen = library.observe(replace(scenario, variables={**scenario.variables, **variables}))

        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        assert differences(predict(scenario, LATEST, Build()).observation, seen) == ()
