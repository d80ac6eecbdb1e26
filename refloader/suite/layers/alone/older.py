"""The prober's calls of commands by their older names, where the device has no newer ones. Holds no rules.

A command that a version of Vulkan took over from an extension has two names. On a device of the version before, and
with the extension enabled, there is only the name of the extension, and so it is below the layer.
"""

from collections.abc import Iterator
from functools import cache

from refloader.model import registry

OLDER_VERSIONS = ("1.0", "1.1", "1.2", "1.3")
"""The versions before each that took over commands."""

_MAKERS = ("KHR", "EXT")


@cache
def older_names(version: str) -> tuple[str, ...]:
    """Return the arguments for the act "carry" on the names that the version after this one took over."""
    minor = int(version.rpartition(".")[2])
    twins = sorted(_twins(f"1.{minor + 1}"), key=lambda twin: twin.name)
    extensions = sorted({(twin.always or twin.extensions)[0] for twin in twins})
    return (
        *("--only", "older", "--minor", str(minor)),
        *(word for twin in twins for word in ("--function", twin.name)),
        *(word for name in extensions for word in (_option(name), name)),
    )


def _twins(core: str) -> Iterator[registry.Command]:
    commands = registry.commands()
    for name, command in commands.items():
        alias = commands.get(command.alias or "")
        if alias is None or alias.core != core or not name.endswith(_MAKERS):
            continue
        # Two extensions with one command cannot both be enabled: the one that was taken over stands for both.
        if name.endswith("KHR") or f"{alias.name}KHR" not in commands:
            yield command


def _option(extension: str) -> str:
    row = registry.extension(extension)
    return "--instance-extension" if row is not None and row.kind == "instance" else "--device-extension"
