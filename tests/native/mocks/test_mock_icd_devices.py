"""Tests of what the mock driver says of itself and its devices: each in a child process, without a loader."""

import signal

import pytest
from mock_fixtures import Answer, Child, Copy, Trace

DRIVER = "import struct\nfrom mock_driver import *\ndriver = Driver(sys.argv[1])\n"
PROPERTIES2 = 1000059001


class TestDevices:
    """There are as many devices as a test wants, each what the flags say."""

    def test_each_device_has_the_item_at_its_place(self, copy: Copy, answer: Answer) -> None:
        """The last item of a list serves the devices that are left; device numbers go on counting."""
        path = copy(
            "mock_icd", "devices=3", "device_name=one;two", "vendor=1;2;3", "device=5;9", "type=discrete;cpu"
        )
        code = """
rows = []
for device in driver.physical():
    out = ctypes.create_string_buffer(824)
    driver.call("vkGetPhysicalDeviceProperties", device, out)
    rows.append([*struct.unpack_from("III", out, 8), out.raw[20:276].rstrip(b"\\0").decode()])
print(json.dumps(rows))
"""

        assert answer(DRIVER + code, path) == [[1, 5, 2, "one"], [2, 9, 4, "two"], [3, 10, 4, "two"]]

    def test_a_thousand_devices(self, copy: Copy, answer: Answer) -> None:
        """Their number is not small."""
        path = copy("mock_icd", "devices=1000")

        assert answer(DRIVER + "print(len(set(driver.physical())))", path) == 1000

    def test_devices_have_extensions_and_versions_of_their_own(self, copy: Copy, answer: Answer) -> None:
        """Device extensions and api versions are lists per device."""
        path = copy("mock_icd", "devices=2", "device_extensions=VK_A:1,VK_B:2;", "device_api=1.1.0;1.2.0")
        code = """
rows = []
for device in driver.physical():
    count, room, out = ctypes.c_uint32(9), (ExtensionRow * 9)(), ctypes.create_string_buffer(824)
    driver.call("vkEnumerateDeviceExtensionProperties", device, None, count, room)
    driver.call("vkGetPhysicalDeviceProperties", device, out)
    names = [room[i].name.decode() for i in range(count.value)]
    rows.append([names, struct.unpack_from("I", out)[0] >> 12 & 1023])
print(json.dumps(rows))
"""

        assert answer(DRIVER + code, path) == [[["VK_A", "VK_B"], 1], [[], 2]]

    def test_queue_families(self, copy: Copy, answer: Answer) -> None:
        """A family is the letters of what its queues can do and their number."""
        path = copy("mock_icd", "families=GCT2,T1")
        code = """
rows = driver.listed("vkGetPhysicalDeviceQueueFamilyProperties", driver.physical()[0], 24)
print(json.dumps([struct.unpack_from("II", row) for row in rows]))
"""

        assert answer(DRIVER + code, path) == [[7, 2], [4, 1]]

    def test_identities_are_given_to_the_second_query(self, copy: Copy, answer: Answer) -> None:
        """PCI address, UUIDs, LUID and driver id come through the pNext chain of the properties."""
        path = copy(
            "mock_icd",
            "device_extensions=VK_EXT_pci_bus_info:2",
            "pci=0001:02:03.4",
            "driver_uuid=00112233445566778899aabbccddeeff",
            "device_uuid=ffffffffffffffffffffffffffffffff",
            "luid=77",
            "driver_id=13",
        )
        code = f"""
pci = packed("@iPIIII", 1000212000, 0, 9, 9, 9, 9)
maker = packed("@iPi256s256sI", 1000196000, ctypes.addressof(pci), 0, b"", b"", 9)
ident = packed("@iP16s16s8sII", 1000071004, ctypes.addressof(maker), b"", b"", b"", 0, 0)
out = packed("@iP824s", {PROPERTIES2}, ctypes.addressof(ident), b"")
driver.call("vkGetPhysicalDeviceProperties2", driver.physical()[0], out)
print(json.dumps([
    struct.unpack_from("IIII", pci, 16), struct.unpack_from("i", maker, 16)[0],
    struct.unpack_from("I", maker, 532)[0], ident.raw[16:32].hex(), ident.raw[32:48].hex(),
    struct.unpack_from("QII", ident, 48)]))
"""

        assert answer(DRIVER + code, path) == [
            [1, 2, 3, 4],
            13,
            0,
            "f" * 32,
            "00112233445566778899aabbccddeeff",
            [77, 1, 1],
        ]

    def test_groups(self, copy: Copy, answer: Answer) -> None:
        """Devices can be grouped; without a flag each is a group of its own."""
        path = copy("mock_icd", "devices=3", "groups=0+2,1")
        code = """
devices = driver.physical()
rows = driver.listed("vkEnumeratePhysicalDeviceGroups", driver.instance, 288)
print(json.dumps([
    [devices.index(handle) for handle in struct.unpack_from(f"{count}N", row, 24)]
    for row in rows for count in struct.unpack_from("I", row, 16)]))
"""

        assert answer(DRIVER + code, path) == [[0, 2], [1]]

    def test_tools(self, copy: Copy, answer: Answer) -> None:
        """As many tools are active as the flag says."""
        path = copy("mock_icd", "tools=2")
        code = 'print(len(driver.listed("vkGetPhysicalDeviceToolProperties", driver.physical()[0], 1048)))'

        assert answer(DRIVER + code, path) == 2

    def test_adapters(self, copy: Copy, answer: Answer) -> None:
        """The devices of an adapter are those with its LUID."""
        path = copy("mock_icd_v6", "devices=3", "luid=5;6;5")
        code = """
count, room = ctypes.c_uint32(3), (VOID * 3)()
driver.library.vk_icdEnumerateAdapterPhysicalDevices.argtypes = [VOID, ctypes.c_uint64, VOID, VOID]
driver.library.vk_icdEnumerateAdapterPhysicalDevices(
    driver.instance, 5, ctypes.addressof(count), ctypes.addressof(room))
devices = driver.physical()
print(json.dumps([devices.index(room[i]) for i in range(count.value)]))
"""

        assert answer(DRIVER + code, path) == [0, 2]

    @pytest.mark.parametrize(
        "line",
        [
            "families=X1",
            "families=G",
            "groups=0+1",
            "groups=zero",
            "pci=1:2",
            "driver_uuid=12",
            "driver_uuid=" + "00" * 17,
            "type=toaster",
            "device_api=2",
            "surfaces=none",
            "use_allocator=yes",
            "device_extensions=VK_A",
            "displays=many",
        ],
    )
    def test_a_wrong_list_aborts(self, copy: Copy, child: Child, line: str) -> None:
        """What cannot be understood ends the process."""
        path = copy("mock_icd", line)

        run = child("ctypes.CDLL(sys.argv[1])", path)

        assert run.returncode == -signal.SIGABRT


