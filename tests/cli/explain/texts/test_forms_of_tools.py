"""Texts near those of ``forms_of_tools.toml``, of which the same cause is not said."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.line_prefixes import lines_of
from refloader.inspect.logs.reading.log_reader import read

SIGNAL = "Thread 1 received signal SIGSEGV, Segmentation fault.\n(gdb) bt\n"
IN_LAYER = "#1  0x00007ffff6e2f3b1 in ?? () from /usr/lib/libVkLayer_khronos_validation.so\n"
NO_DRIVER = "vkcube: Cannot find a compatible Vulkan installable client driver (ICD).\n"
NAMED = "/home/rob/mesa/share/vulkan/icd.d/radeon_icd.json"
CARD = "	deviceName         = AMD Radeon RX 580 Series (RADV POLARIS10)\n"
UNDER_SUDO = "ERROR: [Loader Message] Code 0 : vkCreateInstance: Found no drivers!\n"
OF_SYSTEM = "/usr/share/vulkan/icd.d/radeon_icd.x86_64.json"
BY_VARIABLE = f"$ export VK_ICD_FILENAMES={NAMED}\n$ vulkaninfo | grep deviceName\n{CARD}"
SWITCHED_OFF = "VK_LOADER_LAYERS_DISABLE=~all~\n"


def said(text: str) -> str:
    """All that is said of a text."""
    return "\n".join(f"{each.text} {each.change or ''}" for each in explained(read(text), []).facts)


class TestTheInnermostFrame:
    """It shows where a program crashed: the frame below it is of what has called that."""

    @pytest.mark.parametrize(
        "frame",
        [
            "#0  0x0000555555561f2a in debugCallback (severity=..., data=0x7ff) at src/main.cpp:77",
            "#0  0x0000555555561f2a in Renderer::report(char const*) ()",
            "    #0 0x55d0c1 in onMessage(void*) /home/kim/engine/debug.cpp:31:9",
        ],
    )
    def test_one_of_the_program_itself(self, frame: str) -> None:
        """The layer that has called the program is not named."""
        assert "libVkLayer_khronos_validation.so" not in said(f"{SIGNAL}{frame}\n{IN_LAYER}")

    @pytest.mark.parametrize(
        "frame",
        [
            "#0  0x00007ffff7d9a3b1 in ?? ()",
            "#0  __pthread_kill_implementation (no_tid=0, signo=6) at ./nptl/pthread_kill.c:44",
            "#0  __memmove_avx_unaligned_erms () at ../sysdeps/x86_64/multiarch/memmove-vec-unaligned-erms.S:314",
            "#0  0x00007ffff7e5c2b0 in raise () from /usr/lib/libc.so.6",
        ],
    )
    def test_one_of_the_c_library_or_of_nothing(self, frame: str) -> None:
        """The layer is where the program crashed."""
        assert "crashed in libVkLayer_khronos_validation.so" in said(f"{SIGNAL}{frame}\n{IN_LAYER}")

    @pytest.mark.parametrize("end", [" ()\n    from", "\n    () from"])
    def test_one_of_a_library_in_two_lines(self, end: str) -> None:
        """The debugger has broken it before the name of the library: it is not of the program."""
        frame = f"#0  0x00007ffff6e2f3b1 in check(int, char const*){end} /usr/lib/libVkLayer_khronos_validation.so\n"

        assert "crashed in libVkLayer_khronos_validation.so" in said(SIGNAL + frame + IN_LAYER)

    def test_one_of_a_program_that_prints_its_own_stack(self) -> None:
        """Its function that does so is no place of a crash."""
        frames = "#0 0x55d5c1a6b6b2 base::debug::CollectStackTrace()\n" + IN_LAYER

        assert "crashed in libVkLayer_khronos_validation.so" in said(SIGNAL + frames)

    def test_a_text_that_begins_with_the_second_frame(self) -> None:
        """The layer is named, as nothing shows another frame."""
        assert "crashed in libVkLayer_khronos_validation.so" in said(IN_LAYER)


STOPPED = "* thread #1, stop reason = EXC_BAD_ACCESS (code=1, address=0x10)\n"
IN_DRIVER = (
    "    frame #{number}: 0x0000000104b1c2a0 libMoltenVK.dylib`MVKCommandBuffer::submit(MVKQueue*) + 44\n"
)
IN_PROGRAM = "  * frame #0: 0x00000001002a1b40 viewer`Renderer::present() + 300\n"


class TestFramesOfLldb:
    """The innermost one shows where a program crashed, if it did not stop for another reason."""

    def test_one_of_a_driver(self) -> None:
        """It is named."""
        text = STOPPED + IN_DRIVER.format(number=0) + IN_PROGRAM.replace("#0", "#1")

        assert "crashed in libMoltenVK.dylib" in said(text)

    @pytest.mark.parametrize(
        "text",
        [
            STOPPED + IN_PROGRAM + IN_DRIVER.format(number=1),
            STOPPED.replace("EXC_BAD_ACCESS (code=1, address=0x10)", "breakpoint 1.1")
            + IN_DRIVER.format(number=0),
            STOPPED
            + "  * frame #0: 0x000000018a libsystem_kernel.dylib`__pthread_kill + 8\n"
            + IN_DRIVER.format(number=4),
        ],
        ids=["of the program", "a breakpoint", "of the system"],
    )
    def test_other_stops(self, text: str) -> None:
        """The driver is not named."""
        assert "crashed in libMoltenVK" not in said(text)


class TestVariablesUnderSudo:
    """A variable that sudo does not pass on is the cause only if a user's run has a card by it."""

    @pytest.mark.parametrize(
        "text",
        [
            f"$ vulkaninfo --summary | grep deviceName\n{CARD}$ sudo vulkaninfo\n{UNDER_SUDO}",
            f"$ echo $VK_ICD_FILENAMES\n{NAMED}\n$ sudo vulkaninfo\n{UNDER_SUDO}",
            f"$ vulkaninfo | grep deviceName\n{CARD}$ echo $VK_ICD_FILENAMES\n{NAMED}\n"
            f"$ sudo -E vulkaninfo\n{UNDER_SUDO}",
            f"$ vulkaninfo | grep deviceName\n{CARD}$ sudo VK_ICD_FILENAMES={NAMED} vulkaninfo\n{UNDER_SUDO}",
            f"$ vulkaninfo | grep deviceName\n{CARD}$ echo $VK_ICD_FILENAMES\n{NAMED}\n"
            f"$ sudo dmesg | tail -1\n[ 1.0] usb 1-1: new device\n$ ./game\n{UNDER_SUDO}",
            f"{BY_VARIABLE}$ sudo docker run --rm vulkan-tools vulkaninfo\n{UNDER_SUDO}",
            f"{BY_VARIABLE}$ sudo apt install vulkan-tools\n{UNDER_SUDO}",
            f"{BY_VARIABLE}$ sudo ./install.sh\n{UNDER_SUDO}",
            f"{BY_VARIABLE.replace(NAMED, OF_SYSTEM)}$ sudo vulkaninfo\n{UNDER_SUDO}",
            f"$ vulkaninfo | grep deviceName\n{CARD}$ sudo vulkaninfo\n{UNDER_SUDO}"
            f"$ export VK_ICD_FILENAMES={NAMED}\n",
        ],
        ids=[
            *("no variable", "no card", "passed on", "given", "another command"),
            *(
                "a container",
                "an installation",
                "an installer",
                "a driver of the system",
                "a variable set later",
            ),
        ],
    )
    def test_what_sudo_has_no_part_in(self, text: str) -> None:
        """It is not said that sudo drops a variable."""
        assert "does not pass" not in said(text)

    def test_a_program_of_the_users_run(self) -> None:
        """It lacks the driver that the variable names."""
        assert "sudo does not pass VK_ICD_FILENAMES on" in said(
            f"{BY_VARIABLE}$ sudo /opt/game/run\n{UNDER_SUDO}"
        )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"export VK_ICD_FILENAMES=/opt/a.json\n# “why?”\n{NO_DRIVER}", "typographic"),
        (f'export VK_ICD_FILENAMES="/opt/a.json"\n{NO_DRIVER}', "typographic"),
        ("export VK_ICD_FILENAMES=“/opt/a.json”\nworks now\n", "typographic"),
        (f"> set VK_DRIVER_FILES=C:\\a\\x.json;D:\\b\\y.json\n{NO_DRIVER}", "a colon between"),
        (f"> set VK_DRIVER_FILES=C:\\a\\x.json\n{NO_DRIVER}", "a colon between"),
        (f"$ export VK_DRIVER_FILES=/opt/a.json:/opt/b.json\n{NO_DRIVER}", "a colon between"),
        ("./app: libvulkan.so.1: cannot open shared object file: No such file\n", "correct the path in"),
        ("\tlibvulkan.so.1 => not found\n", "correct the path in the manifest"),
        (f"$ export VK_ICD_FILENAMES=~/a.json\n{NO_DRIVER}", "no shell replaces"),
        (f"$ echo $VK_ICD_FILENAMES\n/home/jo/a.json\n{NO_DRIVER}", "no shell replaces"),
        ("$ echo $VK_ICD_FILENAMES\n~/a.json\nGPU0: NVIDIA GeForce RTX 2060\n", "no shell replaces"),
        (f"ENABLE_VULKAN_RENDERDOC_CAPTURE=0\n{SWITCHED_OFF}", "switches RenderDoc"),
        ("ENABLE_VULKAN_RENDERDOC_CAPTURE=1\nVK_LOADER_LAYERS_DISABLE=*steam*\n", "switches RenderDoc"),
        (
            f"ENABLE_VULKAN_RENDERDOC_CAPTURE=1\n{SWITCHED_OFF}VK_LOADER_LAYERS_ALLOW=*doc*\n",
            "switches RenderDoc",
        ),
        ("   VULKAN-1.DLL  2023-10-01 10:00  1.3.261\n", "could not load the loader"),
        ("?  D3D12.DLL   Error opening file. The system cannot find the file specified (2).\n", "the loader"),
        ("I saw VULKAN-1.DLL before the words Error opening file\n", "could not load the loader"),
        ("libfoo.so.1 => /usr/lib/libfoo.so.1 (0x00007f)\n", "dynamic linker refused"),
    ],
)
def test_texts_of_like_words(text: str, words: str) -> None:
    """A value, a row or a word that only looks like one with a cause."""
    assert words not in said(text)


