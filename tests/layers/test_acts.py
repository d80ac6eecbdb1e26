"""The words for the acts of the scripted application."""

import re
from pathlib import Path

from refloader.suite.sessions.outcome import doing

ACTS = Path(__file__).parents[2] / "refloader/probes/application/acts/acts.h"


def test_every_act_has_words() -> None:
    """A new act of the program needs words: a crash in it is described by them."""
    acts = re.findall(r"\bX\((\w+)\)", ACTS.read_text().replace("ACTS(X)", "", 1))

    assert len(acts) > 15
    assert [
        act for act in (*acts, "compute-each", "present-x11", "present-both", "exit") if "(" not in doing(act)
    ] == []


def test_other_programs() -> None:
    """The steps of the probers keep their names."""
    assert doing("lookup.usual.device") == "lookup.usual.device"


def test_steps_in_which_a_driver_makes_something() -> None:
    """The commands stand beside the step, as a reader of a crash begins with them."""
    assert doing("create.unknown-extension.instance") == (
        "create.unknown-extension.instance (vkCreateInstance and vkDestroyInstance, unknown extension)"
    )
    assert doing("create.null.device") == "create.null.device (vkDestroyDevice is given VK_NULL_HANDLE)"
    assert doing("create.null.objects") == "create.null.objects"
