"""Judges of what an application gets with a layer and without, on layers that leave it alike and that do not."""

import pytest
from story import INTO, LAYER, OUT, Story

from refloader.suite.layers.checks import results
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import BELOW, Session

PLAIN = {"device.fence": 0, "instance.listed.layers": [0, "VK_LAYER_a"], "device.count": 3}


class TestAlike:
    """An application is answered as it is without the layer."""

    def look(self, **layered: object) -> CheckResult:
        """Two equal runs without the layer, and one with it that answers some things otherwise."""
        changed = {**PLAIN, **{key.replace("__", "."): value for key, value in layered.items()}}
        return results.alike(Session(answers=PLAIN), Session(answers=PLAIN), Session(answers=changed))

    def test_alike(self) -> None:
        """Every answer counts."""
        result = self.look()

        assert (result.seen, result.broken) == (3, [])

    def test_another_answer(self) -> None:
        """Both answers are told."""
        result = self.look(device__fence=-3)

        assert [each.fact for each in result.broken] == [
            "device.fence is 0 without the layer and VK_ERROR_INITIALIZATION_FAILED with it"
        ]

    def test_a_version_is_told_as_one(self) -> None:
        """A packed number says little to people."""
        plain, layered = Session(answers={"devices.api": 4206592}), Session(answers={"devices.api": 4202496})

        result = results.alike(plain, plain, layered)

        assert [each.fact for each in result.broken] == [
            "devices.api is 1.3.0 without the layer and 1.2.0 with it"
        ]

    def test_lists_may_grow(self) -> None:
        """A layer has extensions of its own."""
        assert self.look(instance__listed__layers=[0, "VK_LAYER_b", "VK_LAYER_a"]).broken == []

    def test_lists_may_not_shrink(self) -> None:
        """What was there without the layer is there with it."""
        result = self.look(instance__listed__layers=[0])

        assert [each.fact for each in result.broken] == [
            "instance.listed.layers lacks VK_LAYER_a with the layer"
        ]

    def test_other_lists_are_the_same(self) -> None:
        """Of two lists it is told where they part."""
        plain, layered = Session(answers={"a.b": [1, 2, 3]}), Session(answers={"a.b": [1, 5]})

        result = results.alike(plain, plain, layered)

        assert [each.fact for each in result.broken] == ["a.b is 2 at 1 without the layer and 5 at 1 with it"]

    def test_an_answer_that_is_missing(self) -> None:
        """An application that came to its end has answered everything."""
        plain = Session(answers=PLAIN)

        result = results.alike(plain, plain, Session(answers={}))

        assert len(result.broken) == 3
        assert "not answered with it" in result.broken[0].fact

    def test_a_run_that_ended_before_the_layer_had_a_say(self) -> None:
        """What the loader answers by itself says nothing of the layer, nor does a driver that was only asked."""
        plain = Session(answers={"instance.version": 1, "instance.plain": 0}, trace=("driver mock load",))
        layered = Session("timeout", answers={"instance.version": 1}, trace=("driver mock load",))

        assert results.alike(plain, plain, layered).seen == 0
        assert results.undisturbed(plain, layered).seen == 0
        assert results.alike(plain, plain, plain).seen == 2

    def test_a_run_that_ended_early(self) -> None:
        """What it did not come to says nothing."""
        plain = Session(answers=PLAIN)

        result = results.alike(plain, plain, Session("crash", answers={"device.fence": 0}))

        assert (result.seen, result.broken) == (1, [])

    def test_answers_that_change_by_themselves(self) -> None:
        """What differs between two runs without the layer is not looked at."""
        one, two = Session(answers={"a.b": 1}), Session(answers={"a.b": 2})

        result = results.alike(one, two, Session(answers={"a.b": 3}))

        assert (result.seen, result.broken) == (0, [])
        assert result.missing


