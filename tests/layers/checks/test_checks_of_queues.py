"""Semaphores by turns and images that are acquired: what a layer gives to queues, on recordings of this file."""

import pytest

from refloader.suite.layers.checks import presentation, queue_families, semaphores
from tests.layers.story import DEVICE, INTO, OUT, Given, Story, created, created_device, handle, make

QUEUE, COMMANDS, SWAPCHAIN, VIEW = 0x3000, 0x4000, 0x5000, 0x6000
READY, DRAWN, OWN = 0x71, 0x72, 0x73
IMAGES = (0x81, 0x82, 0x83)
TIMEOUT, OUT_OF_DATE, LOST = 2, -1000001004, -4
BOTH = (INTO, OUT)


def semaphore(value: int) -> Given:
    """The handle of a semaphore."""
    return handle("VkSemaphore", value)


def make_semaphores(story: Story, link: int, *values: int, chain: int = 0) -> None:
    """Semaphores with that on pNext."""
    for value in values:
        given: dict[str, Given] = {"device": handle("VkDevice", DEVICE), "pCreateInfo.pNext": chain}
        with story.call(link, "vkCreateSemaphore", **given) as call:
            make(call, pSemaphore=semaphore(value))


def submit(
    story: Story, link: int, waits: tuple[int, ...], signals: tuple[int, ...], result: int = 0
) -> None:
    """One batch that executes the command buffer."""
    given: dict[str, Given] = {"queue": handle("VkQueue", QUEUE)}
    given |= {f"pSubmits[0].pWaitSemaphores[{i}]": semaphore(each) for i, each in enumerate(waits)}
    given["pSubmits[0].pCommandBuffers[0]"] = handle("VkCommandBuffer", COMMANDS)
    given |= {f"pSubmits[0].pSignalSemaphores[{i}]": semaphore(each) for i, each in enumerate(signals)}
    with story.call(link, "vkQueueSubmit", result, **given):
        pass


def present(story: Story, link: int, waits: tuple[int, ...], index: int = 0, result: int = 0) -> None:
    """An image of the swapchain."""
    given: dict[str, Given] = {"queue": handle("VkQueue", QUEUE)}
    given |= {f"pPresentInfo.pWaitSemaphores[{i}]": semaphore(each) for i, each in enumerate(waits)}
    given["pPresentInfo.pSwapchains[0]"] = handle("VkSwapchainKHR", SWAPCHAIN)
    given["pPresentInfo.pImageIndices[0]"] = index
    with story.call(link, "vkQueuePresentKHR", result, **given):
        pass


def acquire(story: Story, link: int, index: int = 0, result: int = 0, ready: int = READY) -> None:
    """An image of the swapchain, and the semaphore that says when it can be used."""
    given = {
        "device": handle("VkDevice", DEVICE),
        "swapchain": handle("VkSwapchainKHR", SWAPCHAIN),
        "semaphore": semaphore(ready),
    }
    with story.call(link, "vkAcquireNextImageKHR", result, **given) as call:
        make(call, pImageIndex=index)


def of_a_device(*links: int) -> Story:
    """A device, its semaphores and a swapchain with its images, on both sides or on these."""
    story = Story()
    created(story, 0x1000)
    created_device(story, DEVICE)
    for link in links or BOTH:
        make_semaphores(story, link, READY, DRAWN)
        device = handle("VkDevice", DEVICE)
        with story.call(link, "vkCreateSwapchainKHR", device=device) as call:
            make(call, pSwapchain=handle("VkSwapchainKHR", SWAPCHAIN))
        with story.call(
            link, "vkGetSwapchainImagesKHR", device=device, swapchain=handle("VkSwapchainKHR", SWAPCHAIN)
        ) as call:
            made = {f"pSwapchainImages[{i}]": handle("VkImage", each) for i, each in enumerate(IMAGES)}
            make(call, **made)
    return story


