"""The subjects of a run after a first look at each, and what can be said of them at once. Runs no case."""

import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from refloader import __version__
from refloader.host import shell
from refloader.model.edition import LATEST, Edition
from refloader.model.profile import Profile
from refloader.model.request import Build
from refloader.model.text import quote, visible
from refloader.native.dropin import dropin_library
from refloader.native.structures import LoaderError
from refloader.results.results_file import OF_ENDING, Kind, Result
from refloader.results.results_file import Subject as Row
from refloader.rules import rule
from refloader.sandbox.loader import (
    VERSION,
    ForeignLoader,
    Identity,
    identify,
    identify_file,
    system_loader,
    why_no_library,
)
from refloader.sandbox.timeouts import Patience
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario
from refloader.suite.drivers.facts import facts
from refloader.suite.layers import naming
from refloader.suite.loaders.forks import fork
from refloader.suite.loaders.subjects import Foreign, Reference, Subject, edition_of
from refloader.suite.run import reading_files
from refloader.suite.subjects.distinct import unused
from refloader.suite.subjects.driver import DriverSubject, driver_from
from refloader.suite.subjects.layer import LayerSubject, bare_library, layers_at
from refloader.suite.subjects.library_facts import library_facts
from refloader.suite.subjects.library_names import is_library
from refloader.suite.subjects.request import CORES, LIBRARY, REFERENCE, Wanted, WrongUsageError
from refloader.suite.subjects.static_facts import manifest_texts

_OPENING = rule("APP-EXPORT-01")
"""A library that cannot be opened, or gives no vkGetInstanceProcAddr, exports nothing."""


KINDS: tuple[Kind, ...] = ("loader", "layer", "driver")


class Target(NamedTuple):
    """A loader or layer to be judged, in plain texts that can travel to another process.

    ``loader`` is what a command names it by, ``name`` what results call it, ``number`` its place in the run; ``why``
    says how the edition was chosen; ``ended`` and ``detail`` are those of the first look at it. ``layer`` is the
    name that the layer has in its manifest, empty for others; ``is_driver`` tells a driver from a loader. The
    ``detail`` of a layer or driver is why it cannot be run.
    """

    loader: str
    name: str
    edition: str
    version: str = ""
    sha256: str = ""
    path: str = ""
    why: str = ""
    ended: str = "ok"
    detail: str = ""
    number: int = 0
    layer: str = ""
    is_driver: bool = False

    @property
    def kind(self) -> Kind:
        """What kind of subject it is."""
        return "driver" if self.is_driver else "layer" if self.layer else "loader"

    @property
    def usable(self) -> bool:
        """Whether cases can be run on it."""
        return self.ended in ("ok", "not covered")

    def subject(self, patience: Patience, profile: Profile | None = None) -> Subject:
        """The thing itself; the reference's core does as the profile declares."""
        edition = Edition(self.edition)
        if self.loader in CORES:
            return Reference(edition, Build(profile=profile))
        identity = Identity(self.version, self.sha256, self.path)
        file = self.path if self.loader == LIBRARY else self.loader
        return Foreign(self.name, identity, edition, ForeignLoader(file), patience)

    def layer_subject(self) -> LayerSubject:
        """The layer, as its manifest describes it now. Raises LookupError where it does not any more."""
        if is_library(self.loader):
            return bare_library(self.loader, self.layer)
        for each in _layers_of(self.loader):
            if each.name == self.layer:
                return each
        raise LookupError(f"the manifest was changed during the run: it has no layer {quote(self.layer)} now")

    def driver_subject(self) -> DriverSubject:
        """The driver, as its manifest describes it now."""
        return driver_from(self.loader)


def resolved(loader: str) -> str:
    """The loader with an absolute path; a name without a slash that is no file here is left to the linker.

    Raises:
        WrongUsageError: there is no such file and the linker finds none either, or the file cannot be a
            library of this process at all, or the reference's library was not built.
    """
    if loader == LIBRARY and (reason := why_no_dropin()):
        raise WrongUsageError(f"{loader}: {reason}")
    if loader in (REFERENCE, LIBRARY, *CORES):
        return loader
    if os.path.exists(loader):
        reason = why_no_library(loader)
        if reason:
            raise WrongUsageError(f"{quote(loader)} is no library that this process can load: {reason}")
        return os.path.abspath(loader)
    seen = "" if "/" in loader else ForeignLoader(loader).observe(Scenario(), actions=()).loader
    if not seen:
        raise WrongUsageError(f"{quote(loader)} does not exist")
    return loader


