"""What ``selftest`` tells its plugins of pytest, and what verdicts mean to it. Needs no pytest itself."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TypeVar

GREEN, RED = frozenset({"pass", "warn"}), frozenset({"fail", "crash", "timeout"})
"""Verdicts that pass, and verdicts that detect a mutant. A skip and an error are neither."""

OPTION = "--refloader-chosen"
OTHERS = "others"
"""A key beside the paths of subjects: how many variants to keep of a test that checks none of the chosen rules."""
ONCE_CAUGHT = "once caught"
"""A key beside them: whether cases of a subject's rules are left out once each of these rules has failed on it."""
SAMPLE = "sample"
"""A key beside them: from which of its parameters on each of these tests is run."""

T = TypeVar("T")

_PARAMETERS = 2
"""How many parameters to run of a test that checks none of the mutant's rules."""


@dataclass(frozen=True, slots=True)
class Order:
    """The job of the plugin: the names of the mutants, whether to test every rule or only theirs, how many at a time.

    ``limit`` is the timeout of one mutant in seconds; ``answers`` is the file descriptor to write the rows to. With
    ``allowed``, the names are those of variants, which violate nothing. ``parameters`` is how many parameters to run
    of a test that checks none of the mutant's rules, beginning with that of the number ``sample``; with ``only``,
    just the cases of these names are run. With ``folder``, the names are those of files in it, of whose faults
    nothing is known: libraries, and for the names in ``sources`` the changed text of a source of the core, of which
    that has the path and the first and last changed line. Each is run until a case fails. ``first`` has the rules
    whose cases come first, by the name; without ``every_rule`` no other cases are run. With ``late``, a case of no
    mutant's rules is run on the unchanged reference afterwards, and only if a mutant fails it.
    """

    names: tuple[str, ...]
    every_rule: bool
    workers: int
    limit: float
    answers: int
    allowed: bool = False
    parameters: int = _PARAMETERS
    only: tuple[str, ...] = ()
    sample: int = 0
    folder: str = ""
    sources: Mapping[str, Sequence[str | int]] = field(default_factory=dict)
    first: Mapping[str, Sequence[str]] = field(default_factory=dict)
    late: bool = False

    def text(self) -> str:
        """Return the order as the value of the pytest option."""
        return json.dumps(asdict(self))

    @classmethod
    def read(cls, text: str) -> "Order":
        """Parse what ``text`` returned."""
        body = json.loads(text)
        return cls(**{**body, "names": tuple(body["names"]), "only": tuple(body["only"])})


def sampled(parameters: Sequence[T], number: int, sample: int) -> list[T]:
    """Return so many parameters of a test from that place on, and from the first again: each sample has others."""
    first = sample % len(parameters) if parameters else 0
    turned = [*parameters[first:], *parameters[:first]]
    return turned[:number]
