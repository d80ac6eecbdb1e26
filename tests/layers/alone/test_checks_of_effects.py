"""Checks on what calls lead to, on answers that are right and wrong."""

import pytest

from refloader.suite.layers.alone.effects import (
    caches,
    messengers,
    presentations,
    queues,
    submissions,
    values,
    waits,
)
from refloader.suite.sessions.answers import Answers


def utils(*heard: list[object], changed: tuple[str, ...] = ()) -> Answers:
    """What messengers heard: listener, message, whether it is for them, and how often."""
    return {"messengers.utils": {"missing": 0, "heard": list(heard), "changed": list(changed)}}


def pipeline(**others: object) -> Answers:
    """The data of a pipeline cache, with right headers."""
    right = {"result": 0, "size": 69, "head": [32, 1, 5, 6], "known": [5, 6], "is_uuid_known": True}
    return {"caches.Pipeline": {**right, **others}}


def submission(command: str, **others: object) -> Answers:
    """What came down of a submission: everything, but for what is given."""
    right = {"result": 0, "waits": [[4096, 4096], [2048, 2048]], "signals": 2, "all": 2, "fence": 1}
    return {f"submissions.{command}": {**right, **others}}


class TestMappedPlaces:
    """A pointer to mapped memory leads to the part that was asked for, or to memory of the layer's own."""

    @pytest.mark.parametrize(
        ("place", "fact"),
        [
            ("at_beginning", "gives the pointer to the beginning of the memory, whatever the offset is"),
            ("twice_behind", "gives a pointer that is behind the mapped part by the offset once more"),
        ],
    )
    def test_another_part(self, place: str, fact: str) -> None:
        """The application writes where it did not mean to."""
        look = values.mapped_where_asked({"carry.vkMapMemory": {"in_place": False, place: True}})

        assert list(look.said) == [f"vkMapMemory {fact}"]

    def test_memory_of_the_layers_own(self) -> None:
        """A capture tool gives a copy, and looks at what is written there."""
        look = values.mapped_where_asked({"carry.vkMapMemory": {"in_place": False, "at_beginning": False}})

        assert (look.seen, list(look.said)) == (1, [])


class TestMessengers:
    """A message is heard by those that it is for."""

    def test_masks(self) -> None:
        """One that is for it and does not hear it, and one that is not and does."""
        answers = utils([0, 0, True, 1], [1, 0, False, 1], [3, 1, True, 0], [3, 3, False, 1])

        assert [row.fact for row in messengers.heard(answers).broken] == [
            "a messenger for warnings and errors hears information (GENERAL), which vkSubmitDebugUtilsMessageEXT"
            " came with",
            "a messenger for all messages does not hear an error (VALIDATION), which vkSubmitDebugUtilsMessageEXT"
            " came with",
            "a messenger that is destroyed hears a verbose message (GENERAL), which vkSubmitDebugUtilsMessageEXT"
            " came with",
        ]

    def test_twice(self) -> None:
        """No sentence says how often: it is another check."""
        answers = utils([0, 0, True, 2])

        assert not messengers.heard(answers).said
        assert list(messengers.heard_once(answers).said) == [
            "a messenger for all messages hears information (GENERAL) 2 times"
        ]

    def test_contents(self) -> None:
        """What a message loses on its way is named."""
        assert not messengers.passed_on(utils()).said
        assert list(messengers.passed_on(utils(changed=("pObjects", "messageTypes"))).said) == [
            "a message of vkSubmitDebugUtilsMessageEXT comes to a messenger with another pObjects, messageTypes"
            " than it was given"
        ]

    def test_messengers_that_are_refused_say_nothing(self) -> None:
        """A layer may have no memory for them."""
        answers = {"messengers.utils": {"missing": 1, "heard": [[0, 0, True, 0]], "changed": ["pMessage"]}}

        assert (messengers.heard(answers).seen, messengers.passed_on(answers).seen) == (0, 0)

    def test_in_creation(self) -> None:
        """Both the creation and the end of an instance are heard."""
        right = {"creation.utils": {"made": 1, "ended": 2}}
        wrong = {"creation.report": {"made": 1, "ended": 0}}

        assert not messengers.heard_in_creation(right).said
        assert list(messengers.heard_in_creation(wrong).said) == [
            "the callback of VkDebugReportCallbackCreateInfoEXT on pNext of VkInstanceCreateInfo does not hear what"
            " the next entity reports in vkDestroyInstance"
        ]


