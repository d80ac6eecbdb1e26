"""Checks on the act "presentations": an application presents, makes its swapchain anew, and presents again.

The entity below is slow: a submission is pending until somebody waits for it, or for a later one of its queue. The
application asks for a swapchain such as the surface is shown to have; where it can have none, nothing is judged.
Source: "Requirements of Well-Behaved Layers" (LLP_LAYER_1 and LLP_LAYER_2), and the Vulkan specification.
"""

from collections.abc import Callable, Iterator

from refloader.model.text import number_of
from refloader.suite.sessions.answers import Answers, number, part, result, texts
from refloader.suite.sessions.check_result import CheckResult

ACT = "presentations"
_NONE = (
    "the layer has no function of its own for vkQueuePresentKHR, vkCreateSwapchainKHR or the like, or"
    " shows a surface for which no swapchain can be made"
)
_IN_USE, _SUCCESS, _INCOMPLETE = -1000000001, 0, 5
_MEMBERS = ("imageFormat", "the width of imageExtent", "the height of imageExtent", "imageUsage")
_USAGE, _SIZE = _MEMBERS[-1], _MEMBERS[1:3]
_OF_SWAPCHAINS = "vkCreateSwapchainKHR"
_OF_MEMORY = frozenset(
    {
        "vkAllocateMemory",
        "vkFreeMemory",
        *(
            f"{command}{version}"
            for command in ("vkBindBufferMemory", "vkBindImageMemory", "vkMapMemory", "vkUnmapMemory")
            for version in ("", "2", "2KHR")
        ),
    }
)


def presents_well(answers: Answers) -> CheckResult:
    """Check that what a layer submits, waits for and destroys where an application presents is valid.

    A command buffer "must not be in the recording or pending state" when it is begun
    (VUID-vkBeginCommandBuffer-commandBuffer-00049), nor be pending when it is submitted without
    VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT (VUID-vkQueueSubmit-pCommandBuffers-00071), when it is freed
    (VUID-vkFreeCommandBuffers-pCommandBuffers-00047), or when its pool is reset or destroyed
    (VUID-vkResetCommandPool-commandPool-00040, VUID-vkDestroyCommandPool-commandPool-00041). A fence "must be
    unsignaled" and not that of a pending submission (VUID-vkQueueSubmit-fence-00063 and -00064), nor is it
    reset or destroyed while it is that of one (VUID-vkResetFences-pFences-01123,
    VUID-vkDestroyFence-fence-01120), nor is a semaphore (VUID-vkDestroySemaphore-semaphore-05149). "If the
    synchronization2 feature is not enabled, pWaitDstStageMask must not be 0"
    (VUID-VkSubmitInfo-pWaitDstStageMask-03937). Each binary semaphore is signaled before it is waited for
    (VUID-vkQueuePresentKHR-pWaitSemaphores-03268) and waited for before it is signaled again
    (VUID-vkQueueSubmit-pSignalSemaphores-00067). An image is acquired from a swapchain that is not retired
    (VUID-vkAcquireNextImageKHR-swapchain-01285). On a device with presentId (the act "enabled"), VkPresentIdKHR
    has as many swapchains as VkPresentInfoKHR (VUID-VkPresentIdKHR-swapchainCount-04998), each id is greater
    than those before (VUID-VkPresentIdKHR-presentIds-04999), and no structure is there twice
    (VUID-VkPresentInfoKHR-sType-unique). What a barrier or a render pass takes the layout of a swapchain's image
    to be is VK_IMAGE_LAYOUT_UNDEFINED or what it is (VUID-VkImageMemoryBarrier-oldLayout-01197,
    VUID-vkCmdDraw-None-09600), and an image is presented in VK_IMAGE_LAYOUT_PRESENT_SRC_KHR
    (VUID-VkPresentInfoKHR-pImageIndices-01430). A render pass does not load what is undefined
    (VUID-VkAttachmentDescription-format-06699), and an image is made undefined or preinitialized
    (VUID-VkImageCreateInfo-initialLayout-00993). An image has levels, layers and a size
    (VUID-VkImageCreateInfo-mipLevels-00947, -arrayLayers-00948 and -extent-00944), has memory before a barrier, a
    view or a copy (VUID-VkImageMemoryBarrier-image-01932), and is used for what it was made for
    (VUID-VkFramebufferCreateInfo-pAttachments-00877, VUID-VkImageViewCreateInfo-image-04441,
    VUID-vkCmdCopyImage-srcImage-00126) within its size (VUID-vkCmdCopyImage-srcOffset-00144). The application's
    second swapchain is to be copied to alone. A render pass is ended in its command buffer
    (VUID-vkEndCommandBuffer-commandBuffer-00060), stays within its framebuffer
    (VUID-VkRenderPassBeginInfo-pNext-02852), and is drawn in by pipelines that are made for one
    (VUID-vkCmdDraw-renderPass-02684). SPIR-V has words of four bytes (VUID-VkShaderModuleCreateInfo-codeSize-08735).
    Not judged are submissions before a file of a fence or semaphore is
    handed out, by which anybody can wait, and fences that something else than a submission signals.
    """
    return _valid(answers, lambda command: command not in _OF_MEMORY and command != _OF_SWAPCHAINS)


