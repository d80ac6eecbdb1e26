"""Logical devices on the drop-in library: the chain they are made through and what each side sees of it."""

from typing import Any

import pytest
from mock_world import MockWorld
from scripts import Script

CREATE = """
    s = Session()
    result, device = s.create_device(s.devices()[0]{more})
    if device:
        queue = s.queue(device)
        s.command("vkQueueWaitIdle", 1)(queue)
        s.destroy_device(device)
    s.destroy()
    say(result)
"""


def creation(more: str = "") -> str:
    """A script that makes a device, uses its queue and destroys everything."""
    return CREATE.format(more=more)


class TestCreation:
    """vkCreateDevice goes through the layers of the instance to the one driver."""

    @pytest.mark.parametrize("layers", [0, 1, 2])
    @pytest.mark.rule("LLP_LOADER_9", "CHAIN-INIT-01", "CHAIN-INIT-02", "CHAIN-INIT-03")
    def test_through_layers(self, script: Script, world: MockWorld, layers: int) -> None:
        """Each layer takes part once; nobody complains."""
        world.driver("d", trace=str(script.trace))
        for index in range(layers):
            world.layer(f"VK_LAYER_{index}", trace=str(script.trace), intercept="vkQueueWaitIdle")

        assert script(creation()) == 0
        assert len(script.traced("vkCreateDevice")) == 1 + layers
        assert len(script.traced("vkQueueWaitIdle")) == 1 + layers
        assert script.traced("VIOLATION") == []

    @pytest.mark.parametrize("lookup", ["instance", "null"])
    @pytest.mark.rule("CHAIN-INIT-06", "CONV-LAYER-11")
    def test_next_creation_function(self, script: Script, world: MockWorld, lookup: str) -> None:
        """Layers of every age find the next vkCreateDevice (CHAIN-INIT-06)."""
        world.layer("VK_LAYER_old", create_device_lookup=lookup)
        world.layer("VK_LAYER_older", create_device_lookup=lookup)

        assert script(creation()) == 0

    @pytest.mark.parametrize("wraps", ["device", "device,queue", "instance,physical_device,device,queue"])
    @pytest.mark.rule("WRAP-03", "OBJECTS-LAYER-02")
    def test_wrapping_layer(self, script: Script, world: MockWorld, wraps: str) -> None:
        """The application's calls find their way through a layer's own objects."""
        world.driver("d", trace=str(script.trace))
        world.layer("VK_LAYER_wrap", wrap=wraps, trace=str(script.trace))
        world.layer("VK_LAYER_below", trace=str(script.trace))

        assert script(creation()) == 0
        assert len(script.traced("driver d", "vkQueueWaitIdle")) == 1
        assert len(script.traced("driver d", "vkDestroyDevice")) == 1
        assert script.traced("VIOLATION") == []

    def test_null(self, script: Script) -> None:
        """No create info or no place for the handle is VK_ERROR_INITIALIZATION_FAILED; destroying NULL is nothing."""
        said = script("""
            s = Session()
            s.destroy_device(0)
            say(s.command("vkCreateDevice", 4)(s.devices()[0], 0, 0, 0))
        """)

        assert said == -3


class TestExtensions:
    """The driver is given the extensions that it offers."""

    @pytest.mark.rule("EXT-FILTER-01")
    def test_a_layers_extension_stays_above(self, script: Script, world: MockWorld) -> None:
        """What only a layer offers does not reach the driver."""
        world.driver("d", device_extensions="VK_D:1", trace=str(script.trace))
        library = world.layer("VK_LAYER_e")
        offered = [{"name": "VK_L", "spec_version": "1"}]
        world.layer_manifest("VK_LAYER_e", str(library), device_extensions=offered)

        assert script(creation(', ["VK_L", "VK_D"]')) == 0
        assert len(script.traced("vkCreateDevice", "extensions=VK_D")) == 1

    @pytest.mark.rule("EXT-FILTER-01", "CONV-LAYER-07")
    def test_a_layer_offers_it_in_its_code_only(self, script: Script, world: MockWorld) -> None:
        """What the enumeration reports can be asked for, also where no manifest lists it."""
        world.driver("d", device_extensions="VK_D:1", trace=str(script.trace))
        world.layer("VK_LAYER_e", device_extensions="VK_L:1", violate="LLP_LAYER_16_adds")

        assert script(creation(', ["VK_L", "VK_D"]')) == 0
        assert len(script.traced("vkCreateDevice", "extensions=VK_D")) == 1

    @pytest.mark.rule("EXT-FILTER-01")
    def test_a_layer_adds_one(self, script: Script, world: MockWorld) -> None:
        """What a layer asks for on the way down and the driver does not offer is left out as well."""
        world.driver("d", device_extensions="VK_D:1", trace=str(script.trace))
        world.layer("VK_LAYER_e", add_device_extensions="VK_L,VK_D")

        assert script(creation()) == 0
        assert len(script.traced("vkCreateDevice", "extensions=VK_D")) == 1

    def test_the_enumeration_fails(self, script: Script, world: MockWorld) -> None:
        """Then nobody knows whether the extension is there: its error is the answer."""
        world.driver("plain", fail="vkEnumerateDeviceExtensionProperties:-1")

        assert script(creation(', ["VK_D"]')) == -1

    def test_nobody_offers_it(self, script: Script, world: MockWorld) -> None:
        """Then the driver is not even asked."""
        world.driver("d", trace=str(script.trace))

        assert script(creation(', ["VK_NOBODY"]')) == -7
        assert script.traced("vkCreateDevice") == []


