"""Tests of the mock layer's builds: pre-instance functions, introspection, renamed and prefixed exports."""

import signal

import pytest
from mock_fixtures import Answer, Child, Copy, Trace

LAYER = "layer = ctypes.CDLL(sys.argv[1])\n"
EARLY = (
    LAYER
    + """
class Chain(ctypes.Structure):
    _fields_ = [("header", ctypes.c_uint32 * 3), ("next", VOID), ("link", VOID)]

def version(link, out):
    ctypes.c_uint32.from_address(out).value = 7
    return 0

def extensions(link, layer, count, out):
    if out:
        ctypes.memmove(out, b"VK_below", 9)
    ctypes.c_uint32.from_address(count).value = 1
    return 0

def layers(link, count, out):
    return extensions(link, None, count, out)

def ask(name, kind, function, *arguments, header=None):
    below = ctypes.CFUNCTYPE(ctypes.c_int, *[VOID] * (len(arguments) + 1))(function)
    size = ctypes.sizeof(Chain)
    chain = Chain((ctypes.c_uint32 * 3)(*(header or (kind, 1, size))), ctypes.cast(below, VOID), None)
    return layer[name](ctypes.byref(chain), *arguments)

def names(rows, size, count):
    return [ctypes.string_at(ctypes.addressof(rows) + size * i).decode() for i in range(count.value)]
"""
)


class TestBeforeInstances:
    """Pre-instance functions get the rest of their chain, may add to its answer, and may fail."""

    @pytest.mark.parametrize(
        ("flags", "found"),
        [
            ((), [0, 7]),
            (("pre_version=1.1.0",), [0, 0x401000]),
            (("fail=vkEnumerateInstanceVersion:-1",), [-1, 0]),
            (("fail_after=vkEnumerateInstanceVersion:-2",), [-2, 7]),
        ],
    )
    def test_version(
        self, copy: Copy, answer: Answer, trace: Trace, flags: tuple[str, ...], found: list[int]
    ) -> None:
        """The version below, or the flag's."""
        code = """
out = ctypes.c_uint32()
print(json.dumps([ask("mock_EnumerateInstanceVersion", 3, version, ctypes.byref(out)), out.value]))
"""

        assert answer(EARLY + code, copy("mock_layer_early", "name=A", *flags)) == found
        assert trace()[1] == "layer A vkEnumerateInstanceVersion type=3 version=1 size=32 next=1"

    @pytest.mark.parametrize(
        ("named", "room", "found"),
        [
            (None, 5, [0, ["VK_below", "VK_A", "VK_B"]]),
            (None, 2, [5, ["VK_below", "VK_A"]]),
            (b"VK_LAYER_x", 5, [0, ["VK_below"]]),
        ],
    )
    def test_extensions(
        self, copy: Copy, answer: Answer, named: bytes | None, room: int, found: list[object]
    ) -> None:
        """Those of the flag follow those from below, but not for a named layer."""
        code = f"""
count, rows = ctypes.c_uint32({room}), (ctypes.c_char * 260 * 5)()
result = ask("mock_EnumerateInstanceExtensionProperties", 1, extensions, {named!r}, ctypes.byref(count), rows)
print(json.dumps([result, names(rows, 260, count)]))
"""

        assert answer(EARLY + code, copy("mock_layer_early", "pre_extensions=VK_A:1,VK_B:2")) == found

    def test_layers(self, copy: Copy, answer: Answer) -> None:
        """The same for layers."""
        code = """
count, rows = ctypes.c_uint32(5), (ctypes.c_char * 520 * 5)()
asked = "mock_EnumerateInstanceLayerProperties"
results = [ask(asked, 2, layers, ctypes.byref(count), each) for each in (None, rows)]
print(json.dumps([results, names(rows, 520, count)]))
"""

        found = answer(EARLY + code, copy("mock_layer_early", "pre_layers=VK_LAYER_more"))

        assert found == [[0, 0], ["VK_below", "VK_LAYER_more"]]

    def test_a_wrong_header_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Type, version and size belong to the function."""
        code = """
out = ctypes.c_uint32()
print(ask("mock_EnumerateInstanceVersion", 3, version, ctypes.byref(out), header=(2, 1, 32)))
"""

        answer(EARLY + code, copy("mock_layer_early", "name=A"))

        assert "layer A VIOLATION PREINST-03: vkEnumerateInstanceVersion with the header 2, 1, 32" in trace()


class TestBuilds:
    """Each export set is usable as the loaders of its age use it."""

    def test_introspection(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """A library of version 0 tells of its layer and of its extensions."""
        code = """
def rows(size, function, *before):
    count, out = ctypes.c_uint32(3), (ctypes.c_char * size * 3)()
    assert function(*before, ctypes.byref(count), out) == 0
    return [ctypes.string_at(ctypes.addressof(out) + size * i).decode() for i in range(count.value)]

