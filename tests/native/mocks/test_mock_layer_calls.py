"""Tests of the commands that the mock layer stands in front of: by name, of its own, and on wrapped objects."""

import signal

import pytest
from mock_fixtures import Answer, Child, Copy, Trace

NEW = "from fake_loader import *\nloader = Loader(*sys.argv[1:])\n"
LOADER = NEW + "loader.create_instance()\n"
DEVICE = LOADER + "loader.create_device(loader.devices()[0])\n"
ALL_KINDS = "wrap=instance,physical_device,device,queue,command_buffer"


class TestInterception:
    """A command that is named passes through the layer, which notes it and changes nothing."""

    def test_what_is_not_named_goes_straight_down(self, copy: Copy, answer: Answer) -> None:
        """The lookups give the next entity's own pointers, so that a call costs nothing more."""
        code = """
direct = [loader.commands[b"vkCmdDraw"], loader.commands[b"vkGetPhysicalDeviceFeatures"]]
found = [loader.of_device("vkCmdDraw"), loader.of_instance("vkGetPhysicalDeviceFeatures")]
print(json.dumps([found == direct, loader.of_device("vkCmdDispatch")]))
"""

        found = answer(DEVICE + code, copy("mock_layer", "intercept=vkQueueSubmit"))

        assert found == [True, None]

    def test_ten_arguments(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Those on the stack arrive like those in registers, and the handle is written down."""
        code = """
buffer = loader.handle(loader.device_key)
call(loader.of_device("vkCmdPipelineBarrier"), buffer, *range(1, 10))
print(json.dumps([loader.called("vkCmdPipelineBarrier"), buffer, loader.device_key]))
"""

        found = answer(DEVICE + code, copy("mock_layer", "name=A", "intercept=vkCmdPipelineBarrier"))

        assert isinstance(found, list)
        calls, buffer, key = found
        assert calls == [[buffer, *range(1, 10)]]
        assert f"layer A vkCmdPipelineBarrier handle={buffer:#x} first={key:#x}" in trace()

    def test_numbers_in_vector_registers(self, copy: Copy, answer: Answer) -> None:
        """Floating-point arguments and a 64-bit result are left as they are."""
        code = """
kind = ctypes.CFUNCTYPE(ctypes.c_uint64, WORD, *[ctypes.c_float] * 3)
seen = []
loader.commands[b"vkCmdSetDepthBias"] = loader.pointer(kind(lambda *given: seen.extend(given[1:]) or 1 << 40))
loader.create_instance()
loader.create_device(loader.devices()[0])
result = kind(loader.of_device("vkCmdSetDepthBias"))(loader.handle(loader.device_key), 0.5, 1.5, 2.5)
print(json.dumps([seen, result]))
"""

        found = answer(NEW + code, copy("mock_layer", "intercept=vkCmdSetDepthBias"))

        assert found == [[0.5, 1.5, 2.5], 1 << 40]

    def test_at_every_level(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Commands of instances, physical devices, devices, queues and command buffers alike."""
        code = """
call(loader.of_instance("vkGetPhysicalDeviceFeatures"), loader.devices()[0], 0)
call(loader.of_device("vkDeviceWaitIdle"), loader.device)
call(loader.of_instance("vkQueueWaitIdle"), loader.handle(loader.device_key))
call(loader.of_instance("vkSubmitDebugUtilsMessageEXT"), loader.instance, 1, 2, 0)
print(json.dumps([name for name, *_ in loader.calls[-4:]]))
"""
        names = ["vkGetPhysicalDeviceFeatures", "vkDeviceWaitIdle", "vkQueueWaitIdle"]
        names.append("vkSubmitDebugUtilsMessageEXT")

        found = answer(DEVICE + code, copy("mock_layer", f"intercept={','.join(names)}"))

        assert found == names
        assert [line.split()[2] for line in trace() if "handle=" in line] == names

    def test_every_command_there_is(self, copy: Copy, answer: Answer) -> None:
        """A star names them all; what the next entity does not have stays NULL."""
        code = """
stubs = [loader.of_device("vkCmdDraw"), loader.of_instance("vkGetPhysicalDeviceFeatures")]
print(json.dumps([each in loader.commands.values() for each in stubs] + [loader.of_device("vkCmdDispatch")]))
"""

        found = answer(DEVICE + code, copy("mock_layer", "intercept=*"))

        assert found == [False, False, None]

    @pytest.mark.parametrize(
        "flag",
        [
            "intercept=vkCmdDrew",
            "wrap=buffer",
            "unknown_device=vkCmdDraw",
            "own_device=always",
            "fail_after=vkQueueSubmit",
            "fail=vkCreateDevice:lost",
            "device_extensions=VK_A",
        ],
    )
    def test_a_wrong_flag_aborts(self, copy: Copy, child: Child, flag: str) -> None:
        """A mistyped test must not pass."""
        run = child("ctypes.CDLL(sys.argv[1])", copy("mock_layer", flag))

        assert run.returncode == -signal.SIGABRT

    def test_a_foreign_handle_is_not_passed_on(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """The layer cannot know what to call next."""
        code = """
result = call(loader.of_device("vkQueueWaitIdle"), loader.handle(loader.block()))
print(json.dumps([result, loader.called("vkQueueWaitIdle")]))
"""

        found = answer(DEVICE + code, copy("mock_layer", "name=A", "intercept=vkQueueWaitIdle"))

        assert found == [-3, []]
        assert "A VIOLATION CHAIN-DIST-01: vkQueueWaitIdle with a handle of no instance" in "\n".join(trace())


class TestOwnCommands:
    """The layer answers commands that no registry knows, and tells of which kind they are."""

    FLAGS = ("unknown_physical=vkMockA,vkMockB", "unknown_device=vkMockC")

    def test_they_are_answered_by_the_layer(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """Each with its place in its list, and a line in the trace."""
        code = """
physical, device = loader.devices()[0], loader.device
pairs = [
    call(loader.of_physical("vkMockA"), physical),
    call(loader.of_instance("vkMockB"), physical),
    call(loader.of_device("vkMockC"), device),
    call(loader.of_instance("vkMockC"), device),
]
print(json.dumps(pairs))
"""

        found = answer(DEVICE + code, copy("mock_layer", *self.FLAGS))

        assert found == [1, 2, 1, 1]
        noted = [line.split()[2] for line in trace() if "handle=" in line]
        assert noted == ["vkMockA", "vkMockB", "vkMockC", "vkMockC"]

    def test_the_lookup_for_physical_devices(self, copy: Copy, answer: Answer) -> None:
        """Its own pointer, NULL for what takes something else, and the next entity's answer for the rest."""
        code = """
names = ("vkMockA", "vkCreateDevice", "vkMockC", "vkDestroyDevice", "vkDestroyInstance", "vkCmdDraw", "vkOther")
found = [bool(loader.of_physical(name)) for name in names]
future = "vkFutureThingOfPhysicalDevice"
found.append(loader.of_physical(future) == loader.commands[future.encode()])
found.append(bool(loader.of_instance("vk_layerGetPhysicalDeviceProcAddr")))
print(json.dumps(found))
"""

        found = answer(LOADER + code, copy("mock_layer", *self.FLAGS))

        assert found == [True, True, False, False, False, False, False, True, True]


class TestWrapping:
    """Whoever calls the layer sees its objects; whoever it calls sees their own."""

    def test_each_kind(self, copy: Copy, answer: Answer) -> None:
        """The handles above are others than below, carry the loader's pointer and come out as they were."""
        code = """
devices = loader.devices()
queue, = loader.get("vkGetDeviceQueue", 0, 0)
info = (ctypes.c_uint32 * 8)(*[0] * 7, 2)
buffers = loader.get("vkAllocateCommandBuffers", ctypes.addressof(info), count=2)
above = [loader.instance, *devices, loader.device, queue, *buffers]
below = [loader.bottom, *loader.physical, loader.lower_device, loader.queue, *loader.buffers]
words = [loader.instance_key] * 3 + [loader.device_key] * 4
for name, handle in zip(
    ("vkGetPhysicalDeviceFeatures", "vkDeviceWaitIdle", "vkQueueWaitIdle", "vkCmdDraw"),
    (devices[1], loader.device, queue, buffers[1]),
):
    given = [7] * (ANSWERS_ZERO[name] - 1)
    call((loader.of_instance if "Physical" in name else loader.of_device)(name), handle, *given)
reached = [each[1] for each in loader.calls[-4:]]
loader.end()
print(json.dumps([
    [a == b for a, b in zip(above, below)],
    [word(handle) for handle in below] == words,
    reached == [below[2], below[3], below[4], below[6]],
    loader.called("vkDestroyDevice")[0][0] == below[3] and loader.called("vkDestroyInstance")[0][0] == below[0],
]))
"""

        found = answer(DEVICE + code, copy("mock_layer", ALL_KINDS))

        assert found == [[False] * 7, True, True, True]

    def test_the_same_object_for_the_same_handle(self, copy: Copy, answer: Answer) -> None:
        """Asking twice gives one object."""
        code = """
twice = [loader.devices() for _ in range(2)], [loader.get("vkGetDeviceQueue", 0, 0) for _ in range(2)]
groups, count = (ctypes.c_uint8 * 512)(), ctypes.c_uint32(1)
listed = loader.of_instance("vkEnumeratePhysicalDeviceGroups")
call(listed, loader.instance, ctypes.addressof(count), ctypes.addressof(groups))
grouped = [word(ctypes.addressof(groups) + 24), word(ctypes.addressof(groups) + 32)]
print(json.dumps([a == b for a, b in twice] + [grouped == twice[0][0]]))
"""

        found = answer(DEVICE + code, copy("mock_layer", ALL_KINDS))

        assert found == [True, True, True]

    def test_handles_inside_of_arguments(self, copy: Copy, answer: Answer) -> None:
        """Submitted, executed and freed command buffers are exchanged, in copies of what the application gave."""
        code = """
seen = []
loader.add("vkQueueSubmit", 4, lambda _, __, infos, ___: seen.append(word(word(infos + 48))) or 0)
loader.add("vkQueueSubmit2", 4, lambda _, __, infos, ___: seen.append(word(word(infos + 40) + 16)) or 0)
loader.add("vkCmdExecuteCommands", 3, lambda _, __, list: seen.append(word(list)) or 0)
loader.add("vkFreeCommandBuffers", 4, lambda _, __, ___, list: seen.append(word(list)) or 0)
loader.create_instance()
loader.create_device(loader.devices()[0])
queue, = loader.get("vkGetDeviceQueue", 0, 0)
count = (ctypes.c_uint32 * 8)(*[0] * 7, 2)
buffers = loader.get("vkAllocateCommandBuffers", ctypes.addressof(count), count=2)
array = (WORD * 1)(buffers[1])
submit = (WORD * 9)(4, 0, 0, 0, 0, 1, ctypes.addressof(array), 0, 0)
one = (WORD * 4)(0, 0, buffers[1], 0)
submit2 = (WORD * 8)(0, 0, 0, 0, 1, ctypes.addressof(one), 0, 0)
call(loader.of_device("vkQueueSubmit"), queue, 1, ctypes.addressof(submit), 0)
call(loader.of_device("vkQueueSubmit2"), queue, 1, ctypes.addressof(submit2), 0)
call(loader.of_device("vkCmdExecuteCommands"), buffers[0], 1, ctypes.addressof(array))
call(loader.of_device("vkFreeCommandBuffers"), loader.device, 5, 1, ctypes.addressof(array))
print(json.dumps([[each == loader.buffers[1] for each in seen], array[0] == one[2] == buffers[1]]))
"""

        found = answer(NEW + code, copy("mock_layer", ALL_KINDS))

        assert found == [[True] * 4, True]

    @pytest.mark.parametrize("name", ["vkSetDebugUtilsObjectNameEXT", "vkDebugMarkerSetObjectTagEXT"])
    def test_handles_that_get_a_name(self, copy: Copy, answer: Answer, name: str) -> None:
        """A queue is named below by its own handle; a number that is no pointer is left alone."""
        code = f"""
seen = []
loader.add("{name}", 2, lambda _, info: seen.append(word(info + 24)) or 0)
loader.create_instance()
loader.create_device(loader.devices()[0])
queue, = loader.get("vkGetDeviceQueue", 0, 0)
for kind, handle in ((4, queue), (5, 9)):
    info = (WORD * 7)(0, 0, kind, handle, 0, 0, 0)
    call(loader.of_device("{name}"), loader.device, ctypes.addressof(info))
print(json.dumps(seen == [loader.queue, 9]))
"""

        assert answer(NEW + code, copy("mock_layer", ALL_KINDS)) is True

    def test_commands_nobody_knows(self, copy: Copy, answer: Answer) -> None:
        """A stub stands in front of them, too: their first parameter may be one of the layer's objects."""
        code = """
physical = loader.devices()[1]
queue, = loader.get("vkGetDeviceQueue", 0, 0)
call(loader.of_physical("vkFutureThingOfPhysicalDevice"), physical, 3)
call(loader.of_device("vkFutureThingOfQueue"), queue, 4)
print(json.dumps([loader.calls[-2][1:] == [loader.physical[1], 3], loader.calls[-1][1:] == [loader.queue, 4]]))
"""

        found = answer(DEVICE + code, copy("mock_layer", ALL_KINDS))

        assert found == [True, True]

    def test_two_wrapping_layers(self, copy: Copy, answer: Answer) -> None:
        """Each unwraps its own objects and leaves the other's alone."""
        code = """
queue, = loader.get("vkGetDeviceQueue", 0, 0)
call(loader.of_device("vkQueueWaitIdle"), queue)
call(loader.of_instance("vkGetPhysicalDeviceFeatures"), loader.devices()[0], 0)
loader.end()
print(json.dumps([name for name, *_ in loader.calls[-4:]]))
"""
        first, second = copy("mock_layer", ALL_KINDS, to="a.so"), copy("mock_layer", ALL_KINDS, to="b.so")

        found = answer(DEVICE + code, first, second)

        assert found == [
            "vkEnumeratePhysicalDevices",
            "vkGetPhysicalDeviceFeatures",
            "vkDestroyDevice",
            "vkDestroyInstance",
        ]

    def test_without_the_callback_the_pointer_is_copied(self, copy: Copy, answer: Answer) -> None:
        """Old loaders have no callback: the first word then comes from the parent."""
        code = """
loader = Loader(*sys.argv[1:], callbacks=())
loader.create_instance()
print(json.dumps([word(each) == loader.instance_key for each in [loader.instance, *loader.devices()]]))
"""

        found = answer(LOADER + code, copy("mock_layer", "wrap=instance,physical_device"))

        assert found == [True, True, True]
