"""Changes of a call that right layers make: limiters, upscalers, capture tools, overlays, instrumentation of shaders.

Each row quotes why what an application asked for is still done; the sentences are those of the Vulkan specification
1.4. What has no row is a breach, or a warning where the value may be what the layer is for. Gives no verdict.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

_ANY, _MORE, _LESS = "any", "more", "less"


@dataclass(frozen=True, slots=True)
class Change:
    """One kind of change: commands and members as regular expressions, the direction, and why it is right.

    ``to`` is the only value that may come down for another one, if not any may; ``least`` is the least one.
    """

    commands: str
    member: str
    direction: str
    why: str
    to: int | None = None
    least: int = 0

    def covers(self, command: str, path: str, given: int, received: int) -> bool:
        """Return whether a value that came down otherwise is of this kind."""
        if not (re.match(self.commands, command) and re.search(self.member, path)):
            return False
        if received < self.least or (self.to is not None and received != self.to):
            return False
        return self.direction == _ANY or (received > given) == (self.direction == _MORE)


_OF_VALUES = (
    Change(
        r"vkCreate(Image|Sampler|Swapchain|SharedSwapchains|\w*Pipelines|RenderPass|Framebuffer)|vkAllocateMemory",
        "",
        _ANY,
        "layers filter, scale, limit and add here: usages, sizes, numbers of images, the way of presenting",
    ),
    Change(
        r"vkCreateShader(Module|s)",
        r"codeSize$",
        _ANY,
        "another shader, for example an instrumented one, has another size",
    ),
    Change(
        r"vkCreate(Pipeline|Validation)Cache",
        r"initialDataSize$",
        _ANY,
        '"If the pipeline cache data is incompatible [...], the pipeline cache will be initially empty"',
    ),
    Change(
        r"vkCreateBuffer$", r"size$", _MORE, "the memory that a buffer requires may be more than its size"
    ),
    Change(
        r"vkCreatePipelineLayout",
        r"pPushConstantRanges\[\d\]\.size$",
        _MORE,
        "a range for the layer's own constants lies behind those of the application",
    ),
    Change(
        r"vkFlushMappedMemoryRanges",
        r"\.offset$",
        _LESS,
        "to flush more than was asked for makes nothing visible that was not written",
    ),
    Change(
        r"vkFlushMappedMemoryRanges",
        r"\.size$",
        _MORE,
        "to flush more than was asked for makes nothing visible that was not written",
    ),
    Change(
        r"vkGetDeviceQueue2?$",
        r"queueIndex$",
        _ANY,
        '"the index within this queue family of the queue to retrieve": a layer with queues of its own counts those '
        "too, and one that shows more queues than there are has some of them twice",
    ),
    Change(
        r"vkGetPhysicalDeviceSurfaceSupportKHR",
        r"queueFamilyIndex$",
        _ANY,
        "a layer that presents by another device asks that one: an index is less than the number of families that "
        'are given "for the given physicalDevice"',
    ),
    Change(
        r"vkCmd(BeginRenderPass|NextSubpass)",
        r"contents$",
        _ANY,
        "VK_SUBPASS_CONTENTS_INLINE_AND_SECONDARY_COMMAND_BUFFERS_KHR takes what each of the others takes",
        to=1000451000,
    ),
    Change(
        r"vk\w*Debug(Utils|Marker|Report)",
        r"(?<!\btagSize)$",
        _ANY,
        "commands that are made for tools: a layer that is one filters and adds",
    ),
    Change(
        r"vk\w*Debug(Utils|Marker)",
        r"\btagSize$",
        _ANY,
        'likewise, but for a tag of nothing: "tagSize must be greater than 0"',
        least=1,
    ),
)

_ALL_COMMANDS, _MEMORY_READ, _MEMORY_WRITE = 0x10000, 0x8000, 0x10000
_SUPERSETS = (
    (r"[sS]tageMask$", _ALL_COMMANDS),
    (r"srcAccessMask$", _MEMORY_WRITE),
    (r"dstAccessMask$", _MEMORY_READ | _MEMORY_WRITE),
)
"""Bits for "all operations performed by all commands", "all read accesses", and "all write accesses"."""
_ALL_GRAPHICS, _OF_GRAPHICS = 0x8000, 0x7FE
"""VK_PIPELINE_STAGE_ALL_GRAPHICS_BIT, and the stages of Vulkan 1.0 that it stands for."""
_PRE_RASTERIZATION, _OF_PRE_RASTERIZATION = 1 << 38, 0x78
_STANDING_FOR = (
    (r"[sS]tageMask$", 0x1000, 0xF << 32),  # ALL_TRANSFER: COPY, RESOLVE, BLIT, CLEAR
    (r"[sS]tageMask$", 0x4, 0x3 << 36),  # VERTEX_INPUT: INDEX_INPUT, VERTEX_ATTRIBUTE_INPUT
    (r"[sS]tageMask$", _ALL_GRAPHICS, 0x78E),
    (r"[sS]tageMask$", _ALL_COMMANDS, 0x1F8E),
    (r"AccessMask$", 0x20, 0x3 << 32),  # SHADER_READ: SHADER_SAMPLED_READ, SHADER_STORAGE_READ
    (r"AccessMask$", 0x40, 1 << 34),  # SHADER_WRITE: SHADER_STORAGE_WRITE
)
"""Bits that are "equivalent to the logical OR" of others, which a layer may name one by one.

