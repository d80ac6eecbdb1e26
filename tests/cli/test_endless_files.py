"""Each verb by each argument that names a file, where there is a pipe, a device, a socket or a link to itself."""

import os
import shutil
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from verbs import Run

from refloader.cli.main import main

_CONFORM = ("conform", "--profile", "quick", "--out", "OUT")
_CTEST = ("ctest", "OUT", "--loader", "reference-2018")
_WINDOWS = ("--os", "windows")

READ = {
    "ages LOADERS": ("ages", "FILE"),
    "bisect --like": ("bisect", "--picture", "OUT", "--like", "FILE", "--", "/bin/true"),
    "campaign --ledger": (
        "campaign",
        "--loader",
        "reference",
        "--seeds",
        "1",
        "--out",
        "OUT",
        "--ledger",
        "FILE",
    ),
    "campaign --loader": ("campaign", "--seeds", "1", "--out", "OUT", "--loader", "FILE"),
    "campaign --target": (
        "campaign",
        "--seeds",
        "1",
        "--out",
        "OUT",
        "--loader",
        "/x",
        "--target",
        "root:FILE",
    ),
    "claim RESULTS": ("claim", "-o", "OUT", "FILE"),
    "claim --attach": ("claim", "-o", "OUT", "--attach", "LLP_LAYER_1=FILE", "RESULTS"),
    "claim --key": ("claim", "--verify", "RESULTS", "--key", "FILE"),
    "claim --sign": ("claim", "-o", "OUT", "--sign", "FILE", "RESULTS"),
    "claim --verify": ("claim", "--verify", "FILE", "--key", "RESULTS"),
    "config FOLDER": ("config", "show", "FILE"),
    "ctest --caselist": (*_CTEST, "--caselist", "FILE"),
    "ctest --driver": ("ctest", "OUT", "--driver", "FILE"),
    "ctest --layer": ("ctest", "OUT", "--layer", "FILE"),
    "ctest --loader": ("ctest", "OUT", "--loader", "FILE"),
    "conform --baseline": (*_CONFORM, "--baseline", "FILE"),
    "conform --caselist": (*_CONFORM, "--caselist", "FILE"),
    "conform --driver": (*_CONFORM, "--driver", "FILE"),
    "conform --expect": (*_CONFORM, "--expect", "FILE"),
    "conform --fails": (*_CONFORM, "--fails", "FILE"),
    "conform --flakes": (*_CONFORM, "--flakes", "FILE"),
    "conform --layer": (*_CONFORM, "--layer", "FILE"),
    "conform --loader": (*_CONFORM, "--loader", "FILE"),
    "conform --profile": ("conform", "--out", "OUT", "--profile", "FILE"),
    "conform --scenario": (*_CONFORM, "--loader", "reference", "--scenario", "FILE"),
    "conform --skips": (*_CONFORM, "--skips", "FILE"),
    "conform --target": (*_CONFORM, "--loader", "/x", "--target", "root:FILE"),
    "conform --update-expect": (*_CONFORM, "--update-expect", "FILE"),
    "diff NEW": ("diff", "RESULTS", "FILE"),
    "diff OLD": ("diff", "FILE", "RESULTS"),
    "exec --as-loader": ("exec", "--as-loader", "FILE", "--", "/bin/true"),
    "exec --scenario": ("exec", "--scenario", "FILE", "--", "/bin/true"),
    "exec --target": ("exec", "--target", "root:FILE", "--", "/bin/true"),
    "exec WORDS": ("exec", "--", "FILE"),
    "explain --as-loader": ("explain", "--as-loader", "FILE"),
    "explain --container": ("explain", "--container", "steam:FILE"),
    "explain --hive": ("explain", *_WINDOWS, "--hive", "FILE"),
    "explain --log": ("explain", "--log", "FILE"),
    "explain --profile": ("explain", "--profile", "FILE"),
    "explain --reg": ("explain", *_WINDOWS, "--reg", "FILE"),
    "explain --root": ("explain", "--root", "FILE"),
    "explain --snapshot": ("explain", "--snapshot", "FILE"),
    "explain --target": ("explain", "--target", "root:FILE"),
    "explain LAYERS": ("explain", "FILE"),
    "lint --hive": ("lint", *_WINDOWS, "--hive", "FILE"),
    "lint --reg": ("lint", *_WINDOWS, "--reg", "FILE"),
    "lint --root": ("lint", "--root", "FILE"),
    "lint --since": ("lint", "--since", "FILE"),
    "lint --snapshot": ("lint", "--snapshot", "FILE"),
    "lint PATHS": ("lint", "FILE"),
    "observed FILE": ("observed", "FILE"),
    "report --environment": ("report", "--environment", "here=FILE"),
    "report --retry": ("report", "RESULTS", "--retry", "FILE"),
    "report RESULTS": ("report", "FILE"),
    "selftest --merge": ("selftest", "--merge", "FILE"),
    "snapshot --from-log": ("snapshot", "-o", "OUT", "--from-log", "FILE"),
    "snapshot --root": ("snapshot", "-o", "OUT", "--root", "FILE"),
    "trend FOLDERS": ("trend", "FILE"),
    "verify-claim BUNDLE": ("verify-claim", "FILE"),
}
"""Arguments that name a file to read, each in a command: FILE is in its place, RESULTS is a good file."""

