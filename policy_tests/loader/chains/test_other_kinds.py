"""Other kinds of what a rule is about: queues, buffers, layers, instances and devices that are not the usual ones."""

import pytest

from policy_tests.loader.first_words import ONE_TABLE, unmarked
from policy_tests.loader.implied import NEXT_LOOKUP
from refloader.scenario.applications import INSTANCE, PROTECTED_MEMORY, with_instance
from refloader.scenario.call_sequence import entered
from refloader.scenario.scenario import World
from refloader.scenario.script import Argument, Script, of_device, of_instance, out, outs, pair
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
PROTECTED, SECONDARY = 1, 1
PHYSICAL = "vkFrobPhysicalOfAnOddKindTEST"
KNOWN = {
    "has-it": {"unknown_physical": PHYSICAL},
    "has-another": {"unknown_physical": "vkFrobOtherwiseTEST"},
    "has-none": {},
    "has-no-lookup": {"physical": "0"},
}
"""What a layer can have of commands that the loader does not know."""


@pytest.mark.rule("OBJECTS-ICD-03", "OBJMODEL-01")
class TestObjects:
    """Every queue and every command buffer begins with the table that the device begins with."""

    @SINCE_2018
    @pytest.mark.parametrize("flags", [0, PROTECTED], ids=["usual", "protected"])
    @pytest.mark.parametrize("family", [0, 1])
    @pytest.mark.parametrize("layers", [[], [ONE]], ids=["no-layer", "a-layer"])
    def test_queues_of_the_newer_command(
        self, world: World, subject: Trial, family: int, flags: int, layers: list[str]
    ) -> None:
        """The loader replaces the first word of a queue from vkGetDeviceQueue2, of each family and with each flag."""
        world.driver(flags={"families": "GCTP2,CTP2"})
        for name in layers:
            world.implicit_layer(name)
        script = with_instance(api="1.1.0")
        features = PROTECTED_MEMORY if flags else None
        infos = [word for each in range(2) for word in (2, None, pair(flags, each), 2, [0, 0])]
        info: Argument = [3, features, pair(0, 2), infos, *[None] * 4, None]
        script.call("vkCreateDevice", "devices.0", info, None, out("device"), via=INSTANCE, label="device")
        asked: Argument = [1000145003, None, pair(flags, family), 1]
        script.call(
            "vkGetDeviceQueue2",
            "device",
            asked,
            out("queue"),
            via=INSTANCE,
            returns="nothing",
            label="queue",
        )
        script.word("device", "word of device")
        script.word("queue", "word of queue")

        seen = subject.calls(world, script)

        assert seen.returned("device") == [0]
        if seen.answers["queue"] is None:
            pytest.skip("the loader has no vkGetDeviceQueue2")
        found = {handle: seen.answers[f"word of {handle}"] for handle in ("device", "queue")}
        assert unmarked(found) == []
        subject.implied(len({*found.values()}), 1, ONE_TABLE)

    @pytest.mark.parametrize("level", [0, SECONDARY], ids=["primary", "secondary"])
    @pytest.mark.parametrize("number", [3, 1, 9])
    def test_command_buffers_of_each_level(
        self, world: World, subject: Trial, level: int, number: int
    ) -> None:
        """The loader replaces the first word of every primary and secondary command buffer, of few and of many."""
        world.driver()
        script = with_instance()
        script.device()
        script.call("vkCreateCommandPool", "device", [39, None, 0], None, out("pool"), via=INSTANCE)
        info: Argument = [40, None, "pool", pair(level, number)]
        arguments = ("device", info, outs("buffers", number))
        script.call("vkAllocateCommandBuffers", *arguments, via=INSTANCE, label="buffers")
        handles = ["device", *(f"buffers.{place}" for place in range(number))]
        for handle in handles:
            script.word(handle, f"word of {handle}")

        seen = subject.calls(world, script)

        found = {handle: seen.answers[f"word of {handle}"] for handle in handles}
        assert (seen.returned("buffers"), unmarked(found)) == ([0], [])
        subject.implied(len({*found.values()}), 1, ONE_TABLE)


