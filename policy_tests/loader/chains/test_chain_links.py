"""What each layer finds in the pNext chain of a create info: the links of the chain and the loader's callbacks."""

from itertools import pairwise

import pytest

from policy_tests.loader.implied import NEXT_LOOKUP, OLDER_LAYERS, survived
from refloader.scenario.applications import INSTANCE, with_device, with_instance
from refloader.scenario.call_sequence import entered, parsed_lines, way_down
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE, TWO, THREE = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"
OF_MOCKS = {f"lib{ONE}.so", f"lib{TWO}.so", "libplain.so", ""}
"""The files of the layers and the driver, and no file: where the loader's own code is, it may arrange as it likes."""

LINK, CALLBACK, DEVICES, FEATURES = "0", "1", "2", "3"
"""VK_LAYER_LINK_INFO, VK_LOADER_DATA_CALLBACK, VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK and VK_LOADER_FEATURES."""

SORTING = 1
"""VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING."""

LOOKUP = {"unknown_physical": "vkFrobPhysicalTEST"}
"""The flags of a layer that has a GetPhysicalDeviceProcAddr of its own, since a command is found by it alone."""

SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
"""In 2016 the explicit layers of a device are those that the device asks for."""

OF_INSTANCES_AND_DEVICES = pytest.mark.parametrize("kind", ["instance", "device"])
"""Also the labels of the steps in which these are made."""
WITH_EXPLICIT_LAYERS = pytest.mark.parametrize("kind", ["instance", pytest.param("device", marks=SINCE_2018)])


def chains(seen: Observation, kind: str) -> dict[str, dict[str, str]]:
    """What each layer found in the pNext chain when an object of the kind was made, by the layer's name."""
    found = parsed_lines(seen.lines[kind], "chain", "layer")
    return {name: values for name, values in found if values["of"] == kind}


def links(seen: Observation, kind: str) -> dict[str, dict[str, str]]:
    """The files that each layer's own link leads to, by the layer's name."""
    found = parsed_lines(seen.lines[kind], "link", "layer")
    return {name: values for name, values in found if values["of"] == kind}


def next_of(seen: Observation, kind: str, layer: str, lookup: str) -> str:
    """The file that one lookup function in the layer's link leads to, "" where there is no link."""
    return links(seen, kind).get(layer, {}).get(lookup, "")


def stacked(world: World, subject: Trial, *flags: dict[str, str]) -> Observation:
    """Make an instance with one explicit layer for each set of flags, the first one next to the application."""
    layers = [ONE, TWO, THREE][: len(flags)]
    world.driver()
    for name, each in zip(layers, flags, strict=True):
        world.explicit_layer(name, flags=each)
    return subject.calls(world, with_instance(layers=layers))


def leads_to(subject: Trial, seen: Observation, kind: str, link: tuple[str, str, str]) -> None:
    """Check where a link leads: its layer, one of its lookup functions, and the layer below.

    A loader may put functions of its own between two layers. The address is not that of the layer below then, and
    whether the calls come there is what counts: nobody can tell the loader's own function from one that skips a layer
    by its address alone.
    """
    layer, lookup, below = link
    command = {"instance": f"vkCreate{kind.title()}", "physical": "vkCreateInstance"}.get(
        lookup, "vkDestroyDevice"
    )
    file, wanted = next_of(seen, kind, layer, lookup), f"lib{below}.so"
    way = way_down(seen.trace, command)
    assert (layer, below) in pairwise(way), f"{command} does not come from {layer} to {below}: {way}"
    if file in {*OF_MOCKS, f"lib{THREE}.so", "none"}:
        assert file == wanted
    subject.implied(file, wanted, by="the next entity's function, which may be called by one of the loader")


