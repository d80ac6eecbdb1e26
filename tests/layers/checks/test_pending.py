"""Objects end when the work that needs them has completed, on recordings of this file."""

import pytest

from refloader.suite.layers.checks import pending
from tests.layers.story import DEVICE, INTO, OUT, Given, Story, created, created_device, handle, make

QUEUE, OTHER_QUEUE, POOL, COMMANDS, FENCE = 0x3000, 0x3100, 0x61, 0x4000, 0x71
FRAMEBUFFER, VIEW, IMAGE, BUFFER, MEMORY, PASS = 0x81, 0x82, 0x83, 0x84, 0x85, 0x86
TIMEOUT, LOST, OUT_OF_MEMORY = 2, -4, -1
NOT_READY, EVENT_RESET, INCOMPLETE = 1, 4, 5
BOTH = (INTO, OUT)
NOT_SHOWN = "nothing has waited for it, and nothing else has shown that it has completed"
PENDING = f"vkQueueSubmit may still be pending: {NOT_SHOWN}"


def on_device(**given: Given) -> dict[str, Given]:
    """The parameters of a command of the device."""
    return {"device": handle("VkDevice", DEVICE), **given}


def of_a_device(*links: int) -> Story:
    """A device with a queue, a command buffer and what that will use, below the layer or on these sides."""
    story = Story()
    created(story, 0x1000)
    created_device(story, DEVICE)
    made: dict[str, tuple[dict[str, Given], dict[str, Given]]] = {
        "vkGetDeviceQueue": ({}, {"pQueue": handle("VkQueue", QUEUE)}),
        "vkCreateCommandPool": ({}, {"pCommandPool": handle("VkCommandPool", POOL)}),
        "vkAllocateCommandBuffers": (
            {"pAllocateInfo.commandPool": handle("VkCommandPool", POOL)},
            {"pCommandBuffers[0]": handle("VkCommandBuffer", COMMANDS)},
        ),
        "vkCreateFence": ({}, {"pFence": handle("VkFence", FENCE)}),
        "vkCreateImage": ({}, {"pImage": handle("VkImage", IMAGE)}),
        "vkCreateBuffer": ({}, {"pBuffer": handle("VkBuffer", BUFFER)}),
        "vkAllocateMemory": ({}, {"pMemory": handle("VkDeviceMemory", MEMORY)}),
        "vkBindBufferMemory": (
            {"buffer": handle("VkBuffer", BUFFER), "memory": handle("VkDeviceMemory", MEMORY)},
            {},
        ),
        "vkCreateImageView": (
            {"pCreateInfo.image": handle("VkImage", IMAGE)},
            {"pView": handle("VkImageView", VIEW)},
        ),
        "vkCreateRenderPass": ({}, {"pRenderPass": handle("VkRenderPass", PASS)}),
        "vkCreateFramebuffer": (
            {
                "pCreateInfo.renderPass": handle("VkRenderPass", PASS),
                "pCreateInfo.pAttachments[0]": handle("VkImageView", VIEW),
            },
            {"pFramebuffer": handle("VkFramebuffer", FRAMEBUFFER)},
        ),
    }
    for link in links or (OUT,):
        for command, (given, returned) in made.items():
            with story.call(link, command, **on_device(**given)) as call:
                make(call, **returned)
    return story


def record(story: Story, link: int = OUT, **used: Given) -> None:
    """A command buffer that uses these objects."""
    commands = handle("VkCommandBuffer", COMMANDS)
    for command, given in (("vkBeginCommandBuffer", {}), ("vkCmdUse", used), ("vkEndCommandBuffer", {})):
        with story.call(link, command, commandBuffer=commands, **given):
            pass


def submit(story: Story, link: int = OUT, result: int = 0, fence: int = FENCE, queue: int = QUEUE) -> None:
    """The command buffer and a fence."""
    given = {
        "queue": handle("VkQueue", queue),
        "pSubmits[0].pCommandBuffers[0]": handle("VkCommandBuffer", COMMANDS),
        "fence": handle("VkFence", fence),
    }
    with story.call(link, "vkQueueSubmit", result, **given):
        pass


