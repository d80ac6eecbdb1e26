"""Runs the policy tests in a subprocess and reads the results that it wrote. Gives no verdict and formats nothing."""

import fcntl
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import BinaryIO, NamedTuple

from refloader.host import bytecode, room
from refloader.host.temporary import TemporaryFolder
from refloader.results.discovery import RESULTS
from refloader.results.progress import OnProgress, Steps, hearing
from refloader.results.records import Verdict
from refloader.results.results_file import Decode, Run, Writer, read
from refloader.sandbox import world
from refloader.sandbox.isolation import process_tree
from refloader.sandbox.layouts import Way
from refloader.suite.run.installed_suite import HarnessError, suite_folder
from refloader.suite.subjects.request import (
    CORES,
    LIBRARY,
    NOT_LISTED,
    REFERENCE,
    Job,
    ListedCase,
    RunRequest,
    WrongUsageError,
    read_list,
)

_TAIL = 4000
"""How many characters of the tests' own output are shown if they could not run."""
_OURS = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", "PYTEST_DEBUG", "PYTEST_DEBUG_TEMPROOT", "PYTHONPATH")
_INTERNAL_ERROR, _USAGE_ERROR = 3, 4
"""Exit statuses of pytest."""

_ERROR = re.compile(
    r"^INTERNALERROR> (?:E +)?(?!AssertionError: Traceback )((?:\w+\.)*[A-Z]\w*(?:Error|Exception)\b.*)",
    re.MULTILINE,
)
"""The last line of a traceback that pytest writes; an error of a worker stands inside one of pytest-xdist's."""

_BY_SUBJECT = "refloader.suite.by_subject"
_PROPERTIES = "properties"
"""The part of the suite that pytest alone runs: which rule a generated case is about is known after its failure."""