def frame(story: Story, link: int, waits: tuple[int, ...] = (DRAWN,), index: int = 0) -> None:
    """An image that is acquired, drawn and presented behind these semaphores."""
    acquire(story, link, index)
    submit(story, link, (READY,), (DRAWN,))
    present(story, link, waits, index)


def record(story: Story, link: int, **given: Given) -> None:
    """A command buffer with one barrier."""
    commands = handle("VkCommandBuffer", COMMANDS)
    with story.call(link, "vkBeginCommandBuffer", commandBuffer=commands):
        pass
    with story.call(link, "vkCmdPipelineBarrier", commandBuffer=commands, **given):
        pass


def barrier_on(image: int) -> dict[str, Given]:
    """The parameters of a barrier on an image."""
    return {"pImageMemoryBarriers[0].image": handle("VkImage", image)}


class TestSemaphores:
    """Below a layer, binary semaphores are signaled and waited for by turns."""

    def test_frames_with_their_waits(self) -> None:
        """What goes down as it came is right."""
        story = of_a_device()
        for _ in range(2):
            for link in BOTH:
                frame(story, link)

        result = semaphores.matched(story.view)

        assert (result.seen, result.broken) == (4, [])

    def test_a_wait_that_is_left_out(self) -> None:
        """The next signal meets a semaphore that is signaled."""
        story = of_a_device()
        for _ in range(2):
            frame(story, INTO)
            frame(story, OUT, waits=())

        [broken] = semaphores.matched(story.view).broken

        assert broken.fact == (
            "vkQueueSubmit signals a semaphore (pSubmits[0].pSignalSemaphores[0]) that vkQueueSubmit has signaled "
            "before, and nothing has waited for since"
        )

    def test_a_semaphore_of_the_layer_that_nothing_signals(self) -> None:
        """An overlay that forgets to signal."""
        story = of_a_device()
        frame(story, INTO)
        make_semaphores(story, OUT, OWN)
        acquire(story, OUT)
        submit(story, OUT, (READY,), (DRAWN,))
        submit(story, OUT, (DRAWN,), ())
        present(story, OUT, (OWN,))

        [broken] = semaphores.matched(story.view).broken

        assert broken.fact == (
            "vkQueuePresentKHR waits for a semaphore (pPresentInfo.pWaitSemaphores[0]) that nothing has signaled "
            "at any time"
        )

    def test_a_wait_for_each_of_several_swapchains(self) -> None:
        """An overlay that waits for the application's semaphores in each of its own submissions."""
        story = of_a_device()
        frame(story, INTO)
        acquire(story, OUT)
        submit(story, OUT, (READY,), (DRAWN,))
        submit(story, OUT, (DRAWN,), ())
        submit(story, OUT, (DRAWN,), ())

        [broken] = semaphores.matched(story.view).broken

        assert broken.fact == (
            "vkQueueSubmit waits for a semaphore (pSubmits[0].pWaitSemaphores[0]) that nothing has signaled since "
            "vkQueueSubmit has waited for it"
        )

    def test_an_overlay_with_a_submission_of_its_own(self) -> None:
        """It waits in the place of the presentation, which waits for the overlay."""
        story = of_a_device()
        make_semaphores(story, OUT, OWN)
        for _ in range(2):
            frame(story, INTO)
            acquire(story, OUT)
            submit(story, OUT, (READY,), (DRAWN,))
            submit(story, OUT, (DRAWN,), (OWN,))
            present(story, OUT, (OWN,))

        assert semaphores.matched(story.view).broken == []

    def test_a_presentation_that_is_out_of_date_has_waited(self) -> None:
        """Its semaphores can be signaled again."""
        story = of_a_device()
        for _ in range(2):
            for link in BOTH:
                acquire(story, link)
                submit(story, link, (READY,), (DRAWN,))
                present(story, link, (DRAWN,), result=OUT_OF_DATE)

        assert semaphores.matched(story.view).broken == []

    def test_a_submission_that_fails_says_nothing(self) -> None:
        """Nor does an image that did not come in time."""
        story = of_a_device()
        for link in BOTH:
            acquire(story, link)
            submit(story, link, (READY,), (DRAWN,), result=LOST)
            acquire(story, link)
            submit(story, link, (READY,), (DRAWN,))
            acquire(story, link, result=TIMEOUT)
            acquire(story, link)

        assert semaphores.matched(story.view).broken == []

    @pytest.mark.parametrize("chain", [0x7FFF0000, None], ids=["timeline", "older recording"])
    def test_semaphores_of_other_kinds(self, chain: int | None) -> None:
        """A timeline is signaled as often as its owner likes."""
        story = of_a_device()
        if chain is not None:
            make_semaphores(story, OUT, OWN, chain=chain)
        else:
            with story.call(OUT, "vkCreateSemaphore", device=handle("VkDevice", DEVICE)) as call:
                make(call, pSemaphore=semaphore(OWN))
        for _ in range(2):
            frame(story, INTO)
            acquire(story, OUT)
            submit(story, OUT, (READY,), (DRAWN, OWN))
            present(story, OUT, (DRAWN,))

        assert semaphores.matched(story.view).broken == []

    def test_what_the_application_does(self) -> None:
        """A layer is not told of the application's mistakes."""
        story = of_a_device()
        for _ in range(2):
            for link in BOTH:
                frame(story, link, waits=())

        result = semaphores.matched(story.view)

        assert (result.seen, result.broken) == (0, [])


