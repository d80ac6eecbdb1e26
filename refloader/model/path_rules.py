"""Guesses the path rules of a path whose system is not known."""

from refloader.model.paths import POSIX_PATHS, PathRules


def rules_of(path: str) -> PathRules:
    """Return the Windows path rules for a full Windows path with a backslash, else the POSIX rules."""
    if path[:1] == "/" or "\\" not in path:
        return POSIX_PATHS
    from refloader.model.windows_paths import WINDOWS_PATHS  # not needed on Linux

    return WINDOWS_PATHS if WINDOWS_PATHS.is_full(path) else POSIX_PATHS
