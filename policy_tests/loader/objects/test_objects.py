"""Dispatchable objects: what their first words are, who fills them, and layers that wrap them."""

from typing import TypeAlias

import pytest

from policy_tests.loader.first_words import ONE_TABLE, unmarked
from refloader.scenario.applications import INSTANCE, command_buffer, recorded, with_device, with_instance
from refloader.scenario.call_sequence import entered, field, fields, said
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_device, out, outs, pair
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
EVERY_KIND = "instance,physical_device,device,queue,command_buffer"
QUEUE_INFO_2, SUBMIT_INFO, GROUP_INFO = 1000145003, 4, 1000070001
FEATURES_2, STORAGE_FEATURES = 1000059000, 1000083000

Layers: TypeAlias = list[dict[str, str]]
"""The flags of each layer."""

LAYERS = pytest.mark.parametrize(
    "layers", [[], [{}], [{"wrap": EVERY_KIND}]], ids=["no layer", "a layer", "a wrapping layer"]
)
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the explicit layers of a device are those that the device asks for."""

FOUND = pytest.mark.parametrize("found", ["instance", "device"])
VIA = {"instance": INSTANCE, "device": of_device("device")}


def machine(world: World, layers: Layers, **driver: str) -> None:
    """A driver and at most one layer."""
    world.driver(flags=driver)
    for flags in layers:
        world.implicit_layer(ONE, flags=flags)


def words(script: Script, *handles: str) -> None:
    """Look at the first word of each object; the labels are those of the handles."""
    for handle in handles:
        script.word(handle, f"word of {handle}")


def found_words(seen: Observation, *handles: str) -> dict[str, int | None]:
    """The first word of each object."""
    return {handle: seen.answers[f"word of {handle}"] for handle in handles}


def tables(seen: Observation, *handles: str) -> int:
    """How many different first words the objects have, all of which are there."""
    found = [seen.answers[f"word of {handle}"] for handle in handles]
    return len({*found}) if None not in found else 0


def used(script: Script, device: str = "device", queue: str = "queue", buffer: str = "buffer") -> None:
    """Use a queue and a command buffer of the device in every way that the mocks look at."""
    command_buffer(script, device, buffer)
    recorded(script, buffer)
    submit = [SUBMIT_INFO, None, 0, None, None, 1, [buffer], 0, None]
    script.call("vkQueueSubmit", queue, 1, submit, 0, via=INSTANCE, label=f"submit {buffer}")
    script.call("vkQueueWaitIdle", queue, via=INSTANCE, label=f"wait {queue}")
    script.call("vkDeviceWaitIdle", device, via=INSTANCE, label=f"wait {device}")


class TestTables:
    """Every dispatchable handle points to a structure that begins with the pointer to its dispatch table."""

    @LAYERS
    @pytest.mark.rule("OBJMODEL-01")
    def test_of_an_instance(self, world: World, subject: Trial, layers: Layers) -> None:
        """Instances and physical devices do not begin with ICD_LOADER_MAGIC, and should share one table."""
        machine(world, layers, devices="2")
        script = with_instance()
        words(script, "instance", "devices.0", "devices.1")

        seen = subject.calls(world, script)

        handles = ("instance", "devices.0", "devices.1")
        assert unmarked(found_words(seen, *handles)) == []
        subject.implied(tables(seen, *handles), 1, ONE_TABLE)

    @LAYERS
    @pytest.mark.rule("OBJMODEL-01")
    def test_of_a_device(self, world: World, subject: Trial, layers: Layers) -> None:
        """Devices, queues and command buffers do not begin with ICD_LOADER_MAGIC, and should share one table."""
        machine(world, layers)
        script = with_device()
        command_buffer(script)
        words(script, "device", "queue", "buffer")

        seen = subject.calls(world, script)

        handles = ("device", "queue", "buffer")
        assert unmarked(found_words(seen, *handles)) == []
        subject.implied(tables(seen, *handles), 1, ONE_TABLE)

    @LAYERS
    @pytest.mark.rule("OBJMODEL-01", "CHAIN-DIST-01")
    def test_one_for_each(self, world: World, subject: Trial, layers: Layers) -> None:
        """Two instances and two devices have four different dispatch tables."""
        machine(world, layers)
        script = with_device()
        script.device(label="second")
        script.create("other")
        words(script, "instance", "other", "device", "second")

        seen = subject.calls(world, script)

        assert tables(seen, "instance", "other", "device", "second") == 4

    @pytest.mark.rule("OBJMODEL-01")
    def test_layers_see_the_same_ones(self, world: World, subject: Trial) -> None:
        """A layer gets an instance and a device with a dispatch table, which should be the application's."""
        world.driver()
        world.implicit_layer(ONE)
        script = with_device()
        words(script, "instance", "device")

        seen = subject.calls(world, script)

        for kind in ("instance", "device"):
            found = field(seen.lines[kind], "made", "first", "layer")
            firsts = {layer: int(first, 16) for layer, first in found.items()}
            assert ([*firsts], unmarked(firsts)) == ([ONE], [])
            subject.implied([*firsts.values()], [seen.answers[f"word of {kind}"]], ONE_TABLE)


