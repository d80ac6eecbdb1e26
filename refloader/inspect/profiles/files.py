"""Loads the profile of a fork from its file. Decides nothing."""

from functools import lru_cache

from refloader.host.machines.real import RealHost
from refloader.host.port import Failure
from refloader.inspect.profiles.reader import ProfileError, read_profile
from refloader.inspect.profiles.toml_text import Problem
from refloader.model.profile import Profile

__all__ = ["ProfileError", "profile_at"]


@lru_cache(maxsize=8)
def profile_at(path: str) -> Profile:
    """Load the profile in a file. Raises ProfileError with all problems and their positions."""
    answer = RealHost().read(path)
    if isinstance(answer, Failure):
        raise ProfileError(path, [Problem(1, 1, answer.detail or str(answer.trouble))])
    return read_profile(answer.data, path)
