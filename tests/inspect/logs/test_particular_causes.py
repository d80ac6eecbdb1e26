"""Causes that what programs name shows together with how a text ends: versions, crashes, an APK, source, settings."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.log_reader import read


def first(text: str) -> Fact:
    """The first fact of a text."""
    return explained(read(text), []).facts[0]


def facts(text: str) -> tuple[Fact, ...]:
    """All facts of a text."""
    return explained(read(text), []).facts


LISTED = "Vulkan Instance Version: 1.2.131\nGPU0:\n\tapiVersion = 4206834 (1.3.242)\n\tdeviceName = Acme 9\n"


class TestVersions:
    """A program asks for more than the loader or the driver has."""

    @pytest.mark.parametrize(
        "line",
        [
            "ERROR: engine needs instance version >= 1.3.0, have 1.2.131",
            "Fatal: Vulkan 1.3 is required, please update",
            "this application requires at least Vulkan API 1.3",
            "vulkan instance 1.2.131 is too old, minimum is 1.3.0",
        ],
    )
    def test_the_loader_is_older_and_the_driver_is_not(self, line: str) -> None:
        """The version of an instance is the loader's, so that a driver changes nothing."""
        found = first(f"{line}\n{LISTED}")

        assert found.text.startswith("the loader offers Vulkan 1.2.131, and the program asks for 1.3")
        assert "which has 1.3.242, is not what is too old" in found.text
        assert found.change.startswith("update the loader")

    def test_the_driver_is_older(self) -> None:
        """Then the loader is not to blame."""
        listed = LISTED.replace("1.2.131", "1.3.275").replace("1.3.242", "1.1.97")

        found = first(f"renderer: Vulkan 1.3 required\n{listed}")

        assert 'the driver of "Acme 9" offers 1.1.97' in found.text
        assert found.change.startswith("update the driver")

    def test_what_is_new_enough_is_not_blamed(self) -> None:
        """A version that is met is no problem."""
        text = "renderer: Vulkan 1.2 required\n" + LISTED

        assert not any(each.bad for each in facts(text))


CRASH = """Thread 5 "shooter" received signal SIGSEGV, Segmentation fault.
0x00007ffff1c2a1e3 in ?? () from /opt/acme/lib/libacmeglow.so.2
#0  0x00007ffff1c2a1e3 in ?? () from /opt/acme/lib/libacmeglow.so.2
#1  0x00007ffff1c28f70 in glow_QueuePresentKHR () from /opt/acme/lib/libacmeglow.so.2
"""

IN_LOADER = (
    'Thread 1 "app" received signal SIGSEGV, Segmentation fault.\n'
    "#0  0x00007ffff7f4b0a3 in {} () from /lib/x86_64-linux-gnu/libvulkan.so.1\n"
)


def test_an_extension_that_is_misspelt_is_not_to_be_installed() -> None:
    """The name is what is wrong, in the second fact about it, too."""
    found = facts(
        "ERROR: Instance extension VK_EXT_debug_utilz not supported by available ICDs or enabled layers.\n"
    )

    assert [each.change.startswith("correct the name") for each in found if each.change] == [True, True]


