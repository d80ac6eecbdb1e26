"""What 1.4.335 is seen to answer where the documents are silent: wrong requests, and what is not enabled."""

from pathlib import Path

import pytest
from mock_world import MockWorld
from scripts import Script


class TestDisplaysNotEnabled:
    """The queries of VK_KHR_display, called through the library's exports by a program that has not enabled it."""

    @pytest.mark.parametrize("extensions", ["VK_KHR_surface:25", "VK_KHR_surface:25,VK_KHR_display:23"])
    def test_there_are_none(self, script: Script, world: MockWorld, dropin: Path, extensions: str) -> None:
        """They succeed with empty lists; a display mode cannot be created."""
        world.driver("plain", extensions=extensions)

        said = script(f"""
            s = Session()
            device, count, room = s.devices()[0], U32(5), block(*[7] * 9)
            plane, newer = block(1000121003, 0, 0x55, 0), block(*[7] * 11)
            library, at = ctypes.CDLL({str(dropin / "libvulkan.so.1")!r}), ctypes.addressof
            def call(name, *words):
                count.value = 5
                return getattr(library, name)(*map(ctypes.c_uint64, (device, *words))), count.value
            say([
                call("vkGetPhysicalDeviceDisplayPropertiesKHR", at(count), 0),
                call("vkGetPhysicalDeviceDisplayPlanePropertiesKHR", at(count), 0),
                call("vkGetDisplayPlaneSupportedDisplaysKHR", 0, at(count), 0),
                call("vkGetDisplayModePropertiesKHR", 0x55, at(count), 0),
                call("vkGetDisplayPlaneCapabilitiesKHR", 0x55, 0, at(room))[0], list(room),
                call("vkGetDisplayPlaneCapabilities2KHR", at(plane), at(newer))[0], list(newer),
                call("vkCreateDisplayModeKHR", 0x55, at(room), 0, at(room))[0],
            ])
        """)

        assert said == [[0, 0]] * 4 + [0, [0] * 9, 0, [7, 7, *[0] * 9], -7]


class TestTwoErrors:
    """vkCreateInstance where an extension is missing, and a layer or every driver."""

    @pytest.mark.rule("LLP_LOADER_5", "EXT-FILTER-03")
    @pytest.mark.parametrize(("extensions", "result"), [([], -6), (["VK_KHR_display"], -7)])
    def test_a_layer_without_library(
        self, script: Script, world: MockWorld, extensions: list[str], result: int
    ) -> None:
        """That nobody offers the extension is told before the library is found to be missing."""
        world.driver("plain")
        world.layer_manifest("VK_LAYER_gone", "/nowhere.so")

        said = script(f"say(Session({extensions}, layers=['VK_LAYER_gone']).result)", VK_INSTANCE_LAYERS="")

        assert said == result

    @pytest.mark.rule("LDP_LOADER_2", "EXT-FILTER-03")
    @pytest.mark.parametrize("extension", ["VK_ACME_unheard_of", "VK_KHR_display"])
    def test_no_driver_that_can_be_opened(self, script: Script, world: MockWorld, extension: str) -> None:
        """It is told before an extension that nobody offers, as in 1.2.189 to 1.4.335."""
        world.driver_manifest("plain", "/nowhere.so")

        said = script(f"say(Session([{extension!r}]).result)")

        assert said == -9


class TestVariants:
    """An apiVersion of another variant than Vulkan."""

    @pytest.mark.rule("GPA-APP-03")
    @pytest.mark.parametrize(
        ("version", "found"), [(0x400000, True), (0x20400000, True), (0x20403000, False)]
    )
    def test_global_commands_of_an_instance(
        self, script: Script, world: MockWorld, version: int, found: bool
    ) -> None:
        """Programs of versions before 1.3 find global commands through an instance, whatever the variant."""
        world.driver("plain")

        said = script(f"""
            s = Session(version={version})
            say(bool(s.loader.look_up(s.instance, "vkCreateInstance")))
        """)

        assert said is found


class TestNoGroups:
    """A machine without devices."""

    def test_the_count(self, script: Script, world: MockWorld) -> None:
        """vkEnumeratePhysicalDeviceGroups fails and counts no group, with an array too."""
        world.driver("plain", devices="0")

        said = script("""
            s, count, room = Session(), U32(3), block(*[0] * 200)
            ask = s.command("vkEnumeratePhysicalDeviceGroups", 3)
            say([ask(s.instance, ctypes.addressof(count), ctypes.addressof(room)), count.value])
        """)

        assert said == [-3, 0]


