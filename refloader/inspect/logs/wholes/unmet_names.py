"""Names and places that are nearly right, and that no loader takes: letter case, folders, the names of an APK."""

import re
from collections.abc import Iterator
from itertools import islice

from refloader.host import shell
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.inspect.logs.wholes.particular_causes import SWITCHES
from refloader.inspect.whatif.lists import stem_of
from refloader.model.system import System
from refloader.model.text import quote

_MOST = 64
_WITHOUT_DRIVER = frozenset({EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE})
_WITHOUT_LAYER = frozenset({EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED})


def unmet(log: Log) -> Iterator[Event]:
    """Yield the names and places by which a program of the text asks, and by which nothing is found."""
    yield from _other_case(log)
    yield from _folder_of_another_name(log)
    yield from _folder_left_out(log)
    yield from _not_begun_as_layers(log)
    yield from _not_by_numbers(log)


_WELL_KNOWN = (
    "VK_LAYER_KHRONOS_validation",
    "VK_LAYER_KHRONOS_profiles",
    "VK_LAYER_KHRONOS_synchronization2",
    "VK_LAYER_KHRONOS_timeline_semaphore",
    "VK_LAYER_LUNARG_api_dump",
    "VK_LAYER_LUNARG_monitor",
    "VK_LAYER_LUNARG_screenshot",
    "VK_LAYER_LUNARG_gfxreconstruct",
    "VK_LAYER_RENDERDOC_Capture",
)
"""Layers of which there is no other with the same letters."""

_LAYER_NAME = re.compile(r"VK_LAYER_\w{1,200}")


def _other_case(log: Log) -> Iterator[Event]:
    """Yield that a layer is asked for by its name in other letters: loaders compare names with their letter case."""
    asked = dict(log.code.layers)
    for name in _LAYER_NAME.findall(log.variables.get("VK_INSTANCE_LAYERS", "")):
        asked.setdefault(name, log.variable_lines.get("VK_INSTANCE_LAYERS", 0))
    told = {e.subject for e in log.events if e.kind is EventKind.NOT_FOUND}  # whose answer says the same
    right = {each.lower(): each for each in (*_WELL_KNOWN, *log.available)}
    for name, line in islice(asked.items(), _MOST):
        there = right.get(name.lower(), name)
        if there == name or name in log.available or name in told or there in asked:  # it has been corrected
            continue
        why = (
            f"the program asks for {name}, and the layer is called {there}: loaders compare the names of layers with "
            "their letter case, and find none of that name"
        )
        yield Event(EventKind.CONCLUDED, line, name, why, fix=f"ask for {there}: letter case counts")
        return


_OTHER_NAME = re.compile(
    r"(?P<base>(?:~|/|\$HOME/)[\w./$-]{0,300}?/vulkan)/(?P<name>(?P<kind>explicit|implicit)(?:[_-]?layers?)?(?:[._-]?d)?"
    r"|icds?(?:[._-]?d)?)/(?P<file>[^/\s]{1,100}\.json)$"
)
_RIGHT_NAMES = ("explicit_layer.d", "implicit_layer.d", "icd.d")
_SEARCHED_BASES = re.compile(
    r"(?:~|\$HOME|/home/[^/]+|/root)/\.(?:local/share|config)/vulkan$|/(?:usr/(?:local/)?share|etc(?:/xdg)?)/vulkan$"
)


def _folder_of_another_name(log: Log) -> Iterator[Event]:
    """Yield that a manifest lies in a folder which is called nearly like one that loaders search.

    It may have been put there to be kept away: nothing is said unless the text misses a driver or a layer, and has no
    manifest in the folder of the right name.
    """
    listed = (f"{folder}/{name}" for folder in log.listings.folders for name in log.listings.holds(folder))
    paths = [*log.manifests, *listed, *(each.path for each in log.pasted)]
    values = [value for name, value in log.variables.items() if name.startswith("VK_")]
    named = " ".join((*values, *(run.command for run in log.runs if "VK_" in run.command)))
    known = {path.rpartition("/vulkan/")[2] for path in paths}
    for path in islice(dict.fromkeys(paths), 500):
        found = _OTHER_NAME.fullmatch(path)
        if found is None or found["name"] in _RIGHT_NAMES or not _SEARCHED_BASES.search(found["base"]):
            continue
        folder = f"{found['base']}/{found['name']}"
        is_searched = any(folder in search.places for search in log.searches)
        if (
            f"/vulkan/{found['name']}" in named
            or is_searched
            or any(path in search.files for search in log.searches)
        ):
            continue
        right = f"{found['kind']}_layer.d" if found["kind"] else "icd.d"
        why = (
            f"{quote(path)} is not found: the folder that loaders search there is called {right}, and not "
            f"{found['name']}"
        )
        there = f"{found['base']}/{right}"
        is_known = any(each.endswith(".json") for each in log.listings.holds(there))
        if is_known or f"{right}/{found['file']}" in known or not _misses(log, found["kind"], path):
            continue
        sudo = "" if found["base"].startswith(("~", "$HOME", "/home/")) else "sudo "
        new, old = shell.operand(there), shell.operand(folder)
        fix = f"{sudo}mkdir -p {new} && {sudo}mv {old}/* {new}/"
        yield Event(EventKind.CONCLUDED, log.listings.folders.get(folder, 0), path, why, fix=fix)
        return


