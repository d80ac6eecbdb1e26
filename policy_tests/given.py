"""The scenarios that the user of a run gives. Read by runs that have some, and by no others."""

import pytest

from refloader.scenario.corpus import Case
from refloader.suite.loaders import user_scenarios
from refloader.suite.loaders.trial import Trial
from refloader.suite.plugin import scenarios


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the test on each of them, under its own rules and the general one."""
    values = [
        pytest.param(case, marks=pytest.mark.rule(*case.rules, user_scenarios.GENERAL), id=case.name)
        for case in user_scenarios.cases(scenarios(metafunc.config))
    ]
    metafunc.definition.add_marker(pytest.mark.parametrize("case", values))


def test_scenario(subject: Trial, case: Case) -> None:
    """The loader does with the scenario what it says, or what the documents say where it says nothing."""
    subject.as_given(case)