@pytest.mark.rule("OBJECTS-LAYER-02")
@SINCE_2018
class TestCallbacks:
    """What a layer makes works like the instance or device for which it calls the loader's callback."""

    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    @pytest.mark.parametrize("ended", [False, True], ids=["beside", "after"])
    def test_of_each_device(self, world: World, subject: Trial, place: int, ended: bool) -> None:
        """An object that a layer makes for one of several devices goes through that device's chain to its driver."""
        for name in ("alpha", "beta", "gamma"):
            world.driver(name, flags={"device_name": name})
        world.explicit_layer(ONE, flags={"wrap": "device,queue"})
        world.explicit_layer(TWO, flags={"intercept": "vkQueueWaitIdle"})
        script = with_instance(layers=[ONE, TWO])
        for at in range(place + 1):
            script.device(f"devices.{at}", f"device{at}")
            if ended and at < place:
                script.destroy_device(f"device{at}")
        script.queue(f"device{place}")
        script.call("vkQueueWaitIdle", "queue", via=INSTANCE, label="wait")

        seen = subject.calls(world, script)

        driver = seen.device_names()[place]
        assert entered(seen.lines["wait"], "vkQueueWaitIdle") == (TWO, driver)
        assert (seen.returned("wait"), seen.violations) == ([0], ())

    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    @pytest.mark.parametrize("ended", [False, True], ids=["beside", "after"])
    def test_of_each_instance(self, world: World, subject: Trial, place: int, ended: bool) -> None:
        """An object that a layer makes for one of several instances goes through that instance's chain."""
        world.driver()
        world.explicit_layer(ONE, flags={"wrap": "instance,physical_device"})
        world.explicit_layer(TWO)
        script = Script()
        for at in range(place + 1):
            own = [ONE, TWO] if at == place else [ONE]
            script.create(f"instance{at}", layers=own)
            if ended and at < place:
                script.destroy(f"instance{at}")
        script.devices(f"instance{place}")

        seen = subject.calls(world, script)

        assert seen.answers["devices"] == {"result": 0, "names": ["mock driver"]}
        assert TWO in entered(seen.lines["devices"], "vkEnumeratePhysicalDevices")
        assert seen.violations == ()


@SINCE_2018
class TestGaps:
    """Behind a layer that lacks an unknown command, the next one that has it is called."""

    @pytest.mark.rule("GPA-ORDER-01", "CHAIN-INIT-04")
    @pytest.mark.parametrize("first", KNOWN)
    @pytest.mark.parametrize("second", KNOWN)
    @pytest.mark.parametrize("third", KNOWN)
    def test_of_unknown_commands(
        self, world: World, subject: Trial, first: str, second: str, third: str
    ) -> None:
        """Of three layers, the first that has an unknown physical-device command is called, else the driver.

        Past a layer without the lookup that is only implied; that the call does not end the program is not.
        """
        world.driver(flags={"unknown_physical": PHYSICAL})
        known = {ONE: first, TWO: second, THREE: third}
        for name, has in known.items():
            world.explicit_layer(name, flags=KNOWN[has])
        script = with_instance(layers=[*known])
        script.call(PHYSICAL, "devices.0", 1, via=of_instance("instance"), label="called")

        kinds = [first, second, third, "has-it"]
        place = kinds.index("has-it")
        is_implied = "has-no-lookup" in kinds[:place]
        seen = subject.calls(world, script)

        found, expected = entered(seen.lines["called"], PHYSICAL), ([*known, "plain"][place],)
        if is_implied:
            subject.implied(found, expected, NEXT_LOOKUP)
        else:
            assert found == expected


