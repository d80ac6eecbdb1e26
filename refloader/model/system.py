"""The operating systems of the documents."""

from enum import StrEnum

from refloader.model.paths import POSIX_PATHS, PathRules


class System(StrEnum):
    """An operating system that the documents name (LLP and LDP tables: their columns)."""

    LINUX = "linux"
    WINDOWS = "windows"
    MACOS = "macos"
    FUCHSIA = "fuchsia"
    ANDROID = "android"

    __hash__ = str.__hash__  # Enum's own is a Python call

    @property
    def label(self) -> str:
        """The name of the system as people write it."""
        return "macOS" if self is System.MACOS else self.value.capitalize()

    @property
    def paths(self) -> PathRules:
        """The path rules of the system."""
        if self is System.WINDOWS:
            from refloader.model.windows_paths import WINDOWS_PATHS  # not needed on Linux

            return WINDOWS_PATHS
        return POSIX_PATHS

    @property
    def has_manifests(self) -> bool:
        """True if a loader reads manifests (2018: Layer Manifest File Usage); on Android it queries libraries."""
        return self is not System.ANDROID

    @property
    def library_suffix(self) -> str:
        """The suffix of the name of a shared library (DISC-GEN-09)."""
        return {System.WINDOWS: ".dll", System.MACOS: ".dylib"}.get(self, ".so")
