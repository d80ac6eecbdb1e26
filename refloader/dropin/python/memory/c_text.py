"""C strings that live as long as the library: the command names that are passed to layers and drivers."""

from refloader.dropin.python._edge import Memory, put

_KEPT: dict[str, Memory] = {}


def c_text(name: str) -> int:
    """Return the address of the name as a C string, the same at every call."""
    kept = _KEPT.get(name)
    if kept is None:
        data = name.encode() + b"\0"
        kept = Memory(len(data))
        put(kept.address, data)
        kept = _KEPT.setdefault(name, kept)
    return kept.address
