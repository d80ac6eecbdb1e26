"""Tests of the prober above layers of older versions of Vulkan: what its applications ask for, and what they call."""

import pytest
from mock_fixtures import Copy
from probing import Probed, probe

EVERY_VERSION = pytest.mark.parametrize("minor", [0, 1, 2, 4])
NEWER, OLDER = "vkQueueSubmit2", "vkQueueSubmit"
"""Commands of Vulkan 1.3 and 1.0."""


def version(minor: int) -> int:
    """VK_MAKE_API_VERSION(0, 1, minor, 0)."""
    return 1 << 22 | minor << 12


def called(seen: Probed) -> set[str]:
    """The commands that were called."""
    return {label.removeprefix("carry.") for label in seen.answers if label.startswith("carry.vk")}


class TestWhatIsAskedFor:
    """An application asks for the version that the command line names, which is that of a layer's manifest."""

    @EVERY_VERSION
    @pytest.mark.parametrize(
        ("act", "label"),
        [
            ("create", "create.usual.instance"),
            ("lookups", "lookups.open"),
            ("lookups", "lookups.closed"),
            ("enumerate", "enumerate.instance"),
        ],
    )
    def test_of_an_instance(self, copy: Copy, act: str, label: str, minor: int) -> None:
        """In each act that makes one."""
        seen = probe(copy("mock_layer"), act, "--minor", str(minor))

        assert seen.answers[label]["made"]["api_version"] == version(minor)

    def test_of_most(self, copy: Copy) -> None:
        """Without a word it is 1.3."""
        seen = probe(copy("mock_layer"), "create")

        assert seen.answers["create.usual.instance"]["made"]["api_version"] == version(3)

    def test_of_a_layer_that_refuses_others(self, copy: Copy) -> None:
        """A layer of Vulkan 1.0 may refuse newer instances: all acts have theirs."""
        layer = copy("mock_layer_free", "take=refuses_newer,copies_chains", "knows=1.0")

        assert probe(layer, "create").answers["create.usual.instance"]["made"]["result"] == -9
        for act, label in (("create", "create.usual.instance"), ("lookups", "lookups.open")):
            assert probe(layer, act, "--minor", "0").answers[label]["made"]["result"] == 0
        assert probe(layer, "carry", "--minor", "0").answers["carried"]["called"] > 0


class TestWhatIsCalled:
    """Commands that are newer than what an application asks for are called by another one alone."""

    FLAGS = ("take=copies_chains", "knows=1.3")

    def test_of_the_newest(self, copy: Copy) -> None:
        """An application of Vulkan 1.3 calls commands of 1.3 and before."""
        assert {NEWER, OLDER}.issubset(called(probe(copy("mock_layer_free", *self.FLAGS), "carry")))

    def test_of_an_older_one(self, copy: Copy) -> None:
        """An application of Vulkan 1.2 leaves them alone, and the other one calls nothing else."""
        layer = copy("mock_layer_free", *self.FLAGS)
        usual = called(probe(layer, "carry", "--minor", "2"))
        newer = called(probe(layer, "carry", "--minor", "2", "--only", "newer"))

        assert OLDER in usual
        assert NEWER not in usual
        assert newer == {NEWER}

    def test_structures_of_every_version(self, copy: Copy) -> None:
        """Each command comes with structures of the oldest versions: a layer of 1.1 knows both."""
        lost = {
            minor: self._lost(copy("mock_layer_free", "take=copies_chains", f"knows=1.{minor}"))
            for minor in (0, 1, 2)
        }

        assert lost == {0: {"VkExportMemoryAllocateInfo", "VkMemoryAllocateFlagsInfo"}, 1: set(), 2: set()}

    @staticmethod
    def _lost(layer: str) -> set[str]:
        """The structures that vkAllocateMemory goes down without."""
        paths = probe(layer, "carry").answers["carry.vkAllocateMemory"]["lost"]
        return {path.rpartition(" ")[2] for path in paths} - {"*"}
