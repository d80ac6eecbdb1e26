"""The verdicts on a layer by the version of Vulkan that its manifest names."""

from collections.abc import Mapping
from typing import Any

import pytest

from policy_tests.layer.alone.test_carried_alone import TestWhatGoesDown as WhatGoesDown
from policy_tests.layer.alone.test_carried_alone import TestWrapping as Wrapping
from policy_tests.layer.alone.test_creation_alone import TestNames as Names
from policy_tests.layer.test_same_work import TestSameWork as SameWork
from refloader.model.edition import LATEST, Edition
from refloader.suite.layers import trial
from refloader.suite.layers.runs import ALIKE
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.session import Circumstances, Probe, Session
from refloader.suite.subjects.layer import LayerSubject


def of_version(claimed: str, edition: Edition = LATEST) -> LayerTrial:
    """A trial of a layer whose manifest names this version."""
    return LayerTrial(LayerSubject("VK_LAYER_A", "", "/a/library.so", api_version=claimed), edition)


def answering(monkeypatch: pytest.MonkeyPatch, answers: Mapping[str, Any], only: str = "") -> None:
    """Have the prober answer so, in one case of its act if there is such a one."""

    def probe(asked: Probe) -> Session:
        return Session(answers=answers if only in ("", *asked.arguments) else {})

    monkeypatch.setattr(trial, "cached_probe", probe)


def carried(**answer: Any) -> dict[str, Any]:
    """What a call has as its answer."""
    return {"times": 1, "result": 0, "lost": [], "unwritten": [], "changed": [], "codes": [], **answer}


class TestNewerThanTheLayer:
    """What came after the version of a layer is warned of."""

    def test_structures(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A structure of Vulkan 1.1 is lost: a layer of 1.0 does not know it."""
        lost = carried(lost=["pAllocateInfo.pNext VkMemoryAllocateFlagsInfo"])
        answering(monkeypatch, {"carry.vkAllocateMemory": lost})

        WhatGoesDown().test_parts(of_version("1.0.68"))
        with pytest.raises(
            AssertionError, match="vkAllocateMemory goes down without VkMemoryAllocateFlagsInfo"
        ):
            WhatGoesDown().test_parts(of_version("1.1.130"))

    def test_structures_to_write(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same of a structure that is to be written."""
        unwritten = carried(unwritten=["pProperties->pNext VkPhysicalDeviceDriverProperties"])
        answering(monkeypatch, {"carry.vkGetPhysicalDeviceProperties2": unwritten})

        WhatGoesDown().test_structures_to_write(of_version("1.1.130"))
        with pytest.raises(AssertionError, match="VkPhysicalDeviceDriverProperties on pNext"):
            WhatGoesDown().test_structures_to_write(of_version("1.2.162"))

    def test_whole_chains(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same of a chain of one such structure."""
        lost = [[f"pInfo.pNext {name}", 0, 0, False] for name in ("*", "VkSemaphoreTypeCreateInfo")]
        form = {"times": 1, "ended": False, "lost": lost, "changed": [], "handles": [], "written": []}
        answering(monkeypatch, {"form.vkCreateSemaphore": {"plain": form, "chains": form}})

        WhatGoesDown().test_whole_chains(of_version("1.1.130"))
        with pytest.raises(AssertionError, match="VkSemaphoreTypeCreateInfo and everything else"):
            WhatGoesDown().test_whole_chains(of_version("1.2.162"))

    def test_commands(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What a layer does to them is a warning, whatever it is."""
        wrong = carried(changed=[["submitCount", 2, 1, False]])
        answering(monkeypatch, {"carry.vkQueueSubmit2": wrong, "nowhere.vkCmdSetCullMode": {}}, "newer")
        judged = of_version("1.2.162")

        WhatGoesDown().test_newer_commands(judged)

        assert "vkQueueSubmit2 goes down with 1 as submitCount" in judged.warning
        assert "vkCmdSetCullMode calls the function at address 0" in judged.warning

    def test_features(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """VkPhysicalDeviceFeatures2 came with Vulkan 1.1."""
        made = {"times": 1, "structures": "", "link_seen": "next", "out": "kept"}
        answering(
            monkeypatch,
            {
                "create.features.device": {"made": {**made, "is_robust": 1}},
                "create.application-first.device": {"made": {**made, "is_robust": 0}},
            },
        )
        judged = of_version("1.0.68")

        Names().test_features_in_either_form(judged)

        assert judged.warning
        with pytest.raises(AssertionError):
            Names().test_features_in_either_form(of_version("1.1.130"))

    def test_instances(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """An implementation of Vulkan 1.0 had to refuse newer versions."""

        def run(during: Circumstances) -> Session:
            return Session(answers={"alike.newest_api": -9 if during.layers else 0})

        monkeypatch.setattr(trial, "cached_session", run)
        judged = of_version("1.0.68")

        SameWork().test_newer_versions_are_not_refused(judged, ALIKE)

        assert "VK_ERROR_INCOMPATIBLE_DRIVER for apiVersion 1.99.0" in judged.warning
        with pytest.raises(AssertionError):
            SameWork().test_newer_versions_are_not_refused(of_version("1.1.130"), ALIKE)


class TestWhatALayerWasBuiltWith:
    """Before 2022, the documents did not say that a layer supports the version that its manifest names."""

    LEFT: Mapping[str, Any] = {
        "wrapped": {"types": ["VkQueue"], "own": ["vkQueueSubmit"]},
        "leaves.vkQueueSubmit2": {"types": ["VkQueue"]},
    }

    def test_a_command_that_it_does_not_know(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is a warning by the documents of 2018, and a breach since."""
        answering(monkeypatch, self.LEFT)
        judged = of_version("1.3.250", Edition.E2018)

        Wrapping().test_unwrapped(judged)
        assert not judged.warning
        Wrapping().test_unwrapped_as_built(judged)
        assert "has no function for vkQueueSubmit2" in judged.warning
        with pytest.raises(AssertionError, match="has no function for vkQueueSubmit2"):
            Wrapping().test_unwrapped(of_version("1.3.250"))

    def test_a_command_of_the_first_version(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Each layer is one of Vulkan 1.0."""
        answering(monkeypatch, {**self.LEFT, "leaves.vkQueueWaitIdle": {"types": ["VkQueue"]}})

        with pytest.raises(AssertionError, match="has no function for vkQueueWaitIdle"):
            Wrapping().test_unwrapped(of_version("1.3.250", Edition.E2018))
