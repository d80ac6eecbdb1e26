"""What a layer says of layers and extensions when it is asked as a part of a chain."""

from functools import partial

import pytest

from refloader.suite.layers.alone import enumerated
from refloader.suite.layers.alone.applied import AnswersCheck, answers_keep
from refloader.suite.layers.alone.enumerated import DEVICE_EXTENSIONS, INSTANCE_EXTENSIONS, INSTANCE_LAYERS
from refloader.suite.layers.trial import LayerTrial

BY = pytest.mark.parametrize("by", ["instance", "null"])
"""Whether the function is looked up with an instance or with NULL."""


def asked_for(
    layer: LayerTrial, command: str, judge: AnswersCheck, *, by: str = "instance", should: bool = False
) -> None:
    """Judge the answers of one enumeration: each is asked in a process of its own.

    Not every layer lives through a lookup with NULL, which these rules are not about.
    """
    if by == "null":
        answers_keep(layer, judge, "enumerate", "--only", "none", should=should)
    else:
        answers_keep(
            layer, judge, "enumerate", "--only", command, step=f"enumerate.{command}.", should=should
        )


@pytest.mark.rule("CONV-LAYER-04")
class TestLayers:
    """vkEnumerateInstanceLayerProperties of a layer."""

    @BY
    def test_lists_the_layer_alone(self, layer: LayerTrial, by: str) -> None:
        """The layer's vkEnumerateInstanceLayerProperties lists the layer itself and nothing else."""
        asked_for(
            layer, INSTANCE_LAYERS, partial(enumerated.only_itself_listed, name=layer.layer.name), by=by
        )


@pytest.mark.rule("LLP_LAYER_15", "CONV-LAYER-05")
class TestInstanceExtensions:
    """vkEnumerateInstanceExtensionProperties of a layer."""

    @BY
    def test_own_instance_extensions(self, layer: LayerTrial, by: str) -> None:
        """Asked for itself, the layer lists its own instance extensions alone."""
        asked_for(layer, INSTANCE_EXTENSIONS, enumerated.own_instance_extensions, by=by)

    @BY
    def test_instance_extensions_of_others(self, layer: LayerTrial, by: str) -> None:
        """Asked for others, or with NULL, the layer returns VK_ERROR_LAYER_NOT_PRESENT for instance extensions."""
        asked_for(layer, INSTANCE_EXTENSIONS, enumerated.other_instance_layers_refused, by=by)


class TestDeviceExtensions:
    """vkEnumerateDeviceExtensionProperties of a layer."""

    @pytest.mark.rule("LLP_LAYER_16", "CONV-LAYER-07")
    def test_own_device_extensions(self, layer: LayerTrial) -> None:
        """Asked for itself, the layer lists its own device extensions alone."""
        asked_for(layer, DEVICE_EXTENSIONS, enumerated.own_device_extensions)

    @pytest.mark.rule("LLP_LAYER_16")
    def test_device_extensions_of_others(self, layer: LayerTrial) -> None:
        """Asked for the device extensions of others, or with NULL, the layer does nothing but pass the call down."""
        asked_for(layer, DEVICE_EXTENSIONS, enumerated.other_device_extensions_passed_down)

    @pytest.mark.rule("CONV-LAYER-07")
    def test_names_come_down_as_they_were(self, layer: LayerTrial) -> None:
        """Asked for others' device extensions, the layer should chain on with the name that it was given."""
        asked_for(layer, DEVICE_EXTENSIONS, enumerated.other_names_kept, should=True)


class TestSpecVersions:
    """The manifest and the library should give an extension one version: applications get that of the manifest."""

    @pytest.mark.rule("MANIFEST-LAYER-14")
    def test_of_instance_extensions(self, layer: LayerTrial) -> None:
        """An instance extension should have one version: the manifest's is that of the library."""
        _compare_versions(layer, INSTANCE_EXTENSIONS)

    @pytest.mark.rule("MANIFEST-LAYER-15")
    def test_of_device_extensions(self, layer: LayerTrial) -> None:
        """A device extension should have one version: the manifest's is that of the library."""
        _compare_versions(layer, DEVICE_EXTENSIONS)


def _compare_versions(layer: LayerTrial, command: str) -> None:
    judge = partial(enumerated.spec_versions_alike, command=command, versions=dict(layer.layer.spec_versions))
    asked_for(layer, command, judge, should=True)


@pytest.mark.rule("INTERCEPT-04")
class TestArrays:
    """An enumeration returns what befits the room it was given. One of the four is deprecated: CONV-LAYER-06."""

    @pytest.mark.same_run
    @pytest.mark.parametrize("command", [INSTANCE_LAYERS, INSTANCE_EXTENSIONS, DEVICE_EXTENSIONS])
    def test_no_more_than_there_is_room_for(self, layer: LayerTrial, command: str) -> None:
        """No more rows than there is room for are written; too little gives VK_INCOMPLETE, too much their count."""
        judge = partial(enumerated.arrays_respected, command=command)
        answers_keep(layer, judge, "enumerate", "--only", command)
