"""Joining and splitting of paths."""


def join(first: str, *rest: str) -> str:
    """The paths one inside the other; an absolute one starts anew."""
    path = first
    for part in rest:
        if part.startswith("/"):
            path = part
        else:
            path += part if not path or path.endswith("/") else f"/{part}"
    return path


def dirname(path: str) -> str:
    """The path of the folder."""
    head = path[: path.rfind("/") + 1]
    return head if not head.strip("/") else head.rstrip("/")


def basename(path: str) -> str:
    """The last part of the path."""
    return path[path.rfind("/") + 1 :]
