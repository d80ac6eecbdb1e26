"""What a system makes of the text of a path. Touches no disk."""

from collections.abc import Sequence


class PathRules:
    """How paths are written on Linux, macOS, Fuchsia and Android; other systems' rules are subclasses.

    ``separators`` are those of folders, ``list_separator`` that of path lists.
    """

    separators = "/"
    list_separator = ":"

    @property
    def separator(self) -> str:
        """The one that is written where there is a choice."""
        return self.separators[0]

    def is_full(self, path: str) -> bool:
        """Whether the path says by itself where it leads."""
        return path.startswith("/")

    def has_folder(self, path: str) -> bool:
        """Whether the path is more than a bare name."""
        return "/" in path

    def is_anchored(self, path: str) -> bool:
        """Whether the path cannot lie in a folder of one's choice; a full path is anchored."""
        return path.startswith("/")

    def is_manifest(self, path: str) -> bool:
        """Whether the name ends as a manifest's does (DISC-GEN-08, AMB-JSON-CASE)."""
        return path.endswith(".json")

    def manifests(self, folder: str, names: Sequence[str]) -> list[str]:
        """The paths of those names in a folder that end as a manifest's does; in one step, as folders hold many."""
        start = folder.rstrip("/")
        return [f"{start}/{name}" for name in names if name.endswith(".json")]

    def split(self, path: str) -> tuple[str, str]:
        """The folder, without a separator at its end, and the name."""
        folder, _, name = path.rpartition("/")
        return folder, name

    def join(self, folder: str, name: str) -> str:
        """A name, or a relative path, in a folder."""
        return f"{folder.rstrip('/')}/{name}"

    def local(self, path: str) -> str:
        """A relative path with the usual separator, else as it is."""
        return path

    def plain(self, path: str) -> str:
        """The path without doubled and trailing separators, so that one folder written twice is one place."""
        head = "/" if path.startswith("/") else ""
        return head + "/".join([part for part in path.split("/") if part]) or "/"

    def identity(self, path: str) -> str:
        """What all spellings of one file have in common."""
        return path

    def entries(self, value: str) -> list[str]:
        """The entries of a path list, empty ones included (ENV-LAYERPATH-02)."""
        return value.split(self.list_separator)


POSIX_PATHS = PathRules()
