"""Judges of the negotiation with a library, each on answers that keep its rule and answers that break it."""

from functools import partial

import pytest
from answered import Judged, Row, each, exports, offer

from refloader.suite.layers.alone import negotiation

CASES: list[Row] = [
    (
        "no export",
        negotiation.negotiation_exported,
        exports(vkNegotiateLoaderLayerInterfaceVersion="own"),
        exports(vkNegotiateLoaderLayerInterfaceVersion="null"),
        "exports no vkNegotiate",
    ),
    (
        "an export of others",
        negotiation.negotiation_exported,
        exports(vkNegotiateLoaderLayerInterfaceVersion="own"),
        exports(vkNegotiateLoaderLayerInterfaceVersion="/lib/libother.so"),
        "not in the library, but in /lib/libother.so",
    ),
    (
        "refusing 2",
        negotiation.version_2_agreed,
        offer(2, version=1),
        offer(2, result=-3),
        "refuses interface version 2 with VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "more than 2",
        negotiation.version_2_agreed,
        offer(2),
        offer(2, version=3),
        "the offer of version 2 with version 3",
    ),
    (
        "refusing newer loaders",
        negotiation.newer_loaders_accepted,
        {**offer(2), **offer(3)},
        {**offer(2), **offer(3, result=-3)},
        "has version 2 and refuses the offer of version 3 with VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "beyond the offer",
        negotiation.shared_version,
        offer(3),
        offer(3, version=4),
        "the offer of version 3 with the higher version 4",
    ),
    (
        "what was offered",
        negotiation.common_version,
        offer(0xFFFF_FFFF, version=2),
        offer(0xFFFF_FFFF, version=0xFFFF_FFFF),
        "agrees to version 4294967295, though no document describes one beyond 2",
    ),
    (
        "nothing at all",
        negotiation.common_version,
        {**offer(2), **offer(3), **offer(7)},
        {**offer(2, result=-3), **offer(3, result=-3), **offer(7, result=-3)},
        "the layer refuses the offer of the versions 2, 3 and 7 with VK_ERROR_INITIALIZATION_FAILED",
    ),
    ("versions of nobody", negotiation.common_version, offer(7), offer(7, version=7), "agrees to version 7"),
    (
        "refusing newer",
        negotiation.common_version,
        offer(7),
        offer(7, result=-9),
        "VK_ERROR_INCOMPATIBLE_DRIVER",
    ),
    (
        "the wrong refusal",
        negotiation.refusal_code,
        offer(0, result=-3),
        offer(0, result=-9),
        "version 0 with",
    ),
    (
        "no device lookup",
        negotiation.pointers_filled,
        offer(2),
        offer(2, device="null"),
        "pfnGetDeviceProcAddr is NULL",
    ),
    (
        "untouched members",
        negotiation.members_written,
        offer("rubbish", physical="null", device="null"),
        offer("rubbish", physical="untouched"),
        "pfnGetPhysicalDeviceProcAddr still has the rubbish",
    ),
    (
        "calling the loader",
        negotiation.nothing_called,
        {"call-down.negotiation": {"called": []}},
        {"call-down.negotiation": {"called": ["vkEnumerateInstanceVersion"]}},
        "calls vkEnumerateInstanceVersion",
    ),
    (
        "no lookups to export",
        partial(negotiation.lookups_exported, negotiated={}),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="null",
            vkGetInstanceProcAddr="own",
            VK_LAYER_AGetDeviceProcAddr="own",
        ),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="null",
            vkGetInstanceProcAddr="own",
            vkGetDeviceProcAddr="null",
        ),
        "exports none of vkGetDeviceProcAddr",
    ),
    (
        "lookups of a dependency, under names of the layer's own and under those of a loader",
        partial(negotiation.lookups_exported, negotiated={}),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="null",
            vk_optimusGetInstanceProcAddr="/lib/libcore.so",
            vk_optimusGetDeviceProcAddr="/lib/libcore.so",
        ),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="null",
            vkGetInstanceProcAddr="/lib/libvulkan.so.1",
            vkGetDeviceProcAddr="own",
        ),
        "exports none of vkGetInstanceProcAddr",
    ),
    (
        "version 1 with nothing exported",
        partial(negotiation.lookups_exported, negotiated=offer(2, version=1)),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="own",
            vkGetInstanceProcAddr="own",
            vkGetDeviceProcAddr="own",
        ),
        exports(
            vkNegotiateLoaderLayerInterfaceVersion="own",
            vkGetInstanceProcAddr="null",
            vkGetDeviceProcAddr="null",
        ),
        "exports none of vkGetInstanceProcAddr",
    ),
]


@each(CASES)
class TestNegotiation(Judged):
    """What is agreed between a loader and the library, and how."""


class TestNewerOffers:
    """An offer that is newer than the layer."""

    def test_a_layer_without_version_2(self) -> None:
        """A layer that refuses version 2 is reported for that alone."""
        answers = {**offer(2, result=-3), **offer(3, result=-3)}

        assert negotiation.newer_loaders_accepted(answers).seen == 0

    @pytest.mark.parametrize(("may", "broken"), [(True, 0), (False, 1)], ids=["2018", "later"])
    def test_an_error_was_an_answer_once(self, may: bool, broken: int) -> None:
        """In 2018 the layer may refuse it."""
        result = negotiation.common_version(offer(3, result=-3), may_refuse_newer=may)

        assert (result.seen, len(result.broken)) == (1, broken)
