"""Libraries built with a sanitizer, whose runtime has to be in a program from its start. Reads words; judges nothing.

A build with a sanitizer is not judged: in a program without one it ends at once.
"""

import re

_NAMES = {"A": "Address", "L": "Leak", "M": "Memory", "T": "Thread", "UB": "UndefinedBehavior"}
_NOT_FIRST = re.compile(r"(A|L|M|T|UB)San runtime does not come first in initial library list")
_REFUSED = re.compile(
    r"lib(a|l|m|t|ub)san\.so\S* cannot allocate memory in static TLS|undefined symbol: __(a|l|m|t|ub)san_"
)


def runtime_not_first(printed: str) -> str:
    """Return why a library is not judged whose sanitizer has ended the program, by what it printed; "" for others."""
    found = _NOT_FIRST.search(printed)
    return _reason(found[1]) if found else ""


def runtime_refused(refusal: str) -> str:
    """Return why a library is not judged that the linker refuses for a sanitizer, by its words; "" for others."""
    found = _REFUSED.search(refusal)
    return f"{_reason((found[1] or found[2]).upper())} ({refusal})" if found else ""


def _reason(letters: str) -> str:
    built = f"it is built with {_NAMES[letters]}Sanitizer"
    first = "whose runtime has to be in the process before the library, and is not in the sandbox's"
    return f"its library cannot be loaded: {built}, {first}: judge a build without it"