class TestImages:
    """Below a layer, images of swapchains are used while they are acquired."""

    def test_frames(self) -> None:
        """Each image between its acquisition and its presentation."""
        story = of_a_device()
        for index in (0, 1, 0):
            for link in BOTH:
                acquire(story, link, index)
                record(story, link, **barrier_on(IMAGES[index]))
                submit(story, link, (READY,), (DRAWN,))
                present(story, link, (DRAWN,), index)

        result = presentation.acquired(story.view)

        assert (result.seen, result.broken) == (6, [])

    def test_another_image(self) -> None:
        """An overlay that draws on the first image of the list, whichever is presented."""
        story = of_a_device()
        frame(story, INTO, index=1)
        acquire(story, OUT, 1)
        record(story, OUT, **barrier_on(IMAGES[0]))
        submit(story, OUT, (READY,), (DRAWN,))
        present(story, OUT, (DRAWN,), 1)

        [broken] = presentation.acquired(story.view).broken

        assert broken.fact == (
            "vkQueueSubmit executes vkCmdPipelineBarrier on an image of a swapchain that is not acquired"
        )

    def test_a_view_of_another_image(self) -> None:
        """What stands for an image is taken for it."""
        story = of_a_device()
        frame(story, INTO, index=1)
        given: dict[str, Given] = {
            "device": handle("VkDevice", DEVICE),
            "pCreateInfo.image": handle("VkImage", IMAGES[2]),
        }
        with story.call(OUT, "vkCreateImageView", **given) as call:
            make(call, pView=handle("VkImageView", VIEW))
        acquire(story, OUT, 1)
        record(story, OUT, **{"pRenderingInfo.pColorAttachments[0].imageView": handle("VkImageView", VIEW)})
        submit(story, OUT, (READY,), (DRAWN,))
        present(story, OUT, (DRAWN,), 1)

        [broken] = presentation.acquired(story.view).broken

        assert "not acquired" in broken.fact

    def test_another_index(self) -> None:
        """A presentation of an image that is not acquired."""
        story = of_a_device()
        frame(story, INTO, index=1)
        acquire(story, OUT, 1)
        submit(story, OUT, (READY,), (DRAWN,))
        present(story, OUT, (DRAWN,), 0)

        [broken] = presentation.acquired(story.view).broken

        assert broken.fact == (
            "vkQueuePresentKHR presents an image that is not acquired (pPresentInfo.pSwapchains[0])"
        )

    def test_what_is_recorded_and_not_submitted(self) -> None:
        """A layer may record command buffers for all images before any is acquired."""
        story = of_a_device()
        record(story, OUT, **barrier_on(IMAGES[2]))
        for link in BOTH:
            acquire(story, link, 0)
            record(story, link, **barrier_on(IMAGES[0]))
            submit(story, link, (READY,), (DRAWN,))
            present(story, link, (DRAWN,), 0)

        assert presentation.acquired(story.view).broken == []

    def test_what_the_application_does(self) -> None:
        """A layer is not told of the application's mistakes."""
        story = of_a_device()
        for link in BOTH:
            frame(story, link)
            present(story, link, ())

        result = presentation.acquired(story.view)

        assert (result.seen, result.broken) == (0, [])


