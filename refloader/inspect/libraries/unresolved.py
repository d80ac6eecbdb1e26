"""Finds the symbols for which the dynamic linker refuses a library although all of its dependencies are there.

Claims nothing where a file cannot be read, and takes a name that occurs anywhere in a dependency for defined.
"""

from collections.abc import Collection

from refloader.host.extras import symbols
from refloader.inspect.libraries.linking import Linker
from refloader.model.system import System

_OF_THE_LINKER = ("_dl_", "_rtld_", "__rtld_", "__tls_get_addr", "__libc_", "_r_debug", "vk")
"""How names begin that the dynamic linker or a loader defines, which are there before the library."""


def unresolved(linker: Linker, path: str) -> tuple[str, ...]:
    """Return the symbols that a library needs when it is loaded and that nothing in its process defines."""
    host = linker.host
    if linker.system is not System.LINUX or host.variables().get("LD_PRELOAD"):
        return ()
    own = symbols(host, path)
    needed = [each for each in own.needed if not each.startswith(_OF_THE_LINKER)] if own is not None else []
    left = {each.encode("utf-8", "surrogateescape"): each for each in needed}
    libc = linker.find("libc.so.6", "")
    if not left or libc is None:
        return ()  # a tree without a C library has none of what a system defines
    program = host.executable()
    files = [*linker.reached(path), *([program, *linker.reached(program)] if program else [])]
    files += [libc, *([loader] if (loader := linker.find("libvulkan.so.1", "")) else [])]
    texts = [linker.symbol_names(file) for file in dict.fromkeys(files)]
    if not all(texts):
        return ()
    for names in sorted(texts, key=len):  # a compiler's library last, which has megabytes of names
        for each in _among(left, names):
            del left[each]
        if not left:
            return ()
    whole = [(name, each + b"\0") for each, name in sorted(left.items(), key=lambda item: item[1])]
    return tuple(name for name, end in whole if not any(end in text for text in texts))


def _among(wanted: Collection[bytes], names: bytes) -> list[bytes]:
    """Return which names are among those that a library defines, each of which ends with a zero."""
    if len(wanted) <= _FEW:
        return [each for each in wanted if b"\0%b\0" % each in names or names.startswith(each + b"\0")]
    defined = set(names.split(b"\0"))
    return [each for each in wanted if each in defined]


_FEW = 16
"""Up to so many names are sought one by one: most libraries that are asked last define thousands."""


def unresolved_text(names: tuple[str, ...]) -> str:
    """Return the symbols as a part of a sentence."""
    more = f" and {len(names) - 1} more" if len(names) > 1 else ""
    return f"the symbol {names[0]}{more}, which none of the libraries that it loads defines"
