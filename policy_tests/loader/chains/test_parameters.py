"""What a program passes to vkCreateInstance and vkCreateDevice reaches the drivers as it is."""

import pytest

from policy_tests.loader.implied import CALLBACKS, GENERALLY, PATCH_IGNORED
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import field, parsed_lines
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import GLOBAL, Argument, Script, allocator, out, pair, read, text
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import DISPLAY

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
DEVICE_INFO, QUEUE_INFO, FEATURES2 = 3, 2, 1000059000
STORAGE_16_BIT, MULTIVIEW = 1000083000, 1000053001
SUCCESS, NO_SUCH_FEATURE = 0, -8
API_1_0, API_1_2 = 1 << 22, 1 << 22 | 2 << 12
OF_2026 = pytest.mark.editions("2026")
FEATURES = 55
"""The members of VkPhysicalDeviceFeatures, each 32 bits wide."""

WITH_AND_WITHOUT_LAYERS = pytest.mark.parametrize("layers", [[ONE], []], ids=["a-layer", "no-layer"])


def asked_for(
    *, queues: Argument = (), features: Argument | None = None, next: Argument | None = None
) -> Argument:
    """A VkDeviceCreateInfo without extensions."""
    infos = [word for each in queues for word in each] or None
    return [DEVICE_INFO, next, pair(0, len(queues)), infos, *[None] * 4, features]


def queues(family: int, count: int = 1) -> list[Argument]:
    """A VkDeviceQueueCreateInfo."""
    return [QUEUE_INFO, None, pair(0, family), count, [0] * count]


def only(place: int | None) -> list[Argument]:
    """A VkPhysicalDeviceFeatures of which one member is set."""
    members = [int(at == place) for at in range(FEATURES + 1)]
    return [pair(members[at], members[at + 1]) for at in range(0, FEATURES + 1, 2)]


def created(world: World, layers: list[str], info: Argument, **flags: str) -> Script:
    """An application that makes a device of a driver which looks at all that it is given."""
    world.driver(flags={"whole": "1", **flags})
    for name in layers:
        world.implicit_layer(name)
    script = with_instance(api="1.1.0")
    script.call("vkCreateDevice", "devices.0", info, None, out("device"), via=INSTANCE, label="device")
    return script


SURFACES = {"VK_KHR_surface": "25", "VK_EXT_headless_surface": "1"}
UTILS, REPORT = "VK_EXT_debug_utils", "VK_EXT_debug_report"
OBJECTS: dict[str, tuple[Argument, str, list[str]]] = {
    "vkCreateHeadlessSurfaceEXT": ([1000256000, None, 0], "vkDestroySurfaceKHR", [*SURFACES]),
    "vkCreateDebugUtilsMessengerEXT": ({"utils": 1}, "vkDestroyDebugUtilsMessengerEXT", [UTILS]),
    "vkCreateDebugReportCallbackEXT": ({"report": 1}, "vkDestroyDebugReportCallbackEXT", [REPORT]),
}
"""By the command that makes an object: its create info, the command that ends it, and the extensions of both."""


EXTENSIONS = [UTILS, "VK_KHR_surface", DISPLAY.extension]
APPLICATION_PARAMETERS = 1000435000
"""The sType of VkApplicationParametersEXT."""
COPIED = (
    "APIVER-04, by which a driver of 1.0 is given a copy: that its pNext is the application's is not said"
)

MADE: dict[str, tuple[str, Argument, str]] = {
    "surface": (DISPLAY.command, DISPLAY.info, "vkDestroySurfaceKHR"),
    "messenger": ("vkCreateDebugUtilsMessengerEXT", {"utils": 1}, "vkDestroyDebugUtilsMessengerEXT"),
}
"""By kind of object: the command that makes it, its create info, and the command that ends it."""


def of_application(name: str) -> Argument:
    """A VkInstanceCreateInfo with nothing but the name of the application."""
    return [1, None, 0, [0, None, text(name), 0, None, 0], 0, None, 0, None]


def heard(seen: Observation, command: str, word: str, step: str = "") -> list[str]:
    """What each driver wrote down of that word when the command last entered it, at all or during a step."""
    lines = seen.lines[step] if step else seen.trace
    return [pairs[word] for pairs in dict(parsed_lines(lines, command, "driver")).values() if word in pairs]


def handed(subject: Trial, found: list[str], given: bool, number: int) -> None:
    """Check whether drivers have the application's callbacks: a loader may keep these, or have some of its own."""
    expected = ["yes" if given else "no"] * number
    subject.implied(found, expected, CALLBACKS if given else GENERALLY)


