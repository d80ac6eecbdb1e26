"""What the loader of a machine does with its settings file, and settings files that are not read or not used."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from refloader.core.aged.settings import settings_file_of_age
from refloader.core.ages import age_of
from refloader.core.json import reader
from refloader.core.manifests.settings_file import Control, Settings, read_settings
from refloader.core.search.unix_places import SUFFIX
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.elsewhere import manifests_elsewhere
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.comparing import OwnLoader
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.places import places_of
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.lists import NAMING
from refloader.inspect.whatif.smallest import WhatIf, deciding
from refloader.inspect.whatif.texts import readable
from refloader.model.age import Age, Trait
from refloader.model.edition import LATEST
from refloader.model.layer import OVERRIDE_NAME, Fate
from refloader.model.paths import PathRules
from refloader.model.place import SETTINGS_FILE, Use
from refloader.model.plan import Plan
from refloader.model.reason import Reason, Severity, Span
from refloader.model.system import System
from refloader.model.text import quote, some

_FOLDER = SUFFIX[Use.SETTINGS]
_OF_HOME = (".config", ".local/share")
_BASES = ("/etc", "/usr/local/share", "/usr/share")
_BESIDE = (
    "vulkan",
    "vulkan/settings.d",
    "vulkan/explicit_layer.d",
    "vulkan/implicit_layer.d",
    "vulkan/settings",
)
_MOST_NAMES = 50
_MOST_LISTED = 4
_OVERRIDE_FILE = "VkLayer_override.json"
"""How the manifest of the override layer is called that vkconfig writes."""


@dataclass(frozen=True, slots=True)
class LoaderThere:
    """A loader of an age with its plan. ``texts`` are the files that were read; ``executable`` is the program."""

    plan: Plan
    age: Age
    executable: str
    texts: Mapping[str, bytes]
    paths: PathRules

    @property
    def first_settings(self) -> str:
        """The settings file that it looks at; empty if there is none where it looks."""
        places = (place.path for place in self.plan.places if place.use is Use.SETTINGS)
        return next((path for path in places if path in self.texts), "")

    @property
    def settings(self) -> str:
        """The settings file that it follows; empty if it follows none."""
        path = self.first_settings
        return path if path and self.follows(path) else ""

    def reads(self, path: str) -> bool:
        """Whether it can read the text of a settings file."""
        return self._read(path)[2] is Fate.READ

    def follows(self, path: str) -> bool:
        """Whether it does what a settings file says."""
        return self._read(path)[0] is not None

    def why_not(self, path: str) -> str:
        """Return what it does not take of the text of a settings file; empty if that is not known."""
        return next((each.fact for each in self._read(path)[1]), "")

    def _read(self, path: str) -> tuple[Settings | None, tuple[Reason, ...], Fate]:
        data = self.texts[path]
        if self.age:
            return settings_file_of_age(data, path, self.executable, self.paths, self.age)
        settings, reasons = read_settings(reader.read(data), path, self.executable, self.paths)
        return settings, reasons, Fate.READ if settings is not None else Fate.INVALID


def stray_settings(what_if: WhatIf, name: str, before: tuple[Change, ...]) -> Change | None:
    """Return the move of a settings file by which a layer becomes active; None if no such file is found.

    ``before`` is the change that is known without it. None as well if that is more than to ask for the layer.
    """
    first = before[0]
    asks = len(before) == 1 and (first.kind is ChangeKind.REQUEST or first.what in NAMING)
    if not asks or first.because:
        return None
    host, home = what_if.host, what_if.host.variables().get("HOME", "")
    for path, data in settings_files(host):
        if name.encode("utf-8", "surrogateescape") not in data:
            continue
        base = next((each for each in _BASES if path.startswith(f"{each}/")), f"{home}/.local/share")
        to = f"{base}/{_FOLDER}/{SETTINGS_FILE}"
        reason = f"no loader looks for a settings file there, but in {quote(f'{base}/{_FOLDER}')}"
        if path.startswith(f"{base}/{_FOLDER}/"):
            reason = f"a settings file has to be called {SETTINGS_FILE}"
        files: tuple[tuple[str, bytes | None], ...] = ((path, None), (to, data))
        because = f"{quote(path)} would turn it on, and {reason}"
        change = Change(ChangeKind.MOVE, path, to, files=files, because=because, rule="SETTINGS-03")
        if what_if.activates(name, change):
            return change
    return None


def unread_settings(documented: Plan, own: OwnLoader, name: str, what_if: WhatIf) -> str:
    """Say that the machine's loader does not read the settings file that alone turns a layer on; else empty."""
    texts = what_if.host.texts()
    active = (o for o in documented.layers if o.active and o.layer.name == name)
    why = deciding(next((outcome.reasons for outcome in active), ()))
    if why is None or why.rule != "SETTINGS-01":
        return ""
    there, here = (
        {place.path for place in plan.places if place.use is Use.SETTINGS} if plan is not None else set()
        for plan in (documented, own.plan)
    )
    reads = not age_of(own.release).has(Trait.NO_SETTINGS_FILE)
    if reads and not any(why.fact.startswith(path) for path in there - here):
        return _passed_over(why.fact, own, what_if)
    places = own.plan.places if own.plan is not None and reads else ()
    first = next((each.path for each in places if each.use is Use.SETTINGS and each.path in texts), "")
    if first and not why.fact.startswith(first):
        return f"{why.fact}, and this loader does not read it: {quote(first)} comes first"
    return f"{why.fact}, and this loader reads no settings file there"


