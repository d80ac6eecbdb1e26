"""The subjects of a run after a first inspection, and the results that need no case. Runs no case."""

import glob
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from typing import NamedTuple

from refloader import __version__
from refloader.host import shell
from refloader.inspect.libraries.sanitizers import without_runtime
from refloader.model.edition import LATEST, Edition
from refloader.model.profile import Profile
from refloader.model.request import Build
from refloader.model.text import quote, visible
from refloader.native.dropin import dropin_library
from refloader.native.machine_target import chosen_machine
from refloader.native.root_target import chosen_root
from refloader.native.structures import LoaderError
from refloader.native.target import of_user
from refloader.native.target import words as target_words
from refloader.native.windows_target import chosen
from refloader.results.results_file import OF_ENDING, Kind, Result, Verdict
from refloader.results.results_file import Subject as Row
from refloader.rules import rule
from refloader.sandbox.loader import (
    VERSION,
    ForeignLoader,
    Identity,
    identify,
    identify_file,
    lacks_something,
    system_loader,
    why_no_library,
)
from refloader.sandbox.timeouts import AdaptiveTimeout
from refloader.sandbox.wine.loader import loader_at, why_no_windows_loader
from refloader.scenario.scenario import Scenario
from refloader.suite.drivers.facts import facts
from refloader.suite.layers import naming
from refloader.suite.loaders.forks import fork
from refloader.suite.loaders.releases import judged_by
from refloader.suite.loaders.subjects import Foreign, Reference, Subject, lacks_of
from refloader.suite.run import static_checks
from refloader.suite.subjects.distinct import unused
from refloader.suite.subjects.driver import DriverSubject, driver_from
from refloader.suite.subjects.layer import LayerSubject, bare_library, layers_at, layers_now
from refloader.suite.subjects.library_facts import library_facts
from refloader.suite.subjects.library_names import is_library
from refloader.suite.subjects.loader_files import like_another_kind, other_kind
from refloader.suite.subjects.request import CORES, LIBRARY, REFERENCE, RunRequest, WrongUsageError
from refloader.suite.subjects.static_facts import manifest_texts

_OPENING = rule("APP-EXPORT-01")
"""The rule that a library breaks if it cannot be opened, or has no vkGetInstanceProcAddr."""


KINDS: tuple[Kind, ...] = ("loader", "layer", "driver")


class Target(NamedTuple):
    """A subject of a run, in plain texts that can be sent to another process.

    ``loader`` is its name or path on the command line, ``name`` its name in results, ``number`` its place in the
    run; ``why`` says how the edition was chosen; ``ended`` and ``detail`` are the outcome of the first inspection.
    ``layer`` is the name that a layer has in its manifest, empty for others; ``is_driver`` marks a driver. The
    ``detail`` of a layer or driver is why it cannot be run. ``release`` is the one by which a loader is judged, which
    is its ``version`` if a release has that.
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
    release: str = ""

    @property
    def kind(self) -> Kind:
        """The kind of the subject."""
        return "driver" if self.is_driver else "layer" if self.layer else "loader"

    @property
    def usable(self) -> bool:
        """True if cases can be run on it."""
        return self.ended in ("ok", "not covered")

    def subject(self, patience: AdaptiveTimeout, profile: Profile | None = None) -> Subject:
        """Return the loader; the reference's core behaves as the profile declares."""
        edition = Edition(self.edition)
        if self.loader in CORES:
            return Reference(edition, Build(profile=profile))
        identity = Identity(self.release, self.sha256, self.path)
        loader = loader_at(self.path if self.loader == LIBRARY else self.loader)
        return Foreign(self.name, identity, edition, loader, patience, lacks=lacks_of(identity, edition))

    def layer_subject(self) -> LayerSubject:
        """Return the layer as its manifest describes it now. Raises LookupError if it does not any more."""
        if is_library(self.loader):
            return bare_library(self.loader, self.layer)
        for each in layers_now(self.loader):
            if each.name == self.layer:
                return each
        raise LookupError(f"the manifest was changed during the run: it has no layer {quote(self.layer)} now")

    def driver_subject(self) -> DriverSubject:
        """Return the driver as its manifest describes it now."""
        return driver_from(self.loader)


