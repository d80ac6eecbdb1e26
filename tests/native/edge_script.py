"""Runs inside the library in the place of the real entries: uses every function of _edge and checks it.

``vkEnumerateInstanceVersion(request)`` is the way in: the first word of the request points at the name of a
check, the second at the path of edge_native.so, the third at a folder to use.
"""

import _edge

if _edge.getenv("EDGE_TEST_BROKEN"):
    raise RuntimeError("broken")
# No literal: without the codecs' modules, marshal cannot read half a surrogate pair.
TEXT = b"tr\xc3\xa4ger \xff \xe2\x9c\x93".decode("utf-8", "surrogateescape")


class World:
    """What a check is given; its attributes are the symbols of edge_native.c."""

    def __init__(self, library, folder):
        self.path = library
        self.folder = folder
        self.library, reason = _edge.open_library(library)
        assert self.library, reason

    def __getattr__(self, name):
        return _edge.symbol(self.library, name)


def memory_given_back(world):
    """Memory is zeroed and aligned, and given back once."""
    memory = _edge.Memory(40)
    assert memory.address % 16 == 0
    assert _edge.data(memory.address, 40) == bytes(40)
    memory.free()
    memory.free()
    assert memory.address == 0


def numbers(world):
    """Numbers of every width are read and written, at any address."""
    memory = _edge.Memory(32)
    at = memory.address
    _edge.put64(at, 0xFEDCBA9876543210)
    assert _edge.u64(at) == 0xFEDCBA9876543210
    assert _edge.u32(at) == 0x76543210
    _edge.put32(at, -3)
    assert _edge.u32(at) == 0xFFFFFFFD
    assert _edge.u32(at + 4) == 0xFEDCBA98
    _edge.put32(at + 1, 7)
    assert _edge.u32(at + 1) == 7


def reals(world):
    """What is computed with reals is what libm computes, and integers are read in every base."""
    two, half = float(len("ab")), 1 / len("ab")
    assert two**half == 1.4142135623730951
    assert (two**70) % 7.5 == 4.0
    assert abs(complex(two + 1, two * two)) == 5.0
    assert abs(complex(0, two) ** complex(two) + two * two) < 1e-15
    assert (two + half).__round__() == 2
    assert int("9" * 400) == 10**400 - 1
    assert int("z" * 300, 36) == 36**300 - 1


def arrays(world):
    """Arrays and bytes go both ways; copies may overlap."""
    memory = _edge.Memory(64)
    at = memory.address
    _edge.put_words(at, [1, 2, 2**64 - 1])
    assert _edge.words(at, 3) == (1, 2, 2**64 - 1)
    assert _edge.words(at, 0) == ()
    _edge.put_words(at, ())
    assert _edge.members(at, 3, 0b100) == (1, 2, 2**32 - 1)
    _edge.copy(at + 8, at, 16)
    assert _edge.words(at, 3) == (1, 1, 2)
    _edge.put(at, b"a\0b")
    assert _edge.data(at, 3) == b"a\0b"


def text(world):
    """Text keeps every byte, UTF-8 or not."""
    memory = _edge.Memory(64)
    at = memory.address
    _edge.put_text(at, TEXT, 64)
    assert _edge.text(at) == TEXT
    assert _edge.text(0) is None
    _edge.put_words(at + 40, [at, 0])
    assert _edge.texts(at + 40, 2) == (TEXT, "")


def halves_of_pairs(world):
    """What JSON may hold and UTF-8 may not is no reason to fail: it names what nobody has."""
    memory = _edge.Memory(64)
    half = chr(0xD800)
    _edge.put_text(memory.address, half + "x", 64)
    assert _edge.data(memory.address, 8) == b"\\ud800x\0"
    assert _edge.getenv(half) is None
    assert _edge.read_file("/" + half, 10) == 2  # ENOENT
    assert _edge.open_library("/" + half)[0] == 0


def long_text(world):
    """Text too long for its array is cut between characters."""
    memory = _edge.Memory(16)
    _edge.put(memory.address, b"x" * 16)
    _edge.put_text(memory.address, "ab✓c", 5)
    assert _edge.data(memory.address, 6) == b"ab\0\0\0x"


def calls(world):
    """A call passes up to nine arguments."""
    assert _edge.call(world.weigh, 1, 2, 3, 4, 5, 6, 7, 8, 9) == 285
    assert _edge.call(world.weigh) == 0
    assert _edge.result(world.minus_four) == -4
    assert _edge.call(world.minus_four) & 0xFFFFFFFF == 2**32 - 4
    assert raises(TypeError, _edge.call, world.weigh, *range(10))
    assert raises(TypeError, _edge.call, "weigh")


def callbacks(world):
    """Memory comes from the application's callbacks and goes back there."""
    _edge.call(world.reset)
    memory = _edge.Memory(24, world.callbacks, 3)
    assert _edge.words(world.last_allocation, 3) == (24, 16, 3)
    assert memory.address % 16 == 0
    assert _edge.data(memory.address, 24) == bytes(24)
    assert _edge.u64(world.live) == 1
    del memory
    assert _edge.u64(world.live) == 0
    memory = _edge.Memory(8, world.callbacks)
    memory.free(world.callbacks)
    assert _edge.u64(world.live) == 0


def no_memory_left(world):
    """A callback that has nothing is a MemoryError."""
    assert raises(MemoryError, _edge.Memory, 8, world.failing_callbacks)


def reentry(world):
    """An exception survives when the memory's free function enters the library again."""

    def fails():
        kept = [_edge.Memory(8, world.reentering_callbacks)]
        raise KeyError(len(kept))

    before = _edge.u64(world.reentered)
    assert raises(KeyError, fails)
    assert _edge.u64(world.reentered) == before + 1