class TestCreates:
    """What can be made without the layer can be made with it."""

    MADE = Session(answers={"instance.plain": 0, "device.device": 0})
    REFUSED = -3

    def refused(self, *, below: bool) -> Session:
        """A run in which vkCreateInstance is refused, by the layer or by what is below it."""
        story = Story()
        with story.call(INTO, "vkCreateInstance", self.REFUSED):
            if below:
                story.out("vkCreateInstance", self.REFUSED)
        story.into("vkCreateInstance", self.REFUSED)
        return Session(answers={"instance.plain": self.REFUSED}, recording=story.view.recording)

    @pytest.mark.parametrize(
        ("below", "who", "link"),
        [
            (False, f"{LAYER}, called by the application, gave it first", INTO),
            (True, f"what is below all layers, called by {LAYER}, gave it first", OUT),
        ],
        ids=["by the layer", "by the driver"],
    )
    def test_who_refuses(self, below: bool, who: str, link: int) -> None:
        """The call that gave the result first is shown."""
        result = results.creates("vkCreateInstance", self.MADE, self.refused(below=below))

        [(fact, calls, _)] = result.broken
        error = "VK_ERROR_INITIALIZATION_FAILED"
        assert fact == f"vkCreateInstance gives {error} with the layer on, VK_SUCCESS without it; {who}"
        assert [call.link for call in calls] == [link]

    def test_the_loader_refuses(self) -> None:
        """No call of the chain is held against anybody."""
        result = results.creates("vkCreateInstance", self.MADE, Session(answers={"instance.plain": -6}))

        [(fact, calls, _)] = result.broken
        assert fact.endswith("; no call in the chain gave it")
        assert calls == ()

    @pytest.mark.parametrize("command", ["vkCreateInstance", "vkCreateDevice"])
    def test_made(self, command: str) -> None:
        """Nothing is said of what is there."""
        result = results.creates(command, self.MADE, self.MADE)

        assert (result.seen, result.broken) == (1, [])

    @pytest.mark.parametrize(
        ("plain", "layered"),
        [({}, {}), ({"device.device": -3}, {"device.device": -3}), ({"device.device": 0}, {})],
        ids=["not run", "cannot be made anyway", "ended before"],
    )
    def test_nothing_to_compare(self, plain: dict[str, int], layered: dict[str, int]) -> None:
        """Where it cannot be made without the layer, or was not tried, there is nothing to judge."""
        result = results.creates("vkCreateDevice", Session(answers=plain), Session(answers=layered))

        assert (result.seen, result.broken) == (0, [])
        assert result.missing

    def test_an_instance_for_the_application(self) -> None:
        """One that a layer makes below for itself is none."""
        story = Story()
        with story.call(INTO, "vkCreateInstance", self.REFUSED):
            story.out("vkCreateInstance")
        assert not results.has_instance(Session(recording=story.view.recording))

        story.into("vkCreateInstance")
        assert results.has_instance(Session(recording=story.view.recording))

    def test_an_instance_that_never_came(self) -> None:
        """A call that did not come back has made none."""
        story = Story()
        story.crash(INTO, "vkCreateInstance")

        assert not results.has_instance(Session(recording=story.view.recording))


class TestModest:
    """A layer enables what the device has."""

    MADE = "driver mock vkCreateDevice extensions=0"
    LACKS = "driver mock vkCreateDevice lacks=shaderImageGatherExtended"

    def test_nothing_lacking(self) -> None:
        """A device is made with the layer as without."""
        plain = Session(trace=(self.MADE,))

        result = results.modest(plain, plain)

        assert (result.seen, result.broken) == (1, [])

    def test_a_feature_that_is_not_there(self) -> None:
        """The feature is named."""
        layered = Session(trace=(self.MADE, self.LACKS, self.MADE, self.LACKS))

        result = results.modest(Session(trace=(self.MADE,)), layered)

        [breach] = result.broken
        assert "enables shaderImageGatherExtended, which the device does not have" in breach.fact

    def test_once_more_without_it(self) -> None:
        """A layer may try with more first: that the device lacks it is an answer."""
        layered = Session(trace=(self.MADE, self.LACKS, self.MADE))

        assert results.modest(Session(trace=(self.MADE,)), layered).broken == []

    def test_what_the_application_asks_for(self) -> None:
        """A program may try what a device has."""
        plain = Session(trace=(self.MADE, self.LACKS, self.MADE))

        assert results.modest(plain, plain).broken == []

    def test_no_device(self) -> None:
        """Where none is made nothing is seen."""
        result = results.modest(
            Session(trace=(self.MADE,)), Session(trace=("driver mock vkCreateInstance api=1",))
        )

        assert (result.seen, result.broken) == (0, [])
        assert result.missing