class TestMagicNumber:
    """The loader replaces the ICD_LOADER_MAGIC in an object's first word by the pointer to its dispatch table."""

    @LAYERS
    @pytest.mark.rule("OBJECTS-ICD-03")
    def test_no_object_keeps_it(self, world: World, subject: Trial, layers: Layers) -> None:
        """No dispatchable object that the application gets begins with ICD_LOADER_MAGIC."""
        machine(world, layers)
        script = with_device()
        command_buffer(script)
        handles = ("instance", "devices.0", "device", "queue", "buffer")
        words(script, *handles)

        seen = subject.calls(world, script)

        assert unmarked(found_words(seen, *handles)) == []

    @LAYERS
    @FOUND
    @pytest.mark.rule("OBJECTS-ICD-03")
    def test_of_queues(self, world: World, subject: Trial, layers: Layers, found: str) -> None:
        """A queue and a device have the loader's first word when the driver is called with them."""
        machine(world, layers)
        script = with_instance()
        script.device()
        script.call(
            "vkGetDeviceQueue", "device", 0, 0, out("queue"), via=VIA[found], returns="nothing", label="queue"
        )
        script.call("vkQueueWaitIdle", "queue", via=VIA[found], label="wait")
        script.call("vkDeviceWaitIdle", "device", via=VIA[found], label="wait for all")

        seen = subject.calls(world, script)

        assert seen.returned(*("wait", "wait for all")) == [0, 0]
        assert seen.violations == ()

    @LAYERS
    @FOUND
    @pytest.mark.rule("OBJECTS-ICD-03")
    @pytest.mark.editions("2018", "2026")
    def test_of_queues_of_the_newer_kind(
        self, world: World, subject: Trial, layers: Layers, found: str
    ) -> None:
        """A queue of vkGetDeviceQueue2 has the loader's first word when the driver is called with it."""
        machine(world, layers)
        script = with_instance(api="1.1.0")
        script.device()
        info = [QUEUE_INFO_2, None, pair(0, 0), 0]
        script.call(
            "vkGetDeviceQueue2",
            "device",
            info,
            out("queue"),
            via=VIA[found],
            returns="nothing",
            label="queue",
        )
        script.call("vkQueueWaitIdle", "queue", via=VIA[found], label="wait")

        seen = subject.calls(world, script)

        assert seen.returned("wait") == [0]
        assert seen.violations == ()

    @LAYERS
    @FOUND
    @pytest.mark.rule("OBJECTS-ICD-03")
    def test_of_command_buffers(self, world: World, subject: Trial, layers: Layers, found: str) -> None:
        """A command buffer has the loader's first word when the driver is called with it."""
        machine(world, layers)
        script = with_device()
        end = recorded(script, command_buffer(script, via=VIA[found]), via=VIA[found])

        seen = subject.calls(world, script)

        assert seen.returned(end) == [0]
        assert seen.violations == ()

    @staticmethod
    def _allocated(world: World, subject: Trial, number: int) -> None:
        """Command buffers of one allocation, of which the first, the second and the last are recorded."""
        world.driver()
        script = with_device()
        script.call("vkCreateCommandPool", "device", [39, None, 0], None, out("pool"), via=INSTANCE)
        info = [40, None, "pool", pair(0, number)]
        script.call("vkAllocateCommandBuffers", "device", info, outs("buffers", number), via=INSTANCE)
        ends = [recorded(script, f"buffers.{index}") for index in (0, 1, number - 1)]

        seen = subject.calls(world, script)

        assert seen.returned(*ends) == [0, 0, 0]
        assert seen.violations == ()

    @pytest.mark.rule("OBJECTS-ICD-03")
    def test_of_several_command_buffers(self, world: World, subject: Trial) -> None:
        """Each of several command buffers of one allocation has the loader's first word in the driver."""
        self._allocated(world, subject, 3)

    @pytest.mark.rule("OBJECTS-ICD-03")
    @pytest.mark.parametrize("number", [65, 257])
    def test_of_many_command_buffers(self, world: World, subject: Trial, number: int) -> None:
        """The last of many command buffers of one allocation has the loader's first word in the driver, too."""
        self._allocated(world, subject, number)

    @pytest.mark.rule("OBJECTS-ICD-03")
    def test_a_queue_that_is_asked_for_again(self, world: World, subject: Trial) -> None:
        """A queue that the application gets again has the same dispatch table and still works."""
        world.driver()
        script = with_device()
        script.queue(label="again")
        words(script, "queue", "again")
        script.call("vkQueueWaitIdle", "again", via=INSTANCE, label="wait")

        seen = subject.calls(world, script)

        assert seen.returned("wait") == [0]
        assert tables(seen, "queue", "again") == 1
        assert seen.violations == ()


