"""Selects the cases of a claim to replay, at random but reproducibly for a seed. Runs nothing.

The selected cases are those with the smallest digests of the seed and the case, which is easy to reproduce in any
language.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence

from refloader.results.results_file import Result, Run, Verdict


def fresh_seed() -> int:
    """Return an unpredictable seed."""
    return secrets.randbits(32)


def selectable(whole: Run) -> tuple[Result, ...]:
    """Return the results that can be selected: all but harness errors. A skip claims that nothing could be judged."""
    return tuple(each for each in whole.results if each.verdict is not Verdict.ERROR)


def drawn(whole: Run, number: int, seed: int) -> Sequence[Result]:
    """Select ``number`` results, or all if there are fewer. The order of the results does not matter."""
    return sorted(selectable(whole), key=lambda each: _lot(seed, each))[:number]


def _lot(seed: int, result: Result) -> bytes:
    text = json.dumps([seed, result.subject, result.rule, result.case])
    return hashlib.sha256(text.encode("ascii")).digest()
