"""``refloader doctor``: says what is wrong with Vulkan on a machine, and what can be judged there."""

import sys
from dataclasses import replace

import click

from refloader.cli.options.machine import Machine, machine_options
from refloader.cli.options.machine_host import made_of
from refloader.cli.options.of_tree import findings_in, is_one_package, is_tree
from refloader.cli.terminal.output import json_text, together, write_document
from refloader.cli.words.doctor_text import print_checkup
from refloader.doctor.checkup import checkup
from refloader.doctor.document import as_json
from refloader.inspect.damage import named
from refloader.model.request import Request


@click.command()
@machine_options(process=True)
@click.option("--no-run", is_flag=True, help="Read files only; open no driver and no loader.")
@click.option("--format", "shape", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option("-o", "--output", metavar="FILE", help="Write the JSON to a file.")
@click.option("-v", "--verbose", is_flag=True, help="Print all findings, not one screen of them.")
def command(machine: Machine, no_run: bool, shape: str, output: str | None, verbose: bool) -> None:
    """Print what is wrong with Vulkan on this machine, and what conform can test on it.

    Checks loaders, drivers, layers, variables, and files that no loader reads. What is wrong comes first, each in one
    sentence with the command that repairs it. Drivers are opened in the sandbox, each for two seconds at most. With
    an option that names another machine (--root, --snapshot) nothing is run.

    Exits 0 if nothing is wrong, 1 if something is, 3 if nothing wrong was found but something could not be checked.
    """
    if output is not None and shape == "text":
        raise click.UsageError("--output needs --format json")
    made = made_of(machine)
    found = checkup(
        made.host,
        Request(executable=machine.app),
        here=machine.is_this_one,
        run=not no_run,
        is_tree=is_tree(machine, made.host),
        is_package=is_one_package(machine),
        remarks=named(made.reasons),
        notes=made.notes,
    )
    found = replace(found, findings=findings_in(machine.root, made.host, found.findings))
    if shape == "json":
        write_document(json_text(as_json(found)), output)
    else:
        with together():
            print_checkup(found, whole=verbose)
    sys.exit(found.exit_code)
