"""Tests of the mock driver's interface to the loader: export sets, versions, and what the loader owes it."""

import signal

import pytest
from mock_fixtures import DRIVER, LOOK_UP, OPEN, Answer, Child, Copy, Trace

pytestmark = pytest.mark.slow


class TestExportSets:
    """What the dynamic linker sees of a driver tells its interface version."""

    def test_version_0_has_plain_names(self, copy: Copy, answer: Answer) -> None:
        """The driver is used through the exports of three Vulkan commands."""
        path = copy("mock_icd_v0", "extensions=VK_A:1")
        code = """
count = ctypes.c_uint32()
listed = library.vkEnumerateInstanceExtensionProperties(None, ctypes.byref(count), None)
info, instance = create_info(minor=0), VOID()
made = library.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance))
library.vkGetInstanceProcAddr.argtypes, library.vkGetInstanceProcAddr.restype = (VOID, ctypes.c_char_p), VOID
found = bool(library.vkGetInstanceProcAddr(instance, b"vkEnumeratePhysicalDevices"))
print(json.dumps([listed, count.value, made, found]))
"""

        assert answer(OPEN + code, path) == [0, 1, 0, True]

    def test_version_1_negotiates_nothing(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """The export of version 7 alone, with interface=1, is a driver that knows no negotiation."""
        path = copy("mock_icd_v7", "interface=1")
        code = """
found = look_up(None, b"vk_icdNegotiateLoaderICDInterfaceVersion")
print(json.dumps([found, create(look_up(None, b"vkCreateInstance"), create_info(minor=0))[0]]))
"""

        assert answer(LOOK_UP + code, path) == [None, 0]
        assert not [line for line in trace() if "VIOLATION" in line]

    def test_version_7_is_reached_through_one_export(self, copy: Copy, answer: Answer) -> None:
        """Every function of the interface is found with a NULL instance."""
        path = copy("mock_icd_v7")
        code = """
number = ctypes.c_uint32(7)
negotiated = call(look_up(None, b"vk_icdNegotiateLoaderICDInterfaceVersion"), number)
others = [bool(look_up(None, name)) for name in (
    b"vk_icdGetPhysicalDeviceProcAddr", b"vk_icdEnumerateAdapterPhysicalDevices", b"vk_icdNothing")]
print(json.dumps([negotiated, number.value, others]))
"""

        assert answer(LOOK_UP + code, path) == [0, 7, [True, True, False]]

    @pytest.mark.parametrize(
        ("mock", "line"),
        [("mock_icd_v0", "interface=1"), ("mock_icd_v2", "interface=4"), ("mock_icd", "interface=8")],
    )
    def test_an_interface_beyond_the_exports_aborts(
        self, copy: Copy, child: Child, mock: str, line: str
    ) -> None:
        """A driver cannot claim an interface that its exports do not allow."""
        path = copy(mock, line)

        assert child(OPEN, path).returncode == -signal.SIGABRT

    @pytest.mark.parametrize(("offered", "answered"), [(7, 9), (2, 9)])
    def test_a_driver_can_answer_with_any_version(
        self, copy: Copy, answer: Answer, offered: int, answered: int
    ) -> None:
        """Whatever is offered, even a version that nobody knows."""
        path = copy("mock_icd", f"negotiate_version={answered}")

        assert answer(OPEN + f"print(json.dumps(negotiate_driver(library, {offered})))", path) == [
            0,
            answered,
        ]

    def test_the_version_told_can_differ_from_what_it_can(self, copy: Copy, answer: Answer) -> None:
        """A driver of 1.3 that tells 1.0 still has the command to tell it by."""
        path = copy("mock_icd", "version=1.0.5")
        code = """
negotiate_driver(library)
number = ctypes.c_uint32()
print(json.dumps([call(look_up(None, b"vkEnumerateInstanceVersion"), number), number.value]))
"""

        assert answer(LOOK_UP + code, path) == [0, 1 << 22 | 5]

    def test_the_physical_lookup_knows_its_own_level_only(self, copy: Copy, answer: Answer) -> None:
        """A command of a physical device has an answer, of another level or unknown it has none."""
        path = copy("mock_icd", "unknown_physical=vkBarEXT", "unknown_device=vkFooEXT")
        code = """
look_up = driver.library.vk_icdGetPhysicalDeviceProcAddr
look_up.argtypes, look_up.restype = (VOID, ctypes.c_char_p), VOID
names = b"vkBarEXT", b"vkGetPhysicalDeviceProperties", b"vkFooEXT", b"vkDestroyInstance", b"vkNothing"
print(json.dumps([bool(look_up(driver.instance, name)) for name in names]))
"""

        assert answer(DRIVER + code, path) == [True, True, False, False, False]


class TestTheLoadersSide:
    """A loader that leaves the rules towards the driver is told on."""

    @pytest.mark.parametrize(
        ("mock", "code", "complaint"),
        [
            (
                "mock_icd",
                "look_up(0x1000, b'vk_icdNegotiateLoaderICDInterfaceVersion')",
                "IFACE-ICD-V7-02: vk_icdNegotiateLoaderICDInterfaceVersion is asked for with an instance",
            ),
            (
                "mock_icd",
                "library.vk_icdGetPhysicalDeviceProcAddr(None, b'vkNothing')",
                "NEGOTIATE-ICD-02: vk_icdGetPhysicalDeviceProcAddr before the negotiation",
            ),
            (
                "mock_icd",
                "negotiate_driver(library, 3); library.vk_icdGetPhysicalDeviceProcAddr(None, b'vkNothing')",
                "PHYSDEV-ICD-01: vk_icdGetPhysicalDeviceProcAddr at interface 3",
            ),
            (
                "mock_icd_v6",
                "negotiate_driver(library, 5)\n"
                "library.vk_icdEnumerateAdapterPhysicalDevices(None, 1, ctypes.byref(ctypes.c_uint32()), None)",
                "IFACE-ICD-V6-01: vk_icdEnumerateAdapterPhysicalDevices at interface 5",
            ),
            (
                "mock_icd",
                "negotiate_driver(library)\n"
                "call(look_up(None, b'vkEnumerateInstanceLayerProperties'), ctypes.c_uint32(), None)",
                "EXT-FILTER-06: vkEnumerateInstanceLayerProperties is called",
            ),
            (
                "mock_icd",
                "negotiate_driver(library); look_up(ctypes.addressof(stand_in), b'vkDestroyInstance')",
                "VULKAN-LOADER-05: vkGetInstanceProcAddr with a handle that is not this driver's",
            ),
        ],
    )
    def test_the_interface(
        self, copy: Copy, child: Child, trace: Trace, mock: str, code: str, complaint: str
    ) -> None:
        """Each function of the interface has its time and its parameters."""
        path = copy(mock, "name=one")

        run = child(LOOK_UP + "stand_in = ctypes.create_string_buffer(64)\n" + code, path)

        assert run.returncode == 0, run.stderr
        assert f"driver one VIOLATION {complaint}" in trace()

    @pytest.mark.parametrize(
        ("flags", "code", "complaint"),
        [
            (
                (),
                'driver.listed("vkEnumeratePhysicalDevices", ctypes.addressof(stand_in), 8)',
                "VULKAN-LOADER-05: vkEnumeratePhysicalDevices with a handle that is not this driver's",
            ),
            (
                (),
                'driver.call("vkGetPhysicalDeviceProperties", driver.instance, stand_in)',
                "VULKAN-LOADER-05: vkGetPhysicalDeviceProperties with a handle that is not this driver's",
            ),
            (
                (),
                'driver.call("vkEnumerateDeviceExtensionProperties", driver.physical()[0], name,'
                " ctypes.c_uint32(), None)",
                "LDP_LOADER_12: vkEnumerateDeviceExtensionProperties names a layer",
            ),
            (
                (),
                'driver.call("vkEnumerateDeviceLayerProperties", driver.physical()[0], ctypes.c_uint32(), None)',
                "EXT-FILTER-06: vkEnumerateDeviceLayerProperties is called",
            ),
            (
                ("device_extensions=VK_A:1;VK_B:1", "devices=2"),
                "try: driver.device(0, b'VK_B')\nexcept AssertionError: pass",
                "EXT-FILTER-01: vkCreateDevice enables an extension that this device does not have",
            ),
            (
                (),
                "other = Driver(sys.argv[2])\n"
                'driver.call("vkGetPhysicalDeviceProperties", other.physical()[0], stand_in)',
                "VULKAN-LOADER-05: vkGetPhysicalDeviceProperties with a handle that is not this driver's",
            ),
        ],
    )
    def test_handles_and_names(
        self, copy: Copy, child: Child, trace: Trace, flags: tuple[str, ...], code: str, complaint: str
    ) -> None:
        """Handles have to be this very library's, names the driver's own; another driver's are not."""
        path, other = copy("mock_icd", "name=one", *flags), copy("mock_icd", "name=two", to="other.so")
        prelude = 'stand_in, name = ctypes.create_string_buffer(1024), ctypes.create_string_buffer(b"VK_L")\n'

        run = child(DRIVER + prelude + code, path, other)

        assert run.returncode == 0, run.stderr
        assert f"driver one VIOLATION {complaint}" in trace()

    def test_what_else_hangs_on_the_create_info(self, copy: Copy, child: Child, trace: Trace) -> None:
        """Layer names and link structures that reach the driver are noted."""
        path = copy("mock_icd", "name=one")
        code = """
link, names = LinkInfo(47, None, 0, None), (ctypes.c_char_p * 1)(b"VK_LAYER_A")
info = create_info()
info.pNext, info.layer_count, info.layers = ctypes.addressof(link), 1, names
Driver(sys.argv[1], info=info)
"""

        child("from mock_driver import *\nfrom mock_child import LinkInfo\n" + code, path)

        assert "driver one vkCreateInstance api=1.3.0 extensions= layers=1 links=1" in trace()

    def test_lookups_are_traced_on_request(self, copy: Copy, child: Child, trace: Trace) -> None:
        """The flag trace_lookups writes down each name that is asked for."""
        path = copy("mock_icd", "name=one", "trace_lookups=1")

        child(DRIVER + 'driver.of_device(driver.device(), "vkCmdDraw")', path)

        assert "driver one vkGetInstanceProcAddr handle=NULL name=vkCreateInstance" in trace()
        assert "driver one vkGetDeviceProcAddr handle=device name=vkCmdDraw" in trace()


class TestCompleteDrivers:
    """A driver can answer for every command of the registry, each at the level of its first parameter."""

    @pytest.mark.parametrize(
        ("flags", "found"),
        [((), [False, True, False]), (("complete=1",), [True, True, False])],
        ids=["plain", "complete"],
    )
    def test_all_commands(
        self, copy: Copy, answer: Answer, flags: tuple[str, ...], found: list[bool]
    ) -> None:
        """A command that the driver does not have otherwise, one that it has, and one that nobody has."""
        code = """
names = ("vkCmdDrawIndexed", "vkCmdDraw", "vkNobodyHasThis")
device = driver.device()
print(json.dumps([bool(driver.of_device(device, name)) for name in names]))
"""

        assert answer(DRIVER + code, copy("mock_icd", *flags)) == found
