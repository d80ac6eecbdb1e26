"""The prober's application that presents, through layers that are right, and refuse what no application may do."""

from collections.abc import Callable

import pytest

from refloader.suite.layers.alone.effects import presentations
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.bench import probed
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.layer import LayerSubject

pytestmark = pytest.mark.slow

Presenting = Callable[..., LayerSubject]
JUDGES = (
    presentations.presents_well,
    presentations.memory_valid,
    presentations.swapchains_valid,
    presentations.swapchains_made_anew,
    presentations.images_as_asked,
    presentations.images_cut,
)
ALL_FRAMES = 9
ONE_MORE = "info->commandBufferCount = 2; info->pCommandBuffers = both;"
FD = "(struct of_file){(VkStructureType)1000115001, NULL, fences[0], 8}"
"""8 is VK_EXTERNAL_FENCE_HANDLE_TYPE_SYNC_FD_BIT."""


def answers_of(layer: LayerSubject) -> Answers:
    """What the prober tells. Skips where the machine cannot run the act."""
    session = probed(Probe(layer.library, presentations.ACT, ("--layer", layer.name)))
    if session.ended == "not covered":
        pytest.skip(session.detail)
    assert session.ended == "ok", session.detail
    return session.answers


def nothing_is_said(layer: LayerSubject) -> list[object]:
    """The layer has shown each frame, and none of the checks blames it; gives what it was asked for."""
    answers = answers_of(layer)
    assert part(answers, "presentation")["shown"] == ALL_FRAMES
    assert not [fact for judge in JUDGES for fact in judge(answers).said]
    assert all(judge(answers).seen for judge in JUDGES)
    images = part(answers, "presentation")["images"]
    assert isinstance(images, list)
    return [row[0] for row in images]


class TestWhatASurfaceIsShownToHave:
    """The application asks for nothing else (VkSwapchainCreateInfoKHR)."""

    def test_all_there_is(self, presenting: Presenting) -> None:
        """B8G8R8A8_UNORM in the size of the surface, to copy to, to sample and to draw to."""
        assert nothing_is_said(presenting()) == [44, 64, 64, 0x16]

    def test_a_size_that_the_swapchain_decides(self, presenting: Presenting) -> None:
        """0xFFFFFFFF is no size: "the surface size will be determined by the extent of a swapchain"."""
        open_size = "shown->currentExtent = (VkExtent2D){UINT32_MAX, UINT32_MAX};"

        assert nothing_is_said(presenting(surface=open_size)) == [44, 64, 64, 0x16]
        assert nothing_is_said(
            presenting(surface=f"{open_size} shown->maxImageExtent = (VkExtent2D){{48, 32}}")
        ) == [44, 48, 32, 0x16]

    def test_less_usage(self, presenting: Presenting) -> None:
        """A surface need not have images that can be sampled."""
        assert nothing_is_said(presenting(surface="shown->supportedUsageFlags = 0x12"))[-1] == 0x12

    @pytest.mark.parametrize(("least", "most"), [(5, 6), (5, 0), (2, 2)])
    def test_numbers_of_images(self, presenting: Presenting, least: int, most: int) -> None:
        """As many as there have to be, and no more than there may be; 0 is no limit."""
        shown = f"shown->minImageCount = {least}; shown->maxImageCount = {most}"

        nothing_is_said(presenting(surface=shown))

    def test_another_format(self, presenting: Presenting) -> None:
        """The one that is listed."""
        one = "only.format = 37; *count = 1; if (rows != NULL) rows[0] = only"

        assert nothing_is_said(presenting(formats=one)) == [37, 64, 64, 0x16]

    def test_nothing_at_all(self, presenting: Presenting) -> None:
        """A surface without formats gets no swapchain, and nothing is judged."""
        answers = answers_of(presenting(formats="*count = 0"))

        assert [judge(answers).seen for judge in JUDGES] == [0] * len(JUDGES)