def _passed_over(fact: str, own: OwnLoader, what_if: WhatIf) -> str:
    """Say that the machine's loader cannot read the text of a settings file that a fact begins with; else empty."""
    if own.plan is None:
        return ""
    host = what_if.host
    loader = LoaderThere(
        own.plan, age_of(own.release), what_if.request.executable, host.texts(), host.platform().system.paths
    )
    path = loader.first_settings
    if not path or not fact.startswith(path) or loader.reads(path):
        return ""
    why = loader.why_not(path)
    return f"{fact}, and this loader passes over that file{f': {why}' if why else ''}"


def vain_settings(what_if: WhatIf, name: str) -> str:
    """Say why a settings file, or an override layer, that would turn a layer on does not; empty if there is none.

    ``what_if`` has the plan of the loader that is there. For a release without settings files, none is named.
    """
    age = what_if.build.age if what_if.build is not None else Age()
    unread = age.has(Trait.NO_SETTINGS_FILE)
    refused = "" if unread else _refused_settings(what_if.plan, what_if.host.texts(), name)
    return refused or _unread_when_elevated(what_if, name) or hidden_settings(what_if, name)


def _refused_settings(plan: Plan, texts: Mapping[str, bytes], name: str) -> str:
    """Say why a settings file that would turn a layer on is not used; empty if there is none. ``texts`` are files."""
    for path in (place.path for place in plan.places if place.use is Use.SETTINGS and place.path in texts):
        wrong = (each for each in plan.reasons if each.span is not None and each.span.path == path)
        why = next((each for each in wrong if each.severity is Severity.ERROR and each.rejects), None)
        if why is not None and _turns_on(reader.read(texts[path]).value, name):
            return f"; {quote(path)} would turn it on, and is not used: {why.fact}"
    return ""


def _unread_when_elevated(what_if: WhatIf, name: str) -> str:
    """Say that a process with elevated privileges does not read what would turn a layer on; else empty."""
    host = what_if.host
    home = host.variables().get("HOME", "")
    for base in (f"{home}/{each}" for each in _OF_HOME) if host.elevated() and home else ():
        for path, turns_on in (
            (f"{base}/{_FOLDER}/{SETTINGS_FILE}", _turns_on),
            (f"{base}/{SUFFIX[Use.IMPLICIT]}/{_OVERRIDE_FILE}", _is_override_with),
        ):
            answer = host.read(path)
            plain = Change(ChangeKind.PRIVILEGE, "the process", plain=True)
            if (
                isinstance(answer, Content)
                and turns_on(reader.read(answer.data).value, name)
                and _is_by(what_if, name, path, plain)
            ):
                unread = "and a process with elevated privileges does not read it"
                return f"; {quote(path)} would turn it on, {unread}"
    return ""


