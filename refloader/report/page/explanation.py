"""What a loader does on a machine, or did in a program, and why, as one HTML page. Makes no decisions.

Made from the document of ``refloader explain --format json``, or from that of ``refloader exec --trace``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from markupsafe import Markup

from refloader.host import shell as command_line
from refloader.inspect.explain.answer import Answer
from refloader.inspect.whatif.wording import command_of
from refloader.model.system import System
from refloader.model.text import number_of
from refloader.report import excerpts, shell
from refloader.report.objects import Object, is_true, number, objects, part, text, texts
from refloader.report.page import registry
from refloader.report.pictures import call_chain, chain_drawing, search_drawing, search_path

Reader: TypeAlias = Callable[[str], bytes]
"""Returns the bytes of a manifest; empty if it cannot be read."""

_MOST_REMARKS = 500
"""The most remarks that the page shows."""

_MOST_ANSWERS = 20
"""The most answers that the page begins with."""

_SYSTEMS = {each.value: each.label for each in System}
_STANDINGS = {"active": "pass", "used": "pass", "not active": "skip", "not used": "skip", "not known": "warn"}
"""The badge of a state; any other state is a failure."""


@dataclass(frozen=True, slots=True)
class Step:
    """A reason. ``where`` is its location as ``path:line:column``, ``excerpt`` the lines there; both may be empty."""

    rule: str
    severity: str
    fact: str
    remedy: str
    where: str
    excerpt: Markup


@dataclass(frozen=True, slots=True)
class Entry:
    """A layer, a driver, or a manifest that yielded neither. ``facts`` are short names with what is known.

    ``change`` is what would make a layer active, ``commands`` are the command lines for that, if there are any.
    """

    name: str
    state: str
    facts: tuple[tuple[str, str], ...]
    steps: tuple[Step, ...]
    change: str = ""
    commands: tuple[str, ...] = ()

    @property
    def standing(self) -> str:
        """The badge for the state."""
        return _STANDINGS.get(self.state, "fail")


@dataclass(frozen=True, slots=True)
class Headline:
    """A sentence that the page begins with: ``lines`` are what belongs to it, ``aim`` is what the change is for."""

    sentence: str
    lines: tuple[str, ...] = ()
    aim: str = ""
    change: str = ""
    commands: tuple[str, ...] = ()


def render(document: Object, read: Reader, advice: Mapping[str, str], answers: Sequence[Answer]) -> str:
    """Return the page, to be written as UTF-8. ``advice`` has, by layer, the change that would make it active.

    ``answers`` are those of the text: the page begins with them.
    """
    chains = call_chain.of_explanation(document)
    told = (*_headlines(document, answers), Headline(_of_chain(document)), *_loader(document))
    return _page("What a loader does here", document, read, advice, told, chains)


def render_trace(document: Object, read: Reader) -> str:
    """Return the page for a traced program, with the decisions about its first instance."""
    words = command_line.line(texts(document, "command"))
    created = [each for each in objects(document, "events") if text(each, "event") == "vkCreateInstance"]
    first = created[0] if created else {}
    request = part(first, "request")
    decisions = {**first, "asked": list(texts(request, "layers")), "result": text(first, "decided")}
    devices = sum(text(each, "event") == "vkCreateDevice" for each in objects(document, "events"))
    answer = (f"{words} asked for {number_of(len(created), 'instance')} and {number_of(devices, 'device')}.",)
    told = tuple(map(Headline, answer))
    return _page("What the loader did", decisions, read, {}, told, call_chain.of_trace(document))


def _page(
    title: str,
    document: Object,
    read: Reader,
    advice: Mapping[str, str],
    answer: tuple[Headline, ...],
    chains: tuple[call_chain.CallChain, ...],
) -> str:
    asked = set(texts(document, "asked"))
    layers = [
        _layer(row, read, advice, in_full=text(row, "name") in asked) for row in objects(document, "layers")
    ]
    return shell.page(
        "explanation.html.j2",
        styles=("pictures.css", "explanation.css"),
        title=title,
        edition=text(document, "edition"),
        privilege=_privilege(document),
        system=_SYSTEMS.get(text(document, "system"), ""),
        bits=number(document, "bits"),
        answer=answer,
        asked=[each for each in layers if each.name in asked],
        layers=[each for each in layers if each.name not in asked],
        drivers=[_driver(row, read) for row in objects(document, "drivers")],
        unread=[_unread(row, read) for row in objects(document, "unread")],
        read_as="Libraries" if text(document, "system") == "android" else "Manifests",
        remarks=[_step(row, read, in_full=True) for row in islice(_remarks(document), _MOST_REMARKS)],
        keys=registry.keys(document),
        passed_over=tuple(registry.passed_over(document)),
        unknown=tuple(registry.unknown(document)),
        known=tuple(_known_of(part(document, "platform"))),
        notes=texts(document, "notes"),
        steering=search_path.steering(document),
        chains=chain_drawing.figures(chains),
        searches=search_drawing.figures(search_path.of_explanation(document)),
    )


def _privilege(document: Object) -> str:
    """Return whether the process was elevated; an empty string if that is not known."""
    if "elevated" not in document:
        return ""
    if text(document, "system") == "windows":
        return "run as administrator" if is_true(document, "elevated") else "not run as administrator"
    return "elevated" if is_true(document, "elevated") else "not elevated"


def _known_of(platform: Object) -> Iterator[tuple[str, str]]:
    """Yield what the system provides to a loader besides files and variables."""
    names = {"registry": "registry", "bundle": "application bundle"}
    yield from ((name, text(platform, key)) for key, name in names.items() if text(platform, key))
    lists = {"devices": "devices", "packages": "packages", "app_libraries": "the application's libraries"}
    yield from (
        (name, ", ".join(texts(platform, key))) for key, name in lists.items() if texts(platform, key)
    )
    if is_true(platform, "debuggable"):
        yield "application", "debuggable"


def _headlines(document: Object, answers: Sequence[Answer]) -> Iterator[Headline]:
    """Yield what the loader did otherwise when it was run, then the answers."""
    run = part(document, "run")
    unlike = [
        f"{text(run, 'path')}, run here, {text(each, 'did')}. Predicted: {text(each, 'predicted')}."
        for each in objects(run, "unlike")
    ]
    yield from (Headline(each) for each in unlike)
    if unlike:
        yield Headline("What follows is the prediction.", lines=(text(run, "because"),))
    for answer in answers[:_MOST_ANSWERS]:
        told, system = answer.sentences, System(text(document, "system"))
        off = ": ".join(told.to_keep_off()) if told.off else ""
        lines = (answer.by_documents, " ".join(filter(None, (answer.rule, told.place))), off)
        yield Headline(
            f"{told.start}{answer.state.words}{told.rest}",
            tuple(filter(None, lines)),
            told.aim,
            f"{told.change}{told.tried}",
            tuple(command for each in answer.changes if (command := command_of(each, system))),
        )
    if len(answers) > _MOST_ANSWERS:
        yield Headline(f"and {len(answers) - _MOST_ANSWERS} more: --format json has them all")


def _loader(document: Object) -> Iterator[Headline]:
    """Yield which loader the page is about, if that of the machine is known."""
    own, run = part(document, "own_loader"), part(document, "run")
    path, release = text(own, "path") or text(run, "path"), text(own, "release")
    if path:
        as_predicted = is_true(run, "compared") and not objects(run, "unlike")
        ran = "; run here with mocks for all libraries, it does as predicted" if as_predicted else ""
        yield Headline(f"The loader here is {path}{f', release {release}' if release else ''}{ran}.")


def _of_chain(document: Object) -> str:
    """Return a sentence on the call chain."""
    number_of_layers = len(texts(document, "chain"))
    used = sum(is_true(row, "used") and not text(row, "obstacle") for row in objects(document, "drivers"))
    of_system = text(document, "system") == "android" and not used
    drivers = "the driver of the system" if of_system else number_of(used, "driver")
    own = part(document, "own_loader")
    documents = "By the documents: " if objects(own, "otherwise") and not text(own, "path") else ""
    return f"{documents}{number_of(number_of_layers, 'layer')} and {drivers} in the call chain; " + (
        f"what vkCreateInstance returns is not known: {text(document, 'result_unknown')}."
        if text(document, "result_unknown")
        else f"vkCreateInstance returns {text(document, 'result')}."
    )


def _none(row: Object) -> bool:
    """True if no change is known that makes a layer active."""
    return text(part(row, "smallest_change"), "kind") == "none"


def _layer(row: Object, read: Reader, advice: Mapping[str, str], *, in_full: bool) -> Entry:
    name, place = text(row, "name"), number(row, "position")
    state = "active" if is_true(row, "active") else "not active" if text(row, "manifest") else "not found"
    facts = (
        ("kind", text(row, "kind")),
        ("place in the chain", "" if place is None else str(place)),
        ("manifest", text(row, "manifest")),
        ("found through", text(row, "found_through")),
        *_library(row),
        ("API version", text(row, "api_version")),
        ("stands for", ", ".join(texts(row, "components"))),
        ("similar names", ", ".join(texts(row, "similar"))),
        ("what would help", advice.get(name, "") if _none(row) else ""),
    )
    change = advice.get(name, "") if row.get("smallest_change") and not _none(row) else ""
    steps = _steps(row, read, in_full=in_full)
    return Entry(name or "(no name)", state, _known(facts), steps, change, tuple(_commands(row)))


def _commands(row: Object) -> Iterator[str]:
    """Yield the command lines of the one or two steps of a change."""
    change = part(row, "smallest_change")
    for step in (change, part(change, "and")):
        if text(step, "command"):
            yield text(step, "command")


def _driver(row: Object, read: Reader) -> Entry:
    state = "used" if is_true(row, "used") else "not used"
    facts = (
        ("found through", text(row, "found_through")),
        *_library(row),
        ("API version", text(row, "api_version")),
    )
    state = "cannot be loaded" if state == "used" and text(row, "obstacle") else state
    return Entry(text(row, "manifest"), state, _known(facts), _steps(row, read, in_full=state != "used"))


def _unread(row: Object, read: Reader) -> Entry:
    state = "not known" if is_true(row, "unknown") else "gave no layer"
    return Entry(text(row, "path"), state, (), _steps(row, read, in_full=True))


def _library(row: Object) -> tuple[tuple[str, str], ...]:
    obstacle = text(row, "obstacle")
    return ("library", text(row, "library")), ("it cannot be loaded", obstacle)


def _known(facts: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((name, fact) for name, fact in facts if fact)


def _steps(row: Object, read: Reader, *, in_full: bool) -> tuple[Step, ...]:
    return tuple(_step(reason, read, in_full=in_full) for reason in objects(row, "reasons"))


def _step(reason: Object, read: Reader, *, in_full: bool) -> Step:
    """Return one reason; with ``in_full`` it includes an excerpt of the file."""
    path, line, column = text(reason, "path"), number(reason, "line") or 0, number(reason, "column") or 0
    found = excerpts.excerpt_of_bytes(read(path), line, column) if in_full and path and line else None
    return Step(
        text(reason, "rule"),
        text(reason, "severity"),
        text(reason, "fact"),
        text(reason, "remedy"),
        f"{path}:{line}:{column}" if path and line else "",
        excerpts.as_html(found, path) if found else Markup(""),
    )


def _remarks(document: Object) -> Iterator[Object]:
    """Yield the reasons that are not shown with a registry value or a manifest with unknown content.

    Of the steps with severity ``info``, only those of Android rules are included.
    """
    explained = registry.remarks_on_values(document)
    unknown = {text(row, "path") for row in objects(document, "unknown")}
    for reason in objects(document, "reasons"):
        said = (text(reason, "rule"), text(reason, "fact")) in explained or text(reason, "subject") in unknown
        of_android = "ANDROID" in text(reason, "rule")
        if (text(reason, "severity") != "info" or of_android) and not said:
            yield reason