class TestLayersThatDraw:
    """What a layer draws with is its own, and the entity below has room for it."""

    def test_a_texture_is_uploaded(self, presenting: Presenting) -> None:
        """An overlay writes its letters into a buffer, here of 4 MiB, which has all of the memory that it needs."""
        nothing_is_said(presenting(present="upload(4 << 20)"))

    def test_a_thread_of_the_layer(self, presenting: Presenting) -> None:
        """It is there where the application presents: the layer waits for it."""
        thread = "pthread_t made; pthread_create(&made, NULL, raises, NULL)"

        nothing_is_said(
            presenting(device=thread, present="is_presenting = 1; while (!is_raised) sched_yield()")
        )


class TestMemory:
    """Memory of a layer's own fits what it is bound to, and is mapped where it can be."""

    @pytest.mark.parametrize(
        "deed",
        [
            "make_own(256, MAPPED); bind(own_needs.alignment); map(0, ~0ULL); unmap();"
            " map(256, own_needs.size); unmap(); release()",
            "if (deeds++ == 0) make_own(100 << 20, MAPPED), bind(0); if (mapped == NULL) map(0, ~0ULL)",
            "if (deeds++ == 0) own_many(300)",
            "if (deeds++ == 0) own_many(5000)",
            "make_own(1 << 18, MAPPED); map(0, ~0ULL); if ((uintptr_t)mapped % 64 != 0) abort(); release()",
            "make_own(256, 0); bind(0); release(); make_own(256, 0); bind(0); release()",
            "make_own(256, MAPPED); map(0, 16); release(); make_own(256, MAPPED); map(0, 16); release()",
        ],
        ids=["each", "a map that fails", "many", "too many", "aligned", "anew", "freed as mapped"],
    )
    def test_right(self, presenting: Presenting, deed: str) -> None:
        """What a layer may do. A map that fails is none, and what is freed is no longer mapped."""
        nothing_is_said(presenting(present=deed))

    @pytest.mark.parametrize(
        ("deed", "found"),
        [
            (
                "memory_of(9, 256)",
                "vkAllocateMemory comes with a memoryTypeIndex that no memory type of the device has",
            ),
            (
                "make_own(256, 0); bind(1)",
                "vkBindBufferMemory binds memory at an offset that is no multiple of alignment",
            ),
            (
                "make_own(256, 0); bind(2 * own_needs.alignment)",
                "vkBindBufferMemory binds less memory than is needed",
            ),
            (
                "make_own(256, 0); bind(0); bind(0)",
                "vkBindBufferMemory binds memory to a buffer or image that has some already",
            ),
            ("make_own(256, 0); release(); bind(0)", "vkBindBufferMemory binds memory that is freed"),
            (
                "make_own(256, MAPPED); map(1 << 20, ~0ULL)",
                "vkMapMemory maps memory from an offset behind its end",
            ),
            (
                "make_own(256, MAPPED); map(64, 1 << 20)",
                "vkMapMemory maps more memory than there is behind the offset",
            ),
            ("make_own(256, MAPPED); map(0, 16); map(0, 16)", "vkMapMemory maps memory that is mapped"),
            ("make_own(256, MAPPED); release(); map(0, 16)", "vkMapMemory maps memory that is freed"),
            ("make_own(256, MAPPED); unmap()", "vkUnmapMemory is called for memory that is not mapped"),
            ("make_own(256, 0); release(); release()", "vkFreeMemory frees memory that is freed"),
        ],
    )
    def test_wrong(self, presenting: Presenting, deed: str, found: str) -> None:
        """Each is told by the case of memory alone."""
        answers = answers_of(presenting(present=deed))

        assert presentations.memory_valid(answers).said == {f"where an application presents, {found}"}
        assert not presentations.presents_well(answers).said
        assert not presentations.swapchains_valid(answers).said


