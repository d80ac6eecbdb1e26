"""The names of this machine and of its user, which redaction removes. Does not store them."""

import getpass
import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import suppress

_NAMING = ("USER", "LOGNAME", "USERNAME", "SUDO_USER")
_HOMES = ("HOME", "USERPROFILE")


def users(variables: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the names of this machine's user: from the account, from variables, and from the home folder."""
    return tuple(dict.fromkeys(_users(os.environ if variables is None else variables)))


def hosts() -> tuple[str, ...]:
    """Return the names of this machine, with and without a domain."""
    name = socket.gethostname()
    return tuple(dict.fromkeys(each for each in (name, name.partition(".")[0]) if each))


def _users(variables: Mapping[str, str]) -> Iterator[str]:
    with suppress(OSError, KeyError, ImportError):  # no account, or no user database
        yield getpass.getuser()
    yield from (variables[name] for name in _NAMING if variables.get(name))
    for name in _HOMES:
        home = variables.get(name, "").replace("\\", "/").rstrip("/").rpartition("/")[2]
        if home:
            yield home
