"""Tests of the mock driver that is as good as a real one ("whole=1"): its objects, its memory, what it refuses."""

import pytest
from mock_fixtures import DRIVER, Answer, Copy, Trace

DEVICE = (
    DRIVER
    + """
device = driver.device()
def buffer(): return driver.made("vkCreateBuffer", device, packed("@iPIQIiIP", 12, 0, 0, 64, 1, 0, 0, 0), None)
def fence(flags=0): return driver.made("vkCreateFence", device, packed("@iPI", 8, 0, flags), None)
def memory(size): return driver.made("vkAllocateMemory", device, packed("@iPQI", 5, 0, size, 1), None)
def array(*handles): return (VOID * len(handles))(*handles)
kept = []
def address(object):
    kept.append(object)
    return ctypes.addressof(object)
queue = VOID()
driver.call("vkGetDeviceQueue", device, 0, 0, queue)
queue = stamped(queue.value)
"""
)
# Handles that are none of the driver's, each as an expression.
FOREIGN = {
    "a number": "0x4242",
    "another object's memory": "address(ctypes.create_string_buffer(64))",
    "of another type": "fence()",
    "of what is destroyed": "destroyed()",
}
DESTROYED = """
def destroyed():
    made = buffer()
    driver.call("vkDestroyBuffer", device, made, None)
    return made
"""


def _complaints(trace: Trace) -> list[str]:
    return [line.partition("VIOLATION ")[2] for line in trace() if "VIOLATION" in line]