class TestCaches:
    """Caches have data of use."""

    def test_headers(self) -> None:
        """Length, version and device are those of the specification."""
        assert not caches.headers_right(pipeline()).said
        assert caches.headers_right(pipeline(head=[16, 1, 5, 6])).said == {
            "vkGetPipelineCacheData gives 69 bytes with 16 as the length of their header"
        }
        assert caches.headers_right(pipeline(head=[32, 0, 5, 6])).said == {
            "vkGetPipelineCacheData gives data with 0 as the version of their header, the only one is 1"
        }
        assert caches.headers_right(pipeline(head=[32, 1, 5, 7], is_uuid_known=False)).said == {
            "vkGetPipelineCacheData gives data with another deviceID and pipelineCacheUUID than the physical"
            " device has"
        }

    def test_room(self) -> None:
        """Data that do not fit are cut with VK_INCOMPLETE, and only behind the header."""
        assert not caches.room_right(pipeline(short=[5, 68, False], tiny=[5, 0, False])).said
        assert not caches.room_right(pipeline(short=[5, 0, False])).said
        assert caches.room_right(pipeline(short=[0, 68, True], tiny=[5, 7, False])).said == {
            "vkGetPipelineCacheData, with room for a byte less than there is, writes behind it",
            "vkGetPipelineCacheData, with room for a byte less than there is, returns VK_SUCCESS instead of"
            " VK_INCOMPLETE",
            "vkGetPipelineCacheData, with room for 7 bytes, writes 7 to pDataSize: the header needs more, so that"
            " it is zero",
        }

    def test_data_handed_back(self) -> None:
        """None is as good as those of below; what the layer keeps to itself says nothing."""
        looks = [caches.data_handed_back(pipeline(initial=initial)) for initial in ("same", "none", "unseen")]

        assert [(look.seen, len(look.broken)) for look in looks] == [(1, 0), (1, 0), (0, 0)]
        assert caches.data_handed_back(pipeline(initial="changed")).said == {
            "other data come down than the next vkGetPipelineCacheData gave, when another pipeline cache is made of"
            " them"
        }

    def test_merged(self) -> None:
        """Only caches that the next entity made can come down."""
        assert caches.caches_merged(pipeline(merged=-1)).seen == 0
        assert not caches.caches_merged(pipeline(merged=2)).said
        assert caches.caches_merged(pipeline(merged=1)).said == {
            "vkMergePipelineCaches of two source caches comes down with 1 of them"
        }


