"""What the checks of wrapped handles say of the prober's answers."""

from typing import Any

from refloader.suite.layers.alone.carrying import wrapped
from refloader.suite.sessions.answers import Answers

VERSION = "1.3.239"


def _answers(own: tuple[str, ...], **more: Any) -> Answers:
    rows = {label.replace("_", ".", 1): answer for label, answer in more.items()}
    return {"wrapped": {"types": ["VkQueue"], "own": list(own)}, **rows}


def _left(command: str, own: tuple[str, ...], version: str = VERSION) -> list[str]:
    answers = _answers(own, **{f"leaves_{command}": {"types": ["VkQueue"]}})
    return list(wrapped.unwrapped(version)(answers).said)


class TestFunctions:
    """A layer that wraps a type has a function for each command that takes it."""

    def test_one_of_core_has_to_be_there(self) -> None:
        """Commands of the layer's version of Vulkan are known to it."""
        assert _left("vkQueueSubmit2", ("vkQueueSubmit",)) == [
            "the layer wraps VkQueue and has no function for vkQueueSubmit2, which takes it: its own handle goes down"
        ]

    def test_one_of_a_newer_version_is_not_known(self) -> None:
        """A layer of Vulkan 1.2 does not know what 1.3 brought."""
        assert _left("vkQueueSubmit2", ("vkQueueSubmit",), "1.2.0") == []

    def test_tags_belong_to_names(self) -> None:
        """A layer that unwraps in names knows VK_EXT_debug_utils."""
        assert len(_left("vkSetDebugUtilsObjectTagEXT", ("vkSetDebugUtilsObjectNameEXT",))) == 1

    def test_an_extension_that_it_does_not_know_is_left_out(self) -> None:
        """A layer has to warn of such an extension, and no more."""
        assert _left("vkQueueNotifyOutOfBandNV", ("vkQueueSubmit",)) == []
        assert _left("vkSetDebugUtilsObjectTagEXT", ("vkQueueSubmit",)) == []

    def test_messages_carry_the_applications_handles(self) -> None:
        """What an application says to its own callbacks need not be unwrapped."""
        assert _left("vkSubmitDebugUtilsMessageEXT", ("vkSetDebugUtilsObjectNameEXT",)) == []

    def test_the_other_name_should_be_there(self) -> None:
        """An application may call vkQueueSubmit2KHR instead."""
        answers = _answers(("vkQueueSubmit2",), leaves_vkQueueSubmit2KHR={"types": ["VkQueue"]})

        assert wrapped.extensions_of_twins(answers) == ("VK_KHR_synchronization2",)
        assert len(wrapped.twins_unwrapped(answers, ("VK_KHR_synchronization2",)).said) == 1
        assert list(wrapped.twins_unwrapped(answers, ()).said) == []

    def test_a_layer_need_not_wrap_with_an_extension(self) -> None:
        """Who hands up the handles from below where an extension is enabled has nothing to unwrap in it."""
        answers: Answers = {"wrapped": {"types": [], "own": ["vkQueueSubmit2"]}}

        assert wrapped.twins_unwrapped(answers, ("VK_KHR_synchronization2",)).seen == 0
        assert list(wrapped.unwrapped(VERSION)(answers).said) == []

    def test_commands_that_are_not_called_are_named(self) -> None:
        """The prober cannot call all commands: the check of a layer with a function for such a one does not pass."""
        answers = _answers((), uncarried={"taken": [["vkCreateXcbSurfaceKHR", "VkInstance"]]})

        result = wrapped.unwrapped(VERSION)(answers)

        assert result.broken == []
        assert result.left_out == (
            "not judged in vkCreateXcbSurfaceKHR, which the prober does not call:"
            " the layer has functions of its own for it and wraps VkInstance"
        )
        assert wrapped.unwrapped(VERSION)(_answers((), uncarried={"taken": []})).left_out == ""