class TestCommands:
    """Which commands are there follows from versions, extensions and flags."""

    @pytest.mark.parametrize(
        ("flags", "name", "there"),
        [
            ((), "vkGetPhysicalDeviceProperties2", True),
            ((), "vkGetPhysicalDeviceProperties2KHR", False),
            (("api=1.0.0",), "vkGetPhysicalDeviceProperties2", False),
            (
                ("api=1.0.0", "extensions=VK_KHR_get_physical_device_properties2:2"),
                "vkGetPhysicalDeviceProperties2KHR",
                True,
            ),
            (
                ("api=1.0.0", "extensions=VK_KHR_get_physical_device_properties2:2"),
                "vkGetPhysicalDeviceProperties2",
                False,
            ),
            (("extensions=VK_KHR_surface:25",), "vkGetPhysicalDeviceSurfaceSupportKHR", True),
            ((), "vkGetPhysicalDeviceSurfaceSupportKHR", False),
            ((), "vkCreateSwapchainKHR", False),
            (("device_extensions=VK_KHR_swapchain:70",), "vkCreateSwapchainKHR", True),
            (("null=vkDestroyInstance",), "vkDestroyInstance", False),
        ],
    )
    def test_lookup(self, copy: Copy, answer: Answer, flags: tuple[str, ...], name: str, there: bool) -> None:
        """A command is there from its version on, or with its extension and under that one's name."""
        path = copy("mock_icd", *flags)

        assert answer(DRIVER + f'print(json.dumps(driver.has("{name}")))', path) is there

    @pytest.mark.parametrize(
        ("name", "enabled", "there"),
        [
            ("vkCreateSwapchainKHR", 'b"VK_KHR_swapchain"', True),
            ("vkCreateSwapchainKHR", "", False),
            ("vkDestroyDevice", "", True),
            ("vkEnumeratePhysicalDevices", "", False),
            ("vkFooEXT", "", True),
        ],
    )
    def test_lookup_by_device(self, copy: Copy, answer: Answer, name: str, enabled: str, there: bool) -> None:
        """A device has the commands of the extensions that were enabled for it, and only device commands."""
        path = copy("mock_icd", "device_extensions=VK_KHR_swapchain:70", "unknown_device=vkFooEXT")
        code = f'print(json.dumps(bool(driver.of_device(driver.device(0, {enabled}), "{name}"))))'

        assert answer(DRIVER + code, path) is there

    def test_unknown_commands_answer_with_their_number(
        self, copy: Copy, answer: Answer, trace: Trace
    ) -> None:
        """They write down what they were called with and give back 4200 and their place."""
        path = copy(
            "mock_icd",
            "name=one",
            "unknown_device=vkFooEXT",
            "unknown_physical=vkBarEXT",
            "unknown_instance=vkBazEXT",
        )
        code = """
physical = driver.physical()[0]
foreign = ctypes.create_string_buffer(64)
print(json.dumps([
    driver.call("vkFooEXT", driver.device(), 5), driver.call("vkBarEXT", physical, 6),
    driver.call("vkBarEXT", foreign, 7), driver.call("vkBazEXT", driver.instance, 8)]))
"""

        assert answer(DRIVER + code, path) == [4200, 4201, 4201, 4202]
        assert [line for line in trace() if "EXT " in line] == [
            "driver one vkFooEXT handle=device second=0x5",
            "driver one vkBarEXT handle=physical_device second=0x6",
            "driver one vkBarEXT handle=foreign second=0x7",
            "driver one vkBazEXT handle=instance second=0x8",
        ]

    def test_more_arguments_of_unknown_commands(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """As many as the flag asks for are written down."""
        path = copy("mock_icd", "name=one", "unknown_device=vkFooEXT", "unknown_arguments=8")
        code = 'print(json.dumps(driver.call("vkFooEXT", driver.device(), *range(5, 12))))'

        assert answer(DRIVER + code, path) == 4200
        assert trace()[-2] == "driver one vkFooEXT handle=device second=0x5,0x6,0x7,0x8,0x9,0xa,0xb"

    def test_two_hundred_unknown_commands(self, copy: Copy, answer: Answer) -> None:
        """There is room for as many as a loader could learn."""
        names = ",".join(f"vkFoo{i}EXT" for i in range(256))
        path = copy("mock_icd", f"unknown_device={names}")
        code = 'device = driver.device()\nprint(driver.call("vkFoo255EXT", device, 0))'

        assert answer(DRIVER + code, path) == 4200 + 255
