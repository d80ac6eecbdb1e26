"""Checks on facts that can be asked for in two ways, on older names and on refusals."""

from refloader.suite.layers.alone import enumerated, facts, generated, older
from refloader.suite.layers.alone.enumerated import INSTANCE_EXTENSIONS
from refloader.suite.sessions.answers import Answers

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
            "facts.vkGetPhysicalDeviceFormatProperties": {"different": True},
            "facts.vkGetPhysicalDeviceFeatures": {"different": False},
        }

        result = facts.commands_agree(answers)

        assert result.seen == 2
        assert [each.fact for each in result.broken] == [
            "vkGetPhysicalDeviceFormatProperties2 gives other values than vkGetPhysicalDeviceFormatProperties;"
            " below, both give the same"
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