@contextmanager
def locked(folder: str) -> Iterator[None]:
    """Lock the folder of results against other runs.

    Raises:
        HarnessError: another run has locked it.
        OSError: the folder cannot be opened.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _lock(descriptor, folder)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, folder: str) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise HarnessError(f"{folder} is in use by another run") from None
    except OSError:
        pass  # some network file systems lock no folders


def run(
    wanted: RunRequest,
    folder: str,
    *,
    workers: int,
    command: str = "",
    keep: str = "",
    once: bool = False,
    whole: bool = False,
    words: Sequence[str] = (),
    tell: OnProgress | None = None,
    decode: Decode | None = None,
) -> Run:
    """Run what the request selects and return the results, which are in ``folder`` as well.

    ``workers`` is the number of worker processes, 0 to run the cases in the subprocess itself; ``keep`` a folder for
    the scenarios of findings, empty to save none; ``once`` disables second tries; ``words`` are further arguments
    for pytest; ``tell`` receives the progress, mostly on another thread; ``decode`` reads a line of the results, as
    in ``results_file.parse``. A KeyboardInterrupt ends the tests, and the results so far are returned as a truncated
    run, except with ``whole``.

    Raises:
        HarnessError: the tests could not run at all.
        WrongUsageError: the layers cannot be put together.
        OSError: the folder cannot be written.
        ResultsError: what the tests wrote cannot be read.
        KeyboardInterrupt: it came before there were results, or ``whole`` is true.
    """
    if reason := why_not_run(wanted):
        raise HarnessError(reason)
    path = os.path.join(folder, RESULTS)
    if wanted.together:
        from refloader.suite.together import sets  # here, as it imports much: most runs are the subprocess's

        return sets.run(wanted, path, command, tell=tell, decode=decode)
    if not (wanted.loaders or wanted.layers or wanted.drivers):
        from refloader.suite.run.header import header  # here, likewise
        from refloader.suite.run.targets import first_results

        rows, results = first_results(wanted, ())
        with Writer(path, header(wanted, (), rows, command)) as writer:
            for result in results:
                writer.write(result)
        return read(path, decode)
    steps = Steps(tell)
    job = Job(wanted, os.path.abspath(path), command, keep=os.path.abspath(keep) if keep else "", once=once)
    with (
        _temporary_folder() as temporary,
        hearing(steps.tell) as descriptor,
    ):
        ended = _run_tests(replace(job, progress=descriptor), temporary, workers, words, whole=whole)
        full = _full(temporary, folder)
    steps.begin("reading the results")
    outcome = read(path, decode)
    left = ", ".join(map(str, ended.left))
    problems = [f"processes of the run could not be ended: {left}"] if left else []
    if ended.error and not full:
        problems.append(f"an error of refloader ended the run: {ended.error}")
    if full and (outcome.truncated or any(each.verdict is Verdict.ERROR for each in outcome.results)):
        problems.append(f"{full}. The results so far are in {path}")
    return replace(outcome, problems=(*outcome.problems, *problems)) if problems else outcome


def listed(wanted: RunRequest) -> tuple[ListedCase, ...]:
    """Return the cases that ``run`` would judge. Raises HarnessError, WrongUsageError and OSError as that does."""
    if wanted.together or wanted.scenarios:
        raise WrongUsageError("--list lists cases of the suite: leave out --together and --scenario")
    if reason := why_not_run(wanted):
        raise HarnessError(reason)
    with _temporary_folder() as temporary:
        job = Job(wanted, os.path.join(temporary, "cases.json"), listing=True)
        _run_tests(job, temporary, 0, ("--collect-only",), whole=True)
        return read_list(job.results)


@contextmanager
def _temporary_folder() -> Iterator[str]:
    """Make a folder for temporary files that has some room. Raises HarnessError."""
    try:
        folder = TemporaryFolder()
    except OSError as error:
        raise HarnessError(room.temporary_problem(error)) from error
    with folder as path:
        if full := room.problem(path):
            raise HarnessError(room.temporary_problem(full, os.path.dirname(path)))
        yield path


def _full(temporary: str, folder: str) -> str:
    """Say in which of two folders nothing more can be written, and what to do; empty if there is room in both."""
    if error := room.problem(temporary):
        return room.temporary_problem(error, os.path.dirname(temporary))
    if error := room.problem(folder):
        return f"{room.problem_of(folder, error)}; make room there, or name another folder with --out"
    return ""


def why_not_run(wanted: RunRequest) -> str:
    """Return why this machine runs none of the requested libraries, or an empty string."""
    foreign = any(each not in (REFERENCE, LIBRARY, *CORES) for each in wanted.loaders)
    if not (foreign or wanted.layers or wanted.drivers):
        return ""
    return world.capabilities().refused.get(Way.VARIABLES, "")


class _Ended(NamedTuple):
    """How a run of the tests ended: the processes that could not be ended, and an error in the tests' machinery."""

    left: tuple[int, ...]
    error: str


def _run_tests(job: Job, temporary: str, workers: int, words: Sequence[str], *, whole: bool) -> _Ended:
    """Run the tests until they end or a KeyboardInterrupt comes.

    With ``whole``, a KeyboardInterrupt is raised once the tests have ended.
    """
    before = _file(job.results)
    with open(os.path.join(temporary, "output"), "w+b") as output:
        with _all_ended() as left:
            status = _wait(_start(job, temporary, workers, words, output))
        is_new = _file(job.results) != before
        if isinstance(status, KeyboardInterrupt) and (whole or not is_new):
            raise status
        if not is_new:
            if full := _full(temporary, os.path.dirname(job.results)):
                raise HarnessError(full)
            raise HarnessError(f"the policy tests did not start (status {status}):\n{_tail(output)}")
        if status == _USAGE_ERROR:
            raise HarnessError(f"the policy tests refused to run:\n{_tail(output)}")
        if status == NOT_LISTED:
            raise HarnessError(f"the cases could not be listed:\n{_tail(output)}")
        return _Ended(tuple(left), _internal_error(output) if status == _INTERNAL_ERROR else "")


