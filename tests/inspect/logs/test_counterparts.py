"""Causes that two of a kind show: a name and the one that is meant, word sizes, copies, registrations, loaders."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.log_reader import read

NO_DRIVER = "ERROR | DRIVER: vkCreateInstance: Found no drivers!\n"


def first(text: str) -> Fact:
    """The first fact of a text."""
    return explained(read(text), []).facts[0]


def texts(text: str) -> str:
    """All facts of a text."""
    return "\n".join(each.text for each in explained(read(text), []).facts)


class TestNamesOfLayers:
    """A layer that is asked for under a name that is almost another's."""

    ASKED = 'ERROR | LAYER: Layer "{0}" was not found but was requested by env var VK_INSTANCE_LAYERS!\n'

    def test_a_slip_of_the_pen(self) -> None:
        """The variable is written anew with the name that is meant."""
        name = "VK_LAYER_LUNARG_api_dmup"

        found = first(f"export VK_INSTANCE_LAYERS={name}:VK_LAYER_A_b\n" + self.ASKED.format(name))

        assert found.text.startswith(f"no layer is called {name}: VK_LAYER_LUNARG_api_dump is meant")
        assert found.change == "export VK_INSTANCE_LAYERS=VK_LAYER_LUNARG_api_dump:VK_LAYER_A_b"

    def test_a_known_name_in_another_letter_case(self) -> None:
        """No package brings a layer of that name."""
        found = first(self.ASKED.format("VK_LAYER_KHRONOS_VALIDATION"))

        assert found.change == "ask for VK_LAYER_KHRONOS_validation: letter case counts"

    def test_a_layer_of_devices(self) -> None:
        """The line that says why it is passed over is the cause of not being found."""
        name = "VK_LAYER_ACME_dump"
        left = f'WARNING | LAYER: Device layers are no more. Skipping layer "{name}"\n'

        found = first(left + self.ASKED.format(name))

        assert found.text.startswith(f"{name} is there")
        assert found.change == f'have the manifest of {name} say "type": "GLOBAL"'

    def test_a_manifest_with_a_key_behind_the_layer(self) -> None:
        """No loader finds the layer, which is the cause of not being found."""
        name = "VK_LAYER_ACME_dump"
        entry = f'"name": "{name}", "type": "GLOBAL", "library_path": "libacme.so", "api_version": "1.3.0"'
        more = '"implementation_version": "1", "description": "dump"'
        body = f'{{\n"file_format_version": "1.2.0",\n"layer": {{{entry}, {more}}},\n"comment": "x"\n}}\n'
        shown = f"$ cat /usr/share/vulkan/explicit_layer.d/acme.json\n{body}$ vulkaninfo\n"

        found = first(shown + self.ASKED.format(name))

        assert '"comment" follows "layer"' in found.text
        assert 'make "layer" the last key' in found.change

    def test_another_layer_that_is_passed_over(self) -> None:
        """It is no cause of what is asked for."""
        left = 'WARNING | LAYER: Device layers are no more. Skipping layer "VK_LAYER_ACME_other"\n'

        assert "is there" not in texts(left + self.ASKED.format("VK_LAYER_ACME_dump"))

    def test_another_name_is_none(self) -> None:
        """A layer of somebody's own is not taken for a known one."""
        assert "is meant" not in texts(self.ASKED.format("VK_LAYER_ACME_validation"))


class TestPathsOfWindows:
    """A manifest that was written on Windows."""

    def test_backslashes(self) -> None:
        """No package brings a file of that name."""
        found = first(r"ERROR: .\libacme.so: cannot open shared object file: No such file or directory")

        assert '"./libacme.so"' in found.change
        assert "a backslash separates no folders" in found.change


class TestWordSizes:
    """A 32-bit program that has drivers for 64-bit ones alone."""

    LEFT = 'DRIVER: Driver library architecture "64" does not match the current running architecture "32", skipping\n'
    READ = 'DRIVER: Found ICD manifest file /usr/share/vulkan/icd.d/{0}_icd.x86_64.json, version "1.0.1"\n'

    def test_none_is_installed(self) -> None:
        """The 32-bit build is to be installed."""
        found = first(self.READ.format("radeon") + self.LEFT + NO_DRIVER)

        assert found.text.startswith(
            "the program is a 32-bit one, and each driver that is found is for 64-bit programs"
        )
        assert "mesa-vulkan-drivers:i386" in found.change

    def test_one_is_left_out_by_a_variable(self) -> None:
        """The variable names the manifest of the other word size alone."""
        listing = "$ ls /usr/share/vulkan/icd.d\nintel_icd.i686.json  intel_icd.x86_64.json\n$ ./game\n"
        variable = "export VK_DRIVER_FILES=/usr/share/vulkan/icd.d/intel_icd.x86_64.json\n"

        found = first(listing + variable + self.READ.format("intel") + self.LEFT + NO_DRIVER)

        assert "VK_DRIVER_FILES names the manifest of a driver for 64-bit programs alone" in found.text
        assert "intel_icd.i686.json:/usr/share/vulkan/icd.d/intel_icd.x86_64.json" in found.change

    def test_where_a_driver_is_left_nothing_is_said(self) -> None:
        """Both are installed as a rule."""
        assert "32-bit one" not in texts(self.READ.format("radeon") + self.LEFT)


