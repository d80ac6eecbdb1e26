"""Checks on facts that can be asked for in two ways, on older names and on refusals."""

import pytest

from refloader.suite.layers.alone import enumerated, facts, generated, older
from refloader.suite.layers.alone.asked import surfaces
from refloader.suite.layers.alone.enumerated import INSTANCE_EXTENSIONS
from refloader.suite.sessions.answers import Answers

FORMATS, SURFACES = (
    "facts.vkGetPhysicalDeviceFormatProperties",
    "facts.vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
)
RUN = {"run": 60, "different": 1, "submitted": 300, "arrived": 300}
VERSIONS: Answers = {f"enumerate.{INSTANCE_EXTENSIONS}.own": {"names": ["VK_EXT_one"], "versions": [6]}}


class TestOneFact:
    """A member that two structures have comes back with one value."""

    def test_alike(self) -> None:
        """Members that are alike break nothing."""
        result = facts.structures_agree({"facts.structures": {"compared": 90, "different": []}})

        assert (result.seen, result.broken) == (90, [])

    def test_different(self) -> None:
        """The member and both structures are named."""
        row = [
            "VkPhysicalDeviceVulkan12Features",
            "VkPhysicalDevice8BitStorageFeatures",
            "storagePushConstant8",
        ]

        [broken] = facts.structures_agree({"facts.structures": {"compared": 90, "different": [row]}}).broken

        assert broken.fact == (
            "vkGetPhysicalDeviceFeatures2 gives another storagePushConstant8 in"
            " VkPhysicalDevice8BitStorageFeatures than in VkPhysicalDeviceVulkan12Features;"
            " below, both have the same"
        )

    def test_commands(self) -> None:
        """A command and its newer form are compared, and the answer on structures is none of them."""
        answers = {
            "facts.structures": {"compared": 1, "different": []},
            FORMATS: {"different": [[f"{FORMATS[6:]}2KHR", 92, 0]], "compared": 185},
            "facts.vkGetPhysicalDeviceFeatures": {"different": [], "compared": 2},
            SURFACES: {"different": [[f"{SURFACES[6:-3]}2EXT", 1, 1]], "compared": 6},
        }

        result = facts.commands_agree(answers)

        assert result.seen == 187
        assert [each.fact for each in result.broken] == [
            "vkGetPhysicalDeviceFormatProperties2KHR gives other values of format 92 than"
            " vkGetPhysicalDeviceFormatProperties; below, both give the same"
        ]

    def test_commands_of_surfaces(self) -> None:
        """Those of surfaces are for themselves: extensions have them."""
        answers = {
            SURFACES: {"different": [[f"{SURFACES[6:-3]}2EXT", 1, 1]], "compared": 6},
            FORMATS: {"compared": 1},
        }

        result = facts.commands_agree(answers, of_surfaces=True)

        assert result.seen == 6
        assert [each.fact for each in result.broken] == [
            "vkGetPhysicalDeviceSurfaceCapabilities2EXT gives other values than"
            " vkGetPhysicalDeviceSurfaceCapabilitiesKHR; below, both give the same"
        ]

    @pytest.mark.parametrize("is_own", [0, 1])
    def test_a_form_that_is_not_the_layers(self, is_own: int) -> None:
        """A layer need not know what extensions have for surfaces: there it is a weaker sentence."""
        answers = {SURFACES: {"different": [[f"{SURFACES[6:-3]}2EXT", 1, is_own]], "compared": 6}}

        own = facts.commands_agree(answers, of_surfaces=True).broken
        passed_on = facts.commands_agree(answers, of_surfaces=True, passed_on=True).broken

        assert (len(own), len(passed_on)) == (is_own, 1 - is_own)


