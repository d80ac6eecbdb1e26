"""Why the display adapters of a Windows registry give a process no Vulkan driver, by the values of their keys."""

from typing import NamedTuple

from refloader.core.search.windows.roles import CLASSES, VALUE_NAMES
from refloader.model.place import Use
from refloader.model.reason import Span
from refloader.model.text import quote, some
from refloader.model.windows_registry import ADAPTERS, COMPONENTS, Registry, RegistryKey

_NAMES = {wow: name for name, (use, wow) in VALUE_NAMES.items() if use is Use.DRIVER}
_BASIC = "microsoft basic display"
_RENDERED = "microsoft basic render"
_VIRTUAL = ("microsoft remote display", "microsoft indirect display", _RENDERED)
_MOST = 8


class Lack(NamedTuple):
    """What the adapters lack, what is to be done about it, and where the first of them is."""

    why: str
    what: str
    span: Span


def lack_of(registry: Registry, bits: int) -> Lack | None:
    """Return why no adapter has a driver for processes of a word size; None if one has, or if none is known."""
    keys = [*registry.below(f"{CLASSES}\\{ADAPTERS}")]
    named = [(key, name) for key in keys if (name := _text(key, "DriverDesc"))]
    cards = [(key, name) for key, name in named if not name.lower().startswith(_VIRTUAL)][:_MOST]
    components = [*registry.below(f"{CLASSES}\\{COMPONENTS}")]
    own = _NAMES[bits == 32]
    if not cards or any(key.value(own) for key in (*keys, *components)):
        return None
    others = [(key, name) for key, name in cards if _text(key, _NAMES[bits != 32])]
    first = cards[0][0].span
    if others:
        key, name = others[0]
        has = _NAMES[bits != 32]
        why = (
            f"the driver of {quote(name)} has registered {quote(_text(key, has))} for {96 - bits}-bit programs "
            f"({has}) and none for {bits}-bit ones: {own} is missing in {key.path}"
        )
        what = f"install the driver of {name} again, with its {bits}-bit part, which writes {own}"
        return Lack(why, what, key.span)
    names = [name for _, name in cards]
    if all(name.lower().startswith(_BASIC) for name in names):
        why = (
            f"the display adapter is {quote(names[0])}, Windows' own driver, which has no part for Vulkan: no driver "
            f"of the graphics card's maker is installed"
        )
        return Lack(
            why, "install the driver of the graphics card from its maker or from Windows Update", first
        )
    who = "the driver of {} has" if len(names) == 1 else "the drivers of {} have"
    whose = who.format(some([quote(each) for each in names]))
    why = f"{whose} registered nothing for Vulkan: {own} is missing in {cards[0][0].path}"
    what = "install the driver of the graphics card from its maker; for older cards there is none with Vulkan"
    return Lack(why, what, first)


def _text(key: RegistryKey, name: str) -> str:
    """Return a value that is a text or several; empty if it is neither."""
    value = key.value(name)
    data = value.data if value is not None else ""
    return data if isinstance(data, str) else "; ".join(data) if isinstance(data, tuple) else ""