class TestSurfacesNotEnabled:
    """The queries of VK_KHR_surface, called through the library's exports by a program that has not enabled it."""

    def test_there_is_nothing(self, script: Script, world: MockWorld, dropin: Path) -> None:
        """They succeed: no support, no capabilities, empty lists."""
        world.driver("plain", extensions="VK_KHR_surface:25")

        said = script(f"""
            s = Session()
            device, count, room = s.devices()[0], U32(5), block(*[7] * 8)
            library, at = ctypes.CDLL({str(dropin / "libvulkan.so.1")!r}), ctypes.addressof
            def call(name, *words):
                count.value = 5
                return getattr(library, name)(*map(ctypes.c_uint64, (device, *words))), count.value
            say([
                call("vkGetPhysicalDeviceSurfaceSupportKHR", 0, 0x55, at(count)),
                call("vkGetPhysicalDeviceSurfaceFormatsKHR", 0x55, at(count), 0),
                call("vkGetPhysicalDeviceSurfacePresentModesKHR", 0x55, at(count), at(room)),
                call("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", 0x55, at(room))[0], list(room),
            ])
        """)

        assert said[:3] == [[0, 0]] * 3
        assert said[3:] == [0, [0] * 7 + [7]]


class TestMessengers:
    """What messengers get."""

    def test_their_order(self, script: Script, world: MockWorld) -> None:
        """The newest hears a message first."""
        world.driver("plain")

        said = script("""
            heard = []

            @ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
            def utils(severity, types, data, user):
                heard.append(user)
                return 0

            s, handle, text = Session(["VK_EXT_debug_utils"]), ctypes.c_uint64(0), ctypes.create_string_buffer(b"x")
            create = s.command("vkCreateDebugUtilsMessengerEXT", 4)
            for number in (1, 2, 3):
                info = block(1000128004, 0, 1 << 32, 0x7, ctypes.cast(utils, POINTER).value, number)
                create(s.instance, ctypes.addressof(info), 0, ctypes.addressof(handle))
            data = block(1000128003, 0, 0, 0, 0, ctypes.addressof(text), *[0] * 6)
            s.command("vkSubmitDebugUtilsMessageEXT", 4)(s.instance, 1, 1, ctypes.addressof(data))
            say(heard)
        """)

        assert said == [3, 2, 1]

    def test_their_order_in_a_chain(self, script: Script, world: MockWorld) -> None:
        """Of two in the pNext chain of a create info, the last hears a message of the creation first."""
        world.driver("plain")

        said = script("""
            heard = []

            @ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
            def utils(severity, types, data, user):
                heard.append(user)
                return 0

            function = ctypes.cast(utils, POINTER).value
            last = block(1000128004, 0, 0x1000 << 32, 0x7, function, 2)
            first = block(1000128004, ctypes.addressof(last), 0x1000 << 32, 0x7, function, 1)
            Session(["VK_nobody_has_it"], chain=ctypes.addressof(first))
            say(heard[:2])
        """)

        assert said == [2, 1]

    def test_the_object_of_a_message(self, script: Script, world: MockWorld) -> None:
        """A message of the loader about an instance names its handle, to messengers of both kinds."""
        world.driver("plain", devices="2", extensions="VK_EXT_debug_report:9")

        said = script("""
            heard = []

            @ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
            def utils(severity, types, data, user):
                count, at = U32.from_address(data + 80).value, ctypes.c_uint64.from_address(data + 88).value
                words = list((ctypes.c_uint64 * 5).from_address(at))
                heard.append([count, words[0], words[2], words[3] == s.instance, words[4]])
                return 0

            word = ctypes.c_uint64
            @ctypes.CFUNCTYPE(U32, U32, U32, word, ctypes.c_size_t, ctypes.c_int32, POINTER, POINTER, POINTER)
            def report(flags, kind, thing, location, code, prefix, message, user):
                heard.append([kind, thing == s.instance])
                return 0

            s = Session(["VK_EXT_debug_utils", "VK_EXT_debug_report"])
            handle, address = word(0), lambda function: ctypes.cast(function, POINTER).value
            first = block(1000128004, 0, 0x1111 << 32, 0x7, address(utils), 0)
            second = block(1000011000, 0, 0x1f, address(report), 0)
            for name, info in (("UtilsMessenger", first), ("ReportCallback", second)):
                create = s.command(f"vkCreateDebug{name}EXT", 4)
                create(s.instance, ctypes.addressof(info), 0, ctypes.addressof(handle))
            s.devices()
            say([list(each) for each in sorted(set(map(tuple, heard)))])
        """)

        assert said == [[1, 1000128000, 1, True, 0], [1, True]] or said == [
            [1, True],
            [1, 1000128000, 1, True, 0],
        ]