class TestSubmissions:
    """All that a submission comes with goes down."""

    def test_semaphores(self) -> None:
        """A semaphore that is not signaled leaves others waiting for ever."""
        assert not submissions.semaphores_kept(submission("vkQueueBindSparse", waits=[[0, 0], [0, 0]])).said
        assert submissions.semaphores_kept(
            submission("vkQueueBindSparse", waits=[[0, -1], [0, 0]], signals=0)
        ).said == {
            "1 of the 2 semaphores that vkQueueBindSparse waits for are not waited for below",
            "2 of the 2 semaphores that vkQueueBindSparse signals are not signaled below",
        }

    def test_fences(self) -> None:
        """Once, and no more often: the second time it is in use."""
        assert not submissions.fences_kept(submission("vkQueueSubmit")).said
        assert submissions.fences_kept(submission("vkQueueSubmit", fence=0)).said == {
            "the fence of vkQueueSubmit never comes down, which returns VK_SUCCESS"
        }
        assert submissions.fences_kept(submission("vkQueueSubmit", fence=2)).said == {
            "the fence of vkQueueSubmit comes down 2 times, which returns VK_SUCCESS"
        }

    def test_stages(self) -> None:
        """More stages may wait, for example all of them."""
        more = submission("vkQueueSubmit", waits=[[4096, 65536], [2048, 6144]])

        assert not submissions.stages_kept(more).said
        assert submissions.stages_kept(
            submission("vkQueueSubmit", waits=[[4096, 2048], [2048, 2048]])
        ).said == {
            "vkQueueSubmit waits for a semaphore in the stages 0x800 below; it came with 0x1000 for this one"
        }

    def test_where_an_application_presents(self) -> None:
        """What is invalid of the layer's own submissions is in the answer."""
        wrong = {"presentation": {"shown": 6, "invalid": ["vkQueueSubmit waits for a semaphore in no stage"]}}

        assert presentations.presents_well({"presentation": {"shown": 6, "invalid": []}}).seen == 6
        assert presentations.presents_well(wrong).said == {
            "where an application presents, vkQueueSubmit waits for a semaphore in no stage"
        }

    def test_what_is_invalid_is_told_once(self) -> None:
        """Submissions, memory and swapchains have a case each."""
        said = [
            "vkQueueSubmit waits",
            "vkMapMemory2KHR maps",
            "vkFreeMemory frees",
            "vkCreateSwapchainKHR comes",
        ]
        wrong = {"presentation": {"shown": 6, "invalid": said}}
        judges = (presentations.presents_well, presentations.memory_valid, presentations.swapchains_valid)

        looks = [judge(wrong) for judge in judges]

        assert [len(look.said) for look in looks] == [1, 2, 1]
        assert [look.seen for look in looks] == [6, 6, 6]

    def test_modes_listed(self) -> None:
        """One that lists nothing is not judged."""
        without = {"present_modes": {"fifo": 0}}

        assert presentations.modes_listed({"present_modes": {"fifo": 1}}).seen == 1
        assert not presentations.modes_listed({"present_modes": {"fifo": 1}}).said
        assert presentations.modes_listed(without).said == {
            "vkGetPhysicalDeviceSurfacePresentModesKHR lists modes without VK_PRESENT_MODE_FIFO_KHR, which is listed"
            " below"
        }
        assert presentations.modes_listed({}).seen == 0

    def test_swapchains_made_anew(self) -> None:
        """A surface may have one swapchain that is not retired; other failures are of something else."""
        refused = {"presentation": {"shown": 6, "anew": -1000000001}}

        assert presentations.swapchains_made_anew({"presentation": {"shown": 9, "anew": 0}}).seen == 1
        assert not presentations.swapchains_made_anew({"presentation": {"shown": 6, "anew": -1}}).said
        assert presentations.swapchains_made_anew(refused).said == {
            "vkCreateSwapchainKHR with oldSwapchain returns VK_ERROR_NATIVE_WINDOW_IN_USE_KHR: below, the surface has"
            " a swapchain that is neither retired nor destroyed"
        }
        assert presentations.swapchains_made_anew({}).seen == 0

    def test_images_of_swapchains(self) -> None:
        """A layer may add usages; the size and the format are those that were asked for."""
        right = {"presentation": {"images": [[44, 44], [64, 64], [64, 64], [22, 23]]}}
        wrong = {"presentation": {"images": [[44, 50], [64, 128], [64, 64], [22, 2]]}}

        assert not presentations.images_as_asked(right).said
        assert presentations.images_as_asked(right).seen == 4
        assert presentations.images_as_asked(wrong).said == {
            "vkGetSwapchainImagesKHR gives images made with 50 as imageFormat; 44 was asked for",
            "vkGetSwapchainImagesKHR gives images made with 128 as the width of imageExtent; 64 was asked for",
            "vkGetSwapchainImagesKHR gives images made with 0x2 as imageUsage; 0x16 was asked for",
        }
        assert presentations.images_as_asked({"presentation": {"shown": 9}}).seen == 0

    def test_images_of_the_layers_own(self) -> None:
        """They may be larger and have more usages, and lose none that the application has asked for."""
        right = {"presentation": {"own_images": [[44, 44], [64, 128], [64, 64], [22, 23]]}}
        wrong = {"presentation": {"own_images_anew": [[44, 44], [64, 64], [64, 0], [22, 1]]}}

        assert not presentations.images_as_asked(right).said
        assert presentations.images_as_asked(right).seen == 4
        assert presentations.images_as_asked(wrong).said == {
            "vkGetSwapchainImagesKHR gives images made with 0 as the height of imageExtent; 64 was asked for",
            "vkGetSwapchainImagesKHR gives images made with 0x1 as imageUsage; 0x16 was asked for",
        }

    def test_images_cut(self) -> None:
        """The first mistake of a list is named; one image needs no more room."""
        where = "vkGetSwapchainImagesKHR, with room for 1 of 3 images,"

        assert not presentations.images_cut({"presentation": {"room": [3, 5, 1, 0, 3]}}).said
        assert presentations.images_cut({"presentation": {"room": [1, 0, 1, 0, 1]}}).seen == 0
        assert presentations.images_cut({"presentation": {"room": [3, 5, 1, 1, 3]}}).said == {
            f"{where} writes more than one"
        }
        assert presentations.images_cut({"presentation": {"room": [3, 0, 3, 0, 3]}}).said == {
            f"{where} gives 3 as their count"
        }
        assert presentations.images_cut({"presentation": {"room": [3, 0, 1, 0, 3]}}).said == {
            f"{where} returns VK_SUCCESS"
        }
        assert presentations.images_cut({"presentation": {"room": [3, 5, 1, 0, 16]}}).said == {
            "vkGetSwapchainImagesKHR counts 3 images, and with more room gives 16"
        }

    def test_what_fails_says_nothing(self) -> None:
        """A layer may refuse."""
        assert submissions.fences_kept(submission("vkQueueSubmit", result=-4, fence=0)).seen == 0


