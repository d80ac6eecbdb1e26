"""The words for the acts of the scripted application."""

import re
from pathlib import Path

from refloader.suite.sessions.outcome import doing

ACTS = Path(__file__).parents[2] / "refloader/probes/application/acts/acts.h"


def test_every_act_has_words() -> None:
    """A new act of the program needs words: a crash in it is described by them."""
    acts = re.findall(r"\bX\((\w+)\)", ACTS.read_text().replace("ACTS(X)", "", 1))

    assert len(acts) > 15
    assert [act for act in (*acts, "compute-each", "present-x11", "exit") if "(" not in doing(act)] == []


def test_other_programs() -> None:
    """The steps of the probers keep their names."""
    assert doing("create.usual.device") == "create.usual.device"
