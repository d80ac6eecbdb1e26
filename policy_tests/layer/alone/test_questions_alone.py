"""What a layer answers to questions that are asked again: with another value, by another name, or as they were."""

from functools import partial

import pytest

from refloader.suite.layers.alone.applied import answers_keep
from refloader.suite.layers.alone.asked import questions
from refloader.suite.layers.alone.carrying import carried
from refloader.suite.layers.alone.effects import own_features
from refloader.suite.layers.trial import LayerTrial


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestAnswers:
    """A layer in a compliant environment leaves it compliant: an answer is about what is asked, and of now."""

    def test_about_each_value(self, layer: LayerTrial) -> None:
        """The answer for one format, usage or object is not the answer for another one."""
        answers_keep(layer, questions.values_regarded, carried.ACT)

    def test_by_both_names(self, layer: LayerTrial) -> None:
        """A question should have one answer by its name in core and by its name in an extension.

        The extension is not enabled: a layer may do without the name's own answer there.
        """
        answers_keep(layer, questions.named_alike, carried.ACT, should=True)

    def test_of_now(self, layer: LayerTrial) -> None:
        """What changes with time, as the extent of a surface, is asked for each time."""
        answers_keep(layer, questions.current_answers, carried.ACT)

    def test_of_this_instance(self, layer: LayerTrial) -> None:
        """The answer for a physical device is not that for one which had the same handle in an earlier instance."""
        answers_keep(layer, questions.lives_apart, carried.ACT)

    def test_budgets_of_now(self, layer: LayerTrial) -> None:
        """Budgets and usages of heaps should not be those of an earlier call."""
        answers_keep(layer, questions.budgets_current, carried.ACT, should=True)

    def test_lists_are_as_long_as_counted(self, layer: LayerTrial) -> None:
        """A list fits into an array of as many elements as the command counted."""
        answers_keep(layer, questions.counted_as_given, carried.ACT)

    def test_lists_are_counted_as_written(self, layer: LayerTrial) -> None:
        """A list comes back with the number of its elements where there is room for more."""
        answers_keep(layer, questions.counted_as_written, carried.ACT)

    def test_lists_of_vendors_are_as_long_as_counted(self, layer: LayerTrial) -> None:
        """A list of a vendor's extension should fit into an array of as many elements as its command counted."""
        answers_keep(layer, partial(questions.counted_as_given, by_vendors=True), carried.ACT, should=True)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestTools:
    """The tools that are active are all in the list, those of the layer and those below it."""

    def test_tools_below_are_listed(self, layer: LayerTrial) -> None:
        """A layer that lists tools adds itself to those that the entity below lists, and counts all of them."""
        answers_keep(layer, questions.tools_listed, carried.ACT)

    def test_tools_by_both_names(self, layer: LayerTrial) -> None:
        """The list should be the same by vkGetPhysicalDeviceToolProperties and by its name in the extension.

        No sentence says that a tool lists itself by each name. Khronos's validation layer of Debian 12 does by one.
        """
        answers_keep(layer, questions.tools_by_both_names, carried.ACT, should=True)

    def test_tools_name_their_layer(self, layer: LayerTrial) -> None:
        """A tool that the layer adds is said to be implemented in this layer, or in none."""
        answers_keep(layer, partial(questions.tools_named, name=layer.layer.name), carried.ACT)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestFeatures:
    """What a layer's own extension brings along is there where an application asks for it."""

    def test_features_by_both_names(self, layer: LayerTrial) -> None:
        """A feature of the layer's is there by vkGetPhysicalDeviceFeatures2KHR as by vkGetPhysicalDeviceFeatures2."""
        features = own_features.features_of(layer.layer.device_extensions)
        judge = partial(own_features.alike, features=features)
        options = own_features.options_for(features)
        answers_keep(layer, judge, own_features.ACT, *options, step="own-features.instance")

    def test_features_of_extensions(self, layer: LayerTrial) -> None:
        """A device with one of the extensions in the manifest should have the features that belong to it."""
        features = own_features.features_of(layer.layer.device_extensions)
        judge = partial(own_features.there, features=features)
        answers_keep(layer, judge, own_features.ACT, *own_features.options_for(features), should=True)