def _misses(log: Log, kind: str, path: str) -> bool:
    """True if a text misses a driver, or if it asks for layers of a kind: for an implicit one by its own switch."""
    kinds = {event.kind for event in log.events}
    if not kind:
        return not kinds.isdisjoint(_WITHOUT_DRIVER)
    if kind == "implicit":
        return any(word in path.lower() for word in _switched_on(log)) or not kinds.isdisjoint(_WITHOUT_LAYER)
    asks = log.variables.get("VK_INSTANCE_LAYERS") or log.code.layers
    return bool(asks) or not kinds.isdisjoint(_WITHOUT_LAYER)


def _switched_on(log: Log) -> list[str]:
    """Return by which words the manifests are called of implicit layers that the text switches on."""
    return [
        word for name, word in SWITCHES.items() if log.variables.get(name) or name in log.particulars.wrapped
    ]


def _is_of(file: str, layers: str) -> bool:
    """True if a manifest is called like one of some layers, whose names are in small letters."""
    words = re.findall(r"[a-z]{5,}", stem_of(file))
    return any(word in layers for word in words if word not in ("layer", "vklayer"))


_OF_DATA = re.compile(r"(?P<base>/usr/(?:local/)?share)/vulkan/(?:im|ex)plicit_layer\.d")
"""The folders that XDG_DATA_DIRS replaces: those of builds, of users and of SDKs do not depend on it."""

_OF_CONFINED = ("/app/", "/snap/")


def _folder_left_out(log: Log) -> Iterator[Event]:
    """Yield that XDG_DATA_DIRS leaves out the folder in which the manifest of a layer lies that a program misses."""
    value = log.variables.get("XDG_DATA_DIRS", "")
    if not value.startswith("/") or "$" in value or log.searches or log.chains or log.inserted:
        return
    if any(each.startswith(_OF_CONFINED) for each in value.split(":")):
        return
    wanted = _switched_on(log)
    missed = " ".join(e.subject.lower() for e in log.events if e.kind is EventKind.NOT_FOUND)
    named = " ".join(each for name, each in log.variables.items() if name.startswith("VK_"))
    bases = {each.rstrip("/") for each in value.split(":")}
    for folder, line in log.listings.folders.items():
        found = _OF_DATA.fullmatch(folder)
        if found is None or found["base"] in bases or folder in named:
            continue
        names = [each for each in log.listings.holds(folder) if each.endswith(".json")]
        own = [each for each in names if any(word in each.lower() for word in wanted) or _is_of(each, missed)]
        if not own or any(
            own[0] in log.listings.holds(f"{base}/vulkan/{folder.rpartition('/')[2]}") for base in bases
        ):
            continue
        why = (
            f"XDG_DATA_DIRS={quote(value)} leaves out {found['base']}, where {own[0]} lies: the variable replaces "
            "the usual folders, and loaders do not search that one"
        )
        both = f"{shell.assigned(value)}:{shell.assigned(found['base'])}"
        fix = f"export XDG_DATA_DIRS={both} where it is set; then log in again"
        yield Event(EventKind.CONCLUDED, log.variable_lines.get("XDG_DATA_DIRS", line), own[0], why, fix=fix)
        return


_OF_ANDROID_ALONE = ("arm64-v8a", "armeabi-v7a")
"""Names of processors that no other system has for folders of libraries."""


def _not_begun_as_layers(log: Log) -> Iterator[Event]:
    """Yield that an APK has a library of a layer whose name Android does not take for one."""
    is_android = bool(log.android.settings or log.android.flags) or Sign.ANDROID in log.signs
    for abi, names in log.particulars.packed.items():
        wrong = next((each for each in names if each.startswith("VkLayer")), "")
        is_apk = is_android or abi in _OF_ANDROID_ALONE
        if wrong and is_apk and not any(each.startswith("libVkLayer") for each in names):
            why = (
                f"the APK has {wrong} for {abi}, and Android takes libraries for layers whose names begin with "
                "libVkLayer alone: it finds none"
            )
            fix = f"call it lib{wrong}, and build the APK again"
            yield Event(EventKind.CONCLUDED, names[wrong], wrong, why, fix=fix)
            return


_SELECTS = re.compile(r"\bMESA_VK_DEVICE_SELECT=[\"']?(?P<value>[\w:!$-]{1,60})")
_NUMBERS = re.compile(r"[0-9a-fA-F]{1,4}:[0-9a-fA-F]{1,4}!?")


def _not_by_numbers(log: Log) -> Iterator[Event]:
    """Yield that MESA_VK_DEVICE_SELECT has not the two numbers of a card, by which Mesa's layer selects it."""
    name = "MESA_VK_DEVICE_SELECT"
    set_by = (found for run in log.runs for found in _SELECTS.finditer(run.command))
    values = [log.variables.get(name, ""), *(found["value"] for found in set_by)]
    value = next((each for each in values if each and each != "list"), "")
    if any(_NUMBERS.fullmatch(each) for each in values) or system_of(log) is System.WINDOWS:
        return
    if not value.isalnum():  # none, an address on the bus, or a variable of the shell
        return
    cards = ", ".join(f"{ids} for {quote(card)}" for ids, card in islice(log.selectable.items(), 4))
    why = (
        f"{name}={quote(value)} selects no card: Mesa's layer takes the numbers of maker and device there "
        f"(VENDOR:DEVICE, hexadecimal){f': {cards}' if cards else ''}"
    )
    fix = f"{name}=VENDOR:DEVICE, as {name}=list vulkaninfo lists them"
    kinds = {event.kind for event in log.events}
    kind = EventKind.CONCLUDED if kinds.isdisjoint(_WITHOUT_DRIVER) else EventKind.NOTED
    yield Event(kind, log.variable_lines.get(name, 0), name, why, fix=fix)