class TestHeads:
    """A linked list for the layers hangs on pNext; its head is a VkLayer*CreateInfo with VK_LAYER_LINK_INFO."""

    @WITH_EXPLICIT_LAYERS
    @pytest.mark.rule("CHAIN-INIT-01", "CHAIN-INIT-03", "LLP_LOADER_8", "LLP_LOADER_9")
    def test_one_list_for_each_layer(self, world: World, subject: Trial, kind: str) -> None:
        """Each layer finds exactly one VK_LAYER_LINK_INFO structure in the pNext chain of the create info."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[ONE, TWO])

        seen = subject.calls(world, with_device())

        heads = {
            name: found["functions"].split(",").count(LINK) for name, found in chains(seen, kind).items()
        }
        assert heads == {ONE: 1, TWO: 1}

    @OF_INSTANCES_AND_DEVICES
    @pytest.mark.rule("CHAIN-INIT-02")
    def test_types_of_structures(self, world: World, subject: Trial, kind: str) -> None:
        """A layer's link has the sType VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO or _DEVICE_CREATE_INFO."""
        world.driver()
        world.implicit_layer(ONE)

        seen = subject.calls(world, with_device())

        complaints = [line for line in seen.lines[kind] if "VIOLATION CHAIN-INIT-02" in line]
        found = {name: LINK in each["functions"].split(",") for name, each in chains(seen, kind).items()}
        assert (found, complaints) == ({ONE: True}, [])

    @OF_INSTANCES_AND_DEVICES
    @pytest.mark.rule("CHAIN-INIT-01", "CHAIN-INIT-03", "LLP_LOADER_8", "LLP_LOADER_9")
    def test_the_applications_own_structures_stay(self, world: World, subject: Trial, kind: str) -> None:
        """A layer finds its link although the application puts a structure of its own into the pNext chain."""
        world.driver()
        world.implicit_layer(ONE)
        nobody_knows = [0x7FFF_0001, None]
        script = with_instance(next=nobody_knows)
        script.device(next=nobody_knows)

        seen = subject.calls(world, script)

        assert (seen.answers["instance"], seen.answers["device"]) == (0, 0)
        assert [LINK in found["functions"].split(",") for found in chains(seen, kind).values()] == [True]


