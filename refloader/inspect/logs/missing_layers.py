"""What to do about a layer that is asked for and not found, or that an override layer leaves out."""

import posixpath
from collections.abc import Collection, Iterable, Sequence

from refloader.host import shell
from refloader.inspect.layer_names import REPLACED
from refloader.inspect.logs.log_context import Around
from refloader.inspect.logs.reading.kinds import Event
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.system import System
from refloader.model.text import quote, some

_USUAL = ("/etc/vulkan/explicit_layer.d", "/usr/share/vulkan/explicit_layer.d")
"""Folders that are searched for explicit layers without a variable, too."""


def of_override(why: str, around: Around) -> str:
    """Return what to do about a layer that an override layer leaves out."""
    return _reset_overrides(around) if why.startswith("Override layer is active") else ""


def _reset_overrides(around: Around) -> str:
    where = f" {quote(around.override)}" if around.override else ", VkLayer_override.json"
    return f"reset the overrides in the configurator (vkconfig), or remove its file{where}"


def of_missing(name: str, known: Sequence[str], around: Around, *, by_variable: bool = False) -> str:
    """Return what to do about a layer that is asked for and not found."""
    if REPLACED.get(name):
        return f"ask for {REPLACED[name]}, which replaced it"
    same = next(
        (each for each in (*known, *REPLACED.values()) if each.lower() == name.lower() and each != name), ""
    )
    if same:
        return f"ask for {same}: letter case counts"
    if around.elevated and around.system is System.WINDOWS:
        return (
            "start the program without administrator rights, or name the layer's manifest for all users: reg add "
            "HKLM\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers /v MANIFEST /t REG_DWORD /d 0"
        )
    if around.elevated:
        return (
            f"put the manifest into /etc/vulkan/explicit_layer.d or /usr/share/vulkan/explicit_layer.d, which "
            f"programs with privileges search, too{_or_without_capabilities(around)}"
        )
    if name in around.available:
        return f"vulkaninfo lists {name}, so have the program run with the same variables and outside of a container"
    if around.of_root and not around.overridden and not around.replaced:
        return (
            f"run the program without sudo, or put the manifest of {name} into /etc/vulkan/explicit_layer.d, where "
            "each user's programs find it"
        )
    if around.overridden:
        return f"{_reset_overrides(around)}: it replaces the folders of explicit layers by its own"
    if around.replaced and all(each.rstrip("/") in _USUAL for each in around.replaced):
        unset = around.unset("VK_LAYER_PATH")
        return f"install {name}{around.installing(name)}, and {unset}, which adds no folder here"
    if around.replaced:
        places = some([quote(each) for each in around.replaced])
        return (
            f"{around.unset('VK_LAYER_PATH')}, or have it name the folder of {name}: nothing but "
            f"{places} is searched"
        )
    if around.system is System.ANDROID:
        return (
            f"put the library of {name} into the APK (lib/ABI, with a name that begins with "
            f"libVkLayer_), or into that of "
            "the application which adb shell settings put global gpu_debug_layer_app names"
        )
    if Sign.FLATPAK in around.signs:
        return (
            f"a Flatpak does not have the machine's layers: start the program outside of it (from a development "
            "environment: flatpak-spawn --host PROGRAM), or install the extension with the layer, if there is one "
            f"(org.freedesktop.Platform.VulkanLayer.*); outside of a Flatpak install {name}"
            f"{around.installing(name)}"
        )
    package = around.package_of(name)
    if package:
        return (
            f"{package} is installed, by the text: see where its manifest lies and which folders are searched "
            "(VK_LOADER_DEBUG=layer), and what VK_LAYER_PATH is"
        )
    if by_variable:
        file = around.variable_files.get("VK_INSTANCE_LAYERS", "")
        where = (
            f"from {file}"
            if file
            else "where it is set: ~/.profile, ~/.config/environment.d, /etc/environment"
        )
        unset = f"unset VK_INSTANCE_LAYERS, and remove it {where}; then log in again"
        return (
            f"take it out of VK_INSTANCE_LAYERS, if it is not wanted ({unset}), "
            f"or install {name}{around.installing(name)}"
        )
    variable = "VK_LAYER_PATH" if around.is_old else "VK_ADD_LAYER_PATH"
    variable += "" if around.release else " (VK_LAYER_PATH before release 1.3.207)"
    return f"install {name}{around.installing(name)}, or have {variable} name its folder"


def _or_without_capabilities(around: Around) -> str:
    """Return how the program loses its privileges, if the text shows from where it has them."""
    program = around.signs.get(Sign.CAPABILITIES, "")
    return f", or take the capabilities off: sudo setcap -r {shell.operand(program)}" if program else ""


LIKELY = "most likely for this: "
"""What comes before the reason of a library that is a layer's by its folder, and not by a name in the text."""

_ENTRY = "vkGetInstanceProcAddr"


def not_entered(
    name: str,
    lost: Collection[str],
    events: Iterable[Event],
    manifests: Iterable[str],
    explicit: Collection[str],
) -> list[Event]:
    """Return the message that a loader could not enter a library which is most likely that of an explicit layer.

    No text names both. It is the layer's where it is the only such library, the layer is the only one of those asked
    for that the chain lacks (``lost``), and one manifest lies beside the library: one of the ``explicit`` ones.
    """
    found = {event.subject: event for event in events if event.message and event.message.why == _ENTRY}
    if len(found) != 1 or set(lost) != {name}:
        return []
    library, event = next(iter(found.items()))
    folder = posixpath.dirname(posixpath.normpath(library))
    paths = {posixpath.normpath(each) for each in (*manifests, *explicit)}
    beside = [each for each in paths if posixpath.dirname(each) == folder]
    mine = len(beside) == 1 and beside[0] in {posixpath.normpath(each) for each in explicit}
    return [event] if folder.startswith("/") and mine else []
