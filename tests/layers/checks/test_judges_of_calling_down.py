"""Judges of what a layer calls down, each on layers that keep its rule and layers that break it."""

import pytest
from story import DEVICE, FOREIGN, GDPA, INTO, LAYER, OUT, Story, counted, handle, lookup, make

from refloader.suite.layers.checks import calling_down
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import Fact

EXTENSIONS = "vkEnumerateDeviceExtensionProperties"


def told(story: Story, command: str, down: str = "", result: int = 0) -> CheckResult:
    """What is seen of a layer that does ``down`` for a command."""
    with story.call(INTO, command, result):
        if down:
            story.out(down)
    return calling_down.commands_passed_down(story.view)


def dropped(*downs: int, result: int = 0) -> CheckResult:
    """What is seen of a layer that passes a submission of three semaphores down in calls with so many each."""
    story = Story()
    with story.call(INTO, "vkQueueSubmit", result, **semaphores(3)):
        for number in downs:
            story.out("vkQueueSubmit", 0, **semaphores(number))
    return calling_down.handles_passed_down(story.view)


def semaphores(number: int) -> dict[str, Fact]:
    """Semaphores to wait for, one for each batch."""
    return {f"pSubmits[{at}].pWaitSemaphores[0]": handle("VkSemaphore", 16 + at) for at in range(number)}


class TestObjects:
    """What a call names goes down with it."""

    @pytest.mark.parametrize("downs", [(3,), (1, 2), (3, 1)])
    def test_all_of_them(self, downs: tuple[int, ...]) -> None:
        """In one call or several, with objects of the layer's own among them."""
        assert counted(dropped(*downs)) == (1, 0)

    def test_fewer(self) -> None:
        """What is dropped is told by its array."""
        [breach] = dropped(1).broken

        assert breach.fact == "vkQueueSubmit comes with 3 in pWaitSemaphores and goes down with 1"

    def test_one_in_a_structure(self) -> None:
        """What is no array is told by its member."""
        story = Story()
        old = {"pCreateInfo.oldSwapchain": handle("VkSwapchainKHR", 16)}
        with story.call(INTO, "vkCreateSwapchainKHR", 0, **old):
            story.out("vkCreateSwapchainKHR", 0)

        [breach] = calling_down.handles_passed_down(story.view).broken

        assert breach.fact == "vkCreateSwapchainKHR comes with 1 in oldSwapchain and goes down with none"

    @pytest.mark.parametrize(
        ("command", "path"),
        [
            ("vkQueueSubmit", "pSubmits[0].pWaitSemaphores[0]"),
            ("vkQueueSubmit2", "pSubmits[0].pWaitSemaphoreInfos[0].semaphore"),
        ],
    )
    def test_a_semaphore_that_a_submission_waits_for(self, command: str, path: str) -> None:
        """A layer that copies what is presented waits in its own submission for what the presentation waits for."""
        story = Story()
        waits = {"pPresentInfo.pWaitSemaphores[0]": handle("VkSemaphore", 16)}
        with story.call(INTO, "vkQueuePresentKHR", 0, **waits):
            story.out(command, 0, **{path: handle("VkSemaphore", 16)})
            story.out("vkQueuePresentKHR", 0)

        assert counted(calling_down.handles_passed_down(story.view)) == (1, 0)

    def test_what_a_call_of_another_kind_names(self) -> None:
        """Only a submission does what was asked for: another command with a member of the same name does not."""
        story = Story()
        with story.call(
            INTO, "vkCreateSwapchainKHR", 0, **{"pCreateInfo.surface": handle("VkSurfaceKHR", 16)}
        ):
            story.out("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", 0, surface=handle("VkSurfaceKHR", 16))
            story.out("vkCreateSwapchainKHR", 0)

        [breach] = calling_down.handles_passed_down(story.view).broken

        assert breach.fact == "vkCreateSwapchainKHR comes with 1 in surface and goes down with none"

    def test_a_call_that_is_not_passed_on(self) -> None:
        """It is said by another judge, or refused."""
        assert counted(dropped()) == (0, 0)
        assert counted(dropped(1, result=-4)) == (0, 0)


