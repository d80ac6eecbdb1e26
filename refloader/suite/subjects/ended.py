"""A subject that did not end by itself, in the words of the calls that it was in. Runs nothing."""

from collections.abc import Sequence

from refloader.results.results_file import Verdict
from refloader.scenario.actions import Action, command_of

_DURING = " during "


class EndedError(Exception):
    """The subject did not end by itself; ``verdict`` says who is to blame."""

    def __init__(self, verdict: Verdict, detail: str) -> None:
        super().__init__(detail)
        self.verdict = verdict


def in_words(detail: str, actions: Sequence[Action]) -> str:
    """Return how a loader ended, with the command of the action that it was in; unchanged if that is none of them."""
    ending, during, action = detail.rpartition(_DURING)
    verb, _, label = action.partition(" ")
    if not during:
        return detail
    if action == "dlopen":
        return f"{ending} while the library was opened"
    steps = [step for step in actions if step[:2] == (verb, label)]
    options = steps[-1][2] if steps and len(steps[-1]) > 2 else {}
    if verb == "threads" and len(options.get("scripts", ())) > 1:
        return f"{ending} while several threads called it"
    command = command_of(verb, options)
    return f"{ending} in {command}" if command else detail
