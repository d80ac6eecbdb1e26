"""``refloader exec``: run a program on the reference loader."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from subprocess import SubprocessError
from typing import Any, TextIO

import click

from refloader.cli.options.target_name import is_root, refuse, target_option
from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import give_up, say, say_aside, storable
from refloader.host import shell
from refloader.host.machines.real import RealHost
from refloader.host.port import Content
from refloader.host.shared_folders import open_to_write
from refloader.model.edition import Edition
from refloader.model.text import visible
from refloader.native.installed import has_built_parts
from refloader.native.structures import LoaderError
from refloader.native.target import VARIABLE as INSIDE
from refloader.native.target import inside
from refloader.sandbox.reference_process import (
    AGE_VARIABLE,
    EDITION_VARIABLE,
    as_json,
    become,
    run,
    run_traced,
)
from refloader.suite.layers import recording_file
from refloader.suite.sessions.recording import HEAD, VARIABLE

_OWN_PROGRAMS = (
    "programs run on the reference loader, whose library is one for this machine; conform judges loaders"
)
_NOT_TRUSTED = (
    "without --unsafe, no program of a root is run: it runs on the C library and other libraries of the root, as "
    "{who} and outside of the sandbox; --unsafe says that you trust the root"
)
_OF_PYTHON = ("PYTHONPATH", "PYTHONSAFEPATH")
_NOT_EXECUTABLE, _NOT_FOUND = 126, 127


@click.command(context_settings={"allow_interspersed_args": False})
@click.option(
    "--trace",
    metavar="FILE",
    help="Write every decision and the final chains as JSON; - prints it. A FILE.html gets a page with pictures.",
)
@click.option(
    "--observe",
    metavar="FILE",
    help="Record every call between the links of the chain; refloader observed FILE reads it.",
)
@click.option(
    "--as-loader",
    "loader",
    metavar="LOADER",
    help="Act as this loader: a release such as 1.3.290, a libvulkan.so, or 'here' for this machine's own.",
)
@click.option(
    "--edition", type=click.Choice([each.value for each in Edition]), help="Act as a loader of this edition."
)
@click.option(
    "--scenario",
    metavar="DIR",
    help="Show CMD the machine of this scenario (docs/exec.md): its manifests, its mocks, its variables.",
)
@click.option(
    "--mock-trace", metavar="FILE", help="With --scenario: write the calls that its mocks received."
)
@target_option
@click.option("--unsafe", is_flag=True, help="With --target root: say that you trust the root.")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="-- CMD [ARG]...")
def command(
    trace: str | None,
    observe: str | None,
    loader: str | None,
    edition: str | None,
    scenario: str | None,
    mock_trace: str | None,
    target: str | None,
    unsafe: bool,
    words: tuple[str, ...],
) -> None:
    """Run CMD on the reference loader, which it finds as libvulkan.so.1 and libvulkan.so.

    The exit code is the command's own (128 + n for a signal), 127 if there is no such command, 126 if it cannot be
    executed, 3 if the reference loader was not built. A set-user-id program keeps the system's loader, because the
    dynamic linker ignores LD_LIBRARY_PATH there.
    """
    if target is not None and scenario is not None:
        raise click.UsageError("--scenario goes without --target: a scenario is a machine of its own")
    if target is not None or unsafe:
        _enter(target, unsafe=unsafe)
        trace, observe = map(_on_machine, (trace, observe))
    acting = _acting_as(loader, edition)
    if mock_trace is not None and scenario is None:
        raise click.UsageError("--mock-trace goes with --scenario")
    if not has_built_parts():
        from refloader.cli.terminal.parts import needed  # here, so that programs start fast

        needed("exec", tests=False, holds=False)  # CMD may be one that installs
    try:
        if scenario is None:
            status = _run(trace, observe, words, {**_environment(), **acting})
        else:
            status = _run_in(scenario, mock_trace, trace, observe, words, acting)
    except LoaderError as error:
        say_aside(f"refloader exec: {error}")
        status = COULD_NOT_RUN
    except FileNotFoundError:
        say_aside(f"refloader exec: {words[0]}: no such command")
        status = _NOT_FOUND
    except PermissionError as error:
        status = _NOT_EXECUTABLE if _is_there(words[0]) else _NOT_FOUND
        why = error.strerror if status == _NOT_EXECUTABLE else "no such command"
        say_aside(f"refloader exec: {words[0]}: {why}")
    sys.exit(status)


def _enter(target: str | None, *, unsafe: bool) -> None:
    """Go on in a root that is trusted. Exits 2 for other targets, and 3 for a root that is not trusted."""
    from refloader.cli.options.target import enter, who_runs  # here, so that programs start fast

    if target is None:
        raise click.UsageError("--unsafe goes with --target")
    if not is_root(target):
        refuse(target, _OWN_PROGRAMS)
    if not unsafe:
        give_up(f"--target: {visible(target)}: {_NOT_TRUSTED.format(who=who_runs())}")
    enter(target, (), unsafe=True, is_program=True)


def _on_machine(path: str | None) -> str | None:
    from refloader.cli.options.target import on_machine  # here, so that programs start fast

    return path and on_machine(path)


def _environment() -> dict[str, str]:
    """Return the variables of the program: the user's. What refloader's Python needs in a root is not among them."""
    own = (INSIDE, *_OF_PYTHON) if inside() else ()
    return {name: value for name, value in os.environ.items() if name not in own}


def _is_there(name: str) -> bool:
    """True if a command of that name exists. If not, the PermissionError is about a folder in PATH."""
    return "/" in name or any(os.path.lexists(os.path.join(each, name)) for each in os.get_exec_path())


def _acting_as(loader: str | None, edition: str | None) -> dict[str, str]:
    """Return the variables that make the library act as a loader or an edition. Raises click.UsageError."""
    if loader is not None and edition is not None:
        raise click.UsageError("--as-loader goes without --edition")
    if edition is not None:
        return {EDITION_VARIABLE: edition}
    if loader is None:
        return {}
    # Imported here, so that programs start fast.
    from refloader.cli.options.loader_age import age_for
    from refloader.core.ages import assumption

    age, known, followed = age_for(loader)
    if not age.release:
        return {EDITION_VARIABLE: followed.value}
    if assumption(age.release):
        say_aside(f"refloader exec: {known}")
    return {AGE_VARIABLE: age.release}


def _run(
    trace: str | None, observe: str | None, words: tuple[str, ...], environment: Mapping[str, str]
) -> int:
    if trace is None and observe is None:
        become(words, environment)
    with _recording(observe, environment) as variables:
        return _traced(trace, words, variables) if trace is not None else run(words, variables)


def _run_in(
    scenario: str,
    mock_trace: str | None,
    trace: str | None,
    observe: str | None,
    words: tuple[str, ...],
    acting: Mapping[str, str],
) -> int:
    """Run the program on the machine of a scenario. Raises click.UsageError, LoaderError and OSError."""
    from refloader.scenario import corpus
    from refloader.scenario.scenario import ScenarioError
    from refloader.suite.sessions.user_program import (  # here, so that programs start fast
        NotShownError,
        scene,
    )

    try:
        case = corpus.load(scenario)
    except ScenarioError as error:
        raise click.UsageError(f"--scenario: {visible(str(error))}") from error
    output = nullcontext(None) if mock_trace is None else _output(mock_trace, "--mock-trace")
    try:
        with (
            output as file,
            scene(case.scenario, words, _environment()) as shown,
            _recording(observe, {**shown.variables, **acting}) as variables,
        ):
            try:
                if trace is not None:
                    return _traced(trace, words, variables, shown.prepare)
                return run(words, variables, shown.prepare)
            except SubprocessError:
                raise NotShownError(f"this machine allows no mount namespace: {shown.refusal}") from None
            finally:
                if file is not None:
                    file.write(shown.trace)
    except NotShownError as error:
        raise LoaderError(f"--scenario: {error}") from error


def _traced(
    trace: str,
    words: tuple[str, ...],
    variables: Mapping[str, str],
    prepare: Callable[[], None] | None = None,
) -> int:
    with _output(trace) as file:
        traced = run_traced(words, variables, prepare)
        document = storable(as_json(words, traced))
        is_page = trace.endswith(".html")
        file.write(_page(document) if is_page else json.dumps(document, indent=1) + "\n")
    if not traced.events:
        say_aside("refloader exec: the command made no instance on the reference loader")
    return traced.status


def _page(document: Any) -> str:
    from refloader.report.page.explanation import render_trace  # here, so that programs start fast

    host = RealHost()

    def read(path: str) -> bytes:
        answer = host.read(path)
        return answer.data if isinstance(answer, Content) else b""

    return render_trace(document, read)


@contextmanager
def _recording(path: str | None, environment: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    """Create the recording, yield the environment of the program, and finish the recording at the end."""
    if path is None:
        yield environment
        return
    try:
        recording_file.begin(path)
    except OSError as error:
        raise click.UsageError(f"--observe: {path}: {error.strerror}") from error
    try:
        yield {**environment, VARIABLE: os.path.abspath(path)}
    finally:
        with suppress(OSError):  # the program may have removed it
            recording_file.finish(path)
    with suppress(OSError):
        _tell(path)


def _tell(path: str) -> None:
    """Print how to read the recording, or that it is empty. Raises OSError."""
    if os.path.getsize(path) <= HEAD:
        say_aside("refloader exec: nothing is recorded: the command made no instance on the reference loader")
    else:
        say(f"refloader exec: to read the recording: {shell.line(['refloader', 'observed', path])}", err=True)


def _output(path: str, option: str = "--trace") -> AbstractContextManager[TextIO]:
    """Return standard output for a dash; otherwise open the file before anything runs."""
    if path == "-":
        return nullcontext(sys.stdout)
    try:
        return open(open_to_write(path), "w", encoding="utf-8")
    except OSError as error:
        raise click.UsageError(f"{option}: {path}: {error.strerror}") from error
