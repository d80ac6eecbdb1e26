"""What the workers of a scheduler answer is a report of the block that they were given, or ends the campaign."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from refloader.campaign import blocks, store
from refloader.campaign.blocks import CampaignRequest, Here, LostError
from refloader.campaign.search import Finding
from refloader.campaign.store import BLOCK, Block, CampaignTarget, Found, Report, State
from refloader.predict.differential import Difference
from refloader.scenario.scenario import Scenario

LOADER = CampaignTarget("libvulkan.so.1", "/lib/libvulkan.so.1", "1.3.239", "0" * 64)
OURS = Block(0, 0, BLOCK)
FOUND: Any = Found(3, Finding("a", Difference("chain", "another order", "a, b", "b, a"), Scenario()))
GOOD: Any = Report(OURS, BLOCK, BLOCK, 1.0, (FOUND,))


class _Answered:
    def __init__(self, report: object) -> None:
        self._report = report

    def result(self) -> object:
        """What the worker sent."""
        return self._report


class There(Here):
    """A scheduler whose workers answer each block with the same."""

    def __init__(self, report: object) -> None:
        self._report = report

    def submit(self, target: CampaignTarget, block: Block) -> Any:
        """The answer, at once."""
        return blocks._There(_Answered(self._report), block)


def nobody(_: State) -> None:
    """Hears of a finished block and says nothing."""


def run(folder: Path, report: object) -> State:
    """A campaign of one block that was answered so."""
    state = store.opened(str(folder), [LOADER])
    blocks.run(state, CampaignRequest(0, BLOCK), There(report), nobody)
    return state


def test_a_report_of_the_block_is_kept(tmp_path: Path) -> None:
    """With what was found."""
    state = run(tmp_path, GOOD)

    assert state.done == {0: set(range(BLOCK))}
    assert len(state.classes) == 1


WRONG: Sequence[tuple[str, object]] = (
    ("no report", ("a", "b")),
    ("another loader", GOOD._replace(block=Block(7, 0, BLOCK))),
    ("more seeds than there are", GOOD._replace(block=Block(0, 0, 10**12))),
    ("no block", GOOD._replace(block=None)),
    ("another number of worlds", GOOD._replace(worlds=BLOCK + 1, covered=BLOCK + 1)),
    ("more compared than there are", GOOD._replace(covered=BLOCK + 1)),
    ("no number", GOOD._replace(seconds=float("nan"))),
    ("a text as a number", GOOD._replace(seconds="long")),
    ("a text as findings", GOOD._replace(found="a")),
    ("a text as a finding", GOOD._replace(found=("a",))),
    ("a finding without a scenario", GOOD._replace(found=(FOUND._replace(finding="a"),))),
    ("a finding of another seed", GOOD._replace(found=(FOUND._replace(seed=-1),))),
)


@pytest.mark.parametrize("report", [pytest.param(report, id=name) for name, report in WRONG])
def test_anything_else_is_not(tmp_path: Path, report: object) -> None:
    """The campaign ends, and goes on later from where it was."""
    with pytest.raises(LostError, match="another version of refloader"):
        run(tmp_path, report)

    assert store.opened(str(tmp_path), [LOADER]).done == {}
    assert run(tmp_path, GOOD).done == {0: set(range(BLOCK))}
