"""``refloader explain``: reports what a loader does on a machine, and why."""

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from refloader.cli.options.loader_age import EVERY, HERE, age_for, reported_release
from refloader.cli.options.machine import Machine, machine_options, not_blank
from refloader.cli.options.machine_host import not_held
from refloader.cli.options.of_tree import answers_in, is_one_package, is_tree, not_of_shell
from refloader.cli.options.running import TARGET, Placed, placed, running_options
from refloader.cli.options.target_name import ROOT, is_root, is_wine, refuse, target_option
from refloader.cli.terminal.output import json_text, say_if_slow, together, write_document
from refloader.cli.words.explain_answer import print_answers
from refloader.cli.words.explain_run import is_lost, print_next_step
from refloader.core.ages import age_of
from refloader.host import shell
from refloader.host.archives.detect import is_package
from refloader.host.builds import build_of
from refloader.host.machines.real import RealHost
from refloader.host.port import Content, Host
from refloader.inspect.damage import damage, named
from refloader.inspect.explain import Explanation, explain
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.answers import answers_of
from refloader.inspect.explain.of_packages import is_of_system, is_stage, other_word_size
from refloader.inspect.explain.origins import session_notes
from refloader.inspect.explain.own_loader import (
    beside_program,
    left_out_by,
    newest_loader,
    own_loader,
    without_release,
)
from refloader.inspect.libraries.loader_file import LIBRARY, loader_file, release_in_name
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.running.installed import answers_on
from refloader.inspect.snapshots.file import HEAD, is_snapshot
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import words
from refloader.model.age import DOCUMENTED, Age
from refloader.model.edition import LATEST, Edition
from refloader.model.request import PORTABILITY_EXTENSION, Build, Request
from refloader.model.system import System
from refloader.model.text import visible
from refloader.model.version import ApiVersion, parse_loose

if TYPE_CHECKING:  # as few runs are about a process, or have a profile
    from refloader.inspect.explain.comparing import Ran
    from refloader.inspect.running.in_use import InUse
    from refloader.inspect.running.process import Process
    from refloader.model.profile import Profile

_OF_WINE = (
    "explain reads the registry from files: wine regedit /E FILE in the prefix writes one; then refloader explain "
    "--reg FILE"
)
_OF_FILES = (
    "explain judges libraries of this machine; files of another, or pulled from a device: explain --root DIR"
)
_LEFT_OUT = (State.UNUSED, State.UNDECIDED, State.BROKEN, State.DEVICELESS, State.FAILS)


