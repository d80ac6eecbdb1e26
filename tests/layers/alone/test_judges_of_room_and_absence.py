"""Checks on room to spare, on functions of one extension of several, and on versions in manifest and library."""

from typing import Any

from refloader.suite.layers.alone import absent, before, enumerated, introspected

COMMAND = "vkEnumerateInstanceLayerProperties"
PROMISES = (("VK_A", ("vkOfA",)), ("VK_B", ("vkOfB",)))


def rows(filled: int, roomy: dict[str, int]) -> dict[str, Any]:
    """Answers about two rows: the result with room for both, and the answer with room to spare."""
    answer = {
        "counted": {"result": 0, "count": 2},
        "filled": {"result": filled, "count": 2},
        "roomy": roomy,
        "overrun": False,
        "names": ["one", "two"],
    }
    return {f"enumerate.{COMMAND}.all": answer}


def test_room_to_spare() -> None:
    """The count is the number of rows that were written."""
    good = enumerated.arrays_respected(rows(0, {"result": 0, "count": 2, "written": 2}), COMMAND)
    left = enumerated.arrays_respected(rows(0, {"result": 0, "count": 6, "written": 2}), COMMAND)

    assert not good.broken
    assert "leaves the count at 6" in str(left.broken)


def test_exact_room() -> None:
    """Where there is room for all, VK_INCOMPLETE is wrong."""
    look = enumerated.arrays_respected(rows(5, {"result": 0, "count": 2, "written": 2}), COMMAND)
    row = {"room": 1, "count": 1, "result": 5, "behind": False, "exact": {"count": 1, "result": 5}}

    assert "room for all 2" in str(look.broken)
    assert "room for all 2" in str(before.room_respected({f"pre-instance-room.{COMMAND}": row}).broken)


def test_one_extension_of_several() -> None:
    """A device that enables one of two has no functions of the other."""
    answers = {
        "lookups.closed.device": {"own": ["vkDestroyDevice"]},
        "lookups.alone.VK_A": {"own": ["vkOfA"]},
    }
    both = answers | {"lookups.alone.VK_A": {"own": ["vkOfA", "vkOfB"]}}

    assert not absent.functions_of_other_extensions(answers, PROMISES).broken
    assert "vkOfB" in str(absent.functions_of_other_extensions(both, PROMISES).broken)


def test_functions_of_another_instance() -> None:
    """An entity that has core alone gives no function of an extension; one of core may be given by another name."""
    own = ["vkQueueSubmit", "vkGetPhysicalDeviceFeatures2KHR", "vk_layerGetPhysicalDeviceProcAddr"]
    right = {f"lookups.closed.{kind}": {"next": own} for kind in ("instance", "device", "physical")}
    wrong = {"lookups.closed.instance": {"next": ["vkCmdSetCheckpointNV"]}}

    assert absent.answers_of_this_instance(right).seen == 3
    assert not absent.answers_of_this_instance(right).broken
    assert "vkGetInstanceProcAddr gives a function from below for vkCmdSetCheckpointNV" in str(
        absent.answers_of_this_instance(wrong).broken
    )


def test_functions_of_others_below() -> None:
    """What the next lookup of the same kind does not give is not taken from another one."""
    bare = {
        "lookups.closed.device": {"own": ["vkDestroyDevice"]},
        "lookups.bare.device": {"own": ["vkQueueSubmit2KHR"]},
    }
    physical = {"lookups.open.physical": {"next": ["vkGetPhysicalDeviceFeatures2KHR", "vkQueueSubmit"]}}

    assert "vkQueueSubmit2KHR" in str(absent.functions_below_disabled(bare).broken)
    assert "vkQueueSubmit" in str(absent.physical_functions_below(physical).broken)


def test_versions() -> None:
    """The manifest's version is that of the library, of Vulkan without the last number."""
    answers = {f"enumerate.{COMMAND}.all": {"names": ["L"], "spec_versions": [1 << 22 | 2 << 12 | 9]}}

    assert not introspected.versions_alike(answers, "L", key="spec_versions", value="1.2").broken
    assert introspected.versions_alike(answers, "L", key="spec_versions", value="1.3").broken