def resolved(loader: str) -> str:
    """Return the loader with an absolute path; a name without a slash that is no file here is left to the linker.

    Raises:
        WrongUsageError: there is no such file and the linker finds none either, or the file cannot be a
            library of this process at all, or the reference's library was not built.
    """
    if loader == LIBRARY and (reason := why_no_dropin()):
        raise WrongUsageError(f"{loader}: {reason}")
    if loader in (REFERENCE, LIBRARY) and (other := chosen_machine()):
        raise WrongUsageError(f"{loader} has a library for this machine, and --target {other} runs others")
    if loader in (REFERENCE, LIBRARY, *CORES) and chosen_root():
        raise WrongUsageError(f"{loader} is refloader's own: --target root: judges a loader of the root")
    if loader in (REFERENCE, LIBRARY, *CORES):
        return loader
    if os.path.isdir(loader):
        loader = _in_folder(loader)
    if os.path.exists(loader):
        if other := other_kind(loader):
            raise WrongUsageError(f"--loader: {quote(loader)} is no loader: {other}")
        reason = why_no_windows_loader(loader) if chosen() else why_no_library(loader)
        if reason:
            raise WrongUsageError(f"{quote(loader)} is no library that this process can load: {reason}")
        return os.path.abspath(loader)
    observed = (
        "" if "/" in loader or chosen() else ForeignLoader(loader).observe(Scenario(), actions=()).loader
    )
    if not observed:
        near = get_close_matches(loader, CORES, 1, 0.7)
        hint = f", or {near[0]}" if near else ", or reference"
        raise WrongUsageError(f"{quote(loader)} does not exist: name the file of a loader{hint}")
    return loader


def _in_folder(folder: str) -> str:
    """Return the only loader in a folder, as a build or a package has it. Raises WrongUsageError."""
    names = ("libvulkan.so*", "libvulkan-*.so*", "vulkan-1.dll")
    found = sorted(each for name in names for each in glob.glob(f"{glob.escape(folder)}/{name}"))
    files = tuple(dict.fromkeys(os.path.realpath(each) for each in found if os.path.isfile(each)))
    if len(files) == 1:
        return found[0] if len(found) == 1 else files[0]
    if files:
        raise WrongUsageError(f"--loader: {quote(folder)} has {', '.join(map(visible, files))}: name one")
    raise WrongUsageError(f"--loader: {quote(folder)} has no libvulkan.so.1: name the file of a loader")


def found_loaders() -> tuple[str, ...]:
    """Return the machine's own loader if there is one."""
    system = system_loader()
    return (system,) if system else ()


def why_no_dropin() -> str:
    """Return why this installation has no drop-in library of the reference, or an empty string."""
    try:
        dropin_library()
    except LoaderError as error:
        return str(error)
    return ""


def targets(wanted: RunRequest) -> tuple[Target, ...]:
    """Return the subjects of a run after a first inspection of each; names are unique and printable."""
    profile = fork(wanted.fork)
    loaders = list(
        _with_unique_names(
            [_target(loader, wanted.edition, profile) for loader in dict.fromkeys(_spelled_out(wanted))]
        )
    )
    names = _names([each.name for each in loaders], wanted)
    used = {*(each.name for each in loaders), *names.values()}
    made = [*loaders, *_layer_targets(wanted, names, used), *_driver_targets(wanted, names)]
    return tuple(each._replace(number=number) for number, each in enumerate(made))


def _layer_targets(wanted: RunRequest, names: Mapping[str, str], used: set[str]) -> Iterator[Target]:
    """Yield every layer that has a library to run; several of one manifest have their own names added.

    These names are added to ``used``, because two of them can look alike, or like the name of another subject.
    """
    edition, why = (
        (wanted.edition, "--edition") if wanted.edition else (LATEST, "layers are judged by the newest")
    )
    for path in dict.fromkeys(wanted.layers):
        found = layers_of(path)
        digests = {
            library: identify_file(library) for library in {layer.library for layer in found} if library
        }
        note = f"; {naming.NO_NAME}" if is_library(path) and not naming.names_reported(path) else ""
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


