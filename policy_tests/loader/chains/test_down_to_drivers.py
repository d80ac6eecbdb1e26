"""Every query of physical devices, one by one: which driver it reaches, with what, and what comes back."""

import pytest

from policy_tests.loader.chains.queries import (
    DISPLAY,
    OF_1_0,
    OF_1_1,
    OF_SURFACES,
    PASSED_ON,
    PROPERTIES2,
    QUERIES,
    SURFACE,
    Query,
)
from policy_tests.loader.implied import GENERALLY
from refloader.scenario.applications import INSTANCE, with_instance
from refloader.scenario.call_sequence import entered, field, said, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.registered import rows
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, out, pair, read
from refloader.suite.loaders.trial import Trial
from refloader.suite.loaders.windowing import need_extensions

pytestmark = pytest.mark.needs_library

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
BOTH = ("alpha", "beta")
QUEUE_FAMILY_2 = 1000059005
"""The sType of VkQueueFamilyProperties2."""

OUT_OF_DEVICE_MEMORY = -2
"""A result that every command may give and that no loader has a reason to give itself."""

KNOWN = {name: each for name, each in QUERIES.items() if not each.of_devices}
"""Those that a loader has to know. What becomes of the others above the layers is GPA-ORDER-01's."""

OF_THE_DEVICE = {
    f"vkGetPhysicalDevice{what}{form}"
    for what in ("Properties", "Features", "MemoryProperties", "QueueFamilyProperties")
    for form in ("", "2")
}
"""What only depends on the device: a loader that has asked before, as to sort the devices, knows the answer."""

SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
PLANE_SURFACE: Argument = [1000002001, 0, 0, 0xD16000, 0, 1, pair(1, 64), 64]
"""A VkDisplaySurfaceCreateInfoKHR with a mode of the mock driver's first display."""

ENOUGH = {"families": "G1,C1,T1,T1", "displays": "4"}
"""What makes calls valid that name the queue family 3 or the plane 3."""


def cases(names: dict[str, Query], *, results: bool = False) -> list[object]:
    """One parameter for each command; those that came after 2016 belong to the later editions."""
    chosen = [name for name, each in names.items() if each.returns == "result" or not results]
    return [pytest.param(name, marks=[] if name in OF_1_0 else SINCE_2018) for name in chosen]


def every(names: dict[str, Query], *, results: bool = False) -> pytest.MarkDecorator:
    """One case for each command."""
    return pytest.mark.parametrize("command", cases(names, results=results))


LAYERS = pytest.mark.parametrize("layers", [[], [ONE, TWO]], ids=["no layer", "two layers"])
OF_DISPLAYS = (SURFACE, DISPLAY)
"""The extensions by which an application comes to the queries about displays."""


def spellings(command: str) -> tuple[str, ...]:
    """The command's names, those of core and of an extension if it has both: a loader may call either."""
    core = command.removesuffix("KHR")
    return (core, f"{core}KHR") if core in OF_1_1 else (command,)


def told(command: str) -> dict[str, str]:
    """The flag of drivers that do nothing in the command but write down what they are given."""
    return {} if command.removesuffix("KHR") in OF_THE_DEVICE else {"told": ",".join(spellings(command))}


def drivers(world: World, query: Query, layers: list[str], command: str, **flags: str) -> None:
    """Two drivers with all that the query needs and a device each, below layers that intercept the query.

    They have a query of core by its name in an extension, too: a loader may call that.
    """
    older = [name for each in spellings(command) for name in QUERIES[each].extensions]
    extensions = {"extensions": rows([*dict.fromkeys([*query.extensions, *older, SURFACE, DISPLAY])])}
    devices = {"device_extensions": rows([query.of_devices])} if query.of_devices else {}
    for name in BOTH:
        world.driver(name, flags={**extensions, **devices, **ENOUGH, "device_name": name, **flags})
    for name in layers:
        world.explicit_layer(name, flags={"intercept": command})
    world.application(layers=layers)


