"""The words for the acts of the scripted application."""

import re
from pathlib import Path

from refloader.suite.sessions.outcome import doing

PROBES = Path(__file__).parents[2] / "refloader/probes"
ACTS = PROBES / "application/acts/acts.h"


def test_every_act_has_words() -> None:
    """A new act of the program needs words: a crash in it is described by them."""
    acts = re.findall(r"\bX\((\w+)\)", ACTS.read_text().replace("ACTS(X)", "", 1))

    assert len(acts) > 15
    assert [
        act for act in (*acts, "compute-each", "present-x11", "present-both", "exit") if "(" not in doing(act)
    ] == []


def test_every_step_of_a_prober_has_words() -> None:
    """So does a new step of a prober: its name alone is refloader's own."""
    sources = [
        file.read_text() for name in ("driver", "layer") for file in PROBES.glob(f"{name}_prober/**/*.c")
    ]
    steps = {step for source in sources for step in re.findall(r'\bbegin\("([\w.-]+)"', source)}

    assert len(steps) > 60
    assert [step for step in sorted(steps) if "(" not in doing(step)] == []


def test_a_step_of_a_kind() -> None:
    """Of a step that is made of parts the longest beginning with words counts."""
    assert doing("allocators.failing.buffer.1") == (
        "allocators.failing.buffer.1"
        " (making objects while an allocation by the application's callbacks gives NULL)"
    )


def test_other_programs() -> None:
    """Steps that nobody describes keep their names."""
    assert doing("lookup.usual.device") == "lookup.usual.device"


def test_steps_in_which_a_driver_makes_something() -> None:
    """The commands stand beside the step, as a reader of a crash begins with them."""
    assert doing("create.unknown-extension.instance") == (
        "create.unknown-extension.instance (vkCreateInstance and vkDestroyInstance, unknown extension)"
    )
    assert doing("create.null.device") == "create.null.device (vkDestroyDevice is given VK_NULL_HANDLE)"
    assert doing("create.null.objects vkDestroyBuffer") == (
        "create.null.objects vkDestroyBuffer (destroying VK_NULL_HANDLE)"
    )
