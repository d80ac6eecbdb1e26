"""Replaces posixpath: joins and splits paths."""


def join(first: str, *rest: str) -> str:
    """Join the paths; an absolute one discards those before it."""
    path = first
    for part in rest:
        if part.startswith("/"):
            path = part
        else:
            path += part if not path or path.endswith("/") else f"/{part}"
    return path


def dirname(path: str) -> str:
    """Return the path without its last part."""
    head = path[: path.rfind("/") + 1]
    return head if not head.strip("/") else head.rstrip("/")


def basename(path: str) -> str:
    """Return the last part of the path."""
    return path[path.rfind("/") + 1 :]
