"""The suite on drivers that are wrong on purpose: each is caught by its rule, and the clean ones pass."""

import os
from functools import partial

import pytest

from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.results.progress import Progress
from refloader.selftest.mock_outcome import mock_outcomes, unclean, unproven_rules
from refloader.selftest.mutants.of_mocks import mocks
from refloader.selftest.on_mocks import run_mocks

DRIVERS = mocks("driver")


def why_not() -> str:
    """Why the suite cannot be run on drivers here, or an empty string."""
    try:
        dropin_library()
    except LoaderError as error:
        return str(error)
    return "" if mock_library("mock_icd") else "the mocks were not built"


def test_every_rule_without_a_violator_has_a_reason() -> None:
    """What nobody can break, or what no look could show, is written down."""
    assert [rule_id for rule_id, why in unproven_rules(DRIVERS).items() if not why] == []


@pytest.mark.timeout(900)
@pytest.mark.skipif(bool(why_not()), reason=why_not() or "it can be run")
class TestTheSuite:
    """The quick selftest over all violators."""

    @pytest.mark.whole
    def test_the_diagonal(self) -> None:
        """Each violator is caught by each of its rules, and no clean driver is blamed."""
        chosen = tuple(DRIVERS.wrong.values())
        judge = partial(run_mocks, every_rule=False, every_clean=True)
        heard: list[Progress] = []

        seen = judge(DRIVERS, chosen, workers=len(os.sched_getaffinity(0)), tell=heard.append)

        assert unclean(DRIVERS, seen) == ()
        missed = [(each.violator.name, each.violates) for each in mock_outcomes(chosen, seen) if not each.ok]
        assert missed == []
        assert 0 < heard[-1].done == heard[-1].total