class TestHandles:
    """LLP_LAYER_10: every handle that comes down is compared with those that live."""

    @pytest.mark.parametrize("foreign", FOREIGN.values(), ids=FOREIGN)
    def test_a_parameter_that_is_not_its_own(
        self, copy: Copy, answer: Answer, trace: Trace, foreign: str
    ) -> None:
        """The command ends with an error, and the trace names the command, the type and the parameter."""
        path = copy("mock_icd", "whole=1")
        code = f'{DESTROYED}print(driver.call("vkBindBufferMemory", device, {foreign}, memory(64), 0))'

        assert answer(DEVICE + code, path) == -13
        assert _complaints(trace) == [
            "LLP_LAYER_10: vkBindBufferMemory is given a VkBuffer as buffer that this driver did not make, "
            "or that is destroyed"
        ]

    @pytest.mark.parametrize(
        ("call", "member"),
        [
            (
                '"vkQueueSubmit", queue, 1, packed("@iPIPPIPIP", 4, 0, 1, address(array(7)), 0, 0, 0, 0, 0), None',
                "VkSemaphore as pWaitSemaphores",
            ),
            (
                '"vkWaitForFences", device, 2, array(fence(1), 7), 1, 0',
                "VkFence as pFences",
            ),
            (
                '"vkAllocateDescriptorSets", device, packed("@iPNIP", 34, 0, 7, 0, 0), array(0)',
                "VkDescriptorPool as descriptorPool",
            ),
            (
                '"vkQueueSubmit2", queue, 1, packed("@iPIIPIPIP", 1000314004, 0, 0, 1, '
                'address(packed("@iPNQQI", 1000314005, 0, 7, 0, 0, 0)), 0, 0, 0, 0), None',
                "VkSemaphore as semaphore",
            ),
        ],
    )
    def test_in_structures_and_arrays(
        self, copy: Copy, answer: Answer, trace: Trace, call: str, member: str
    ) -> None:
        """Handles are found where the registry says that they are."""
        path = copy("mock_icd", "whole=1")

        assert answer(f"{DEVICE}print(driver.call({call}))", path) == -13
        assert [member in complaint for complaint in _complaints(trace)] == [True]

    def test_a_handle_in_a_chain(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """What hangs on pNext is followed."""
        path = copy("mock_icd", "whole=1")
        code = """
chained = packed("@iPNN", 1000127001, 0, 7, 0)
print(driver.call("vkAllocateMemory", device, packed("@iPQI", 5, address(chained), 64, 1), None, VOID()))
"""

        assert answer(DEVICE + code, path) == -13
        assert ["VkImage as image" in complaint for complaint in _complaints(trace)] == [True]

    def test_its_own_handles_are_welcome(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """A whole life of a buffer leaves no complaint."""
        path = copy("mock_icd", "whole=1")
        code = """
made, block = buffer(), memory(256)
results = [driver.call("vkBindBufferMemory", device, made, block, 0)]
driver.call("vkDestroyBuffer", device, made, None)
driver.call("vkFreeMemory", device, block, None)
driver.call("vkDestroyBuffer", device, None, None)
driver.call("vkDestroyDevice", device, None)
driver.call("vkDestroyInstance", driver.instance, None)
print(results)
"""

        assert answer(DEVICE + code, path) == [0]
        assert _complaints(trace) == []

    def test_what_a_pool_gave_ends_with_it(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """A descriptor set of a destroyed pool is no longer alive."""
        path = copy("mock_icd", "whole=1")
        code = """
layout = driver.made("vkCreateDescriptorSetLayout", device, packed("@iPIIP", 32, 0, 0, 0, 0), None)
pool = driver.made("vkCreateDescriptorPool", device, packed("@iPIIIP", 33, 0, 0, 1, 0, 0), None)
sets = array(0)
wanted = packed("@iPNIP", 34, 0, pool, 1, address(array(layout)))
results = [driver.call("vkAllocateDescriptorSets", device, wanted, sets)]
copied = packed("@iPNIINIII", 36, 0, sets[0], 0, 0, sets[0], 0, 0, 0)
driver.call("vkUpdateDescriptorSets", device, 0, None, 1, copied)
driver.call("vkDestroyDescriptorPool", device, pool, None)
driver.call("vkUpdateDescriptorSets", device, 0, None, 1, copied)
print(results)
"""

        assert answer(DEVICE + code, path) == [0]
        assert [line.split(" is given")[0] for line in _complaints(trace)] == [
            "LLP_LAYER_10: vkUpdateDescriptorSets"
        ] * 2


class TestWork:
    """Commands have the effects that a program waits for."""

    def test_memory_keeps_what_is_written(self, copy: Copy, answer: Answer) -> None:
        """Memory that is mapped twice is the same."""
        code = """
block, place = memory(64), VOID()
def mapped():
    assert driver.call("vkMapMemory", device, block, 8, 16, 0, place) == 0
    return (ctypes.c_char * 4).from_address(place.value)
mapped().raw = b"kept"
driver.call("vkUnmapMemory", device, block)
print(json.dumps(mapped().raw.decode()))
"""
        assert answer(DEVICE + code, copy("mock_icd", "whole=1")) == "kept"

    def test_fences_and_events_have_a_state(self, copy: Copy, answer: Answer) -> None:
        """Signalled from the start, reset, signalled by work; set and reset by the host."""
        code = """
one = fence(1)
status = lambda: driver.call("vkGetFenceStatus", device, one)
results = [status(), driver.call("vkResetFences", device, 1, array(one)), status()]
results += [driver.call("vkWaitForFences", device, 1, array(one), 1, 0)]
results += [driver.call("vkQueueSubmit", queue, 0, None, one), status()]
event = driver.made("vkCreateEvent", device, packed("@iPI", 10, 0, 0), None)
results += [driver.call("vkGetEventStatus", device, event), driver.call("vkSetEvent", device, event)]
results += [driver.call("vkGetEventStatus", device, event)]
print(results)
"""
        assert answer(DEVICE + code, copy("mock_icd", "whole=1")) == [0, 0, 1, 2, 0, 0, 4, 0, 3]

    def test_all_of_core_is_there(self, copy: Copy, answer: Answer) -> None:
        """What a version brings is found from that version on, and not before."""
        names = ("vkCmdDrawIndexedIndirect", "vkBindBufferMemory2", "vkResetQueryPool", "vkCmdBeginRendering")
        code = f"print(json.dumps([bool(driver.of_device(driver.device(), name)) for name in {names}]))"

        found = [
            answer(DRIVER + code, copy("mock_icd", "whole=1", f"api=1.{minor}.0", to=f"mock{minor}.so"))
            for minor in range(4)
        ]

        assert found == [[n <= minor for n in range(4)] for minor in range(4)]


class TestRefusals:
    """What makes a whole driver refuse, each by one thing."""

    @pytest.mark.parametrize(("features", "result"), [("robustBufferAccess", -8), ("geometryShader", 0)])
    def test_a_feature_that_it_does_not_have(
        self, copy: Copy, answer: Answer, trace: Trace, features: str, result: int
    ) -> None:
        """VK_ERROR_FEATURE_NOT_PRESENT where a device is to have geometry shaders, unless a flag brings them."""
        code = """
features = (ctypes.c_uint32 * 55)()
features[4] = 1
info = packed("@iPIIPIPIPP", 3, 0, 0, 0, 0, 0, 0, 0, 0, ctypes.addressof(features))
print(driver.call("vkCreateDevice", driver.physical()[0], info, None, VOID()))
"""
        assert answer(DRIVER + code, copy("mock_icd", "whole=1", f"features={features}")) == result
        assert any(line.endswith("lacks=geometryShader") for line in trace()) is (result != 0)

    def test_a_command_that_a_flag_makes_fail(self, copy: Copy, answer: Answer) -> None:
        """Every command of core can be made to."""
        code = 'print(driver.call("vkCreateSampler", device, packed("@iPI", 31, 0, 0), None, VOID()))'

        assert answer(DEVICE + code, copy("mock_icd", "whole=1", "fail=vkCreateSampler:-1")) == -1

    def test_flags_that_are_given_count(self, copy: Copy, answer: Answer) -> None:
        """The values of a whole driver stand only where no flag does."""
        code = """
count = ctypes.c_uint32()
driver.call("vkEnumerateDeviceExtensionProperties", driver.physical()[0], None, count, None)
print(count.value)
"""
        assert (
            answer(DRIVER + code, copy("mock_icd", "whole=1", "device_extensions=VK_KHR_swapchain:70")) == 1
        )
        assert answer(DRIVER + code, copy("mock_icd", "whole=1", to="other.so")) == 2


TIMELINE = """
kind = packed("@iPIQ", 1000207002, 0, 1, 0)
counter = driver.made("vkCreateSemaphore", device, packed("@iPI", 9, address(kind), 0), None)
pool = driver.made("vkCreateCommandPool", device, packed("@iPII", 39, 0, 0, 0), None)
commands = stamped(driver.made("vkAllocateCommandBuffers", device, packed("@iPQII", 40, 0, pool, 0, 1)))
driver.call("vkBeginCommandBuffer", commands, packed("@iPIP", 42, 0, 0, 0))
driver.call("vkEndCommandBuffer", commands)
def at(value): return address(packed("@iPQQQI", 1000314005, 0, counter, value, 1, 0))
work = address(packed("@iPPI", 1000314006, 0, commands, 0))
def newer(wait, signal):
    waits, place = (1, at(wait)) if wait else (0, 0)
    info = packed("@iPIIPIPIP", 1000314004, 0, 0, waits, place, 1, work, 1, at(signal))
    assert driver.call("vkQueueSubmit2", queue, 1, info, None) == 0
def older(wait, signal):
    values = address(packed("@iPIPIP", 1000207003, 0, bool(wait), address(array(wait)), 1, address(array(signal))))
    made, stages, buffers = address(array(counter)), address(array(1)), address(array(commands))
    info = packed("@iPIPPIPIP", 4, values, bool(wait), made, stages, 1, buffers, 1, made)
    assert driver.call("vkQueueSubmit", queue, 1, info, None) == 0
def value():
    got = ctypes.c_uint64()
    driver.call("vkGetSemaphoreCounterValue", device, counter, got)
    return got.value
"""


@pytest.mark.parametrize("submit", ["newer", "older"])
def test_a_batch_waits_for_a_later_one(copy: Copy, answer: Answer, submit: str) -> None:
    """A semaphore that counts may be waited for before the batch that brings it to the value is submitted."""
    code = f"{submit}(1, 2); values = [value()]; {submit}(0, 1); print([*values, value()])"

    assert answer(DEVICE + TIMELINE + code, copy("mock_icd", "whole=1")) == [0, 2]


def test_many_values_of_a_batch(copy: Copy, answer: Answer) -> None:
    """Each semaphore of a batch gets its value, however many there are."""
    code = """
def another(): return driver.made("vkCreateSemaphore", device, packed("@iPI", 9, address(kind), 0), None)
many = [*(another() for _ in range(20)), counter]
given = address((ctypes.c_uint64 * 21)(*range(1, 22)))
values = address(packed("@iPIPIP", 1000207003, 0, 0, 0, 21, given))
info = packed("@iPIPPIPIP", 4, values, 0, 0, 0, 0, 0, 21, address(array(*many)))
assert driver.call("vkQueueSubmit", queue, 1, info, None) == 0
print(value())
"""
    assert answer(DEVICE + TIMELINE + code, copy("mock_icd", "whole=1")) == 21


def test_a_value_for_a_semaphore_that_does_not_count(copy: Copy, answer: Answer) -> None:
    """It is ignored, and nothing waits for it."""
    code = """
plain = driver.made("vkCreateSemaphore", device, packed("@iPI", 9, 0, 0), None)
wait = address(packed("@iPQQQI", 1000314005, 0, plain, 77, 1, 0))
info = packed("@iPIIPIPIP", 1000314004, 0, 0, 1, wait, 1, work, 1, at(3))
assert driver.call("vkQueueSubmit2", queue, 1, info, None) == 0
print(value())
"""
    assert answer(DEVICE + TIMELINE + code, copy("mock_icd", "whole=1")) == 3


def test_a_value_that_a_sparse_binding_gives(copy: Copy, answer: Answer) -> None:
    """The batch that waits for it is done."""
    code = """
newer(1, 2)
values = address(packed("@iPIPIP", 1000207003, 0, 0, 0, 1, address(array(1))))
info = packed("@iPIPIPIPIPIP", 7, values, 0, 0, 0, 0, 0, 0, 0, 0, 1, address(array(counter)))
assert driver.call("vkQueueBindSparse", queue, 1, info, None) == 0
print(value())
"""
    assert answer(DEVICE + TIMELINE + code, copy("mock_icd", "whole=1")) == 2
