"""Builds the reference loader's library with one change in its sources, beside a build that is there already.

Needs the build folder of an editable installation. Neither that nor the sources are written to.
"""

import os
import shlex
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

from mutation.change import Change
from refloader.dropin.build.__main__ import build_settings, c_source
from refloader.dropin.build.bundle import frozen_modules
from refloader.dropin.build.numbers import MODULES, constants_of
from refloader.dropin.build.sources import Sources

Fate = Literal["built", "same", "no build"]
"""``same``: the built code is as before: what changed is not in the library, or the compiler sees no difference."""
_LIMIT = 120.0


class Changed(Sources):
    """The sources to freeze, one of them with a change."""

    change: Change | None = None

    def use(self, change: Change) -> None:
        """Apply the change to what is loaded from now on."""
        name = change.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        self.change = change
        self._transformed.pop(name, None)
        if name in MODULES:
            self.constants[name] = constants_of(self._text(name))
            self._transformed.clear()

    def _text(self, name: str) -> str:
        text = super()._text(name)
        path = self.path(name)
        if self.change is None or path is None or path != self.root / self.change.file:
            return text
        return self.change.applied(text)


@dataclass(frozen=True, slots=True)
class Build:
    """A build folder: its commands by what they make, and the frozen modules of the unchanged sources."""

    root: Path
    folder: Path
    commands: dict[str, list[str]]
    sources: Changed
    frozen: str

    def build(self, change: Change, library: Path) -> Fate:
        """Write the library with the change."""
        made = library.with_name(f"{library.name}.made")
        made.mkdir()
        try:
            part = self._frozen if change.file.endswith(".py") else self._compiled
            replaced = part(change, made)
            if replaced is None:
                return "same"
            self._run(
                _replaced(self.commands["libvulkan.so.1"], {**replaced, "libvulkan.so.1": str(library)})
            )
        except (subprocess.SubprocessError, SyntaxError, NotFrozenError):
            return "no build"
        finally:
            shutil.rmtree(made)
        return "built"

    def _frozen(self, change: Change, made: Path) -> dict[str, str] | None:
        try:
            self.sources.use(change)
            text = c_source(frozen_modules(self.sources))
        except Exception as error:  # the freezing runs code that the change may have broken in any way
            raise NotFrozenError(str(error)) from error
        if text == self.frozen:
            return None
        source, ours = made / "frozen_modules.c", "CMakeFiles/vulkan.dir/frozen_modules.c.o"
        source.write_text(text, encoding="ascii")
        self._compile(ours, str(self.folder / "frozen_modules.c"), source, made)
        return {ours: str(made / "part.o")}

    def _compiled(self, change: Change, made: Path) -> dict[str, str] | None:
        ours = next(name for name in self.commands if name.endswith(f".dir/{change.file}.o"))
        original = self.root / change.file
        source = made / original.name
        source.write_text(change.applied(original.read_text(encoding="utf-8")), encoding="utf-8")
        self._compile(ours, str(original), source, made)
        same = (self.folder / ours).read_bytes() == (made / "part.o").read_bytes()
        return None if same else {ours: str(made / "part.o")}

    def _compile(self, ours: str, original: str, source: Path, made: Path) -> None:
        command = _replaced(self.commands[ours], {original: str(source), ours: str(made / "part.o")})
        self._run([each if not each.endswith(".o.d") else str(made / "part.d") for each in command])

    def _run(self, command: Sequence[str]) -> None:
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True, timeout=_LIMIT)


class NotFrozenError(Exception):
    """The changed sources cannot be frozen."""


def _replaced(command: Sequence[str], words: dict[str, str]) -> list[str]:
    return [words.get(each, each) for each in command]


def opened(root: Path, folder: Path) -> Build:
    """Return a build folder that is complete. Raises SubprocessError or OSError."""
    told = subprocess.run(
        ["ninja", "-C", str(folder), "-t", "commands", "vulkan"], check=True, capture_output=True, text=True
    )
    commands = {}
    for line in told.stdout.splitlines():
        for part in line.split(" && "):
            words = shlex.split(part)
            if "-o" in words:
                commands[words[words.index("-o") + 1]] = words
    sources = Changed(root, build_settings({}))
    return Build(root, folder, commands, sources, c_source(frozen_modules(sources)))


def build_all(build: Build, changes: Sequence[Change], folder: Path, jobs: int) -> dict[str, Fate]:
    """Build the library of each change into the folder, under the change's name; return how that went."""
    global _BUILD  # inherited by the children, which cannot be given what they would have to pickle
    _BUILD = build
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        fates = pool.starmap(_built, [(change, folder) for change in changes], chunksize=1)
    return dict(zip([each.name for each in changes], fates, strict=True))


_BUILD: Build | None = None


def _built(change: Change, folder: Path) -> Fate:
    assert _BUILD is not None
    os.environ.pop("PYTHONPATH", None)
    return _BUILD.build(change, folder / change.name)