Of stages, the last two name those for which no feature has to be enabled.
"""

_PROMISES = (
    (r"vkBeginCommandBuffer", r"pBeginInfo\.flags$", 0x1),  # ONE_TIME_SUBMIT: "will only be submitted once"
    (r"vkCreateCommandPool", r"flags$", 0x1),  # TRANSIENT: "will be short-lived"
    (r"vkReset(CommandPool|CommandBuffer)", r"flags$", 0x1),  # RELEASE_RESOURCES: "should be returned"
    (r"vkCreateEvent", r"flags$", 0x1),  # DEVICE_ONLY: "host event commands will not be used"
    (r"vkCreatePipelineCache", r"flags$", 0x1),  # EXTERNALLY_SYNCHRONIZED: the application promises it
    (r"vkCmd", r"dependencyFlags$", 0x1),  # BY_REGION: the dependency is for more without it
)
"""Bits by which an application allows something: a layer that replays, or does more, may take them away."""

_EXCLUSIVE = ((r"vkBeginCommandBuffer", r"pBeginInfo\.flags$", 0x5),)
"""Bits that must not be set together: of a primary command buffer, ONE_TIME_SUBMIT and SIMULTANEOUS_USE."""

VALID_ALONE = (
    (r"vkCreateBuffer$", r"usage$", 0x1FF),
    (r"vkCreateCommandPool$", r"flags$", 0x2),
    (r"vkCreateDescriptorPool$", r"flags$", 0x1),
    (r"vkCreateDescriptorSetLayout$", r"stageFlags$", 0x3F),
    (r"vkCreatePipelineLayout$", r"stageFlags$", 0x3F),
    (r"vkBeginCommandBuffer$", r"pBeginInfo\.flags$", 0x4),
    (r"vkCmdSetStencil", r"faceMask$", 0x3),
    (r"vkCmd(PipelineBarrier|WaitEvents|SetEvent|ResetEvent)2?(KHR)?$", r"[sS]tageMask$", 0x19F8E),
)
"""Bits of Vulkan 1.0 that mean something by themselves, whichever others are set and whatever else a call comes with.

