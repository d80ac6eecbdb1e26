"""Checks whether a library_path has the form that its system expects. Does not search for the library."""

import re

from refloader.core.manifests.fields import Fields
from refloader.model.edition import Edition, since
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)
_OTHERS = {each.library_suffix: each for each in (System.WINDOWS, System.MACOS)}
PLAIN_LIBRARY = re.compile(r"[^\\:\0]*\.so")
"""A library_path whose form has no findings; nearly all match."""


def is_plain(library_path: str, system: System) -> bool:
    """Return whether the form of a library_path certainly has no findings. Fast, because most manifests need it."""
    return system is System.LINUX and PLAIN_LIBRARY.fullmatch(library_path) is not None


@decides("MANIFEST-LAYER-07", "DISC-GEN-09", "MANIFEST-ICD-03")
def check_library_form(fields: Fields, path: str, why: RuleId) -> None:
    """Check the form and suffix of a library_path for the system of the manifest."""
    where = fields.at("library_path")
    system = fields.system
    if "\0" in path:
        fields.reject(why, '"library_path" holds a NUL character, which no path can', where)
    elif system is not System.WINDOWS and ("\\" in path or re.match(r"[A-Za-z]:", path)):
        fact = f'"library_path" {quote(path)} is written as a Windows path; on {system.label} it is one odd file name'
        to_mend = "forward slashes"
        if path.lower().endswith(System.WINDOWS.library_suffix):
            to_mend = "forward slashes, or for a manifest of Windows: --os windows"
        fields.warn(why, fact, where, to_mend)
    elif not _has_suffix(path, system):
        suffix = system.library_suffix
        fact = f'"library_path" {quote(path)} does not end in {suffix}'
        editions = _E2022 if system is System.MACOS else _E2018  # 2018 requires only .DLL and .so
        other = next((each for each in _OTHERS.items() if path.lower().endswith(each[0])), None)
        hint = f", or for a manifest of {other[1].label}: --os {other[1]}" if other else ""
        fields.warn(rule("DISC-GEN-09"), fact, where, f"a name that ends in {suffix}{hint}", editions)


def _has_suffix(path: str, system: System) -> bool:
    """Return whether the name has a library's suffix: on Linux with or without numbers, on Windows in any case."""
    if system is System.WINDOWS:
        return path.lower().endswith(system.library_suffix)
    if system is System.MACOS:
        return path.endswith(system.library_suffix)
    return re.search(r"\.so(\.[0-9]+)*\Z", path, re.ASCII) is not None