def _driver_targets(wanted: RunRequest, names: Mapping[str, str]) -> Iterator[Target]:
    """Yield every driver of a manifest, or of a library without one."""
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


def layers_of(path: str) -> tuple[LayerSubject, ...]:
    """Return the layers of a manifest, or of a library without one."""
    return naming.layers_in(path) if is_library(path) else layers_at(path)


def _spelled_out(wanted: RunRequest) -> Iterator[str]:
    """Yield the loaders; the parts of the reference that the run can test replace the whole."""
    for loader in wanted.loaders:
        if loader != REFERENCE:
            yield loader
            continue
        yield from (core for core, edition in CORES.items() if wanted.edition in (None, edition))
        if wants_dropin(wanted) and not why_no_dropin():
            yield LIBRARY


def wants_dropin(wanted: RunRequest) -> bool:
    """Return whether the drop-in library of this installation is among the loaders."""
    return REFERENCE in wanted.loaders and wanted.edition in (None, LATEST)


def _target(loader: str, edition: Edition | None, profile: Profile | None) -> Target:
    if loader in CORES:
        why = "--edition" if edition else "the reference is judged by each"
        return Target(loader, loader, CORES[loader].value, __version__, why=why)
    file = dropin_library() if loader == LIBRARY else loader
    observed = loader_at(file).observe(Scenario(), actions=VERSION)
    identity = identify(file, observed)
    fits, release, why = judged_by(file, observed, identity.version)
    if edition is not None:
        fits, why = edition, "--edition"
    elif profile is not None and profile.edition is not None:
        fits, why = profile.edition, "its profile says so"
    name = loader if loader == LIBRARY else visible(os.path.basename(identity.path))
    inspected = Target(
        loader, name, fits.value, *identity, why=why, ended=observed.ended, detail=observed.detail
    )
    return inspected._replace(release=release)


def _with_unique_names(made: Sequence[Target]) -> Iterator[Target]:
    """Yield the loaders with unique names: the file's, otherwise the requested path, otherwise that and a number.

    The names of the reference's parts never change.
    """
    short, long = (Counter(each) for each in ([t.name for t in made], [visible(t.loader) for t in made]))
    for number, each in enumerate(made):
        path = visible(each.loader)
        is_short = short[each.name] == 1 or each.loader in (LIBRARY, *CORES)
        name = each.name if is_short else path if long[path] == 1 else f"{path} ({number + 1})"
        yield each._replace(name=name)


def opening(target: Target, wanted: RunRequest) -> Result:
    """Return the one result of a loader that cannot be used; of one that lacks something here it is a skip."""
    judge = why_no_windows_loader if chosen() else why_no_library
    no_library = judge(target.path) if os.path.exists(target.path) else ""
    kind = "" if no_library or chosen() or not os.path.exists(target.path) else like_another_kind(target.path)
    reason = f"the library cannot be used: {no_library or target.detail}{f'; {kind}' if kind else ''}"
    line = repro(wanted, target, _OPENING, "")
    evidence = {"path": in_root(target.path)}
    verdict = OF_ENDING[target.ended]
    runtime = "" if no_library or chosen() else without_runtime(target.path, target.detail)
    if not no_library and (runtime or lacks_something(target.path, target.detail)):
        verdict, reason = Verdict.SKIP, f"its library cannot be opened: {runtime or target.detail}"
    return Result(_OPENING, target.name, "opening", verdict, reason, evidence, line)


