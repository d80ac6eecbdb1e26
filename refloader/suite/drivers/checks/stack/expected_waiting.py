"""What fences, events and semaphores of the act "states" are like, and what is done when a program waits for them.

Source, in the Vulkan specification: "Synchronization and Cache Control" (states of fences and events; values of
semaphores that count, which only rise; a batch waits for "a value greater than or equal to" its own before it is
executed, also where that is signaled later), and the commands that ask for them, whose results leave no choice.
vkWaitForFences and vkWaitSemaphores "will block and wait until the condition is satisfied or the timeout has expired,
whichever is sooner", by a timeout of "the closest value allowed by the implementation-dependent timeout accuracy",
which has no bound: one that comes early is a warning alone.
"""

from refloader.suite.drivers.checks.stack.expected_answer import (
    FIRST,
    NOT_READY,
    SUCCESS,
    TIMEOUT,
    WIDE,
    Expected,
    count,
    said,
    word,
)

_SET, _RESET = 3, 4

FENCES = {
    "anew": Expected(NOT_READY, "vkGetFenceStatus of a new fence, after one that was signaled was destroyed"),
    "first_unsignaled": Expected(
        NOT_READY,
        "vkGetFenceStatus of two fences that were reset together, behind one that was not signaled",
    ),
    "second_unsignaled": Expected(
        NOT_READY,
        "vkGetFenceStatus of two fences that were reset together, with one between that was not signaled",
    ),
    "no_batch": Expected(SUCCESS, "vkWaitForFences for the fence of a vkQueueSubmit without batches"),
    "no_batch_by_newer": Expected(
        SUCCESS, "vkWaitForFences for the fence of a vkQueueSubmit2 without batches"
    ),
    "signaled": Expected(SUCCESS, "vkGetFenceStatus of a fence that was waited for"),
    "asked_again": Expected(SUCCESS, "vkGetFenceStatus of that fence once more: asking resets nothing"),
    "waited_again": Expected(SUCCESS, "vkWaitForFences for that fence once more: waiting resets nothing"),
    "reset": Expected(NOT_READY, "vkGetFenceStatus of a fence that was reset"),
    "reset_waited": Expected(TIMEOUT, "vkWaitForFences without time for a fence that was reset"),
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

SYNCHRONIZED = {
    "event_set": Expected(_SET, "vkGetEventStatus after vkCmdSetEvent2 was executed"),
    "event_reset": Expected(_RESET, "vkGetEventStatus after vkCmdResetEvent2 was executed"),
    "time": said("the query to which vkCmdWriteTimestamp2 has written is available"),
    "no_other_time": said("the query before that to which vkCmdWriteTimestamp2 has written is not available"),
}

SEMAPHORES = {
    "new": count(7, "the value of a semaphore that was made with 7"),
    "new_waited": Expected(SUCCESS, "vkWaitSemaphores for the value that a semaphore has"),
    "later_waited": Expected(
        TIMEOUT, "vkWaitSemaphores without time for a value that a semaphore has not reached"
    ),
    "signaled": count(9, "the value after vkSignalSemaphore with 9"),
    "earlier_waited": Expected(SUCCESS, "vkWaitSemaphores for a value that a semaphore has passed"),
    "other": count(7, "the value of a semaphore, after vkSignalSemaphore for another one"),
    "all": Expected(TIMEOUT, "vkWaitSemaphores without time for both of two, of which one has its value"),
    "any": Expected(SUCCESS, "vkWaitSemaphores for any of two, of which one has its value"),
    "any_second": Expected(SUCCESS, "vkWaitSemaphores for any of two, of which the second has its value"),
    "all_of_five": count(
        5,
        "vkWaitSemaphores for all of five gives VKTIMEOUT, whichever one has not its value: times of five",
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
    "wide": count(WIDE, "the value of a semaphore that was made with one of more than 32 bits"),
    "wide_later": Expected(
        TIMEOUT, "vkWaitSemaphores without time for a value of more than 32 bits that is not reached"
    ),
    "wide_signaled": count(WIDE + 1, "the value after vkSignalSemaphore with one of more than 32 bits"),
    "wide_waited": Expected(SUCCESS, "vkWaitSemaphores for a value of more than 32 bits that is reached"),
    "wide_by_queue": count(WIDE + 2, "the value after a batch signaled one of more than 32 bits"),
    "beside_plain": count(20, "the value after a batch signaled 20, behind a semaphore that does not count"),
}

POLLS = {
    "event": said("vkGetEventStatus alone, asked again and again, comes to tell of a vkCmdSetEvent"),
    "fence": said("vkGetFenceStatus alone, asked again and again, comes to tell of the end of a batch"),
    "fence_written": word(FIRST, "what vkCmdFillBuffer wrote, once vkGetFenceStatus tells of its end"),
    "waited": said("vkWaitForFences without time, again and again, comes to tell of a batch's end"),
    "waited_written": word(FIRST, "what vkCmdFillBuffer wrote, once vkWaitForFences without time tells it"),
    "value": said("vkGetSemaphoreCounterValue alone, asked again and again, comes to a value of a batch"),
    "waited_value": said("vkWaitSemaphores without time, again and again, comes to tell of a value"),
    "query": said("vkGetQueryPoolResults alone, asked again and again, comes to have a timestamp"),
    "unended": Expected(TIMEOUT, "vkWaitForFences with 400 milliseconds, for a fence that nothing signals"),
    "unended_value": Expected(
        TIMEOUT, "vkWaitSemaphores with 400 milliseconds, for a value that nothing signals"
    ),
    "waits_long": said(
        "a VK_TIMEOUT of vkWaitForFences with 400 milliseconds, for a fence that nothing signals, does not come in"
        " the first 100"
    ),
    "waits_long_for_value": said(
        "a VK_TIMEOUT of vkWaitSemaphores with 400 milliseconds, for a value that nothing signals, does not come in"
        " the first 100"
    ),
}

ORDERS = {
    f"{name}{suffix}": expected._replace(asked=f"{expected.asked}{by}")
    for suffix, by in (("", ", by vkQueueSubmit"), ("_by_newer", ", by vkQueueSubmit2"))
    for name, expected in {
        "held": Expected(
            TIMEOUT, "vkWaitForFences for a batch that waits for a value which its semaphore has not reached"
        ),
        "unwritten": word(0, "what a batch has written that waits for a value of a semaphore"),
        "let_go": Expected(SUCCESS, "vkWaitForFences for that batch after vkSignalSemaphore with the value"),
        "written": word(FIRST, "what that batch has written after vkSignalSemaphore with the value"),
    }.items()
}

WAITS = {
    "submitted_meanwhile": said("vkQueueSubmit comes back while another thread waits for another fence"),
}
SHOULD = ("waits",)
"""What no sentence asks for: a call may take as long as another thread's, whose time is limited here."""