class TestFailure:
    """A creation that fails leaves nothing behind."""

    @pytest.mark.parametrize("code", [-1, -4, -8])
    def test_the_driver_fails(self, script: Script, world: MockWorld, code: int) -> None:
        """Its result comes back."""
        world.driver("d", fail=f"vkCreateDevice:{code}")

        assert script(creation()) == code

    @pytest.mark.parametrize("flag", ["fail", "fail_after"])
    def test_a_layer_fails(self, script: Script, world: MockWorld, flag: str) -> None:
        """Before or after calling down: its result comes back."""
        world.layer("VK_LAYER_bad", **{flag: "vkCreateDevice:-4"})

        assert script(creation()) == -4

    @pytest.mark.parametrize(
        ("flags", "extension", "code"),
        [({"fail": "vkCreateDevice:-4"}, "", -4), ({}, "VK_NOBODY", -7)],
        ids=["driver", "loader"],
    )
    def test_the_handle(
        self, script: Script, world: MockWorld, flags: dict[str, Any], extension: str, code: int
    ) -> None:
        """The application's variable holds VK_NULL_HANDLE then, whatever was in it."""
        world.driver("d", **flags)

        said = script(f"""
            s, handle = Session(), ctypes.c_uint64(0x1234)
            info = DeviceInfo(kind=3)
            info.extension_count, info.extensions = names({[extension] if extension else []})
            create = s.command("vkCreateDevice", 4)
            result = create(s.devices()[0], ctypes.addressof(info), 0, ctypes.addressof(handle))
            say([result, handle.value])
        """)

        assert said == [code, 0]

    @pytest.mark.rule("OBJECTS-ICD-01")
    def test_a_driver_that_breaks_its_side(self, script: Script, world: MockWorld) -> None:
        """A success without an object is a failure: there is no device."""
        world.driver("d", null="vkCreateDevice")

        said = script("""
            s = Session()
            results = [s.create_device(device)[0] for device in s.devices()]
            say([s.names(), results])
        """)

        assert said[1] in ([0], [-3, 0])


class TestDevicesOfLayers:
    """A layer may make a device for itself, below itself."""

    @pytest.mark.parametrize("when", ["vkCreateInstance", "vkCreateDevice"])
    def test_made_and_destroyed(self, script: Script, world: MockWorld, when: str) -> None:
        """The layers above do not see it, those below do, and the driver makes it."""
        world.driver("d", trace=str(script.trace))
        world.layer("VK_LAYER_above", trace=str(script.trace))
        world.layer("VK_LAYER_maker", own_device=when, trace=str(script.trace))
        world.layer("VK_LAYER_below", trace=str(script.trace))

        assert script(creation()) == 0
        assert len(script.traced("own_device result=0 device=1 next=1")) == 1
        assert len(script.traced("own_queue queue=1 used=1")) == 1
        assert len(script.traced("VK_LAYER_above", "vkCreateDevice")) == 1
        assert len(script.traced("VK_LAYER_below", "vkCreateDevice")) == 2
        assert len(script.traced("driver d", "vkCreateDevice")) == 2
        assert len(script.traced("driver d", "vkDestroyDevice")) == 2
        assert script.traced("VIOLATION") == []


class TestGroups:
    """The devices of a VkDeviceGroupDeviceCreateInfo are those of whom it is given to."""

    @pytest.mark.parametrize("place", ["first", "behind"])
    @pytest.mark.rule("WRAP-03")
    def test_translated(self, script: Script, world: MockWorld, place: str) -> None:
        """Every layer and the driver see their own handles, and the application's structures stay as they were."""
        world.driver("d", devices="2", device_name="a;b", groups="0+1", trace=str(script.trace))
        world.layer("VK_LAYER_wrap", wrap="instance,physical_device", trace=str(script.trace))
        said = script(f"""
            s = Session()
            members = block(*s.groups()[0])
            group = block(DEVICE_GROUP_CREATE_INFO, 0, len(members), ctypes.addressof(members))
            features = block(1000083000, ctypes.addressof(group), 0, 0)
            chain = ctypes.addressof(group if "{place}" == "first" else features)
            before = [list(each) for each in (members, group, features)]
            result, device = s.create_device(members[0], chain=chain)
            s.destroy_device(device)
            say([result, before == [list(each) for each in (members, group, features)]])
        """)

        assert said == [0, True]
        assert script.traced("VIOLATION") == []


class TestMemory:
    """The loader's part of a device comes from the application's allocator."""

    def test_given_back(self, script: Script) -> None:
        """After vkDestroyDevice nothing is held."""
        said = script("""
            s = Session()
            memory = Allocator()
            result, device = s.create_device(s.devices()[0], allocator=memory.address)
            held = len(memory.held)
            s.destroy_device(device, memory.address)
            say([result, held > 0, len(memory.held)])
        """)

        assert said == [0, True, 0]

    def test_out_of_memory(self, script: Script) -> None:
        """Each failing allocation is VK_ERROR_OUT_OF_HOST_MEMORY with nothing held."""
        said = script("""
            s = Session()
            answers = []
            for nth in range(1, 50):
                memory = Allocator(nth)
                result, device = s.create_device(s.devices()[0], allocator=memory.address)
                if result == 0:
                    s.destroy_device(device, memory.address)
                answers.append([result, len(memory.held)])
                if memory.calls < nth:
                    break
            say(answers)
        """)

        assert len(said) >= 2
        assert said[:-1] == [[-1, 0]] * (len(said) - 1)
        assert said[-1] == [0, 0]


class TestManyDevices:
    """Devices come and go without a trace."""

    def test_a_thousand(self, script: Script) -> None:
        """Two at a time, of the same instance."""
        said = script("""
            s = Session()
            physical = s.devices()[0]
            results = set()
            for _ in range(500):
                made = [s.create_device(physical) for _ in range(2)]
                results.update(result for result, _ in made)
                for _, device in made:
                    s.destroy_device(device)
            say(sorted(results))
        """)

        assert said == [0]