class TestLinks:
    """Each layer's link carries the next entity's lookup functions, and the next layer finds its own link."""

    @WITH_EXPLICIT_LAYERS
    @pytest.mark.rule("CHAIN-INIT-01", "CHAIN-INIT-04", "LLP_LOADER_8", "LLP_LOADER_9")
    @pytest.mark.parametrize("number", [30, 5, 1, 2])
    def test_a_link_for_each_layer(self, world: World, subject: Trial, kind: str, number: int) -> None:
        """The first layer finds at least one link for each layer, and each layer below it finds one link less."""
        layers = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        world.driver()
        for name in layers:
            world.explicit_layer(name)

        seen = subject.calls(world, with_device(layers=layers))

        found = chains(seen, kind)
        counted = [int(each["links"]) for each in found.values()]
        assert (list(found), seen.violations) == (layers, ())
        assert counted == list(range(counted[0], counted[0] - number, -1))
        assert counted[-1] >= 1

    @pytest.mark.rule("CHAIN-INIT-04", "LLP_LOADER_8")
    def test_the_next_instance_lookup(self, world: World, subject: Trial) -> None:
        """A layer's link has the next layer's vkGetInstanceProcAddr; the last layer's that of no layer or driver."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[ONE, TWO])

        seen = subject.calls(world, with_device())

        leads_to(subject, seen, "instance", (ONE, "instance", TWO))
        assert next_of(seen, "instance", TWO, "instance") not in OF_MOCKS

    @SINCE_2018
    @pytest.mark.rule("CHAIN-INIT-04", "LLP_LOADER_9")
    def test_the_next_device_lookup(self, world: World, subject: Trial) -> None:
        """A layer's link for a device has the vkGetDeviceProcAddr of the next layer."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[ONE, TWO])

        script = with_device()
        script.destroy_device()

        seen = subject.calls(world, script)

        leads_to(subject, seen, "device", (ONE, "device", TWO))

    @SINCE_2018
    @pytest.mark.rule("CHAIN-INIT-04", "LLP_LOADER_9")
    def test_the_next_instance_lookup_for_a_device(self, world: World, subject: Trial) -> None:
        """A layer's link for a device has the vkGetInstanceProcAddr of the next layer as well."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[ONE, TWO])

        seen = subject.calls(world, with_device())

        leads_to(subject, seen, "device", (ONE, "instance", TWO))
        assert next_of(seen, "device", TWO, "instance") not in OF_MOCKS

    @pytest.mark.rule("CHAIN-INIT-04")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_the_next_physical_device_lookup(self, world: World, subject: Trial) -> None:
        """A layer's link has the vk_layerGetPhysicalDeviceProcAddr of the next layer if that layer has one."""
        seen = stacked(world, subject, {}, LOOKUP)

        leads_to(subject, seen, "instance", (ONE, "physical", TWO))

    @pytest.mark.rule("CHAIN-INIT-04")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("number", [3, 1, 2])
    def test_every_physical_device_lookup(self, world: World, subject: Trial, number: int) -> None:
        """Each layer's link has a GetPhysicalDeviceProcAddr; the last layer's is that of no layer or driver."""
        layers = [ONE, TWO, THREE][:number]

        seen = stacked(world, subject, *[LOOKUP] * number)

        for layer, below in pairwise(layers):
            leads_to(subject, seen, "instance", (layer, "physical", below))
        last = next_of(seen, "instance", layers[-1], "physical")
        assert last not in {*OF_MOCKS, f"lib{THREE}.so", "none"}

    @pytest.mark.rule("CHAIN-INIT-04")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_above_a_layer_without_the_lookup(self, world: World, subject: Trial) -> None:
        """The link above a layer that lacks GetPhysicalDeviceProcAddr should have one, and it is not this layer's."""
        seen = stacked(world, subject, {}, {"physical": "0"}, LOOKUP)

        found = next_of(seen, "instance", ONE, "physical")
        assert found not in {f"lib{ONE}.so", f"lib{TWO}.so"}
        subject.implied(found != "none", True, NEXT_LOOKUP)

    @SINCE_2018
    @pytest.mark.rule("CHAIN-INIT-04", "LLP_LOADER_8")
    def test_an_inactive_layer_has_no_link(self, world: World, subject: Trial) -> None:
        """A layer that is not enabled has no link: the layer above it is linked to the next enabled layer."""
        world.driver()
        for name in (ONE, TWO, THREE):
            world.explicit_layer(name)
        world.application(layers=[ONE, THREE])

        script = with_device()
        script.destroy_device()

        seen = subject.calls(world, script)

        leads_to(subject, seen, "instance", (ONE, "instance", THREE))
        leads_to(subject, seen, "device", (ONE, "device", THREE))

    @pytest.mark.rule("CHAIN-INIT-04", "LLP_LOADER_9")
    @pytest.mark.parametrize(
        "asked_with",
        [
            pytest.param("instance", marks=pytest.mark.editions("2022", "2026")),
            pytest.param("null", marks=pytest.mark.editions("2018")),
        ],
    )
    def test_the_next_vkcreatedevice(self, world: World, subject: Trial, asked_with: str) -> None:
        """The link's vkGetInstanceProcAddr gives the next vkCreateDevice, asked with the instance or (2018) NULL."""
        world.driver()
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"create_device_lookup": asked_with})
        world.application(layers=[ONE, TWO])

        seen = subject.calls(world, with_device())

        assert seen.answers["device"] == 0
        assert way_down(seen.lines["device"], "vkCreateDevice") == (ONE, TWO, "plain")

    @pytest.mark.rule("CHAIN-INIT-04")
    @pytest.mark.editions("2022", "2026")
    def test_for_an_older_layer(self, world: World, subject: Trial) -> None:
        """A layer of before 2022, which asks for the next vkCreateDevice with NULL, should be given it."""
        world.driver()
        for name in (ONE, TWO):
            world.explicit_layer(name, flags={"create_device_lookup": "null"})
        world.application(layers=[ONE, TWO])

        with survived(OLDER_LAYERS, breaks_a_rule=False):
            seen = subject.calls(world, with_device())

        found = (seen.answers["device"], way_down(seen.lines["device"], "vkCreateDevice"))
        subject.implied(found, (0, (ONE, TWO, "plain")), OLDER_LAYERS)