def fit(seen: Observation, create: str, end: str, steps: tuple[str, str] = ("", "")) -> None:
    """Check that a driver ends an object with callbacks if it has made it with some, and with none if with none."""
    made, ended = (
        field(seen.lines[step] if step else seen.trace, command, "allocator", "driver")
        for command, step in zip((create, end), steps, strict=True)
    )
    wrong = {who: (made[who], word) for who, word in ended.items() if made.get(who, word) != word}
    assert {f"callbacks of {create} and {end} of {who}": each for who, each in wrong.items()} == {}


class TestAllocators:
    """The callbacks with which an object is made are those that the drivers are given, and so are those of its end.

    Valid usage of Vulkan asks for compatible callbacks at the end of what was made with some, and for none otherwise.
    """

    @pytest.mark.rule("VULKAN-LOADER-05")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize(
        ("of_instance", "of_device"), [(True, True), (True, False), (False, True), (False, False)]
    )
    def test_of_instances_and_devices(
        self, world: World, subject: Trial, of_instance: bool, of_device: bool, layers: list[str]
    ) -> None:
        """A driver's instance or device ends with callbacks if made with some; they should be the application's."""
        given = {True: {"allocator": allocator("a")}, False: {}}
        for name in ("alpha", "beta"):
            world.driver(name, flags={"use_allocator": "1"})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(**given[of_instance])
        script.device("devices.1", **given[of_device])
        script.destroy_device(**given[of_device])
        script.destroy(**given[of_instance])

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], seen.answers["device"]) == (SUCCESS, SUCCESS)
        for kind in ("Instance", "Device"):
            fit(seen, f"vkCreate{kind}", f"vkDestroy{kind}")
        handed(subject, heard(seen, "vkCreateInstance", "allocator"), of_instance, 2)
        handed(subject, heard(seen, "vkCreateDevice", "allocator"), of_device, 1)

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("what", ["instance", "device", "surface", "messenger"])
    def test_their_data(self, world: World, subject: Trial, what: str, layers: list[str]) -> None:
        """Whoever calls an application's allocation callbacks passes the pUserData that belongs to them."""
        offered = f"{UTILS}:2,VK_KHR_surface:25,VK_KHR_display:23"
        for name in ("alpha", "beta"):
            flags = {"use_allocator": "1", "surfaces": "own", "extensions": offered}
            world.driver(name, flags=flags)
        for name in layers:
            world.implicit_layer(name)
        own = {each: allocator(each if each == what else "others") for each in ("instance", "device")}
        script = with_instance(allocator=own["instance"], extensions=EXTENSIONS)
        script.device("devices.1", allocator=own["device"])
        for kind, (command, info, end) in MADE.items():
            callbacks = allocator(what if kind == what else "others")
            script.call(command, "instance", info, callbacks, out(kind), via=INSTANCE, label=kind)
            script.call(end, "instance", kind, callbacks, via=INSTANCE, returns="nothing")
        script.destroy_device(allocator=own["device"])
        script.destroy(allocator=own["instance"])
        script.allocations(what, "counted")

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], seen.answers["device"]) == (SUCCESS, SUCCESS)
        others = {"calls with another pUserData": seen.answers["counted"]["strangers"]}
        assert others == {"calls with another pUserData": 0}

    @pytest.mark.rule("VULKAN-LOADER-05")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("given", [True, False], ids=["given", "none"])
    def test_at_the_end(self, world: World, subject: Trial, given: bool, layers: list[str]) -> None:
        """vkDestroyDevice and vkDestroyInstance give drivers callbacks if the creation did, and else none."""
        for name in ("alpha", "beta"):
            world.driver(name, flags={"use_allocator": "1"})
        for name in layers:
            world.implicit_layer(name)
        options = {"allocator": allocator("a")} if given else {}
        script = with_instance(**options)
        script.device("devices.1", **options)
        script.destroy_device(**options)
        script.destroy(**options)

        seen = subject.calls(world, script)

        for kind in ("Instance", "Device"):
            fit(seen, f"vkCreate{kind}", f"vkDestroy{kind}")
        handed(subject, heard(seen, "vkDestroyDevice", "allocator"), given, 1)
        handed(subject, heard(seen, "vkDestroyInstance", "allocator"), given, 2)

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("given", [True, False], ids=["given", "none"])
    @pytest.mark.parametrize("command", OBJECTS)
    def test_of_objects(self, world: World, subject: Trial, command: str, given: bool) -> None:
        """A driver's surface, messenger or report callback ends with callbacks if made with some, else with none."""
        info, end, extensions = OBJECTS[command]
        offered = ",".join(f"{name}:{SURFACES.get(name, '1')}" for name in extensions)
        for name in ("alpha", "beta"):
            world.driver(name, flags={"use_allocator": "1", "surfaces": "own", "extensions": offered})
        callbacks = allocator("a") if given else None
        script = with_instance(extensions=extensions)
        script.call(command, "instance", info, callbacks, out("made"), via=INSTANCE, label="made")
        if end == "vkDestroySurfaceKHR":
            for place in (0, 1):
                query = "vkGetPhysicalDeviceSurfaceSupportKHR"
                script.call(query, f"devices.{place}", 0, "made", read(0), via=INSTANCE)
        script.call(end, "instance", "made", callbacks, via=INSTANCE, returns="nothing", label="end")

        seen = subject.calls(world, script)

        if seen.answers["instance"] != SUCCESS or seen.answers["made"] is None:
            pytest.skip(f"the loader has no {command}")
        fit(seen, command, end)
        handed(subject, heard(seen, command, "allocator"), given, 2)
        handed(subject, heard(seen, end, "allocator"), given, 2)