def wait(story: Story, link: int = OUT, result: int = 0) -> None:
    """The device's fence."""
    fences: dict[str, Given] = {"pFences[0]": handle("VkFence", FENCE)}
    with story.call(link, "vkWaitForFences", result, **on_device(**fences)):
        pass


def end(story: Story, command: str, name: str, type_: str, value: int, link: int = OUT) -> None:
    """An object."""
    with story.call(link, command, **on_device(**{name: handle(type_, value)})):
        pass


def drawn(*links: int) -> Story:
    """A command buffer that draws to a framebuffer from a buffer, and is submitted."""
    story = of_a_device(*links)
    used = {"framebuffer": handle("VkFramebuffer", FRAMEBUFFER), "buffer": handle("VkBuffer", BUFFER)}
    for link in links or (OUT,):
        record(story, link, **used)
        submit(story, link)
    return story


ENDS = {
    "framebuffer": ("vkDestroyFramebuffer", "framebuffer", "VkFramebuffer", FRAMEBUFFER),
    "view": ("vkDestroyImageView", "imageView", "VkImageView", VIEW),
    "image": ("vkDestroyImage", "image", "VkImage", IMAGE),
    "buffer": ("vkDestroyBuffer", "buffer", "VkBuffer", BUFFER),
    "memory": ("vkFreeMemory", "memory", "VkDeviceMemory", MEMORY),
}


class TestObjectsOfPendingWork:
    """All submitted commands that refer to an object have completed before it is destroyed."""

    @pytest.mark.parametrize("ended", ENDS.values(), ids=ENDS)
    def test_an_object_that_ends_before(self, ended: tuple[str, str, str, int]) -> None:
        """It is said which command uses it."""
        story = drawn()
        end(story, *ended)

        [broken] = pending.completed(story.view).broken

        assert broken.fact == f"{ended[0]} ends {ended[2]} while vkCmdUse, which uses it, in {PENDING}"

    @pytest.mark.parametrize("ended", ENDS.values(), ids=ENDS)
    def test_an_object_that_ends_behind_a_wait(self, ended: tuple[str, str, str, int]) -> None:
        """The fence of the submission is waited for."""
        story = drawn()
        wait(story)
        end(story, *ended)

        result = pending.completed(story.view)

        assert (result.seen, result.broken) == (1, [])

    def test_a_wait_that_runs_out(self) -> None:
        """It shows nothing."""
        story = drawn()
        wait(story, result=TIMEOUT)
        end(story, *ENDS["buffer"])

        assert len(pending.completed(story.view).broken) == 1

    @pytest.mark.parametrize("command", ["vkQueueWaitIdle", "vkDeviceWaitIdle", "vkGetSemaphoreCounterValue"])
    def test_what_else_shows_that_work_has_completed(self, command: str) -> None:
        """An idle queue or device, and a value of a semaphore, which may be that of the submission."""
        story = drawn()
        story.out(command, **on_device())
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    def test_a_later_fence_on_another_queue(self) -> None:
        """Semaphores may connect them."""
        story = drawn()
        submit(story, queue=OTHER_QUEUE)
        wait(story)
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    @pytest.mark.parametrize(
        ("command", "result"),
        [
            ("vkGetQueryPoolResults", NOT_READY),
            ("vkGetPastPresentationTimingGOOGLE", INCOMPLETE),
            ("vkGetEventStatus", EVENT_RESET),
        ],
    )
    def test_answers_in_part(self, command: str, result: int) -> None:
        """One query may be available and the next not yet, and commands reset events, too."""
        story = drawn()
        story.out(command, result, **on_device())
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    def test_a_timeline(self) -> None:
        """What has the fence may wait for what is submitted behind it."""
        story = drawn()
        with story.call(OUT, "vkCreateSemaphore", **on_device(**{"pCreateInfo.pNext": 0x700})) as call:
            make(call, pSemaphore=handle("VkSemaphore", 0x91))
        submit(story, fence=0)
        wait(story)
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    def test_a_fence_whose_number_another_device_has(self) -> None:
        """It is not known which of the two shows its work."""
        story = of_a_device()
        record(story, buffer=handle("VkBuffer", BUFFER))
        created_device(story, 0x2100)
        with story.call(OUT, "vkCreateFence", device=handle("VkDevice", 0x2100)) as call:
            make(call, pFence=handle("VkFence", FENCE))
        submit(story)
        wait(story)
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    @pytest.mark.parametrize(
        "ignored", ["pDescriptorWrites[0].dstSet", "pRenderingInfo.pColorAttachments[0].resolveImageView"]
    )
    def test_a_handle_that_is_ignored(self, ignored: str) -> None:
        """Whatever it is, the command does not use it."""
        story = of_a_device()
        record(story, OUT, **{ignored: handle("VkBuffer", BUFFER)})
        submit(story)
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    def test_work_behind_the_fence(self) -> None:
        """A fence says nothing of what is submitted later."""
        story = drawn()
        submit(story, fence=0)
        wait(story)
        end(story, *ENDS["buffer"])

        assert len(pending.completed(story.view).broken) == 1

    def test_a_submission_that_failed(self) -> None:
        """Nothing is pending."""
        story = of_a_device()
        record(story, buffer=handle("VkBuffer", BUFFER))
        submit(story, result=OUT_OF_MEMORY)
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    def test_a_lost_device(self) -> None:
        """Its objects may be destroyed at any time."""
        story = drawn()
        wait(story, result=LOST)
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    def test_a_layer_that_reports_its_device_as_lost(self) -> None:
        """The application ends its objects, for whose work it does not wait."""
        story = drawn(*BOTH)
        wait(story, INTO, LOST)
        for link in BOTH:
            end(story, *ENDS["buffer"], link)

        assert pending.completed(story.view).broken == []

    def test_memory_that_is_exported(self) -> None:
        """Its file may tell when the work is over."""
        story = drawn()
        story.out("vkGetMemoryFdKHR", **on_device())
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []

    def test_an_application_that_does_so_itself(self) -> None:
        """The layer passes on what it gets."""
        story = drawn(*BOTH)
        for link in BOTH:
            end(story, *ENDS["buffer"], link)

        assert pending.completed(story.view).broken == []

    def test_layouts_and_render_passes_that_only_made_an_object(self) -> None:
        """The render pass that a framebuffer was made with is not used by the command."""
        story = drawn()
        end(story, "vkDestroyRenderPass", "renderPass", "VkRenderPass", PASS)

        assert pending.completed(story.view).broken == []


