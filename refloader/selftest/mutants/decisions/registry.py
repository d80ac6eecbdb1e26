"""Violators of what is said about registries and packages: who writes where, and what names may look like."""

from typing import Any

from refloader.core.search.windows import values as registry_values
from refloader.inspect.lint import folder_purposes
from refloader.inspect.registry import lint as registry_lint
from refloader.rules import rule
from refloader.selftest.mutants.marks import Original, replaces


@replaces(registry_values.path_fault, "DISC-WINDOWS-04")
def relative_names_are_full_paths(original: Original, path: str, value: Any, why: Any, *editions: Any) -> Any:
    """A name that is no full path is as good as one that is."""
    return None if why == rule("DISC-WINDOWS-04") else original(path, value, why, *editions)


@replaces(registry_lint.whose_branch, "DISC-WINDOWS-11")
def anybody_writes_anywhere(original: Original, mentions: Any) -> Any:
    """Applications may name layers in keys of devices, and drivers in SOFTWARE keys."""
    return ()


@replaces(registry_lint.better_place, "DISC-DRIVER-WINDOWS-05")
def drivers_belong_to_no_device(original: Original, mentions: Any) -> Any:
    """A driver that is named in a SOFTWARE key is where it should be."""
    return ()


@replaces(folder_purposes.local_folder, "DISC-LINUX-12", "DISC-DRIVER-LINUX-06")
def packages_may_use_any_folder(original: Original, path: str, use: Any, package: str) -> Any:
    """Nothing is said of a package that puts manifests where locally built things belong."""
    return None
