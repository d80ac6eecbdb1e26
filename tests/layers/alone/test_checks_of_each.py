"""Checks on what is said and done for each of several objects, fences and extensions."""

from refloader.suite.layers.alone import absent, apart
from refloader.suite.layers.alone.carrying import varied, wrapped
from refloader.suite.layers.alone.effects import after_calls
from refloader.suite.sessions.answers import Answers

TWO = {"instances": 2, "devices": 3, "called": 1, "crossed": [], "unfilled": [], "taken": [], "words": []}


class TestOfEach:
    """What a layer says and makes for one of several is that one's."""

    def test_answers_about_another_physical_device_are_breaches(self) -> None:
        """A command is named for which the layer asked about another one."""
        answers = {"apart": {**TWO, "taken": ["vkGetPhysicalDeviceMemoryProperties"]}}

        assert list(apart.answers_of_each(answers).said) == [
            "vkGetPhysicalDeviceMemoryProperties gives for one physical device what the layer has asked about"
            " another one"
        ]

    def test_objects_without_a_table_are_breaches(self) -> None:
        """A command that goes down with one is named, and nothing else is a breach."""
        answers = {"apart": {**TWO, "unfilled": ["vkQueueSubmit"]}}

        assert len(apart.objects_filled(answers).said) == 1
        assert not apart.answers_of_each(answers).said

    def test_first_words_of_another_instance_are_breaches(self) -> None:
        """An object is named with its place."""
        answers = {"apart": {**TWO, "words": [["VkInstance", 1]]}}

        assert "VkInstance number 2" in next(iter(apart.first_words_of_each(answers).said))

    def test_one_instance_says_nothing(self) -> None:
        """A layer that makes no second instance is not judged."""
        assert apart.answers_of_each({"apart": {**TWO, "instances": 1}}).seen == 0


class TestFencesOnce:
    """A fence goes down once."""

    @staticmethod
    def _submitted(times: int, is_twice: bool) -> Answers:
        return {"form.vkQueueSubmit": {"plain": {"times": times, "fenced_twice": is_twice}}}

    def test_twice_is_a_breach(self) -> None:
        """Two of several calls have the same fence."""
        assert len(varied.fenced_once(self._submitted(2, True)).said) == 1
        assert not varied.fenced_once(self._submitted(2, False)).said

    def test_one_call_is_not_judged(self) -> None:
        """There is no second one that could have it."""
        assert varied.fenced_once(self._submitted(1, False)).seen == 0


class TestIncompleteLists:
    """VK_INCOMPLETE says that there is more."""

    def test_a_success_without_one_is_a_breach(self) -> None:
        """With room for two of three."""
        answers = {"short.vkGetPhysicalDeviceToolProperties": {"all": 3, "count": 2, "result": 0}}

        assert list(after_calls.incomplete_told(answers).said) == [
            "vkGetPhysicalDeviceToolProperties returns VK_SUCCESS with 2 where it has 3: that is VK_INCOMPLETE"
        ]
        assert after_calls.incomplete_told(answers, by_vendors=True).seen == 0

    def test_the_result_that_says_so_is_none(self) -> None:
        """Nor is a success with all of them, or a failure."""
        for count, result in ((2, 5), (3, 0), (0, -1)):
            answers = {"short.vkGetPipelineCacheData": {"all": 3, "count": count, "result": result}}
            assert not after_calls.incomplete_told(answers).said