class TestHandles:
    """No handle of the layer's own goes down."""

    def test_in_an_array(self) -> None:
        """Each place is named once, whichever element it is."""
        rows = [[f"pSrcCaches[{i}]", 5, 5, False] for i in range(2)]
        forms = {"plain": {"handles": rows}, "many": {"handles": rows}}
        answers = _answers((), form_vkMergePipelineCaches=forms)

        assert list(wrapped.unwrapped(VERSION)(answers).said) == [
            "vkMergePipelineCaches goes down with the layer's own handle as pSrcCaches[]"
        ]

    def test_in_a_command_of_a_newer_version(self) -> None:
        """Who supports Vulkan 1.2 may pass a command of 1.3 on as it is."""
        forms = {"plain": {"handles": [["pSubmits[0].pCommandBufferInfos[0].commandBuffer", 5, 5, False]]}}
        answers = _answers((), form_vkQueueSubmit2=forms)

        assert list(wrapped.unwrapped("1.2.0")(answers).said) == []
        assert len(wrapped.unwrapped(VERSION)(answers).said) == 1

    def test_in_a_call_that_no_device_allows(self) -> None:
        """No device has all extensions: a layer may do otherwise with a chain of all their structures."""
        forms = {"chains": {"handles": [["pSrcCaches[0]", 5, 5, False]]}}

        assert list(wrapped.unwrapped(VERSION)(_answers((), form_vkMergePipelineCaches=forms)).said) == []

    def test_one_that_is_ignored(self) -> None:
        """A primary command buffer ignores pInheritanceInfo."""
        forms = {"plain": {"handles": [["pBeginInfo.pInheritanceInfo.framebuffer", 5, 5, False]]}}

        assert list(wrapped.unwrapped(VERSION)(_answers((), form_vkBeginCommandBuffer=forms)).said) == []

    def test_as_an_object_of_any_type(self) -> None:
        """Names, tags and private data say the type by a number."""
        answers = _answers((), named_vkSetPrivateData={"types": ["VkQueue"]})

        assert list(wrapped.unwrapped(VERSION)(answers).said) == [
            "vkSetPrivateData goes down with the layer's own VkQueue, as an object of any type"
        ]

    def test_as_an_object_of_any_type_in_a_command_of_a_newer_version(self) -> None:
        """Who supports Vulkan 1.2 is not asked for vkSetPrivateData, which came with 1.3."""
        answers = _answers((), named_vkSetPrivateData={"types": ["VkQueue"]})
        of_the_extension = _answers((), named_vkSetPrivateDataEXT={"types": ["VkQueue"]})

        assert list(wrapped.unwrapped("1.2.0")(answers).said) == []
        assert len(wrapped.unwrapped("1.2.0")(of_the_extension).said) == 1

    def test_nothing_is_wrapped(self) -> None:
        """A layer that hands up the handles from below has nothing to unwrap."""
        look = wrapped.unwrapped(VERSION)({"wrapped": {"types": [], "own": ["vkQueueSubmit"]}})

        assert (look.seen, list(look.said)) == (0, [])


class TestChains:
    """Structures on a pNext hold handles, too."""

    HELD = "VkImageSwapchainCreateInfoKHR"
    CONVERSION = "VkSamplerYcbcrConversionInfo"

    def _left(self, command: str, structure: str, version: str) -> list[str]:
        held = {"held": [[structure, "VkSwapchainKHR"]] * 2}
        return list(wrapped.unwrapped(version)(_answers((), **{f"chained_{command}": held})).said)

    def _kept(self, path: str, form: str, version: str = VERSION) -> list[str]:
        forms = {form: {"handles": [[path, 5, 5, False]]}}
        return list(wrapped.unwrapped(version)(_answers((), form_vkCreateSampler=forms)).said)

    def test_a_command_that_is_left_to_the_entity_below(self) -> None:
        """A layer that wraps swapchains has a function for vkCreateImage, which takes one on its pNext."""
        assert self._left("vkCreateImage", self.HELD, VERSION) == [
            "the layer wraps VkSwapchainKHR and has no function for vkCreateImage, which takes it in"
            " VkImageSwapchainCreateInfoKHR on pNext: its own handle goes down"
        ]

    def test_a_structure_of_a_newer_version(self) -> None:
        """VK_KHR_swapchain had none for images in Vulkan 1.0."""
        assert self._left("vkCreateImage", self.HELD, "1.0.68") == []
        assert self._left("vkCreateSampler", self.CONVERSION, "1.0.68") == []

    def test_a_question_about_an_image(self) -> None:
        """It may not have VkImageSwapchainCreateInfoKHR."""
        assert self._left("vkGetDeviceImageMemoryRequirements", self.HELD, VERSION) == []

    def test_a_command_of_an_extension(self) -> None:
        """An older name of a command is a matter of another check."""
        assert self._left("vkBindImageMemory2KHR", "VkBindImageMemorySwapchainInfoKHR", VERSION) == []

    def test_a_handle_that_goes_down_as_it_came(self) -> None:
        """A layer that has a function for the command unwraps there what its structures hold."""
        path = f"pCreateInfo.pNext {self.CONVERSION}.conversion"

        assert self._kept(path, "held") == [
            "vkCreateSampler goes down with the layer's own handle as conversion of VkSamplerYcbcrConversionInfo"
            " on pNext of pCreateInfo"
        ]
        assert self._kept(path, "held", "1.0.68") == []
        assert self._kept(path, "plain") == []
