"""What the registry does not say of commands and their parameters, and the tables of carried.py need to know."""

import re
from typing import Any

from vulkan_object import Param

OF_OTHER_ACTS = re.compile(
    r"vk(Create|Destroy)(Instance|Device)$|vkEnumerateInstance|vkGet(Instance|Device)ProcAddr"
    r"|vkEnumerateDevice(Layer|Extension)Properties"
)
"""Commands that the other acts are about."""
LEFT_OUT = re.compile(rf"{OF_OTHER_ACTS.pattern}|vk\w*(QNX|GGP|FUCHSIA|ANDROID|SEC)$")
"""Those, and commands of platforms whose structures no machine here has."""
IGNORABLE = re.compile(r"VkPipelineViewportStateCreateInfo$|VkFramebufferCreateInfo$")
"""Structures of which other members say what is to be ignored: no pointer of theirs is looked through."""
OLDER_TYPES = re.compile("Debug(Marker|Report)")
"""What names objects by VkDebugReportObjectTypeEXT."""
ONE_TOO = re.compile(
    r"vk(QueueSubmit|QueueBindSparse|QueuePresent|WaitForFences|ResetFences|WaitSemaphores|(Flush|Invalidate)Mapped"
    r"|UpdateDescriptorSets|AllocateDescriptorSets|AllocateCommandBuffers|Create(Compute|Graphics)Pipelines"
    r"|MergePipelineCaches|Bind(Buffer|Image)Memory2|Cmd(Copy|Blit|Resolve|Clear)|CmdPipelineBarrier|CmdWaitEvents"
    r"|CmdExecuteCommands|CreateDescriptor(SetLayout|Pool|UpdateTemplate)|CreateRenderPass)"
)
"""Commands whose arrays are as right with one element as with two: no other array has to have as many."""
UNBOUNDED = re.compile(
    r"vkQueueSubmit(2|2KHR)?\.submitCount|vk(WaitFor|Reset)Fences\.fenceCount|vkMergePipelineCaches\.srcCacheCount"
    r"|vk(Flush|Invalidate)MappedMemoryRanges\.memoryRangeCount|vkUpdateDescriptorSets\.descriptorWriteCount"
    r"|vkCreate(Compute|Graphics)Pipelines\.createInfoCount|vkBind(Buffer|Image)Memory2(KHR)?\.bindInfoCount"
    r"|Vk(SubmitInfo2?\.(wait|signal)Semaphore(Info)?Count|SemaphoreWaitInfo\.semaphoreCount"
    r"|DescriptorSetAllocateInfo\.descriptorSetCount|RenderPassCreateInfo2?\.(attachment|dependency)Count"
    r"|RenderPassBeginInfo\.clearValueCount|DescriptorSetLayoutCreateInfo\.bindingCount"
    r"|(Copy|Blit|Resolve)\w+Info2\.regionCount|DependencyInfo\.\w+Count)"
    r"|vkCmd(Copy|Blit|Resolve)\w+\.regionCount|vkCmdClear\w+\.rangeCount|vkCmdPipelineBarrier\.\w+Count"
    r"|vkCmdWaitEvents(2|2KHR)?\.eventCount"
)
"""Counts without a limit, of elements that may be any number of different ones: no device's limit, no other member,
and no rule on what overlaps ends them.
"""
NONE_IS_VALID = re.compile(
    r"Vk(SubmitInfo2?|BindSparseInfo|PresentInfoKHR|DependencyInfo|PipelineLayoutCreateInfo)\."
    r"|Vk((Buffer|Image)CreateInfo|SwapchainCreateInfoKHR)\.queueFamilyIndexCount"
    r"|VkDescriptorSetLayoutCreateInfo\.bindingCount|VkRenderPassCreateInfo2?\.(dependency|correlatedViewMask)Count"
    r"|vk(QueueSubmit|QueueBindSparse|UpdateDescriptorSets|CmdPipelineBarrier|CmdWaitEvents)"
)
"""Counts that may be 0 whatever else the call says: others are forbidden by what refers to the elements."""
WILD = (
    ("VkDescriptorSetLayoutBinding", "descriptorType", 6, "pImmutableSamplers"),
    ("VkWriteDescriptorSet", "descriptorType", 1, "pBufferInfo"),
    ("VkWriteDescriptorSet", "descriptorType", 1, "pTexelBufferView"),
    ("VkBufferCreateInfo", "sharingMode", 0, "pQueueFamilyIndices"),
    ("VkImageCreateInfo", "sharingMode", 0, "pQueueFamilyIndices"),
    ("VkSwapchainCreateInfoKHR", "imageSharingMode", 0, "pQueueFamilyIndices"),
    ("VkGraphicsPipelineCreateInfo", "sType", 28, "pTessellationState"),
    ("VkCommandBufferBeginInfo", "flags", 1, "pInheritanceInfo"),
)
"""Pointers that are ignored while another member has a value: a buffer's, a sampled image's, exclusive sharing, no
tessellation among the stages, a primary command buffer that is not said to go on with a render pass: older editions
ask for the pointer where it is.
"""
MAY_BE_NULL = re.compile(
    r"vkQueue(Submit|Submit2|Submit2KHR|BindSparse)\.fence|vkCreate(Compute|Graphics)Pipelines\.pipelineCache"
    r"|vkAcquireNextImageKHR\.fence|VkAcquireNextImageInfoKHR\.fence|VkSparse(Image)?MemoryBind\.memory"
    r"|VkCommandBufferInheritanceInfo\.framebuffer|VkRenderingAttachmentInfo\.(image|resolveImage)View"
    r"|VkSwapchainCreateInfoKHR\.oldSwapchain"
)
"""Handles that may be VK_NULL_HANDLE in any call, whatever features a device has and whatever other members say."""
IGNORED_TOO = {
    ("VkWriteDescriptorSet", "pImageInfo"): ("descriptorType", 0b100_0000_1111),
    ("VkDescriptorSetLayoutBinding", "pImmutableSamplers"): ("descriptorType", 0b11),
}
"""Arrays, with the member and the mask of its numbers for which they are read; other numbers have them ignored."""
NUMBERS = frozenset({"VkClearColorValue", "VkClearValue"})
"""Unions that hold numbers of four bytes, whichever of their members counts."""
OFFSETS = frozenset({"VkOffset2D", "VkOffset3D", "VkExtent2D", "VkExtent3D"})
"""Structures of numbers of four bytes that stand in arrays of a fixed size."""
NAMED = re.compile(r"Vk(ObjectType|DebugReportObjectTypeEXT|Structure\w*|Result)$")
"""Enumerations whose values say of what kind another member is."""
SMALL = {
    "queueFamilyIndex": 1,
    "srcQueueFamilyIndex": 0,
    "dstQueueFamilyIndex": 1,
    "queueIndex": 1,
    "templateType": 0,
    "rasterizerDiscardEnable": 0,
    "pDynamicStates": 2,
    "memoryTypeIndex": 0,
}
LOW_NUMBER = 300
"""The first extension whose structures are given only in calls with all that there are. Lower numbers were reserved
by 2020, which says when an extension was begun, not when it was published.
"""
WIDE = frozenset({"VkDeviceSize", "VkDeviceAddress", "uint64_t"})
"""Types of numbers of 64 bits: places, sizes and addresses, and the values of semaphores."""
NARROW = re.compile(r"vkMapMemory\.size|VkMemoryMapInfo\.size|vkGetQueryPoolResults\.stride|\w+\.timeout$")
"""Those of which an application gives no large one to a call that comes back at once: what they count would be in its
own memory, or is a time.
"""


def is_small(member: Any) -> bool:
    """Return whether a number has the value of ``SMALL`` in all calls; not what a command of its own decides."""
    return member.name in SMALL and not (member.type == "VkBool32" and isinstance(member, Param))
