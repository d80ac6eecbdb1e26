"""What a layer leaves of its host process once the instance is gone and its library unloaded."""

from collections.abc import Mapping
from typing import Any

import pytest

from refloader.harness.layers.judges import manners
from refloader.harness.layers.session import Circumstances
from refloader.harness.layers.trial import LayerTrial

ALONE = Circumstances(("manners",), observed=False)
NO_INSTANCE = "no instance could be made with the layer on"


def with_and_without(layer: LayerTrial, label: str) -> tuple[object, object]:
    """The changes with the layer and without it; skips where the layer was never on."""
    answers = layer.session(ALONE).answers
    if answers.get("manners.instance") != 0:
        pytest.skip(NO_INSTANCE)
    others: Mapping[str, Any] = layer.without(ALONE).answers
    return answers.get(label), others.get(label)


@pytest.mark.rule("LLP_LAYER_2")
class TestLayersLeaveTheProcessAsItWas:
    """A layer must not cause other layers or drivers to fail, crash or otherwise misbehave."""

    def test_nothing_of_others_is_taken_away(self, layer: LayerTrial) -> None:
        """Descriptors and variables of others are as before, and no signal leads into code that is gone."""
        changes, others = with_and_without(layer, "manners.gone")
        layer.holds(manners.harm(changes, others), during=ALONE)

    def test_the_state_of_the_process_is_put_back(self, layer: LayerTrial) -> None:
        """Locale, folder, signals, threads and the like should be as before."""
        changes, others = with_and_without(layer, "manners.gone")
        layer.holds(manners.untidiness(changes, others), during=ALONE, should=True)

    def test_nothing_grows_with_every_instance(self, layer: LayerTrial) -> None:
        """Descriptors and threads should not be left over by each instance."""
        changes, others = with_and_without(layer, "manners.again")
        layer.holds(manners.leaks(changes, others), during=ALONE, should=True)
