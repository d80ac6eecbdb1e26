"""What a run keeps of the machine around it is no part of what is compared."""

from collections.abc import Callable

from replaced import replace

from refloader.report.differences.difference import difference
from refloader.report.differences.text import render
from refloader.results.results_file import Result, Run, Subject

LAYER = Subject("layer", "a.json", "/d/a.json", "1.3.0", "ab" * 32)


def test_runs_on_another_machine(make_run: Callable[..., Run], failure: Result) -> None:
    """Two runs that differ in their surroundings, and in the text that is kept, differ in nothing."""
    result = replace(failure, subject="a.json")
    old = make_run(result, subjects=(LAYER,))
    new = make_run(result, subjects=(replace(LAYER, manifest="{}"),))
    new = replace(new, header=replace(new.header, surroundings={"chain": ["VK_LAYER_other"]}))

    assert "nothing has changed" in render(difference(old, new))
