"""A start from the image of the interpreter is one that decides as an ordinary start does.

REFLOADER_EDITION=2026 names what the library does anyway, but with it the modules are imported anew.
"""

import json
import random
import struct
from pathlib import Path
from textwrap import dedent

import pytest
from mock_world import MockWorld
from programs import Program
from scripts import Script

from refloader.dropin.build.image import __main__ as command
from refloader.dropin.build.image.plan import IS_THERE

pytestmark = pytest.mark.slow

ANEW = {"REFLOADER_EDITION": "2026"}
ORDERED = ".text.loader"
LOOK = """
    library = ctypes.CDLL(os.environ["LIBRARY"])
    count = ctypes.c_uint32()
    answers = [library.vkEnumerateInstanceExtensionProperties(None, ctypes.byref(count), None), count.value]
    answers += [library.vkEnumerateInstanceLayerProperties(ctypes.byref(count), None), count.value]
    info, instance = (ctypes.c_uint64 * 8)(1), ctypes.c_void_p()
    answers.append(library.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance)))
    if instance:
        answers += [library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), None), count.value]
        library.vkDestroyInstance(instance, None)
    say(answers)
"""
"""What most programs begin with."""


def world_of(folder: Path, number: int) -> tuple[MockWorld, dict[str, str]]:
    """A world with some drivers and layers, and variables that choose among them."""
    chance = random.Random(number)
    world = MockWorld(folder)
    for name in ("one", "two")[: chance.randint(0, 2)]:
        world.driver(name)
    for name in ("VK_LAYER_TEST_a", "VK_LAYER_TEST_b")[: chance.randint(0, 2)]:
        world.layer(name)
    if chance.random() < 0.5:
        world.implicit("VK_LAYER_TEST_c")
    if chance.random() < 0.3:
        (folder / "layers" / "broken.json").write_text(chance.choice(["{", "[]", "", '{"layer": 1}']))
    choices = {
        "VK_LOADER_DRIVERS_DISABLE": ["*two*", "~all~"],
        "VK_LOADER_LAYERS_DISABLE": ["*_a", "~implicit~"],
        "VK_LOADER_LAYERS_ENABLE": ["*_b"],
        "DISABLE_VK_LAYER_TEST_c": ["1"],
        "VK_LOADER_DRIVERS_SELECT": ["one*"],
    }
    variables = {name: chance.choice(values) for name, values in choices.items() if chance.random() < 0.4}
    return world, variables


class TestDecisions:
    """Answers, log and trace are those of an ordinary start, whatever the machine holds."""

    @pytest.mark.parametrize("number", range(8))
    def test_as_an_ordinary_start(self, program: Program, tmp_path: Path, number: int) -> None:
        """The same calls in the same world say the same."""
        world, variables = world_of(tmp_path / "world", number)
        script = Script(program, world)
        told = []

        for index, start in enumerate(({}, ANEW)):
            trace = tmp_path / f"trace-{index}"
            wanted = {"REFLOADER_TRACE": str(trace), "LIBRARY": program.library}
            answers = script(LOOK, **variables, **wanted, **start)
            lines = trace.read_text().splitlines() if trace.exists() else []
            told.append((answers, [_lasting(json.loads(line)) for line in lines]))

        assert told[0] == told[1]
        assert told[0][1], "nothing was traced"


def _lasting(entry: object) -> object:
    """An entry of the trace without what every process has of its own: ids and addresses."""
    if isinstance(entry, dict):
        return {
            key: _lasting(value) for key, value in entry.items() if key not in {"process", "thread", "time"}
        }
    if isinstance(entry, list):
        return [_lasting(each) for each in entry]
    return "address" if isinstance(entry, int) and entry >= 1 << 32 else entry