def asking(query: Query, *more: str) -> Script:
    """An application that has an instance with all that the query needs, and knows both devices."""
    script = Script()
    script.query("extensions", "")
    script.create(api=query.api, extensions=[*dict.fromkeys([*query.extensions, *more])])
    script.devices()
    return script


def surface(script: Script) -> None:
    """Make a surface of a plane of a display, which needs no window."""
    create = "vkCreateDisplayPlaneSurfaceKHR"
    script.call(create, "instance", PLANE_SURFACE, None, out("surface"), via=INSTANCE, label="surface made")


def ask(script: Script, command: str, device: int) -> str:
    """Ask the question about one of the two devices."""
    query = QUERIES[command]
    handle, label = f"devices.{device}", f"asked {device}"
    return script.call(command, handle, *query.arguments, via=INSTANCE, returns=query.returns, label=label)


def needs(seen: Observation, query: Query, *labels: str) -> None:
    """Skip a query whose extensions the loader does not offer, or that it does not find for want of them."""
    need_extensions(seen, *query.extensions)
    if query.of_devices and any(seen.answers[label] is None for label in labels):
        pytest.skip(f"this loader does not know the commands of {query.of_devices}")


def reached(seen: Observation, label: str, command: str) -> tuple[str, ...]:
    """The drivers that the question reached. How often a loader asks one of them is its own choice."""
    found = (who for name in spellings(command) for who in entered(seen.lines[label], name, "driver"))
    return tuple(dict.fromkeys(found))


def asked_at_all(seen: Observation, command: str) -> set[str]:
    """The drivers that were ever asked for it, or in its older form."""
    names = {*spellings(command), command.removesuffix("KHR").removesuffix("2")}
    return {who for name in names for who in entered(seen.trace, name, "driver")}


def words(seen: Observation, label: str, command: str) -> list[int]:
    """The words that the driver was given behind the device."""
    for name in spellings(command):
        for _, rest in said(seen.lines[label], name, "driver"):
            return [int(word, 16) for word in rest.partition("second=")[2].split(",")]
    return []


def given(seen: Observation, label: str, command: str) -> dict[int, int]:
    """The numbers that the driver was given, by their position behind the device; pointers are its own matter."""
    found = words(seen, label, command)
    return {place: found[place] & 0xFFFFFFFF for place in QUERIES[command].numbers if found}


def behind(seen: Observation, command: str) -> set[str]:
    """The types of all structures that stood behind the first when the query of this label entered a driver."""
    found = (field(seen.lines[command], name, "next", "driver").values() for name in spellings(command))
    return {kind for kinds in found for each in kinds for kind in each.split(",")}


