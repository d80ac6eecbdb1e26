"""Tests of the mock driver's surfaces, swapchains, displays, messengers and object names."""

import pytest
from mock_fixtures import Answer, Child, Copy, Trace

SURFACE = "VK_KHR_surface:25,VK_KHR_get_surface_capabilities2:1"
DRIVER = "from mock_driver import *\ndriver = Driver(sys.argv[1])\nphysical = driver.physical()[0]\n"


class TestOwnSurfaces:
    """With surfaces=own the driver makes and destroys surfaces, and takes no others."""

    @pytest.mark.parametrize(
        ("extension", "command", "info", "noted"),
        [
            (
                "VK_KHR_xcb_surface",
                "vkCreateXcbSurfaceKHR",
                '"@iPIPI", 1000005000, 0, 0, 0x12, 0x34',
                "connection=0x12 window=0x34",
            ),
            (
                "VK_KHR_wayland_surface",
                "vkCreateWaylandSurfaceKHR",
                '"@iPIPP", 1000006000, 0, 0, 0x12, 0x34',
                "display=0x12 surface=0x34",
            ),
            ("VK_EXT_headless_surface", "vkCreateHeadlessSurfaceEXT", '"@iPI", 1000256000, 0, 0', ""),
            (
                "VK_KHR_display",
                "vkCreateDisplayPlaneSurfaceKHR",
                '"@iPIPIIIfIII", 1000002001, 0, 0, 0x12, 1, 2, 3, 0.0, 4, 5, 6',
                "displayMode=0x12 planeIndex=0x1 planeStackIndex=0x2 transform=0x3 globalAlpha=0x0"
                " alphaMode=0x4 width=0x5 height=0x6",
            ),
            (
                "VK_GGP_stream_descriptor_surface",
                "vkCreateStreamDescriptorSurfaceGGP",
                '"@iPII", 1000049000, 0, 0, 0x12',
                "streamDescriptor=0x12",
            ),
        ],
    )
    def test_creation(
        self, copy: Copy, answer: Answer, trace: Trace, extension: str, command: str, info: str, noted: str
    ) -> None:
        """Every windowing system has its command, and its fields are noted."""
        path = copy("mock_icd", "name=one", "surfaces=own", f"extensions={SURFACE},{extension}:1")
        code = f"""
surface = driver.made("{command}", driver.instance, packed({info}), None)
supported = ctypes.c_uint32()
driver.call("vkGetPhysicalDeviceSurfaceSupportKHR", physical, 0, surface, supported)
driver.call("vkDestroySurfaceKHR", driver.instance, surface, None)
print(supported.value)
"""

        assert answer(DRIVER + code, path) == 1
        assert f"driver one {command} {noted}".rstrip() in trace()
        assert not [line for line in trace() if "VIOLATION" in line]

    @pytest.mark.parametrize(
        ("code", "complaint"),
        [
            (
                'driver.call("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", physical, stand_in, stand_in)',
                "LDP_LOADER_11: vkGetPhysicalDeviceSurfaceCapabilitiesKHR with a surface that this driver"
                " did not make",
            ),
            (
                'driver.call("vkDestroySurfaceKHR", driver.instance, stand_in, None)',
                "VULKAN-LOADER-05: vkDestroySurfaceKHR with a handle that is not this driver's",
            ),
            (
                'driver.made("vkCreateHeadlessSurfaceEXT", driver.instance, packed("@iPI", 5, 0, 0), None)',
                "VULKAN-LOADER-05: vkCreateHeadlessSurfaceEXT with sType 5",
            ),
        ],
    )
    def test_a_foreign_surface_is_a_violation(
        self, copy: Copy, child: Child, trace: Trace, code: str, complaint: str
    ) -> None:
        """The loader hands the driver the surface that the driver made."""
        path = copy("mock_icd", "name=one", "surfaces=own", f"extensions={SURFACE},VK_EXT_headless_surface:1")

        run = child(DRIVER + "stand_in = ctypes.create_string_buffer(512)\n" + code, path)

        assert run.returncode == 0, run.stderr
        assert f"driver one VIOLATION {complaint}" in trace()

    def test_interface_2_has_no_surfaces_of_its_own(self, copy: Copy, child: Child, trace: Trace) -> None:
        """Creating one below interface 3 is the loader's mistake."""
        path = copy(
            "mock_icd", "interface=2", "surfaces=own", f"extensions={SURFACE},VK_EXT_headless_surface:1"
        )
        code = """
driver = Driver(sys.argv[1], info=create_info(minor=0))
driver.made("vkCreateHeadlessSurfaceEXT", driver.instance, packed("@iPI", 1000256000, 0, 0), None)
"""

        child("from mock_driver import *\n" + code, path)

        assert "driver mock VIOLATION WSI-SURFACE-04: vkCreateHeadlessSurfaceEXT at interface 2" in trace()