NO_LAYER = "ERROR: Layer VK_LAYER_FOO not found\nvkCreateInstance: VK_ERROR_LAYER_NOT_PRESENT\n"


@pytest.mark.parametrize("first", ["/opt/x", "/opt/layers"])
def test_a_path_below_one_of_one_letter(first: str) -> None:
    """Only what begins a path with a letter and a colon is a drive of Windows."""
    assert 'VK_LAYER_PATH has "~/layers"' in said(f"VK_LAYER_PATH='/a:/{first}:~/layers'\n{NO_LAYER}")


REGISTERED = (
    '"10:41:22 AM","game.exe","13120","RegEnumValue","HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers","SUCCESS",'
    '"Index: 0, Name: C:\\ow\\ow_layer.json, Type: REG_DWORD, Length: 4, Data: {number}"\n'
)
OPENED = (
    '"10:41:22 AM","game.exe","13120","CreateFile","C:\\ow\\{name}.json","{result}","Desired Access: Read"\n'
)


@pytest.mark.parametrize(
    "text",
    [
        REGISTERED.format(number=0) + OPENED.format(name="ow_layer", result="SUCCESS"),
        REGISTERED.format(number=0) + OPENED.format(name="options", result="NAME NOT FOUND"),
        OPENED.format(name="ow_layer", result="PATH NOT FOUND"),
        REGISTERED.format(number=0)
        + OPENED.format(name="ow_layer", result="NAME NOT FOUND")
        + OPENED.format(name="OW_Layer", result="SUCCESS"),
    ],
    ids=["opened", "another file", "not registered", "opened later, in other letters"],
)
def test_rows_of_process_monitor_without_a_cause(text: str) -> None:
    """Only a registered manifest that is not there is a leftover."""
    assert "leftover" not in said(text)


