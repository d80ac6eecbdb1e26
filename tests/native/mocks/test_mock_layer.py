"""Tests of the mock layer alone, without a loader: each in a child process."""

import pytest
from mock_fixtures import Answer, Child, Copy, Trace

LAYER = "layer = ctypes.CDLL(sys.argv[1])\n"


class TestLayer:
    """The layer negotiates, passes calls on and complains when the loader breaks its side."""

    @pytest.mark.parametrize(
        ("flags", "offered", "result", "answered", "pointers"),
        [
            ((), 2, 0, 2, [True, True, True]),
            (("physical=0",), 3, 0, 2, [True, True, False]),
            (("interface=1",), 2, 0, 1, [False, False, False]),
            (("negotiate=fail",), 2, -3, 2, [False, False, False]),
        ],
    )
    def test_negotiation(
        self,
        copy: Copy,
        answer: Answer,
        flags: tuple[str, ...],
        offered: int,
        result: int,
        answered: int,
        pointers: list[bool],
    ) -> None:
        """The layer answers with the lower version, and with pointers from version 2 on."""
        path = copy("mock_layer", *flags)
        code = f"""
r, o = negotiate_layer(layer, {offered})
filled = [o.get_instance_proc_addr, o.get_device_proc_addr, o.get_physical_device_proc_addr]
print(json.dumps([r, o.version, [bool(p) for p in filled]]))
"""

        found = answer(LAYER + code, path)

        assert found == [result, answered, pointers]

    def test_trace_of_a_life(self, copy: Copy, child: Child, trace: Trace) -> None:
        """Loading, negotiating and unloading are one line each."""
        path = copy("mock_layer", "name=VK_LAYER_A")

        child(LAYER + "negotiate_layer(layer)", path)

        assert trace() == [
            "layer VK_LAYER_A load",
            "layer VK_LAYER_A negotiate offered=2",
            "layer VK_LAYER_A unload",
        ]

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            ("version=1", "VIOLATION NEGOTIATE-LAYER-03: version 1 is offered"),
            ("kind=0", "VIOLATION NEGOTIATE-LAYER-03: sType is 0, not 1"),
            ("more=Negotiation()", "VIOLATION NEGOTIATE-LAYER-03: pNext is not NULL"),
        ],
    )
    def test_a_wrong_offer_is_a_violation(
        self, copy: Copy, child: Child, trace: Trace, arguments: str, complaint: str
    ) -> None:
        """Each member of the negotiation structure that the loader gets wrong is named."""
        path = copy("mock_layer", "name=VK_LAYER_A")

        child(LAYER + f"negotiate_layer(layer, {arguments})", path)

        assert f"layer VK_LAYER_A {complaint}" in trace()

    def test_asking_before_negotiating_is_a_violation(self, copy: Copy, child: Child, trace: Trace) -> None:
        """A layer that exports the negotiation complains when it is asked for a command first."""
        path = copy("mock_layer", "name=VK_LAYER_A")

        child(LAYER + "layer.vkGetInstanceProcAddr(None, b'vkCreateInstance')", path)

        assert (
            "layer VK_LAYER_A VIOLATION NEGOTIATE-LAYER-01: vkGetInstanceProcAddr before the negotiation"
            in trace()
        )

    @pytest.mark.parametrize(("interface", "complaints"), [("2", 1), ("1", 0)])
    def test_an_export_beside_the_answer_is_a_violation(
        self, copy: Copy, child: Child, trace: Trace, interface: str, complaints: int
    ) -> None:
        """Once a layer has answered with pointers, its exports are decoys; before version 2 they are the way."""
        path = copy("mock_layer", f"interface={interface}")

        child(LAYER + "negotiate_layer(layer); layer.vkGetInstanceProcAddr(None, b'vkCreateInstance')", path)

        assert sum("VIOLATION NEGOTIATE-LAYER-10" in line for line in trace()) == complaints

    def test_no_link_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Without the loader's link there is no next vkCreateInstance to call."""
        path = copy("mock_layer_v1", "name=VK_LAYER_A")
        code = """
layer.vkGetInstanceProcAddr.restype = VOID
print(create(layer.vkGetInstanceProcAddr(None, b"vkCreateInstance"), create_info())[0])
"""

        found = answer(LAYER + code, path)

        assert found == -3
        assert [line for line in trace() if "vkCreateInstance" in line] == [
            "layer VK_LAYER_A vkCreateInstance api=1.3.0 layers=0 extensions=0",
            "layer VK_LAYER_A VIOLATION LLP_LOADER_8: vkCreateInstance without the next"
            " vkGetInstanceProcAddr",
        ]

    def test_two_layers_and_a_driver_are_called_in_order(
        self, copy: Copy, answer: Answer, trace: Trace
    ) -> None:
        """Each layer advances the links, so the next one finds its own, and the driver comes last."""
        first = copy("mock_layer", "name=VK_LAYER_A", to="a.so")
        second = copy("mock_layer", "name=VK_LAYER_B", to="b.so")
        driver = copy("mock_icd", "name=one", "devices=3", to="driver.so")
        code = """
driver, a, b = ctypes.CDLL(sys.argv[1]), ctypes.CDLL(sys.argv[2]), ctypes.CDLL(sys.argv[3])
negotiate_driver(driver)
info, start, alive = chain(driver, a, b)
result, instance = create(start, info)
top = GET_PROC_ADDR(negotiate_layer(a)[1].get_instance_proc_addr)
count = ctypes.c_uint32()
enumerate = ENUMERATE(top(instance, b"vkEnumeratePhysicalDevices"))
enumerate(instance, ctypes.addressof(count), None)
DESTROY(top(instance, b"vkDestroyInstance"))(instance, None)
print(json.dumps([result, count.value]))
"""

        found = answer(code, driver, first, second)

        assert found == [0, 3]
        calls = [tuple(line.split()[1:3]) for line in trace()]
        below = ("VK_LAYER_A", "VK_LAYER_B", "one")
        wanted = ("vkCreateInstance", "vkEnumeratePhysicalDevices", "vkDestroyInstance")
        assert [call for call in calls if call[1].startswith("vk")] == [
            (name, command) for command in wanted for name in below
        ]

    def test_a_failing_layer_does_not_call_down(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """With fail=vkCreateInstance the driver is not reached."""
        layer = copy("mock_layer", "name=VK_LAYER_A", "fail=vkCreateInstance", to="a.so")
        driver = copy("mock_icd", "name=one", to="driver.so")
        code = """
driver, a = ctypes.CDLL(sys.argv[1]), ctypes.CDLL(sys.argv[2])
info, start, alive = chain(driver, a)
print(create(start, info)[0])
"""

        found = answer(code, driver, layer)

        assert found == -3
        assert not [line for line in trace() if line.startswith("driver one vkCreateInstance")]