def _internal_error(output: BinaryIO) -> str:
    """Return the error of a plugin that pytest has written first: those behind it follow from it."""
    output.seek(0)
    found = _ERROR.search(output.read().decode("utf-8", "backslashreplace"))
    return found[1] if found else _tail(output).rpartition("\n")[2]


def _file(path: str) -> tuple[int, int, int] | None:
    """Return what identifies the file at a path: a file that is written anew is another one."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino, found.st_mtime_ns


@contextmanager
def _all_ended() -> Iterator[list[int]]:
    """End all processes that the block has started and left; the list receives those that could not be ended."""
    before, left = process_tree.children(), list[int]()
    process_tree.adopt_orphans()
    try:
        yield left
    finally:
        left += process_tree.end_children(before)
        process_tree.adopt_orphans(wanted=False)


def _wait(process: "subprocess.Popen[bytes]") -> int | KeyboardInterrupt:
    """Return the exit status, or the interrupt that stopped the tests: the results so far are in the file already."""
    try:
        return process.wait()
    except KeyboardInterrupt as told:
        process.kill()
        process.wait()
        return told


def _start(
    job: Job, temporary: str, workers: int, words: Sequence[str], output: BinaryIO
) -> "subprocess.Popen[bytes]":
    folder, path = suite_folder(), os.path.join(temporary, "job.json")
    tests = os.path.join(folder, "given.py") if job.wanted.scenarios else folder
    job.save(path)
    dist = ("--dist", "worksteal") if job.wanted.loaders else ("--dist", "loadscope", "-p", _BY_SUBJECT)
    parallel = ("-p", "xdist.plugin", "-n", str(workers), *dist) if workers else ()
    told = (job.progress,) if job.progress >= 0 else ()
    declared = ["-o", "python_files=test_*.py declared.py"] if job.wanted.fork else []
    arguments = [*declared, "--tb=short", "--refloader-job", path, *parallel, *words]
    return start_suite(tests, arguments, temporary, output, passed=told)


def start_suite(
    tests: str, words: Sequence[str], temporary: str, output: BinaryIO, *, passed: Sequence[int] = ()
) -> "subprocess.Popen[bytes]":
    """Start pytest on the suite or on one file of it, with further arguments; ``passed`` are inherited descriptors.

    Raises:
        HarnessError: the suite is not installed.
    """
    folder = suite_folder()
    command = [
        *(sys.executable, "-P", "-m", "pytest", tests, "--rootdir", folder, "--confcutdir", folder),
        *("-c", os.devnull, "-p", "no:cacheprovider", "-p", "no:unraisableexception"),
        *("-p", "refloader.suite.plugin"),
        *("--ignore", os.path.join(folder, _PROPERTIES), "--strict-markers", "-q", "--color=no", *words),
    ]
    return subprocess.Popen(
        command,
        env=_suite_environment(temporary),
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        pass_fds=tuple(passed),
        preexec_fn=process_tree.die_with_parent,
    )


def _suite_environment(temporary: str) -> Mapping[str, str]:
    """Return the user's environment without variables that change how pytest works or where modules are found.

    By default Python reads modules from the working folder. A variable turns that off, because the workers are
    started without options.
    """
    kept = {name: value for name, value in os.environ.items() if name not in _OURS}
    own = {"PYTHONPATH": _module_path(), "PYTHONSAFEPATH": "1", "TMPDIR": temporary}
    return {**kept, **own, **bytecode.of_children(), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}


def _module_path() -> str:
    """Return the absolute entries of the user's PYTHONPATH; refloader's own folder replaces the relative ones."""
    given = os.environ.get("PYTHONPATH", "")
    entries = given.split(":") if given else []
    kept = [entry for entry in entries if os.path.isabs(entry)]
    return ":".join(kept if kept == entries else [*kept, os.path.dirname(suite_folder())])


def _tail(output: BinaryIO) -> str:
    output.seek(0)
    return output.read().decode("utf-8", "backslashreplace")[-_TAIL:].strip()
