"""A current loader's view of this machine, as a run stores it: short enough, and without private values.

Uses the explanation of ``refloader explain``; decides nothing and gives no verdict. The run does not depend on it.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.host.machines.real import RealHost
from refloader.host.port import Host
from refloader.model.edition import LATEST
from refloader.model.request import Request
from refloader.model.text import quote, visible
from refloader.suite.loaders.explained import Document, explained, fitting

LIMIT = 900_000
"""The limit in bytes of JSON for this part of a header."""

_MOST_TEXT = 4096
_SHORT = 8
"""Characters up to which a value is public: a switch like "1" or "enabled" says nothing about the user."""

_UNKEPT = '"(a value that is not kept)"'


def explained_environment(host: Host | None = None) -> tuple[Document, tuple[str, ...]]:
    """Return the explanation of the machine, empty if it fails, and notes for the run's header. Never raises.

    The explanation omits values of variables that have no effect, and longer values of variables that are not the
    loader's own: a manifest may name any variable, and reasons quote its value.
    """
    try:
        document = fitting(_for_everybody(host or RealHost(executable="")), LIMIT)
    except Exception as error:  # a failure here must not stop the tests of layers and drivers
        why = f"{type(error).__name__}: {visible(str(error))}"
        return {}, (f"how a loader sees this machine is not known: {why}",)
    return document, () if document else ("how a loader sees this machine is not kept: it is too much",)


def _for_everybody(host: Host) -> Document:
    """Return the explanation of a machine without private values."""
    document = explained(host, Request(), LATEST)
    for control in document["controls"]:
        control["value"] = control["value"] if control["in_force"] else ""
    cleaned: Document = _cleaned(document, _unkept(host.variables()))
    return cleaned


def _unkept(variables: Mapping[str, str]) -> tuple[str, ...]:
    """Return the private values, as reasons quote them."""
    own = LOADER_VARIABLES | SEARCH_VARIABLES
    return tuple(quote(value) for name, value in variables.items() if name not in own and len(value) > _SHORT)


def _cleaned(value: Any, private: Iterable[str]) -> Any:
    """Return the value with private texts replaced and long ones cut."""
    if isinstance(value, str):
        return _text(value, private)
    if isinstance(value, dict):
        return {key: _cleaned(each, private) for key, each in value.items()}
    return [_cleaned(each, private) for each in value] if isinstance(value, list) else value


def _text(text: str, private: Iterable[str]) -> str:
    if '"' in text:
        for quoted in private:
            text = text.replace(quoted, _UNKEPT)
    return text if len(text) <= _MOST_TEXT else f"{text[:_MOST_TEXT]}... ({len(text)} characters)"