class TestWrappingLayers:
    """The loader works with layers that wrap any object; layers above see the wrapped handle."""

    @pytest.mark.rule("WRAP-03", "OBJECTS-LAYER-02")
    @pytest.mark.parametrize(
        "kinds", ["instance", "physical_device", "device", "queue", "command_buffer", EVERY_KIND]
    )
    def test_one_layer(self, world: World, subject: Trial, kinds: str) -> None:
        """With a layer that wraps objects, calls on them succeed, and the driver gets its own handles."""
        world.driver()
        world.implicit_layer(ONE, flags={"wrap": kinds})
        script = with_device()
        used(script)
        script.destroy_device()
        end = script.destroy()

        seen = subject.calls(world, script)

        assert seen.returned("submit buffer", "wait queue", "wait device") == [0, 0, 0]
        assert {*entered(seen.lines[end], "vkDestroyInstance", "driver")} == {"plain"}
        assert seen.violations == ()

    @SINCE_2018
    @pytest.mark.rule("WRAP-03")
    @pytest.mark.parametrize(
        "kinds", ["physical_device", "device,queue,command_buffer", "instance", EVERY_KIND]
    )
    def test_stacked_layers(self, world: World, subject: Trial, kinds: str) -> None:
        """With two layers that wrap the same objects, calls on them succeed, and the driver gets its own handles."""
        world.driver()
        world.explicit_layer(ONE, flags={"wrap": kinds})
        world.explicit_layer(TWO, flags={"wrap": kinds})
        world.application(layers=[ONE, TWO])
        script = with_device()
        used(script)
        script.destroy_device()
        script.destroy()

        seen = subject.calls(world, script)

        assert (seen.answers["device"], seen.violations) == (0, ())
        assert seen.returned("submit buffer") == [0]

    @SINCE_2018
    @pytest.mark.rule("WRAP-03")
    @pytest.mark.parametrize(
        ("kind", "command", "handle"),
        [
            ("physical_device", "vkGetPhysicalDeviceMemoryProperties", "devices.0"),
            ("device", "vkDeviceWaitIdle", "device"),
            ("queue", "vkQueueWaitIdle", "queue"),
            ("command_buffer", "vkEndCommandBuffer", "buffer"),
        ],
        ids=["physical_device", "device", "queue", "command_buffer"],
    )
    def test_who_sees_which_handle(
        self, world: World, subject: Trial, kind: str, command: str, handle: str
    ) -> None:
        """A wrapping layer and the layer above it get the wrapper; the layer below gets what is in it."""
        world.driver()
        world.explicit_layer(ONE, flags={"intercept": command})
        world.explicit_layer(TWO, flags={"intercept": command, "wrap": kind})
        world.explicit_layer(THREE, flags={"intercept": command})
        world.application(layers=[ONE, TWO, THREE])
        script = with_device()
        command_buffer(script)
        script.call(command, handle, [0] * 100, via=INSTANCE, returns="nothing", label="call")

        seen = subject.calls(world, script)

        found = field(seen.lines["call"], command, "handle", "layer")
        assert list(found) == [ONE, TWO, THREE]
        assert found[ONE] == found[TWO] != found[THREE]

    @SINCE_2018
    @pytest.mark.rule("WRAP-03")
    @pytest.mark.parametrize("command", ["vkCreateDebugReportCallbackEXT", "vkDestroyDebugReportCallbackEXT"])
    def test_who_sees_which_instance(self, world: World, subject: Trial, command: str) -> None:
        """The loader calls the first layer with the instance that a wrapping layer below it returned."""
        world.driver(flags={"extensions": "VK_EXT_debug_report:10"})
        world.explicit_layer(ONE, flags={"intercept": command})
        world.explicit_layer(TWO, flags={"intercept": command, "wrap": "instance"})
        world.explicit_layer(THREE, flags={"intercept": command})
        world.application(layers=[ONE, TWO, THREE])
        script = with_instance(extensions=["VK_EXT_debug_report"])
        create, destroy = "vkCreateDebugReportCallbackEXT", "vkDestroyDebugReportCallbackEXT"
        script.call(create, "instance", {"report": 8}, None, out("callback"), via=INSTANCE, label=create)
        script.call(destroy, "instance", "callback", None, via=INSTANCE, returns="nothing", label=destroy)

        seen = subject.calls(world, script)

        found = field(seen.lines[command], command, "handle", "layer")
        assert list(found) == [ONE, TWO, THREE]
        assert found[ONE] == found[TWO] != found[THREE]
        assert seen.violations == ()

    @pytest.mark.rule("WRAP-03")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize(
        "command", ["vkEnumeratePhysicalDeviceGroups", "vkEnumeratePhysicalDeviceGroupsKHR"]
    )
    def test_members_of_groups(self, world: World, subject: Trial, command: str) -> None:
        """Above a wrapping layer the members of each device group are the physical devices that it wraps."""
        question = "vkGetPhysicalDeviceProperties"
        extension = "VK_KHR_device_group_creation"
        shown = {"devices": "2", "groups": "0,1", "device_name": "a;b"}
        world.driver(flags={**shown, "extensions": f"{extension}:1"})
        world.explicit_layer(ONE, flags={"intercept": question})
        world.explicit_layer(TWO, flags={"wrap": "physical_device"})
        world.application(layers=[ONE, TWO])
        script = with_instance(api="1.1.0", extensions=[extension])
        script.groups(command=command, label="groups")

        seen = subject.calls(world, script)

        above = [fields(text)["handle"] for _, text in said(seen.lines["devices"], question, "layer")]
        members = [fields(text)["handle"] for _, text in said(seen.lines["groups"], question, "layer")]
        assert len({*members}) == 2
        assert ({*members}, seen.violations) == ({*above}, ())

    @pytest.mark.rule("WRAP-03")
    @SINCE_2018
    def test_device_groups(self, world: World, subject: Trial) -> None:
        """Below a wrapping layer the driver should get its own handles in a VkDeviceGroupDeviceCreateInfo."""
        world.driver(flags={"devices": "2", "groups": "0+1", "device_name": "a;b"})
        world.implicit_layer(ONE, flags={"wrap": "instance,physical_device"})
        script = with_instance(api="1.1.0")
        script.device(next=[GROUP_INFO, None, 2, ["devices.0", "devices.1"]])

        seen = subject.calls(world, script)

        told = said(seen.lines["device"], "vkCreateDevice(group)", "driver")
        subject.implied(
            (seen.answers["device"], seen.violations, bool(told)),
            (0, (), True),
            "the loader's handles being its own, as no sentence speaks of that structure",
        )

    @pytest.mark.rule("VULKAN-LOADER-05")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("before", [1, 0, 2], ids=["second", "first", "third"])
    def test_a_group_in_a_chain(self, world: World, subject: Trial, before: int) -> None:
        """The driver gets its own handles in a VkDeviceGroupDeviceCreateInfo, anywhere in the pNext chain."""
        world.driver(flags={"devices": "2", "groups": "0+1", "device_name": "a;b"})
        script = with_instance(api="1.1.0")
        chain: Argument = [GROUP_INFO, None, 2, ["devices.0", "devices.1"]]
        for kind in (FEATURES_2, STORAGE_FEATURES)[:before]:
            chain = [kind, chain, *[0] * 30]
        script.device(next=chain)

        seen = subject.calls(world, script)

        told = said(seen.lines["device"], "vkCreateDevice(group)", "driver")
        assert (seen.answers["device"], seen.violations, bool(told)) == (0, (), True)