class TestCallbacks:
    """With VK_LOADER_DATA_CALLBACK come the functions that finish dispatchable objects which a layer makes."""

    @WITH_EXPLICIT_LAYERS
    @pytest.mark.rule("CHAIN-INIT-03", "OBJECTS-LAYER-02")
    def test_each_layer_is_given_the_callback(self, world: World, subject: Trial, kind: str) -> None:
        """Each layer finds exactly one VK_LOADER_DATA_CALLBACK structure, and its function is not NULL."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[ONE, TWO])

        seen = subject.calls(world, with_device())

        found = {
            name: (each["functions"].split(",").count(CALLBACK), each["set_data"])
            for name, each in chains(seen, kind).items()
        }
        assert found == {ONE: (1, "1"), TWO: (1, "1")}

    @pytest.mark.rule("OBJECTS-LAYER-02")
    @pytest.mark.parametrize("kinds", ["instance", "instance,physical_device"])
    def test_of_an_instance(self, world: World, subject: Trial, kinds: str) -> None:
        """An instance or physical device that a layer makes works after the layer calls vkSetInstanceLoaderData."""
        world.driver()
        world.explicit_layer(ONE, flags={"wrap": kinds})
        world.explicit_layer(TWO)
        world.application(layers=[ONE, TWO])

        seen = subject.calls(world, with_instance())

        assert seen.answers["devices"] == {"result": 0, "names": ["mock driver"]}
        assert seen.violations == ()

    @SINCE_2018
    @pytest.mark.rule("OBJECTS-LAYER-02")
    @pytest.mark.parametrize("kinds", ["device", "device,queue", "queue"])
    def test_of_a_device(self, world: World, subject: Trial, kinds: str) -> None:
        """A device or queue that a layer makes works after the layer calls vkSetDeviceLoaderData."""
        world.driver()
        world.explicit_layer(ONE, flags={"wrap": kinds})
        world.explicit_layer(TWO, flags={"intercept": "vkQueueWaitIdle"})
        world.application(layers=[ONE, TWO])
        script = with_device()
        script.call("vkQueueWaitIdle", "queue", via=INSTANCE)

        seen = subject.calls(world, script)

        assert seen.answers["vkQueueWaitIdle"] == {"returned": 0, "read": []}
        assert {*entered(seen.lines["vkQueueWaitIdle"], "vkQueueWaitIdle", "driver")} == {"plain"}
        assert seen.violations == ()


def loader_features(seen: Observation) -> int:
    """The flags of VK_LOADER_FEATURES that the one layer gets; a loader that gives none is not judged."""
    (found,) = chains(seen, "instance").values()
    if FEATURES not in found["functions"].split(","):
        pytest.skip("the loader gives layers no flags")
    return int(found["features"])


class TestOfTheHeader:
    """vk_layer.h has two more kinds of structures for instances, which no document mentions."""

    @pytest.mark.rule("CHAIN-INIT-10")
    def test_flags_of_the_loader(self, world: World, subject: Trial) -> None:
        """VK_LOADER_FEATURES should have no other flag than VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING."""
        world.driver()
        world.implicit_layer(ONE)

        seen = subject.calls(world, with_instance())

        flags = loader_features(seen)
        subject.implied(flags & ~SORTING, 0, by="the flags of vk_layer.h, to which a newer header may add")

    @pytest.mark.rule("CHAIN-INIT-10")
    def test_a_loader_that_says_it_sorts(self, world: World, subject: Trial) -> None:
        """If VK_LOADER_FEATURES has VK_LOADER_FEATURE_PHYSICAL_DEVICE_SORTING, the loader should sort devices."""
        names = "cpu;discrete"
        world.driver(flags={"devices": "2", "device_name": names, "type": names})
        world.implicit_layer(ONE)
        world.application(api="1.3.0")

        seen = subject.calls(world, with_instance())

        if not loader_features(seen) & SORTING:
            pytest.skip("the loader does not say that it sorts devices")
        # What sorting means is said of Linux; elsewhere the system orders its adapters' devices, and these have none.
        subject.implied(
            seen.device_names(),
            ["discrete", "cpu"],
            by="the flag's name in vk_layer.h, and the order of DEVICE-SORT-LINUX-01",
        )

    @pytest.mark.rule("CHAIN-INIT-11")
    def test_functions_for_devices(self, world: World, subject: Trial) -> None:
        """VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK gives layers both functions, to create and to destroy a device."""
        world.driver()
        world.implicit_layer(ONE)

        seen = subject.calls(world, with_instance())

        (found,) = chains(seen, "instance").values()
        offered = "1" if DEVICES in found["functions"].split(",") else "0"
        assert (found["create_device"], found["destroy_device"]) == (offered, offered)

    @pytest.mark.rule("CHAIN-INIT-11")
    def test_a_layer_makes_a_device(self, world: World, subject: Trial) -> None:
        """By the functions of VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK a layer creates and destroys its own device."""
        world.driver()
        world.implicit_layer(ONE, flags={"own_device": "vkCreateInstance"})
        script = with_instance()
        script.destroy()

        seen = subject.calls(world, script)

        if DEVICES not in chains(seen, "instance")[ONE]["functions"].split(","):
            pytest.skip("the loader offers layers no devices of their own")
        assert [each.get("result") for _, each in parsed_lines(seen.trace, "own_device", "layer")][:1] == [
            "0"
        ]
        made, ended = (entered(seen.trace, f"vk{step}Device", "driver") for step in ("Create", "Destroy"))
        assert ("plain" in ended, made) == (True, ended)
