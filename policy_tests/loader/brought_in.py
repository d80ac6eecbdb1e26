"""Layers whose absence is to be judged: a case first sees that they are loaded without what keeps them out."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial


def needs_in_chain(world: World, subject: Trial, *names: str) -> None:
    """Skip the test if the loader loads none of these layers although nothing in the world keeps them out.

    That they are missing beside what should keep them out is then no obedience to it.
    """
    if {*names}.isdisjoint(subject.observe(world).chain):
        pytest.skip(
            f"the loader does not load {' or '.join(names)} even where nothing keeps it out, so this case "
            "shows nothing; other rules say what is to be loaded"
        )
