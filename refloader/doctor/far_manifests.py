"""The manifests of a machine that lie where no loader searches, or where only some do."""

from collections.abc import Container, Iterator
from difflib import get_close_matches

from refloader.core.json import reader
from refloader.doctor.values import Finding, Topic, Weight, as_fix
from refloader.host import shell
from refloader.host.port import Content, Host, Kind
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.explain import Explanation
from refloader.inspect.explain.gathering import far_manifests
from refloader.inspect.explain.search_places import PassedOver
from refloader.inspect.foreign_files import foreign
from refloader.inspect.libraries.nested import Nested
from refloader.inspect.lint.misplaced import is_set_aside, stray
from refloader.inspect.places import places_of
from refloader.inspect.whatif.moving import moves
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import command_of
from refloader.model.edition import LATEST
from refloader.model.paths import PathRules
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import quote, some

_FOLDERS = ("implicit_layer.d", "explicit_layer.d", "icd.d")
_KEYS = ("ImplicitLayers", "ExplicitLayers", "Drivers")
_CLOSE = 0.8
"""How like one of these names another one is that was meant to be it."""

_MOST_NAMES = 3


def unsearched(what_if: WhatIf, explanation: Explanation) -> Iterator[Finding]:
    """Yield the manifests that lie where no loader searches, as ``lint`` judges their places."""
    host, plan = what_if.host, what_if.plan
    paths = host.platform().system.paths
    searched = frozenset(paths.identity(place.path) for place in plan.places)
    places = frozenset(map(paths.identity, places_of(host))) | searched
    usual = set(map(paths.identity, places_of(host, (LATEST,), usual=True)))
    older = places - usual - set(map(paths.identity, places_of(host, (LATEST,))))
    read = _read_by_links(host, plan)
    registered = _registered(explanation, paths)
    passed = {paths.identity(name): key for key in explanation.passed_over for name in key.names}
    nested = Nested(host, places_of)
    for each in far_manifests(host, plan):
        if paths.identity(each.folder) in searched and not paths.is_manifest(each.path):
            yield _misnamed(each)
            continue
        if paths.identity(each.folder) in searched or host.real_path(each.path) in read:
            continue
        if nested.root_of(each.path):
            continue  # for loaders of another system
        if reason := registered.get(paths.identity(each.path)):
            yield _unsearched(what_if, each, reason)
            continue
        if key := passed.get(paths.identity(each.path)):
            yield _in_vain(what_if, each, key)
            continue
        meant = _meant(each.folder, searched, paths)
        if meant and not is_set_aside(each.folder):
            yield _misplaced(each, meant, host)
            continue
        answer = host.read(each.path)
        if isinstance(answer, Content) and foreign(each.path, answer.data) is not None:
            continue  # of EGL, OpenXR or OpenCL: the loaders of these read it
        value = reader.read(answer.data).value if isinstance(answer, Content) else None
        if paths.identity(each.folder) in older:
            yield _of_older_documents(each)
            continue
        if paths.identity(each.folder) in usual and paths.identity(each.folder) in places:
            continue  # a variable keeps it out: what steers the search says so
        finding = stray(each.path, value, places, host.platform().system, of_registry=True)
        if finding is not None:
            yield _unsearched(what_if, each, finding.reason)


def _misnamed(each: Elsewhere) -> Finding:
    """Return the finding on a manifest in a searched folder under a name that no loader reads."""
    fact = f"no loader reads {quote(each.path)} ({_what(each)}): only names that end in .json count there"
    return Finding(
        Topic.FILES, Weight.NOTE, fact, "", "rename it if it is wanted", "DISC-LINUX-09", each.path
    )


def _what(each: Elsewhere) -> str:
    return "a driver" if each.use is Use.DRIVER else some([quote(name) for name in each.names], _MOST_NAMES)


def _of_older_documents(each: Elsewhere) -> Finding:
    """Return the finding on a manifest in a folder that the documents of 2016 and 2018 have loaders search."""
    fact = (
        f"{quote(each.path)} is read by loaders that were built for {quote(each.folder)} (SYSCONFDIR) or follow "
        "documents before 2022, and by no others"
    )
    advice = (
        f"if programs are to have it with each loader, move it to {quote('/etc/vulkan/' + _name_of(each))}"
    )
    return Finding(Topic.FILES, Weight.NOTE, fact, "", advice, "DISC-LINUX-05", each.path)


def _name_of(each: Elsewhere) -> str:
    """Return the name of the folder that a manifest lies in."""
    return each.folder.rpartition("/")[2]


