"""What objects of a device are like after each call of the act "states", by the kind of object.

Source: the Vulkan specification. For each question it leaves one answer besides errors.
"""

from collections.abc import Mapping

from refloader.suite.drivers.checks.stack.expected_answer import Expected, count, said, word
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
from refloader.suite.drivers.checks.stack.expected_reading import FETCHED, SAMPLED
from refloader.suite.drivers.checks.stack.expected_work import (
    BINDINGS,
    BLOCKS,
    CACHES,
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

SUCCESS, _NOT_READY, _TIMEOUT, _SET, _RESET = 0, 1, 2, 3, 4
_FIRST, _SECOND, _WIDE = 0xC0FFEE01, 0xC0FFEE02, 0x700000005

FENCES = {
    "anew": Expected(
        _NOT_READY, "vkGetFenceStatus of a new fence, after one that was signaled was destroyed"
    ),
    "first_unsignaled": Expected(
        _NOT_READY,
        "vkGetFenceStatus of two fences that were reset together, behind one that was not signaled",
    ),
    "second_unsignaled": Expected(
        _NOT_READY,
        "vkGetFenceStatus of two fences that were reset together, with one between that was not signaled",
    ),
    "no_batch": Expected(SUCCESS, "vkWaitForFences for the fence of a vkQueueSubmit without batches"),
    "no_batch_by_newer": Expected(
        SUCCESS, "vkWaitForFences for the fence of a vkQueueSubmit2 without batches"
    ),
    "signaled": Expected(SUCCESS, "vkGetFenceStatus of a fence that was waited for"),
    "asked_again": Expected(SUCCESS, "vkGetFenceStatus of that fence once more: asking resets nothing"),
    "waited_again": Expected(SUCCESS, "vkWaitForFences for that fence once more: waiting resets nothing"),
    "reset": Expected(_NOT_READY, "vkGetFenceStatus of a fence that was reset"),
    "reset_waited": Expected(_TIMEOUT, "vkWaitForFences without time for a fence that was reset"),
    "empty_batch": Expected(SUCCESS, "vkWaitForFences for the fence of an empty batch, after a reset"),
    "batch": Expected(
        SUCCESS,
        "vkWaitForFences for the fence of a batch, after vkDeviceWaitIdle where it is not done in time",
    ),
}
EVENTS = {
    "anew": Expected(_RESET, "vkGetEventStatus of a new event, after one that was set was destroyed"),
    "new": Expected(_RESET, "vkGetEventStatus of a new event"),
    "set": Expected(_SET, "vkGetEventStatus after vkSetEvent"),
    "other": Expected(_RESET, "vkGetEventStatus of an event, after vkSetEvent for another one"),
    "reset": Expected(_RESET, "vkGetEventStatus after vkResetEvent"),
    "reset_by_device": Expected(_RESET, "vkGetEventStatus after vkCmdResetEvent was executed"),
    "set_by_device": Expected(_SET, "vkGetEventStatus after vkCmdSetEvent was executed"),
}
SEMAPHORES = {
    "new": count(7, "the value of a semaphore that was made with 7"),
    "new_waited": Expected(SUCCESS, "vkWaitSemaphores for the value that a semaphore has"),
    "later_waited": Expected(
        _TIMEOUT, "vkWaitSemaphores without time for a value that a semaphore has not reached"
    ),
    "signaled": count(9, "the value after vkSignalSemaphore with 9"),
    "earlier_waited": Expected(SUCCESS, "vkWaitSemaphores for a value that a semaphore has passed"),
    "other": count(7, "the value of a semaphore, after vkSignalSemaphore for another one"),
    "all": Expected(_TIMEOUT, "vkWaitSemaphores without time for both of two, of which one has its value"),
    "any": Expected(SUCCESS, "vkWaitSemaphores for any of two, of which one has its value"),
    "any_second": Expected(SUCCESS, "vkWaitSemaphores for any of two, of which the second has its value"),
    "all_of_five": count(
        5,
        "vkWaitSemaphores for all of five gives VK_TIMEOUT, whichever one has not its value: times of five",
    ),
    "any_of_five": count(
        5,
        "vkWaitSemaphores for any of five gives VK_SUCCESS, whichever one has its value: times of five",
    ),
    "made_behind": count(
        7, "the value of a semaphore that was made with 7, by a structure behind VkExportSemaphoreCreateInfo"
    ),
    "raised_behind": count(
        9, "the value after a batch signaled 9, by a structure behind VkProtectedSubmitInfo"
    ),
    "by_queue": Expected(SUCCESS, "vkWaitSemaphores for a value that a batch signaled"),
    "after_queue": count(12, "the value after a batch signaled 12"),
    "wide": count(_WIDE, "the value of a semaphore that was made with one of more than 32 bits"),
    "wide_later": Expected(
        _TIMEOUT, "vkWaitSemaphores without time for a value of more than 32 bits that is not reached"
    ),
    "wide_signaled": count(_WIDE + 1, "the value after vkSignalSemaphore with one of more than 32 bits"),
    "wide_waited": Expected(SUCCESS, "vkWaitSemaphores for a value of more than 32 bits that is reached"),
    "wide_by_queue": count(_WIDE + 2, "the value after a batch signaled one of more than 32 bits"),
    "beside_plain": count(20, "the value after a batch signaled 20, behind a semaphore that does not count"),
}
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
        _SECOND,
        "what vkCmdUpdateBuffer was given, after another command buffer of the pool was recorded anew",
    ),
    "recorded_anew": word(
        _FIRST, "what vkCmdUpdateBuffer was given when its command buffer was recorded anew"
    ),
    "run": word(_FIRST, "what vkCmdFillBuffer writes"),
    "run_again": word(_FIRST, "what a command buffer writes that is submitted a second time"),
    "reset": word(0, "what the recording before vkResetCommandBuffer wrote, after a new one was executed"),
    "after_reset": word(_SECOND, "what is recorded after vkResetCommandBuffer"),
    "begun_anew": word(
        0, "what the recording before vkBeginCommandBuffer wrote, after a new one was executed"
    ),
    "pool_reset": word(0, "what the recording before vkResetCommandPool wrote, after a new one was executed"),
    "after_pool_reset": word(_SECOND, "what is recorded after vkResetCommandPool"),
    "other_pool_reset": word(
        _FIRST, "what a command buffer writes, after another pool than its own was reset"
    ),
    "other_freed": word(_FIRST, "what a command buffer writes, after another one of its pool was freed"),
    "trimmed": word(_FIRST, "what a command buffer writes, after vkTrimCommandPool"),
    "of_a_later_pool": word(_FIRST, "what command buffers write of a pool made after another one's end"),
    "first_by_newer": word(_FIRST, "what the first of two batches of vkQueueSubmit2 writes"),
    "second_by_newer": word(_SECOND, "what the second of two batches of vkQueueSubmit2 writes"),
    "in_order": word(
        _SECOND, "what the second of two batches leaves, which waits for a semaphore of the first"
    ),
}
SECONDARIES = {
    "in_order": word(_SECOND, "what the second of two secondary command buffers leaves"),
    "own_command": word(_FIRST, "what a command of the primary one writes, before vkCmdExecuteCommands"),
    "turned_round": word(_FIRST, "what the first of them leaves, executed as the second by a new recording"),
    "reset": word(0, "what the recording before vkResetCommandBuffer wrote, after a new one was executed"),
    "after_reset": word(_SECOND, "what is recorded in a secondary one after vkResetCommandBuffer"),
}
QUERIES = {
    "reset": Expected(_NOT_READY, "vkGetQueryPoolResults of queries that were reset"),
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
        _NOT_READY, "vkGetQueryPoolResults of a query that was reset, beside others in use"
    ),
    "partly": Expected(_NOT_READY, "vkGetQueryPoolResults of three queries, of which two are available"),
    "partly_written": said("vkGetQueryPoolResults writes results that are available beside one that is not"),
    "partly_unavailable": said(
        "vkGetQueryPoolResults writes that a query is not available, beside others in use"
    ),
    "one_reset": Expected(_NOT_READY, "vkGetQueryPoolResults of a query that was reset alone"),
    "all_reset_first": Expected(
        _NOT_READY, "vkGetQueryPoolResults of the first of three queries that were reset together"
    ),
    "all_reset_second": Expected(
        _NOT_READY, "vkGetQueryPoolResults of the second of three queries that were reset together"
    ),
    "before_reset": Expected(SUCCESS, "vkGetQueryPoolResults of the query before one that was reset alone"),
    "between_reset": Expected(
        _NOT_READY, "vkGetQueryPoolResults of a query that was reset alone, between others"
    ),
    "behind_reset": Expected(SUCCESS, "vkGetQueryPoolResults of the query behind one that was reset alone"),
    "before_host_reset": Expected(
        SUCCESS, "vkGetQueryPoolResults of the query before one that vkResetQueryPool reset alone"
    ),
    "host_reset": Expected(
        _NOT_READY, "vkGetQueryPoolResults of a query that vkResetQueryPool reset alone, between others"
    ),
    "behind_host_reset": Expected(
        SUCCESS, "vkGetQueryPoolResults of the query behind one that vkResetQueryPool reset alone"
    ),
    "other_reset": Expected(SUCCESS, "vkGetQueryPoolResults of a query, after another one was reset"),
}
RANGES = {
    "before_filled": word(0, "the word before what vkCmdFillBuffer fills from an offset to the end"),
    "first_filled": word(_FIRST, "the first word that vkCmdFillBuffer fills from an offset to the end"),
    "last_filled": word(_FIRST, "the last word that vkCmdFillBuffer fills from an offset to the end"),
    "before_updated": word(0, "the word before what vkCmdUpdateBuffer writes at an offset"),
    "updated": word(_SECOND, "the second word that vkCmdUpdateBuffer writes at an offset"),
    "behind_updated": word(0, "the word behind what vkCmdUpdateBuffer writes at an offset"),
    "first_copied": word(_FIRST, "what the first of two regions of vkCmdCopyBuffer copies"),
    "second_copied": word(_SECOND, "what the second of two regions of vkCmdCopyBuffer copies"),
    "behind_copied": word(0, "the word behind what the first region of vkCmdCopyBuffer copies"),
    "once": word(_FIRST, "what a command buffer copies that a batch has twice"),
    "twice": word(_FIRST, "what the second execution of a command buffer copies that a batch has twice"),
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
    "default": word(5, "a specialization constant that no pipeline gives"),
    "other_default": word(7, "another specialization constant that no pipeline gives"),
    "specialized": word(_FIRST, "a specialization constant that the second of two map entries gives"),
    "other_specialized": word(_SECOND, "a specialization constant that the first of two map entries gives"),
    "left_default": word(5, "a specialization constant of a pipeline that gives another one alone"),
    "alone_specialized": word(_FIRST, "the specialization constant that the last of three pipelines gives"),
    "pushed": word(_FIRST, "a push constant of the first of three vkCmdDispatch"),
    "pushed_later": word(_SECOND, "a push constant that was pushed alone, from an offset"),
    "pushed_first": word(_SECOND, "a push constant after the one before it was pushed alone"),
    "groups": word(3, "the number of workgroups in a vkCmdDispatch of three"),
    "last_group": word(_FIRST, "what the last of three workgroups writes"),
    "copied_set": word(
        _FIRST,
        "what a shader writes by a set to which one call of vkUpdateDescriptorSets has copied its write",
    ),
    "next_binding": word(
        _FIRST,
        "what a shader writes by a descriptor of binding 1, which a write of two has updated from binding 0 on",
    ),
    "refused": said(
        "the place of a pipeline that VK_PIPELINE_COMPILE_REQUIRED leaves out is VK_NULL_HANDLE in pPipelines"
    ),
    "behind_groups": word(0, "what a fourth one of three workgroups would write"),
    "ended_elsewhere": word(_FIRST, "a push constant, where another thread goes on with vkCmdDispatch"),
    "pushed_elsewhere": word(_SECOND, "a push constant that another thread has pushed in turn"),
    "first_by_turns": word(
        5, "a constant of the first pipeline where two command buffers are recorded by turns"
    ),
    "second_by_turns": word(
        _FIRST, "a constant of the second pipeline where two command buffers are recorded by turns"
    ),
    "pushed_by_turns": word(_FIRST, "a push constant where two command buffers are recorded by turns"),
    "offset": word(
        _FIRST,
        "what a shader writes by the dynamic offset of a second set, bound with a first one that has two offsets",
    ),
    "other_offset": word(
        0, "the word at a dynamic offset of the first set, after a shader has written to the second set"
    ),
}
PRIVATE = {
    "unset": word(0, "vkGetPrivateData of an object for which nothing was set"),
    "set": word(_FIRST, "vkGetPrivateData of a buffer for which a number was set"),
    "other_slot": word(0, "vkGetPrivateData in another slot than that in which a number was set"),
    "other_object": word(0, "vkGetPrivateData of another object than that for which a number was set"),
    "second_slot": word(_SECOND, "vkGetPrivateData of a buffer in a second slot"),
    "first_slot": word(_FIRST, "vkGetPrivateData of a buffer in the first of two slots"),
    "device": word(_SECOND, "vkGetPrivateData of the device"),
    "wide": word(_WIDE, "vkGetPrivateData of a buffer for which a number of more than 32 bits was set"),
    "set_again": word(0, "vkGetPrivateData of a buffer for which 0 was set at last"),
    "anew": word(0, "vkGetPrivateData in a new slot, after one in which a number was set is gone"),
}
PLACES = {
    "first": word(_FIRST, "the first of several buffers in one memory, filled with vkCmdFillBuffer"),
    "second": word(_FIRST + 1, "a buffer that vkBindBufferMemory has bound behind another one"),
    "third": word(
        _FIRST + 2, "a buffer bound behind others, by vkBindBufferMemory2 where there is such a command"
    ),
    "last": word(_FIRST + 3, "the last whole word of a buffer of 255 bytes, filled with VK_WHOLE_SIZE"),
    "rest": said("vkCmdFillBuffer with VK_WHOLE_SIZE leaves the bytes behind the last whole word alone"),
    "from_offset": word(_FIRST + 1, "what vkMapMemory shows from an offset inside of the memory"),
    "aligned": said("vkMapMemory gives a multiple of minMemoryMapAlignment, with the offset subtracted"),
    "addresses": said("the addresses of buffers that share no memory do not overlap"),
}
POLLS = {
    "event": said("vkGetEventStatus alone, asked again and again, comes to tell of a vkCmdSetEvent"),
    "fence": said("vkGetFenceStatus alone, asked again and again, comes to tell of the end of a batch"),
    "fence_written": word(_FIRST, "what vkCmdFillBuffer wrote, once vkGetFenceStatus tells of its end"),
    "waited": said("vkWaitForFences without time, again and again, comes to tell of a batch's end"),
    "waited_written": word(_FIRST, "what vkCmdFillBuffer wrote, once vkWaitForFences without time tells it"),
    "value": said("vkGetSemaphoreCounterValue alone, asked again and again, comes to a value of a batch"),
    "waited_value": said("vkWaitSemaphores without time, again and again, comes to tell of a value"),
    "query": said("vkGetQueryPoolResults alone, asked again and again, comes to have a timestamp"),
}
ORDERS = {
    f"{name}{suffix}": expected._replace(asked=f"{expected.asked}{by}")
    for suffix, by in (("", ", by vkQueueSubmit"), ("_by_newer", ", by vkQueueSubmit2"))
    for name, expected in {
        "held": Expected(
            _TIMEOUT, "vkWaitForFences for a batch that waits for a value which its semaphore has not reached"
        ),
        "unwritten": word(0, "what a batch has written that waits for a value of a semaphore"),
        "let_go": Expected(SUCCESS, "vkWaitForFences for that batch after vkSignalSemaphore with the value"),
        "written": word(_FIRST, "what that batch has written after vkSignalSemaphore with the value"),
    }.items()
}
WAITS = {
    "submitted_meanwhile": said("vkQueueSubmit comes back while another thread waits for another fence"),
}
SHOULD = ("waits",)
"""What no sentence asks for: a call may take as long as another thread's, whose time is limited here."""

DEVICES = {
    "first": said("each word of a large buffer is what its own device was told to fill it with"),
    "second": said("each word of a large buffer of the second device is what that was told to fill it with"),
}
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
    "linear": LINEAR,
    "sizes": SIZES,
    "groups": GROUPS,
    "results": RESULTS,
    "places": PLACES,
    "bindings": BINDINGS,
    "sampled": SAMPLED,
    "fetched": FETCHED,
    "polls": POLLS,
    "orders": ORDERS,
    "waits": WAITS,
}
"""What the application asks, by the kind of object."""
