"""Finds C sources of a checkout that changed after the native parts were built: what runs then is not what is read.

Decides by the times of the files, and only of those that are compiled into one part: a header is in some of them.
"""

import os
from collections.abc import Iterator

import refloader
from refloader.cli.terminal.output import say
from refloader.host import shell
from refloader.model.text import visible
from refloader.native.installed import folders

_SOURCES = {
    "prober": ("refloader/probes/layer_prober",),
    "driver_prober": ("refloader/probes/driver_prober",),
    "loader_prober": ("refloader/probes/loader_prober",),
    "application": ("refloader/probes/application",),
    "worker": ("refloader/native/worker",),
    "lib": ("refloader/dropin/c",),
    "mocks": ("mock_icd", "mock_layers"),
}
"""The folders of built parts, and those of the checkout whose C files are in no others."""


def say_old_parts() -> None:
    """Say on stderr if sources of the checkout that refloader is run from are newer than what was built of them."""
    top = os.path.dirname(os.path.dirname(os.path.abspath(refloader.__file__)))
    if not os.path.isfile(os.path.join(top, "pyproject.toml")):
        return
    newer = sorted(_newer(top))
    if newer:
        more = f" and {len(newer) - 1} more" if len(newer) > 1 else ""
        how = shell.line(("pip", "install", "-e", top))
        say(
            f"refloader: {visible(newer[0])}{more} changed after the native parts were built, and this run uses"
            f" the old parts; to rebuild them: {how}",
            err=True,
        )


def _newer(top: str) -> Iterator[str]:
    for part, sources in _SOURCES.items():
        built = _latest(next(filter(os.path.isdir, folders(part)), ""))
        for source in sources if built else ():
            for path, changed in _files(os.path.join(top, source)):
                if path.endswith(".c") and changed > built:
                    yield os.path.relpath(path, top)


def _latest(folder: str) -> float:
    return max((changed for _, changed in _files(folder)), default=0.0)


def _files(folder: str) -> Iterator[tuple[str, float]]:
    """Yield the files below a folder with the times of their last changes."""
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            try:
                yield path, os.stat(path).st_mtime
            except OSError:
                continue