class TestLoadersSurfaces:
    """Without surfaces of its own the driver reads the loader's structures."""

    @pytest.mark.parametrize(
        ("extension", "query"),
        [
            ("VK_KHR_xcb_surface", "vkGetPhysicalDeviceXcbPresentationSupportKHR"),
            ("VK_KHR_wayland_surface", "vkGetPhysicalDeviceWaylandPresentationSupportKHR"),
        ],
    )
    def test_no_creation_but_support(self, copy: Copy, answer: Answer, extension: str, query: str) -> None:
        """The creation is not answered, the query of presentation support is."""
        path = copy("mock_icd", f"extensions={SURFACE},{extension}:1")
        create = query.replace("GetPhysicalDevice", "Create").replace("PresentationSupport", "Surface")
        code = f"""
print(json.dumps([driver.has("{create}"), driver.has("vkDestroySurfaceKHR"),
    driver.call("{query}", physical, 0, None, 0), driver.call("{query}", physical, 1, None, 0)]))
"""

        assert answer(DRIVER + code, path) == [False, False, 1, 0]

    @pytest.mark.parametrize(
        ("structure", "noted"),
        [
            ('"@iPI", 3, 0x12, 0x34', "loader:XCB connection=0x12 window=0x34"),
            ('"@i", 9', "loader:HEADLESS"),
            (
                '"@iPIIIfIII", 8, 0x12, 1, 2, 3, 0.0, 4, 5, 6',
                "loader:DISPLAY displayMode=0x12 planeIndex=0x1",
            ),
        ],
    )
    def test_fields_are_noted(
        self, copy: Copy, child: Child, trace: Trace, structure: str, noted: str
    ) -> None:
        """The trace shows the platform and the fields that the loader wrote."""
        path = copy("mock_icd", "name=one", f"extensions={SURFACE}")
        code = f"""
surface, out = packed({structure}), ctypes.create_string_buffer(512)
assert driver.call("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", physical, surface, out) == 0
"""

        run = child(DRIVER + code, path)

        assert run.returncode == 0, run.stderr
        start = f"driver one vkGetPhysicalDeviceSurfaceCapabilitiesKHR device=0 surface={noted}"
        assert [line for line in trace() if line.startswith(start)]

    def test_the_family_is_noted(self, copy: Copy, child: Child, trace: Trace) -> None:
        """The query of support shows which queue family it is about."""
        path = copy("mock_icd", "name=one", f"extensions={SURFACE}")
        code = """
supported = ctypes.create_string_buffer(4)
driver.call("vkGetPhysicalDeviceSurfaceSupportKHR", physical, 3, packed("@i", 9), supported)
"""

        run = child(DRIVER + code, path)

        assert run.returncode == 0, run.stderr
        asked = "driver one vkGetPhysicalDeviceSurfaceSupportKHR device=0 family=3 surface=loader:HEADLESS"
        assert [line for line in trace() if line.startswith(asked)]

    def test_no_platform_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """What has no platform number of the loader interface is no surface."""
        path = copy("mock_icd", "name=one", f"extensions={SURFACE}")
        code = 'print(driver.call("vkGetPhysicalDeviceSurfaceFormatsKHR", physical, packed("@i", 77), None, None))'

        assert answer(DRIVER + code, path) == -1000000000
        assert (
            "driver one VIOLATION WSI-SURFACE-03: vkGetPhysicalDeviceSurfaceFormatsKHR with a surface of no"
            " known platform" in trace()
        )

    def test_every_query(self, copy: Copy, answer: Answer) -> None:
        """Formats, present modes and the second generation of the queries have one answer each."""
        path = copy("mock_icd", f"extensions={SURFACE},VK_EXT_display_surface_counter:1")
        code = """
surface, out, count = packed("@i", 9), ctypes.create_string_buffer(512), ctypes.c_uint32(2)
info = packed("@iPP", 1000119000, 0, ctypes.addressof(surface))
print(json.dumps([
    driver.call("vkGetPhysicalDeviceSurfaceFormatsKHR", physical, surface, count, out),
    driver.call("vkGetPhysicalDeviceSurfacePresentModesKHR", physical, surface, count, out), count.value,
    driver.call("vkGetPhysicalDeviceSurfaceCapabilities2KHR", physical, info, out),
    driver.call("vkGetPhysicalDeviceSurfaceFormats2KHR", physical, info, count, out),
    driver.call("vkGetPhysicalDeviceSurfaceCapabilities2EXT", physical, surface, out)]))
"""

        assert answer(DRIVER + code, path) == [0, 0, 1, 0, 0, 0]


