"""What values of Windows' registry in a text show: manifests that are off or registered for the other word size."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.reading.registry_lines import Value
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.text import some

_NARROW_KEY = "wow6432node"
_NARROW_NAME = re.compile(r"(?:x86|win32|i[36]86|(?<!\d)32)(?=[._-]|$)", re.IGNORECASE)
_WIDE_NAME = re.compile(r"(?:x64|win64|amd64|x86_64|(?<!\d)64)(?=[._-]|$)", re.IGNORECASE)


def registered(log: Log) -> Iterator[Event]:
    """Yield what is wrong with the values of a text."""
    values = log.registry.values
    yield from _off(values)
    yield from _of_other_type(values)
    yield from _other_key(values)
    yield from _for_one_size(log)
    yield from _without_obs(log)
    for each in log.registry.swapped[:1]:
        why = (
            f"the value {each.value} in the registry has the path for its data, and loaders take the name of a value "
            f"for the path: they read no {each.path}"
        )
        fix = (
            f"{registering(each.key, each.path)}; and delete the other: {unregistering(each.key, each.value)}"
        )
        yield Event(EventKind.CONCLUDED, each.line, each.path, why, fix=fix)


def _off(values: list[Value]) -> Iterator[Event]:
    """Yield the manifests whose value is not 0: somebody may want that, so that it is a note."""
    off = [each for each in values if each.is_number and not each.is_on]
    if not off:
        return
    names = some(list(dict.fromkeys(each.path for each in off)), 6)
    verb = "is" if len(off) == 1 else "are"
    number = off[0].value
    why = (
        f"{names} {verb} switched off in the registry: the value is {number}, and loaders use "
        f"manifests with the value 0"
    )
    fix = "if that is not wanted, set 0 (as administrator), and start the program again: " + " & ".join(
        registering(each.key, each.path) for each in off
    )
    yield Event(EventKind.NOTED, off[0].line, off[0].path, why, fix=fix)


def registering(key: str, path: str) -> str:
    """Return the command that registers a manifest; the path in quotes, unless it cannot stand in them."""
    return f"reg add {_value(key, path)} /t REG_DWORD /d 0 /f"


def unregistering(key: str, path: str) -> str:
    """Return the command that deletes the value of a manifest."""
    return f"reg delete {_value(key, path)} /f"


def _value(key: str, path: str) -> str:
    short = key.replace("HKEY_LOCAL_MACHINE", "HKLM").replace("HKEY_CURRENT_USER", "HKCU")
    named = f'"{path}"' if shell.is_whole_on_windows(path) else "MANIFEST"
    return f"{short} /v {named}"


def _of_other_type(values: list[Value]) -> Iterator[Event]:
    """Yield the manifests whose value is no number."""
    for each in values:
        if not each.is_number:
            kind = "REG_SZ" if each.kind in ("", '"') else f"REG_{each.kind}"
            why = (
                f"{each.path} is not used: its value in the registry is of the type {kind}, and "
                f"loaders want REG_DWORD"
            )
            yield Event(EventKind.CONCLUDED, each.line, each.path, why, fix=registering(each.key, each.path))


def _stem(path: str) -> str:
    """Return the name of a manifest without its word size."""
    name = re.split(r"[\\/]", path)[-1].lower().removesuffix(".json")
    return _NARROW_NAME.sub("", _WIDE_NAME.sub("", name))


def _is_narrow(path: str) -> bool:
    name = re.split(r"[\\/]", path)[-1]
    return _NARROW_NAME.search(name) is not None and _WIDE_NAME.search(name) is None


def _other_key(values: list[Value]) -> Iterator[Event]:
    """Yield the manifests of one word size below the key of the other, if the right key lacks them."""
    for each in values:
        name = re.split(r"[\\/]", each.path)[-1]
        in_narrow, wide = _NARROW_KEY in each.key.lower(), _WIDE_NAME.search(name) is not None
        wrong = _is_narrow(each.path) if not in_narrow else wide
        rest = [other for other in values if other.path == each.path and other.key != each.key]
        if not wrong or rest or "LOCAL_MACHINE" not in each.key:
            continue
        right = _other(each.key)
        sizes = ("64-bit", "32-bit") if in_narrow else ("32-bit", "64-bit")
        why = (
            f"{each.path} is for {sizes[0]} programs by its name, and stands below the key of {sizes[1]} ones"
        )
        yield Event(EventKind.CONCLUDED, each.line, each.path, why, fix=registering(right, each.path))


def _other(key: str) -> str:
    """Return the key of the other word size."""
    if _NARROW_KEY in key.lower():
        return re.sub(r"(?i)wow6432node\\", "", key)
    return re.sub(r"(?i)software\\", r"SOFTWARE\\WOW6432Node\\", key, count=1)


def _for_one_size(log: Log) -> Iterator[Event]:
    """Yield the layers that 64-bit programs alone have, if the program is a 32-bit one and its key is in the text."""
    values, keys = log.registry.values, log.registry.keys
    narrow_keys = [
        key for key in keys if _NARROW_KEY in key.lower() and "ImplicitLayers".lower() in key.lower()
    ]
    if Sign.NARROW not in log.signs or not narrow_keys:
        return
    there = {_stem(each.path) for each in values if each.key in narrow_keys}
    for each in values:
        if (
            each.key.lower().endswith("implicitlayers")
            and each.key not in narrow_keys
            and each.is_on
            and _WIDE_NAME.search(each.path)
        ):
            folder, _, name = each.path.rpartition("\\")
            if _stem(each.path) in there or not _is_third_party(name, log):
                continue
            twin = f"{folder}\\{re.sub('64', '32', name)}"
            why = (
                f"the program is a 32-bit one, and {name} is registered for 64-bit programs alone: "
                f"{narrow_keys[0]} names no such manifest"
            )
            yield Event(
                EventKind.CONCLUDED,
                keys[narrow_keys[0]],
                each.path,
                why,
                fix=registering(narrow_keys[0], twin),
            )


def _is_third_party(name: str, log: Log) -> bool:
    """True if the file's own name has its word size, so that it has a twin; drivers' layers come in one file."""
    return "64" in name and not name.lower().startswith("nv-vk")


def _without_obs(log: Log) -> Iterator[Event]:
    """Yield that the layer of OBS Studio is not registered, where the text lists the layers and captures nothing."""
    keys = [each for each in log.registry.keys if each.lower().endswith("\\implicitlayers")]
    values = [each for each in log.registry.values if each.key.lower().endswith("\\implicitlayers")]
    if not keys or not values or not log.particulars.misses_capture:
        return
    if any("obs" in each.path.lower() for each in values):
        return
    path = "C:\\ProgramData\\obs-studio-hook\\obs-vulkan64.json"
    why = "the layer of OBS Studio is not registered (ImplicitLayers has none of it), by which it captures programs"
    fix = (
        "start OBS Studio once as administrator, or install it again, which registers the layer; by hand: "
        f"{registering(values[0].key, path)}"
    )
    yield Event(EventKind.CONCLUDED, log.particulars.misses_capture, path, why, fix=fix)
