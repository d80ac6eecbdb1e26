"""What the configuration did to the findings of ``lint``: never silent, in text and in JSON."""

from typing import Any

from refloader.cli.options.configured import Settled
from refloader.cli.terminal.output import say
from refloader.inspect.config.values import Ignore, relative
from refloader.model.text import number_of, visible


def print_settled(done: Settled, *, err: bool) -> None:
    """Print how many findings are ignored and why, which severities changed, and which ignores have expired."""
    counts: dict[Ignore, int] = {}
    for _, why in done.ignored:
        counts[why] = counts.get(why, 0) + 1
    for why, count in counts.items():
        findings = number_of(count, "finding")
        until = f"until {why.expires}, {why.at}"
        say(f"ignored: {findings} of {why.rule}: {visible(why.reason)} ({until})", err=err)
    if done.rated:
        say(f"{number_of(done.rated, 'finding')} with the severity that the configuration gives", err=err)
    for each in done.expired:
        say(f"{each.at}: the ignore of {each.rule} expired on {each.expires}; its findings count", err=err)


def as_json(done: Settled) -> dict[str, Any]:
    """Return the fields that the document of ``lint`` has if there is a configuration."""
    return {
        "ignored": [
            {"rule": f.rule, "path": f.span.path, **f.facts(), "reason": why.reason, "expires": why.expires}
            for f, why in done.ignored
        ],
        "expired_ignores": [
            {"rule": each.rule, "expires": each.expires, "path": relative(each.at.path), "line": each.at.line}
            for each in done.expired
        ],
    }