class TestSwapchains:
    """A swapchain has images that nobody sees."""

    def test_presenting(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Images are counted, acquired and presented; the surface is noted."""
        path = copy("mock_icd", "name=one", f"extensions={SURFACE}", "device_extensions=VK_KHR_swapchain:70")
        code = """
surface = packed("@iPI", 3, 0x12, 0x34)
device = driver.device(0, b"VK_KHR_swapchain")
info = packed("@iPIPI68s", 1000001000, 0, 0, ctypes.addressof(surface), 2, b"")
swapchain = driver.made("vkCreateSwapchainKHR", device, info, None)
queue, image = VOID(), ctypes.c_uint32(9)
driver.call("vkGetDeviceQueue", device, 0, 0, queue)
swapchains, indices = (VOID * 1)(swapchain), (ctypes.c_uint32 * 1)()
present = packed(
    "@iPIPIPPP", 1000001001, 0, 0, 0, 1, ctypes.addressof(swapchains), ctypes.addressof(indices), 0
)
images = ctypes.c_uint32()
print(json.dumps([
    driver.call("vkGetSwapchainImagesKHR", device, swapchain, images, None), images.value,
    driver.call("vkAcquireNextImageKHR", device, swapchain, 0, None, None, image), image.value,
    driver.call("vkQueuePresentKHR", stamped(queue.value), present)]))
driver.call("vkDestroySwapchainKHR", device, swapchain, None)
"""

        assert answer(DRIVER + code, path) == [0, 3, 0, 0, 0]
        assert (
            "driver one vkCreateSwapchainKHR surface=loader:XCB connection=0x12 window=0x34 images=2 old=NULL"
            in trace()
        )
        assert not [line for line in trace() if "VIOLATION" in line]


class TestDisplays:
    """Displays are numbers, with a plane and a mode each."""

    def test_enumeration(self, copy: Copy, answer: Answer) -> None:
        """Both generations of the queries tell of as many displays as the flag says."""
        path = copy("mock_icd", "displays=2", "extensions=VK_KHR_display:23,VK_KHR_get_display_properties2:1")
        code = """
first = driver.listed("vkGetPhysicalDeviceDisplayPropertiesKHR", physical, 48)
second = driver.listed("vkGetPhysicalDeviceDisplayProperties2KHR", physical, 64)
planes = driver.listed("vkGetPhysicalDeviceDisplayPlanePropertiesKHR", physical, 16)
display = struct.unpack_from("@N", first[1])[0]
mode = driver.made("vkCreateDisplayModeKHR", physical, display, None, None)
count = ctypes.c_uint32()
driver.call("vkGetDisplayModePropertiesKHR", physical, display, count, None)
print(json.dumps([len(first), len(second), len(planes), count.value, mode]))
"""

        assert answer("import struct\n" + DRIVER + code, path) == [2, 2, 2, 1, 0xD16001]

    def test_a_foreign_display_is_a_violation(self, copy: Copy, child: Child, trace: Trace) -> None:
        """Handles of displays pass the loader unchanged."""
        path = copy("mock_icd", "name=one", "extensions=VK_KHR_display:23")

        child(DRIVER + 'driver.call("vkCreateDisplayModeKHR", physical, 5, None, None, VOID())', path)

        assert (
            "driver one VIOLATION VULKAN-LOADER-05: vkCreateDisplayModeKHR with a display that is not this"
            " driver's" in trace()
        )


class TestMessengers:
    """Messengers are made and destroyed, and spoken to when the flag message has a text."""

    HEARD = """
from mock_driver import *
heard = []
@ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, VOID, VOID)
def hear(severity, kinds, data, user):
    heard.append(ctypes.string_at(ctypes.c_size_t.from_address(data + 40).value).decode())
    return 0
@ctypes.CFUNCTYPE(
    ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint64, ctypes.c_size_t, ctypes.c_int32,
    ctypes.c_char_p, ctypes.c_char_p, VOID)
