"""Judges of first words, on answers that keep and that break each rule."""

from functools import partial

from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import objects
from refloader.suite.sessions.answers import Answers


def came(step: str, name: str, **changes: object) -> Answers:
    """One object that begins as it should, changed."""
    row = {
        "object": name,
        "handle": "pointer",
        "word": "0x1cdc0de",
        "file": "unknown",
        "loaders": False,
        **changes,
    }
    return {f"objects.{step}": {"result": 0, "objects": [row]}}


def worked(*changed: str) -> Answers:
    """What was seen after the work."""
    return {"objects.work.0": {"steps": {"record": 0, "submit": 0}, "changed": list(changed)}}


def external(word: str, handle: str = "pointer", result: int = 0) -> Answers:
    """An object of the extension."""
    return {
        "external.device.0": {"result": 0},
        "external.queue.0": {"result": result, "handle": handle, "word": word},
    }


INSTANCE = came("instance", "VkInstance")
QUEUE = came("queues.0", "VkQueue 0 of family 0")
BUFFER = came("command-buffers-again.0", "primary VkCommandBuffer 1 of family 0")

CASES: list[Row] = [
    (
        "no magic value in the last of many",
        partial(objects.begin_with_magic, kind="VkCommandBuffer"),
        came("command-buffers-many.0", "VkCommandBuffer 40"),
        came("command-buffers-many.0", "VkCommandBuffer 40", word="0x0"),
        "VkCommandBuffer 40 of many that are allocated together begins with 0x00000000",
    ),
    (
        "no magic value in a device of a group",
        partial(objects.begin_with_magic, kind="VkDevice", missing=objects.NO_GROUP),
        came("device-group.0", "VkDevice"),
        came("device-group.0", "VkDevice", word="0x0"),
        "VkDevice of a group of several physical devices begins with 0x00000000",
    ),
    (
        "no handle",
        partial(objects.are_pointers, kind="VkQueue"),
        QUEUE,
        came("queues.0", "VkQueue 0 of family 0", handle="null"),
        "the handle of VkQueue 0 of family 0 is VK_NULL_HANDLE",
    ),
    (
        "a number",
        partial(objects.are_pointers, kind="VkPhysicalDevice"),
        came("devices", "VkPhysicalDevice 0"),
        came("devices", "VkPhysicalDevice 0", handle="unreadable"),
        "is no pointer to memory that can be read",
    ),
    (
        "constant memory",
        partial(objects.are_pointers, kind="VkDevice"),
        came("device.0", "VkDevice 0"),
        came("device.0", "VkDevice 0", handle="read-only"),
        "is a pointer to memory that cannot be written",
    ),
    (
        "a vtable",
        partial(objects.are_pointers, kind="VkInstance"),
        INSTANCE,
        came("instance", "VkInstance", word="0x7f0000001000", file="own"),
        "VkInstance begins with a pointer into the driver's library, as C++ objects with a vtable do",
    ),
    (
        "no magic value",
        partial(objects.begin_with_magic, kind="VkInstance"),
        INSTANCE,
        came("instance", "VkInstance", word="0x0"),
        "VkInstance begins with 0x00000000, not with ICD_LOADER_MAGIC (0x01cdc0de)",
    ),
    (
        "a pointer elsewhere",
        partial(objects.begin_with_magic, kind="VkInstance"),
        came("instance", "VkInstance", word="0x701cdc0de"),
        came("instance", "VkInstance", word="0x7f0000001000", file="/lib/libc.so.6"),
        "VkInstance begins with a pointer into /lib/libc.so.6",
    ),
    (
        "one handle for two",
        partial(objects.have_handles_of_their_own, kind="VkQueue"),
        came("queues.0", "VkQueue 0 of family 0", also="VkDevice 0"),
        came("queues.0", "VkQueue 1 of family 0", also="VkQueue 0 of family 0"),
        "VkQueue 1 of family 0 has the handle of VkQueue 0 of family 0",
    ),
    (
        "recycled",
        partial(objects.begin_with_magic, kind="VkCommandBuffer"),
        BUFFER,
        came(
            "command-buffers-again.0", "primary VkCommandBuffer 1 of family 0", word="0x55aa", file="prober"
        ),
        "primary VkCommandBuffer 1 of family 0 where others were freed before begins with what a loader had put "
        "into an object that is gone",
    ),
    (
        "the same handle with something else",
        partial(objects.begin_with_magic, kind="VkQueue"),
        came("queues2.0", "VkQueue 0 of family 0", word="0x55aa", file="prober", loaders=True),
        came("queues2.0", "VkQueue 0 of family 0", word="0x2a"),
        "VkQueue 0 of family 0 from vkGetDeviceQueue2 begins with 0x0000002a",
    ),
    (
        "the loader's word written over",
        objects.stay_the_loaders,
        worked(),
        worked("primary VkCommandBuffer 0 of family 0"),
        "the driver changes the first word of primary VkCommandBuffer 0 of family 0, which is the loader's",
    ),
    (
        "an unknown object without a table",
        objects.unknown_objects_set_up,
        external("the device's"),
        external("magic"),
        "a VkExternalComputeQueueNV begins with ICD_LOADER_MAGIC, not with its device's dispatch pointer",
    ),
    (
        "an unknown object that is none",
        objects.unknown_objects_set_up,
        external("the device's"),
        external("", handle="null"),
        "the handle of a VkExternalComputeQueueNV is VK_NULL_HANDLE",
    ),
]


@each(CASES)
class TestObjects(Judged):
    """Each way to mark an object wrongly is seen."""


class TestNothingToJudge:
    """What was not made says nothing."""

    def test_other_kinds_do_not_count(self) -> None:
        """An instance that is marked says nothing of queues."""
        assert objects.begin_with_magic(INSTANCE, "VkQueue").seen == 0

    def test_an_extension_that_cannot_be_had_is_told(self) -> None:
        """The driver offers it, and then refuses."""
        result = objects.unknown_objects_set_up(external("", result=-3))

        assert result.missing == (
            "an external compute queue was to be made, and VK_ERROR_INITIALIZATION_FAILED came of it"
        )