def memory_valid(answers: Answers) -> CheckResult:
    """Check that memory of the layer's own is valid where an application presents, which makes none.

    A memory type is one of the device's (VUID-vkAllocateMemory-pAllocateInfo-01714). A buffer gets memory that is
    not freed (VUID-vkBindBufferMemory-memory-parameter), of a type in its memoryTypeBits (-memory-01035), at an
    offset that is a multiple of alignment (-memoryOffset-01036), as much as it needs (-size-01037), and once
    (-buffer-07459); for images there are VUID-vkBindImageMemory-memory-parameter, -memory-01047,
    -memoryOffset-01048, -size-01049 and -image-07460. What is mapped is host-visible
    (VUID-vkMapMemory-memory-00682) and not mapped already (-memory-00678), not freed (-memory-parameter), and ends
    with the memory (-offset-00679 and -size-00681). Only what is mapped is unmapped
    (VUID-vkUnmapMemory-memory-00689), and what is freed is not freed again (VUID-vkFreeMemory-memory-parameter).
    Not judged are buffers and images that are made with structures on pNext, sparse ones, and those of which the
    entity below no longer knows, as 4,096 others were made since.
    """
    return _valid(answers, lambda command: command in _OF_MEMORY)


def swapchains_valid(answers: Answers) -> CheckResult:
    """Check that a swapchain comes down with what the surface below permits.

    That are presentMode (VUID-VkSwapchainCreateInfoKHR-presentMode-01281), imageFormat with imageColorSpace
    (-imageFormat-01273), minImageCount (-minImageCount-01272 and -presentMode-02839), imageExtent (-pNext-07781;
    images that are scaled are not judged), imageUsage (-presentMode-01427), imageArrayLayers
    (-imageArrayLayers-01275), preTransform (-preTransform-01279) and compositeAlpha (-compositeAlpha-01280).
    """
    return _valid(answers, lambda command: command == _OF_SWAPCHAINS)


def _valid(answers: Answers, is_judged: Callable[[str], bool]) -> CheckResult:
    """Tell what is invalid of calls of some commands that come down where an application presents."""
    look = CheckResult(missing=_NONE)
    answer = part(answers, "presentation")
    look.seen = number(answer, "shown")
    for fact in texts(answer, "invalid"):
        if is_judged(fact.partition(" ")[0]):
            look.fail(f"where an application presents, {fact}")
    return look


def modes_listed(answers: Answers) -> CheckResult:
    """Check that each surface is shown to have VK_PRESENT_MODE_FIFO_KHR, as the one below has.

    VkPresentModeKHR: "This is the only value of presentMode that is required to be supported." An application need
    not ask before it uses it.
    """
    look = CheckResult(missing=f"{_NONE}, or does not list its modes")
    answer = part(answers, "present_modes")
    look.seen = 1 if answer else 0
    if answer and not number(answer, "fifo"):
        look.fail(
            "vkGetPhysicalDeviceSurfacePresentModesKHR lists modes without VK_PRESENT_MODE_FIFO_KHR, which is listed"
            " below"
        )
    return look


