"""Saves the scenario of a finding as a folder that ``conform --scenario`` can run."""

import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace

from refloader.host.no_links import folder_below, is_in, write_new
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
    if case.expect is None and not case.scenario.note:
        case = replace(case, scenario=replace(case.scenario, note=reason))
    files = corpus.contents(replace(case, rules=case.rules or tuple(rules)))
    top, first = os.path.split(folder)
    *above, last = (first, *map(_file_name, names))
    with folder_below(top, *above) as parent:
        with folder_below(parent, last) as own:
            is_old = is_in(own, scenario_file.NAME)
        if is_old:
            shutil.rmtree(last, dir_fd=parent)
        with folder_below(parent, last) as own:
            write_new(own, files)
    return os.path.join(folder, *above[1:], last) if names else folder


def _file_name(text: str) -> str:
    """Return a file name: the text with runs of other characters than letters, digits, dots and hyphens replaced."""
    return re.sub(r"[^A-Za-z0-9.-]+", "_", text).strip("_.")[:_LONGEST] or "_"
