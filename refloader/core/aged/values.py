"""The texts and numbers that loaders of a given age take from the values of a manifest."""

import re

from refloader.core.json.reader import JsonValue
from refloader.core.manifests.layer_extras import leading_version
from refloader.model.age import Age, Trait
from refloader.model.version import ApiVersion

_WITHOUT_LETTER = re.compile("[\x01-\x07\x0b\x0e-\x1f]")
"""The control characters for which JSON has no escape of one letter."""
_INFINITE = float("inf")
_DEPTH = 64
"""The levels of nesting of a value that are printed; what lies further down is left out."""


def text_of(value: JsonValue, age: Age) -> str | None:
    """Return the text that a value counts as, or None if only strings count and it is none.

    Releases to 1.4.302 print any other value; up to 1.3.250 they then cut off its first and last character.
    """
    if isinstance(value, str):
        spelt = not value.isprintable() and age.has(Trait.CONTROL_CHARACTERS_SPELT)
        return _WITHOUT_LETTER.sub(lambda found: f"u{ord(found[0]):04x}", value) if spelt else value
    if age.has(Trait.VALUES_CUT):
        return _printed(value, quotes=True)[1:-1]
    return _printed(value, quotes=False) if age.has(Trait.VALUES_PRINTED) else None


def arch_of(members: dict[str, JsonValue], documented: str, age: Age) -> str:
    """Return the library_arch that counts: the ``documented`` one, or a number that is a word size as its text."""
    value = members.get("library_arch")
    is_word_size = type(value) is int and value in (32, 64)
    if not (documented or is_word_size) or age.has(Trait.LIBRARY_ARCH_IGNORED):
        return ""
    return str(value) if is_word_size and age.has(Trait.VALUES_PRINTED) else documented


def version_text(value: JsonValue, age: Age) -> str:
    """Return the text that a driver's api_version counts as: that of another value is not cut, as a layer's is."""
    if not isinstance(value, str) and age.has(Trait.VALUES_CUT):
        return _printed(value, quotes=True)
    return text_of(value, age) or ""


def _printed(value: JsonValue, *, quotes: bool, depth: int = 1) -> str:
    """Return a value as the loaders' JSON library prints it: objects on several lines, lists on one."""
    if isinstance(value, str):
        return f'"{value}"' if quotes else value
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, (list, dict)) and depth > _DEPTH:
        return ""
    if isinstance(value, list):
        return "[" + ", ".join(_printed(each, quotes=quotes, depth=depth + 1) for each in value) + "]"
    if isinstance(value, dict):
        tabs = "\t" * depth
        mark = '"' if quotes else ""
        rows = [
            f"{tabs}{mark}{key}{mark}:\t{_printed(each, quotes=quotes, depth=depth + 1)}"
            for key, each in value.items()
        ]
        return "{\n" + ",\n".join(rows) + ("\n" if rows else "") + "\t" * (depth - 1) + "}"
    return str(int(value)) if abs(value) < _INFINITE and value == int(value) else f"{value:f}"


def version_of(text: str, age: Age) -> ApiVersion:
    """Return the version in a text. Each part is a number of 16 bits; with four parts the first is the variant."""
    return leading_version(text, variants=not age.has(Trait.VARIANT_IGNORED))
