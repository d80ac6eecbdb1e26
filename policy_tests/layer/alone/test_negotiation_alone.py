"""The negotiation with a layer, by a prober in the loader's place: every version, and the lookups that come of it."""

from functools import partial

import pytest

from refloader.model.edition import Edition
from refloader.suite.layers.alone import negotiation
from refloader.suite.layers.alone.applied import answers_keep
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.subjects.layer import NEGOTIATE

ACT = "negotiate"


class TestTheFunction:
    """A layer exports vkNegotiateLoaderLayerInterfaceVersion; one of version 2 or newer has to."""

    @pytest.mark.rule("LLP_LAYER_4", "NEGOTIATE-LAYER-02")
    def test_is_found(self, layer: LayerTrial) -> None:
        """The library should have it, under this name or the manifest's; a manifest that names it promises it."""
        promised = NEGOTIATE in dict(layer.layer.functions)
        answers_keep(layer, negotiation.negotiation_exported, "names", should=not promised)

    @pytest.mark.rule("IFACE-LAYER-V1-01")
    def test_lookups_without_it(self, layer: LayerTrial) -> None:
        """A layer of version 1 or 0 exports vkGetInstanceProcAddr and vkGetDeviceProcAddr, perhaps renamed."""
        judge = partial(negotiation.lookups_exported, negotiated=layer.probe(ACT))
        answers_keep(layer, judge, "names")


class TestVersions:
    """The layer answers with the newest version that both sides have."""

    @pytest.mark.rule("LLP_LAYER_5")
    def test_a_version_is_agreed_on(self, layer: LayerTrial) -> None:
        """The offer of version 2 ends in a version that loaders support."""
        answers_keep(layer, negotiation.version_2_agreed, ACT, step="negotiate.2")

    @pytest.mark.rule("LLP_LAYER_5")
    def test_newer_loaders_are_not_refused(self, layer: LayerTrial) -> None:
        """A loader that has newer versions has version 2 too: the negotiation ends in what both have."""
        answers_keep(layer, negotiation.newer_loaders_accepted, ACT, step="negotiate")

    @pytest.mark.rule("NEGOTIATE-LAYER-04")
    def test_no_other_version_is_agreed_on(self, layer: LayerTrial) -> None:
        """An answer with success is the newest version that both sides have, and none above the offer."""
        answers_keep(layer, negotiation.shared_version, ACT)

    @pytest.mark.rule("NEGOTIATE-LAYER-04")
    def test_the_common_version_is_answered(self, layer: LayerTrial) -> None:
        """Newer loaders should get the layer's own version, and success."""
        judge = partial(negotiation.common_version, may_refuse_newer=layer.edition is Edition.E2018)
        answers_keep(layer, judge, ACT, step="negotiate", should=True)

    @pytest.mark.rule("NEGOTIATE-LAYER-04")
    def test_nothing_above_the_offer_is_answered(self, layer: LayerTrial) -> None:
        """Offers of 0 and 1, which no loader makes, should not be answered with more either."""
        answers_keep(layer, negotiation.nothing_above_the_offer, ACT, should=True)

    @pytest.mark.rule("NEGOTIATE-LAYER-05")
    def test_refusals_have_their_code(self, layer: LayerTrial) -> None:
        """A version that is not supported any more should be refused with VK_ERROR_INITIALIZATION_FAILED."""
        answers_keep(layer, negotiation.refusal_code, ACT, should=True)


@pytest.mark.rule("NEGOTIATE-LAYER-09")
class TestPointers:
    """A layer that reports version 2 or more should fill in its lookups."""

    def test_of_every_version(self, layer: LayerTrial) -> None:
        """The lookups in the answer should be the layer's own, whatever was offered."""
        answers_keep(layer, negotiation.pointers_filled, ACT, should=True)

    def test_nothing_is_left_as_it_was(self, layer: LayerTrial) -> None:
        """Rubbish in the members should not stay there: no document says what a loader puts there before."""
        answers_keep(
            layer,
            negotiation.members_written,
            ACT,
            "--only",
            "rubbish",
            step="negotiate.rubbish",
            should=True,
        )


@pytest.mark.rule("NEGOTIATE-LAYER-08")
class TestNobodyIsCalled:
    """A layer negotiates on its own: it calls no other entity meanwhile."""

    def test_no_command_of_the_loader(self, layer: LayerTrial) -> None:
        """None of the loader's commands is called while the layer negotiates."""
        should = layer.edition is Edition.E2018
        answers_keep(layer, negotiation.nothing_called, "call-down", step="call-down.neg", should=should)