def repro(wanted: RunRequest, target: Target, rule_id: str, case: str, scenario: str = "") -> str:
    """Return the command that replays one case; ``scenario`` is its folder if it is the user's."""
    words = ["refloader", "conform", *target_words(), f"--{target.kind}", in_root(target.loader)]
    if wanted.edition and target.loader not in CORES:
        words += ["--edition", target.edition]
    words += ["--profile", of_user(wanted.fork)] if wanted.fork and target.kind == "loader" else []
    words += wanted.expecting
    if scenario:
        return shell.line([*words, "--scenario", of_user(scenario)])
    words += ["--rule", rule_id]
    return shell.line([*words, "--case", case] if case else words)


def first_results(
    wanted: RunRequest, looked_at: tuple[Target, ...], step: Callable[[str], object] = str
) -> tuple[tuple[Row, ...], tuple[Result, ...]]:
    """Return the rows of the subjects, and all results that need no scenario: unusable loaders, manifests.

    The first shard has all these results. ``step`` is called with the name of each part of the work.
    """
    step("reading manifests")
    loaders = [each for each in looked_at if each.kind == "loader"]
    names = _names([each.name for each in loaders], wanted)
    judged = [
        *static_checks.static_results(_manifests(wanted.layers), "layer", wanted.edition, names),
        *static_checks.static_results(wanted.drivers, "driver", wanted.edition, names),
    ]
    rows = [Row("loader", t.name, in_root(t.path), t.version, t.sha256, t.edition, t.why) for t in loaders]
    rows += [row for row, _ in judged]
    rows += _rows_of_others(looked_at, {row.name for row in rows})
    of_drivers = _facts_of_drivers(looked_at, step, timed=not (wanted.rules or wanted.cases))
    builds = {each.name: _library(each.path) for each in looked_at if each.path and not each.is_driver}
    rows = [
        replace(row, facts=of_drivers.get(row.name, {}), library=builds.get(row.name, {})) for row in rows
    ]
    results = [opening(t, wanted) for t in loaders if not t.usable]
    static = (result for _, each in judged for result in each)
    results += [each for each in static if wanted.takes(each.rule, each.case, each.subject)]
    return tuple(rows), tuple(results) if wanted.shard[0] == 1 else ()


def in_root(path: str) -> str:
    """Return the path that a library has in the root filesystem of the run; elsewhere the path itself."""
    root = chosen_root()
    return root.within(path) if root else path


def _library(path: str) -> dict[str, object]:
    return {**library_facts(path), "path": in_root(path)}


def _facts_of_drivers(
    looked_at: Iterable[Target], step: Callable[[str], object], *, timed: bool
) -> dict[str, dict[str, object]]:
    """Return the facts of each driver by its name; a run of few cases skips the measurements."""
    found = {}
    for each in looked_at:
        if each.is_driver:
            step(f"{'measuring' if timed else 'asking'} the driver {each.name}")
            found[each.name] = facts(each.driver_subject(), timed=timed)
    return found


def _manifests(paths: Iterable[str]) -> Iterator[str]:
    return (path for path in paths if not is_library(path))


def _rows_of_others(looked_at: Sequence[Target], known: Collection[str]) -> Iterator[Row]:
    """Yield rows for the layers and drivers without one: several of one manifest, and libraries without one."""
    others = [each for each in looked_at if each.kind != "loader" and each.name not in known]
    texts = manifest_texts("" if is_library(each.loader) else each.loader for each in others)
    for each, manifest in zip(others, texts, strict=True):
        about = (each.name, each.path, each.version, each.sha256, each.edition, each.why)
        yield Row(each.kind, *about, manifest=manifest)


def _names(taken: Collection[str], wanted: RunRequest) -> dict[str, str]:
    """Return a name for each layer's and driver's path: its last part, or all of it if that part is not unique."""
    paths = dict.fromkeys((*wanted.layers, *wanted.drivers))
    short = {path: visible(os.path.basename(path)) for path in paths}
    times = Counter([*taken, *short.values()])
    used, names = {*taken}, dict[str, str]()
    for path, name in short.items():
        names[path] = unused(name if times[name] == 1 else visible(path), used)
        used.add(names[path])
    return names
