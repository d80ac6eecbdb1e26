"""The fixture with which the tests of the verbs call ``refloader``."""

import pytest
from click.testing import CliRunner, Result
from verbs import Run

from refloader.cli.main import main


@pytest.fixture
def run() -> Run:
    """Call ``refloader`` with words; ``input`` is standard input."""

    def call(*words: str, input: bytes | None = None) -> Result:
        return CliRunner().invoke(main, list(words), input=input, catch_exceptions=False)

    return call