@pytest.mark.rule("GPA-ORDER-01", "EXT-FILTER-05")
@SINCE_2018
class TestNames:
    """Commands that the loader does not know are told apart by all of their names."""

    @pytest.mark.parametrize("kind", ["physical", "device"])
    @pytest.mark.parametrize("number", [5, 2])
    @pytest.mark.parametrize(
        "form",
        [
            pytest.param("vkFrob" + "SomethingOrOther" * 8 + "OfTheKind{}TEST", id="longest"),
            "vkFrobSomethingOrOtherOfTheKind{}TEST",
            "vkFrob{}TEST",
            "vkFrobTEST{}",
        ],
    )
    def test_that_begin_alike(self, world: World, subject: Trial, form: str, number: int, kind: str) -> None:
        """Of several unknown commands whose names begin alike, each leads to the driver's function of that name."""
        names = [form.format("A" * (place + 1)) for place in range(number)]
        world.driver(flags={f"unknown_{kind}": ",".join(names)})
        script = with_instance()
        script.device()
        thing = "devices.0" if kind == "physical" else "device"
        for name in names:
            script.call(name, thing, 1, via=INSTANCE, label=name)

        seen = subject.calls(world, script)

        assert [entered(seen.lines[name], name) for name in names] == [("plain",)] * number


@pytest.mark.rule("GPA-APP-03")
class TestLookups:
    """A pointer from vkGetDeviceProcAddr leads to the first layer that intercepts the command, for every device."""

    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    @pytest.mark.parametrize("drivers", [1, 3], ids=["of-one-driver", "of-several"])
    def test_of_each_device_below_layers(
        self, world: World, subject: Trial, drivers: int, place: int
    ) -> None:
        """vkGetDeviceProcAddr gives the intercepting layer's function for each of several devices."""
        for name in ("alpha", "beta", "gamma")[:drivers]:
            world.driver(name, flags={"device_name": name})
        world.implicit_layer(ONE, flags={"intercept": "vkDeviceWaitIdle"})
        script = with_instance()
        for at in range(place + 1):
            label = f"device{at}"
            script.device(f"devices.{at if drivers > 1 else 0}", label)
            found = script.device_lookup(label, ["vkDeviceWaitIdle"])
        script.call("vkDeviceWaitIdle", label, via=of_device(label), label="wait")

        seen = subject.calls(world, script)

        driver = seen.device_names()[place if drivers > 1 else 0]
        assert entered(seen.lines["wait"], "vkDeviceWaitIdle") == (ONE, driver)
        subject.lead({label: seen.answers[found][0]}, {label: f"lib{ONE}.so"}, "GPA-APP-03")


@pytest.mark.rule("DISC-DRIVER-GEN-01")
class TestLibraries:
    """Several drivers are used at once without mutual disturbance, whatever their files are called."""

    @pytest.mark.parametrize("number", [3, 2])
    def test_of_one_file_name(self, world: World, subject: Trial, number: int) -> None:
        """All drivers are used although their libraries, in several folders, have the same file name."""
        folders = ["/world/a", "/world/b", "/world/c"][:number]
        for folder in folders:
            world.driver("same", folder=folder, flags={"device_name": folder[-1]})
        world.variable("VK_ICD_FILENAMES", ":".join(f"{folder}/same.json" for folder in folders))

        seen = subject.calls(world, with_instance())

        assert sorted(seen.device_names()) == [folder[-1] for folder in folders]


LISTED = [("VK_KHR_maintenance2", 70), ("VK_TEST_layer", 3), ("VK_KHR_maintenance1", 2), ("VK_TEST_more", 1)]


@pytest.mark.rule("EXT-ENUM-03")
@SINCE_2018
class TestListings:
    """A device extension that layer and driver have is reported once, with the driver's version."""

    @pytest.mark.parametrize("shared", ["0", "1", "02", "03", "123"])
    def test_of_several_extensions(self, world: World, subject: Trial, shared: str) -> None:
        """A device extension of layer and driver has the driver's version, one of the layer alone the layer's."""
        known = [LISTED[int(at)][0] for at in shared]
        world.driver(flags={"device_extensions": ",".join(f"{name}:90" for name in known)})
        rows = [{"name": name, "spec_version": str(version)} for name, version in LISTED]
        offers = ",".join(f"{name}:{version}" for name, version in LISTED)
        world.implicit_layer(ONE, device_extensions=rows, flags={"device_extensions": offers})
        script = with_instance()
        listed = script.device_extensions()

        seen = subject.calls(world, script)

        expected = sorted([name, 90 if name in known else version] for name, version in LISTED)
        assert sorted(seen.answers[listed]["extensions"]) == expected
