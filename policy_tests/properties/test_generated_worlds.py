"""Whatever lies on a machine and whatever the application requests, the loader does what the documents say."""

import pytest

from policy_tests.properties.agreement import Agreement
from policy_tests.properties.generated import Examples
from refloader.campaign.worlds.strategies import world_from
from refloader.scenario.drafting import shipped_cases
from refloader.scenario.scenario import Scenario
from refloader.suite.loaders.trial import Trial

pytestmark = [
    pytest.mark.needs_library,
    pytest.mark.filterwarnings("default::policy_tests.properties.agreement.KnownDifference"),
]

_MOST = 12
"""The maximum number of features of a machine."""


@pytest.mark.rule(
    "DISC-GEN-01",
    "DISC-DRIVER-GEN-01",
    "ACT-IMPLICIT-01",
    "ACT-EXPLICIT-01",
    "ACT-APP-01",
    "ORDER-DUP-01",
    "ORDER-CHAIN-01",
    "EXT-ENUM-01",
    "EXT-ENUM-02",
)
def test_outcome(subject: Trial, examples: Examples) -> None:
    """Results, layers, extensions, the call chain, drivers and devices follow from the files and variables."""
    agreement = Agreement(subject)

    def world(data: bytes) -> Scenario:
        return world_from(data, agreement.avoid)

    found_before = [case.scenario for case in shipped_cases() if case.name.startswith("regressions/")]
    examples.check(subject, world, _MOST, agreement.check, found_before)
    agreement.warn()