def found_loaders() -> tuple[str, ...]:
    """The reference, and the machine's own loader where there is one."""
    system = system_loader()
    return (REFERENCE, system) if system else (REFERENCE,)


def why_no_dropin() -> str:
    """Why this installation is without the reference's library, or an empty string."""
    try:
        dropin_library()
    except LoaderError as error:
        return str(error)
    return ""


def targets(wanted: Wanted) -> tuple[Target, ...]:
    """The subjects of a run after a first look at each; names are unique and can be printed."""
    profile = fork(wanted.fork)
    loaders = list(
        _told_apart(
            [_target(loader, wanted.edition, profile) for loader in dict.fromkeys(_spelled_out(wanted))]
        )
    )
    names = _names([each.name for each in loaders], wanted)
    used = {*(each.name for each in loaders), *names.values()}
    made = [*loaders, *_layer_targets(wanted, names, used), *_driver_targets(wanted, names)]
    return tuple(each._replace(number=number) for number, each in enumerate(made))


def _layer_targets(wanted: Wanted, names: Mapping[str, str], used: set[str]) -> Iterator[Target]:
    """Every layer that has a library to run; several of one manifest are told apart by their own names.

    These are added to the names in use: two of them can look alike, or like another subject's.
    """
    edition, why = (
        (wanted.edition, "--edition") if wanted.edition else (LATEST, "layers are judged by the newest")
    )
    for path in dict.fromkeys(wanted.layers):
        found = _layers_of(path)
        digests = {
            library: identify_file(library) for library in {layer.library for layer in found} if library
        }
        note = f"; {naming.NO_NAME}" if is_library(path) and not naming.names_told(path) else ""
        for layer in found:
            name = names[path]
            if len(found) > 1:
                name = unused(f"{name} {visible(layer.name)}", used)
                used.add(name)
            yield Target(
                path,
                name,
                edition.value,
                layer.api_version,
                digests.get(layer.library, ""),
                layer.library,
                why + note,
                detail=layer.problem,
                layer=layer.name,
            )


def _driver_targets(wanted: Wanted, names: Mapping[str, str]) -> Iterator[Target]:
    """Every driver that has a manifest, or a library without one."""
    edition, why = (
        (wanted.edition, "--edition") if wanted.edition else (LATEST, "drivers are judged by the newest")
    )
    for path in dict.fromkeys(wanted.drivers):
        driver = driver_from(path)
        yield Target(
            path,
            names[path],
            edition.value,
            driver.api_version,
            identify_file(driver.library) if driver.library else "",
            driver.library,
            why,
            detail=driver.problem,
            is_driver=True,
        )


def _layers_of(path: str) -> tuple[LayerSubject, ...]:
    return naming.layers_in(path) if is_library(path) else layers_at(path)


def _spelled_out(wanted: Wanted) -> Iterator[str]:
    """The loaders, with the parts of the reference that the run can judge in place of the whole."""
    for loader in wanted.loaders:
        if loader != REFERENCE:
            yield loader
            continue
        yield from (core for core, edition in CORES.items() if wanted.edition in (None, edition))
        if wants_dropin(wanted) and not why_no_dropin():
            yield LIBRARY


def wants_dropin(wanted: Wanted) -> bool:
    """Whether the drop-in library of this installation is among the loaders."""
    return REFERENCE in wanted.loaders and wanted.edition in (None, LATEST)


def _target(loader: str, edition: Edition | None, profile: Profile | None) -> Target:
    if loader in CORES:
        why = "--edition" if edition else "the reference is judged by each"
        return Target(loader, loader, CORES[loader].value, __version__, why=why)
    file = dropin_library() if loader == LIBRARY else loader
    seen = ForeignLoader(file).observe(Scenario(), actions=VERSION)
    identity = identify(file, seen)
    chosen, why = (edition, "--edition") if edition else _edition(seen, identity.version, profile)
    name = loader if loader == LIBRARY else visible(os.path.basename(identity.path))
    return Target(loader, name, chosen.value, *identity, why=why, ended=seen.ended, detail=seen.detail)


def _edition(seen: Observation, version: str, profile: Profile | None) -> tuple[Edition, str]:
    """The edition that a loader is judged by, and why."""
    if profile is not None and profile.edition is not None:
        return profile.edition, "its profile says so"
    if seen.results.get("version", 0) != 0:
        return LATEST, "vkEnumerateInstanceVersion fails, so it is the newest"
    if not version:
        return LATEST, "its version is not known, so it is the newest"
    return edition_of(version), f"its version is {version}"


