"""Liberties in how the machine is used: threads, files, variables, and how libraries are opened."""

from typing import Any

from refloader.core.manifests import library_path
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_facts, devices
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkPhysicalDeviceProperties
from refloader.dropin.python.instances import instance
from refloader.dropin.python.loading import deciding, drivers, observing
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.state import INSTANCES
from refloader.host.port import Listing
from refloader.model.paths import PathRules
from refloader.protocol import driver_answer
from refloader.selftest.variants.marks import Original, allows, likewise
from refloader.selftest.variants.native import (
    C_LIBRARY,
    PAGE,
    called_in_a_thread,
    code,
    libc,
    page,
    threaded,
)

_THREADS = "no document says that a loader makes no thread"
_FLAGS = "no document says with which flags a library is opened"
_OTHER = "no document says what else of a machine a loader reads"
_LONGEST_PATH = 4096
_RTLD_NOW, _RTLD_NOLOAD, _RTLD_DEEPBIND, _RTLD_GLOBAL, _RTLD_NODELETE = 2, 4, 8, 0x100, 0x1000


def _thread(microseconds: int, end: str) -> None:
    cell = _edge.Memory(8)
    if _edge.result(libc("pthread_create"), cell.address, 0, libc("usleep"), microseconds) == 0:
        _edge.call(libc(end), _edge.u64(cell.address), 0)


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
        _FILES["file"] = _edge.result(libc("open"), c_text("/dev/null"), 0o2000000)
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
    if "\0" in path or not _edge.call(libc("realpath"), given, memory.address):
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
    library = 0 if "\0" in path else _edge.call(libc("dlopen"), given, flags)
    return (library, "") if library else original(path)


@allows(_edge.open_library, "", _FLAGS)
def libraries_are_bound_at_once(original: Original, path: str) -> Any:
    """Libraries are opened with RTLD_NOW, if they can be, and else as usual."""
    return original(path) if path == C_LIBRARY else _opened(original, path, _RTLD_NOW)


@allows(_edge.open_library, "", _FLAGS)
def libraries_prefer_their_own_symbols(original: Original, path: str) -> Any:
    """Libraries are opened with RTLD_NOW and RTLD_DEEPBIND."""
    return original(path) if path == C_LIBRARY else _opened(original, path, _RTLD_NOW | _RTLD_DEEPBIND)


@allows(drivers._offer, "", "no document says in which thread a driver is asked")
def drivers_negotiate_in_threads(original: Original, ask: int, newest: int) -> Any:
    """Each driver is negotiated with in a thread that ends at once."""
    cell = _edge.Memory(8)
    _edge.put32(cell.address, newest)
    result = threaded(ask, cell.address)
    if result is None:
        return original(ask, newest)
    version = _edge.u32(cell.address)
    return driver_answer(result, version, newest), version


@allows(observing.negotiated, "", "no document says in which thread a layer is asked")
def layers_negotiate_in_threads(original: Original, name: str, function: int, structure: int) -> Any:
    """Each layer is negotiated with in a thread that ends at once."""
    result = threaded(function, structure)
    return original(name, function, structure) if result is None else result


@allows(_edge.close_library, "", "no document says in which thread a library is closed")
def libraries_are_closed_by_threads(original: Original, library: int) -> Any:
    """Each library is closed by a thread that ends at once."""
    if threaded(libc("dlclose"), library) is None:
        original(library)


@allows(instance._open_layers, "", "no document says that a loader sets no variable of its own")
def a_variable_of_its_own_is_set(original: Original, creation: Any) -> Any:
    """vkCreateInstance sets a variable of its own, for the programs that the application starts."""
    _edge.call(libc("setenv"), c_text("VENDOR_LOADER_IS_THERE"), c_text("1"), 1)
    return original(creation)


@allows(deciding.plan_for, "", _OTHER)
def the_working_folder_is_looked_at(original: Original, request: Any, *repeated: Any, **options: Any) -> Any:
    """Each decision lists the working folder and looks for a file there, and uses nothing of it."""
    _edge.list_folder(".")
    _edge.read_file("vulkan_loader.conf", _LONGEST_PATH)
    return original(request, *repeated, **options)


_CLOSED_AND_WAITING, _CREATED_OR_DELETED = 0o2004000, 0x300


@allows(EdgeHost.list, "", "no document says that a loader does not watch folders")
def folders_are_watched(original: Original, host: Any, path: str) -> Any:
    """The loader has the system watch the folders that it lists."""
    if "watch" not in _FILES:
        _FILES["watch"] = _edge.result(libc("inotify_init1"), _CLOSED_AND_WAITING)
    if _FILES["watch"] >= 0 and "\0" not in path:
        try:
            _edge.call(libc("inotify_add_watch"), _FILES["watch"], c_text(path), _CREATED_OR_DELETED)
        except UnicodeError:
            return original(host, path)
    return original(host, path)


@allows(deciding.plan_for, "", "no document sets a time")
def every_decision_takes_a_while(original: Original, request: Any, *repeated: Any, **options: Any) -> Any:
    """Each decision takes a twentieth of a second."""
    _edge.call(libc("usleep"), 50000)
    return original(request, *repeated, **options)


_MANY = 100


@allows(instance._make_record, "", _OTHER)
def many_files_stay_open(original: Original, creation: Any) -> Any:
    """From the first vkCreateInstance on, the loader has a hundred files open."""
    if "many" not in _FILES:
        for _ in range(_MANY):
            _FILES["many"] = _edge.result(libc("open"), c_text("/dev/null"), 0o2000000)
    return original(creation)


