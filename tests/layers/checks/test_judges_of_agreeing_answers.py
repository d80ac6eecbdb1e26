"""Judges of questions with one answer, on a program's answers without the layer and with it."""

from typing import Any

from refloader.suite.layers.checks import agreeing
from refloader.suite.sessions.session import Session

DEVICE = {"agreeing.device_0.name": "a device"}


class TestNames:
    """One question has one answer by each name."""

    def test_the_same(self) -> None:
        """The layer changes both answers, or none."""
        assert judged({"agreeing.device_0.names.properties": "yes"}) == (1, [])

    def test_different(self) -> None:
        """The layer changes one of the two."""
        seen, [fact] = judged({"agreeing.device_0.names.properties": "no"})

        assert seen == 1
        assert fact.startswith("vkGetPhysicalDeviceProperties2 gives other properties")

    def test_different_without_the_layer(self) -> None:
        """What the driver answers is not the layer's."""
        assert judged({"agreeing.device_0.groups": "no"}, {"agreeing.device_0.groups": "no"}) == (0, [])

    def test_another_device(self) -> None:
        """A layer may hide a device, so that another one is the first."""
        other = {"agreeing.device_0.name": "another", "agreeing.device_0.groups": "no"}

        assert judged(other, {"agreeing.device_0.groups": "yes"}) == (0, [])


def test_counts() -> None:
    """A list that has less room than it counted."""
    label = "agreeing.device_0.counted.device_extensions"
    plain, layered = Session(answers={**DEVICE, label: "yes"}), Session(answers={**DEVICE, label: "no"})

    assert len(agreeing.counts(plain, layered).broken) == 1


def test_states() -> None:
    """What the application's own calls made is there on two devices, or missing on both: one sentence."""
    labels = [f"agreeing.device_{at}.mapped.behind" for at in (0, 1)]
    names = {**DEVICE, "agreeing.device_1.name": "another"}
    plain = Session(answers={**names, **dict.fromkeys(labels, "yes")})
    layered = Session(answers={**names, **dict.fromkeys(labels, "no")})

    result = agreeing.states(plain, layered)

    assert (result.seen, len(result.broken)) == (2, 1)


def test_jobs_of_shaders_that_the_mock_driver_does_not_know() -> None:
    """A layer replaces shaders: what the mock driver does not do is not the layer's; what is mapped is."""
    labels = ["agreeing.device_0.recorded.first", "agreeing.device_0.mapped.behind"]
    plain = Session(answers={**DEVICE, **dict.fromkeys(labels, "yes")})
    answers = {**DEVICE, **dict.fromkeys(labels, "no")}
    known, unknown = "driver m vkCreateShaderModule", "driver m vkCreateShaderModule code=unknown"

    found = [
        len(agreeing.states(plain, Session(answers=answers, trace=(line,))).broken)
        for line in (known, unknown)
    ]

    assert found == [2, 1]


def judged(layered: dict[str, Any], plain: dict[str, Any] | None = None) -> tuple[int, list[str]]:
    """How much was seen of names, and the facts. Without the layer everything agrees unless told."""
    before = plain if plain is not None else dict.fromkeys(layered, "yes")
    result = agreeing.names(Session(answers={**DEVICE, **before}), Session(answers={**DEVICE, **layered}))
    return result.seen, [each.fact for each in result.broken]


class TestCallbacksOfACreation:
    """They are for vkCreateInstance and vkDestroyInstance alone."""

    LABEL = "agreeing.lasting.messages"

    def test_called_later(self) -> None:
        """The layer takes the callback for one of vkCreateDebugUtilsMessengerEXT."""
        plain, layered = Session(answers={self.LABEL: "yes"}), Session(answers={self.LABEL: "no"})

        [broken] = agreeing.lasting(plain, layered).broken

        assert broken.fact.startswith("the callback of a VkDebugUtilsMessengerCreateInfoEXT on pNext")

    def test_called_later_without_the_layer(self) -> None:
        """What loaders and drivers tell is not the layer's."""
        session = Session(answers={self.LABEL: "no"})

        assert agreeing.lasting(session, session).seen == 0


class TestBudgets:
    """Elements for heaps that are not there are zero where the layer has the extension itself."""

    LABEL = "agreeing.device_0.budget.behind"

    def test_of_the_layer(self) -> None:
        """The driver has no VK_EXT_memory_budget."""
        layered = Session(answers={**DEVICE, self.LABEL: "no", "agreeing.device_0.budget.heaps": 1})

        [broken] = agreeing.budgets(Session(answers=DEVICE), layered).broken

        assert broken.fact.endswith("is not zero behind the 1 heaps that there are")

    def test_of_the_driver(self) -> None:
        """A layer that hides heaps need not know the structure of the driver."""
        plain = Session(answers={**DEVICE, self.LABEL: "yes"})
        layered = Session(answers={**DEVICE, self.LABEL: "no"})

        assert agreeing.budgets(plain, layered).seen == 0
