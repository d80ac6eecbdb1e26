"""Draws the cases of a claim that are to be replayed: at random, the same ones for the same seed. Runs nothing.

Those are drawn whose digests, of the seed with the case, are the smallest: anybody can do that again in any language.
"""

import hashlib
import json
import secrets
from collections.abc import Sequence

from refloader.results.results_file import Result, Run, Verdict

_NOT_JUDGED = frozenset({Verdict.SKIP, Verdict.ERROR})


def fresh_seed() -> int:
    """A seed that nobody could know before."""
    return secrets.randbits(32)


def judged(whole: Run) -> tuple[Result, ...]:
    """The results that can be drawn, each as likely as the others."""
    return tuple(each for each in whole.results if each.verdict not in _NOT_JUDGED)


def drawn(whole: Run, number: int, seed: int) -> Sequence[Result]:
    """So many of them, or all where there are fewer; the order of the file has no part in it."""
    return sorted(judged(whole), key=lambda each: _lot(seed, each))[:number]


def _lot(seed: int, result: Result) -> bytes:
    text = json.dumps([seed, result.subject, result.rule, result.case])
    return hashlib.sha256(text.encode("ascii")).digest()