def test_a_value_that_is_off_in_process_monitor() -> None:
    """Its number is not 0, as in an export."""
    assert "ow_layer.json is switched off in the registry" in said(REGISTERED.format(number=1))


def test_libraries_of_windows_under_wine() -> None:
    """Wine names them, too: only a table of Dependency Walker is of Windows."""
    line = (
        '0024:err:module:import_dll Library API-MS-WIN-CRT-RUNTIME-L1-1-0.dll (which is needed by L"a.exe")\n'
    )

    assert "from the maker of the graphics card" not in said(line + NO_DRIVER)


LOGS = Path(__file__).parents[4] / "fixtures/logs/loaders"
FORMS: dict[str, Callable[[int, str], str]] = {
    "GitLab": lambda number, line: f"2025-11-12T08:31:02.{118310 + number}Z 01O {line}",
    "a stream": lambda _, line: f"stderr: {line}",
    "grep -n": lambda number, line: f"{number}:{line}",
    "cat -n": lambda number, line: f"{number:6d}\t{line}",
    "BuildKit": lambda number, line: f"#12 {0.4 + number / 100:.3f} {line}",
    "a page's blanks": lambda _, line: line.replace(" ", "\u00a0"),
    "a quotation": lambda _, line: f"> {line}",
    "code that is set in": lambda _, line: f"    {line}" if line else line,
    "blanks at the end": lambda _, line: f"{line}  ",
}


@pytest.mark.parametrize("release", ["1.1.97", "1.2.162", "1.3.275", "1.4.335"])
@pytest.mark.parametrize("form", FORMS)
def test_a_log_in_another_form(release: str, form: str) -> None:
    """What a tool puts before each line changes nothing of what is said."""
    text = (LOGS / f"{release}-fails.txt").read_text(encoding="utf-8")
    lines = [FORMS[form](number, line) for number, line in enumerate(text.splitlines(), 1)]

    assert said("\n".join(lines) + "\n") == said(text)


@pytest.mark.parametrize(
    "lines",
    [
        ["0: AMD Radeon 780M", "1: NVIDIA GeForce RTX 4060", "2: llvmpipe"],
        ["01:00.0 VGA compatible controller", "02:00.0 Network controller", "03:00.0 USB controller"],
        ["1\tradv", "5\tanv", "9\tnvk"],
        ["1:one", "2:two", "no number"],
        ["3:three", "2:two", "1:one"],
        ["#0  0x00007ffd in main ()", "#1  0x00007ffe in start ()"],
        ["stderr is empty", "the stdout: none"],
        ["devices:", "    one", "    two"],
        ["", "        deeper than code", "        still"],
        ["a > b", "->c"],
    ],
)
def test_numbers_that_are_of_the_lines_themselves(lines: list[str]) -> None:
    """They stay: devices, addresses of cards, columns, frames, too few lines, and such that do not rise."""
    assert list(lines_of("\n".join(lines))) == lines
