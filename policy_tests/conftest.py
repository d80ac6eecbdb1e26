"""The two fixtures of the suite, and how a difference is reported. Helpers belong in refloader.suite."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.differences import unlike
from refloader.suite.loaders.trial import Trial
from refloader.suite.plugin import spread, trial
from refloader.suite.plugin import world as empty


def pytest_configure(config: pytest.Config) -> None:
    """Say what is missing if the options of the suite are."""
    if not config.pluginmanager.has_plugin("refloader.suite.plugin"):
        raise pytest.UsageError("the policy tests need refloader's plugin: -p refloader.suite.plugin")


@pytest.fixture
def world(request: pytest.FixtureRequest) -> World:
    """A machine with nothing on it; tests add what they are about."""
    return empty(request.config)


@pytest.fixture
def subject(request: pytest.FixtureRequest) -> Trial:
    """The subject of this case; every test is run on each subject in whose edition it holds."""
    return trial(request.config, request.param)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run the tests on the subjects of the run."""
    spread(metafunc)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Say what was seen and what was expected, as the results file tells it."""
    sentence = unlike(op, left, right)
    return [sentence] if sentence else None
