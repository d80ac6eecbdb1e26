"""The prober's many instances, devices and extensions, through the mock layer as it is and with its mistakes."""

import pytest
from mock_fixtures import Copy
from probing import probe

from refloader.suite.layers.alone import beside_own, many
from refloader.suite.layers.alone.carrying import varied
from refloader.suite.sessions.answers import Answers

OWN = ("--instance-extension", "VK_MOCK_one", "--device-extension", "VK_MOCK_two")
FLAGS = ("instance_extensions=VK_MOCK_one:1", "device_extensions=VK_MOCK_two:1")


def broken(answers: Answers) -> list[str]:
    """What the judges find."""
    judged = [judge(answers) for judge in (many.later_ones_made, many.made_beside_others, many.each_served)]
    return [breach.fact for look in judged for breach in look.broken]


class TestMany:
    """As many as any table may have room for."""

    def test_the_clean_layer(self, copy: Copy) -> None:
        """All are made, and heard of."""
        seen = probe(copy("mock_layer"), many.ACT)

        assert seen.is_done
        assert seen.answers["many.devices.beside"]["made"] > 1
        assert set(seen.answers["many.devices.beside"]["vkDestroyDevice"]) == {1}
        assert broken(seen.answers) == []

    def test_a_table_from_which_nothing_is_taken(self, copy: Copy) -> None:
        """It is full after a hundred instances."""
        [fact] = broken(probe(copy("mock_layer", "violate=LLP_LAYER_1_places"), many.ACT).answers)[:1]

        assert "for the 101st of instances that are made one after the other" in fact

    def test_a_table_that_is_full(self, copy: Copy) -> None:
        """What is no longer in it is not ended."""
        [fact] = broken(probe(copy("mock_layer", "violate=LLP_LAYER_1_33rd"), many.ACT).answers)

        assert fact.startswith("vkDestroyDevice reaches the next entity for the first of")
        assert fact.endswith("and not for the 33rd")

    @pytest.mark.parametrize("kind", ["instance", "device"])
    def test_extensions(self, copy: Copy, kind: str) -> None:
        """All go down, or as many as there is room for."""
        clean = probe(copy("mock_layer"), "create").answers
        short = probe(copy("mock_layer", "violate=LLP_LAYER_1_32_names"), "create").answers

        assert (many.extensions_kept(clean, kind).seen, many.extensions_kept(clean, kind).broken) == (1, [])
        [breach] = many.extensions_kept(short, kind).broken
        assert f"gets 32 of {many.NUMBER_OF_NAMES}" in breach.fact


class TestBesideOwn:
    """Creations without and with the layer's own extensions."""

    def judged(self, copy: Copy, *flags: str) -> list[str]:
        """What the judges find."""
        answers = probe(copy("mock_layer", *FLAGS, *flags), "create", *beside_own.CASE, *OWN).answers
        looks = [
            beside_own.rest_kept(answers, "instance"),
            beside_own.rest_kept(answers, "device"),
            beside_own.features_kept(answers),
            beside_own.others_accepted(answers),
        ]
        assert all(look.seen for look in looks[1:3])
        return [breach.fact for look in looks for breach in look.broken]

    def test_the_clean_layer(self, copy: Copy) -> None:
        """All that is asked for goes down."""
        assert self.judged(copy) == []

    def test_lost_queues(self, copy: Copy) -> None:
        """Those of the second family do not."""
        [fact] = self.judged(copy, "violate=LLP_LAYER_1_own_families")

        assert "1 queues of the second family, but 0" in fact


class TestSubmissions:
    """Two batches that go down one by one."""

    @pytest.mark.parametrize(("flags", "breaches"), [((), 0), (("violate=LLP_LAYER_1_fenced",), 1)])
    def test_the_fence(self, copy: Copy, flags: tuple[str, ...], breaches: int) -> None:
        """It comes with the second."""
        answers = probe(copy("mock_layer", *flags), "carry").answers

        assert len(varied.fence_last(answers).broken) == breaches

    def test_fences_of_the_layers_own(self, copy: Copy) -> None:
        """Of two real ones are many, each of them several times: a layer that takes sixteen is seen."""
        few = probe(copy("mock_layer", "violate=LLP_LAYER_1_few"), "carry").answers["form.vkWaitForFences"]

        assert few["many"]["changed"] == [["fenceCount", 71, 16, False]]
