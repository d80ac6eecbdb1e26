"""Tests of the mock driver alone, without a loader: each in a child process."""

import pytest
from mock_fixtures import Answer, Child, Copy, Trace

DRIVER = "driver = ctypes.CDLL(sys.argv[1]); lookup = driver_lookup(driver)\n"


class TestDriver:
    """The driver answers what every driver is asked, and complains when the loader breaks its side."""

    @pytest.mark.parametrize(
        ("flags", "offered", "expected"),
        [
            ((), 7, [0, 7]),
            ((), 9, [0, 7]),
            ((), 5, [0, 5]),
            (("interface=3",), 7, [0, 3]),
            (("negotiate=fail",), 7, [-9, 7]),
        ],
    )
    def test_negotiation(
        self, copy: Copy, answer: Answer, flags: tuple[str, ...], offered: int, expected: list[int]
    ) -> None:
        """The driver answers with the latest version that both have."""
        path = copy("mock_icd", *flags)

        found = answer(DRIVER + f"print(json.dumps(negotiate_driver(driver, {offered})))", path)

        assert found == expected

    @pytest.mark.parametrize(
        ("api", "name", "instance", "answered"),
        [
            ("1.3.0", "vkCreateInstance", "None", True),
            ("1.3.0", "vkEnumerateInstanceVersion", "None", True),
            ("1.0.0", "vkEnumerateInstanceVersion", "None", False),
            ("1.3.0", "vkDestroyInstance", "None", False),
            ("1.3.0", "vkDestroyInstance", "instance", True),
            ("1.3.0", "vkGetPhysicalDeviceProperties2", "instance", True),
            ("1.0.0", "vkGetPhysicalDeviceProperties2", "instance", False),
            ("1.3.0", "vkCmdBlitImage", "instance", False),
            ("1.3.0", "vk_icdNegotiateLoaderICDInterfaceVersion", "None", True),
        ],
    )
    def test_lookup(
        self, copy: Copy, answer: Answer, api: str, name: str, instance: str, answered: bool
    ) -> None:
        """A command is found at its level and from its version on."""
        path = copy("mock_icd", f"api={api}")
        code = f"""
negotiate_driver(driver)
_, instance = create(lookup(None, b"vkCreateInstance"), create_info())
print(json.dumps(bool(lookup({instance}, b"{name}"))))
"""

        assert answer(DRIVER + code, path) is answered

    def test_extensions_are_listed_with_their_versions(self, copy: Copy, answer: Answer) -> None:
        """The list of the flag comes back as extension properties, cut to the room there is."""
        path = copy("mock_icd", "extensions=VK_A:1,VK_B:22")
        code = """
negotiate_driver(driver)
listing = ENUMERATE(lookup(None, b"vkEnumerateInstanceExtensionProperties"))
count, rows = ctypes.c_uint32(), (ExtensionRow * 2)()
first = listing(None, ctypes.addressof(count), None)
total = count.value
second = listing(None, ctypes.addressof(count), ctypes.addressof(rows))
count.value = 1
third = listing(None, ctypes.addressof(count), ctypes.addressof(rows))
print(json.dumps([first, second, third, total, [[r.name.decode(), r.version] for r in rows]]))
"""

        assert answer(DRIVER + code, path) == [0, 0, 5, 2, [["VK_A", 1], ["VK_B", 22]]]

    def test_objects_begin_with_the_magic_number(self, copy: Copy, answer: Answer) -> None:
        """The first word of instances and physical devices is the loader's magic number."""
        path = copy("mock_icd", "devices=2")
        code = """
negotiate_driver(driver)
_, instance = create(lookup(None, b"vkCreateInstance"), create_info())
count, devices = ctypes.c_uint32(2), (VOID * 2)()
ENUMERATE(lookup(instance, b"vkEnumeratePhysicalDevices"))(
    instance, ctypes.addressof(count), ctypes.addressof(devices))
objects = [instance.value, *devices]
print(json.dumps([ctypes.c_size_t.from_address(o).value for o in objects]))
"""

        assert answer(DRIVER + code, path) == [0x01CDC0DE] * 3

    def test_devices_are_what_the_flags_say(self, copy: Copy, answer: Answer) -> None:
        """Version, vendor and name are as given; the device number counts up."""
        path = copy("mock_icd", "devices=2", "vendor=0x10de", "device=7", "device_name=dull", "api=1.2.3")
        code = """
negotiate_driver(driver)
_, instance = create(lookup(None, b"vkCreateInstance"), create_info())
count, devices = ctypes.c_uint32(2), (VOID * 2)()
ENUMERATE(lookup(instance, b"vkEnumeratePhysicalDevices"))(
    instance, ctypes.addressof(count), ctypes.addressof(devices))
answer = (ctypes.c_uint32 * 300)()
DESTROY(lookup(instance, b"vkGetPhysicalDeviceProperties"))(devices[1], ctypes.addressof(answer))
print(json.dumps([answer[0], answer[2], answer[3], bytes(answer)[20:276].rstrip(b"\\0").decode()]))
"""

        assert answer(DRIVER + code, path) == [1 << 22 | 2 << 12 | 3, 0x10DE, 8, "dull"]

    @pytest.mark.parametrize(
        ("flags", "offered", "minor", "result"),
        [
            ((), 7, 4, 0),
            (("interface=4",), 7, 3, 0),
            (("interface=4",), 7, 4, -9),
            ((), 4, 1, -9),
            ((), 4, 0, 0),
            (("fail=vkCreateInstance",), 7, 0, -3),
        ],
    )
    def test_judging_the_version_of_the_application(
        self, copy: Copy, answer: Answer, flags: tuple[str, ...], offered: int, minor: int, result: int
    ) -> None:
        """At interface 4 or less the driver judges apiVersion itself, from 5 on it does not."""
        path = copy("mock_icd", *flags)
        code = f"""
negotiate_driver(driver, {offered})
print(create(lookup(None, b"vkCreateInstance"), create_info(minor={minor}))[0])
"""

        assert answer(DRIVER + code, path) == result

    def test_a_foreign_extension_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """The loader has to take out the extensions that this driver does not have."""
        path = copy("mock_icd", "name=one", "extensions=VK_A:1,VK_AB:1")
        code = """
negotiate_driver(driver)
print(create(lookup(None, b"vkCreateInstance"), create_info(b"VK_A", b"VK_B"))[0])
"""

        assert answer(DRIVER + code, path) == -7
        assert trace()[2:4] == [
            "driver one vkCreateInstance api=1.3.0 extensions=VK_A,VK_B",
            "driver one VIOLATION LDP_LOADER_9: vkCreateInstance enables an extension that this driver"
            " does not have",
        ]

    def test_a_layer_name_is_a_violation(self, copy: Copy, child: Child, trace: Trace) -> None:
        """A driver is only asked for its own extensions, never for a layer's."""
        path = copy("mock_icd", "name=one")
        code = """
negotiate_driver(driver)
name, count = ctypes.create_string_buffer(b"VK_LAYER_A"), ctypes.c_uint32()
listing = ENUMERATE(lookup(None, b"vkEnumerateInstanceExtensionProperties"))
listing(ctypes.addressof(name), ctypes.addressof(count), None)
"""

        child(DRIVER + code, path)

        assert (
            "driver one VIOLATION LDP_LOADER_12: vkEnumerateInstanceExtensionProperties names a layer"
            in trace()
        )

    def test_asking_before_negotiating_is_a_violation(self, copy: Copy, child: Child, trace: Trace) -> None:
        """The negotiation comes first; asking for the negotiation itself does not count."""
        path = copy("mock_icd", "name=one")
        code = """
lookup(None, b"vk_icdNegotiateLoaderICDInterfaceVersion")
lookup(None, b"vkCreateInstance")
lookup(None, b"vkCreateInstance")
"""

        child(DRIVER + code, path)

        assert trace() == [
            "driver one load",
            "driver one VIOLATION NEGOTIATE-ICD-02: vk_icdGetInstanceProcAddr before the negotiation",
            "driver one unload",
        ]
