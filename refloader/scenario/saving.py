"""Keeps the scenario of a finding as a folder that ``conform --scenario`` takes. Never judges."""

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace

from refloader.scenario import corpus, scenario_file
from refloader.scenario.corpus import Case

_LONGEST = 150
"""Bytes of a folder's name; file systems take some more."""


def keep(case: Case, reason: str, rules: Sequence[str], folder: str, *names: str) -> str:
    """Write the case below the folder, under these names, in place of what an earlier run kept there.

    A case without rules gets those of the finding, and one that expects nothing its reason as a note. Gives
    the path.

    Raises:
        OSError: it cannot be written.
    """
    path = os.path.join(folder, *map(_file_name, names))
    if os.path.exists(os.path.join(path, scenario_file.NAME)):
        shutil.rmtree(path)
    if case.expect is None and not case.scenario.note:
        case = replace(case, scenario=replace(case.scenario, note=reason))
    corpus.save(replace(case, rules=case.rules or tuple(rules)), path)
    return path


def _file_name(text: str) -> str:
    """The text with what is no letter, number, dot or hyphen in it replaced."""
    return re.sub(r"[^A-Za-z0-9.-]+", "_", text).strip("_.")[:_LONGEST] or "_"
