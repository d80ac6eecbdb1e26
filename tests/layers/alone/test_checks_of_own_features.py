"""Checks on the features of a layer's own extensions, on answers that are right and wrong."""

from refloader.suite.layers.alone.effects import own_features
from refloader.suite.sessions.answers import Answers

SLOTS = own_features.features_of(["VK_EXT_private_data", "VK_ACME_unknown"])
SMALL = own_features.features_of(["VK_KHR_shader_float16_int8"])
STRUCTURE = "VkPhysicalDevicePrivateDataFeatures"


def told(core: int, older: int) -> Answers:
    """What the two names of the command give for privateData."""
    return {f"own.{STRUCTURE}.privateData": {"core": core, "older": older}}


def small(float16: int, int8: int) -> Answers:
    """Two features of an extension, of which a device has one at least."""
    name = "VkPhysicalDeviceShaderFloat16Int8Features"
    return {
        f"own.{name}.shaderFloat16": {"core": float16, "older": float16},
        f"own.{name}.shaderInt8": {"core": int8, "older": int8},
    }


class TestRegistry:
    """The registry tells which features belong to an extension."""

    def test_structures_have_the_names_of_core(self) -> None:
        """The prober knows a structure by its newest name."""
        assert own_features.options_for(SLOTS) == ("--function", f"{STRUCTURE}.privateData")


class TestBothNames:
    """The two names of vkGetPhysicalDeviceFeatures2 are one command."""

    def test_one_name_alone_is_a_breach(self) -> None:
        """The name that lacks the feature is the second one."""
        assert not own_features.alike(told(1, 1), SLOTS).said
        assert list(own_features.alike(told(1, 0), SLOTS).said) == [
            "vkGetPhysicalDeviceFeatures2 has privateData of the layer's VK_EXT_private_data,"
            " vkGetPhysicalDeviceFeatures2KHR has not"
        ]

    def test_a_name_that_is_not_there_says_nothing(self) -> None:
        """A layer that hides one of the commands is not judged."""
        assert own_features.alike(told(1, -1), SLOTS).seen == 0


class TestThere:
    """A device with an extension has its features."""

    def test_none_is_a_breach(self) -> None:
        """The extension and its feature are named."""
        assert not own_features.there(told(1, 1), SLOTS).said
        assert list(own_features.there(told(0, 0), SLOTS).said) == [
            f"the manifest lists VK_EXT_private_data, and no device has privateData of {STRUCTURE}"
        ]

    def test_one_of_several_is_enough(self) -> None:
        """Some extensions have features of which a device may lack all but one."""
        assert not own_features.there(small(0, 1), SMALL).said
        assert own_features.there(small(0, 0), SMALL).said
