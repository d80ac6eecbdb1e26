"""By which rules a path is written, where nobody says on which system it is."""

from refloader.model.paths import POSIX_PATHS, PathRules


def rules_of(path: str) -> PathRules:
    """The rules by which a full path is written, where nobody says on which system it is."""
    if path[:1] == "/" or "\\" not in path:
        return POSIX_PATHS
    from refloader.model.windows_paths import WINDOWS_PATHS  # on Linux nobody needs it

    return WINDOWS_PATHS if WINDOWS_PATHS.is_full(path) else POSIX_PATHS