def _told_apart(made: Sequence[Target]) -> Iterator[Target]:
    """By the file's name, failing that by the path that was asked for, failing that by a number as well.

    The parts of the reference keep their names, whatever files are called.
    """
    short, long = (Counter(each) for each in ([t.name for t in made], [visible(t.loader) for t in made]))
    for number, each in enumerate(made):
        path = visible(each.loader)
        kept = short[each.name] == 1 or each.loader in (LIBRARY, *CORES)
        name = each.name if kept else path if long[path] == 1 else f"{path} ({number + 1})"
        yield each._replace(name=name)


def opening(target: Target, wanted: Wanted) -> Result:
    """The one result of a loader that cannot be used."""
    reason = f"the library cannot be used: {target.detail}"
    line = repro(wanted, target, _OPENING, "")
    evidence = {"path": target.path}
    return Result(_OPENING, target.name, "opening", OF_ENDING[target.ended], reason, evidence, line)


def repro(wanted: Wanted, target: Target, rule_id: str, case: str, scenario: str = "") -> str:
    """The command that replays one case; ``scenario`` is its folder where it is the user's."""
    words = ["refloader", "conform", f"--{target.kind}", target.loader]
    if wanted.edition and target.loader not in CORES:
        words += ["--edition", target.edition]
    words += ["--profile", wanted.fork] if wanted.fork and target.kind == "loader" else []
    words += [word for each in wanted.held_to for word in ("--expect", each)]
    if scenario:
        return shell.line([*words, "--scenario", scenario])
    words += ["--rule", rule_id]
    return shell.line([*words, "--case", case] if case else words)


def first_results(
    wanted: Wanted, looked_at: tuple[Target, ...], step: Callable[[str], object] = str
) -> tuple[tuple[Row, ...], tuple[Result, ...]]:
    """The subjects of the run, and all results that need no scenario: unusable loaders, manifests.

    The first shard has them all. ``step`` is called with the name of each part of the work.
    """
    step("reading manifests")
    loaders = [each for each in looked_at if each.kind == "loader"]
    names = _names([each.name for each in loaders], wanted)
    judged = [
        *reading_files.judge(_manifests(wanted.layers), "layer", wanted.edition, names),
        *reading_files.judge(wanted.drivers, "driver", wanted.edition, names),
    ]
    rows = [Row("loader", t.name, t.path, t.version, t.sha256, t.edition, t.why) for t in loaders]
    rows += [row for row, _ in judged]
    rows += _rows_of_others(looked_at, {row.name for row in rows})
    told = _told_of_drivers(looked_at, step, timed=not (wanted.rules or wanted.case))
    builds = {each.name: library_facts(each.path) for each in looked_at if each.path and not each.is_driver}
    rows = [replace(row, facts=told.get(row.name, {}), library=builds.get(row.name, {})) for row in rows]
    results = [opening(t, wanted) for t in loaders if not t.usable]
    results += [result for _, each in judged for result in each if wanted.takes(result.rule, result.case)]
    return tuple(rows), tuple(results) if wanted.shard[0] == 1 else ()


def _told_of_drivers(
    looked_at: Iterable[Target], step: Callable[[str], object], *, timed: bool
) -> dict[str, dict[str, object]]:
    """The facts of each driver by its name; a run of few cases takes no time for measuring."""
    found = {}
    for each in looked_at:
        if each.is_driver:
            step(f"{'measuring' if timed else 'asking'} the driver {each.name}")
            found[each.name] = facts(each.driver_subject(), timed=timed)
    return found


def _manifests(paths: Iterable[str]) -> Iterator[str]:
    return (path for path in paths if not is_library(path))


def _rows_of_others(looked_at: Sequence[Target], known: Collection[str]) -> Iterator[Row]:
    """Those that are not the one layer or driver of a manifest: of several each, and libraries without one."""
    others = [each for each in looked_at if each.kind != "loader" and each.name not in known]
    texts = manifest_texts("" if is_library(each.loader) else each.loader for each in others)
    for each, manifest in zip(others, texts, strict=True):
        about = (each.name, each.path, each.version, each.sha256, each.edition, each.why)
        yield Row(each.kind, *about, manifest=manifest)


def _names(taken: Collection[str], wanted: Wanted) -> dict[str, str]:
    """A name for each layer's and driver's path: its last part, where no other subject is called so, or all of it."""
    paths = dict.fromkeys((*wanted.layers, *wanted.drivers))
    short = {path: visible(os.path.basename(path)) for path in paths}
    times = Counter([*taken, *short.values()])
    used, names = {*taken}, dict[str, str]()
    for path, name in short.items():
        names[path] = unused(name if times[name] == 1 else visible(path), used)
        used.add(names[path])
    return names