class TestLookupsWithoutADevice:
    """vkGetDeviceProcAddr with a handle of no device, which the Vulkan specification leaves undefined."""

    @pytest.mark.parametrize(
        "handle",
        ["0", "ctypes.addressof(block(*[0] * 64))", "s.instance", "s.devices()[0]"],
        ids=["NULL", "zeros", "an instance", "a physical device"],
    )
    def test_what_is_found(self, script: Script, world: MockWorld, dropin: Path, handle: str) -> None:
        """In all measured loaders: the four commands of devices that are found without one."""
        world.driver("plain")

        said = script(f"""
            s = Session()
            look_up = ctypes.CDLL({str(dropin / "libvulkan.so.1")!r}).vkGetDeviceProcAddr
            look_up.restype, look_up.argtypes = ctypes.c_void_p, [ctypes.c_void_p, ctypes.c_char_p]
            names = ["GetDeviceProcAddr", "DestroyDevice", "GetDeviceQueue", "AllocateCommandBuffers"]
            names += ["QueueSubmit", "CmdDraw", "CreateSwapchainKHR", "CreateDevice", "Unknown"]
            say([name for name in names if look_up({handle}, f"vk{{name}}".encode())])
        """)

        assert said == ["GetDeviceProcAddr", "DestroyDevice", "GetDeviceQueue", "AllocateCommandBuffers"]


class TestNoDeviceMemory:
    """Drivers that have no devices for want of device memory."""

    @pytest.mark.rule("LDP_DRIVER_1")
    @pytest.mark.parametrize(("error", "code"), [("DEVICE", -3), ("HOST", -1)])
    def test_the_only_driver(self, script: Script, world: MockWorld, error: str, code: int) -> None:
        """vkEnumeratePhysicalDevices gives the error of a machine without devices, as in loaders from 1.3.290 on."""
        world.driver("plain", fail=f"vkEnumeratePhysicalDevices:VK_ERROR_OUT_OF_{error}_MEMORY")

        said = script("""
            s, count = Session(), U32(0)
            say(s.command("vkEnumeratePhysicalDevices", 3)(s.instance, ctypes.addressof(count), 0))
        """)

        assert said == code


class TestImpossibleNames:
    """A text that cannot be the name of a layer, in the queries of a layer's extensions."""

    @pytest.mark.parametrize(
        ("name", "instance", "device"),
        [
            ("b'x' * 256", -6, 0),
            ("b'x' * 257", -7, -7),
            ("'é'.encode() * 128", -6, 0),
            ("'é'.encode() * 129", -7, -7),
            (r"b'a\x1f'", -7, -7),
            (r"b'a\x7f'", -7, -7),
            (r"b'a\x80'", -7, -7),
        ],
    )
    def test_the_error(self, script: Script, world: MockWorld, name: str, instance: int, device: int) -> None:
        """It is VK_ERROR_EXTENSION_NOT_PRESENT, as in all measured loaders; any other name is only unknown."""
        world.driver("plain")

        said = script(f"""
            s, count, name = Session(), U32(0), ctypes.create_string_buffer({name})
            at = ctypes.addressof
            of_instance = s.loader.command(None, "vkEnumerateInstanceExtensionProperties", *[POINTER] * 3)
            of_device = s.command("vkEnumerateDeviceExtensionProperties", 4)
            say([
                of_instance(at(name), at(count), None),
                of_device(s.devices()[0], at(name), at(count), 0),
            ])
        """)

        assert said == [instance, device]


class TestDriverWithoutCreation:
    """A driver whose lookup has no vkCreateInstance."""

    @pytest.mark.rule("LDP_LOADER_1", "EXT-FILTER-03")
    @pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside another"])
    def test_its_extensions_do_not_count(self, script: Script, world: MockWorld, beside: bool) -> None:
        """It is none, as in all builds measured: nobody could make an instance with its extension."""
        world.driver("plain", null="vkCreateInstance", extensions="VK_EXT_display_surface_counter:1")
        if beside:
            world.driver("other")

        said = script("""
            name = "VK_EXT_display_surface_counter"
            listed = [each for each, _ in Session().loader.extensions("")["extensions"]]
            say([name in listed, Session().result, Session([name]).result])
        """)

        assert said == [False, 0 if beside else -9, -7 if beside else -9]