@click.command()
@click.argument("layers", nargs=-1, metavar="[LAYER...]")
@click.option(
    "--edition",
    type=click.Choice([e.value for e in Edition]),
    help=f"Which generation of the documents the loader follows.  [default: {LATEST.value}, or the profile's]",
)
@machine_options(process=True)
@running_options
@target_option
@click.option("--api", metavar="X.Y", help="The apiVersion the application asks for.")
@click.option(
    "--request",
    "requested",
    multiple=True,
    callback=not_blank,
    metavar="NAME",
    help="A layer the application asks for.",
)
@click.option("--portability", is_flag=True, help="The application enumerates portability drivers.")
@click.option(
    "--sysconfdir", help="SYSCONFDIR of the loader's build.  [default: /etc; the drivers' folder on NixOS]"
)
@click.option("--extrasysconfdir", help="EXTRASYSCONFDIR of the loader's build, where it has one.")
@click.option(
    "--as-loader",
    "loader",
    metavar="LOADER",
    help="Answer for this loader and not by the documents: a release such as 1.3.290, the path of a libvulkan.so, "
    "'here' for this machine's own, or 'all' for a table of releases.",
)
@click.option(
    "--log",
    metavar="FILE",
    help="Answer from this text alone: a loader's log (VK_LOADER_DEBUG=all), the output of vulkaninfo, a post; "
    "- reads a pipe.",
)
@click.option("--profile", metavar="FILE", help="The profile of a fork: explain that loader.")
@click.option("--no-run", is_flag=True, help="Read files only; run no loader.")
@click.option(
    "--format", "shape", type=click.Choice(["text", "json", "html"]), default="text", show_default=True
)
@click.option("-o", "--output", metavar="FILE", help="Write the JSON or HTML to a file.")
@click.option(
    "-v", "--verbose", is_flag=True, help="Print all layers, drivers, folders, reasons and remarks."
)
def command(
    layers: tuple[str, ...],
    edition: str | None,
    machine: Machine,
    pid: int | None,
    container: str | None,
    target: str | None,
    api: str | None,
    requested: tuple[str, ...],
    portability: bool,
    sysconfdir: str | None,
    extrasysconfdir: str | None,
    loader: str | None,
    log: str | None,
    profile: str | None,
    no_run: bool,
    shape: str,
    output: str | None,
    verbose: bool,
) -> None:
    """Say what a loader does here and why: the answer first, for each LAYER or for all layers and drivers.

    A LAYER is a name, a part of one, a manifest or a library. For a layer that is not active, prints the smallest
    change that would activate it; for an active one, how to keep it off. Exits 1 if a requested LAYER is not active
    or could not be loaded, or if the instance could not be created. With --log, exits 1 if the text has a problem or
    a LAYER is not active by it, and 3 if it is too large to be read whole and what was read does not decide that.
    """
    if output is not None and shape == "text":
        raise click.UsageError("--output needs --format json or html")
    if log != "-":  # which somebody may still be typing
        say_if_slow("refloader: still looking; on a busy machine this takes a while")
    if log is not None:
        others = (edition, api, loader, profile, pid, container, target, *requested, portability or None)
        if machine != Machine() or any(each is not None for each in others):
            raise click.UsageError("--log: the log says which machine it is of; leave out the other options")
        from refloader.cli.words.explain_log import of_log  # here, as few runs have a log

        of_log(log, layers, shape, output, verbose=verbose)
    if loader is not None and (edition is not None or profile is not None):
        raise click.UsageError("--as-loader goes without --edition and --profile")
    if loader == EVERY and shape == "html":
        raise click.UsageError("--as-loader all goes with --format text or json")
    if not all(map(str.strip, layers)):
        raise click.UsageError("a LAYER is empty; without one, explain answers for all layers and drivers")
    for word in layers if machine.is_this_one else ():
        if os.path.isfile(word) and not word.endswith(".json") and is_package(word):
            line = shell.line(["refloader", "explain", "--root", word])
            raise click.UsageError(f"{visible(word)} is a package: {line} explains what it installs")
        if os.path.isfile(word) and is_snapshot(RealHost().head(os.path.abspath(word), HEAD)):
            line = shell.line(["refloader", "explain", "--snapshot", word])
            raise click.UsageError(f"{visible(word)} is a snapshot: {line} answers for its machine")
        if "/" in word and os.path.isdir(word):
            line = shell.line(["refloader", "explain", "--root", word])
            raise click.UsageError(
                f"{visible(word)} is a folder: {line} explains it, if it is a staging tree"
            )
    place = _placed(machine, pid, container, target)
    machine, made, host = place.machine, place.made, place.made.host
    age, as_loader, followed = DOCUMENTED, "", LATEST
    if loader == HERE and not machine.is_this_one:
        age, as_loader = _age_there(host, machine.app)
    elif loader is not None and loader != EVERY:
        age, as_loader, followed = age_for(loader)
    elif loader is None and edition is None and profile is None:
        age, as_loader, followed = place.age() or (age, as_loader, followed)
    request = Request(
        api_version=_version(api),
        layers=requested,
        extensions=(PORTABILITY_EXTENSION,) if portability else (),
        portability=portability,
        executable=machine.app,
    )
    declared = _fork(profile)
    build = replace(_build(host, sysconfdir, extrasysconfdir), profile=declared, age=age)
    if loader == EVERY:
        _by_release(place, request, build, layers, shape, output)
        return
    chosen = Edition(edition) if edition else (declared and declared.edition) or followed
    layers = tuple(map(_full, layers)) if machine.is_this_one else layers
    what_if, libraries = WhatIf(host, request, chosen, build), Libraries(host)
    explanation = explain(
        host,
        request,
        chosen,
        build,
        layers,
        what_if=what_if,
        libraries=libraries,
        thorough=verbose or shape != "text",
        remarks=named(made.reasons),
        notes=(
            *damage(made.reasons),
            *filter(None, [as_loader]),
            *made.notes,
            *_declared(declared, host),
            *session_notes(host),
        ),
    )
    explanation = replace(
        explanation,
        notes=(
            *explanation.notes,
            *(not_held(host) if machine.snapshot is not None else ()),
            *(other_word_size(explanation, host.word_size()) if machine.root and not machine.bits else ()),
        ),
        asides=not_of_shell(machine, host.platform().system),
        of_package=is_one_package(machine) and not is_of_system(host),
        of_stage=is_tree(machine, host) and is_stage(explanation, host),
        order_is_known=machine.root is None and not is_tree(machine, host),
    )
    if loader is None and edition is None and declared is None and not as_loader:
        asked = _reported(host, request.executable) if machine.is_this_one and place.process is None else ""
        own = own_loader(host, request, build, explanation, asked, libraries)
        if own is None and not machine.is_this_one:
            own = newest_loader(host, request, build, explanation)
            some = left_out_by(host, request, build, explanation) if own is None else ()
            explanation = replace(explanation, notes=(*some, *explanation.notes))
        nameless = without_release(host, machine.app) if own is None and machine.is_this_one else ""
        notes = (beside_program(host, machine.app, here=machine.is_this_one), *explanation.notes, nameless)
        explanation = replace(explanation, own=own, notes=tuple(filter(None, notes)))
        usual = replace(build, age=DOCUMENTED) == Build(word_size=host.word_size()) and place.process is None
        if machine.is_this_one and usual and not no_run:
            explanation = replace(explanation, ran=_ran(host, request, build, explanation, libraries))
    found = (*answers_on(place.lacking, layers), *answers_of(explanation, host, request, build, what_if))
    answers = answers_in(place, found)
    if explanation.ran is not None:
        from refloader.doctor.tried_change import tried_change  # here, as it runs the loader

        answers = tried_change(host, build, explanation, what_if, libraries, answers)
    used = _in_use(place.process, host, explanation) if place.process is not None else None
    place.confirm()
    if shape == "text":
        with together():
            _process(used)
            print_answers(explanation, answers, whole=verbose)
            if verbose:
                from refloader.cli.words.explain_text import print_trail  # here, as most runs have one screen

                print_trail(explanation)
            elif machine.is_this_one and place.process is None:
                print_next_step(layers, explanation, answers)
    elif shape == "json":
        from refloader.inspect.explain.document import as_json  # here, so that text output starts fast

        process = {"process": _process_as_json(used)} if used is not None else {}
        write_document(json_text({**as_json(explanation, answers), **process}), output)
    else:
        write_document(_page(host, explanation, answers), output)
    unloadable = any(each.state is State.UNLOADABLE and each.subject in explanation.named for each in answers)
    left_out = any(each.state in _LEFT_OUT for each in answers)
    lost = explanation.ran is not None and is_lost(explanation.ran.unlike, explanation.named)
    there = {each.subject for each in answers if each.state is State.USED}
    sys.exit(1 if explanation.without(there).unhappy or unloadable or left_out or lost else 0)


