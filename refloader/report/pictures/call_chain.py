"""The call chain of an instance or device as a value: its links and the reasons for them. Draws nothing.

It is read from an explanation, a trace, or the evidence of a case, and makes no decisions of its own. All of these
are untrusted: values of an unexpected type are left out.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal, TypeAlias

from refloader.report.objects import Object, is_true, number, objects, part, text, texts

Who: TypeAlias = Literal["application", "trampoline", "observer", "layer", "terminator", "driver"]
Mark: TypeAlias = Literal["", "missing", "unexpected", "moved", "unused", "broken"]

_WHOS: dict[str, Who] = {
    "application": "application",
    "trampoline": "trampoline",
    "observer": "observer",
    "layer": "layer",
    "terminator": "terminator",
    "driver": "driver",
}
_MOST = 200
"""The most layers, drivers or recorded links in a chain; further ones are dropped."""


@dataclass(frozen=True, slots=True)
class Link:
    """One link that a call goes through, as far as it is known.

    ``kind`` is the kind of a layer or driver ("implicit", "explicit", "override layer"); ``why`` is one sentence on
    why it is in the chain, or is not, and ``rule`` the rule behind that; ``interface`` is its version of the loader
    interface. ``alias`` is the name that its library uses if that differs, ``obstacle`` is what keeps the library
    from being loaded. ``mark`` compares it with another chain; "unused" is a driver that was found and is not used,
    "broken" is a link whose library cannot be loaded.
    """

    who: Who
    name: str = ""
    kind: str = ""
    why: str = ""
    rule: str = ""
    manifest: str = ""
    library: str = ""
    interface: str = ""
    alias: str = ""
    obstacle: str = ""
    mark: Mark = ""

    @property
    def seen_as(self) -> str:
        """The name under which it appears when it runs."""
        return self.alias or self.name


@dataclass(frozen=True, slots=True)
class CallChain:
    """One chain from the application down to the drivers. ``result`` is the name of the VkResult, if it is known."""

    title: str
    links: tuple[Link, ...]
    result: str = ""

    @property
    def layers(self) -> tuple[Link, ...]:
        """The layers, from the application down."""
        return tuple(link for link in self.links if link.who == "layer")

    @property
    def drivers(self) -> tuple[Link, ...]:
        """The drivers below the terminator."""
        return tuple(link for link in self.links if link.who == "driver")


def of_explanation(document: Object) -> tuple[CallChain, ...]:
    """Return the chains of ``refloader explain --format json``: the instance's, and the device's if it differs."""
    chain, devices = texts(document, "chain"), texts(document, "device_chain")
    if not ("chain" in document and (chain or objects(document, "drivers") or text(document, "result"))):
        return ()
    drivers = tuple(_explained_driver(each) for each in objects(document, "drivers"))
    chains = [
        _whole("call chain of an instance", _explained(document, chain), drivers, text(document, "result"))
    ]
    if "device_chain" in document and devices != chain:
        chains.append(_whole("call chain of a device", _explained(document, devices), drivers))
    return tuple(chains)


def _explained(document: Object, names: Sequence[str]) -> tuple[Link, ...]:
    """Return the layers of a chain, each with the facts of the active layer of that name."""
    rows = objects(document, "layers")
    active = {text(row, "name"): row for row in reversed(rows) if is_true(row, "active")}
    components = {name for row in active.values() for name in texts(row, "components")}
    return tuple(
        _explained_layer(name, active.get(name, {}), is_component=name in components)
        for name in names[:_MOST]
    )


def _explained_layer(name: str, row: Object, *, is_component: bool) -> Link:
    why = _settled(row, is_in=is_true(row, "active"))
    return Link(
        "layer",
        name,
        f"{text(row, 'kind')} component".strip() if is_component else text(row, "kind"),
        text(why, "fact"),
        text(why, "rule"),
        text(row, "manifest"),
        text(row, "library"),
        alias=_alias(row, name),
        obstacle=text(row, "obstacle"),
        mark="broken" if text(row, "obstacle") else "",
    )


def _alias(row: Object, name: str) -> str:
    """Return the name that a library uses, if it differs from the layer's name."""
    alias = text(row, "alias")
    return alias if alias != name else ""


def _settled(row: Object, *, is_in: bool) -> Object:
    """Return the decisive reason: the last ``info`` step for what is in the chain, otherwise the last reason."""
    reasons = objects(row, "reasons")
    chosen = [reason for reason in reasons if text(reason, "severity") == "info"] if is_in else reasons
    return chosen[-1] if chosen else {}


def _explained_driver(row: Object) -> Link:
    used = is_true(row, "used")
    why = _settled(row, is_in=used)
    return Link(
        "driver",
        _file(text(row, "manifest")),
        "" if used else "not used",
        text(why, "fact"),
        text(why, "rule"),
        text(row, "manifest"),
        text(row, "library"),
        alias=text(row, "alias"),
        obstacle=text(row, "obstacle"),
        mark="unused" if not used else "broken" if text(row, "obstacle") else "",
    )


def _file(path: str) -> str:
    return path.rpartition("/")[2]


def of_trace(document: Object) -> tuple[CallChain, ...]:
    """Return the chains that ``refloader exec --trace`` recorded, in order; equal chains once, with their number."""
    events = objects(document, "events")
    layers = (row for event in events for row in objects(event, "layers") if is_true(row, "active"))
    rules = {text(row, "name"): text(_settled(row, is_in=True), "rule") for row in layers}
    made = [_traced(event, rules) for event in events]
    times = Counter(chain for chain in made if chain is not None)
    return tuple(
        replace(chain, title=f"{chain.title} ({number} times)") if number > 1 else chain
        for chain, number in times.items()
    )