class TestGroups:
    """Each physical device is in one group."""

    def test_each_in_one(self) -> None:
        """A layer may show fewer physical devices, in fewer groups."""
        result = facts.groups_agree({"facts.groups": {"devices": 1, "core": [1, 0], "older": [1, 0]}})

        assert (result.seen, result.broken) == (2, [])

    def test_hidden_in_the_list_alone(self) -> None:
        """A physical device that is hidden by one command is in a group all the same."""
        answers = {"facts.groups": {"devices": 1, "core": [1, 1], "older": [1, 0]}}

        [broken] = facts.groups_agree(answers, hidden=True).broken

        assert facts.groups_agree(answers).broken == []

        assert broken.fact == (
            "a group of vkEnumeratePhysicalDeviceGroups has 1 physical device that vkEnumeratePhysicalDevices lacks"
        )

    def test_counted_and_listed(self) -> None:
        """As many are listed as are counted, by each command."""
        right = {"facts.groups": {"counts": [["vkEnumeratePhysicalDevices", 2, 2]]}}
        wrong = {"facts.groups": {"counts": [["vkEnumeratePhysicalDevices", 3, 2]]}}

        assert (facts.counts_agree(right).seen, facts.counts_agree(right).broken) == (1, [])
        assert facts.counts_agree(wrong).said == {
            "vkEnumeratePhysicalDevices counts 3, and lists 2 with VK_SUCCESS"
        }

    def test_in_two_groups_and_in_none(self) -> None:
        """The first count that is wrong is named."""
        [two] = facts.groups_agree({"facts.groups": {"devices": 2, "core": [2, 0, 0]}}).broken
        [none] = facts.groups_agree({"facts.groups": {"devices": 2, "older": [1, 0, 0]}}).broken

        assert two.fact.endswith("is in 2 groups of vkEnumeratePhysicalDeviceGroups")
        assert none.fact.endswith("is in 0 groups of vkEnumeratePhysicalDeviceGroupsKHR")


class TestCapabilities:
    """What a surface is said to be capable of."""

    RIGHT = (2, 8, 640, 480, 640, 480, 640, 480, 1, 1, 1, 1, 0x1F)

    def facts(self, **others: int) -> list[str]:
        """What is wrong about capabilities with these members."""
        names = list(surfaces._Capabilities._fields)
        row = [others.get(name, value) for name, value in zip(names, self.RIGHT, strict=True)]
        result = surfaces.capabilities_possible({f"surfaces.{SURFACES[6:]}": {"rows": [row, row]}})
        return [each.fact.removeprefix(f"{SURFACES[6:]} gives ") for each in result.broken]

    def test_right(self) -> None:
        """Those of windows, and those whose size the swapchain decides."""
        special = {"width": 0xFFFFFFFF, "height": 0xFFFFFFFF, "min_width": 1, "min_height": 1, "max_count": 0}

        assert self.facts() == []
        assert self.facts(**special) == []

    def test_counts(self) -> None:
        """Counts of images and layers."""
        assert self.facts(max_count=1) == [
            "1 as maxImageCount, which will be either 0, or greater than or equal to minImageCount (2)"
        ]
        assert self.facts(min_count=0) == ["0 as minImageCount, which will be at least one"]
        assert self.facts(layers=0) == ["0 as maxImageArrayLayers, which will be at least one"]

    def test_bits(self) -> None:
        """Masks that have something in any case."""
        assert len(self.facts(transforms=0)) == len(self.facts(alphas=0)) == len(self.facts(usages=0xF)) == 1

    def test_extents(self) -> None:
        """The current extent is between the least and the most, unless the swapchain decides it."""
        assert self.facts(width=320, height=240) == [
            "(640, 480) as minImageExtent, which will each be less than or equal to those of currentExtent (320, 240)"
        ]
        assert len(self.facts(width=641)) == 1
        assert len(self.facts(width=0x7FFFFFFF, height=0x7FFFFFFF)) == 1
        assert self.facts(max_width=600, width=0xFFFFFFFF, height=0xFFFFFFFF) == [
            "(600, 480) as maxImageExtent, which will not be less than minImageExtent (640, 480)"
        ]


class TestQueuesWithFlags:
    """Queues that a device was made with a flag for."""

    def test_older_form(self) -> None:
        """The older form has no flags."""
        assert len(facts.queue_flags_kept({"facts.queue": {"older": True}}).broken) == 1
        assert facts.queue_flags_kept({"facts.queue": {"older": False}}).broken == []

    def test_left_to_others(self) -> None:
        """A layer without the command, or without such a device, is not judged."""
        assert facts.queue_flags_kept({}).seen == 0