class TestFamilies:
    """Below a layer, a queue executes command buffers of its own family."""

    @pytest.mark.parametrize(("above", "below", "broken"), [(1, 1, 0), (1, 0, 1), (0, 0, 0)])
    def test_the_pool_of_a_command_buffer(self, above: int, below: int, broken: int) -> None:
        """The queue is of family 1: what the application mistakes for it is not the layer's mistake."""
        story = of_a_device()
        for link, family in ((INTO, above), (OUT, below)):
            device = handle("VkDevice", DEVICE)
            with story.call(
                link, "vkGetDeviceQueue", device=device, queueFamilyIndex=1, queueIndex=0
            ) as call:
                make(call, pQueue=handle("VkQueue", QUEUE))
            with story.call(
                link, "vkCreateCommandPool", device=device, **{"pCreateInfo.queueFamilyIndex": family}
            ) as call:
                make(call, pCommandPool=handle("VkCommandPool", 0x91))
            pool: dict[str, Given] = {"pAllocateInfo.commandPool": handle("VkCommandPool", 0x91)}
            with story.call(link, "vkAllocateCommandBuffers", device=device, **pool) as call:
                make(call, **{"pCommandBuffers[0]": handle("VkCommandBuffer", COMMANDS)})
            submit(story, link, (), ())

        result = queue_families.submitted_to_their_family(story.view)

        assert [each.fact for each in result.broken] == broken * [
            "vkQueueSubmit gives a command buffer of family 0 to a queue of family 1"
        ]


class TestFamiliesOfDevices:
    """Below a layer, queues and command pools are of families that the device has queues of."""

    @staticmethod
    def story(above: int, below: int, *families: int) -> Story:
        """A device with queues of these families, and a pool that each side makes."""
        story = Story()
        created(story, 0x1000)
        given = {
            f"pCreateInfo.pQueueCreateInfos[{at}].queueFamilyIndex": each for at, each in enumerate(families)
        }
        for link, family in ((INTO, above), (OUT, below)):
            with story.call(link, "vkCreateDevice", **given) as call:
                make(call, pDevice=handle("VkDevice", DEVICE))
            pool = {"pCreateInfo.queueFamilyIndex": family}
            with story.call(link, "vkCreateCommandPool", device=handle("VkDevice", DEVICE), **pool) as call:
                make(call, pCommandPool=handle("VkCommandPool", 0x91))
        return story

    @pytest.mark.parametrize(
        ("above", "below", "families", "broken"),
        [(0, 0, (0,), 0), (0, 2, (0, 1), 1), (0, 1, (0, 1), 0), (2, 2, (0, 1), 0), (0, 2, (), 0)],
    )
    def test_a_pool(self, above: int, below: int, families: tuple[int, ...], broken: int) -> None:
        """What the application mistakes, and a device whose families are not known, are left out."""
        result = queue_families.families_of_their_device(self.story(above, below, *families).view)

        assert [each.fact for each in result.broken] == broken * [
            "vkCreateCommandPool is for family 2, of which the device has no queue"
        ]
