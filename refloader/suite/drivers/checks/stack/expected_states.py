"""What objects of a device are like after each call of the act "states", by the kind of object.

Source: the Vulkan specification. For each question it leaves one answer besides errors. Of vkCmdUpdateBuffer: "The
source data is copied from the user pointer to the command buffer when the command is called."
"""

from collections.abc import Mapping

from refloader.suite.drivers.checks.stack.expected_answer import (
    FIRST,
    NOT_READY,
    SECOND,
    SUCCESS,
    WIDE,
    Expected,
    count,
    said,
    word,
)
from refloader.suite.drivers.checks.stack.expected_drawings import (
    CLEARS,
    COUNTED,
    DRAWINGS,
    DYNAMIC,
    PASSES,
    RENDERED,
    SUBPASSES,
    VERTICES,
)
from refloader.suite.drivers.checks.stack.expected_extensions import EXTENSIONS
from refloader.suite.drivers.checks.stack.expected_featured import (
    ASSEMBLED,
    BLENDS,
    COMPUTED,
    DESCRIPTORS,
    EXTENDED,
    GATHERED,
    HOST_IMAGES,
    OUTSIDE,
    PAGES,
    PLANES,
    SUBGROUPS,
    TAKEN,
)
from refloader.suite.drivers.checks.stack.expected_reading import FETCHED, SAMPLED
from refloader.suite.drivers.checks.stack.expected_waiting import (
    EVENTS,
    FENCES,
    ORDERS,
    POLLS,
    SEMAPHORES,
    SYNCHRONIZED,
    WAITS,
)
from refloader.suite.drivers.checks.stack.expected_work import (
    BINDINGS,
    BLOCKS,
    CACHES,
    FORMATS,
    GROUPS,
    LEVELS,
    LINEAR,
    REGIONS,
    RENEWED,
    RESULTS,
    SETS,
    SIZES,
    VOLUMES,
)

