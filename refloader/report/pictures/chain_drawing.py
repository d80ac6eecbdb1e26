"""Draws call chains, from the application at the top down to the drivers, and renders them as lists too."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from refloader.report.pictures.call_chain import CallChain, Link, Mark
from refloader.report.pictures.drawing import (
    LARGE,
    SMALL,
    WIDTH,
    box,
    captioned,
    element,
    group,
    measured,
    picture,
    side_by_side,
    stroke,
    words,
    wrapped,
)

_MANY = 12
"""The most layers, or drivers, that have more than one line of text each."""

_INSIDE, _GAP, _LINE, _STEP = 12, 14, 17, 22
_TOLD = 20
"""The most links that are named in the description for screen readers."""

_SHIFT = 26
"""The offset of drivers to the right of the line that leads to them."""

_MARKS: dict[Mark, str] = {
    "": "",
    "missing": "✕ not linked",
    "unexpected": "+ not expected",
    "moved": "⇅ elsewhere",
    "unused": "",
    "broken": "✕ cannot be loaded",
}
_SAID: dict[Mark, str] = {
    "": "",
    "missing": "expected here, and not linked by the loader",
    "unexpected": "linked by the loader, and not expected",
    "moved": "in another place of the other chain",
    "unused": "",
    "broken": "",
}
_BOXES: dict[Mark, str] = {
    "": "box",
    "missing": "wrong",
    "unexpected": "wrong",
    "moved": "wrong",
    "unused": "away",
    "broken": "wrong",
}
_NAMES = {
    "application": "application",
    "trampoline": "the loader's trampoline",
    "terminator": "the loader's terminator",
    "observer": "observer of the reference loader",
}


class _Line(NamedTuple):
    text: str
    class_: str = ""


@dataclass(frozen=True, slots=True)
class _Box:
    """One link with the lines of text in its box."""

    link: Link
    lines: Sequence[_Line]

    @property
    def height(self) -> float:
        return _STEP + 8 + _LINE * len(self.lines)


def figures(chains: Sequence[CallChain]) -> Markup:
    """Return the chains as figures, side by side if there is room. Needs ``pictures.css``; empty without chains."""
    return side_by_side([*map(_figure, chains)])


def _figure(chain: CallChain) -> Markup:
    return captioned(_caption(chain), drawn(chain), "The chain as text", listed(chain))


def _caption(chain: CallChain) -> str:
    return f"{chain.title}: {chain.result}" if chain.result else chain.title


def listed(chain: CallChain) -> Markup:
    """Return all links, with everything known about them, as an ordered list."""
    return element("ol", *(element("li", said(link)) for link in chain.links), class_="chain")


def said(link: Link) -> str:
    """Return everything known about one link, in words."""
    name = f"{link.who} {link.name}" if link.name else _NAMES.get(link.who, link.who)
    about = (
        link.kind,
        f"observed in calls as {link.alias}" if link.alias else "",
        _SAID[link.mark],
        f"{link.why}{f' ({link.rule})' if link.rule else ''}" if link.why else link.rule,
        f"its library cannot be loaded: {link.obstacle}" if link.obstacle else "",
        f"interface version {link.interface}" if link.interface else "",
        f"manifest {link.manifest}" if link.manifest else "",
        f"library {link.library}" if link.library else "",
    )
    return "; ".join((name, *filter(None, about)))


def drawn(chain: CallChain) -> Markup:
    """Return the SVG alone."""
    is_long = len(chain.layers) > _MANY
    drivers = [_box(link, WIDTH - _SHIFT, is_long=len(chain.drivers) > _MANY) for link in chain.drivers]
    others = [_box(link, WIDTH, is_long=is_long) for link in chain.links if link.who != "driver"]
    parts, y = list[Markup](), 1.0
    for index, each in enumerate(others):
        if index:
            parts.append(_arrow(y))
            y += _GAP
        parts.append(_drawn(each, 1, y, WIDTH - 2))
        y += each.height
    parts += _fan(drivers, y)
    y += sum(each.height + _GAP - 4 for each in drivers)
    return picture(_caption(chain), _summary(chain), y + 2, parts)


def _fan(drivers: Sequence[_Box], y: float) -> Iterator[Markup]:
    """Draw the drivers below each other, each with its own line from the terminator, because they are parallel."""
    for each in drivers:
        middle = y + _GAP - 4 + _STEP / 2
        yield stroke(f"M12 {y:.0f}V{middle:.0f}H{_SHIFT - 1}m-5 -4l5 4l-5 4")
        yield _drawn(each, _SHIFT, y + _GAP - 4, WIDTH - _SHIFT - 1)
        y += each.height + _GAP - 4
        if each is not drivers[-1]:
            yield stroke(f"M12 {middle:.0f}V{y:.0f}")


def _arrow(y: float) -> Markup:
    middle = WIDTH / 2
    return stroke(f"M{middle:.0f} {y:.0f}v{_GAP - 1}m-4 -5l4 5l4 -5")


def _summary(chain: CallChain) -> str:
    """Return the chain in one sentence, for screen readers."""
    named = [link for link in chain.links if link.who in ("layer", "driver", "observer")]
    first = [
        f"{_short(link)}{f' ({_SAID[link.mark]})' if _SAID[link.mark] else ''}" for link in named[:_TOLD]
    ]
    more = f", and {len(named) - _TOLD} more" if len(named) > _TOLD else ""
    return f"From the application down: {', '.join(first) or 'no layer and no driver'}{more}."


def _short(link: Link) -> str:
    return f"{link.who} {link.name[:80]}" if link.name else _NAMES.get(link.who, link.who)


def _box(link: Link, width: float, *, is_long: bool) -> _Box:
    room = width - 2 * _INSIDE - 2
    why = f"{link.why} ({link.rule})" if link.why and link.rule else link.why or link.rule
    trouble = f"its library cannot be loaded: {link.obstacle}" if link.obstacle else ""
    if is_long:
        return _Box(link, [_Line(trouble or why)] if trouble or why else [])
    lines = [_Line(each) for each in (*wrapped(why, room, SMALL), *wrapped(trouble, room, SMALL, 2))]
    if link.interface:
        lines.append(_Line(f"interface version {link.interface}", "soft"))
    paths = wrapped(link.manifest or link.library, room, SMALL, 2, mono=True)
    return _Box(link, [*lines, *(_Line(each, "soft mono") for each in paths)])


def _drawn(each: _Box, x: float, y: float, width: float) -> Markup:
    link, room = each.link, width - 2 * _INSIDE
    own = link.who in ("trampoline", "terminator", "application", "observer")
    name = link.name if link.who in ("layer", "driver") else _NAMES.get(link.who, link.who)
    tag = _MARKS[link.mark] or (link.kind if not own else link.name)
    is_strong = bool(_MARKS[link.mark])
    wide = min(room / 2, measured(tag, SMALL, strong=is_strong) + 6) if tag else 0
    parts = [
        box(x, y, width, each.height, "own" if own and not link.mark else _BOXES[link.mark], round_=14 if own else 6),
        words(
            x + _INSIDE, y + _STEP - 3, name or "(no name)", room - wide - 6,
            "strong" if own else "strong mono", size=LARGE,
        ),
    ]  # fmt: skip
    if tag:
        class_ = "wrong-text" if is_strong else "soft"
        parts.append(words(x + _INSIDE + room - wide, y + _STEP - 3, tag, wide, class_, end=True))
    for index, line in enumerate(each.lines, start=1):
        parts.append(words(x + _INSIDE, y + _STEP - 3 + _LINE * index, line.text, room, line.class_))
    return group(*parts, title=said(link))