class TestSwapchainsBelow:
    """What a swapchain comes down with (VkSwapchainCreateInfoKHR)."""

    SCALED = (
        "struct { VkStructureType type; const void *next; uint32_t behavior, gravity[2]; } scaled ="
        " {(VkStructureType)1000274004, lower->pNext, %s}; lower->pNext = &scaled; lower->imageExtent.width = 5000"
    )

    @pytest.mark.parametrize("deed", ["lower->minImageCount = 8", "lower->imageUsage |= 0x81", SCALED % 1])
    def test_right(self, presenting: Presenting, deed: str) -> None:
        """As many images as there may be, to copy from and to; of a scaled extent, other limits count."""
        assert not presentations.swapchains_valid(answers_of(presenting(swapchain=deed))).said

    @pytest.mark.parametrize(
        ("deed", "found"),
        [
            ("lower->imageFormat = 97", "a pair of imageFormat and imageColorSpace"),
            ("lower->imageColorSpace = 1000104008", "a pair of imageFormat and imageColorSpace"),
            ("lower->imageExtent.height = 5000", "an imageExtent"),
            (SCALED % 0, "an imageExtent"),
            ("lower->imageArrayLayers = 2", "a number as imageArrayLayers"),
            ("lower->preTransform = 2", "a preTransform"),
            ("lower->compositeAlpha = 2", "a compositeAlpha"),
        ],
    )
    def test_wrong(self, presenting: Presenting, deed: str, found: str) -> None:
        """Each is told by the case of swapchains alone."""
        answers = answers_of(presenting(swapchain=deed))

        assert presentations.swapchains_valid(answers).said == {
            f"where an application presents, vkCreateSwapchainKHR comes with {found} that the surface does not permit"
        }
        assert not presentations.memory_valid(answers).said


class TestEndsOfWork:
    """Who knows that a submission is over may begin its command buffer again, however it has come to know."""

    def test_a_semaphore_that_comes_again(self, presenting: Presenting) -> None:
        """It has no wait that is not over (VUID-vkAcquireNextImageKHR-semaphore-01779)."""
        layer = presenting(submit=f"both[1] = record(&buffers[place_of(semaphore)]); {ONE_MORE}")

        nothing_is_said(layer)

    def test_the_fence_of_a_presentation(self, presenting: Presenting) -> None:
        """VkSwapchainPresentFenceInfoKHR: it is signaled once the presentation has waited for what came before it."""
        before = "if (deeds++ > 0) OF_DEVICE(vkWaitForFences)(device_below, 1, fences, 1, ~0ULL);"
        again = (
            "if (fences[0] == NULL) fences[0] = a_fence(); OF_DEVICE(vkResetFences)(device_below, 1, fences);"
        )
        chained = (
            "struct of_fence of = {(VkStructureType)1000275001, info->pNext, 1, fences}; info->pNext = &of"
        )
        layer = presenting(
            submit=f"{before} both[1] = record(&buffers[0]); {ONE_MORE}", present=f"{again} {chained}"
        )

        nothing_is_said(layer)

    @pytest.mark.parametrize("command", ["vkWaitForPresentKHR", "vkWaitForPresent2KHR"])
    def test_a_wait_for_a_presentation(self, presenting: Presenting, command: str) -> None:
        """Both forms of the wait."""
        wait = f'((wait_function)next_device_lookup(device_below, "{command}"))(device_below, 0, &waiting);'
        layer = presenting(submit=f"{wait} both[1] = record(&buffers[0]); {ONE_MORE}")

        nothing_is_said(layer)

    def test_a_file_of_a_fence(self, presenting: Presenting) -> None:
        """A sync file can be waited for by anybody, and its export resets the fence, here one of an earlier act."""
        get = 'fd_function get = (fd_function)next_device_lookup(device_below, "vkGetFenceFdKHR"); int file;'
        layer = presenting(
            device="fences[0] = a_fence(); fences[1] = a_fence()",
            present=f"{get} submit_one(queue, &buffers[0], fences[0]); get(device_below, &{FD}, &file)",
        )

        nothing_is_said(layer)

    def test_what_a_swapchain_has_needed(self, presenting: Presenting) -> None:
        """It ends with the swapchain, for which the queue was waited for: no operation on an image is outstanding."""
        layer = presenting(
            submit=f"both[1] = record(&buffers[place_of(semaphore)]); {ONE_MORE}",
            present="submit_one(queue, &buffers[100 + deeds++], 0)",
            end="destroy_pool()",
        )

        nothing_is_said(layer)

    def test_one_that_nobody_has_waited_for(self, presenting: Presenting) -> None:
        """The same command buffer, without any of these, is pending."""
        layer = presenting(submit=f"both[1] = record(&buffers[0]); {ONE_MORE}")

        assert any(
            "vkBeginCommandBuffer is called for a command buffer that is pending" in fact
            for fact in presentations.presents_well(answers_of(layer)).said
        )
