"""Saves the scenario of a finding as a folder that ``conform --scenario`` can run."""

import errno
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace

from refloader.scenario import corpus, scenario_file
from refloader.scenario.corpus import Case

_LONGEST = 150
"""The maximum length of a folder's name in bytes, below the limit of common file systems."""


def keep(case: Case, reason: str, rules: Sequence[str], folder: str, *names: str) -> str:
    """Write the case below the folder, under these names, replacing that of an earlier run. Return its path.

    A case without rules gets the rules of the finding; a case without expectations and note gets ``reason`` as note.

    Raises:
        OSError: the case cannot be written, or a link on its way leads out of the folder.
    """
    path = folder
    _refuse_link(path)
    for name in map(_file_name, names):
        path = os.path.join(path, name)
        _refuse_link(path)
    if os.path.exists(os.path.join(path, scenario_file.NAME)):
        shutil.rmtree(path)
    if case.expect is None and not case.scenario.note:
        case = replace(case, scenario=replace(case.scenario, note=reason))
    corpus.save(replace(case, rules=case.rules or tuple(rules)), path)
    return path


def _refuse_link(path: str) -> None:
    if os.path.islink(path):
        raise OSError(errno.ELOOP, "it is a link, and what it leads to is none of the results", path)


def _file_name(text: str) -> str:
    """Return a file name: the text with runs of other characters than letters, digits, dots and hyphens replaced."""
    return re.sub(r"[^A-Za-z0-9.-]+", "_", text).strip("_.")[:_LONGEST] or "_"