No feature has to be enabled for them, and no other member has to say something for them to be valid. Tests hold them
against the registry.
"""

_JOINED = re.compile(r"vkCmd(PipelineBarrier|WaitEvents|SetEvent)\w* .*?\bp?[mM]emoryBarrier(Count|s)$")
"""Barriers of memory name no object: one with the masks of all does what several do."""
_GROWN = re.compile(r"(Count|[sS]ize)$")

_SUGGESTIONS = re.compile(
    r"pNext (VkPresentRegionsKHR|VkMemoryPriorityAllocateInfoEXT"
    r"|VkSwapchainPresent(Mode|Modes|Scaling)\w*(EXT|KHR))$"
)
"""Structures that only give a hint, or that say again what the layer decides: the way of presenting, the scaling."""

_WAITED = re.compile(r"pPresentInfo\.(waitSemaphoreCount|pWaitSemaphores)$")
_UNUSED = re.compile(r"vkCreate(Pipeline|Validation)Cache\w* pCreateInfo\.pInitialData$")
_EMULATED = re.compile(r"vkGetPhysicalDevice\w*ImageFormatProperties")
_FORMAT_NOT_SUPPORTED = -11


def is_intended_value(command: str, path: str, given: int, received: int) -> bool:
    """Return whether a right layer may pass this value on for the one that it got."""
    return any(row.covers(command, path, given, received) for row in _OF_VALUES)


def lost_bits(command: str, path: str, given: int, received: int) -> int:
    """Return the bits that are gone, without those that others stand for and those that only allow something."""
    for member, bit, parts in _STANDING_FOR:
        if re.search(member, path) and received & parts == parts:
            received |= bit
    lost = given & ~received
    for member, bits in _SUPERSETS:
        if re.search(member, path) and received & bits == bits:
            return 0
    if re.search(r"[sS]tageMask$", path) and received & _ALL_GRAPHICS:
        lost &= ~_OF_GRAPHICS
    if re.search(r"[sS]tageMask$", path) and received & _PRE_RASTERIZATION:
        lost &= ~_OF_PRE_RASTERIZATION
    for commands, member, bits in _PROMISES:
        if re.match(commands, command) and re.search(member, path):
            lost &= ~bits
    for commands, member, bits in _EXCLUSIVE:
        if re.match(commands, command) and re.search(member, path) and given & bits == bits:
            lost &= ~bits
    return lost


def is_needed_alone(command: str, path: str, bits: int) -> bool:
    """Return whether some of these bits are valid by themselves: no layer has to take them away."""
    return any(
        bits & valid
        for commands, member, valid in VALID_ALONE
        if re.match(commands, command) and re.search(member, path)
    )


def is_intended_loss(command: str, path: str) -> bool:
    """Return whether a right layer may leave out this structure or array."""
    return bool(_SUGGESTIONS.search(path) or _UNUSED.match(f"{command} {path}"))


def is_joined(command: str, path: str, received: int, changes: Iterable[tuple[Any, ...]]) -> bool:
    """Return whether elements may have come down as one, so that there are fewer: another one has grown.

    ``path`` is the array, or its number. ``changes`` are all values that came down otherwise: path, given, received.
    What is in an element alone counts elements of its own.
    """
    if received > 0 and _JOINED.match(f"{command} {path}"):
        return True
    if re.search(r"[.\[>]", path):
        return False
    return any(
        re.match(r"p\w+\[\d+\]\.", other) and _GROWN.search(other) and came > given
        for other, given, came, *_ in changes
    )


def is_waited_before(command: str, path: str, answer: Mapping[str, Any]) -> bool:
    """Return whether a presentation waits for less, as work of the layer's own waits for all of it.

    A semaphore is waited for once: an overlay that draws where the application presents waits for what that waits
    for, and presents what waits for its own work.
    """
    return command == "vkQueuePresentKHR" and bool(_WAITED.match(path)) and bool(answer.get("waited_for"))


def is_intended_success(command: str, below: int) -> bool:
    """Return whether a right layer may succeed here: one that emulates formats has more than are below it."""
    return below == _FORMAT_NOT_SUPPORTED and bool(_EMULATED.match(command))


def is_mapped_in_place(answer: Mapping[str, Any], path: str, given: int, received: int) -> bool:
    """Return whether more of a memory is mapped than was asked for, and the pointer leads to what was asked for."""
    is_wider = {"offset": received < given, "size": received > given}.get(path.rpartition(".")[2], False)
    return is_wider and bool(answer.get("in_place"))