class TestTheDriver:
    """The driver that a query reaches is the one whose device the application names, whatever the command."""

    @LAYERS
    @every(PASSED_ON)
    @pytest.mark.rule("VULKAN-LOADER-05", "CHAIN-DIST-02")
    def test_of_each_device(self, world: World, subject: Trial, command: str, layers: list[str]) -> None:
        """A query about a physical device reaches the driver of that device and no other driver.

        Where only the device decides the answer, a loader that has asked before may know it.
        """
        query = PASSED_ON[command]
        drivers(world, query, layers, command, **told(command))
        script = asking(query)
        asked = [ask(script, command, device) for device in (0, 1)]

        seen = subject.calls(world, script)

        needs(seen, query, *asked)
        found = [reached(seen, label, command) for label in asked]
        expected = [(name,) for name in seen.device_names()]
        if command.removesuffix("KHR") in OF_THE_DEVICE and not all(found):
            assert asked_at_all(seen, command) == {*BOTH}
            subject.implied(found, expected, GENERALLY)
        else:
            assert found == expected

    @SINCE_2018
    @pytest.mark.rule("VULKAN-LOADER-05", "CHAIN-DIST-02")
    def test_of_one_after_another(self, world: World, subject: Trial) -> None:
        """Each of many queries in turn, about devices of two drivers, reaches the device's driver and no other."""
        commands = [name for name in (*OF_1_0, *OF_1_1) if name not in OF_THE_DEVICE]
        for name in BOTH:
            world.driver(name, flags={**ENOUGH, "device_name": name, "told": ",".join(commands)})
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"intercept": ",".join(commands)})
        world.application(layers=[ONE, TWO])
        script = Script()
        script.create(api="1.1.0")
        script.devices()
        asked = {
            script.call(
                command,
                f"devices.{device}",
                *QUERIES[command].arguments,
                via=INSTANCE,
                returns=QUERIES[command].returns,
                label=f"{command} of device {device}",
            ): (command, device)
            for command in commands
            for device in (1, 0)
        }

        seen = subject.calls(world, script)

        names = seen.device_names()
        found = {label: reached(seen, label, command) for label, (command, _) in asked.items()}
        assert found == {label: (names[device],) for label, (_, device) in asked.items()}

    @pytest.mark.rule("VULKAN-LOADER-05", "CHAIN-DIST-02")
    def test_of_displays_one_after_another(self, world: World, subject: Trial) -> None:
        """Each query about displays in turn, on devices of two drivers, reaches the device's driver and no other."""
        commands = [name for name, each in PASSED_ON.items() if each.extensions == OF_DISPLAYS]
        told = ",".join(commands)
        flags = {"extensions": rows(OF_DISPLAYS), "surfaces": "own", **ENOUGH, "told": told}
        for name in BOTH:
            world.driver(name, flags={**flags, "device_name": name})
        script = asking(QUERIES[commands[0]])
        asked: dict[str, tuple[str, int]] = {}
        for command in commands:
            for device in (1, 0):
                query, label = QUERIES[command], f"{command} of device {device}"
                where = f"devices.{device}", *query.arguments
                script.call(command, *where, via=INSTANCE, returns=query.returns, label=label)
                asked[label] = command, device

        seen = subject.calls(world, script)

        needs(seen, QUERIES[commands[0]])
        names = seen.device_names()
        found = {label: reached(seen, label, command) for label, (command, _) in asked.items()}
        assert found == {label: (names[device],) for label, (_, device) in asked.items()}

    @LAYERS
    @every(OF_SURFACES)
    @pytest.mark.rule("LDP_LOADER_11", "CHAIN-DIST-02", "VULKAN-LOADER-05")
    def test_about_a_surface(self, world: World, subject: Trial, command: str, layers: list[str]) -> None:
        """A query about a surface reaches the driver of the device alone, with the surface that this driver made."""
        query = OF_SURFACES[command]
        drivers(world, query, layers, command, surfaces="own")
        script = asking(query, SURFACE, DISPLAY)
        surface(script)
        asked = [ask(script, command, device) for device in (0, 1)]

        seen = subject.calls(world, script)

        needs(seen, query, *asked)
        assert [reached(seen, label, command) for label in asked] == [(name,) for name in seen.device_names()]
        assert seen.violations == ()


IDS = {"alpha": pair(0x10DE, 0x2684), "beta": pair(0x1002, 0x744C)}
"""The vendor and the device that each driver reports, as one word of VkPhysicalDeviceProperties."""
DRIVER_IDS = {"alpha": 4, "beta": 3}
DRIVER_PROPERTIES = 1000196000
HEAD: tuple[Argument, ...] = (1000059001, read(DRIVER_PROPERTIES, 0, *[0] * 70))
REPORTED: dict[str, tuple[tuple[Argument, ...], int]] = {
    "vkGetPhysicalDeviceProperties": ((0, 0), 1),
    "vkGetPhysicalDeviceProperties2": (HEAD, 3),
    "vkGetPhysicalDeviceProperties2KHR": (HEAD, 3),
}
"""How each answer begins before the call, and which of its words has vendor and device."""