def _read_by_links(host: Host, plan: Plan) -> frozenset[str]:
    """Return the files to which the manifests lead that a loader reads: those of NixOS and Flatpak are links."""
    manifests = (outcome.driver.manifest for outcome in plan.drivers)
    layers = (outcome.layer.manifest for outcome in plan.layers)
    return frozenset(host.real_path(path) for path in (*manifests, *layers) if path)


def _registered(explanation: Explanation, paths: PathRules) -> dict[str, Reason]:
    """Return why a value of the registry that names a manifest has no effect, by the manifest."""
    values = (value for each in explanation.looked if each.is_registry for value in each.values)
    return {paths.identity(value.name): value.reasons[0] for value in values if value.reasons}


def _meant(folder: str, searched: Container[str], paths: PathRules) -> str:
    """Return the searched folder whose name a folder has with a slip; empty if there is none."""
    parent, name = paths.split(folder)
    right = get_close_matches(name, _FOLDERS, 1, _CLOSE)
    near = paths.join(parent, right[0]) if right and name not in _FOLDERS else ""
    return near if near and paths.identity(near) in searched else ""


def _misplaced(each: Elsewhere, meant: str, host: Host) -> Finding:
    fact = f"no loader reads {quote(each.path)}: loaders search {quote(meant)}, not {quote(each.folder)}"
    moved = [each.path, *_beside(each, host)]
    move = f"{shell.line(['mkdir', '-p', meant])} && {shell.line(['mv', *moved, meant])}"
    command = move if host.platform().system is System.LINUX else ""
    return Finding(Topic.FILES, Weight.WRONG, fact, command, f"move it to {quote(meant)}", path=each.path)


def _beside(each: Elsewhere, host: Host) -> list[str]:
    """Return the libraries that a manifest names by "./" and that lie beside it: they have to move with it."""
    names = (path.removeprefix("./") for path in each.libraries.values() if path.startswith("./"))
    paths = dict.fromkeys(f"{each.folder}/{name}" for name in names if name and "/" not in name)
    return [path for path in paths if host.kind(path) is Kind.FILE]


def _in_vain(what_if: WhatIf, each: Elsewhere, key: PassedOver) -> Finding:
    """Return the finding on a manifest that a key of the registry names which this loader does not read.

    A key that has nearly the name of one that loaders read is a mistake; another one may be meant for other programs,
    and one with more than that name (ImplicitLayers_bak) is renamed to keep a layer off.
    """
    name = key.path.rpartition("\\")[2].casefold()
    keys = {each.casefold(): each for each in _KEYS}
    near = [] if any(each in name for each in keys) else get_close_matches(name, keys, 1, _CLOSE)
    why, weight = (f"{keys[near[0]]} is meant", Weight.WRONG) if near else (key.why, Weight.NOTE)
    fact = f"no loader reads {quote(each.path)} ({_what(each)}): {key.path} names it, and is not read: {why}"
    command, rule = registering(what_if, each.path), "DISC-WINDOWS-02" if near else "DISC-WINDOWS-01"
    return Finding(Topic.FILES, weight, fact, command, "if it is wanted", rule, each.path)


def registering(what_if: WhatIf, path: str) -> str:
    """Return the command by which a loader follows what the registry names in vain; empty if none is known."""
    registry = what_if.host.platform().registry
    if registry is None:
        return ""
    from refloader.inspect.whatif.windows_changes import edits_of, value_of_a_driver  # Windows only

    edits = (change for named, change in edits_of(what_if.plan, registry) if named == path)
    change = next(edits, None) or value_of_a_driver(what_if.plan, registry, path)
    return change.command if change is not None else ""


def _unsearched(what_if: WhatIf, each: Elsewhere, reason: Reason) -> Finding:
    texts, system = what_if.host.texts(), what_if.host.platform().system
    move = next(moves(each, what_if.plan.places, texts, ""), None)
    wrong = reason.severity is Severity.WARNING
    command = command_of(move, system) if move is not None and wrong else ""
    fact = f"no loader reads {quote(each.path)} ({_what(each)}): {reason.fact}"
    if reason.rule == "DISC-LINUX-07":
        fact = f"{quote(each.folder)} has layers or drivers of a user: programs of others do not get them"
    weight = Weight.WRONG if wrong else Weight.NOTE
    command = command or registering(what_if, each.path)
    advice = "if it is wanted" if command and not wrong else as_fix(reason)
    return Finding(Topic.FILES, weight, fact, command, advice, str(reason.rule), each.path)