class TestCrashes:
    """A crash in a library that no table has."""

    def test_one_that_the_loader_calls(self) -> None:
        """It is a layer's or a driver's, whatever it is called."""
        found = first(CRASH + "#2  0x00007ffff7f8e2b5 in vkQueuePresentKHR () from /usr/lib/libvulkan.so.1\n")

        assert found.text.startswith("the program crashed in libacmeglow.so.2, which the loader calls")
        assert "VK_LOADER_LAYERS_DISABLE=~implicit~" in found.change

    def test_its_own_switch_is_taken_from_the_text(self) -> None:
        """The manifest's disable_environment is in the text."""
        text = CRASH + "#2  0x00007ffff7f8e2b5 in ?? () from /usr/lib/libvulkan.so.1\n"

        found = first(text + 'acmeglow.json:  "disable_environment": { "NO_ACME_GLOW": "1" }\n')

        assert "set NO_ACME_GLOW=1" in found.change

    def test_one_that_the_program_calls(self) -> None:
        """Without the loader below, nothing says that Vulkan has part in it."""
        text = CRASH + "#2  0x0000555555558f21 in main ()\n"

        assert not any("crashed in" in each.text for each in facts(text))

    def test_one_that_is_called_like_a_layer(self) -> None:
        """Its name is enough."""
        found = first(
            "Program received signal SIGSEGV\n#0  0x00007f01 in ?? () from /usr/lib/libpace_layer.so\n"
        )

        assert found.text.startswith(
            "the program crashed in libpace_layer.so, by its name the library of a layer"
        )

    @pytest.mark.parametrize("folder", ["/opt/pace/", "C:\\Pace\\", ""])
    def test_one_that_the_loader_has_inserted(self, folder: str) -> None:
        """The loader's own line names the layer, so that it alone can be left out."""
        inserted = f'LAYER: Insert instance layer "VK_LAYER_PACE_hud" ({folder}libpace_layer.so)\n'
        frame = "#0  0x00007f01 in ?? () from /opt/pace/libpace_layer.so\n"

        found = first(f"{inserted}Program received signal SIGSEGV\n{frame}")

        assert found.text.startswith(
            "the program crashed in libpace_layer.so, the library of VK_LAYER_PACE_hud"
        )
        assert "set VK_LOADER_LAYERS_DISABLE=VK_LAYER_PACE_hud for the program" in found.change

    def test_a_tombstone_of_android(self) -> None:
        """Its innermost frame is in the driver of the device, for which Android has no variables."""
        signal = "F libc    : Fatal signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0\n"
        frames = [
            f"F DEBUG   :       #0{at} pc 00000000001a2b3c  /vendor/lib64/hw/vulkan.adreno.so (x+12)"
            for at in (0, 1)
        ]

        found = first(signal + "\n".join(frames) + "\n")

        assert found.text.startswith(
            "the program crashed in vulkan.adreno.so, the driver of the device (2 lines)"
        )
        assert "enable_gpu_debug_layers 0" in found.change
        assert "VK_LOADER_LAYERS_DISABLE" not in found.change

    def test_the_variable_of_a_known_layer(self) -> None:
        """It is the one that its manifest has."""
        frame = "#0  0x00007f01 in ?? () from /usr/lib/libVkLayer_obs_vkcapture.so\n"

        found = first(f"Program received signal SIGSEGV\n{frame}")

        assert "set DISABLE_OBS_VKCAPTURE=1 for the program" in found.change

    @pytest.mark.parametrize("caller", ["in main () at src/main.cpp:12", "in App::cleanup (this=0x7ffe) ()"])
    def test_one_in_a_function_of_the_loader_that_the_program_calls(self, caller: str) -> None:
        """The validation layer says what the program hands over; layers and drivers have no part in it."""
        found = first(IN_LOADER.format("vkDestroySwapchainKHR") + f"#1  0x00005555 {caller}\n")

        assert found.text.startswith("the program crashed in vkDestroySwapchainKHR of the loader")
        assert "VK_LAYER_KHRONOS_validation" in found.change

    @pytest.mark.parametrize("command", ["vkCreateInstance", "vkEnumeratePhysicalDevices", "vkCreateDevice"])
    def test_one_in_a_function_that_reads_manifests_or_asks_drivers(self, command: str) -> None:
        """What the loader does in it is more than to pass on an object of the program."""
        text = IN_LOADER.format(command) + "#1  0x00005555 in main () at src/main.cpp:12\n"

        assert not any("of the loader, which" in each.text for each in facts(text))

    def test_one_in_a_function_of_the_loader_that_a_layer_calls(self) -> None:
        """It is not the program that has called it."""
        text = IN_LOADER.format("vkQueueSubmit") + "#1  0x00007f01 in ?? () from /usr/lib/libpace_layer.so\n"

        assert not any("of the loader, which" in each.text for each in facts(text))


class TestAnApk:
    """What an APK has, and for which processor Android's loader searched."""

    MISSING = (
        "D/vulkan  (77): searching for layers in '/data/app/org.acme-1/base.apk!/lib/arm64-v8a'\n"
        "E/vulkan  (77): CreateInstance failed: layer 'VK_LAYER_ACME_probe' not present\n"
    )

    def test_a_layer_for_another_processor(self) -> None:
        """The library is there, and not where this program looks."""
        text = self.MISSING + "   88  lib/x86_64/libVkLayer_probe.so\n   99  lib/arm64-v8a/libmain.so\n"

        found = first(text)

        assert found.text.startswith(
            "the APK has libVkLayer_probe.so for x86_64 alone, and the program runs as arm64-v8a"
        )
        assert "src/main/jniLibs/arm64-v8a" in found.change
        assert not any("apt install" in each.change for each in facts(text))

    def test_no_layer_at_all(self) -> None:
        """The listing has libraries, and none is a layer's."""
        found = first(self.MISSING + "   99  lib/arm64-v8a/libmain.so\n")

        assert found.text.startswith("the APK has no library of a layer for arm64-v8a")


