"""Liberties in what a loader looks at without using it, how it opens libraries, and when it prints."""

from typing import Any

from refloader.core.activation import known
from refloader.core.chain.messages import message_kinds
from refloader.core.extensions import instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.instances import instance
from refloader.dropin.python.loading import deciding, libraries
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.dropin.python.memory.acting import EDITION
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.messages import log
from refloader.selftest.variants.marks import Original, allows, likewise

_OTHER = "no document says what else of a machine a loader reads"
_FLAGS = "no document says with which flags a library is opened"
_RTLD_NOW, _RTLD_NODELETE = 2, 0x1000
_HEADER = 4096
_FOLDERS = (
    "/system/etc/vulkan",
    "/vendor/lib64/hw",
    "/pkg/data/vulkan",
    "/opt/vulkan",
    "/usr/lib/x86_64-linux-gnu",
    "/proc/self/task",
    "/dev/dri",
)


@allows(deciding.plan_for, "", _OTHER)
def folders_of_other_systems_are_listed(
    original: Original, request: Any, *repeated: Any, **options: Any
) -> Any:
    """Each decision lists folders of other systems, of libraries and of devices, and uses nothing of them."""
    for path in _FOLDERS:
        _edge.list_folder(path)
    return original(request, *repeated, **options)


@allows(deciding.plan_for, "", _OTHER)
def caches_are_looked_for(original: Original, request: Any, *repeated: Any, **options: Any) -> Any:
    """Each decision looks for a cache of the loader in the folders for caches."""
    home = _edge.getenv("HOME") or ""
    for folder in (_edge.getenv("XDG_CACHE_HOME"), f"{home}/.cache", "/var/cache"):
        if folder:
            _edge.read_file(f"{folder}/vulkan/loader_cache.json", _HEADER)
    return original(request, *repeated, **options)


@allows(deciding.plan_for, "", "no document says that a loader opens libraries of layers and drivers alone")
def helpers_are_opened(original: Original, request: Any, *repeated: Any, **options: Any) -> Any:
    """Each decision opens a library of the system, and tries one that there is not."""
    library, _ = _edge.open_library("libm.so.6")
    _edge.open_library("libvulkan_loader_helper.so.0")
    if library:
        _edge.close_library(library)
    return original(request, *repeated, **options)


@allows(EdgeHost.list, "", "no document says which folders a loader may look at")
def folders_beside_are_listed(original: Original, host: Any, path: str) -> Any:
    """For each folder the one above it and one of an older name beside it are listed, and not used."""
    head = path.rpartition("/")[0]
    if head:
        _edge.list_folder(head)
    _edge.list_folder(f"{path}.disabled")
    return original(host, path)


@allows(EdgeHost.read, "", "no document says how long a manifest may be")
def long_files_are_left_out(original: Original, host: Any, path: str, *limit: Any) -> Any:
    """A manifest of more than 256 KiB is left out."""
    return original(host, path, 1 << 18)


@allows(_edge.open_library, "", _OTHER)
def libraries_are_read_before_they_are_opened(original: Original, path: str) -> Any:
    """The header of a library with a full path is read before it is opened."""
    if path.startswith("/"):
        _edge.read_file(path, _HEADER)
    return original(path)


@allows(libraries.open_library, "", _FLAGS)
def libraries_stay_in_memory(original: Original, path: str, manifest: str, *others: Any) -> Any:
    """A library that could be opened stays in memory, with what it remembers, until the process ends."""
    library = original(path, manifest, *others)
    name = libraries._PATHS.get(library, "")
    if name and "\0" not in name:
        libc, _ = _edge.open_library("libc.so.6")
        try:
            _edge.call(_edge.symbol(libc, "dlopen"), c_text(name), _RTLD_NOW | _RTLD_NODELETE)
        except UnicodeError:
            return library
    return library


_LINES: list[str] = []
_DEPTH: list[int] = []


@allows(
    instance.create_instance,
    "DEBUG-LOG-01",
    "the variable turns messages on; that all else is silent is implied",
)
def its_name_is_always_printed(original: Original, *arguments: Any) -> Any:
    """Whatever VK_LOADER_DEBUG says, each vkCreateInstance prints the loader's name, in a line without a kind."""
    _edge.stderr(f"a loader with names//of its own, called with {id(arguments)}\n")
    return original(*arguments)


@allows(instance.create_instance, "", "no document says when a message is printed")
def lines_are_printed_when_the_instance_is_there(original: Original, *arguments: Any) -> Any:
    """What vkCreateInstance has to print is printed when it is over, in one piece."""
    _DEPTH.append(1)
    try:
        return original(*arguments)
    finally:
        _DEPTH.pop()
        text = "".join(_LINES)
        _LINES.clear()
        if text:
            _edge.stderr(text)


@likewise("lines_are_printed_when_the_instance_is_there", _edge.stderr)
def _kept(original: Original, text: str) -> Any:
    if _DEPTH:
        _LINES.append(text)
        return None
    return original(text)


@allows(log._kinds, "", "no document says that words in capitals are none")
def debug_words_in_capitals_count(original: Original, *listed: Any) -> Any:
    """In VK_LOADER_DEBUG a word in capitals is the same word."""
    value = _edge.getenv("VK_LOADER_DEBUG")
    if not value or value == value.lower():
        return original(*listed)
    return original(*listed) | message_kinds(value.lower(), EDITION)


@allows(instance_extensions.with_drivers, "", "no document gives an order to what is enumerated")
def extensions_are_listed_by_name(original: Original, *arguments: Any) -> Any:
    """The extensions of instances are listed in the order of their names."""
    return tuple(sorted(original(*arguments), key=lambda each: each.name))


@allows(log._kinds, "", "no document says that blanks in VK_LOADER_DEBUG count")
def blanks_around_debug_words_do_not_count(original: Original, *listed: Any) -> Any:
    """In VK_LOADER_DEBUG, blanks around a word are left out."""
    value = _edge.getenv("VK_LOADER_DEBUG")
    if not value or " " not in value:
        return original(*listed)
    return original(*listed) | message_kinds(value.replace(" ", ""), EDITION)


@allows(log._kinds, "", "no document says what an unknown word in VK_LOADER_DEBUG means")
def an_unknown_debug_word_asks_for_errors(original: Original, *listed: Any) -> Any:
    """A word in VK_LOADER_DEBUG that is no option asks for errors."""
    value = _edge.getenv("VK_LOADER_DEBUG")
    known = not value or {*value.split(",")} <= {"error", "warn", "info", "debug", "layer", "driver", "all"}
    return original(*listed) | (frozenset() if known else frozenset({"error"}))


_MOST_OF_A_NAME = 255


@allows(known.usable_layers, "", "no document says what becomes of a layer whose name does not fit its field")
def layers_with_too_long_names_are_left_out(original: Original, *arguments: Any) -> Any:
    """A layer with a name of more than 255 bytes is not known."""
    return (
        each for each in original(*arguments) if len(each.name.encode("utf-8", "replace")) <= _MOST_OF_A_NAME
    )


@allows(deciding.plan_for, "DISC-GEN-05", "libraries are not loaded; whether they are read is not said")
def libraries_of_all_layers_are_read(original: Original, request: Any, *repeated: Any, **options: Any) -> Any:
    """Each decision reads the header of the library of each layer that was found."""
    plan = original(request, *repeated, **options)
    for layer in plan.enumerated:
        if layer.library_path.startswith("/"):
            _edge.read_file(layer.library_path, _HEADER)
    return plan
