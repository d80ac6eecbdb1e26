"""What the prober finds in layers that drop work, or do it for something else or at another time."""

import pytest
from mock_fixtures import Copy
from probing import probe

from refloader.suite.layers.alone import apart
from refloader.suite.layers.alone.asked import questions
from refloader.suite.layers.alone.carrying import formed, remaining, varied
from refloader.suite.layers.alone.effects import pipelines
from refloader.suite.sessions.answers import Answers


def _answers(copy: Copy, violate: str, act: str = "carry") -> Answers:
    return probe(copy("mock_layer", f"violate={violate}"), act).answers


@pytest.mark.parametrize(
    ("violate", "said"),
    [
        ("LLP_LAYER_1_copies", "vkUpdateDescriptorSets does not go down with elements in one array alone"),
        ("LLP_LAYER_1_barriers", "vkCmdPipelineBarrier does not go down with arrays of no elements"),
    ],
)
def test_work_of_one_list_is_dropped(copy: Copy, violate: str, said: str) -> None:
    """Copies without writes, and stages without barriers."""
    breaches = list(remaining.work_kept(_answers(copy, violate)).said)

    assert len(breaches) == 1
    assert breaches[0].startswith(said)


def test_one_level_for_all_that_remain(copy: Copy) -> None:
    """A view of one level and of one layer."""
    breaches = set(remaining.rest_kept(_answers(copy, "LLP_LAYER_1_one_level")).said)

    assert breaches == {
        f"vkCreateImageView goes down with 1 as pCreateInfo.subresourceRange.{count},"
        f" it came with all that remain of {all_} from the second on"
        for count, all_ in (("levelCount", 76), ("layerCount", 84))
    }


def test_a_chain_with_one_structure(copy: Copy) -> None:
    """All that a shader module has on its pNext."""
    breaches = list(formed.chains_skipped(_answers(copy, "LLP_LAYER_1_module")).said)

    assert any(said.startswith("vkCreateShaderModule goes down without") for said in breaches)


def test_results_are_waited_for(copy: Copy) -> None:
    """An application that only asks for results of queries is held up."""
    breaches = list(varied.values_kept(_answers(copy, "LLP_LAYER_1_until_ready")).said)

    assert any(said.endswith("it waits for results that may not be there yet") for said in breaches)


def test_nothing_is_inherited(copy: Copy) -> None:
    """Secondary command buffers are begun as primary ones."""
    wrong = remaining.inheritance_kept(_answers(copy, "LLP_LAYER_2_inheritance"))
    right = remaining.inheritance_kept(_answers(copy, "LLP_LAYER_1_inherited"))

    assert (len(wrong.said), right.seen, list(right.said)) == (1, 1, [])


def test_bases_of_pipelines_are_lost(copy: Copy) -> None:
    """One by one, a pipeline is no longer derived from the one before it."""
    wrong, right = _answers(copy, "LLP_LAYER_2_derived"), _answers(copy, "LLP_LAYER_1_stops")

    assert [said.partition(" ")[0] for said in pipelines.bases_kept(wrong).said] == [
        "vkCreateComputePipelines"
    ]
    assert list(pipelines.bases_kept(right).said) == []


class TestSupportOfSurfaces:
    """One surface is presented to by some physical devices of an instance, and by some families of these."""

    def test_of_another_physical_device(self, copy: Copy) -> None:
        """Two physical devices are asked about the same surface."""
        answers = _answers(copy, "LLP_LAYER_1_surfaces", "apart")

        assert any(
            "vkGetPhysicalDeviceSurfaceSupportKHR" in said for said in apart.answers_of_each(answers).said
        )

    def test_of_another_family(self, copy: Copy) -> None:
        """One physical device is asked about two families."""
        answers = _answers(copy, "LLP_LAYER_1_any_family")

        assert any(
            "vkGetPhysicalDeviceSurfaceSupportKHR" in said and "queueFamilyIndex" in said
            for said in questions.values_regarded(answers).said
        )
