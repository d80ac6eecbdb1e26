"""The rules by which a system reads the text of a path. No I/O."""

from collections.abc import Sequence


class PathRules:
    """The path rules of Linux, macOS, Fuchsia and Android. The rules of other systems are subclasses.

    ``separators`` separate folders, ``list_separator`` separates the entries of a path list.
    """

    separators = "/"
    list_separator = ":"

    @property
    def separator(self) -> str:
        """The folder separator that is written; on Windows both kinds are read."""
        return self.separators[0]

    def is_full(self, path: str) -> bool:
        """Return whether the path is absolute."""
        return path.startswith("/")

    def has_folder(self, path: str) -> bool:
        """Return whether the path is more than a bare name."""
        return "/" in path

    def is_anchored(self, path: str) -> bool:
        """Return whether the path begins at a root or drive, so that it cannot be relative to a manifest's folder."""
        return path.startswith("/")

    def is_manifest(self, path: str) -> bool:
        """Return whether the name has the suffix of a manifest (DISC-GEN-08, AMB-JSON-CASE)."""
        return path.endswith(".json")

    def manifests(self, folder: str, names: Sequence[str]) -> list[str]:
        """Return the paths of the names in a folder that have the suffix of a manifest. Fast for large folders."""
        start = folder.rstrip("/")
        return [f"{start}/{name}" for name in names if name.endswith(".json")]

    def split(self, path: str) -> tuple[str, str]:
        """Return the folder, without a trailing separator, and the name."""
        folder, _, name = path.rpartition("/")
        return folder, name

    def join(self, folder: str, name: str) -> str:
        """Return the path of a name, or of a relative path, in a folder."""
        return f"{folder.rstrip('/')}/{name}"

    def local(self, path: str) -> str:
        """Return the path with ``separator`` as its only separator; POSIX paths stay as they are."""
        return path

    def plain(self, path: str) -> str:
        """Return the path without doubled and trailing separators, so that two spellings of a folder are equal."""
        if path and "//" not in path and path[-1] != "/":
            return path
        head = "/" if path.startswith("/") else ""
        return head + "/".join([part for part in path.split("/") if part]) or "/"

    def identity(self, path: str) -> str:
        """Return a key that is equal for all spellings of one path."""
        return path

    def entries(self, value: str) -> list[str]:
        """Return the entries of a path list, including empty ones (ENV-LAYERPATH-02)."""
        return value.split(self.list_separator)


POSIX_PATHS = PathRules()
