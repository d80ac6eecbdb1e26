"""Writes native/generated/stages.h: the queues that have a stage of a pipeline, and the stages that have an access.

Those of Vulkan 1.0 alone: the registry names them by the flags of 64 bits, whose values are the same.
"""

from collections.abc import Iterator
from typing import Any

_OF_1_0 = 0x7FFF
"""The stages and the accesses of Vulkan 1.0, without those that stand for several."""


def stages_header(vk: Any, banner: str) -> str:
    """The text of stages.h."""
    stages = " \\\n".join(_stages(vk))
    accesses = " \\\n".join(_accesses(vk))
    return (
        banner
        + "// A stage, and the flags of the queue families that have it; 0: all have it.\n"
        + f"#define STAGE_QUEUES(X) \\\n{stages}\n"
        + "// An access, and the stages that have it.\n"
        + f"#define ACCESS_STAGES(X) \\\n{accesses}\n"
    )


def _stages(vk: Any) -> Iterator[str]:
    for each in vk.syncStage:
        if each.flag.value & _OF_1_0:
            yield f"    X({each.flag.value:#x}, {' | '.join(each.support.queues or ()) or 0})"


def _accesses(vk: Any) -> Iterator[str]:
    for each in vk.syncAccess:
        if each.flag.value & _OF_1_0:
            stages = sum({stage.value & _OF_1_0 for stage in each.support.stages})
            yield f"    X({each.flag.value:#x}, {stages:#x})"
