"""Violators of what is said about packages: which folders they may use."""

from typing import Any

from refloader.inspect.lint import folder_purposes
from refloader.selftest.mutants.marks import Original, replaces


@replaces(folder_purposes.local_folder, "DISC-LINUX-12", "DISC-DRIVER-LINUX-06")
def packages_may_use_any_folder(original: Original, path: str, use: Any, package: str) -> Any:
    """Nothing is said of a package that puts manifests where locally built things belong."""
    return None