class TestInstances:
    """Each driver of an instance receives all that the application passes for it, and nothing of others."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_a_structure_for_both_drivers(self, world: World, subject: Trial) -> None:
        """A messenger in pNext of VkInstanceCreateInfo hears each of two drivers while it creates its instance."""
        for name in ("alpha", "beta"):
            world.driver(name, flags={"extensions": f"{UTILS}:2", "message": f"made by {name}"})
        script = Script()
        script.create(extensions=[UTILS], next={"utils": 7})
        script.heard("heard")

        seen = subject.calls(world, script)

        received = {row[-1] for row in seen.answers["heard"] if "made by" in row[-1]}
        assert (seen.answers["instance"], received) == (SUCCESS, {"made by alpha", "made by beta"})

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize(("name", "made"), [("somebody", False), ("somebody else", True)])
    def test_names(self, world: World, subject: Trial, name: str, made: bool) -> None:
        """The application's name reaches the driver: vkCreateInstance fails if the only driver refuses the name."""
        world.driver(flags={"refused_application": "somebody"})
        script = Script()
        script.call("vkCreateInstance", of_application(name), None, out("made"), via=GLOBAL, label="made")

        seen = subject.calls(world, script)

        assert [result == SUCCESS for result in seen.returned("made")] == [made]

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05", "APIVER-04")
    @pytest.mark.parametrize("api", [API_1_0, pytest.param(API_1_2, marks=OF_2026)], ids=["1.0", "1.2"])
    @pytest.mark.parametrize("versions", [(1, 2), (0xFFFFFFFF, 7), (7, 0xFFFFFFFF)])
    def test_numbers(
        self, world: World, subject: Trial, versions: tuple[int, int], api: int, layers: list[str]
    ) -> None:
        """Each driver gets the versions and names of application and engine as the application gives them."""
        application, engine = versions
        for name, own in (("alpha", "1.0.0"), ("beta", "1.3.0")):
            world.driver(name, api_version=own, flags={"whole": "1", "api": own})
        for name in layers:
            world.implicit_layer(name)
        application_info: Argument = [0, None, text("any"), application, text("some"), pair(engine, api)]
        info: Argument = [1, None, 0, application_info, 0, None, 0, None]
        script = Script()
        script.call("vkCreateInstance", info, None, out("made"), via=GLOBAL, label="made")

        seen = subject.calls(world, script)

        command = "vkCreateInstance(application)"
        found = heard(seen, command, "version"), heard(seen, command, "engine")
        called = heard(seen, command, "name"), heard(seen, command, "engine_name")
        assert (found, called) == (([str(application)] * 2, [str(engine)] * 2), (["any"] * 2, ["some"] * 2))

    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.rule("APIVER-04")
    @OF_2026
    def test_a_structure_of_the_application(self, world: World, subject: Trial, layers: list[str]) -> None:
        """What is chained to VkApplicationInfo should reach each driver, one of 1.0 by its copy too."""
        for name, own in (("alpha", "1.0.0"), ("beta", "1.3.0")):
            world.driver(name, api_version=own, flags={"whole": "1", "api": own})
        for name in layers:
            world.implicit_layer(name)
        parameters: Argument = [APPLICATION_PARAMETERS, None, pair(0x7007, 0), pair(1, 1)]
        application: Argument = [0, parameters, text("any"), 0, None, pair(0, API_1_2)]
        script = Script()
        info: Argument = [1, None, 0, application, 0, None, 0, None]
        script.call("vkCreateInstance", info, None, out("made"), via=GLOBAL, label="made")

        seen = subject.calls(world, script)

        found = heard(seen, "vkCreateInstance(application)", "next")
        subject.implied(found, [str(APPLICATION_PARAMETERS)] * 2, COPIED)

    @pytest.mark.rule("LDP_LOADER_6")
    @pytest.mark.editions("2026")
    def test_version_0(self, world: World, subject: Trial) -> None:
        """vkCreateInstance succeeds with an apiVersion of 0, which asks for no more than Vulkan 1.0."""
        world.driver()
        script = Script()
        script.call("vkCreateInstance", of_application("any"), None, out("made"), via=GLOBAL, label="made")

        seen = subject.calls(world, script)

        assert seen.returned("made") == [SUCCESS]

    @pytest.mark.rule("VULKAN-LOADER-05", "APIVER-04")
    @pytest.mark.editions("2026")
    def test_the_versions_of_several_instances(self, world: World, subject: Trial) -> None:
        """Each driver gets the apiVersion of the instance that is created, of a second and third instance, too."""
        world.driver("alpha")
        world.driver("beta")
        versions = {"first": "1.1.0", "second": "1.3.5", "third": "1.0.7"}
        script = Script()
        for name, version in versions.items():
            script.create(name, api=version)

        seen = subject.calls(world, script)

        found = [each for name in versions for each in heard(seen, "vkCreateInstance", "api", name)]
        expected = [version for version in versions.values() for _ in (0, 1)]
        assert [each.rpartition(".")[0] for each in found] == [each.rpartition(".")[0] for each in expected]
        subject.implied(found, expected, PATCH_IGNORED)