SEEN = {
    f"{verb} --{option}"
    for verb in ("doctor", "lint", "explain", "snapshot")
    for option in (
        "map",
        "package",
        "bundle",
        "app-libraries",
        "root",
        "reg",
        "hive",
        "snapshot",
        "env",
        "app",
    )
} | {
    "bisect WORDS",  # the user's program and its arguments
    "conform --show",  # only shown
    "explain --extrasysconfdir",
    "explain --sysconfdir",
    "verify-claim --subject",
}
"""Arguments that name parts of a machine, which the readers of trees, registries and snapshots are tested with."""

WRITTEN = {"bisect --picture", "bisect -o", "exec --mock-trace", "exec --observe", "exec --trace"} | {
    "campaign --out",
    "conform --out",
    "ctest FOLDER",
    "export-scenarios FOLDER",
    "init-layer --dir",
    "selftest --out",
    "snapshot -o",
}
"""Arguments for what is written. A pipe there waits for its reader, as everywhere."""

TEXTS = {
    "bisect --as-loader",
    "bisect --output",
    "bisect --request",
    "campaign --dask",
    "campaign --patience",
    "campaign --seeds",
    "ctest --case",
    "ctest --expect",  # only written into the tests
    "ctest --rule",
    "conform --case",
    "conform --environment",
    "conform --patience",
    "conform --require",
    "conform --rule",
    "conform --shard",
    "conform --suite",
    "explain --api",
    "explain --pid",
    "explain --request",
    "init-layer --author",
    "init-layer NAME",
    "lint --loaders",
    "observed --layer",
    "observed --rule",
    "report --subject",
    "rules IDS",
    "schema NAME",
    "selftest --patience",
    "selftest --rule",
    "selftest --shard",
    "selftest --violator",
    "trend --rule",
    "trend --subject",
}
"""Arguments that name no file."""


def arguments() -> Iterator[str]:
    """Every argument of every verb that takes a text."""
    context = click.Context(main)
    for verb in main.list_commands(context):
        command = main.get_command(context, verb)
        assert command
        for each in command.params:
            is_chosen = isinstance(each.type, click.Choice | click.IntRange | click.FloatRange)
            if (
                not is_chosen
                and each.type not in (click.INT, click.BOOL)
                and not getattr(each, "is_flag", False)
            ):
                is_option = isinstance(each, click.Option)
                yield f"{verb} {each.opts[-1] if is_option else (each.name or '').upper()}"


def test_no_argument_is_forgotten() -> None:
    """A new one is put into one of the tables above."""
    written = {each for each in arguments() if each.endswith(" --output")}

    assert set(arguments()) <= set(READ) | SEEN | WRITTEN | TEXTS | written


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with one of each kind."""
    folder = tmp_path_factory.mktemp("endless")
    os.mkfifo(folder / "pipe.json")
    (folder / "device.json").symlink_to("/dev/zero")
    (folder / "link.json").symlink_to("link.json")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(folder / "socket.json"))
        yield folder


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "link"])
@pytest.mark.parametrize("words", READ.values(), ids=READ)
def test_what_never_ends_is_refused(
    run: Run, files: Path, tmp_path: Path, words: tuple[str, ...], kind: str
) -> None:
    """With a message that names it, in two seconds: nobody waits for it, and no memory is filled."""
    shutil.copy(next(Path("reports").rglob("*.ndjson*")), tmp_path / "good.ndjson.gz")
    places = {
        "FILE": f"{files}/{kind}.json",
        "RESULTS": f"{tmp_path}/good.ndjson.gz",
        "OUT": f"{tmp_path}/out",
    }
    begun = time.process_time()

    done = run(*(_filled(word, places) for word in words))

    assert time.process_time() - begun < 2
    assert done.exit_code in (1, 2, 3, 126)
    assert kind in done.output + done.stderr


def _filled(word: str, places: dict[str, str]) -> str:
    for name, path in places.items():
        word = word.replace(name, path)
    return word
