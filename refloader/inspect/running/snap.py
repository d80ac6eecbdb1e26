"""Puts an installed snap together from its folders: its base as the root, its files, and content of other snaps."""

import os
import re
from collections.abc import Iterator, Mapping

from refloader.host.machines.real import RealHost
from refloader.host.port import Content
from refloader.inspect.running.installed import Installed, Lacking, NotInstalledError
from refloader.model.text import quote

PLACES = ("/snap", "/var/lib/snapd/snap")
"""The folders in which snaps are mounted, by distribution."""

_DEFAULT_BASE = "core"
_LONGEST, _ALL = 128 << 10, 6 << 20
"""The longest variable with which Linux starts a program, and all of them together. Later ones are cut, or empty."""

_LONGEST_PATH = 4096
"""As long as no path is on Linux. A target may name a long variable, and there may be many targets."""

_NAME = re.compile(r"[a-z0-9-]+")
_Tree = dict[str, "str | _Tree"]


def snap(name: str, variables: Mapping[str, str], places: tuple[str, ...] = PLACES) -> Installed:
    """Return a snap as a machine, for the user with these variables. ``name`` may be SNAP.APP.

    Raises:
        NotInstalledError: the snap or its base is not installed.
    """
    whole, _, app = name.partition(".")
    top = next((each for each in places if os.path.isdir(f"{each}/{whole}/current")), None)
    if top is None or "/" in name or not whole:
        raise NotInstalledError(f"the snap {quote(whole)} is not installed in {' or '.join(places)}")
    own = f"{top}/{whole}/current"
    answer = RealHost({}).read(f"{own}/meta/snap.yaml")
    tree = _parsed(answer.data.decode("utf-8", "replace")) if isinstance(answer, Content) else {}
    base = _text(tree, "base") or _DEFAULT_BASE
    root = f"{top}/{base}/current"
    if _NAME.fullmatch(base) is None or not os.path.isdir(root):
        raise NotInstalledError(f"the base {quote(base)} of the snap {whole} is not installed in {top}")
    revision = os.path.basename(os.path.realpath(own))
    home = variables.get("HOME", "")
    given = {
        **{key: value for key, value in variables.items() if not key.startswith(("XDG_", "LD_"))},
        "SNAP": f"/snap/{whole}/{revision}",
        "SNAP_NAME": whole,
        "SNAP_REVISION": revision,
        "SNAP_USER_DATA": f"{home}/snap/{whole}/{revision}",
        "SNAP_USER_COMMON": f"{home}/snap/{whole}/common",
        "SNAP_REAL_HOME": home,
        "HOME": f"{home}/snap/{whole}/{revision}",
    }
    apps = _branch(tree, "apps")
    room = _ALL
    for part in (_branch(tree, "environment"), _branch(_branch(apps, app or whole), "environment")):
        for key, value in part.items():
            given[key] = _expanded(value, given, min(room, _LONGEST)) if isinstance(value, str) else ""
            room -= len(given[key])
    maps = {"/snap": top, **dict(_content(tree, top, given))}
    maps |= {f"{home}/snap": f"{home}/snap"} if home and os.path.isdir(f"{home}/snap") else {}
    missing_of = {at: place for at, place in maps.items() if not os.path.isdir(place)}
    missing = [f"{at} ({place})" for at, place in missing_of.items()]
    maps = {at: place for at, place in maps.items() if os.path.isdir(place)}
    notes = [
        f"the snap {whole}, revision {revision}, on the base {base}",
        "not known before it runs: variables that its launcher scripts set (command-chain, desktop-launch); "
        "--pid of the running program knows all",
    ]
    notes += [f"not installed: {', '.join(missing)}"] if missing else []
    return Installed(root, maps, given, notes=tuple(notes), lacking=tuple(_lacking(missing_of, top)))


def _lacking(missing: Mapping[str, str], top: str) -> Iterator[Lacking]:
    """Yield the snaps whose content has a place in this one and that are not installed."""
    for at, place in missing.items():
        provider = place.removeprefix(f"{top}/").partition("/")[0]
        if (
            place.startswith(f"{top}/")
            and _NAME.fullmatch(provider)
            and not os.path.isdir(f"{top}/{provider}")
        ):
            why = f"the snap {provider}, whose content this one has at {at}, is not installed"
            yield Lacking(provider, why, f"the snap {provider}", f"sudo snap install {provider}")


def _content(tree: _Tree, top: str, variables: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield where the content of other snaps is mounted, and the folder of the snap that provides it by default."""
    for plug in _branch(tree, "plugs").values():
        if isinstance(plug, dict) and _text(plug, "interface") == "content":
            target, provider = _text(plug, "target"), _text(plug, "default-provider").partition(":")[0]
            whole = target if target.startswith(("$", "/")) else f"$SNAP/{target}"
            at = _expanded(whole, variables, _LONGEST_PATH)
            if target and len(at) < _LONGEST_PATH and _NAME.fullmatch(provider):
                yield at, f"{top}/{provider}/current"


def _expanded(text: str, variables: Mapping[str, str], most: int = _LONGEST) -> str:
    """Return a text with its variables replaced, as snapd does it: $NAME and ${NAME}, unknown ones are empty.

    What is longer than ``most`` is cut: each variable may be the one before it twice.
    """
    parts = text.split("$")
    done, size_of_all = [parts[0]], len(parts[0])
    for part in parts[1:]:
        if size_of_all >= most:
            break
        end = part.find("}") if part.startswith("{") else -1
        if end > 0:
            name, rest = part[1:end], part[end + 1 :]
        else:
            size = next((i for i, each in enumerate(part) if not (each.isalnum() or each == "_")), len(part))
            name, rest = part[:size], part[size:]
        done.append(variables.get(name, "") + rest)
        size_of_all += len(done[-1])
    return "".join(done)[:most]


def _branch(tree: _Tree, key: str) -> _Tree:
    found = tree.get(key)
    return found if isinstance(found, dict) else {}


def _text(tree: _Tree, key: str) -> str:
    found = tree.get(key)
    return found if isinstance(found, str) else ""


def _parsed(text: str) -> _Tree:
    """Return the nested mappings of a snap.yaml. Lists, and texts of several lines, are left out."""
    top: _Tree = {}
    open_at: list[tuple[int, _Tree]] = [(-1, top)]
    for line in text.splitlines():
        bare = line.strip()
        key, colon, value = bare.partition(":")
        if not bare or bare.startswith(("#", "-")) or not colon or (value and not value.startswith(" ")):
            continue
        indent = len(line) - len(line.lstrip())
        while open_at[-1][0] >= indent:
            open_at.pop()
        value = value.strip()
        value = value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
        below: _Tree = {}
        open_at[-1][1][key.strip("\"'")] = value or below
        if not value:
            open_at.append((indent, below))
    return top
