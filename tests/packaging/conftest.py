"""Fixtures: the wheels of this checkout, and environments with them; each is made once for all processes."""

from pathlib import Path

import pytest
import wheels
from once import shared_folder


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run have."""
    return shared_folder(tmp_path_factory)


@pytest.fixture(scope="session")
def pure(shared: Path) -> Path:
    """The wheel of refloader."""
    return wheels.built(wheels.TOP, shared / "pure", SOURCE_DATE_EPOCH=wheels.EPOCH)


@pytest.fixture(scope="session")
def place(shared: Path, pure: Path) -> wheels.Place:
    """An environment with that wheel and what it requires."""
    return wheels.Place.made(shared / "environment", pure)