MEMORY = {
    "both": said("two memories that are mapped at once keep what is written to each"),
    "aligned": said("vkMapMemory gives a multiple of minMemoryMapAlignment"),
    "other_unmapped": said("a mapped memory has its content when another one is unmapped"),
    "kept": said("a memory has its content when it is mapped once more"),
}
REQUIREMENTS = {
    "met": said(
        "the requirements of a buffer can be met: a size of its own at least, a power of two as alignment, memory"
        " types that the device has, one of them host-visible and coherent"
    ),
    "many": said(
        "each of 400 buffers of different sizes, made one after the other, has requirements of its size at least"
    ),
    "bound": said("with maintenance4, no buffer needs more than its size, rounded up to its alignment"),
    "types": said("buffers of one usage have the same memoryTypeBits, whatever their size"),
    "alignment": said("buffers of one usage have the same alignment, whatever their size"),
    "alignment_of_1_0": said("buffers of one usage have the same alignment, whatever their size"),
    "dedicated": said("vkGetBufferMemoryRequirements2 writes VkMemoryDedicatedRequirements in pNext"),
    "behind_unknown": said(
        "vkGetBufferMemoryRequirements2 writes VkMemoryDedicatedRequirements behind a structure of no known type"
    ),
    "again": said("vkGetBufferMemoryRequirements gives the same again"),
    "other_form": said("vkGetBufferMemoryRequirements2 gives what vkGetBufferMemoryRequirements does"),
    "foreseen": said(
        "what vkGetDeviceBufferMemoryRequirements gives is enough for a buffer that is made of the same"
    ),
    "foreseen_alike": said(
        "vkGetDeviceBufferMemoryRequirements gives what vkGetBufferMemoryRequirements does for a buffer that is"
        " made of the same"
    ),
}
POOLS = {
    "supported": said(
        "vkGetDescriptorSetLayoutSupport says that a layout with one storage buffer is supported: no more"
        " than maxPerSetDescriptors descriptors always are"
    ),
    "all": Expected(SUCCESS, "vkAllocateDescriptorSets for as many sets as the pool is made for"),
    "different": said("two sets of one vkAllocateDescriptorSets have handles of their own"),
    "freed": Expected(SUCCESS, "vkAllocateDescriptorSets for a set, after one like it was freed"),
    "reset": Expected(
        SUCCESS, "vkAllocateDescriptorSets for as many sets as the pool is made for, after each reset"
    ),
    "none_given": said("vkAllocateDescriptorSets that fails sets each handle to VK_NULL_HANDLE"),
    "left": Expected(
        SUCCESS, "vkAllocateDescriptorSets for the one set that is left, after a call for two has failed"
    ),
}
COMMANDS = {
    "beside_anew": word(
        SECOND,
        "what vkCmdUpdateBuffer was given, after another command buffer of the pool was recorded anew",
    ),
    "recorded_anew": word(
        FIRST, "what vkCmdUpdateBuffer was given when its command buffer was recorded anew"
    ),
    "run": word(FIRST, "what vkCmdFillBuffer writes"),
    "run_again": word(FIRST, "what a command buffer writes that is submitted a second time"),
    "reset": word(0, "what the recording before vkResetCommandBuffer wrote, after a new one was executed"),
    "after_reset": word(SECOND, "what is recorded after vkResetCommandBuffer"),
    "begun_anew": word(
        0, "what the recording before vkBeginCommandBuffer wrote, after a new one was executed"
    ),
    "pool_reset": word(0, "what the recording before vkResetCommandPool wrote, after a new one was executed"),
    "after_pool_reset": word(SECOND, "what is recorded after vkResetCommandPool"),
    "other_pool_reset": word(
        FIRST, "what a command buffer writes, after another pool than its own was reset"
    ),
    "other_freed": word(FIRST, "what a command buffer writes, after another one of its pool was freed"),
    "trimmed": word(FIRST, "what a command buffer writes, after vkTrimCommandPool"),
    "of_a_later_pool": word(FIRST, "what command buffers write of a pool made after another one's end"),
    "first_by_newer": word(FIRST, "what the first of two batches of vkQueueSubmit2 writes"),
    "second_by_newer": word(SECOND, "what the second of two batches of vkQueueSubmit2 writes"),
    "in_order": word(
        SECOND, "what the second of two batches leaves, which waits for a semaphore of the first"
    ),
}
SECONDARIES = {
    "in_order": word(SECOND, "what the second of two secondary command buffers leaves"),
    "own_command": word(FIRST, "what a command of the primary one writes, before vkCmdExecuteCommands"),
    "turned_round": word(FIRST, "what the first of them leaves, executed as the second by a new recording"),
    "listed": word(
        SECOND,
        "what the second of two secondary command buffers leaves, both executed by one vkCmdExecuteCommands",
    ),
    "listed_turned_round": word(
        FIRST, "what the first of them leaves, which another vkCmdExecuteCommands has second in its array"
    ),
    "twice": word(
        FIRST,
        "a word that a secondary command buffer moves by a place, where one vkCmdExecuteCommands has it twice",
    ),
    "reset": word(0, "what the recording before vkResetCommandBuffer wrote, after a new one was executed"),
    "after_reset": word(SECOND, "what is recorded in a secondary one after vkResetCommandBuffer"),
}
QUERIES = {
    "reset": Expected(NOT_READY, "vkGetQueryPoolResults of queries that were reset"),
    "reset_untouched": said("vkGetQueryPoolResults writes no results of queries that were reset"),
    "reset_unavailable": said("a query that was reset is not available"),
    "written": Expected(SUCCESS, "vkGetQueryPoolResults of queries whose commands were executed"),
    "copied": said("vkCmdCopyQueryPoolResults copies what vkGetQueryPoolResults gives"),
    "one": said("the second query alone has the result that it has with the first"),
    "in_bits": said("timestamps have no bits outside of timestampValidBits"),
    "in_rows": said("results stand where the stride says"),
    "available": said("queries whose commands were executed are available"),
    "between_rows": said("vkGetQueryPoolResults writes nothing between the rows of results"),
    "not_written": Expected(
        NOT_READY, "vkGetQueryPoolResults of a query that was reset, beside others in use"
    ),
    "partly": Expected(NOT_READY, "vkGetQueryPoolResults of three queries, of which two are available"),
    "partly_written": said("vkGetQueryPoolResults writes results that are available beside one that is not"),
    "partly_unavailable": said(
        "vkGetQueryPoolResults writes that a query is not available, beside others in use"
    ),
    "one_reset": Expected(NOT_READY, "vkGetQueryPoolResults of a query that was reset alone"),
    "all_reset_first": Expected(
        NOT_READY, "vkGetQueryPoolResults of the first of three queries that were reset together"
    ),
    "all_reset_second": Expected(
        NOT_READY, "vkGetQueryPoolResults of the second of three queries that were reset together"
    ),
    "all_reset_last": Expected(
        NOT_READY, "vkGetQueryPoolResults of the last of three queries that were reset together"
    ),
    "before_reset": Expected(SUCCESS, "vkGetQueryPoolResults of the query before one that was reset alone"),
    "between_reset": Expected(
        NOT_READY, "vkGetQueryPoolResults of a query that was reset alone, between others"
    ),
    "behind_reset": Expected(SUCCESS, "vkGetQueryPoolResults of the query behind one that was reset alone"),
    "before_host_reset": Expected(
        SUCCESS, "vkGetQueryPoolResults of the query before one that vkResetQueryPool reset alone"
    ),
    "host_reset": Expected(
        NOT_READY, "vkGetQueryPoolResults of a query that vkResetQueryPool reset alone, between others"
    ),
    "behind_host_reset": Expected(
        SUCCESS, "vkGetQueryPoolResults of the query behind one that vkResetQueryPool reset alone"
    ),
    "other_reset": Expected(SUCCESS, "vkGetQueryPoolResults of a query, after another one was reset"),
}
RANGES = {
    "before_filled": word(0, "the word before what vkCmdFillBuffer fills from an offset to the end"),
    "first_filled": word(FIRST, "the first word that vkCmdFillBuffer fills from an offset to the end"),
    "last_filled": word(FIRST, "the last word that vkCmdFillBuffer fills from an offset to the end"),
    "before_updated": word(0, "the word before what vkCmdUpdateBuffer writes at an offset"),
    "updated": word(SECOND, "the second word that vkCmdUpdateBuffer writes at an offset"),
    "behind_updated": word(0, "the word behind what vkCmdUpdateBuffer writes at an offset"),
    "first_copied": word(FIRST, "what the first of two regions of vkCmdCopyBuffer copies"),
    "second_copied": word(SECOND, "what the second of two regions of vkCmdCopyBuffer copies"),
    "updated_at_once": word(FIRST, "what vkCmdUpdateBuffer writes, whose data is another one afterwards"),
    "behind_copied": word(0, "the word behind what the first region of vkCmdCopyBuffer copies"),
    "bytes_copied": said(
        "vkCmdCopyBuffer copies five bytes from an offset of 1 to one of 258, and none before or behind them"
    ),
    "once": word(FIRST, "what a command buffer copies that a batch has twice"),
    "twice": word(FIRST, "what the second execution of a command buffer copies that a batch has twice"),
}
SPARSE = {
    "written": count(
        0,
        "the count that vkGetImageSparseMemoryRequirements writes over a 77, of an image without"
        " VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT",
    ),
}
IMAGES = {
    "not_sparse": count(
        0,
        "the requirements of sparse memory of an image without VK_IMAGE_CREATE_SPARSE_RESIDENCY_BIT, counted",
    ),
    "other_form": said("vkGetImageMemoryRequirements2 gives what vkGetImageMemoryRequirements does"),
    "dedicated": said("vkGetImageMemoryRequirements2 writes VkMemoryDedicatedRequirements in pNext"),
    "behind_unknown": said(
        "vkGetImageMemoryRequirements2 writes VkMemoryDedicatedRequirements behind a structure of no known type"
    ),
    "unmade": said(
        "vkGetDeviceImageMemoryRequirements gives no smaller size than an image that is made of the same has"
    ),
    "unmade_alike": said(
        "vkGetDeviceImageMemoryRequirements gives what vkGetImageMemoryRequirements does for an image that is"
        " made of the same"
    ),
}
SHADERS = {
    "default": word(
        5,
        "a specialization constant that no pipeline gives, with pCode overwritten after vkCreateShaderModule",
    ),
    "other_default": word(7, "another specialization constant that no pipeline gives"),
    "specialized": word(FIRST, "a specialization constant that the second of two map entries gives"),
    "other_specialized": word(SECOND, "a specialization constant that the first of two map entries gives"),
    "left_default": word(5, "a specialization constant of a pipeline that gives another one alone"),
    "alone_specialized": word(FIRST, "the specialization constant that the last of three pipelines gives"),
    "pushed": word(FIRST, "a push constant of the first of three vkCmdDispatch"),
    "pushed_later": word(SECOND, "a push constant that was pushed alone, from an offset"),
    "pushed_first": word(SECOND, "a push constant after the one before it was pushed alone"),
    "groups": word(3, "the number of workgroups in a vkCmdDispatch of three"),
    "last_group": word(FIRST, "what the last of three workgroups writes"),
    "copied_set": word(
        FIRST,
        "what a shader writes by a set to which one call of vkUpdateDescriptorSets has copied its write",
    ),
    "next_binding": word(
        FIRST,
        "what a shader writes by a descriptor of binding 1, which a write of two has updated from binding 0 on",
    ),
    "refused": said(
        "the place of a pipeline that VK_PIPELINE_COMPILE_REQUIRED leaves out is VK_NULL_HANDLE in pPipelines"
    ),
    "behind_groups": word(0, "what a fourth one of three workgroups would write"),
    "ended_elsewhere": word(FIRST, "a push constant, where another thread goes on with vkCmdDispatch"),
    "pushed_elsewhere": word(SECOND, "a push constant that another thread has pushed in turn"),
    "first_by_turns": word(
        5, "a constant of the first pipeline where two command buffers are recorded by turns"
    ),
    "second_by_turns": word(
        FIRST, "a constant of the second pipeline where two command buffers are recorded by turns"
    ),
    "pushed_by_turns": word(FIRST, "a push constant where two command buffers are recorded by turns"),
    "offset": word(
        FIRST,
        "what a shader writes by the dynamic offset of a second set, bound with a first one that has two offsets",
    ),
    "other_offset": word(
        0, "the word at a dynamic offset of the first set, after a shader has written to the second set"
    ),
}
PRIVATE = {
    "unset": word(0, "vkGetPrivateData of an object for which nothing was set"),
    "set": word(FIRST, "vkGetPrivateData of a buffer for which a number was set"),
    "other_slot": word(0, "vkGetPrivateData in another slot than that in which a number was set"),
    "other_object": word(0, "vkGetPrivateData of another object than that for which a number was set"),
    "second_slot": word(SECOND, "vkGetPrivateData of a buffer in a second slot"),
    "first_slot": word(FIRST, "vkGetPrivateData of a buffer in the first of two slots"),
    "device": word(SECOND, "vkGetPrivateData of the device"),
    "wide": word(WIDE, "vkGetPrivateData of a buffer for which a number of more than 32 bits was set"),
    "set_again": word(0, "vkGetPrivateData of a buffer for which 0 was set at last"),
    "anew": word(0, "vkGetPrivateData in a new slot, after one in which a number was set is gone"),
}
PLACES = {
    "first": word(FIRST, "the first of several buffers in one memory, filled with vkCmdFillBuffer"),
    "second": word(FIRST + 1, "a buffer that vkBindBufferMemory has bound behind another one"),
    "third": word(
        FIRST + 2, "a buffer bound behind others, by vkBindBufferMemory2 where there is such a command"
    ),
    "last": word(FIRST + 3, "the last whole word of a buffer of 255 bytes, filled with VK_WHOLE_SIZE"),
    "rest": said("vkCmdFillBuffer with VK_WHOLE_SIZE leaves the bytes behind the last whole word alone"),
    "from_offset": word(FIRST + 1, "what vkMapMemory shows from an offset inside of the memory"),
    "aligned": said("vkMapMemory gives a multiple of minMemoryMapAlignment, with the offset subtracted"),
    "addresses": said("the addresses of buffers that share no memory do not overlap"),
}
DEVICES = {
    "first": said("each word of a large buffer is what its own device was told to fill it with"),
    "second": said("each word of a large buffer of the second device is what that was told to fill it with"),
}
FEATURED: Mapping[str, Mapping[str, Expected]] = {
    "computed": COMPUTED,
    "subgroups": SUBGROUPS,
    "descriptors": DESCRIPTORS,
    "gathered": GATHERED,
    "assembled": ASSEMBLED,
    "taken": TAKEN,
    "blends": BLENDS,
    "outside": OUTSIDE,
    "pages": PAGES,
    "planes": PLANES,
    "host_images": HOST_IMAGES,
    "extended": EXTENDED,
    **EXTENSIONS,
}
"""Kinds of which the act "featured" asks a device that is made with all that it offers."""