def libraries(world):
    """A library that cannot be opened says why."""
    handle, reason = _edge.open_library("/nowhere/lib.so")
    assert handle == 0
    assert "/nowhere/lib.so" in reason
    handle, reason = _edge.open_library(world.path)
    assert reason == ""
    assert handle == world.library
    assert _edge.symbol(handle, "no_such_symbol") == 0
    _edge.close_library(handle)


def process(world):
    """Variables, privilege and program are those of the process."""
    assert _edge.getenv("EDGE_TEST") == TEXT
    assert _edge.getenv("EDGE_TEST_UNSET") is None
    assert _edge.elevated() is False
    assert _edge.executable().startswith("/")
    assert _edge.thread() == _edge.thread() != 0


def folders(world):
    """Folders are listed without the two dots; errors are numbers."""
    assert set(_edge.list_folder(world.folder)) == {"file", "big", "pipe", "folder", TEXT}
    assert _edge.list_folder(world.folder + "/folder") == ()
    assert _edge.list_folder(world.folder + "/none") == 2
    assert _edge.list_folder(world.folder + "/file") == 20


def files(world):
    """Only regular files are read, and no more of them than asked for."""
    assert _edge.read_file(world.folder + "/file", 100) == b"content\0\n"
    assert _edge.read_file(world.folder + "/big", 10) == b"x" * 11
    assert len(_edge.read_file(world.folder + "/big", 10**6)) == 100_000
    assert _edge.read_file("/proc/self/stat", 10**6)
    assert _edge.read_file(world.folder + "/none", 10) == 2
    assert _edge.read_file(world.folder + "/folder", 10) == 22
    assert _edge.read_file(world.folder + "/pipe", 10) == 22
    assert _edge.read_file("/dev/zero", 10) == 22


def states(world):
    """What is read comes with the state of the file, as ``seen`` finds it, unless that says nothing."""
    content, state = _edge.read_and_seen("/bin/sh", 3)
    assert content == b"\x7fELF"
    assert state is not None
    assert state == _edge.seen("/bin/sh")
    assert _edge.read_and_seen(world.folder + "/file", 100)[0] == b"content\0\n"
    assert _edge.read_and_seen("/proc/self/stat", 10**6)[1] is None
    assert _edge.read_and_seen(world.folder + "/none", 10) == (2, None)
    assert _edge.read_and_seen(world.folder + "/folder", 10) == (22, None)
    assert _edge.read_and_seen(world.folder + "/pipe", 10) == (22, None)


def append(world):
    """Text is added to the end of a file."""
    path = world.folder + "/folder/new"
    assert _edge.append_file(path, "one\n") is True
    assert _edge.append_file(path, TEXT) is True
    assert _edge.read_file(path, 100) == b"one\n" + TEXT.encode("utf-8", "surrogateescape")
    assert _edge.append_file(world.folder + "/none/new", "x") is False


def entries(world):
    """Every function of the library has an address, by name."""
    assert _edge.entry("vkCreateInstance") != _edge.entry("terminator_vkCreateInstance") != 0
    assert _edge.entry("vkGetInstanceProcAddr") != 0
    assert raises(KeyError, _edge.entry, "vkNoSuchCommand")
    assert _edge.INSTANCE_TABLE > 8 * 100
    assert _edge.DEVICE_TABLE > 8 * 600


def wrong_types(world):
    """Arguments of a wrong type or number are exceptions."""
    assert raises(TypeError, _edge.u32, "x")
    assert raises(TypeError, _edge.words, 1)
    assert raises(TypeError, _edge.put_words, 1, 2)
    assert raises(TypeError, _edge.getenv, 1)
    assert raises(TypeError, _edge.list_folder, b"x")


def message_entry(world):
    """Tells the test the address of an entry that is not exported."""
    _edge.put64(world.live, _edge.entry("terminator_vkDebugReportMessageEXT"))


def raises(kind, function, *arguments):
    """Whether the call raises just that."""
    try:
        function(*arguments)
    except Exception as problem:
        return type(problem) is kind
    return False


def check(request):
    """Run one check; tells on standard error what failed."""
    name, library, folder = map(_edge.text, _edge.words(request, 3))
    globals()[name](World(library, folder))
    return 0


def callback(function, argument, unused):
    """vkCreateInstance here: call a C function with one argument and give what it returns."""
    return _edge.result(function, argument)


def no_memory(first, second):
    """Layer properties here: nothing is left."""
    raise MemoryError


def wrong(first, second, third):
    """Extension properties here: an exception that nobody expects, longer than a line."""
    raise ValueError("x" * 2000)


def gone(instance, allocator):
    """vkDestroyInstance here: returns nothing, whatever happens; ends the process where it is told to."""
    if allocator:
        _edge.wrong_handle("vkDestroyInstance", "VkInstance", "instance", "")
    raise ValueError(instance, allocator)


def message(instance, flags, kind, object_, location, code, prefix, text):
    """vkDebugReportMessageEXT's terminator here: writes down what it was given."""
    _edge.put_words(prefix, [instance, flags, kind, object_, location, code, text])


ENTRIES = {
    "vkEnumerateInstanceVersion": check,
    "vkCreateInstance": callback,
    "vkEnumerateInstanceLayerProperties": no_memory,
    "vkEnumerateInstanceExtensionProperties": wrong,
    "vkDestroyInstance": gone,
    "terminator_vkDebugReportMessageEXT": message,
}