def changed(above: tuple[int, ...], *below: tuple[int, ...]) -> CheckResult:
    """What is seen of a layer that is called to bind memory with these words, and calls down with those."""
    story = Story()
    with story.call(INTO, "vkBindBufferMemory", 0) as call:
        call.words = above
        for words in below:
            story.out("vkBindBufferMemory", 0).words = words
    return calling_down.numbers_passed_down(story.view)


class TestNumbers:
    """What is neither a handle nor a pointer."""

    def test_as_it_came(self) -> None:
        """Handles may be others: a layer may wrap them."""
        assert counted(changed((1, 2, 3, 256), (11, 12, 13, 256))) == (1, 0)

    def test_another_number(self) -> None:
        """The parameter is named, with both numbers."""
        [breach] = changed((1, 2, 3, 256), (1, 2, 3, 0)).broken

        assert breach.fact == "vkBindBufferMemory comes with 256 as memoryOffset and goes down with 0"

    def test_several_calls(self) -> None:
        """A layer that splits a call splits its numbers."""
        assert counted(changed((1, 2, 3, 256), (1, 2, 3, 0), (1, 2, 3, 256))) == (0, 0)

    @pytest.mark.parametrize(("time", "result", "breaches"), [(10, 0, 0), (10, 2, 1), (99, 0, 1)])
    def test_a_part_of_a_wait(self, time: int, result: int, breaches: int) -> None:
        """A layer that waits in parts needs one alone if the wait is over in it, and not if it is not."""
        story = Story()
        with story.call(INTO, "vkWaitForFences", 0) as call:
            call.words = (1, 1, 2, 1, 98)
            story.out("vkWaitForFences", result).words = (1, 1, 2, 1, time)

        assert counted(calling_down.numbers_passed_down(story.view)) == (1, breaches)


class TestPassingDown:
    """What comes to the layer goes down."""

    @pytest.mark.parametrize(
        ("command", "down", "breaches"),
        [
            ("vkCmdDraw", "vkCmdDraw", 0),
            ("vkCmdDraw", "", 1),
            ("vkCmdDraw", "vkCmdEndRenderPass", 1),
            ("vkQueueSubmit", "vkQueueSubmit2KHR", 0),
            ("vkGetDeviceQueue", "vkGetDeviceQueue2", 0),
            ("vkCreateInstance", "", 1),
        ],
    )
    def test_commands(self, command: str, down: str, breaches: int) -> None:
        """The same command goes down, or another form of it."""
        result = told(Story(), command, down)

        assert counted(result) == (1, breaches)

    def test_the_calls_are_counted(self) -> None:
        """One breach names the command and its first call."""
        story = Story()
        first = story.into("vkCmdDraw")
        story.into("vkCmdDraw")

        [breach] = calling_down.commands_passed_down(story.view).broken

        assert (breach.fact, breach.calls) == (
            "vkCmdDraw comes to the layer 2 times and never goes down",
            (first,),
        )

    def test_some_go_down(self) -> None:
        """A layer may answer again what it has answered before."""
        story = Story()
        told(story, "vkGetPhysicalDeviceProperties", "vkGetPhysicalDeviceProperties")

        assert counted(told(story, "vkGetPhysicalDeviceProperties")) == (1, 0)

    def test_on_another_thread(self) -> None:
        """A layer may have a thread that calls down later."""
        story = Story()
        story.into("vkQueueSubmit")
        story.out("vkQueueSubmit")

        assert counted(calling_down.commands_passed_down(story.view)) == (1, 0)

    @pytest.mark.parametrize("answered", [0, FOREIGN])
    def test_commands_that_those_below_may_not_have(self, answered: int) -> None:
        """An extension of the layer's own stays with it, unless somebody below has it too."""
        story = Story()
        lookup(story, OUT, "vkQueueSubmit2KHR", answered, DEVICE, GDPA)

        assert counted(told(story, "vkQueueSubmit2KHR")) == ((1, 1) if answered else (0, 0))

    @pytest.mark.parametrize(
        "command",
        [
            GDPA,
            "vkGetInstanceProcAddr",
            EXTENSIONS,
            "vkEnumerateDeviceLayerProperties",
            "vkEnumerateInstanceExtensionProperties",
            "vkNobodyKnowsTEST",
        ],
    )
    def test_what_need_not_go_down(self, command: str) -> None:
        """Lookups and enumerations have rules of their own."""
        assert counted(told(Story(), command)) == (0, 0)

    def test_refusals(self) -> None:
        """A layer may refuse to make what it cannot bear."""
        assert counted(told(Story(), "vkCreateDevice", result=-3)) == (0, 0)

    @pytest.mark.parametrize(("value", "breaches"), [(0, 0), (0x3000, 1)])
    def test_null_is_destroyed(self, value: int, breaches: int) -> None:
        """To destroy VK_NULL_HANDLE is to do nothing."""
        story = Story()
        device, fence = handle("VkDevice", DEVICE), handle("VkFence", value)
        story.into("vkDestroyFence", device=device, fence=fence)

        assert len(calling_down.commands_passed_down(story.view).broken) == breaches

    def test_a_crash(self) -> None:
        """A call that never came back might still have gone down."""
        story = Story()
        story.crash(INTO, "vkCmdDraw")

        assert counted(calling_down.commands_passed_down(story.view)) == (0, 0)