class TestFeatures:
    """The driver receives the enabled features, and refuses those that it does not have."""

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("place", [1, 27, FEATURES - 1], ids=["second", "middle", "last"])
    def test_features(self, world: World, subject: Trial, place: int, layers: list[str]) -> None:
        """vkCreateDevice returns VK_ERROR_FEATURE_NOT_PRESENT if the driver lacks a feature in pEnabledFeatures."""
        script = created(world, layers, asked_for(queues=[queues(0)], features=only(place)))

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("place", [1, 27, FEATURES - 1], ids=["second", "middle", "last"])
    def test_a_structure_behind_it(self, world: World, subject: Trial, place: int, layers: list[str]) -> None:
        """A feature in VkPhysicalDeviceFeatures2 in pNext reaches the driver, which refuses one that it lacks."""
        structure = [FEATURES2, None, *only(place)]
        script = created(world, layers, asked_for(queues=[queues(0)], next=structure))

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_one_of_three_structures(
        self, world: World, subject: Trial, place: int, layers: list[str]
    ) -> None:
        """Features at each of three places of a pNext chain reach the driver, which refuses one that it lacks."""
        chain: Argument = None
        others = [[STORAGE_16_BIT, None, 0, 0], [MULTIVIEW, None, 0, 0]]
        structures: list[list[Argument]] = [*others]
        structures.insert(place, [FEATURES2, None, *only(27)])
        for kind, _, *rest in reversed(structures):
            chain = [kind, chain, *rest]
        script = created(world, layers, asked_for(queues=[queues(0)], next=chain))

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    @pytest.mark.parametrize("form", ["members", "structure"])
    @pytest.mark.parametrize(
        "counts", [(2,), (1, 1), (2, 1, 2)], ids=["two-queues", "two-families", "five-queues"]
    )
    def test_beside_several_queues(
        self, world: World, subject: Trial, counts: tuple[int, ...], form: str, layers: list[str]
    ) -> None:
        """Beside several queues, too, the enabled features reach the driver, which refuses one it lacks."""
        given = [queues(family, count) for family, count in enumerate(counts)]
        more = {"next": [FEATURES2, None, *only(27)]} if form == "structure" else {"features": only(27)}
        script = created(world, layers, asked_for(queues=given, **more), families="G4,C4,T4")

        seen = subject.calls(world, script)

        assert seen.returned("device") == [NO_SUCH_FEATURE]

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @WITH_AND_WITHOUT_LAYERS
    def test_no_features(self, world: World, subject: Trial, layers: list[str]) -> None:
        """vkCreateDevice succeeds if pEnabledFeatures enables no feature: the loader adds none."""
        info = asked_for(queues=[queues(0)], features=only(None))
        script = created(world, layers, info)

        seen = subject.calls(world, script)

        assert seen.returned("device") == [SUCCESS]
