"""A case that calls a command by its export shows nothing of other rules if the library does not have the export."""

import pytest

from refloader.model.edition import Edition
from refloader.sandbox.loader import ForeignLoader, Identity
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import EXPORT, Script, of_instance
from refloader.suite.loaders.trial import Trial
from tests.harness.suite.test_left_open import Fixed


class Exporting(Trial):
    """A trial of a loader that exports vkCreateFence alone, and answers nothing."""

    def __init__(self, **answers: object) -> None:
        identity, loader = Identity("1.4.350", "", "/it.so"), ForeignLoader("/it.so")
        seen = Observation("ok", answers=answers)
        super().__init__(Fixed("it", identity, Edition.E2026, loader, seen=seen))

    def exports(self, command: str) -> bool:
        """One command."""
        return command == "vkCreateFence"


@pytest.mark.parametrize(
    ("command", "via", "answers", "missing"),
    [
        pytest.param("vkQueueWaitIdle", EXPORT, {"wait": None}, "vkQueueWaitIdle", id="missing"),
        pytest.param("vkCreateFence", EXPORT, {"wait": None}, "", id="exported"),
        pytest.param("vkQueueWaitIdle", EXPORT, {"wait": {"returned": 0}}, "", id="answered"),
        pytest.param("vkQueueWaitIdle", of_instance("instance"), {"wait": None}, "", id="looked-up"),
    ],
)
def test_which_export_is_missing(
    command: str, via: tuple[str, ...], answers: dict[str, object], missing: str
) -> None:
    """It is one that the script calls, that has no answer, and that the library does not have."""
    script = Script()
    script.create()
    script.call(command, "queue", via=via, label="wait")
    trial = Exporting(**answers)
    trial.calls(World(), script)

    assert trial.missing_export == missing
