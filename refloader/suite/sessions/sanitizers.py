"""Libraries built with a sanitizer, whose runtime has to be in a program from its start. Reads words; judges nothing.

Such a build says nothing about the library in the programs that it is made for.
"""

import re

_NOT_FIRST = re.compile(r"(\w+)San runtime does not come first in initial library list")
_REFUSED = re.compile(
    r"lib([a-z]+)san\.so\S* cannot allocate memory in static TLS|undefined symbol: __([a-z]+)san_"
)


def runtime_not_first(printed: str) -> str:
    """Return the sanitizer whose runtime has ended a program that was started without it, by what it printed."""
    found = _NOT_FIRST.search(printed)
    return f"{found[1]}San" if found else ""


def runtime_refused(refusal: str) -> str:
    """Return the sanitizer for whose runtime the dynamic linker refuses a library, by its words."""
    found = _REFUSED.search(refusal)
    return f"{(found[1] or found[2]).upper()}San" if found else ""