def report(flags, kind, thing, location, code, prefix, message, user):
    heard.append(message.decode().upper())
    return 0
addresses = [ctypes.cast(f, VOID).value for f in (hear, report)]
messenger = packed("@iPIIIPP", 1000128004, 0, 0, 1, 1, addresses[0], 0)
reporter = packed("@iPIPP", 1000011000, ctypes.addressof(messenger), 1, addresses[1], 0)
"""

    def test_a_message_reaches_them(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Those of the create info hear of the instance, the others of a device, until they are destroyed."""
        path = copy(
            "mock_icd", "name=one", "message=hello", "extensions=VK_EXT_debug_utils:2,VK_EXT_debug_report:10"
        )
        code = """
info = create_info()
info.pNext = ctypes.addressof(reporter)
driver = Driver(sys.argv[1], info=info)
first = list(heard)
one = driver.made("vkCreateDebugUtilsMessengerEXT", driver.instance, messenger, None)
two = driver.made("vkCreateDebugReportCallbackEXT", driver.instance, reporter, None)
driver.device()
second = heard[len(first):]
driver.call("vkDestroyDebugUtilsMessengerEXT", driver.instance, one, None)
driver.call("vkDestroyDebugReportCallbackEXT", driver.instance, two, None)
driver.device()
print(json.dumps([first, second, len(heard)]))
"""

        assert answer(self.HEARD + code, path) == [["hello", "HELLO"], ["hello", "HELLO"], 4]
        assert "driver one vkCreateDebugUtilsMessengerEXT severity=0x1 type=0x1" in trace()
        assert "driver one vkDestroyDebugReportCallbackEXT handle=reporter" in trace()

    def test_messages_are_noted(self, copy: Copy, child: Child, trace: Trace) -> None:
        """What the application submits comes to the driver."""
        path = copy("mock_icd", "name=one", "extensions=VK_EXT_debug_utils:2,VK_EXT_debug_report:10")
        code = """
text = ctypes.create_string_buffer(b"a b")
data = packed("@iPIPiP56s", 1000128003, 0, 0, 0, 0, ctypes.addressof(text), b"")
driver.call("vkSubmitDebugUtilsMessageEXT", driver.instance, 0x10, 2, data)
driver.call("vkDebugReportMessageEXT", driver.instance, 8, 0, 0, 0, 0, text, text)
"""

        run = child(DRIVER + code, path)

        assert run.returncode == 0, run.stderr
        assert r"driver one vkSubmitDebugUtilsMessageEXT severity=0x10 type=0x2 message=a\x20b" in trace()
        assert r"driver one vkDebugReportMessageEXT flags=0x8 message=a\x20b" in trace()

    @pytest.mark.parametrize(
        ("command", "number", "thing", "noted"),
        [
            ("vkSetDebugUtilsObjectNameEXT", 1, "driver.instance", "type=1 object=instance"),
            ("vkSetDebugUtilsObjectNameEXT", 2, "physical", "type=2 object=physical_device"),
            ("vkSetDebugUtilsObjectTagEXT", 3, "device", "type=3 object=device"),
            ("vkSetDebugUtilsObjectNameEXT", 9, "5", "type=9 object=unknown"),
            ("vkSetDebugUtilsObjectNameEXT", 1000000000, "surface", "object=loader:HEADLESS"),
            ("vkDebugMarkerSetObjectNameEXT", 26, "surface", "type=26 object=loader:HEADLESS"),
            ("vkDebugMarkerSetObjectTagEXT", 2, "physical", "type=2 object=physical_device"),
            ("vkSetDebugUtilsObjectNameEXT", 1, "physical", "VIOLATION VULKAN-LOADER-05"),
        ],
    )
    def test_names_show_which_handle_came(
        self,
        copy: Copy,
        child: Child,
        trace: Trace,
        command: str,
        number: int,
        thing: str,
        noted: str,
    ) -> None:
        """A name or a tag tells which of the driver's objects the loader made of the application's handle."""
        path = copy(
            "mock_icd",
            "name=one",
            f"extensions={SURFACE},VK_EXT_debug_utils:2",
            "device_extensions=VK_EXT_debug_marker:4",
        )
        code = f"""
plain = packed("@i", 9)
surface, device = ctypes.addressof(plain), driver.device()
driver.call("{command}", device, packed("@iPiQP", 1000128000, 0, {number}, {thing}, 0))
"""

        run = child(DRIVER + code, path)

        assert run.returncode == 0, run.stderr
        assert [line for line in trace() if noted in line]
