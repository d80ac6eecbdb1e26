"""Fixtures of several modules."""

from pathlib import Path

import pytest
from written_results import FAIL, PASS, written


@pytest.fixture
def finished(tmp_path: Path) -> list[bytes]:
    """The four lines of a finished file with a pass and a failure."""
    return written(tmp_path, PASS, FAIL).read_bytes().splitlines(keepends=True)
