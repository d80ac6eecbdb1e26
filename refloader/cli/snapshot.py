"""``refloader snapshot``: what a machine has of manifests, in one file."""

import json
import os
import sys

import click

from refloader.cli.output import say
from refloader.core.snapshot_file import as_json
from refloader.host.opening import reason_of
from refloader.host.port import Host
from refloader.host.real import RealHost
from refloader.host.root import RootHost
from refloader.model.text import number_of, visible
from refloader.snapshot import places_of, take


@click.command()
@click.option("-o", "output", required=True, metavar="FILE", help="Where to write it; - prints it.")
@click.option("--root", metavar="DIR", help="Of a staging tree, as if it were installed.")
def command(output: str, root: str | None) -> None:
    """Remember the manifests of layers and drivers, and the libraries that they name.

    Take one before an update or an uninstall; refloader lint --since FILE then says what was left behind. It looks
    where loaders do, without the folders that VK_* variables name. Nothing is loaded.
    """
    if root is not None and not os.path.isdir(root):
        raise click.UsageError(f"--root: {visible(root)} is not a folder")
    host: Host = RealHost() if root is None else RootHost(root)
    found = take(host, places_of(host), staged=root is not None)
    # ASCII with escapes: a path that is no Unicode text keeps its bytes.
    text = json.dumps(as_json(found), indent=1) + "\n"
    if output == "-":
        click.echo(text, nl=False)
        sys.exit(0)
    try:
        with open(output, "w", encoding="ascii") as file:
            file.write(text)
    except (OSError, ValueError) as error:  # ValueError: a path that no system can hold
        raise click.UsageError(f"-o: {visible(output)}: {reason_of(error)}") from error
    manifests = number_of(len(found.manifests), "manifest")
    say(f"{manifests}, {number_of(len(found.libraries()), 'library', 'libraries')}: {output}")