def _traced(event: Object, rules: Mapping[str, str]) -> CallChain | None:
    titles = {"vkCreateInstance": "call chain of an instance", "vkCreateDevice": "call chain of a device"}
    title = titles.get(text(event, "event"))
    links = tuple(_linked(event, rules))[:_MOST]
    if title is None or not links:
        return None
    result = number(event, "result")
    return CallChain(
        title, links, "" if result is None else "VK_SUCCESS" if result == 0 else f"VkResult {result}"
    )


def _linked(event: Object, rules: Mapping[str, str]) -> Iterator[Link]:
    for row in objects(event, "chain"):
        who = _WHOS.get(text(row, "who"))
        interface = number(row, "interface")
        if who is not None:
            yield Link(
                who,
                text(row, "name") or _file(text(row, "manifest")),
                text(row, "kind"),
                text(row, "why"),
                rules.get(text(row, "name"), ""),
                text(row, "manifest"),
                text(row, "library"),
                "" if interface is None else str(interface),
            )


def of_evidence(evidence: Object) -> tuple[CallChain, ...]:
    """Return the chains of a case: the actual chain and, if known, the expected one; or the chain that was run.

    Loader cases have names of layers and drivers, and under ``decided`` what the reference's core decides for the
    same machine; layer and driver cases have the chain that they were run in under ``run_in``.
    """
    run_in = tuple(_linked({"chain": evidence.get("run_in")}, {}))[:_MOST]
    if run_in:
        return (CallChain("call chain of the run", run_in),)
    if "chain" not in evidence or not text(evidence, "result"):
        return ()
    decided = _with_aliases(part(evidence, "decided"), _aliases(part(evidence, "libraries")))
    chains = of_explanation(decided)
    layers = _known_as(decided, "layers", "active")
    drivers = _known_as(decided, "drivers", "used")
    seen = _whole(
        "seen",
        tuple(_seen_layer(name, layers.get(name)) for name in texts(evidence, "chain")[:_MOST]),
        tuple(_seen_driver(name, drivers.get(name)) for name in texts(evidence, "drivers")[:_MOST]),
        text(evidence, "result"),
    )
    return compared(seen, replace(chains[0], title="what the reference decides")) if chains else (seen,)


def _aliases(libraries: Object) -> Mapping[str, str]:
    """Return the name that each mock library uses, by its path."""
    return {path: text(part(part(libraries, path), "flags"), "name") for path in libraries}


def _with_aliases(document: Object, aliases: Mapping[str, str]) -> Object:
    """Return the explanation with the name of its library added to each layer and driver."""
    chosen = {
        name: [{**row, "alias": aliases.get(text(row, "library"), "")} for row in objects(document, name)]
        for name in ("layers", "drivers")
    }
    return {**document, **chosen} if document else {}


def _known_as(document: Object, rows: str, in_use: str) -> Mapping[str, Object]:
    """Return the facts of layers or drivers by the names under which they run; those in use take precedence."""
    every = sorted(objects(document, rows), key=lambda row: not is_true(row, in_use))
    return {(text(row, "alias") or text(row, "name")): row for row in reversed(every)}


def _seen_layer(name: str, row: Object | None) -> Link:
    if row is None:
        return Link("layer", name)
    link = replace(_explained_layer(text(row, "name") or name, row, is_component=False), obstacle="", mark="")
    return link if is_true(row, "active") else replace(link, why="", rule="")


def _seen_driver(name: str, row: Object | None) -> Link:
    return (
        Link("driver", name)
        if row is None
        else replace(_explained_driver(row), kind="", obstacle="", mark="")
    )


def compared(seen: CallChain, expected: CallChain) -> tuple[CallChain, CallChain]:
    """Return both chains with marks on the layers and drivers in which they differ."""
    here, there = ([link.seen_as for link in chain.layers] for chain in (seen, expected))
    same = SequenceMatcher(None, here, there, autojunk=False).get_matching_blocks()
    kept_here = {block.a + step for block in same for step in range(block.size)}
    kept_there = {block.b + step for block in same for step in range(block.size)}
    used = (frozenset(link.seen_as for link in chain.drivers if not link.mark) for chain in (seen, expected))
    drivers_here, drivers_there = used
    return (
        _marked(seen, kept_here, frozenset(there), drivers_there, "unexpected"),
        _marked(expected, kept_there, frozenset(here), drivers_here, "missing"),
    )


def _marked(
    chain: CallChain, kept: set[int], others: frozenset[str], drivers: frozenset[str], mark: Mark
) -> CallChain:
    """Mark the layers whose index is not in ``kept``, and the drivers that the other chain does not have."""
    links, index = list[Link](), 0
    for link in chain.links:
        if link.who == "layer":
            marked: Mark = link.mark if index in kept else "moved" if link.seen_as in others else mark
            links.append(replace(link, mark=marked))
            index += 1
        elif link.who == "driver" and not link.mark and link.seen_as not in drivers:
            links.append(replace(link, mark=mark))
        else:
            links.append(link)
    return replace(chain, links=tuple(links))


def _whole(title: str, layers: tuple[Link, ...], drivers: tuple[Link, ...], result: str = "") -> CallChain:
    """Return the chain with the application, trampoline and terminator added."""
    ends = Link("application"), Link("trampoline"), *layers, Link("terminator"), *drivers[:_MOST]
    return CallChain(title, ends, result)
