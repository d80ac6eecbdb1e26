"""Tests of what the mock layer makes for itself: devices, memory, and what it knows of several instances."""

import pytest
from mock_fixtures import Answer, Copy, Trace

LOADER = "from fake_loader import *\nloader = Loader(*sys.argv[1:])\n"


class TestOwnThings:
    """What the layer makes for itself it gives back itself."""

    @pytest.mark.parametrize("when", ["vkCreateInstance", "vkCreateDevice"])
    def test_an_own_device(self, copy: Copy, answer: Answer, trace: Trace, when: str) -> None:
        """It goes through the loader's callbacks, gets a queue and is destroyed before what it came with."""
        code = """
loader.create_instance()
loader.create_device(loader.devices()[0])
loader.end()
calls = [each for each in loader.calls_up if each != "set_data"]
print(json.dumps([calls, len(loader.called("vkDestroyDevice")), len(loader.called("vkQueueWaitIdle"))]))
"""

        found = answer(LOADER + code, copy("mock_layer", "name=A", f"own_device={when}"))

        assert found == [["layer_create_device", "layer_destroy_device"], 2, 1]
        assert [line for line in trace() if " own_" in line] == [
            "layer A own_device result=0 device=1 next=1",
            "layer A own_queue queue=1 used=1",
            "layer A own_device destroyed next=1",
        ]

    def test_no_callbacks_for_an_own_device(self, copy: Copy, answer: Answer, trace: Trace) -> None:
        """With a loader that has none the layer says so and goes on."""
        code = "loader.callbacks = (DATA,)\nprint(loader.create_instance())"

        found = answer(LOADER + code, copy("mock_layer", "name=A", "own_device=vkCreateInstance"))

        assert found == 0
        assert "layer A own_device callbacks=0" in trace()

    @pytest.mark.parametrize("wrap", ["", "instance,physical_device,device,queue,command_buffer"])
    def test_allocators_are_balanced(self, copy: Copy, answer: Answer, wrap: str) -> None:
        """What came from the application's allocator goes back to it."""
        code = """
memory = Memory()
loader.create_instance(allocator=memory.callbacks)
loader.create_device(loader.devices()[0], allocator=memory.callbacks)
loader.get("vkGetDeviceQueue", 0, 0)
between = memory.left
loader.end()
print(json.dumps([between >= 2, memory.taken >= between, memory.left]))
"""

        found = answer(LOADER + code, copy("mock_layer", "allocate=1", f"wrap={wrap}"))

        assert found == [True, True, 0]

    @pytest.mark.parametrize("refuse", [0, 1])
    def test_no_memory(self, copy: Copy, answer: Answer, refuse: int) -> None:
        """A refusal at any point is VK_ERROR_OUT_OF_HOST_MEMORY, and nothing is left."""
        code = f"""
memory = Memory(refuse={refuse})
result = loader.create_instance(allocator=memory.callbacks)
print(json.dumps([result, memory.left, [each[0] for each in loader.calls]]))
"""

        found = answer(LOADER + code, copy("mock_layer", "allocate=1", "wrap=instance"))

        assert found == [-1, 0, ["vkCreateInstance", "vkDestroyInstance"]]

    def test_several_instances_at_once(self, copy: Copy, answer: Answer) -> None:
        """Each is known by its own first word, in whatever order they go."""
        code = """
others = [Loader(*sys.argv[1:]) for _ in range(20)]
for each in others:
    each.create_instance()
    each.create_device(each.devices()[1])
for each in others[::2] + others[1::2]:
    each.end()
print(json.dumps([[len(each.called("vkDestroyDevice")), len(each.called("vkDestroyInstance"))] for each in others]))
"""

        found = answer(LOADER + code, copy("mock_layer", "intercept=vkDestroyFence"))

        assert found == [[1, 1]] * 20