def _build(host: Host, sysconfdir: str | None, extrasysconfdir: str | None) -> Build:
    """Return the build of the machine's own loaders, or one with the folders that options name."""
    build = build_of(host) if sysconfdir is None else Build(sysconfdir, word_size=host.word_size())
    return build if extrasysconfdir is None else replace(build, extrasysconfdir=extrasysconfdir)


def _placed(machine: Machine, pid: int | None, container: str | None, target: str | None) -> Placed:
    """Return the machine that the options name: that of a target is the root's, or 32-bit processes of this one."""
    if target is None:
        return placed(machine, pid, container)
    if pid is not None or container is not None:
        raise click.UsageError("--target goes without --pid and --container")
    if is_root(target):
        return placed(machine, None, target.removeprefix(ROOT), TARGET)
    if is_wine(target):
        refuse(target, _OF_WINE)
    if target != "i386":
        refuse(target, _OF_FILES)
    if machine != replace(Machine(), env=machine.env, app=machine.app, elevated=machine.elevated):
        raise click.UsageError("--target i386 is about this machine: leave out the options that name another")
    return placed(replace(machine, bits="32"), None, None)


def _full(word: str) -> str:
    """Return the full path of a manifest or a library that a word names from the working folder, else the word."""
    return os.path.abspath(word) if (word.endswith(".json") or "/" in word) and os.path.isfile(word) else word


