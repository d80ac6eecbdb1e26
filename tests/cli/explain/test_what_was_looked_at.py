"""``explain`` claims no more than it has looked at, and its parts do not contradict each other."""

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from elf_files import Symbol, elf
from staged import NAME, SHARE, driver, explicit, library
from test_one_answer import loader
from verbs import Run, manifest

from refloader.bisect.document import remedy
from refloader.bisect.suspects import Kind, Suspect
from refloader.cli.main import main
from refloader.inspect.whatif.change import set_variable, unset_variable

pytestmark = pytest.mark.slow(daily=True)

ASKED = f"VK_INSTANCE_LAYERS={NAME}"
REFUSED = f"""\
INFO:             Vulkan Loader Version 1.3.239
LAYER:            Searching for layer manifest files
LAYER:               In following locations:
LAYER:                  /usr/share/vulkan/implicit_layer.d
LAYER:               Found the following files:
LAYER:                  /usr/share/vulkan/implicit_layer.d/device_select.json
INFO:             Found manifest file /usr/share/vulkan/implicit_layer.d/device_select.json (file version "1.0.0")
LAYER:            Searching for layer manifest files
LAYER:               In following locations:
LAYER:                  /opt/h
LAYER:               Found the following files:
LAYER:                  /opt/h/h.json
INFO:             Found manifest file /opt/h/h.json (file version "1.2.0")
WARNING | LAYER:  env var 'VK_INSTANCE_LAYERS' defined and adding layers "{NAME}"
DEBUG | LAYER:    Loading layer library /opt/h/./libh.so
ERROR | LAYER:    loader_create_instance_chain: Failed to find 'vkGetInstanceProcAddr' in layer "/opt/h/./libh.so"
INFO | LAYER:     Insert instance layer "VK_LAYER_MESA_device_select" (libVkLayer_MESA_device_select.so)
"""
"""What release 1.3.239 prints of a layer whose negotiation fails."""


class TestAnswersAgree:
    """The headline, the chain and the line on the loader are of one opinion."""

    def test_a_library_that_no_loader_can_enter_is_in_no_chain(self, run: Run, tmp_path: Path) -> None:
        """Nor is it counted there, where the dynamic linker would load it."""
        driver(tmp_path)
        explicit(tmp_path)
        (tmp_path / "usr/lib/libVkLayer_good.so").write_bytes(elf([Symbol("vkNegotiateX")]))

        text = run("explain", "--root", str(tmp_path), "--env", ASKED, NAME).stdout

        assert text.startswith(f"{NAME} is switched on, but its library cannot be loaded: ")
        assert f"no layer is active\n  without {NAME}: the library cannot be loaded\n" in text

    def test_one_that_it_can_enter_is(self, run: Run, tmp_path: Path) -> None:
        """The same tree with a right library."""
        driver(tmp_path)
        explicit(tmp_path)
        names = [Symbol("vkNegotiateLoaderLayerInterfaceVersion"), Symbol("vkGetInstanceProcAddr")]
        (tmp_path / "usr/lib/libVkLayer_good.so").write_bytes(elf(names))

        text = run("explain", "--root", str(tmp_path), "--env", ASKED, NAME).stdout

        assert f"  0. {NAME} (explicit)\n" in text
        assert "without" not in text

    @pytest.mark.parametrize("differs", [True, False])
    def test_another_order_is_a_difference(self, run: Run, tmp_path: Path, *, differs: bool) -> None:
        """Releases put the components of an override layer elsewhere: that line does not say that it is the same."""
        driver(tmp_path)
        loader(tmp_path, "1.3.239")
        folder = tmp_path / SHARE / "implicit_layer.d"
        off = {"disable_environment": {"DISABLE_IT": "1"}}
        override = "VK_LAYER_LUNARG_override" if differs else "VK_LAYER_TEST_meta"
        manifest(folder, "a.json", "library_path", override, component_layers=[NAME], **off)
        manifest(folder, "z.json", layer_name="VK_LAYER_TEST_z", library_path="libz.so", **off)
        explicit(tmp_path)
        for name in ("libVkLayer_good.so", "libz.so"):
            library(tmp_path, name)

        text = run("explain", "--root", str(tmp_path)).stdout

        assert ("  by the documents: " in text) is differs
        assert ("differs from the documents: the order of the layers" in text) is differs
        assert ("does here as the documents say" in text) is not differs

    def test_an_active_layer_of_this_machine_was_not_run(self, tmp_path: Path) -> None:
        """What its negotiation would return is not known, and the command that finds out is named."""
        path = manifest(tmp_path, library_path="./libgood.so")
        (tmp_path / "libgood.so").write_bytes(elf([Symbol("vkNegotiateLoaderLayerInterfaceVersion")]))
        env = {"VK_LAYER_PATH": str(tmp_path), "VK_INSTANCE_LAYERS": NAME, "HOME": str(tmp_path)}
        env |= {"VK_LOADER_LAYERS_DISABLE": "", "VK_ADD_LAYER_PATH": ""}

        text = " ".join(CliRunner().invoke(main, ["explain", "--no-run", NAME], env=env).stdout.split())

        assert text.startswith(f"{NAME} is active: ")
        assert (
            f"its library was not run, and may refuse a loader: refloader conform --layer {path} runs it"
            in text
        )