class TestAnswers:
    """The loader asks for the properties of devices itself; whether it asks again or not, the answer is the same."""

    @LAYERS
    @every({name: QUERIES[name] for name in REPORTED})
    @pytest.mark.rule("VULKAN-LOADER-05", "CHAIN-DIST-02")
    def test_properties_of_each_device(
        self, world: World, subject: Trial, command: str, layers: list[str]
    ) -> None:
        """For each physical device the application reads the properties that its driver reports, in pNext, too."""
        query, (head, place) = QUERIES[command], REPORTED[command]
        if head is HEAD:
            query = query._replace(api="1.2.0")
        for name, ids in IDS.items():
            own = {"vendor": hex(ids & 0xFFFF), "device": hex(ids >> 32), "driver_id": str(DRIVER_IDS[name])}
            offered = {"extensions": rows(query.extensions), "device_name": name}
            world.driver(name, api_version="1.2.0", flags={**offered, **own})
        for name in layers:
            world.explicit_layer(name, flags={"intercept": command})
        world.application(layers=layers)
        script = asking(query)
        for device in (0, 1):
            label, answer = f"asked {device}", read(*head, *[0] * 126)
            script.call(command, f"devices.{device}", answer, via=INSTANCE, returns="nothing", label=label)

        seen = subject.calls(world, script)

        needs(seen, query)
        behind = head is HEAD
        answers = [seen.answers[f"asked {device}"]["read"] for device in (0, 1)]
        found = [(each[-1][place], each[0][2] & 0xFFFF_FFFF if behind else None) for each in answers]
        names = seen.device_names()
        assert found == [(IDS[name], DRIVER_IDS[name] if behind else None) for name in names]

    @LAYERS
    @pytest.mark.rule("VULKAN-LOADER-05", "CHAIN-DIST-02")
    @pytest.mark.parametrize("form", ["", pytest.param("2", marks=SINCE_2018)], ids=["plain", "with-pNext"])
    def test_queue_families_of_each_device(
        self, world: World, subject: Trial, form: str, layers: list[str]
    ) -> None:
        """For each physical device the application reads the queue families that its driver reports."""
        command = f"vkGetPhysicalDeviceQueueFamilyProperties{form}"
        row = [QUEUE_FAMILY_2, *[0] * 4] if form else [0] * 3
        reported = {"alpha": ("G1,T5", [1, 1, 4, 5]), "beta": ("C3", [2, 3])}
        for name, (families, _) in reported.items():
            world.driver(name, flags={"device_name": name, "families": families})
        for name in layers:
            world.explicit_layer(name, flags={"intercept": command})
        script = with_instance(layers=layers, api="1.1.0" if form else "")
        for device in (0, 1):
            place = f"devices.{device}"
            room = read(pair(2, 0)), read(*row, *row)
            script.call(command, place, *room, via=INSTANCE, returns="nothing", label=place)

        seen = subject.calls(world, script)

        for device, name in enumerate(seen.device_names()):
            count, found = seen.answers[f"devices.{device}"]["read"]
            families, expected = reported[name]
            number, first = len(families.split(",")), len(row) - 3
            words = [found[place * len(row) + first] for place in range(number)]
            assert count[0] & 0xFFFF_FFFF == number
            assert [half for word in words for half in (word & 0xFFFF_FFFF, word >> 32)] == expected