def _in_use(process: "Process", host: Host, explanation: Explanation) -> "InUse":
    from refloader.inspect.running.in_use import in_use  # here, as few runs are about a process

    return in_use(process, host, explanation)


def _process_as_json(used: "InUse") -> dict[str, Any]:
    from refloader.inspect.running.in_use import as_json  # here, as few runs are about a process

    return as_json(used)


def _process(used: "InUse | None") -> None:
    """Print what the process has mapped, if it is about one."""
    if used is not None:
        from refloader.cli.words.explain_process import print_process  # here, as few runs are about one

        print_process(used)


def _reported(host: Host, executable: str) -> str:
    """Return the release that the machine's loader reports, if the name of its file has none."""
    path = loader_file(host, executable)
    return reported_release(path) if path is not None and not release_in_name(host, path) else ""


def _ran(
    host: Host, request: Request, build: Build, explanation: Explanation, libraries: Libraries
) -> "Ran | None":
    from refloader.doctor.own_run import own_run  # here, as it runs the library

    return own_run(host, request, build, explanation, libraries)


def _age_there(host: Host, executable: str) -> tuple[Age, str]:
    """Return the age of the loader that programs get on another machine, by its files alone, and a note on it."""
    path = loader_file(host, executable)
    release = release_in_name(host, path) if path else ""
    if path is None or not release:
        why = f"the name of {path} does not say which release it is" if path else f"there is no {LIBRARY}"
        raise click.UsageError(f"--as-loader here: {visible(why)} on the machine that other options are for")
    told = f"the loader is {visible(host.real_path(path))}, release {release} (from the name of its file)"
    return age_of(release), told


def _by_release(
    place: Placed, request: Request, build: Build, layers: tuple[str, ...], shape: str, output: str | None
) -> None:
    """Print what each release does with the layers."""
    # Imported here, as few runs ask for it.
    from refloader.cli.words.explain_releases import as_json, print_releases
    from refloader.inspect.explain.by_release import by_release

    words = tuple(map(_full, layers)) if place.machine.is_this_one else layers
    found = by_release(place.made.host, request, build, words)
    place.confirm()
    if shape == "json":
        write_document(json_text(as_json(found)), output)
        return
    with together():
        print_releases(found)


def _page(host: Host, explanation: Explanation, answers: Sequence[Answer]) -> str:
    from refloader.inspect.explain.document import as_json  # here, so that text output starts fast
    from refloader.report.page.explanation import render

    def read(path: str) -> bytes:
        answer = host.read(path)
        return answer.data if isinstance(answer, Content) else b""

    advice = {name: words(changes) for name, changes in explanation.of_here.changes.items()}
    return render(as_json(explanation.of_here, answers), read, advice, answers)


def _declared(profile: "Profile | None", host: Host) -> tuple[str, ...]:
    """Return the notes on the declared profile."""
    if profile is None:
        return ()
    if not profile.is_for(system := host.platform().system):
        return (
            f"{visible(profile.path)} is for {profile.column or System.LINUX} and has no effect on {system}",
        )
    return (f"the loader is {visible(profile.name)}, as {visible(profile.path)} declares it",)


def _fork(path: str | None) -> "Profile | None":
    if path is None:
        return None
    from refloader.inspect.profiles.files import ProfileError, profile_at  # here, as few runs have a profile

    try:
        return profile_at(path)
    except ProfileError as error:
        raise click.UsageError(f"--profile: {error}") from None


def _version(text: str | None) -> ApiVersion | None:
    if text is None:
        return None
    version = parse_loose(text)
    if version is None:
        raise click.UsageError(f"--api: {visible(text)} is not a version such as 1.3")
    return version
