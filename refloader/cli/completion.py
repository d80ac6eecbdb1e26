"""``refloader completion``: prints the script with which a shell completes refloader's command lines."""

import sys

import click
from click.shell_completion import get_completion_class

from refloader.cli.terminal.codes import COMPLETION
from refloader.cli.terminal.completing import PROGRAM

_SHELLS = ["bash", "zsh", "fish"]


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
def command(shell: str) -> None:
    """Print the script that completes verbs, options, rule ids and files.

    \b
    bash  refloader completion bash > ~/.local/share/bash-completion/completions/refloader
    zsh   refloader completion zsh > DIR/_refloader, with DIR in fpath before compinit is called
    fish  refloader completion fish > ~/.config/fish/completions/refloader.fish

    It asks refloader itself, so that it need not be printed again after an update. It caches the options of the
    verbs in $XDG_CACHE_HOME/refloader (~/.cache), so that only the first key press takes a moment.
    """
    described = get_completion_class(shell)
    assert described is not None, "click knows these shells"
    click.echo(described(click.Group(PROGRAM), {}, PROGRAM, COMPLETION).source())
    sys.exit(0)
