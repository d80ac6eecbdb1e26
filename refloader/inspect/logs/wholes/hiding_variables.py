"""Variables of Wine, NVIDIA's layer, DXVK and containers that keep a card or Vulkan from a program of a text."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import HYPER_V, Sign
from refloader.inspect.logs.wholes.named_cards import without_driver
from refloader.inspect.whatif.driver_variables import NAMING_DRIVERS
from refloader.model.place import Use
from refloader.model.text import quote

_WINE = re.compile(
    r"(?:^|;)\s*[^=;]*\b(?P<name>winevulkan|vulkan-1)\b[^=;]*=\s*(?:d\b|disabled|;|$)", re.IGNORECASE
)
_ROWS = (
    (
        "WINEDLLOVERRIDES",
        _WINE,
        "has Wine leave out its Vulkan",
        "take winevulkan and vulkan-1 out of WINEDLLOVERRIDES",
    ),
    (
        "__VK_LAYER_NV_optimus",
        re.compile("NVIDIA_only", re.IGNORECASE),
        "has NVIDIA's layer leave out all cards but those of one kind",
        "unset __VK_LAYER_NV_optimus (and __NV_PRIME_RENDER_OFFLOAD), if that card is not there",
    ),
    (
        "DXVK_FILTER_DEVICE_UUID",
        re.compile(r"\w"),
        "has DXVK leave out all cards but the one with that number",
        "unset DXVK_FILTER_DEVICE_UUID, or give the number of a card that is there (vulkaninfo | grep deviceUUID)",
    ),
    (
        "NVIDIA_VISIBLE_DEVICES",
        re.compile(r"^(?:void|none)?$"),
        "has NVIDIA's toolkit give the container no card, or no driver",
        "start the container with NVIDIA_VISIBLE_DEVICES=all and NVIDIA_DRIVER_CAPABILITIES=all",
    ),
)


def hidden_by_variables(log: Log) -> Iterator[Event]:
    """Yield the variables that keep a card, or all of Vulkan, from a program that finds none."""
    lacks = without_driver(log) or any(event.kind is EventKind.NO_LOADER for event in log.events)
    for name, pattern, does, fix in _ROWS if lacks else ():
        if name in log.variables and pattern.search(log.variables[name]):
            file = log.variable_files.get(name, "")
            where = f"; {name} is set in {file}" if file else ""
            why = f"{name}={quote(log.variables[name])} {does}"
            yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix + where)
    yield from _without_usual_folder(log)
    yield from _pinned(log)
    yield from _chosen_by_dxvk(log)
    wined3d = log.variables.get("PROTON_USE_WINED3D", "0")
    if wined3d not in ("0", "") and not log.events:
        why = f"PROTON_USE_WINED3D={wined3d} has Proton use OpenGL: the game does not use Vulkan at all"
        line = log.variable_lines.get("PROTON_USE_WINED3D", 0)
        fix = "take PROTON_USE_WINED3D out of the game's launch options"
        yield Event(EventKind.CONCLUDED, line, "PROTON_USE_WINED3D", why, fix=fix)


DXVK_FILTER = "DXVK_FILTER_DEVICE_NAME"


def _chosen_by_dxvk(log: Log) -> Iterator[Event]:
    """Yield that DXVK takes cards of one name alone and finds none, if the text has no card with that name.

    Where it lists devices, these are compared with the name; where no driver is left, the name does not matter.
    """
    value = log.variables.get(DXVK_FILTER, "")
    at_dxvk = any(e.kind is EventKind.NO_DEVICE and e.subject.startswith("DXVK") for e in log.events)
    others = any(e.kind in (EventKind.NO_DRIVER, EventKind.DEVICE) for e in log.events)
    if not value or not at_dxvk or others or Sign.FILTERED in log.signs:
        return
    wanted = value.lower()
    if any(wanted in each.lower() or each.lower() in wanted for each in (*log.named_cards, *log.graphics)):
        return
    why = (
        f"{DXVK_FILTER}={quote(value)} has DXVK leave out all cards without that in their names, and the text "
        "lists none with it"
    )
    file = log.variable_files.get(DXVK_FILTER, "")
    where = f", and remove it from {file}, which sets it" if file else ""
    then = "if DXVK then finds none either: vulkaninfo --summary lists the cards with a driver"
    fix = f"unset {DXVK_FILTER}{where}; {then}"
    yield Event(EventKind.CONCLUDED, log.variable_lines.get(DXVK_FILTER, 0), DXVK_FILTER, why, fix=fix)


_PINNING = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES")
_OF_MAKER = re.compile(r"[/\\](?P<maker>intel|nvidia|radeon|amd|nouveau|lvp)_\w*icd", re.IGNORECASE)


def _pinned(log: Log) -> Iterator[Event]:
    """Yield that a variable names the drivers of one card alone, if somebody misses another card."""
    name = next((each for each in _PINNING if log.variables.get(each)), "")
    value = log.variables.get(name, "")
    makers = {found["maker"].lower() for found in _OF_MAKER.finditer(value)}
    if Sign.WRONG_CARD not in log.signs or len(makers) != 1 or without_driver(log) or log.searches:
        return
    if _is_of_another(log.signs[Sign.WRONG_CARD], *makers):
        return
    why = f"{name}={quote(value)} has the loader take that driver alone, so that programs get no other card"
    file = log.variable_files.get(name, "")
    fix = f"unset {name}" + (f", and remove it from {file}, which sets it; then log in again" if file else "")
    yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), name, why, fix=fix)


_WORDS = re.compile(
    r"\b(?:(?P<nvidia>nvidia|rtx|gtx|geforce|quadro|dgpu)|(?P<amd>amd|radeon|rx|vega)"
    r"|(?P<intel>intel|uhd|iris|arc)|(?P<own>igpu|apu|integrated|internal|onboard))",
    re.IGNORECASE,
)
_MISSED = re.compile(r"^(?:how|make|never|don.t|doesn.t|does not|not|no longer|won.t)\b", re.IGNORECASE)
_SAME = {"radeon": "amd", "nouveau": "nvidia"}


def _is_of_another(said: str, pinned: str) -> bool:
    """Return whether a program that takes the wrong card takes another than the pinned one, or misses that."""
    found, pinned = _WORDS.search(said), _SAME.get(pinned, pinned)
    maker = (found.lastgroup or "") if found is not None else ""
    if _MISSED.match(said):
        return maker == pinned
    return maker not in ("", pinned) and not (maker == "own" and pinned != "nvidia")


_PLACE = re.compile(r"/|~/|\$(?:HOME|\{HOME\}|PWD)\b")
_OWN_VALUE = re.compile(r"\$\{?XDG_DATA_DIRS\b")
_FOR_ONE = re.compile(r"^(?:env )?(?:\w+=\S* )*XDG_DATA_DIRS=\S* +\S")
"""A command with the variable for itself alone."""


def _without_usual_folder(log: Log) -> Iterator[Event]:
    """Yield that XDG_DATA_DIRS leaves out the folder in which distributions have the manifests of drivers."""
    value = log.variables.get("XDG_DATA_DIRS", "")
    folders = {each.rstrip("/") for each in value.split(":")}
    searched = {place for search in log.searches for place in search.places}
    if not _PLACE.match(value) or "/usr/share" in folders or "/usr/share/vulkan/icd.d" in searched:
        return
    if _OWN_VALUE.search(value) or any(each.files for each in log.searches if each.use is Use.DRIVER):
        return  # what it had before, the text does not show; or drivers are found all the same
    if not set(NAMING_DRIVERS).isdisjoint(log.variables):
        return  # which replace all folders
    if any(name.endswith(".json") for name in log.listings.holds("/etc/vulkan/icd.d")):
        return
    if not without_driver(log) or any(each.startswith(("/nix/", "/gnu/", "/run/")) for each in folders):
        return
    if any(name.endswith(".json") for name in log.listings.holds("/usr/share/vulkan/icd.d")):
        return  # the text lists them there, which says more
    why = (
        f"XDG_DATA_DIRS={quote(value)} leaves out /usr/share, where distributions have the manifests of drivers: "
        "the variable replaces the usual folders"
    )
    whole = f"XDG_DATA_DIRS={shell.assigned(value)}:/usr/local/share:/usr/share"
    fix = (
        f"start it with {whole}, or without the variable"
        if any(_FOR_ONE.search(run.command) for run in log.runs)
        else f"export {whole} where it is set; an empty one stands for the usual folders"
    )
    yield Event(
        EventKind.CONCLUDED, log.variable_lines.get("XDG_DATA_DIRS", 0), "XDG_DATA_DIRS", why, fix=fix
    )


def without_narrow_part(log: Log) -> Iterator[Event]:
    """Yield that a Flatpak has NVIDIA's driver for 64-bit programs alone, where 32-bit ones fail."""
    if Sign.NARROW_SAID not in log.signs or Sign.GL32 in log.signs:
        return
    for name, line in log.flatpak_drivers.items():
        package = f"org.freedesktop.Platform.GL32.{name}"
        why = (
            f"Flatpak lists org.freedesktop.Platform.GL.{name} and not {package}, which 32-bit programs need"
        )
        yield Event(EventKind.CONCLUDED, line, package, why, fix=f"flatpak install flathub {package}")
        return


def remote_session(log: Log) -> Iterator[Event]:
    """Yield that a program runs in a session of remote desktop, where Windows gives its own renderer."""
    basic = any("Basic Render" in event.subject for event in log.events if event.kind is EventKind.DEVICE)
    adapter = log.signs.get(Sign.BASIC_ADAPTER, "")
    is_guest = adapter == HYPER_V and not (log.graphics or log.named_cards)  # without a card of its own
    if Sign.REMOTE in log.signs and (basic or adapter) and not is_guest:
        why = "in a session of remote desktop, Windows gives programs its own renderer and not the graphics card"
        fix = (
            "start the program at the machine's own screen (or by Parsec, Sunshine or VNC), or switch the group "
            "policy on: Use hardware graphics adapters for all Remote Desktop Services sessions"
        )
        yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.REMOTE], "remote desktop", why, fix=fix)