class TestVariables:
    """A library in the place of a manifest."""

    @pytest.mark.parametrize("name", ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"])
    def test_a_library_for_a_manifest(self, name: str) -> None:
        """The manifest that is called like it is in a listing."""
        text = (
            f"$ export {name}=/usr/lib64/libvulkan_intel.so\n$ ls /usr/share/vulkan/icd.d\n"
            "intel_icd.x86_64.json\nlvp_icd.x86_64.json\n$ vkcube\n"
            "ERROR | DRIVER: vkCreateInstance: Found no drivers!\n"
        )

        found = first(text)

        assert found.text.startswith(f'{name} names a library, "/usr/lib64/libvulkan_intel.so"')
        assert f"export {name}=/usr/share/vulkan/icd.d/intel_icd.x86_64.json" in found.change

    def test_a_pattern_of_libraries_is_none(self) -> None:
        """A manifest that is called like a library is one."""
        text = "$ export VK_DRIVER_FILES=/opt/libacme.so.json\nERROR | DRIVER: vkCreateInstance: Found no drivers!\n"

        assert not any("names a library" in each.text for each in facts(text))


OUT = (
    "[Vulkan Loader] ERROR | DRIVER: vkCreateInstance: Found drivers that contain devices which support the "
    "portability subset, but the instance does not enumerate portability drivers!\n"
)


class TestSourceCode:
    """A flag that source code sets, and the loader does not get."""

    def test_a_structure_that_is_cleared_afterwards(self) -> None:
        """The line that clears it is quoted."""
        text = "info.flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;\ninfo.flags = 0;\n" + OUT

        found = first(text)

        assert "vkCreateInstance gets it not" in found.text
        assert '"info.flags = 0;"' in found.text

    def test_without_the_flag_it_is_asked_for(self) -> None:
        """Nothing in the text sets it."""
        assert first(OUT).text.startswith("portability drivers are left out")


class TestMacOS:
    """A program gets no driver on a Mac."""

    FAILS = "terminating due to vk::IncompatibleDriverError: vk::createInstance: ErrorIncompatibleDriver\n"
    SYSTEM = "ProductName: macOS\nProductVersion: 14.4\n"

    def test_another_program_gets_the_card(self) -> None:
        """MoltenVK is there, so that its installation is not what lacks."""
        listed = "$ vulkaninfo --summary\nVulkan Instance Version: 1.3.275\nGPU0:\n\tdeviceName = Acme M9\n"

        found = facts(self.FAILS + self.SYSTEM + listed)

        assert found[0].text.startswith('another program gets "Acme M9", so MoltenVK is there')
        assert "VK_KHR_portability_enumeration" in found[0].change
        assert not any("install MoltenVK" in each.change for each in found)

    def test_no_program_gets_one(self) -> None:
        """Nothing shows that MoltenVK is there."""
        assert "install MoltenVK" in first(self.FAILS + self.SYSTEM).change


class TestSettings:
    """A settings file that lists some layers and has no place for others."""

    USED = (
        "MANGOHUD=1 vkcube\n[Vulkan Loader] INFO: Using layer configurations found in loader settings from "
        "/home/a/.local/share/vulkan/loader_settings.d/vk_loader_settings.json\n"
        "[Vulkan Loader] DEBUG: ---- Layer Configuration [0] ----\n"
        "[Vulkan Loader] DEBUG: Name: VK_LAYER_LUNARG_api_dump\n[Vulkan Loader] DEBUG: Control: on\n"
    )

    def test_a_layer_that_is_switched_on_is_left_out(self) -> None:
        """The file is why, and its removal helps."""
        found = first(self.USED)

        assert found.bad
        assert "a layer that MANGOHUD=1 switches on is left out" in found.text
        assert "rm /home/a/.local/share/vulkan/loader_settings.d/vk_loader_settings.json" in found.change

    def test_a_file_with_a_place_for_others_leaves_none_out(self) -> None:
        """Its control says so."""
        text = self.USED + "[Vulkan Loader] DEBUG: Control: unordered_layer_location\n"

        assert not any("is left out" in each.text for each in facts(text))


class TestWhatIsNotOfVulkan:
    """A program that shows pictures, and ends for another reason."""

    SHOWN = "info:  Presenter: Actual swapchain properties: 1920x1080\n"

    def test_a_message_of_opengl_is_no_problem_then(self) -> None:
        """Vulkan has shown pictures."""
        text = self.SHOWN + "MESA-LOADER: failed to open iris: no such file\n"

        assert not any(each.bad for each in facts(text))

    @pytest.mark.parametrize(
        "line",
        [
            "BattlEye: Failed to initialize service (2)",
            "Unable to start the anti-cheat",
            "EAC: untrusted system file",
        ],
    )
    def test_protection_against_cheating(self, line: str) -> None:
        """It is why the game ends, and Vulkan is not."""
        found = first(f"{self.SHOWN}{line}\nMESA-LOADER: failed to open iris\n")

        assert found.text.startswith("the game's protection against cheating refuses to run")

    def test_shaders_that_are_compiled_in_advance(self) -> None:
        """That is usual."""
        found = first("99 deck 39 19 2911012 402112 R 98.7 2.6 41:12 fossilize_replay\n" + self.SHOWN)

        assert (found.bad, "in advance" in found.text) == (False, True)


class TestOpenGl:
    """A program that draws with OpenGL, and a layer of Vulkan that is switched on."""

    def test_no_layer_is_in_it(self) -> None:
        """No loader is asked."""
        found = first("ENABLE_VKBASALT=1 ./racer\n12:00 OpenGL version: 4.6 (Core Profile) Mesa 24.1\n")

        assert found.text.startswith("the program draws with OpenGL")
        assert "no loader is at fault" in found.text

    def test_a_chain_shows_that_vulkan_is_used(self) -> None:
        """Then OpenGL is not why."""
        text = (
            "MANGOHUD=1 ./racer\nOpenGL version: 4.6\n"
            "[Vulkan Loader] LAYER: vkCreateInstance layer callstack setup to:\n"
            "[Vulkan Loader] LAYER:    <Application>\n[Vulkan Loader] LAYER:    VK_LAYER_A_b\n"
            "[Vulkan Loader] LAYER:    <Drivers>\n"
        )

        assert "draws with OpenGL" not in "".join(each.text for each in facts(text))


def test_a_file_in_the_output_of_tail_sets_a_variable() -> None:
    """The change names it."""
    text = (
        'WARNING | LAYER: Implicit layer "VK_LAYER_A_b" forced disabled because name matches filter of env var '
        "'VK_LOADER_LAYERS_DISABLE'.\n$ tail -n +1 ~/.config/environment.d/*\n"
        "==> /home/q/.config/environment.d/a.conf <==\nX=1\n\n==> /home/q/.config/environment.d/b.conf <==\n"
        "VK_LOADER_LAYERS_DISABLE=~all~\n"
    )

    assert "remove it from /home/q/.config/environment.d/b.conf" in first(text).change


class TestLibrariesBesideManifests:
    """A relative library_path whose library stayed where it was built."""

    LINE = (
        "ERROR: /home/x/.local/share/vulkan/implicit_layer.d/./libmeter.so: cannot open shared object file: "
        "No such file or directory\n"
    )

    def test_a_copy_that_the_text_shows(self) -> None:
        """It is to be copied beside the manifest."""
        found = first(self.LINE + "$ find . -name '*.so'\nout/release/libmeter.so\n")

        assert "cp out/release/libmeter.so /home/x/.local/share/vulkan/implicit_layer.d/" in found.change

    def test_without_one(self) -> None:
        """No package of a distribution has what lies in a home."""
        assert "install the package" not in first(self.LINE).change


class TestAppArmor:
    """Folders of manifests that a profile denies."""

    def test_the_files_in_the_folders_are_allowed_too(self) -> None:
        """The folder alone would let the loader list files that it may not read."""
        line = (
            'audit: type=1400 audit(1.1:4): apparmor="DENIED" operation="open" profile="render" '
            'name="/usr/share/vulkan/icd.d/" pid=9 comm="render" requested_mask="r" denied_mask="r"\n'
        )

        assert '"/usr/share/vulkan/** r,"' in first(line).change
