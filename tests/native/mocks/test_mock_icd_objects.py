"""Tests of the mock driver's objects: made, used, named, marked by the loader and destroyed."""

import pytest
from mock_fixtures import DRIVER, Answer, Child, Copy, Trace

BUFFER = """
device = driver.device()
pool = driver.made("vkCreateCommandPool", device, packed("@iPII", 39, 0, 0, 0), None)
buffer = driver.made("vkAllocateCommandBuffers", device, packed("@iPNiI", 40, 0, pool, 0, 1))
"""
QUEUE = """
queue = VOID()
driver.call("vkGetDeviceQueue", device, 0, 0, queue)
queue = queue.value
"""


class TestUse:
    """Work reaches the driver through handles that the loader has marked."""

    def test_a_whole_life(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """From the instance to a submitted command buffer and back; nothing stays and nobody complains."""
        path = copy("mock_icd", "name=one")
        code = """
stamped(buffer)
stamped(queue)
buffers = (VOID * 1)(buffer)
submit = packed("@iPIPPIPIP", 4, 0, 0, 0, 0, 1, ctypes.addressof(buffers), 0, 0)
results = [
    driver.call("vkBeginCommandBuffer", buffer, None),
    driver.call("vkEndCommandBuffer", buffer),
    driver.call("vkResetCommandBuffer", buffer, 0),
    driver.call("vkQueueSubmit", queue, 1, submit, None),
    driver.call("vkQueueWaitIdle", queue),
    driver.call("vkDeviceWaitIdle", device),
    driver.call("vkResetCommandPool", device, pool, 0),
]
fence = driver.made("vkCreateFence", device, None, None)
driver.call("vkDestroyFence", device, fence, None)
driver.call("vkDestroyCommandPool", device, pool, None)
driver.call("vkDestroyDevice", device, None)
driver.call("vkDestroyInstance", driver.instance, None)
print(json.dumps(results))
"""

        assert answer(DRIVER + BUFFER + QUEUE + code, path) == [0] * 7
        assert trace()[-7:] == [
            "driver one vkResetCommandPool",
            "driver one vkCreateFence",
            "driver one vkDestroyFence",
            "driver one vkDestroyCommandPool",
            "driver one vkDestroyDevice",
            "driver one vkDestroyInstance",
            "driver one unload",
        ]
        assert not [line for line in trace() if "VIOLATION" in line]

    def test_what_is_left_is_counted(self, copy: Copy, child: Child, trace: Trace) -> None:
        """Objects that nobody destroyed are named by their number when the library goes."""
        path = copy("mock_icd", "name=one")

        child(DRIVER + BUFFER, path)

        assert trace()[-1] == "driver one unload living=4"

    @pytest.mark.parametrize(
        ("code", "complaint"),
        [
            ('driver.call("vkResetCommandBuffer", buffer, 0)', "vkResetCommandBuffer with a command_buffer"),
            ('driver.call("vkCmdDraw", buffer, 0, 0, 0, 0)', "vkCmdDraw with a command_buffer"),
            ('driver.call("vkQueueSubmit", queue, 0, None, None)', "vkQueueSubmit with a queue"),
            ('driver.call("vkQueueWaitIdle", queue)', "vkQueueWaitIdle with a queue"),
        ],
    )
    def test_an_unmarked_object_is_a_violation(
        self, copy: Copy, child: Child, trace: Trace, code: str, complaint: str
    ) -> None:
        """The loader puts its own pointer over the magic number before the object is used."""
        path = copy("mock_icd", "name=one")

        run = child(DRIVER + BUFFER + QUEUE + code, path)

        assert run.returncode == 0, run.stderr
        assert f"driver one VIOLATION OBJECTS-ICD-03: {complaint} that the loader has not marked" in trace()

    def test_a_foreign_command_buffer_is_a_violation(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """A wrong handle ends the command with an error, and the process goes on."""
        path = copy("mock_icd", "name=one")
        code = 'print(driver.call("vkResetCommandBuffer", device, 0))'

        assert answer(DRIVER + BUFFER + code, path) == -4
        assert (
            "driver one VIOLATION VULKAN-LOADER-05: vkResetCommandBuffer with a handle that is not this driver's"
            in trace()
        )

    def test_queues(self, copy: Copy, answer: Answer) -> None:
        """Each family has its queues; beyond them there is none."""
        path = copy("mock_icd", "families=G2,T1")
        code = """
device, found = driver.device(), []
for family, index in (0, 0), (0, 1), (1, 0), (0, 0), (1, 1), (2, 0):
    queue = VOID(1)
    driver.call("vkGetDeviceQueue2", device, packed("@iPIII", 1000145003, 0, 0, family, index), queue)
    found.append(queue.value)
print(json.dumps([len(set(found[:3])), found[3] == found[0], found[4:]]))
"""

        assert answer(DRIVER + code, path) == [3, True, [None, None]]

    def test_a_device_of_a_group_takes_the_drivers_own_handles(
        self, copy: Copy, child: Child, trace: Trace
    ) -> None:
        """Physical devices inside a create info have to be the driver's own."""
        path = copy("mock_icd", "name=one", "devices=2")
        code = """
first, second = driver.physical()
def create_device(*members):
    handles = (VOID * len(members))(*members)
    group = packed("@iPIP", 1000070001, 0, len(members), ctypes.addressof(handles))
    info = packed("@iPIIPIPIPP", 3, ctypes.addressof(group), 0, 0, 0, 0, 0, 0, 0, 0)
    return driver.call("vkCreateDevice", first, info, None, VOID())
assert create_device(first, second) == 0
assert create_device(first, ctypes.addressof(ctypes.create_string_buffer(64))) == -3
"""

        run = child(DRIVER + code, path)

        assert run.returncode == 0, run.stderr
        assert [line.split(" ", 2)[2] for line in trace() if "group" in line] == [
            "vkCreateDevice(group) devices=2",
            "vkCreateDevice(group) devices=2",
            "VIOLATION VULKAN-LOADER-05: vkCreateDevice of a group with a handle that is not this driver's",
        ]

    def test_which_instance_ends(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """The end of an instance says which one it was, in the order in which they were made, unless the first."""
        path = copy("mock_icd", "name=one")
        code = """
second = Driver(sys.argv[1])
driver.call("vkDestroyInstance", driver.instance, None)
second.call("vkDestroyInstance", second.instance, None)
print(0)
"""

        assert answer(DRIVER + code, path) == 0
        ends = [line for line in trace() if "vkDestroyInstance" in line]
        assert ends == ["driver one vkDestroyInstance", "driver one vkDestroyInstance made=2"]

    def test_eight_threads(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Instances and devices of several threads do not know of each other."""
        path = copy("mock_icd", "name=one")
        code = """
import threading
def live():
    for _ in range(20):
        one = Driver(sys.argv[1])
        device = one.device()
        one.call("vkDestroyDevice", device, None)
        one.call("vkDestroyInstance", one.instance, None)
threads = [threading.Thread(target=live) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
driver.call("vkDestroyInstance", driver.instance, None)
print(0)
"""

        assert answer(DRIVER + code, path) == 0
        assert sum("vkCreateDevice" in line for line in trace()) == 160
        assert trace()[-1] == "driver one unload"


class TestAllocators:
    """With use_allocator=1 objects come from the application's callbacks and go back through them."""

    CALLBACKS = """
libc, taken, given = ctypes.CDLL(None), [], []
libc.malloc.restype, libc.malloc.argtypes = VOID, [ctypes.c_size_t]
libc.free.argtypes = [VOID]
empty = False
@ctypes.CFUNCTYPE(VOID, VOID, ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int)
def allocate(user, size, alignment, scope):
    if empty: return None
    taken.append(libc.malloc(size))
    return taken[-1]
@ctypes.CFUNCTYPE(None, VOID, VOID)
def give_back(user, memory):
    given.append(memory)
    libc.free(memory)
pointers = [ctypes.cast(f, VOID).value for f in (allocate, give_back)]
allocator = packed("@PPPPPP", 0, pointers[0], 0, pointers[1], 0, 0)
from mock_driver import *
library = ctypes.CDLL(sys.argv[1])
negotiate_driver(library)
look_up = driver_lookup(library)
make, handle = look_up(None, b"vkCreateInstance"), VOID()
"""

    def test_they_balance(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """What was taken is given back, and the creation notes that there was an allocator."""
        path = copy("mock_icd", "name=one", "use_allocator=1")
        code = """
call(make, create_info(), allocator, handle)
call(look_up(handle, b"vkDestroyInstance"), handle.value, allocator)
print(json.dumps([len(taken), taken == given]))
"""

        assert answer("from mock_driver import *\n" + self.CALLBACKS + code, path) == [1, True]
        assert "driver one vkCreateInstance api=1.3.0 extensions= allocator=yes" in trace()

    def test_running_out(self, copy: Copy, answer: Answer) -> None:
        """An allocator that has nothing makes VK_ERROR_OUT_OF_HOST_MEMORY."""
        path = copy("mock_icd", "use_allocator=1")
        code = "empty = True\nprint(call(make, create_info(), allocator, handle))"

        assert answer("from mock_driver import *\n" + self.CALLBACKS + code, path) == -1

    @pytest.mark.parametrize(
        ("first", "second", "complaint"),
        [
            ("allocator", "None", "without the allocator that the instance was made with"),
            ("None", "allocator", "with an allocator that the instance was not made with"),
        ],
    )
    def test_a_lost_allocator_is_a_violation(
        self, copy: Copy, child: Child, trace: Trace, first: str, second: str, complaint: str
    ) -> None:
        """The loader passes the application's allocator on, at the destruction as at the creation."""
        path = copy("mock_icd", "name=one", "use_allocator=1")
        code = f"""
call(make, create_info(), {first}, handle)
call(look_up(handle, b"vkDestroyInstance"), handle.value, {second})
"""

        run = child("from mock_driver import *\n" + self.CALLBACKS + code, path)

        assert run.returncode == 0, run.stderr
        assert f"driver one VIOLATION VULKAN-LOADER-05: vkDestroyInstance {complaint}" in trace()