class TestParameters:
    """The loader calls the driver's function with the parameters given: no number is lost, and none is exchanged."""

    @LAYERS
    @every({name: each for name, each in PASSED_ON.items() if each.numbers})
    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_numbers(self, world: World, subject: Trial, command: str, layers: list[str]) -> None:
        """The second device's driver gets each number and handle of a query as the application gives it."""
        query = PASSED_ON[command]
        drivers(world, query, layers, command, told=",".join(spellings(command)), unknown_arguments="8")
        script = asking(query)
        asked = ask(script, command, 1)

        seen = subject.calls(world, script)

        needs(seen, query, asked)
        assert given(seen, asked, command) == query.numbers

    @SINCE_2018
    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.parametrize("layers", [[ONE, TWO], []], ids=["two layers", "no layer"])
    def test_numbers_of_one_after_another(self, world: World, subject: Trial, layers: list[str]) -> None:
        """The second device's driver gets the numbers of each core query as the application gives them."""
        commands = [name for name, each in {**OF_1_0, **OF_1_1}.items() if each.numbers]
        for name in BOTH:
            given_to = {"told": ",".join(commands), "unknown_arguments": "8"}
            world.driver(name, flags={**ENOUGH, "device_name": name, **given_to})
        for name in layers:
            world.explicit_layer(name, flags={"intercept": ",".join(commands)})
        world.application(layers=layers)
        script = Script()
        script.create(api="1.1.0")
        script.devices()
        for command in commands:
            query = QUERIES[command]
            script.call(
                command, "devices.1", *query.arguments, via=INSTANCE, returns=query.returns, label=command
            )

        seen = subject.calls(world, script)

        found = {name: given(seen, name, name) for name in commands}
        assert found == {name: QUERIES[name].numbers for name in commands}

    @LAYERS
    @every({name: each for name, each in PASSED_ON.items() if name.removesuffix("KHR") not in OF_THE_DEVICE})
    @pytest.mark.rule("VULKAN-LOADER-05")
    def test_room(self, world: World, subject: Trial, command: str, layers: list[str]) -> None:
        """Where the application gives a query room for an answer, the second device's driver gets room, not NULL."""
        query = PASSED_ON[command]
        rooms = [
            place for place in range(len(query.arguments)) if place not in {*query.numbers, query.callbacks}
        ]
        arguments = [
            [0] * 128 if place in rooms and each is None else each
            for place, each in enumerate(query.arguments)
        ]
        drivers(world, query, layers, command, told=",".join(spellings(command)), unknown_arguments="8")
        script = asking(query)
        script.call(command, "devices.1", *arguments, via=INSTANCE, returns=query.returns, label="asked")

        seen = subject.calls(world, script)

        needs(seen, query, "asked")
        assert [place for place in rooms if words(seen, "asked", command)[place] == 0] == []


BEHIND: dict[str, tuple[int, int]] = {
    "vkGetPhysicalDeviceFeatures2": (0, 1000083000),
    "vkGetPhysicalDeviceProperties2": (0, 1000071004),
    "vkGetPhysicalDeviceFormatProperties2": (1, 1000360000),
    "vkGetPhysicalDeviceImageFormatProperties2": (0, 1000071000),
    "vkGetPhysicalDeviceMemoryProperties2": (0, 1000237000),
}
"""By query: which argument is a structure with a chain, and the type of a structure that an extension has for it."""
MEMORY = "VK_KHR_external_memory_capabilities"
OF_DEVICES = [
    "VK_KHR_storage_buffer_storage_class",
    "VK_KHR_16bit_storage",
    "VK_KHR_format_feature_flags2",
    "VK_EXT_memory_budget",
]
"""The extensions of these structures: all are there, so that a loader has no reason to skip what is not enabled."""
SPELLED = [*(f"{name}KHR" for name in BEHIND), *BEHIND]