def swapchains_made_anew(answers: Answers) -> CheckResult:
    """Check that an application with a swapchain can make the next one for its surface.

    "A native window cannot be associated with more than one non-retired swapchain at a time." With oldSwapchain, the
    first one is retired; the entity below refuses a second one otherwise.
    """
    look = CheckResult(missing=_NONE)
    answer = part(answers, "presentation")
    look.seen = 1 if "anew" in answer else 0
    if number(answer, "anew") == _IN_USE:
        look.fail(
            f"vkCreateSwapchainKHR with oldSwapchain returns {result(_IN_USE)}: below, the surface has a swapchain"
            " that is neither retired nor destroyed"
        )
    return look


def images_as_asked(answers: Answers) -> CheckResult:
    """Check that the images that an application is given for its swapchain are such as it has asked for.

    VkSwapchainCreateInfoKHR: imageFormat is "the format the swapchain image(s) will be created with", imageExtent "is
    the size (in pixels) of the swapchain image(s)", imageUsage is "the intended usage of the (acquired) swapchain
    images". Images of the layer's own may be larger. Not judged are those that are made with structures on pNext, or
    that the application has by other handles, and a format where VK_SWAPCHAIN_CREATE_MUTABLE_FORMAT_BIT_KHR or
    VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT is set.
    """
    look = CheckResult(missing=f"{_NONE}, or gives the application images of which nothing is known below")
    for is_own, member, row in _images(answers):
        match row:
            case [int(given), int(received)]:
                look.seen += 1
                may_be_more = is_own and member in _SIZE
                lost = given & ~received if member == _USAGE else given != received
                if lost and not (may_be_more and received > given):
                    what = f"made with {received:#x}" if member == _USAGE else f"made with {received}"
                    asked = f"{given:#x}" if member == _USAGE else f"{given}"
                    look.fail(
                        f"vkGetSwapchainImagesKHR gives images {what} as {member}; {asked} was asked for"
                    )
    return look


def _images(answers: Answers) -> Iterator[tuple[bool, str, object]]:
    """Yield what was asked for and what there is, by member, of the first swapchain and of the one in its place.

    The first says whether the images are of no swapchain below.
    """
    for key in ("images", "images_anew", "own_images", "own_images_anew"):
        rows = part(answers, "presentation").get(key)
        for member, row in zip(_MEMBERS, rows if isinstance(rows, list) else (), strict=False):
            yield key.startswith("own"), member, row


def images_acquired(answers: Answers) -> CheckResult:
    """Check that an image that is acquired above is acquired below, and that who only asks does not wait.

    vkAcquireNextImageKHR: pImageIndex is where "the index of the next image to use" is returned, with
    VK_SUBOPTIMAL_KHR as well, and "If timeout is zero, then vkAcquireNextImageKHR does not wait". Images of the
    layer's own are left out.
    """
    look = CheckResult(missing=_NONE)
    answer = part(answers, "presentation")
    look.seen = number(answer, "shown")
    if strange := number(answer, "strange"):
        look.fail(
            f"vkAcquireNextImageKHR gives {number_of(strange, 'image')} of the swapchain below that the layer has not"
            " acquired there, or has presented since"
        )
    if number(answer, "waits_in_polls"):
        look.fail(
            "vkAcquireNextImageKHR with a timeout of zero acquires below with another timeout, which waits"
        )
    return look


def images_cut(answers: Answers) -> CheckResult:
    """Check that a list of images says where it is cut, and that nothing is written behind it.

    vkGetSwapchainImagesKHR: "If pSwapchainImageCount is less than the number of presentable images for swapchain,
    at most pSwapchainImageCount structures will be written, and VK_INCOMPLETE will be returned"; otherwise the
    count is "overwritten with the number of structures actually written". There is room for one of several images.
    """
    look = CheckResult(missing=_NONE)
    match part(answers, "presentation").get("room"):
        case [int(counted), int(code), int(listed), int(is_beyond), int(every)] if counted > 1:
            look.seen = 1 if code in (_SUCCESS, _INCOMPLETE) else 0
            where = f"vkGetSwapchainImagesKHR, with room for 1 of {counted} images,"
            if every != counted:
                look.fail(
                    f"vkGetSwapchainImagesKHR counts {counted} images, and with more room gives {every}"
                )
            if look.seen and is_beyond:
                look.fail(f"{where} writes more than one")
            elif look.seen and listed != 1:
                look.fail(f"{where} gives {listed} as their count")
            elif code == _SUCCESS:
                look.fail(f"{where} returns {result(code)}")
    return look
