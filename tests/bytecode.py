"""Has each module compiled once for all processes of a run, also where Python is asked to write no bytecode.

PYTHONDONTWRITEBYTECODE keeps the checkout clean. Without another place for the bytecode every program that the tests
start compiles refloader anew, and each of their workers the tests.

Assertions are rewritten before the workers start: these begin at the same time, and each would rewrite all of them.
"""

import os
import signal
import sys
from collections.abc import MutableMapping, Sequence
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest

_NONE_WRITTEN, _PLACE = "PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"
_MOST_PROCESSES = 8


def share(folder: str, environment: MutableMapping[str, str] = os.environ) -> None:
    """Write bytecode into the folder, in this process and its children, if it would not be written at all."""
    if environment.pop(_NONE_WRITTEN, ""):
        environment.setdefault(_PLACE, folder)
        sys.dont_write_bytecode, sys.pycache_prefix = False, environment[_PLACE]


def rewrite(config: "pytest.Config", files: Sequence[Path]) -> None:
    """Rewrite the assertions of test files, a process for each core, unless it was done before.

    Nothing depends on it: files that are left, as they or their folders cannot be read or written, or as this pytest
    does it in another way, are rewritten where they are imported, which reports what is wrong.
    """
    cores = min(len(os.sched_getaffinity(0)), _MOST_PROCESSES)
    started = [
        get_context("fork").Process(target=_rewrite, args=(config, files[i::cores]), daemon=True)
        for i in range(cores)
    ]
    for each in started:
        each.start()
    for each in started:
        each.join()


def _rewrite(config: "pytest.Config", files: Sequence[Path]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the process above says that it was interrupted
    for path in files:
        with suppress(Exception):
            _rewrite_one(config, path)


def _rewrite_one(config: "pytest.Config", path: Path) -> None:
    from _pytest.assertion import rewrite as by_pytest  # has no public name for it

    state = config.stash[by_pytest.assertstate_key]
    folder = by_pytest.get_cache_dir(path)
    place = folder / (path.stem + by_pytest.PYC_TAIL)
    if by_pytest._read_pyc(path, place, state.trace) is not None:
        return
    if by_pytest.try_makedirs(folder) and os.access(folder, os.W_OK):
        found, code = by_pytest._rewrite_test(path, config)
        by_pytest._write_pyc(state, code, found, place)