KINDS: Mapping[str, Mapping[str, Expected]] = {
    "fences": FENCES,
    "events": EVENTS,
    "semaphores": SEMAPHORES,
    "memory": MEMORY,
    "requirements": REQUIREMENTS,
    "pools": POOLS,
    "commands": COMMANDS,
    "secondaries": SECONDARIES,
    "queries": QUERIES,
    "ranges": RANGES,
    "caches": CACHES,
    "images": IMAGES,
    "sparse": SPARSE,
    "shaders": SHADERS,
    "sets": SETS,
    "private": PRIVATE,
    "passes": PASSES,
    "subpasses": SUBPASSES,
    "rendered": RENDERED,
    "drawings": DRAWINGS,
    "vertices": VERTICES,
    "clears": CLEARS,
    "dynamic": DYNAMIC,
    "counted": COUNTED,
    "devices": DEVICES,
    "regions": REGIONS,
    "volumes": VOLUMES,
    "renewed": RENEWED,
    "levels": LEVELS,
    "blocks": BLOCKS,
    "formats": FORMATS,
    "linear": LINEAR,
    "sizes": SIZES,
    "groups": GROUPS,
    "results": RESULTS,
    "places": PLACES,
    "bindings": BINDINGS,
    "sampled": SAMPLED,
    "fetched": FETCHED,
    **FEATURED,
    "synchronized": SYNCHRONIZED,
    "polls": POLLS,
    "orders": ORDERS,
    "waits": WAITS,
}
"""What the application asks, by the kind of object."""