class TestUndisturbed:
    """The mock driver finds nothing wrong that is not wrong without the layer."""

    QUIET = "driver mock vkCreateInstance api=1.3"
    COMPLAINT = (
        "driver mock VIOLATION LLP_LAYER_10: vkQueueSubmit is given a VkFence that this driver did not make"
    )

    def test_no_complaint(self) -> None:
        """Two quiet runs are alike."""
        quiet = Session(trace=(self.QUIET,))

        result = results.undisturbed(quiet, quiet)

        assert (result.seen, result.broken) == (1, [])

    def test_a_complaint(self) -> None:
        """It is told in the driver's words, and once."""
        layered = Session(trace=(self.QUIET, self.COMPLAINT, self.COMPLAINT))

        result = results.undisturbed(Session(trace=(self.QUIET,)), layered)

        [breach] = result.broken
        assert breach.fact.startswith("the driver complains: LLP_LAYER_10: vkQueueSubmit is given")

    def test_a_complaint_without_the_layer(self) -> None:
        """What the driver complains of anyway is not the layer's."""
        both = Session(trace=(self.QUIET, self.COMPLAINT))

        assert results.undisturbed(both, both).broken == []

    def test_a_complaint_about_something_else(self) -> None:
        """Only the rule that is asked for counts."""
        layered = Session(trace=(self.QUIET, self.COMPLAINT))

        assert results.undisturbed(Session(trace=(self.QUIET,)), layered, "LLP_LAYER_2").broken == []

    def test_complaints_of_other_mocks(self) -> None:
        """A layer that complains of its loader says nothing of the layer that is judged."""
        layered = Session(trace=(self.QUIET, self.COMPLAINT.replace("driver", "layer")))

        assert results.undisturbed(Session(trace=(self.QUIET,)), layered).broken == []

    def test_complaints_of_neighbours(self) -> None:
        """A layer that was put next to the one that is judged has a word too."""
        said = self.COMPLAINT.replace("driver mock", f"layer {BELOW}")

        [breach] = results.undisturbed(Session(trace=(self.QUIET,)), Session(trace=(self.QUIET, said))).broken

        assert breach.fact.startswith("the layer next to it complains: LLP_LAYER_10")

    def test_another_driver(self) -> None:
        """A driver that writes nothing cannot complain."""
        result = results.undisturbed(Session(), Session())

        assert (result.seen, result.broken) == (0, [])
        assert result.missing


class TestListsThatAreCutShort:
    """What is cut short is said to be so, and an array gets no more than it has room for."""

    def test_as_without_the_layer(self) -> None:
        """An array with room for a part is answered with VK_INCOMPLETE, and one family is counted."""
        answers = {"devices.other_1.extensions.short": 5, "devices.other_2.families_short": 1}

        assert results.devices_remain(Session(answers=answers), Session(answers=answers)).broken == []

    def test_extensions_of_another_device(self) -> None:
        """VK_SUCCESS would have the application believe that it has the whole list."""
        label = "devices.other_1.extensions.short"
        result = results.devices_remain(Session(answers={label: 5}), Session(answers={label: 0}))

        assert [each.fact for each in result.broken] == [
            f"{label} is VK_SUCCESS with the layer, though the array has room for only a part"
        ]

    def test_families_without_room(self) -> None:
        """The application would read rows that nobody has written."""
        label = "devices.other_2.families_short"
        result = results.devices_remain(Session(answers={label: 1}), Session(answers={label: 3}))

        assert [each.fact for each in result.broken] == [
            f"{label} counts 3 with the layer, though the array has room for 1"
        ]
