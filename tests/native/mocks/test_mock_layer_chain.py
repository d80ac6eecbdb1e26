"""Tests of what the mock layer does with create infos: what it records, refuses and changes."""

import pytest
from mock_fixtures import Answer, Copy, Trace

pytestmark = pytest.mark.slow

LOADER = "from fake_loader import *\nloader = Loader(*sys.argv[1:])\n"


class TestRecords:
    """The trace holds what rules speak of, and complains where the loader breaks its side."""

    def test_the_nodes_of_a_create_info(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Each node's function in order, the length of the link list and what the callbacks are."""
        first = copy("mock_layer", "name=A", to="a.so")
        second = copy("mock_layer", "name=B", "physical=0", to="b.so")
        code = "print(json.dumps([loader.create_instance(), loader.create_device(loader.devices()[0])]))"

        found = answer(LOADER + code, first, second)

        assert found == [0, 0]
        rest = (
            "features=1 set_data=1 create_device=1 destroy_device=1 next_physical=1"
            " validation= disabled= settings= messengers=0"
        )
        assert [line for line in trace() if " chain " in line] == [
            f"layer A chain of=instance functions=0,1,2,3 links=2 {rest}".replace(
                "next_physical=1", "next_physical=0"
            ),
            f"layer B chain of=instance functions=0,1,2,3 links=1 {rest}",
            "layer A chain of=device functions=0,1 links=2 set_data=1",
            "layer B chain of=device functions=0,1 links=1 set_data=1",
        ]
        assert not [line for line in trace() if "VIOLATION" in line]

    def test_whose_functions_a_link_holds(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """The file that each of the next entity's lookup functions lies in."""
        first = copy("mock_layer", "name=A", to="a.so")
        second = copy("mock_layer", "name=B", "unknown_physical=vkX", to="b.so")
        code = "print(json.dumps([loader.create_instance(), loader.create_device(loader.devices()[0])]))"

        answer(LOADER + code, first, second)

        above = [line for line in trace() if line.startswith("layer A link ")]
        assert above == [
            "layer A link of=instance instance=b.so physical=b.so",
            "layer A link of=device instance=b.so device=b.so",
        ]

    def test_the_first_words_of_what_was_made(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """An instance and a device are written down with the pointer that their children share."""
        code = """
loader.create_instance()
loader.create_device(loader.devices()[0])
print(json.dumps([loader.instance_key, loader.device_key]))
"""

        keys = answer(LOADER + code, copy("mock_layer", "name=A"))

        assert isinstance(keys, list)
        made = [line.split(" first=")[1] for line in trace() if " made " in line]
        assert made == [hex(key) for key in keys]

    def test_missing_callbacks_are_violations(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Without the loader's callbacks a layer cannot finish the objects that it makes."""
        code = """
loader.callbacks = ()
print(json.dumps([loader.create_instance(), loader.create_device(loader.devices()[0])]))
"""

        found = answer(LOADER + code, copy("mock_layer", "name=A"))

        assert found == [0, 0]
        assert [line for line in trace() if "VIOLATION" in line] == [
            "layer A VIOLATION OBJECTS-LAYER-02: vkCreateInstance without vkSetInstanceLoaderData",
            "layer A VIOLATION OBJECTS-LAYER-02: vkCreateDevice without vkSetDeviceLoaderData",
        ]

    def test_a_node_of_the_other_type_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """A device's sType in an instance's chain is named, and leaves the layer without a link."""
        code = """
nodes = loader.nodes
loader.nodes = lambda kind, links, key: nodes(48, links, key)
print(loader.create_instance())
"""

        found = answer(LOADER + code, copy("mock_layer", "name=A"))

        assert found == -3
        assert [line for line in trace() if "VIOLATION" in line] == [
            "layer A VIOLATION CHAIN-INIT-02: sType 48 in a chain of sType 47",
            "layer A VIOLATION CHAIN-INIT-02: sType 48 in a chain of sType 47",
            "layer A VIOLATION LLP_LOADER_8: vkCreateInstance without the next vkGetInstanceProcAddr",
        ]

    def test_two_heads_are_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """A chain has one list of links."""
        code = """
nodes = loader.nodes
def twice(kind, links, key):
    head = Node(kind, nodes(kind, links, key), LINK, links, None)
    loader.alive.append(head)
    return ctypes.addressof(head)
loader.nodes = twice
print(loader.create_instance())
"""

        found = answer(LOADER + code, copy("mock_layer", "name=A"))

        assert found == 0
        assert "layer A VIOLATION CHAIN-INIT-01: 2 heads of link lists" in trace()

    @pytest.mark.parametrize(
        ("missing", "create", "rule"),
        [
            ("vkCreateInstance", "loader.create_instance()", "CHAIN-INIT-05"),
            ("vkCreateDevice", "loader.create_device(loader.devices()[0])", "CHAIN-INIT-06"),
        ],
    )
    def test_no_next_function_is_a_violation(
        self, copy: Copy, answer: Answer, trace: Trace, missing: str, create: str, rule: str
    ) -> None:
        """The next entity has to have the function that makes the object."""
        before = "" if missing == "vkCreateInstance" else "loader.create_instance()\n"

        found = answer(
            f"{LOADER}{before}del loader.commands[b'{missing}']\nprint({create})",
            copy("mock_layer", "name=A"),
        )

        assert found == -3
        assert f"layer A VIOLATION {rule}: the next entity has no {missing}" in trace()

    def test_a_foreign_handle_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """A handle whose first word belongs to no instance of this layer is not passed on."""
        code = """
loader.create_instance()
print(call(loader.of_instance("vkEnumeratePhysicalDevices"), loader.handle(loader.block()), 0, 0))
"""

        found = answer(LOADER + code, copy("mock_layer", "name=A"))

        assert found == -3
        assert (
            "layer A VIOLATION CHAIN-DIST-01: vkEnumeratePhysicalDevices with a handle of no instance or device"
            " made through this layer" in trace()
        )

    def test_the_lookup_of_the_next_create_device(self, copy: Copy, answer: Answer) -> None:
        """Old layers ask with NULL, newer ones with their instance."""
        code = """
loader.create_instance()
loader.create_device(loader.devices()[0])
asked = [handle for handle, name in loader.asked if name == "vkCreateDevice"]
print(json.dumps([each == loader.bottom for each in asked]))
"""

        new = answer(LOADER + code, copy("mock_layer", to="new.so"))
        old = answer(LOADER + code, copy("mock_layer", "create_device_lookup=null", to="old.so"))

        assert (new, old) == ([True], [False])


class TestFailures:
    """Any call that makes something can fail on its way down or up, and leaves nothing behind."""

    @pytest.mark.parametrize(
        ("flag", "result", "below"),
        [
            ("fail=vkCreateInstance", -3, []),
            ("fail=vkCreateInstance:-1", -1, []),
            ("fail_after=vkCreateInstance:-9", -9, ["vkCreateInstance", "vkDestroyInstance"]),
        ],
    )
    def test_of_an_instance(
        self, copy: Copy, answer: Answer, flag: str, result: int, below: list[str]
    ) -> None:
        """The result is the one that the flag gives; after calling down the layer destroys what it got."""
        code = "print(json.dumps([loader.create_instance(), [each[0] for each in loader.calls]]))"

        found = answer(LOADER + code, copy("mock_layer", flag))

        assert found == [result, below]

    @pytest.mark.parametrize(
        ("flag", "result", "below"),
        [
            ("fail=vkCreateDevice:-4", -4, []),
            ("fail_after=vkCreateDevice:-4", -4, ["vkCreateDevice", "vkDestroyDevice"]),
        ],
    )
    def test_of_a_device(self, copy: Copy, answer: Answer, flag: str, result: int, below: list[str]) -> None:
        """The same for devices."""
        code = """
loader.create_instance()
device = loader.devices()[0]
loader.calls.clear()
print(json.dumps([loader.create_device(device), [each[0] for each in loader.calls]]))
"""

        found = answer(LOADER + code, copy("mock_layer", flag))

        assert found == [result, below]

    @pytest.mark.parametrize(
        "flag", ["fail=vkQueueWaitIdle:-4", "fail=vkCreateInstance:-9,vkQueueWaitIdle:-4"]
    )
    def test_of_any_other_command(self, copy: Copy, answer: Answer, flag: str) -> None:
        """A command that is only passed on can be made to fail, too; it does not come out below."""
        code = """
loader.create_instance()
if loader.instance:
    loader.create_device(loader.devices()[0])
    queue = loader.handle(loader.device_key)
    print(json.dumps([call(loader.of_device("vkQueueWaitIdle"), queue), loader.called("vkQueueWaitIdle")]))
else:
    print(json.dumps([-4, []]))
"""

        found = answer(LOADER + code, copy("mock_layer", flag))

        assert found == [-4, []]

    def test_rubbish(self, copy: Copy, answer: Answer) -> None:
        """Success without an object, and devices that are NULL."""
        instance = copy("mock_layer", "rubbish=vkCreateInstance", to="a.so")
        devices = copy("mock_layer", "rubbish=vkEnumeratePhysicalDevices", to="b.so")
        code = "print(json.dumps([loader.create_instance(), loader.instance and loader.devices()]))"

        found = [answer(LOADER + code, instance), answer(LOADER + code, devices)]

        assert found == [[0, 0], [0, [0, 0]]]

    def test_hidden_functions(self, copy: Copy, answer: Answer) -> None:
        """A lookup answers NULL for what is hidden, however well the layer knows it."""
        code = """
loader.create_instance()
names = ("vkCreateDevice", "vkDestroyInstance", "vkGetPhysicalDeviceFeatures")
print(json.dumps([bool(loader.of_instance(name)) for name in names]))
"""

        found = answer(LOADER + code, copy("mock_layer", "hide=vkCreateDevice,vkGetPhysicalDeviceFeatures"))

        assert found == [False, True, False]


class TestChanges:
    """What goes down may differ from what the application gave, and what goes up from what came."""

    def test_of_an_instance(self, copy: Copy, answer: Answer) -> None:
        """An extension more and another version."""
        code = """
loader.create_instance(b"VK_KHR_surface")
print(json.dumps([loader.extensions, loader.api >> 12]))
"""

        found = answer(LOADER + code, copy("mock_layer", "add_instance_extensions=VK_A,VK_B", "api=1.1.0"))

        assert found == [["VK_KHR_surface", "VK_A", "VK_B"], 0x401]

    def test_a_version_where_there_was_none(self, copy: Copy, answer: Answer) -> None:
        """The layer gives a VkApplicationInfo to an application without one."""
        code = "loader.create_instance(api=False)\nprint(loader.api >> 12)"

        found = answer(LOADER + code, copy("mock_layer", "api=1.2.0"))

        assert found == 0x402

    def test_of_a_device(self, copy: Copy, answer: Answer) -> None:
        """An extension of the layer's own goes no further down; another one is put in."""
        code = """
loader.create_instance()
loader.create_device(loader.devices()[0], b"VK_X", b"VK_OWN")
print(json.dumps(loader.device_extensions))
"""
        flags = ("device_extensions=VK_OWN:3", "add_device_extensions=VK_A")

        found = answer(LOADER + code, copy("mock_layer", *flags))

        assert found == ["VK_X", "VK_A"]

    @pytest.mark.parametrize(
        ("layer", "names"),
        [(None, ["VK_EXT_of_driver"]), (b"VK_LAYER_mock", ["VK_OWN", "VK_OTHER"])],
    )
    def test_device_extensions(
        self, copy: Copy, answer: Answer, layer: bytes | None, names: list[str]
    ) -> None:
        """It answers with its own extensions when it is named, and else passes on what is below."""
        code = f"""
loader.create_instance()
count, rows = ctypes.c_uint32(4), (ExtensionRow * 4)()
named = ctypes.cast({layer!r}, VOID).value or 0
listed = loader.of_instance("vkEnumerateDeviceExtensionProperties")
result = call(listed, loader.devices()[0], named, ctypes.addressof(count), ctypes.addressof(rows))
print(json.dumps([result, [row.name.decode() for row in rows[: count.value]]]))
"""

        found = answer(LOADER + code, copy("mock_layer", "device_extensions=VK_OWN:3,VK_OTHER:1"))

        assert found == [0, names]

    def test_too_little_room(self, copy: Copy, answer: Answer) -> None:
        """The usual protocol: as many rows as fit, and VK_INCOMPLETE. With a wrong layer's own among them."""
        code = """
loader.create_instance()
count, row = ctypes.c_uint32(1), ExtensionRow()
listed = loader.of_instance("vkEnumerateDeviceExtensionProperties")
result = call(listed, loader.devices()[0], 0, ctypes.addressof(count), ctypes.addressof(row))
print(json.dumps([result, count.value, row.name.decode()]))
"""

        flags = ("device_extensions=VK_OWN:3", "violate=LLP_LAYER_16_adds")

        found = answer(LOADER + code, copy("mock_layer", *flags))

        assert found == [5, 1, "VK_EXT_of_driver"]

    def test_a_message(self, copy: Copy, answer: Answer) -> None:
        """A layer can speak to the messengers of an instance that has just been made."""
        code = """
loader.create_instance()
print(json.dumps([given[1:3] for given in loader.called("vkSubmitDebugUtilsMessageEXT")]))
"""

        found = answer(LOADER + code, copy("mock_layer", "message=hello"))

        assert found == [[16, 1]]