class TestExtraCalls:
    """Further calls stay on the chain of the call that they are made in."""

    @pytest.mark.parametrize(
        ("command", "extra", "seen", "breaches"),
        [
            ("vkQueueSubmit", "vkQueueWaitIdle", 1, 0),
            ("vkQueueSubmit", "vkGetPhysicalDeviceProperties", 1, 1),
            ("vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties", 1, 0),
            ("vkEnumeratePhysicalDevices", "vkDeviceWaitIdle", 1, 1),
            ("vkCreateInstance", "vkEnumeratePhysicalDevices", 1, 0),
            ("vkCreateInstance", "vkCreateFence", 1, 1),
            ("vkCreateDevice", "vkGetPhysicalDeviceProperties", 0, 0),
            ("vkCreateDevice", "vkGetDeviceQueue", 0, 0),
            ("vkQueueSubmit", GDPA, 0, 0),
            ("vkQueueSubmit", "vkQueueSubmit2", 0, 0),
            ("vkQueueSubmit", "vkEnumerateInstanceVersion", 0, 0),
        ],
    )
    def test_chains(self, command: str, extra: str, seen: int, breaches: int) -> None:
        """Device functions are added to device functions, instance functions to instance functions."""
        story = Story()
        with story.call(INTO, command) as above:
            below = story.out(extra)
            story.out(command)

        result = calling_down.extra_calls_on_the_same_chain(story.view)

        assert counted(result) == (seen, breaches)
        assert [each.calls for each in result.broken] == [(above, below)] * breaches

    def test_before_a_crash(self) -> None:
        """The call itself need not have come back."""
        story = Story()
        story.crash(INTO, "vkQueueSubmit")
        story.out("vkGetPhysicalDeviceProperties")

        assert counted(calling_down.extra_calls_on_the_same_chain(story.view)) == (1, 1)


class TestNegotiation:
    """Nobody is called from a negotiation."""

    @pytest.mark.parametrize(("calls", "breaches"), [(False, 0), (True, 1)])
    def test_calls_meanwhile(self, calls: bool, breaches: int) -> None:
        """What is called before and after it is no part of it."""
        story = Story()
        story.into("vkCreateInstance")
        story.note("negotiation", LAYER, 1)
        if calls:
            story.into("vkCreateInstance")
        story.note("negotiation", LAYER, 0)
        story.into("vkCreateInstance")

        assert counted(calling_down.negotiation_calls_nobody(story.view)) == (1, breaches)

    def test_another_layers_negotiation(self) -> None:
        """What another layer does is that one's matter."""
        story = Story()
        story.note("negotiation", LAYER, 1)
        story.note("negotiation", LAYER, 0)
        story.note("negotiation", "VK_LAYER_TEST_other", 1)
        story.into("vkCreateInstance")
        story.note("negotiation", "VK_LAYER_TEST_other", 0)

        assert counted(calling_down.negotiation_calls_nobody(story.view)) == (1, 0)

    def test_a_crash(self) -> None:
        """A negotiation that was never over has called all that came after it."""
        story = Story()
        story.note("negotiation", LAYER, 1)
        call = story.crash(OUT, "vkCreateInstance")

        [breach] = calling_down.negotiation_calls_nobody(story.view).broken

        assert breach.calls == (call,)

    def test_nothing_seen(self) -> None:
        """A layer that was opened by somebody else negotiated with nobody here."""
        assert counted(calling_down.negotiation_calls_nobody(Story().view)) == (0, 0)