class TestWords:
    """A part of a name means the layer that the whole name means."""

    @pytest.mark.parametrize("word", [NAME, "test_good"])
    @pytest.mark.parametrize("value", ["{0}/a;{0}/b", "{0}/b,{0}/a"])
    def test_a_list_with_another_separator(self, tmp_path: Path, word: str, value: str) -> None:
        """The separator is the answer, not that no name has such a part."""
        manifest(tmp_path / "a", library_path="./libgood.so")
        (tmp_path / "b").mkdir()
        env = {"VK_LAYER_PATH": value.format(tmp_path), "VK_INSTANCE_LAYERS": None, "HOME": str(tmp_path)}

        text = CliRunner().invoke(main, ["explain", "--no-run", word], env=env).stdout

        assert text.startswith(f"{NAME} is not found: VK_LAYER_PATH=")
        assert "no change is known" not in text

    def test_a_word_that_no_folder_has(self, tmp_path: Path) -> None:
        """The separator is not what this one lacks."""
        manifest(tmp_path / "a", library_path="./libgood.so")
        env = {"VK_LAYER_PATH": f"{tmp_path}/a;{tmp_path}/b", "HOME": str(tmp_path)}

        text = CliRunner().invoke(main, ["explain", "--no-run", "other_word"], env=env).stdout

        assert text.startswith("other_word is not found: ")


class TestStages:
    """A tree that is to be installed need not have a driver; a machine does."""

    def test_a_layer_alone(self, run: Run, tmp_path: Path) -> None:
        """What the driver is like where it is installed is not known, and no problem of the tree."""
        explicit(tmp_path)
        library(tmp_path, "libVkLayer_good.so")

        result = run("explain", "--root", str(tmp_path))

        assert "no device" not in result.stdout
        assert "what vkCreateInstance returns is not known: the tree has no driver" in result.stdout
        assert result.exit_code == 0

    @pytest.mark.parametrize("sign", ["etc/os-release", "usr/lib/os-release", "usr/lib/libvulkan.so.1"])
    def test_a_machine(self, run: Run, tmp_path: Path, sign: str) -> None:
        """A tree with a part of a system is one: without a driver, no program gets an instance."""
        explicit(tmp_path)
        library(tmp_path, "libVkLayer_good.so")
        (tmp_path / sign).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / sign).write_bytes((tmp_path / "usr/lib/libVkLayer_good.so").read_bytes())

        text = run("explain", "--root", str(tmp_path)).stdout

        assert "no device: no driver manifest is found" in text

    def test_a_driver_that_fails(self, run: Run, tmp_path: Path) -> None:
        """A tree with a driver is judged by it."""
        explicit(tmp_path)
        driver(tmp_path)
        os.unlink(tmp_path / "usr/lib/libvulkan_x.so")

        text = run("explain", "--root", str(tmp_path)).stdout

        assert "vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER" in text


def of_log(text: str) -> Any:
    """The answer on the layer, by a log."""
    words = ["explain", "--log", "-", NAME, "--format", "json"]
    (found,) = json.loads(CliRunner().invoke(main, words, input=text, catch_exceptions=False).stdout)[
        "answers"
    ]
    return found


class TestNegotiationInLogs:
    """No line has the name of a layer and its library: it is found by what else there is."""

    def test_the_only_one(self) -> None:
        """It comes first, with its change, and nothing is asked for that the log has."""
        found = of_log(REFUSED)

        assert found["facts"][0]["text"].startswith(
            "most likely for this: the layer's library /opt/h/./libh.so has no"
        )
        assert found["facts"][0]["first_line"] == 16
        assert not any("called like it" in fact["text"] for fact in found["facts"])
        assert not any("VK_* variables" in each for each in found["ask"])

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("/opt/h/./libh.so", "/opt/other/libh.so"),
            ("/opt/h/./libh.so", "libh.so"),
            (f'"{NAME}"', f'"{NAME}:VK_LAYER_TEST_second"'),
            (
                "                  /opt/h/h.json",
                "                  /opt/h/h.json\nLAYER:                  /opt/h/i.json",
            ),
            ("/opt/h", "/usr/share/vulkan/implicit_layer.d"),
        ],
    )
    def test_what_may_be_another_layers(self, old: str, new: str) -> None:
        """A library elsewhere, a second layer that is lacking, a second manifest: nothing is claimed."""
        found = of_log(REFUSED.replace(old, new))

        assert not any("most likely" in fact["text"] for fact in found["facts"])
        assert "why is not in the log" in found["facts"][0]["text"]


class TestKeptOffForGood:
    """Bisect proposes the smallest change: not to ask for the layer, if that is why it is active."""

    @pytest.mark.parametrize(
        ("change", "line", "once"),
        [
            (
                unset_variable("VK_INSTANCE_LAYERS"),
                "unset VK_INSTANCE_LAYERS",
                "env -u VK_INSTANCE_LAYERS game",
            ),
            (
                set_variable("VK_INSTANCE_LAYERS", "VK_LAYER_y"),
                "export VK_INSTANCE_LAYERS=VK_LAYER_y",
                "env VK_INSTANCE_LAYERS=VK_LAYER_y game",
            ),
        ],
    )
    def test_what_asks_for_it(self, change: Any, line: str, once: str) -> None:
        """The filter comes after it, for a program that asks for the layer itself."""
        filtered = {"VK_LOADER_LAYERS_DISABLE": "VK_LAYER_x"}
        own: Any = SimpleNamespace(without=lambda _: filtered, asked_by=lambda _: change)

        found = remedy(Suspect(Kind.LAYER, "VK_LAYER_x", "/layers/x.json"), own, ["game"])

        assert (found.for_good, found.once) == (line, once)
        assert "VK_LOADER_LAYERS_DISABLE=VK_LAYER_x" in found.besides
