"""What VK_INSTANCE_LAYERS asks for and a chain lacks, and what sudo does not pass on: where neither is the cause."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.log_reader import read

SUITE = "VK_LAYER_ACME_suite"


def first(text: str) -> Fact:
    """What is said first of a text."""
    return explained(read(text), ()).facts[0]


def chain(*layers: str, folder: str = "explicit_layer.d") -> str:
    """The lines of a chain."""
    lines = "".join(
        f"INFO | LAYER: {name}\nINFO | LAYER:   Manifest: /usr/share/vulkan/{folder}/x.json\n"
        f"INFO | LAYER:   Library:  libx.so\nINFO | LAYER:  ||\n"
        for name in layers
    )
    return (
        "INFO | LAYER: vkCreateInstance layer callstack setup to:\nINFO | LAYER:  <Application>\nINFO | LAYER:  ||\n"
        f"INFO | LAYER:  <Loader>\nINFO | LAYER:  ||\n{lines}INFO | LAYER:  <Drivers>\n"
    )


def asking(name: str, version: str = "1.3.239") -> str:
    """The lines of a loader before its chain; without a version, that line is cut off."""
    start = f"INFO: Vulkan Loader Version {version}\n" if version else ""
    return f"{start}WARNING | LAYER:  env var 'VK_INSTANCE_LAYERS' defined and adding layers \"{name}\"\n"


class TestALayerThatAChainLacks:
    """That it is not found is said only where nothing else can be the cause."""

    @pytest.mark.parametrize("version", ["1.3.204", "1.4.321"])
    def test_a_meta_layer_has_only_its_components_there(self, version: str) -> None:
        """It may be one if the chain has other layers than those that are named."""
        fact = first(asking(SUITE, version) + chain("VK_LAYER_ACME_one", "VK_LAYER_ACME_two"))

        assert not fact.bad
        assert fact.text.endswith("it is a meta-layer, or not found")

    def test_an_implicit_layer_is_no_component(self) -> None:
        """It is in the chain by itself."""
        fact = first(asking(SUITE) + chain("VK_LAYER_ACME_hud", folder="implicit_layer.d"))

        assert fact.text == f"{SUITE} was asked for and not found"

    def test_the_layer_that_replaced_it_is_there(self) -> None:
        """Older releases build the old name in, as a meta-layer of the new one."""
        text = asking("VK_LAYER_LUNARG_standard_validation", "1.1.126") + chain("VK_LAYER_KHRONOS_validation")

        assert not first(text).bad

    @pytest.mark.parametrize(
        "text",
        [
            asking(SUITE, ""),
            asking(SUITE)
            + "INFO | LAYER: Found manifest file /etc/vulkan/explicit_layer.d/acme_suite.json, version 1.2.0\n",
        ],
        ids=["of an unknown release", "with a manifest of its name"],
    )
    def test_why_is_not_known(self, text: str) -> None:
        """It may have been found."""
        assert first(text + chain()).text.endswith("and the chain is without it; why is not in the text")

    def test_the_chain_of_another_run(self) -> None:
        """The variable is set for one command, and the chain is that of the next."""
        text = f"$ VK_INSTANCE_LAYERS={SUITE} vkcube\nworks\n$ vkcube\n" + asking("x").partition("WARN")[0]

        assert not first(text + chain()).bad

    def test_a_process_with_privileges(self) -> None:
        """The loader says that it ignores the variable with the folder of the layer."""
        ignored = (
            "WARNING: Loader is running with elevated permissions.  "
            "Environment variable VK_LAYER_PATH will be ignored.\n"
        )

        assert "not found" not in first(asking(SUITE) + ignored + chain()).text


DROPPED = "sudo does not pass VK_ICD_FILENAMES on"
PROCESSOR = "Selected GPU 0: llvmpipe (LLVM 15.0.7, 256 bits), type: Cpu\n"


class TestSudo:
    """That it drops a variable is said only where that takes the card away."""

    @pytest.mark.parametrize(
        "command", ["-u bob -E vkcube", "-H --preserve-env=VK_ICD_FILENAMES vkcube", "-i vkcube"]
    )
    def test_options_may_pass_it_on(self, command: str) -> None:
        """What they do is not judged."""
        text = f"$ export VK_ICD_FILENAMES=/opt/foo.json\n$ sudo {command}\n{PROCESSOR}"

        assert DROPPED not in first(text).text

    def test_the_user_has_no_card_with_it(self) -> None:
        """So that root would not have one either."""
        text = f"$ export VK_ICD_FILENAMES=/opt/foo.json\n$ vkcube\n{PROCESSOR}$ sudo vkcube\n{PROCESSOR}"

        assert DROPPED not in first(text).text

    @pytest.mark.parametrize(
        "variable",
        [
            "VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/lvp_icd.json",
            "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation",
        ],
        ids=["of the processor", "of layers"],
    )
    def test_variables_that_bring_no_card(self, variable: str) -> None:
        """The processor is what programs would have with it too."""
        text = f"$ export {variable}\n$ sudo vkcube\n{PROCESSOR}"

        assert "does not pass" not in first(text).text


def test_quotation_marks_that_cmd_keeps() -> None:
    """The change names what keeps them, and holds for Windows too."""
    text = 'ERROR: loader_get_json: Failed to open JSON file "C:\\nv-vk64.json"\n'

    assert "(set in cmd and docker --env-file keep them): NAME=C:\\nv-vk64.json" in first(text).change