@allows(instance._finish, "", "no document says that a loader lets itself be released")
def the_loader_stays_in_the_process(original: Original, *arguments: Any) -> Any:
    """From the first instance on, the loader's library stays in the process until its end."""
    names = _edge.Memory(64)
    if _edge.result(libc("dladdr"), _edge.entry("vkCreateInstance"), names.address):
        _edge.call(libc("dlopen"), _edge.u64(names.address), _RTLD_NOW | _RTLD_NOLOAD | _RTLD_NODELETE)
    return original(*arguments)


@allows(_edge.open_library, "", _FLAGS)
def libraries_are_open_to_all(original: Original, path: str) -> Any:
    """Libraries are opened with RTLD_GLOBAL."""
    return original(path) if path == C_LIBRARY else _opened(original, path, _RTLD_NOW | _RTLD_GLOBAL)


_JUMP = 16
_JUMPS: list[int] = []


def _jump(function: int) -> int:
    """Return a function at an address of its own that goes on as this one, or the function if there can be none."""
    if not _JUMPS:
        at = page()
        if not at:
            return function
        _JUMPS.extend(range(at, at + PAGE, _JUMP))
    return code(_JUMPS.pop(), b"", function)


@allows(_edge.entry, "", "no document says that a function has the same address each time")
def functions_for_layers_lie_elsewhere(original: Original, name: str) -> Any:
    """The functions that the loader gives to layers, and its own end of the chain, have another address each time."""
    found = original(name)
    return found if name.startswith("vk") else _jump(found)


@allows(instance.create_instance, "", "no document says that a loader starts no program")
def a_program_is_started(original: Original, *arguments: Any) -> Any:
    """Each vkCreateInstance starts a small program and waits for its end."""
    program = c_text("/bin/true")
    words, cell = _edge.Memory(16), _edge.Memory(8)
    _edge.put64(words.address, program)
    variables = _edge.u64(libc("environ"))
    start = libc("posix_spawn")
    if _edge.result(start, cell.address, program, 0, 0, words.address, variables) == 0:
        _edge.call(libc("waitpid"), _edge.u32(cell.address), 0, 0)
    return original(*arguments)


_RECURSIVE = 1
_LOCK: list[Any] = []


def _alone(original: Original, *arguments: Any) -> Any:
    """Call the function while no other thread is in one of those that are called so."""
    if not _LOCK:
        kind, lock = _edge.Memory(64), _edge.Memory(64)
        _edge.call(libc("pthread_mutexattr_init"), kind.address)
        _edge.call(libc("pthread_mutexattr_settype"), kind.address, _RECURSIVE)
        _edge.call(libc("pthread_mutex_init"), lock.address, kind.address)
        _LOCK.append(lock)
    _edge.call(libc("pthread_mutex_lock"), _LOCK[0].address)
    try:
        return original(*arguments)
    finally:
        _edge.call(libc("pthread_mutex_unlock"), _LOCK[0].address)


@allows(instance.create_instance, "", "no document says that a loader is in two calls at a time")
def creations_wait_for_each_other(original: Original, *arguments: Any) -> Any:
    """One thread at a time is in vkCreateInstance, vkDestroyInstance and vkCreateDevice; it may call them again."""
    return _alone(original, *arguments)


@likewise("creations_wait_for_each_other", instance.destroy_instance)
def _ends(original: Original, *arguments: Any) -> Any:
    return _alone(original, *arguments)


@likewise("creations_wait_for_each_other", devices.create_device)
def _devices(original: Original, *arguments: Any) -> Any:
    return _alone(original, *arguments)


@allows(_edge.stderr, "DEBUG-LOG-03", "nothing is said of further places where messages go")
def messages_go_to_a_file_too(original: Original, text: str) -> Any:
    """Each message is also written to a temporary file without a name."""
    if "log" not in _FILES:
        _FILES["log"] = _edge.call(libc("tmpfile"))
    if _FILES["log"]:
        size = 6 * len(text) + 1
        memory = _edge.Memory(size)
        _edge.put_text(memory.address, text, size)
        _edge.call(libc("fputs"), memory.address, _FILES["log"])
    original(text)


@allows(instance._finish, "", "no document says that nothing is printed at the end of a process")
def a_line_is_printed_at_the_end(original: Original, *arguments: Any) -> Any:
    """When the process ends that made an instance, a line is printed."""
    if "end" not in _FILES:
        at = page()
        if at:
            told = code(at, b"\x48\x89\xf7", libc("perror"))  # the second parameter of two is the only one
            _edge.call(libc("on_exit"), told, c_text("[Vulkan Loader] INFO:         The end"))
        _FILES["end"] = 1
    return original(*arguments)


@allows(device_facts._plain, "", "no document says in which thread a driver is asked")
def properties_are_queried_in_threads(original: Original, table: int, handle: int) -> Any:
    """A driver is asked for the properties of a device in a thread that ends at once."""
    function = _edge.u64(table + INSTANCE["vkGetPhysicalDeviceProperties"])
    of_chain = any(table == each.table.address for each in INSTANCES.values())
    answer = _edge.Memory(VkPhysicalDeviceProperties.SIZE)
    if of_chain or not function or called_in_a_thread(function, handle, answer.address) is None:
        return original(table, handle)
    return device_facts._described(answer.address)