def _is_by(what_if: WhatIf, name: str, path: str, change: Change) -> bool:
    """Whether a change makes a layer active, and does not without a file: then it is the file that turns it on."""
    without = replace(change, files=(*change.files, (path, None)))
    return what_if.activates(name, change) and not what_if.activates(name, without)


def _is_override_with(root: object, name: str) -> bool:
    """Return whether a manifest is that of an override layer with a layer as its component."""
    layer = root.get("layer") if isinstance(root, dict) else None
    is_override = isinstance(layer, dict) and layer.get("name") == OVERRIDE_NAME
    components = layer.get("component_layers") if is_override and isinstance(layer, dict) else None
    return isinstance(components, list) and name in components


def hidden_settings(what_if: WhatIf, name: str) -> str:
    """Say that a settings file would turn a layer on which is not read, as another one comes first; else empty.

    ``what_if`` has the plan of the loader that is there: a cause is what helps this loader if it is taken away.
    """
    host = what_if.host
    paths = [path for path in places_of(host, (LATEST,)) if path.endswith(f"/{SETTINGS_FILE}")]
    there = [(path, each.data) for path in paths if isinstance(each := host.read(path), Content)]
    for path, data in there[1:2]:  # a third one is not read without the first one, either
        first = there[0][0]
        without = Change(ChangeKind.REMOVE, first, files=((first, None),))
        if _turns_on(reader.read(data).value, name) and _is_by(what_if, name, path, without):
            return f"; {quote(path)} would turn it on, and is not read: {quote(first)} comes first"
    return ""


def spoilt_settings(explanation: Explanation, what_if: WhatIf) -> Iterator[Answer]:
    """Yield the settings files that are damaged and not used, and their layers whose manifest is not there."""
    paths = [place.path for place in explanation.plan.places if place.use is Use.SETTINGS]
    texts = what_if.host.texts()
    for path in (each for each in paths if each in texts):
        wrong = (
            each for each in explanation.plan.reasons if each.span is not None and each.span.path == path
        )
        why = next((each for each in wrong if each.severity is Severity.ERROR and each.rejects), None)
        if why is not None:
            fact = f"the settings file {quote(path)} is not used: {why.fact}"
            change = next((each for each in readable(path, texts[path]) if each.tried), None)
            away = Change(ChangeKind.REMOVE, path, files=((path, None),))  # for loaders, the same as now
            yield Answer("layers", State.DOUBTFUL, fact, str(why.rule), why.span, (change or away,))
        for name, manifest in _listed(reader.read(texts[path]).value):
            if what_if.host.kind(manifest) is Kind.MISSING:
                fact = f"the settings file {quote(path)} gives {quote(name)} a path where nothing is: "
                fact += quote(manifest)
                far = tuple(each for each in manifests_elsewhere(what_if.host, (), ()) if name in each.names)
                found = what_if.smallest(name, elsewhere=far)
                changes = tuple(each for each in found if path in each.paths)
                yield Answer("layers", State.DOUBTFUL, fact, "SETTINGS-01", Span(path), changes)


def asked_settings(answer: Answer, host: Host) -> Answer:
    """Return the answer on a name that no layer has; on a damaged settings file, what has to be corrected in it."""
    path, where = answer.subject, answer.where
    of_file = where.path == path if where is not None else answer.rule.startswith("SETTINGS-")
    if not of_file or not path.endswith(f"/{SETTINGS_FILE}"):
        return answer
    text = host.read(path)
    found = readable(path, text.data) if isinstance(text, Content) else ()
    mend = next((each for each in found if each.tried), None)
    line = f" in line {where.line}" if where is not None and where.line else ""
    more = ", and then what explain says of it next"
    by_hand = Change(ChangeKind.OUTSIDE, f"correct {path} by hand{line}{more}", tried=False)
    return replace(answer, state=State.UNUSED, changes=(mend or by_hand,))


