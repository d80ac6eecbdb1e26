"""Which lines of the mocks belong to the instance that the application got."""

import pytest

from refloader.scenario.trace import Entry, last_creation, names

LAYER = "layer L vkCreateInstance api=1.0.0 layers=1 extensions=0"
DRIVER = "driver D vkCreateInstance api=1.0.0 extensions=VK_A,VK_B"
OTHER = "driver E vkCreateInstance api=none extensions="


def entered(*lines: str) -> tuple[str, ...]:
    """The names of the last instance, layers before drivers."""
    entries = last_creation(lines)
    return names(entries, "layer") + names(entries, "driver")


class TestOneInstance:
    """Everything that is entered for one instance is told, in order and as often as it is entered."""

    def test_layers_and_drivers_are_told(self) -> None:
        """A layer and two drivers are entered once each."""
        assert entered(LAYER, DRIVER, OTHER) == ("L", "D", "E")

    def test_what_each_was_given_is_told(self) -> None:
        """An argument stands under its name, an empty one as well."""
        layer, _, other = last_creation([LAYER, DRIVER, OTHER])

        assert layer == Entry("layer", "L", {"api": "1.0.0", "layers": "1", "extensions": "0"})
        assert other.given == {"api": "none", "extensions": ""}

    @pytest.mark.parametrize("twice", [LAYER, DRIVER])
    def test_a_library_that_is_entered_twice_is_told_twice(self, twice: str) -> None:
        """A layer or driver that stands twice in one chain is not taken for two instances."""
        assert len(entered(twice, twice)) == 2

    def test_a_driver_that_is_given_up_does_not_begin_another(self) -> None:
        """A driver that is left again while the others are tried belongs to the same instance."""
        assert entered(LAYER, DRIVER, "driver D vkDestroyInstance", OTHER) == ("L", "D", "E")

    @pytest.mark.parametrize("above", [(LAYER,), ()], ids=["below a layer", "alone"])
    def test_drivers_may_make_instances_on_trial(self, above: tuple[str, ...]) -> None:
        """A driver whose instance is destroyed and made again, while those of others live, is told once."""
        tried = DRIVER, "driver D vkDestroyInstance", DRIVER, OTHER, "driver E vkDestroyInstance", OTHER

        assert entered(*above, *tried) == (*("L" for _ in above), "D", "E")

    def test_the_instance_on_trial_may_end_after_the_next(self) -> None:
        """A driver that makes two instances, one of which is destroyed, counts once; one that keeps both, twice."""
        two = LAYER, DRIVER, DRIVER

        assert entered(*two, "driver D vkDestroyInstance", OTHER) == ("L", "D", "E")
        assert entered(*two, OTHER) == ("L", "D", "D", "E")

    @pytest.mark.parametrize(
        ("destroyed", "left"),
        [(" made=2", "VK_A,VK_B"), ("", ""), (" made=x", ""), (f" made={'9' * 5000}", "")],
        ids=["second", "first", "no number", "no such number"],
    )
    def test_the_driver_says_which_instance_ends(self, destroyed: str, left: str) -> None:
        """Of a driver's two instances, the one that lives on counts; a line that is no mock's ends no run."""
        lines = (
            DRIVER,
            "driver D vkCreateInstance api=none extensions=",
            f"driver D vkDestroyInstance{destroyed}",
        )

        (entry,) = last_creation(lines)

        assert entry.given["extensions"] == left

    def test_an_older_instance_may_end_after_a_trial(self) -> None:
        """Where an older instance of a driver with two new ones is destroyed, both of these live on."""
        older = LAYER, DRIVER, LAYER, DRIVER, DRIVER

        assert entered(*older, "driver D vkDestroyInstance") == ("L", "D", "D")

    def test_other_lines_do_not_matter(self) -> None:
        """Loads, negotiations, complaints and broken lines enter nobody."""
        lines = ("layer L load", "layer L negotiate offered=2", "driver D VIOLATION X-1 text", "", "x")

        assert entered(*lines, LAYER) == ("L",)


class TestSeveralInstances:
    """Of several instances the last one counts."""

    @pytest.mark.parametrize(
        "between",
        [
            ("layer L vkDestroyInstance", "driver D vkDestroyInstance"),
            ("layer L unload", "layer L load", "layer L negotiate offered=2"),
            (),
        ],
        ids=["destroyed", "opened anew", "left alive"],
    )
    def test_a_layer_after_a_driver_begins_another(self, between: tuple[str, ...]) -> None:
        """However the first instance ended, it does not pool in."""
        assert entered(LAYER, DRIVER, *between, LAYER, DRIVER) == ("L", "D")

    @pytest.mark.parametrize("between", ["driver D vkDestroyInstance", "driver D load"])
    def test_a_driver_that_was_left_begins_another(self, between: str) -> None:
        """Without layers a driver that was destroyed or opened anew shows that a second instance is made."""
        assert entered(DRIVER, between, DRIVER) == ("D",)

    def test_a_second_instance_may_hold_less(self) -> None:
        """What the first instance alone had is not told."""
        destroyed = "layer L vkDestroyInstance", "driver D vkDestroyInstance"

        assert entered(LAYER, DRIVER, *destroyed, DRIVER) == ("D",)
