"""Whatever an application does in turn, each step has the outcome that the steps before it lead to."""

import pytest

from policy_tests.properties.agreement import Agreement
from policy_tests.properties.generated import Examples
from refloader.campaign.worlds.steps import sequence_from
from refloader.scenario.scenario import Scenario
from refloader.suite.loaders.trial import Trial

pytestmark = [
    pytest.mark.needs_library,
    pytest.mark.filterwarnings("default::policy_tests.properties.agreement.KnownDifference"),
]

_MOST = 18
"""The maximum number of features of a machine and steps of the application together."""


@pytest.mark.rule("CHAIN-DIST-01", "CHAIN-DIST-02", "CHAIN-TERM-01", "CHAIN-TERM-02", "ACT-APP-01")
@pytest.mark.editions("2018", "2022", "2026")
def test_outcome_of_each_step(subject: Trial, examples: Examples) -> None:
    """Each step has the predicted result and enters the predicted layers and drivers, on any machine."""
    agreement = Agreement(subject)

    def sequence(data: bytes) -> Scenario:
        return sequence_from(data, agreement.avoid)

    examples.check(subject, sequence, _MOST, agreement.check)
    agreement.warn()