class TestValues:
    """Answers have values that there are."""

    def test_truths(self) -> None:
        """VkBool32 has two values."""
        answers = {"truths": {"compared": 2, "others": [["vkGetPhysicalDeviceFeatures", "a feature", 7]]}}

        assert values.truths_right(answers).said == {
            "vkGetPhysicalDeviceFeatures gives 7 as a feature, which is neither VK_TRUE nor VK_FALSE"
        }

    def test_budgets(self) -> None:
        """Heaps that are none have no budget to speak of."""
        right = {"budgets": {"heaps": 1, "rows": [[1024, 512], [0, 0]]}}
        wrong = {"budgets": {"heaps": 2, "rows": [[1024, 2048], [1024, 0]]}}

        assert (values.budgets_possible(right).seen, values.budgets_possible(right).broken) == (1, [])
        assert values.budgets_possible(wrong).said == {
            "heap 0 has 1024 bytes, and 2048 as its heapBudget",
            "heap 1 has 1024 bytes, and 0 as its heapBudget",
        }

    def test_formats(self) -> None:
        """A layer that emulates formats says how large an image of them may be."""
        command = "vkGetPhysicalDeviceImageFormatProperties"
        emulated = {"result": 0, "mips": 1, "layers": 1, "samples": 1, "size": 1 << 31}
        refused = {"result": -11, "mips": 0, "layers": 0, "samples": 0, "size": 0}
        wrong = values.formats_possible({f"formats.{command}": {**emulated, "size": 0}})

        assert not values.formats_possible({f"formats.{command}": emulated}).said
        assert not values.formats_possible({f"formats.{command}": refused}).said
        assert wrong.said == {
            f"{command} returns VK_SUCCESS where the layer got VK_ERROR_FORMAT_NOT_SUPPORTED, with 0 as"
            " maxResourceSize, which must be at least 2^31"
        }


def test_waits_that_ask_nobody() -> None:
    """A wait that succeeds without a question is no wait."""
    right = {"waits.vkWaitForPresentKHR": {"result": 2, "times": 1}}
    wrong = {"waits.vkWaitForPresentKHR": {"result": 0, "times": 0}}

    assert not waits.waits_asked(right).said
    assert waits.waits_asked(wrong).said == {
        "vkWaitForPresentKHR returns VK_SUCCESS and does not ask below, for what is not over"
    }


def test_priorities_of_queues() -> None:
    """They are compared where both queues are asked for."""
    right = {"create.two-queues.device": {"made": {"times": 1, "queues": 2, "priorities": [1000, 500]}}}
    wrong = {"create.two-queues.device": {"made": {"times": 1, "queues": 2, "priorities": [0, 0]}}}

    assert not queues.priorities_kept(right).said
    assert queues.priorities_kept(wrong).said == {
        "the application asks for two queues with 1000 and 500 thousandths of the highest priority, and the next"
        " vkCreateDevice is asked for [0, 0]"
    }
