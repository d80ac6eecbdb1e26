"""What each act of the scripted application does, in plain words: the names alone mean nothing to a reader."""

_ACTS = {
    "instance": "making an instance and ending it",
    "devices": "asking for everything about the physical devices",
    "device": "making a device, its queues, pools, fences and memory",
    "commands": "recording and submitting work without pipelines: fills, copies, events, queries",
    "manners": "looking at what is different in the process once the instance is gone",
    "several": "using several instances and devices at the same time and ending them in different orders",
    "again": "making and ending instances and devices many times",
    "order": "ending a device's buffers, memory, fences and pools in every order",
    "threads": "calling from many threads at once",
    "reentrant": "calling from inside callbacks while another thread makes objects",
    "lookups": "looking up every command of the registry",
    "unknown": "looking up and calling commands that no registry knows",
    "failing": "asking for instances and devices that have to be refused",
    "debug": "using VK_EXT_debug_utils: messengers, names, tags and labels",
    "descriptors": "allocating, writing, copying and freeing descriptors",
    "compute": "running a compute job",
    "compute-each": "running a compute job on each device and queue family",
    "graphics": "drawing a triangle into an image and reading it back",
    "present": "showing frames and making the swapchain anew",
    "present-x11": "showing frames in a window of an X server",
    "modern": "using Vulkan 1.2 and 1.3: timeline semaphores, vkQueueSubmit2, dynamic rendering",
    "alike": "doing one job in several forms of the same calls, on several instances and devices",
    "apart": "asking an older instance beside a newer one, and submitting on two threads to two devices",
    "exit": "after all work: destructors and atexit functions",
}


def doing(act: str) -> str:
    """Return the words for an act in parentheses after its name; the name alone for an act of another program."""
    words = _ACTS.get(act)
    return f"{act} ({words})" if words else act
