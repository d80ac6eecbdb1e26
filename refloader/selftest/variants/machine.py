"""Liberties in how the machine is used: threads, files, variables, and how libraries are opened."""

from typing import Any

from refloader.core.manifests import library_path
from refloader.dropin.python import _edge
from refloader.dropin.python.instances import instance
from refloader.dropin.python.loading import deciding
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.dropin.python.memory.c_text import c_text
from refloader.host.port import Listing
from refloader.model.paths import PathRules
from refloader.selftest.variants.marks import Original, allows

_THREADS = "no document says that a loader makes no thread"
_FLAGS = "no document says with which flags a library is opened"
_OTHER = "no document says what else of a machine a loader reads"
_LONGEST_PATH = 4096
_RTLD_NOW, _RTLD_DEEPBIND = 2, 8
_C = "libc.so.6"
_OPEN: dict[str, Any] = {}


def _libc(name: str) -> int:
    if not _OPEN:
        _OPEN[_C] = _edge.open_library(_C)[0]
    return _edge.symbol(_OPEN[_C], name)


def _thread(microseconds: int, end: str) -> None:
    cell = _edge.Memory(8)
    if _edge.result(_libc("pthread_create"), cell.address, 0, _libc("usleep"), microseconds) == 0:
        _edge.call(_libc(end), _edge.u64(cell.address), 0)


@allows(instance.create_instance, "", _THREADS)
def a_thread_outlives_each_creation(original: Original, *arguments: Any) -> Any:
    """Each vkCreateInstance starts a thread that still runs for half a second afterwards."""
    _thread(500000, "pthread_detach")
    return original(*arguments)


@allows(instance.destroy_instance, "", _THREADS)
def the_end_waits_for_a_thread(original: Original, *arguments: Any) -> Any:
    """Each vkDestroyInstance starts a thread and waits for its end."""
    original(*arguments)
    _thread(100, "pthread_join")


@allows(instance.create_instance, "", _OTHER)
def a_file_stays_open(original: Original, *arguments: Any) -> Any:
    """From the first vkCreateInstance on, the loader has a file open."""
    if "file" not in _FILES:
        _FILES["file"] = _edge.result(_libc("open"), c_text("/dev/null"), 0o2000000)
    return original(*arguments)


_FILES: dict[str, int] = {}


@allows(deciding.plan_for, "", _OTHER)
def the_process_is_looked_at(original: Original, request: Any, *repeated: Any, **options: Any) -> Any:
    """Each decision reads what the system tells of the process and of the machine."""
    for path in ("/proc/self/maps", "/proc/self/status", "/proc/cpuinfo", "/etc/os-release"):
        _edge.read_file(path, 1 << 20)
    _edge.executable()
    return original(request, *repeated, **options)


@allows(EdgeHost.list, "", "no document says which folders a loader may look at")
def folders_in_folders_are_listed(original: Original, host: Any, path: str) -> Any:
    """Each name in a folder is tried as a folder, and what is found there is not used."""
    found = original(host, path)
    if isinstance(found, Listing):
        for name in found.names[:100]:
            _edge.list_folder(f"{path}/{name}")
    return found


@allows(_edge.getenv, "", "no document says which other variables a loader reads")
def variables_of_its_own_are_read(original: Original, name: str) -> Any:
    """The loader also reads variables of its vendor, and one that nobody sets."""
    original(f"{name}_OF_VENDOR")
    original("VK_LOADER_VENDOR_MODE")
    return original(name)


_VALUES: dict[str, str | None] = {}


@allows(_edge.getenv, "", "no document says when variables are read")
def variables_are_read_once(original: Original, name: str) -> Any:
    """Each variable has the value that it had when the loader first read it."""
    if name not in _VALUES:
        _VALUES[name] = original(name)
    return _VALUES[name]


def _real(path: str) -> str:
    try:
        given = c_text(path)
    except UnicodeError:
        return path
    memory = _edge.Memory(_LONGEST_PATH)
    if "\0" in path or not _edge.call(_libc("realpath"), given, memory.address):
        return path
    return _edge.text(memory.address) or path


@allows(library_path.opened_as, "", "no document says in which spelling a library is opened")
def links_to_libraries_are_followed(original: Original, path: str, manifest: str) -> Any:
    """A library with a full path is opened by the path that remains when all links are followed."""
    found = original(path, manifest)
    return _real(found) if "/" in found else found


@allows(PathRules.plain, "AMB-DISC-SLASH", "how sameness is decided is not stated")
def folders_are_compared_as_files(original: Original, rules: Any, path: str) -> Any:
    """Two paths of one folder are one folder, whichever links lead there."""
    return _real(original(rules, path))


def _opened(original: Original, path: str, flags: int) -> Any:
    try:
        given = c_text(path)
    except UnicodeError:
        return original(path)
    library = 0 if "\0" in path else _edge.call(_libc("dlopen"), given, flags)
    return (library, "") if library else original(path)


@allows(_edge.open_library, "", _FLAGS)
def libraries_are_bound_at_once(original: Original, path: str) -> Any:
    """Libraries are opened with RTLD_NOW, if they can be, and else as usual."""
    return original(path) if path == _C else _opened(original, path, _RTLD_NOW)


@allows(_edge.open_library, "", _FLAGS)
def libraries_prefer_their_own_symbols(original: Original, path: str) -> Any:
    """Libraries are opened with RTLD_NOW and RTLD_DEEPBIND."""
    return original(path) if path == _C else _opened(original, path, _RTLD_NOW | _RTLD_DEEPBIND)