class TestMemory:
    """What only a start reads is given back to the kernel."""

    KILOBYTES = """
        Session()
        mapping, written = "", 0
        for line in open("/proc/self/smaps"):
            mapping = line if "-" in line.split()[0] else mapping
            if "r--p" in mapping and os.environ["LIBRARY"] in mapping and line.startswith("Anonymous:"):
                written += int(line.split()[1])
        say(written)
    """
    """Of the library's constants with addresses, which the dynamic linker has written."""

    RESIDENT = """
        Session()
        mapping, resident = "", 0
        for line in open("/proc/self/smaps"):
            mapping = line if "-" in line.split()[0] else mapping
            if "r--p" in mapping and os.environ["LIBRARY"] in mapping and line.startswith("Rss:"):
                resident += int(line.split()[1])
        say(resident)
    """
    """Of the library's constants and tables, which the kernel maps in windows of 64 KiB."""

    def test_constants_that_are_read(self, program: Program, script: Script) -> None:
        """They lie side by side (build/order.ld): 240 KB are in memory, and were 720 in the order of the objects.

        Frozen code that is read costs a window more, and so do the tables of Unicode.
        """
        if ORDERED not in command.sections(Path(program.library).read_bytes()):
            pytest.skip(
                "the library was linked without an order: the linker takes none beside its own script"
            )

        assert 0 < script(self.RESIDENT, LIBRARY=program.library) < 330

    CLEAN = """
        Session()
        mapping, clean = "", 0
        for line in open("/proc/self/smaps"):
            mapping = line if "-" in line.split()[0] else mapping
            sign = {"Size:": 1, "Private_Dirty:": -1}.get(line.split()[0])
            if sign is not None and "rw-p" in mapping and os.environ["LIBRARY"] in mapping:
                clean += sign * int(line.split()[1])
        say(clean)
    """
    """How much of the library's variables no process has of its own."""

    def test_tables_of_code(self, program: Program, script: Script) -> None:
        """Lines, handlers and kinds of variables, 150 KB, are read as bytes: their pages are the file's."""
        if not _has_image(Path(program.library)):
            pytest.skip("the library has no image of its interpreter: it was not built with Python 3.11")

        assert script(self.CLEAN, LIBRARY=program.library) > 100

    def test_constants_of_a_start(self, program: Program, script: Script) -> None:
        """Those of a runtime that begins anew, 166 KB with 1,100 addresses, are not kept."""
        if not _has_image(Path(program.library)):
            pytest.skip("the library has no image of its interpreter: it was not built with Python 3.11")

        assert 0 < script(self.KILOBYTES, LIBRARY=program.library) < 50


def _has_image(library: Path) -> bool:
    content = library.read_bytes()
    plan = command.sections(content).get(command.PLAN)
    return plan is not None and struct.unpack_from("<Q", content, plan.offset)[0] == IS_THERE


class TestSeccomp:
    """A sandbox filters system calls: madvise is allowed for MADV_DONTNEED alone, or not at all."""

    FILTER = """
        import platform
        number = {"x86_64": 28, "aarch64": 233}[platform.machine()]
        LOAD, IS, GIVE, ERROR, ALLOWED = 0x20, 0x15, 0x06, 0x00050001, 0x7FFF0000
        rows = [(LOAD, 0, 0, 0), (IS, 0, 3, number), (LOAD, 0, 0, 32), (IS, 1, 0, ADVICE), (GIVE, 0, 0, ERROR)]
        rows.append((GIVE, 0, 0, ALLOWED))
        code = b"".join(struct.pack("<HBBI", *row) for row in rows)
        held = ctypes.create_string_buffer(code, len(code))
        program = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", len(rows), ctypes.addressof(held)))
        libc = ctypes.CDLL(None, use_errno=True)
        assert libc.prctl(38, 1, 0, 0, 0) == 0
        assert libc.prctl(22, 2, program, 0, 0) == 0
        memory = mmap.mmap(-1, 4096)
        try:
            memory.madvise(mmap.MADV_WILLNEED)
        except PermissionError:
            pass
        else:
            raise AssertionError("the filter does not filter")
    """

    @pytest.mark.parametrize("advice", ["mmap.MADV_DONTNEED", "99"], ids=["dontneed", "none"])
    def test_advice_is_refused(self, program: Program, world: MockWorld, advice: str) -> None:
        """The kernel's help is not needed."""
        imports = "import mmap, struct\n"
        text = imports + dedent(self.FILTER).replace("ADVICE", advice) + dedent(LOOK)

        answers = Script(program, world)(text, LIBRARY=program.library)

        assert answers[4:7] == [0, 0, 1]
