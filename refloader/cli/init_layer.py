"""``refloader init-layer``: writes the source files of a new layer."""

import os
import sys
from collections.abc import Mapping

import click

from refloader.cli.terminal.output import say, say_styled
from refloader.host import shell
from refloader.host.opening import reason_of
from refloader.model.reason import Reason, Severity
from refloader.model.text import visible
from refloader.template.layer import NewLayer, files, remarks


@click.command()
@click.argument("name")
@click.option("--dir", "folder", metavar="DIR", help="A new folder for the files.  [default: ./NAME]")
@click.option("--implicit", is_flag=True, help="Write an implicit layer, which is active without a request.")
@click.option("--author", default="", metavar="TEXT", help="The copyright holder, as the files name it.")
def command(name: str, folder: str | None, implicit: bool, author: str) -> None:
    """Write a small layer that follows all rules, as a starting point: source, manifest, CMake, CI, README.

    NAME is the layer's Vulkan name, VK_LAYER_<VENDOR>_<name>, as in VK_LAYER_ACME_frame_counter. Existing files are
    not overwritten.
    """
    _check_name(remarks(name))
    if not author.isprintable():
        raise click.UsageError(f"--author: {visible(author)} is not one line of text")
    layer = NewLayer(name, implicit, author)
    where = name if folder is None else folder
    texts = files(layer)
    _write(where, texts)
    say(f"{where}: {', '.join(texts)}")
    build = os.path.join(where, "build")
    first, second = shell.line(["cmake", "-S", where, "-B", build]), shell.line(["cmake", "--build", build])
    say(f"next: {first} && {second}")
    manifest = os.path.join(build, f"{layer.target}.json")
    say(f"then: {shell.line(['refloader', 'conform', '--layer', manifest])}")
    sys.exit(0)


def _check_name(reasons: tuple[Reason, ...]) -> None:
    """Print warnings about the name. Raises click.UsageError if a rule forbids it."""
    for reason in reasons:
        suggestion = f"; fix: {reason.remedy}" if reason.remedy else ""
        text = f"{reason.rule}: {reason.fact}{suggestion}"
        if reason.severity is Severity.ERROR:
            raise click.UsageError(text)
        say_styled([("warning", "warning"), (f" {text}", "")])


def _write(folder: str, texts: Mapping[str, str]) -> None:
    """Create the folder, which must not exist, and write the files. Raises click.UsageError."""
    try:
        os.makedirs(folder)
        for name, text in texts.items():
            with open(os.path.join(folder, name), "x", encoding="utf-8") as file:
                file.write(text)
    except FileExistsError as error:
        raise click.UsageError(f"{visible(folder)} exists; nothing is overwritten") from error
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        raise click.UsageError(
            f"nothing can be written to {visible(folder)}: {reason_of(error)}; name another with --dir"
        ) from error