class TestDeviceExtensions:
    """The extensions of devices are asked for further down, and come back as they are."""

    def asked(
        self, name: str | None, *below: str, above: tuple[str, ...], down: str | None = None
    ) -> LayerCalls:
        """A layer that is asked with a name, asks below with ``down``, and gives the names ``above``."""
        story = Story()
        with story.call(INTO, EXTENSIONS, pLayerName=name) as call:
            inner = story.out(EXTENSIONS, pLayerName=down)
            make(inner, count=len(below), **{f"names[{at}]": each for at, each in enumerate(below)})
            make(call, count=len(above), **{f"names[{at}]": each for at, each in enumerate(above)})
        return story.view

    def test_as_they_are(self) -> None:
        """The same number and the same names."""
        view = self.asked(None, "VK_A", "VK_B", above=("VK_A", "VK_B"))

        assert counted(calling_down.device_extensions_passed_down(view)) == (1, 0)
        assert counted(calling_down.device_extensions_unchanged(view)) == (1, 0)

    @pytest.mark.parametrize("above", [("VK_A", "VK_OWN"), ("VK_OWN",), ()])
    def test_changed(self, above: tuple[str, ...]) -> None:
        """Some of the layer's own are among them, or some are taken away."""
        view = self.asked(None, "VK_A", above=above)

        assert counted(calling_down.device_extensions_passed_down(view)) == (1, 0)
        assert counted(calling_down.device_extensions_unchanged(view)) == (1, 1)

    def test_what_is_said(self) -> None:
        """The result, the number, and what is on one side alone."""
        view = self.asked(None, "VK_A", above=("VK_A", "VK_OWN"))

        assert list(calling_down.device_extensions_unchanged(view).said) == [
            f"{EXTENSIONS} for NULL as pLayerName gives VK_SUCCESS and 2 extensions (only here: VK_OWN), below"
            " the layer VK_SUCCESS and 1 extension"
        ]

    def test_what_is_said_of_lists_that_are_cut_off(self) -> None:
        """A name that is missing in a part of the list may be in the rest of it."""
        story = Story()
        with story.call(INTO, EXTENSIONS, 5, pLayerName=None) as call:
            inner = story.out(EXTENSIONS, 5, pLayerName=None)
            make(inner, count=1, **{"names[0]": "VK_A"})
            make(call, count=1, **{"names[0]": "VK_B"})

        assert list(calling_down.device_extensions_unchanged(story.view).said) == [
            f"{EXTENSIONS} for NULL as pLayerName gives VK_INCOMPLETE and 1 extension, below the layer"
            " VK_INCOMPLETE and 1 extension"
        ]

    def test_a_hidden_name_of_a_long_list(self) -> None:
        """As many names are recorded of both lists: the shorter one ends with a later name, which is not added."""
        story = Story()
        with story.call(INTO, EXTENSIONS, pLayerName=None) as call:
            inner = story.out(EXTENSIONS, pLayerName=None)
            make(inner, count=4, **{"names[0]": "VK_A", "names[1]": "VK_B"})
            make(call, count=3, **{"names[0]": "VK_B", "names[1]": "VK_C"})

        assert list(calling_down.device_extensions_unchanged(story.view).said) == [
            f"{EXTENSIONS} for NULL as pLayerName gives VK_SUCCESS and 3 extensions, below the layer"
            " VK_SUCCESS and 4 extensions (only here: VK_A)"
        ]

    @pytest.mark.parametrize(("down", "breaches"), [(None, 1), ("VK_LAYER_TEST_other", 0)])
    def test_another_name(self, down: str | None, breaches: int) -> None:
        """Another layer's name goes down as it is."""
        view = self.asked("VK_LAYER_TEST_other", above=(), down=down)

        assert counted(calling_down.device_extensions_passed_down(view)) == (1, breaches)

    def test_nothing_goes_down(self) -> None:
        """The layer keeps the call to itself."""
        story = Story()
        call = story.into(EXTENSIONS, pLayerName=None)

        [breach] = calling_down.device_extensions_passed_down(story.view).broken

        assert breach.calls == (call,)
        assert counted(calling_down.device_extensions_unchanged(story.view)) == (0, 0)

    def test_its_own_name(self) -> None:
        """Whoever asks for the layer's own extensions is answered by it."""
        story = Story()
        story.into(EXTENSIONS, pLayerName=LAYER)

        assert counted(calling_down.device_extensions_passed_down(story.view)) == (0, 0)

    def test_a_number_alone(self) -> None:
        """Who wants only the number gets it, whatever the layer asked for to find it."""
        story = Story()
        with story.call(INTO, EXTENSIONS, pLayerName=None) as call:
            inner = story.out(EXTENSIONS, pLayerName=None)
            make(inner, count=1, **{"names[0]": "VK_A"})
            make(call, count=1)

        assert counted(calling_down.device_extensions_unchanged(story.view)) == (1, 0)

    def test_a_crash(self) -> None:
        """A call that never came back gave nothing."""
        story = Story()
        story.crash(INTO, EXTENSIONS, pLayerName=None)

        assert counted(calling_down.device_extensions_passed_down(story.view)) == (0, 0)