class TestQueues:
    """The first queue of the first family, by either command."""

    def test_the_same(self) -> None:
        """A layer may move it, by both commands alike."""
        result = facts.queues_agree({"facts.queues": {"older": [0, 1], "newer": [0, 1]}})

        assert (result.seen, result.broken) == (1, [])

    def test_another_one(self) -> None:
        """A layer with a queue of its own in front moves it by one of the two."""
        [broken] = facts.queues_agree({"facts.queues": {"older": [0, 1], "newer": [0, 0]}}).broken

        assert broken.fact.startswith("the first queue of the first family is queue 1 of family 0 below")

    def test_two_of_one_family(self) -> None:
        """A layer that keeps one queue for each family gives it for all of them."""
        [broken] = facts.queues_apart({"facts.two_queues": {"is_asked": False, "is_one": True}}).broken

        fact = "vkGetDeviceQueue gives the first queue of a family for the second, too; the entity below"
        assert broken.fact == f"{fact} is not asked for it"

    def test_asked_for_and_mistaken(self) -> None:
        """The entity below has a queue for each index: one handle for both is the layer's doing."""
        [broken] = facts.queues_apart({"facts.two_queues": {"is_asked": True, "is_one": True}}).broken

        assert broken.fact.endswith("the entity below has another one for it")


class TestOlderNames:
    """Commands by the names of extensions, below a version that took them over."""

    def test_names_of_a_version(self) -> None:
        """Those that 1.2 took over are called on a device of 1.1, with their extensions."""
        arguments = older.older_names("1.1")

        assert "vkWaitSemaphoresKHR" in arguments
        assert "VK_KHR_timeline_semaphore" in arguments
        assert arguments[:4] == ("--only", "older", "--minor", "1")

    def test_one_name_of_two(self) -> None:
        """Extensions that exclude each other are not enabled together."""
        assert "vkGetBufferDeviceAddressEXT" not in older.older_names("1.1")
        assert "vkResetQueryPoolEXT" in older.older_names("1.1")

    def test_nowhere(self) -> None:
        """A call of the function at address 0 is named with the version."""
        answers = {"nowhere.vkWaitSemaphoresKHR": {}, "carry.vkSignalSemaphoreKHR": {}, "carry.entry": {}}

        result = older.next_functions_kept(answers, "1.1")

        assert result.seen == 2
        assert [each.fact for each in result.broken] == [
            "vkWaitSemaphoresKHR calls the function at address 0;"
            " below a device of Vulkan 1.1 with the extension there is only vkWaitSemaphoresKHR"
        ]


class TestRefusals:
    """Calls that fail with the layer alone."""

    def refused(self, result: str, call: str = "vkAllocateMemory (buffer 1)") -> dict[str, object]:
        """The answers on a program of which one call is refused."""
        row = {"kind": "refused", "call": call, "without": "", "with": result, "steps": ["vkCreateInstance"]}
        return {"program.7": row, "programs": RUN}

    def test_for_want_of_memory(self) -> None:
        """A layer may have no memory: that is a warning."""
        answers = self.refused("result -1")

        assert generated.calls_not_refused(answers).broken == []
        assert len(generated.failures_borne(answers).broken) == 1

    def test_for_another_reason(self) -> None:
        """That there are too many objects is not the layer's to say."""
        answers = self.refused("result -10")

        [broken] = generated.calls_not_refused(answers).broken

        assert "VK_ERROR_TOO_MANY_OBJECTS" in broken.fact
        assert generated.failures_borne(answers).broken == []

    def test_for_reasons_of_its_own(self) -> None:
        """A layer may fail to set itself up, and say that a device is lost or a pool fragmented."""
        for result in ("result -3", "result -4", "result -12", "result -1000161000"):
            assert generated.calls_not_refused(self.refused(result)).broken == []
            assert len(generated.failures_borne(self.refused(result)).broken) == 1

    def test_of_a_device(self) -> None:
        """A layer that cannot do its work may refuse a device."""
        answers = self.refused("result -3", "vkCreateDevice (device 0, of instance 0)")

        assert generated.calls_not_refused(answers).broken == []


class TestVersionsOfExtensions:
    """The manifest and the library give an extension one version."""

    def test_another_version(self) -> None:
        """Both versions are named."""
        [broken] = enumerated.spec_versions_alike(VERSIONS, INSTANCE_EXTENSIONS, {"VK_EXT_one": 5}).broken

        assert broken.fact == f"{INSTANCE_EXTENSIONS} gives VK_EXT_one the version 6, the manifest 5"

    def test_no_version(self) -> None:
        """Where the manifest has none, there is nothing to compare."""
        assert enumerated.spec_versions_alike(VERSIONS, INSTANCE_EXTENSIONS, {"VK_EXT_one": 0}).seen == 0
