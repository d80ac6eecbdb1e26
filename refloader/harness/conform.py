"""Runs the policy tests in a process of their own and keeps what they wrote. Never judges or formats."""

import importlib.util
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import BinaryIO

from refloader.harness.results import Run, Writer, read
from refloader.harness.wanted import REFERENCE, Wanted, first_results, header

RESULTS = "results.ndjson"
_TAIL = 4000
"""Characters of the tests' own output that are shown when they could not run."""
_PATIENCE = (3.0, 10.0)
"""Seconds that the tests get to end after the user has asked for it, before and after they are told again."""
_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DEBUG", "PYTEST_DEBUG_TEMPROOT")
_USAGE_ERROR = 4


class HarnessError(Exception):
    """The policy tests could not be run. The text is for the user."""


def run(wanted: Wanted, folder: str, *, workers: int, command: str = "") -> Run:
    """Judge what is wanted; the results are in ``folder`` as well.

    ``workers`` is the number of processes that run cases at a time, 0 for this one child alone. A Ctrl-C
    ends the tests, and the results so far come back as a truncated run.

    Raises:
        HarnessError: the tests could not run at all.
        OSError: the folder cannot be written.
        ResultsError: what the tests wrote cannot be read.
    """
    path = os.path.join(folder, RESULTS)
    if not wanted.loaders:
        rows, results = first_results(wanted, ())
        with Writer(path, header(wanted, (), rows, command)) as writer:
            for result in results:
                writer.write(result)
        return read(path)
    with suppress(FileNotFoundError):
        os.remove(path)
    with tempfile.TemporaryFile() as output:
        status = _wait(_start(wanted, path, workers, command, output))
        if not os.path.exists(path):
            raise HarnessError(f"the policy tests did not start (status {status}):\n{_tail(output)}")
        if status == _USAGE_ERROR:
            raise HarnessError(f"the policy tests refused to run:\n{_tail(output)}")
    return read(path)


def suite_folder() -> str:
    """Where the policy tests are installed. Raises HarnessError."""
    spec = importlib.util.find_spec("policy_tests")
    places = list(spec.submodule_search_locations or ()) if spec else []
    if not places:
        raise HarnessError("the package policy_tests is not installed")
    return os.path.abspath(places[0])


def _start(
    wanted: Wanted, path: str, workers: int, command: str, output: BinaryIO
) -> "subprocess.Popen[bytes]":
    folder = suite_folder()
    words = [
        *(sys.executable, "-P", "-m", "pytest", folder, "--rootdir", folder, "--confcutdir", folder),
        *("-c", os.devnull, "-p", "no:cacheprovider", "-p", "refloader.harness.plugin"),
        *("--strict-markers", "-q", "--tb=short", "--color=no"),
        *(("-p", "xdist.plugin", "-n", str(workers)) if workers else ()),
        *("--refloader-results", os.path.abspath(path), "--refloader-command", command),
        *_options(wanted),
    ]
    return subprocess.Popen(
        words, env=_environment(), stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
    )


def _options(wanted: Wanted) -> Iterator[str]:
    """The plugin's options that say the same."""
    for loader in wanted.loaders:
        yield "--refloader-reference" if loader == REFERENCE else f"--refloader-loader={loader}"
    several = (("layer", wanted.layers), ("driver", wanted.drivers), ("rule", wanted.rules))
    for name, values in several:
        yield from (f"--refloader-{name}={value}" for value in values)
    if wanted.edition:
        yield f"--refloader-edition={wanted.edition.value}"
    yield f"--refloader-case={wanted.case}"
    yield f"--refloader-shard={wanted.shard[0]}/{wanted.shard[1]}"
    yield f"--refloader-profile={wanted.profile}"


def _environment() -> Mapping[str, str]:
    """The user's environment without what would change how pytest works."""
    kept = {name: value for name, value in os.environ.items() if name not in _OURS}
    return {**kept, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def _wait(process: "subprocess.Popen[bytes]") -> int:
    """Wait for the tests. After a Ctrl-C, which a terminal sends to them as well, they may still end."""
    try:
        return process.wait()
    except KeyboardInterrupt:
        for seconds in _PATIENCE:
            with suppress(KeyboardInterrupt, subprocess.TimeoutExpired):
                return process.wait(seconds)
            process.send_signal(signal.SIGINT)
        process.kill()
        return process.wait()


def _tail(output: BinaryIO) -> str:
    output.seek(0)
    return output.read().decode("utf-8", "backslashreplace")[-_TAIL:].strip()