@pytest.mark.rule("VULKAN-LOADER-05")
@SINCE_2018
class TestChains:
    """What stands behind pNext of a query stands there below the loader, whichever of its names is called."""

    @pytest.mark.parametrize("layers", [[ONE, TWO], []], ids=["two layers", "no layer"])
    @pytest.mark.parametrize("names", ["both", "extension", "core"])
    def test_behind_structures(self, world: World, subject: Trial, names: str, layers: list[str]) -> None:
        """A structure that the application puts into the pNext chain of a query reaches the device's driver."""
        commands = [name for name in SPELLED if names in ("both", "core" if name in BEHIND else "extension")]
        flags = {"extensions": rows([PROPERTIES2, MEMORY]), "device_extensions": rows(OF_DEVICES)}
        for name in BOTH:
            world.driver(name, flags={**flags, "device_name": name})
        for name in layers:
            world.explicit_layer(name, flags={"intercept": ",".join(commands)})
        world.application(layers=layers)
        script = Script()
        script.query("extensions", "")
        wanted = [] if names == "core" else [PROPERTIES2, MEMORY]
        script.create(api="1.0.0" if names == "extension" else "1.1.0", extensions=wanted)
        script.devices()
        for command in commands:
            query, (place, kind) = QUERIES[command], BEHIND[command.removesuffix("KHR")]
            arguments = [*query.arguments]
            structure = arguments[place]
            assert isinstance(structure, list)
            arguments[place] = [structure[0], [kind, *[0] * 16], *structure[2:]]
            script.call(command, "devices.1", *arguments, via=INSTANCE, returns=query.returns, label=command)

        seen = subject.calls(world, script)

        need_extensions(seen, *wanted)
        asked = {name: str(BEHIND[name.removesuffix("KHR")][1]) for name in commands}
        assert {name: asked[name] in behind(seen, name) for name in commands} == dict.fromkeys(commands, True)


class TestResults:
    """What a query returns comes back as it is, from a driver as from a layer."""

    @LAYERS
    @every({**PASSED_ON, **OF_SURFACES}, results=True)
    @pytest.mark.rule("VULKAN-LOADER-05", "CHAIN-DIST-02")
    def test_of_a_driver(self, world: World, subject: Trial, command: str, layers: list[str]) -> None:
        """If the driver of a physical device fails a query, the application gets the driver's result."""
        query = QUERIES[command]
        failing = ",".join(f"{name}:{OUT_OF_DEVICE_MEMORY}" for name in spellings(command))
        fails = {**told(command), "surfaces": "own", "fail": failing}
        drivers(world, query, layers, command, **fails)
        script = asking(query, SURFACE, DISPLAY)
        if command in OF_SURFACES:
            surface(script)
        asked = ask(script, command, 1)

        seen = subject.calls(world, script)

        needs(seen, query, asked)
        assert seen.returned(asked) == [OUT_OF_DEVICE_MEMORY]

    @every(KNOWN, results=True)
    @pytest.mark.rule("CHAIN-DIST-02")
    def test_of_a_layer(self, world: World, subject: Trial, command: str) -> None:
        """If the first layer fails a query, its result comes back and nothing below the layer is entered."""
        query = QUERIES[command]
        drivers(world, query, [], command, **told(command))
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"fail": f"{command}:{OUT_OF_DEVICE_MEMORY}"})
        world.application(layers=[ONE, TWO])
        script = asking(query, SURFACE, DISPLAY)
        if command in OF_SURFACES:
            surface(script)
        asked = ask(script, command, 0)

        seen = subject.calls(world, script)

        needs(seen, query, asked)
        assert seen.returned(asked) == [OUT_OF_DEVICE_MEMORY]
        assert way_down(seen.lines[asked], command) == (ONE,)


class TestFirstEntity:
    """Queries that answer nothing but what they write are dispatched to the first entity as all others are."""

    @every({name: each for name, each in KNOWN.items() if each.returns == "nothing"})
    @pytest.mark.rule("CHAIN-DIST-02")
    def test_where_a_query_enters(self, world: World, subject: Trial, command: str) -> None:
        """If the first layer answers a query that returns no result, nothing below the layer is entered."""
        query = PASSED_ON[command]
        drivers(world, query, [], command, **told(command))
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"fail": command})
        world.application(layers=[ONE, TWO])
        script = asking(query)
        asked = ask(script, command, 0)

        seen = subject.calls(world, script)

        needs(seen, query, asked)
        assert way_down(seen.lines[asked], command) == (ONE,)