def named_settings(explanation: Explanation, name: str, what_if: WhatIf) -> Answer | None:
    """Answer for a settings file that is asked for by its name or path and can be read; None for any other word."""
    paths, texts, own = what_if.host.platform().system.paths, what_if.host.texts(), explanation.own
    if paths.split(name)[1] != SETTINGS_FILE:
        return None
    plan_has = [place.path for place in explanation.plan.places if place.use is Use.SETTINGS]
    places = [path for path in places_of(what_if.host, (LATEST,)) if path.endswith(f"/{SETTINGS_FILE}")]
    there = [path for path in plan_has if path in texts]
    path = name if paths.is_full(name) else next(iter(there), "")
    others = () if plan_has else (each for each in places if path in ("", each))
    later = next((each for each in others if what_if.host.kind(each) is Kind.FILE), "")
    if later:
        why = f"this release reads no settings file, and {quote(later)} is for later ones"
        return Answer(name, State.UNUSED, why, where=Span(later))
    if not path:
        why = "none is where a loader looks for one, and none is needed: layers and drivers are found without"
        return Answer(name, State.MISSING, why)
    answer = what_if.host.read(path)
    if not isinstance(answer, Content):
        return None
    settings, reasons = read_settings(reader.read(answer.data), path, what_if.request.executable, paths)
    if path not in {*places, *plan_has}:
        return Answer(name, State.UNUSED, "no loader looks for one there")
    if there and path != there[0]:
        return Answer(name, State.UNUSED, f"{quote(there[0])} comes first", where=Span(path))
    if own is not None and age_of(own.release).has(Trait.NO_SETTINGS_FILE):
        return Answer(name, State.UNUSED, "that release reads no settings file", loader=own.label)
    if settings is None:
        unfit = f"{quote(path)} has no settings for this program"
        is_damaged = any(each.severity is Severity.ERROR or each.rejects for each in reasons)
        return None if is_damaged else Answer(name, State.UNUSED, unfit, where=Span(path))
    listed = [f"{each} ({control})" for (each, of), control in settings.controls.items() if not of]
    layers = (
        some(listed, _MOST_LISTED) if listed else "none" if settings.lists_nothing else "no list of layers"
    )
    away = Change(ChangeKind.REMOVE, path, files=((path, None),))
    return Answer(name, State.USED, f"{quote(path)} has {layers}", "SETTINGS-01", Span(path), off=(away,))


def _listed(root: object) -> Iterator[tuple[str, str]]:
    """Yield the layers that a settings file lists and does not turn off, with the paths of their manifests."""
    for entry in _entries(root):
        name, path = entry.get("name"), entry.get("path")
        wanted = entry.get("control") in (Control.ON, Control.AUTO)
        if wanted and isinstance(name, str) and isinstance(path, str) and name and path:
            yield name, path


def _turns_on(root: object, name: str) -> bool:
    """Return whether a settings object lists the layer with the control that turns it on."""
    listed = _entries(root)
    return any(entry.get("name") == name and entry.get("control") == Control.ON for entry in listed)


def _entries(root: object) -> list[Mapping[str, object]]:
    """Return the elements of the lists of layers in a settings file."""
    several = root.get("settings_array") if isinstance(root, dict) else None
    one = root.get("settings") if isinstance(root, dict) else None
    objects = [
        each for each in [*(several if isinstance(several, list) else []), one] if isinstance(each, dict)
    ]
    lists = [each["layers"] for each in objects if isinstance(each.get("layers"), list)]
    return [entry for entries in lists for entry in entries if isinstance(entry, dict)]


def settings_files(host: Host) -> Iterator[tuple[str, bytes]]:
    """Yield the settings files near the places where loaders look for one, with their content."""
    if host.platform().system is not System.LINUX:
        return
    home = host.variables().get("HOME", "")
    bases = [*(f"{home}/{each}" for each in _OF_HOME if home.startswith("/")), *_BASES]
    for base in bases:
        paths = [f"{base}/{folder}/{SETTINGS_FILE}" for folder in ("", *_BESIDE)]
        listing = host.list(f"{base}/{_FOLDER}")
        names = listing.names[:_MOST_NAMES] if isinstance(listing, Listing) else ()
        others = (name for name in names if "settings" in name and name != SETTINGS_FILE)
        paths += [f"{base}/{_FOLDER}/{name}" for name in others]
        if base.endswith(_OF_HOME[0]):
            paths.append(f"{base}/{_FOLDER}/{SETTINGS_FILE}")
        for path in paths:
            answer = host.read(path.replace("//", "/"))
            if isinstance(answer, Content):
                yield path.replace("//", "/"), answer.data