class TestNoneLost:
    """Of what is presented, submitted and recorded, nothing is lost while the rest goes down."""

    @staticmethod
    def frames(*downs: int, command: str = "vkQueuePresentKHR", result: int = 0) -> CheckResult:
        """What is seen of a layer that is to present one image in each call, and calls down so often for each."""
        story = Story()
        images = {"pPresentInfo.pSwapchains[0]": handle("VkSwapchainKHR", 16)}
        for number in downs:
            with story.call(INTO, command, result, **images):
                for _ in range(number):
                    story.out(command, 0, **images)
        return calling_down.none_lost(story.view)

    def test_all(self) -> None:
        """Each in its own call or together with the next one; or none at all, which another check is about."""
        assert counted(self.frames(1, 1, 1)) == (1, 0)
        assert counted(self.frames(1, 0, 2)) == (1, 0)
        assert counted(self.frames(0, 0, 0)) == (1, 0)

    def test_some(self) -> None:
        """The call for which nothing went down is shown."""
        result = self.frames(1, 1, 0)

        assert [breach.fact for breach in result.broken] == ["of 3 images of vkQueuePresentKHR, 2 go down"]
        assert len(result.broken[0].calls) == 1

    @pytest.mark.parametrize("path", ["pSubmits[0].pCommandBuffers[{}]", "pSubmits[{}].pCommandBuffers[0]"])
    @pytest.mark.parametrize(("number", "broken"), [(63, 1), (64, 0)])
    def test_many_in_one_call(self, path: str, number: int, broken: int) -> None:
        """A layer that collects a hundred submissions gives them in one: of an array, 64 elements are recorded."""
        story = Story()
        given = {path.format(at): handle("VkCommandBuffer", 16 + at) for at in range(number)}
        for at in range(100):
            with story.call(INTO, "vkQueueSubmit", **{path.format(0): handle("VkCommandBuffer", 16 + at)}):
                if at == 99:
                    story.out("vkQueueSubmit", 0, **given)

        assert counted(calling_down.none_lost(story.view)) == (1, broken)

    def test_what_fails(self) -> None:
        """An image that the layer refuses to present is not lost."""
        assert counted(self.frames(1, 0, result=-1)) == (0, 0)

    def test_recorded_work(self) -> None:
        """Draws are counted apart from what a queue is given."""
        story = Story()
        for below in (True, False):
            with story.call(INTO, "vkCmdDraw"):
                if below:
                    story.out("vkCmdDraw")

        result = calling_down.no_commands_lost(story.view)

        assert [breach.fact for breach in result.broken] == ["of 2 calls of vkCmdDraw, 1 go down"]
        assert counted(calling_down.none_lost(story.view)) == (0, 0)

    def test_what_may_be_left_out(self) -> None:
        """State that is set again may be left out."""
        assert counted(self.frames(1, 0, command="vkCmdBindPipeline")) == (0, 0)