print(json.dumps([
    rows(520, layer.vkEnumerateInstanceLayerProperties),
    rows(520, layer.vkEnumerateDeviceLayerProperties, None),
    rows(260, layer.vkEnumerateInstanceExtensionProperties, b"A"),
    rows(260, layer.vkEnumerateDeviceExtensionProperties, None, b"A"),
]))
"""
        flags = ("name=A", "instance_extensions=VK_I:1", "device_extensions=VK_D:1,VK_E:2", "device_layer=0")

        found = answer(LAYER + code, copy("mock_layer_v0", *flags))

        assert found == [["A"], [], ["VK_I"], ["VK_D", "VK_E"]]
        assert not [line for line in trace() if "VIOLATION" in line]

    def test_wrong_introspection_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """It always names a layer of the library and never a physical device."""
        code = """
count, fake = ctypes.c_uint32(), ctypes.byref(ctypes.c_uint64())
layer.vkEnumerateInstanceExtensionProperties(None, ctypes.byref(count), None)
layer.vkEnumerateDeviceLayerProperties(fake, ctypes.byref(count), None)
layer.vkEnumerateDeviceExtensionProperties(fake, b"B", ctypes.byref(count), None)
print(0)
"""

        answer(LAYER + code, copy("mock_layer_v0", "name=A"))

        rules = [line.split()[3] for line in trace() if "VIOLATION" in line]
        assert rules == [f"IFACE-LAYER-V0-0{each}:" for each in (3, 4, 5, 5)]

    @pytest.mark.parametrize(
        ("build", "name"),
        [
            ("mock_layer_v0", "VK_LAYER_mockGetInstanceProcAddr"),
            ("mock_layer_v1", "vkGetInstanceProcAddr"),
            ("mock_layer_renamed", "mock_GetInstanceProcAddr"),
        ],
    )
    def test_exported_lookups(self, copy: Copy, answer: Answer, trace: Trace, build: str, name: str) -> None:
        """The lookup answers without a negotiation where there need not be one."""
        code = f"""
layer.{name}.restype = VOID
print(json.dumps([bool(layer.{name}(None, b"vkCreateInstance")), bool(layer.{name}(None, b"vkDestroyImage"))]))
"""

        found = answer(LAYER + code, copy(build))

        assert found == [True, False]
        assert not [line for line in trace() if "VIOLATION" in line]

    def test_a_renamed_negotiation(self, copy: Copy, answer: Answer) -> None:
        """The negotiation is the same under another name."""
        code = """
offer = Negotiation(1, None, 2)
result = layer.mock_NegotiateLoaderLayerInterfaceVersion(ctypes.byref(offer))
print(json.dumps([result, offer.version, bool(offer.get_instance_proc_addr)]))
"""

        assert answer(LAYER + code, copy("mock_layer_renamed")) == [0, 2, True]

    def test_two_layers_in_a_library(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Each has exports and a name in the trace of its own."""
        code = """
for name in ("second", "first"):
    look_up = getattr(layer, name + "_GetInstanceProcAddr")
    look_up.restype = VOID
    offer = Negotiation(1, None, 2)
    getattr(layer, name + "_NegotiateLoaderLayerInterfaceVersion")(ctypes.byref(offer))
    assert offer.get_instance_proc_addr == look_up(None, b"vkGetInstanceProcAddr")
print(0)
"""

        answer(LAYER + code, copy("mock_layer_two", "name=A"))

        assert [line for line in trace() if "offered" in line] == [
            "layer A_second negotiate offered=2",
            "layer A_first negotiate offered=2",
        ]


class TestWrongNegotiations:
    """A layer can answer the loader's offer with anything."""

    @pytest.mark.parametrize(
        ("flag", "found"),
        [
            ("negotiate_version=4294967295", [0, 4294967295, True, True]),
            ("negotiate_result=-9", [-9, 2, True, True]),
            ("negotiate=null_pointers", [0, 2, False, False]),
            ("negotiate=null_instance", [0, 2, False, True]),
            ("negotiate=null_device", [0, 2, True, False]),
        ],
    )
    def test_wrong_answers(self, copy: Copy, answer: Answer, flag: str, found: list[object]) -> None:
        """The version, the result and the pointers, each on its own."""
        code = """
result, offer = negotiate_layer(layer)
pointers = [bool(offer.get_instance_proc_addr), bool(offer.get_device_proc_addr)]
print(json.dumps([result, offer.version, *pointers]))
"""

        assert answer(LAYER + code, copy("mock_layer_v2", flag)) == found

    def test_calling_down(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """It asks a loader in the same process, and notes that there is none."""
        answer(
            LAYER + "negotiate_layer(layer)\nprint(0)", copy("mock_layer", "name=A", "negotiate=call_down")
        )

        assert "layer A called_down version=0" in trace()

    @pytest.mark.parametrize(
        ("flag", "number"), [("negotiate=crash", signal.SIGSEGV), ("negotiate=hang", signal.SIGALRM)]
    )
    def test_never_answering(self, copy: Copy, child: Child, flag: str, number: signal.Signals) -> None:
        """It crashes, or waits for ever."""
        run = child(
            LAYER + "import signal\nsignal.alarm(1)\nnegotiate_layer(layer)", copy("mock_layer", flag)
        )

        assert run.returncode == -number
