"""The fixture of the property tests: the examples of a test, generated with the effort that the run asks for."""

from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from policy_tests.properties.generated import Examples

NEEDED = "the property tests need hypothesis: pip install 'refloader[properties]'"


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makemodule() -> None:
    """Say what is missing, once for the folder."""
    if find_spec("hypothesis") is None:
        pytest.skip(NEEDED, allow_module_level=True)


@pytest.fixture
def examples(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> "Examples":
    """The generator of the examples of this test."""
    from policy_tests.properties.generated import Examples

    return Examples(request.node, tmp_path_factory)
