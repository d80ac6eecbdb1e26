"""The runs on a mock driver that refuses: each refusal is one that the command can have, and the program meets it."""

import pytest

from refloader.model.parameters import signature
from refloader.model.registry import results
from refloader.suite.layers.runs import REFUSED, refused_commands
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import Circumstances

TIMEOUT = 2
IN_EACH = pytest.mark.parametrize("run", REFUSED.values(), ids=REFUSED)


@IN_EACH
def test_results_of_the_commands(run: Circumstances) -> None:
    """A driver that keeps the specification can give them."""
    rows = [row.split(":") for row in dict(run.mock)["fail"].split(",")]
    known = {command: signature(command) for command, _ in rows}

    strange = [
        command
        for command, result in rows
        if (row := known[command]) is None or results()[result] not in row.codes
    ]

    assert strange == []


@IN_EACH
def test_the_program_meets_each(run: Circumstances) -> None:
    """It comes to its end without a complaint, and no refusal hides another."""
    session = bench.run(run)
    if session.ended == "not covered":
        pytest.skip(session.detail)
    called = {call.command for call in session.recording.calls.values()}

    assert (session.ended, [line for line in session.trace if "VIOLATION" in line]) == ("ok", [])
    assert refused_commands(run) <= called


def test_only_who_gives_no_time_is_told_of_a_timeout() -> None:
    """A driver that keeps the specification gives VK_TIMEOUT when the time is over, and layers may wait in parts."""
    session = bench.run(REFUSED["unfinished work"])
    if session.ended == "not covered":
        pytest.skip(session.detail)

    waits = [call for call in session.recording.calls.values() if call.command == "vkWaitForFences"]

    assert {call.result for call in waits if call.words[4] == 0} == {TIMEOUT}
    assert TIMEOUT not in {call.result for call in waits if call.words[4] > 0}
