"""The distribution of a machine, as its os-release(5) names it."""

import shlex

from refloader.host.port import Content, Host

OS_RELEASE = ("/etc/os-release", "/usr/lib/os-release")
"""The files that name a distribution, the first that is there."""


def distributions(host: Host) -> list[str]:
    """Return the names of the distribution and of those that it is like."""
    found = os_release(host)
    return [*found.get("ID", "").split(), *found.get("ID_LIKE", "").split()]


def os_release(host: Host) -> dict[str, str]:
    """Return the distribution, what it is like, and its release."""
    answers = (host.read(path) for path in OS_RELEASE)
    data = next((answer.data for answer in answers if isinstance(answer, Content)), b"")
    found: dict[str, str] = {}
    for line in data.decode("utf-8", "replace").splitlines():
        name, equals, value = line.partition("=")
        if equals and name in ("ID", "ID_LIKE", "VERSION_ID"):
            found[name] = _unquoted(value)
    return found


def _unquoted(value: str) -> str:
    try:
        return " ".join(shlex.split(value))
    except ValueError:
        return ""