class TestCommandBuffersAndFences:
    """A command buffer in the pending state is neither freed nor begun, and no fence ends before its submission."""

    def test_a_pool_that_ends_before(self) -> None:
        """Its command buffers end with it."""
        story = drawn()
        end(story, "vkDestroyCommandPool", "commandPool", "VkCommandPool", POOL)

        [broken] = pending.completed(story.view).broken

        assert broken.fact == f"vkDestroyCommandPool ends VkCommandPool with VkCommandBuffer while {PENDING}"

    def test_a_fence_that_ends_before(self) -> None:
        """Nobody has waited for it."""
        story = drawn()
        end(story, "vkDestroyFence", "fence", "VkFence", FENCE)

        [broken] = pending.completed(story.view).broken

        assert broken.fact == f"vkDestroyFence ends VkFence while {PENDING}"

    def test_a_command_buffer_that_is_begun_again(self) -> None:
        """It is recorded while it may execute."""
        story = drawn()
        record(story)

        [broken] = pending.completed(story.view).broken

        assert broken.fact == f"vkBeginCommandBuffer is called for a command buffer while {PENDING}"

    def test_a_pool_that_is_reset(self) -> None:
        """So are its command buffers."""
        story = drawn()
        story.out("vkResetCommandPool", **on_device(commandPool=handle("VkCommandPool", POOL)))

        [broken] = pending.completed(story.view).broken

        assert (
            broken.fact == f"vkResetCommandPool is called for the command buffers of a pool while {PENDING}"
        )

    def test_a_command_buffer_whose_commands_are_recorded_anew(self) -> None:
        """It needs what it uses now."""
        story = drawn()
        wait(story)
        record(story)
        submit(story)
        end(story, *ENDS["buffer"])

        assert pending.completed(story.view).broken == []