class TestCopies:
    """A copy in a home that is used in the place of what a package has brought."""

    LINES = (
        "[Vulkan Loader] LAYER:    /home/k/.local/share/vulkan/implicit_layer.d/vkBasalt.json\n"
        "[Vulkan Loader] LAYER:    /usr/share/vulkan/implicit_layer.d/vkBasalt.json\n"
    )

    def test_an_old_build(self) -> None:
        """It is the copy that is to go."""
        found = first(self.LINES + "ERROR: /home/k/.local/lib/libvkbasalt.so: undefined symbol: _ZN4spdlog\n")

        assert found.text.startswith(
            '"/home/k/.local/share/vulkan/implicit_layer.d/vkBasalt.json" is another copy'
        )
        assert "rm /home/k/.local/share/vulkan/implicit_layer.d/vkBasalt.json" in found.change

    def test_one_alone_is_no_copy(self) -> None:
        """Nothing of a package is passed over."""
        line = "ERROR: /home/k/.local/lib/libvkbasalt.so: undefined symbol: _ZN4spdlog\n"

        assert "another copy" not in texts(self.LINES.splitlines()[0] + "\n" + line)


def test_a_driver_that_the_registry_names_twice() -> None:
    """The old value is to be deleted, where the card is listed twice."""
    text = (
        "GPU0:\n\tdeviceName = AMD Radeon 9\nGPU1:\n\tdeviceName = AMD Radeon 9\n"
        "C:\\>reg query HKLM\\SOFTWARE\\Khronos\\Vulkan /s\n\n"
        "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\Drivers\n"
        "    C:\\Windows\\System32\\amd-vulkan64.json    REG_DWORD    0x0\n\n"
        "[Vulkan Loader] DRIVER: Found ICD manifest file C:\\Windows\\System32\\DriverStore\\FileRepository\\u0.inf\\"
        'amd-vulkan64.json, version "1.0.0"\n'
    )

    found = first(text)

    assert found.text.startswith(
        'the registry names "C:\\Windows\\System32\\amd-vulkan64.json", an old manifest'
    )
    assert found.change == (
        'reg delete HKLM\\SOFTWARE\\Khronos\\Vulkan\\Drivers /v "C:\\Windows\\System32\\amd-vulkan64.json" /f'
    )


@pytest.mark.parametrize(("ssh", "told"), [("SSH_CLIENT=10.0.0.2 5 22\n", True), ("", False)])
def test_a_program_without_a_display(ssh: str, told: bool) -> None:
    """Its drivers list a card, so that Vulkan is not why."""
    text = f"cube: X11: Failed to open display\n{ssh}GPU0:\n\tdeviceName = Acme 9\n"

    found = first(text)

    assert found.text.startswith("the program reaches neither an X server nor a Wayland compositor")
    assert ("the session is one of ssh" in found.text) is told


def test_a_loader_in_the_folder_of_a_game() -> None:
    """It is older than that of the system."""
    text = (
        "The procedure entry point vkGetPhysicalDeviceProperties2 could not be located in the dynamic link library\n"
        "proc.exe Load Image D:\\Play\\Acme\\vulkan-1.dll SUCCESS\n"
    )

    found = first(text)

    assert '"D:\\Play\\Acme\\vulkan-1.dll", instead of the system' in found.text
    assert "rename or delete D:\\Play\\Acme\\vulkan-1.dll" in found.change


def test_a_card_that_prime_select_has_switched_off() -> None:
    """That is why its module does not answer."""
    text = (
        "$ nvidia-smi\nNVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"
        "$ prime-select query\nintel\n"
    )

    assert first(text).text.startswith("prime-select is at intel")


@pytest.mark.parametrize(
    "release",
    ["libvulkan1 1.2.131.2-1", "DEBUG: Searching the following paths for manifest files: /etc/vulkan/a"],
)
def test_a_variable_that_the_loader_is_too_old_for(release: str) -> None:
    """Its package shows that, or how it prints its searches."""
    text = (
        f"{release}\nexport VK_ADD_LAYER_PATH=/opt/x\n"
        'ERROR | LAYER: Layer "VK_LAYER_X_y" was not found but was requested by env var VK_INSTANCE_LAYERS!\n'
    )

    assert "VK_ADD_LAYER_PATH is read from 1.3.207 on: here it does nothing" in first(text).text