class TestWithoutMemory:
    """What makes something comes back without memory."""

    def test_an_end_is_a_breach(self) -> None:
        """By the number of the allocation."""
        answers = {"starved.vkCreateFence": {"refused": 2, "ended": [2]}}

        look = after_calls.calls_live_without_memory(answers)

        assert (look.seen, len(look.said)) == (2, 1)

    @staticmethod
    def _failed(*call: int) -> Answers:
        return {"failed.vkCreateFence": {"calls": [list(call)]}}

    def test_an_object_below_that_nobody_can_destroy(self) -> None:
        """It was made there, and the call fails; what succeeds, or was undone, is right."""
        look = after_calls.nothing_left_of_failures(self._failed(2, -1, 1, 0, 0, 0))

        assert list(look.said) == [
            "vkCreateFence fails with VK_ERROR_OUT_OF_HOST_MEMORY when allocation 2 by the application's callbacks"
            " fails, and leaves the object below that it has made"
        ]
        for right in ((2, -1, 1, 1, 0, 0), (2, -1, 0, 0, 0, 0), (0, -2, 0, 0, 0, 0)):
            assert after_calls.nothing_left_of_failures(self._failed(*right)).broken == []
        assert after_calls.nothing_left_of_failures(self._failed(-1, 0, 1, 0, 0, 1)).seen == 0

    def test_memory_that_nobody_asks_back(self) -> None:
        """The call below fails, and the layer keeps what it has taken."""
        look = after_calls.nothing_left_of_failures(self._failed(0, -2, 0, 0, 0, 1))

        assert list(look.said) == [
            "vkCreateFence fails with VK_ERROR_OUT_OF_DEVICE_MEMORY when the call below fails, and keeps 1 block of"
            " the application's memory"
        ]

    def test_memory_of_a_command_that_is_over(self) -> None:
        """The scope says how long memory is needed; that of objects lasts."""
        look = after_calls.memory_of_commands_given_back(self._failed(-1, 0, 1, 0, 2, 0))

        assert list(look.said) == [
            "vkCreateFence keeps 2 blocks of memory that it asks for with the scope"
            " VK_SYSTEM_ALLOCATION_SCOPE_COMMAND"
        ]
        right = after_calls.memory_of_commands_given_back(self._failed(-1, 0, 1, 0, 0, 2))
        assert (right.seen, right.broken) == (1, [])


class TestBesideUnknownExtensions:
    """Whoever wraps nothing beside an unknown extension does so wherever that stands."""

    @staticmethod
    def _wrapping(*types: str) -> Answers:
        return {"wrapped": {"types": list(types)}}

    def test_wrapping_again_is_a_breach(self) -> None:
        """Where the unknown extension stands behind another one, beside which the layer wraps."""
        each = {"": self._wrapping(), "VK_A": self._wrapping("VkEvent"), "VK_A+": self._wrapping("VkEvent")}

        assert len(wrapped.stays_unwrapped(self._wrapping("VkEvent"), each).said) == 1

    def test_extensions_that_are_unknown_too_are_not_judged(self) -> None:
        """The layer wraps nothing beside either."""
        each = {"": self._wrapping(), "VK_A": self._wrapping(), "VK_A+": self._wrapping()}

        assert wrapped.stays_unwrapped(self._wrapping("VkEvent"), each).seen == 0

    def test_parameters_of_all_extensions_are_judged(self) -> None:
        """A layer with a function for a command knows what it takes."""
        kept = {"plain": {"handles": [["queryPool", 4, 4, False], ["pInfo->queryPool", 4, 4, False]]}}
        answers = {
            "wrapped": {"types": ["VkQueryPool"], "own": ["vkCmdWriteMicromapsPropertiesEXT"]},
            "form.vkCmdWriteMicromapsPropertiesEXT": kept,
        }

        assert list(wrapped.unwrapped("1.3.0")(answers).said) == [
            "vkCmdWriteMicromapsPropertiesEXT goes down with the layer's own handle as queryPool"
        ]


class TestLookups:
    """What lookups say of functions that are not enabled, or not listed."""

    @staticmethod
    def _found(*own: str) -> dict[str, list[str]]:
        return {"own": list(own), "next": [], "asked": []}

    def test_a_function_that_the_other_lookup_denies_is_a_breach(self) -> None:
        """One of Vulkan itself is not judged: which of them are there is another rule's."""
        answers = {
            "lookups.closed.physical": self._found(
                "vkGetPhysicalDeviceMineREF", "vkGetPhysicalDeviceFeatures"
            ),
            "lookups.closed.instance": self._found(),
        }

        assert len(absent.disabled_physical_functions(answers).said) == 1
        assert "MineREF" in next(iter(absent.disabled_physical_functions(answers).said))

    def test_a_function_of_the_device_alone_that_has_the_extension_is_to_be_listed(self) -> None:
        """One that another device has as well is none of an extension of devices."""
        answers = {
            "lookups.promised.device": self._found("vkMineREF", "vkOtherREF"),
            "lookups.beside.device": self._found("vkOtherREF"),
        }

        assert len(absent.unlisted_functions(answers, ("vkMineREF", "vkOtherREF")).said) == 1
