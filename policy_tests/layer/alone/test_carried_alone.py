"""Each command that a layer has a function for, called with everything that it can take."""

from functools import partial

import pytest

from refloader.suite.layers.alone import apart, facts, older
from refloader.suite.layers.alone.applied import (
    answers_keep,
    check_result,
    comes_to_its_end,
    enabled_extensions,
)
from refloader.suite.layers.alone.carrying import (
    carried,
    formed,
    remaining,
    repeats,
    threads,
    unfinished,
    varied,
    wrapped,
)
from refloader.suite.layers.alone.effects import after_calls, pipelines, values, waits
from refloader.suite.layers.alone.supported import supports
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.check_result import CheckResult

NEWER = ("--only", "newer")
OWN = ("--only", "own")
NONE = ("--only", "none")
MAKING = ("carry.instance", "carry.device", "carry.objects")
"""The steps before the calls, each of which has a process of its own."""


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
class TestWhatGoesDown:
    """A layer in a compliant environment leaves it compliant: what an application asks for is asked for below."""

    def test_parts(self, layer: LayerTrial) -> None:
        """Structures on pNext and arrays go down whole: a layer that copies has to know those of its version."""
        judge = partial(carried.parts_kept, version=layer.supported_version)
        answers_keep(layer, judge, carried.ACT)

    def test_places(self, layer: LayerTrial) -> None:
        """Offsets, indices and levels go down as they came, and flags with all their bits."""
        answers_keep(layer, carried.places_kept, carried.ACT)

    def test_mapped_places(self, layer: LayerTrial) -> None:
        """A pointer to mapped memory leads to the part of it that was asked for."""
        answers_keep(layer, values.mapped_where_asked, carried.ACT)

    def test_other_values(self, layer: LayerTrial) -> None:
        """Other values should go down as they came, but for what the layer is to change."""
        answers_keep(layer, carried.other_values_kept, carried.ACT, should=True)

    def test_inline_uniform_blocks(self, layer: LayerTrial) -> None:
        """Writes of inline uniform blocks go down: their bytes are on pNext, and no array counts."""
        judge = partial(varied.blocks_kept, version=layer.supported_version)
        answers_keep(layer, judge, carried.ACT)

    def test_values_in_many_calls(self, layer: LayerTrial) -> None:
        """Each of many calls goes down with its own values, with each flag alone, and with its arrays."""
        answers_keep(layer, varied.values_kept, carried.ACT)

    def test_other_values_in_many_calls(self, layer: LayerTrial) -> None:
        """Each other value that a call carries should reach the driver unchanged, in its own place."""
        answers_keep(layer, varied.others_kept, carried.ACT, should=True)

    def test_on_two_threads(self, layer: LayerTrial) -> None:
        """What goes down on one of two threads is what this one came with."""
        answers_keep(layer, threads.threads_apart, carried.ACT)

    def test_while_another_thread_waits(self, layer: LayerTrial) -> None:
        """vkSignalSemaphore, which may end a wait of another thread, goes down while that thread waits."""
        judge = partial(threads.waits_let_others_through, by_the_host=True)
        answers_keep(layer, judge, carried.ACT)

    def test_submissions_while_another_thread_waits(self, layer: LayerTrial) -> None:
        """Submissions and events should go down while another thread waits: it may wait for them."""
        judge = partial(threads.waits_let_others_through, by_the_host=False)
        answers_keep(layer, judge, carried.ACT, should=True)

    def test_structures_to_write(self, layer: LayerTrial) -> None:
        """Structures on the pNext of one that is asked for come back written."""
        judge = partial(carried.chains_written, version=layer.supported_version)
        answers_keep(layer, judge, carried.ACT)

    def test_chains(self, layer: LayerTrial) -> None:
        """What extensions and newer versions have on a pNext should not all be left out, whatever the layer knows."""
        judge = partial(carried.chains_kept, version=layer.supported_version)
        answers_keep(layer, judge, carried.ACT, should=True)

    def test_room(self, layer: LayerTrial) -> None:
        """A list is written into the array as far as there is room."""
        answers_keep(layer, carried.room_respected, carried.ACT)

    def test_room_told(self, layer: LayerTrial) -> None:
        """A list, or data, comes back with a count that is not greater than the room."""
        answers_keep(layer, after_calls.room_told, carried.ACT)

    def test_room_told_by_extensions(self, layer: LayerTrial) -> None:
        """So it should be with the commands of extensions that are not KHR's."""
        judge = partial(after_calls.room_told, by_vendors=True)
        answers_keep(layer, judge, carried.ACT, should=True)

    def test_other_lengths(self, layer: LayerTrial) -> None:
        """Arrays of one element and of many go down whole."""
        answers_keep(layer, formed.elements_kept, carried.ACT)

    def test_work_of_one_list(self, layer: LayerTrial) -> None:
        """A call goes down that has elements in one of its lists alone, as copies of descriptors without writes."""
        answers_keep(layer, remaining.work_kept, carried.ACT)

    def test_all_that_remains(self, layer: LayerTrial) -> None:
        """VK_REMAINING_MIP_LEVELS and VK_REMAINING_ARRAY_LAYERS of an image are as many below."""
        answers_keep(layer, remaining.rest_kept, carried.ACT)

    def test_order_of_execution(self, layer: LayerTrial) -> None:
        """Secondary command buffers are executed in the order in which they are given."""
        answers_keep(layer, varied.order_kept, carried.ACT)

    def test_fences(self, layer: LayerTrial) -> None:
        """The fence of a submission is signaled when all of it is done, in however many calls it goes down."""
        answers_keep(layer, varied.fence_last, carried.ACT)

    def test_states_left(self, layer: LayerTrial) -> None:
        """A command that sets no state leaves those that the application has set and bound."""
        answers_keep(layer, after_calls.states_left, carried.ACT)

    def test_freed_behind_none(self, layer: LayerTrial) -> None:
        """Of objects that are freed together, each is freed, also behind VK_NULL_HANDLE."""
        answers_keep(layer, after_calls.freed_behind_none, carried.ACT)

    def test_texts_that_are_left_out(self, layer: LayerTrial) -> None:
        """No text should go down in the place of none, or of an empty one: a tool may have names of its own."""
        answers_keep(layer, formed.texts_removed, carried.ACT, should=True)

    def test_second_time(self, layer: LayerTrial) -> None:
        """What goes down once should go down again with other values.

        A layer may keep what it needs, for example a memory that is mapped.
        """
        answers_keep(layer, formed.repeated, carried.ACT, should=True)

    def test_recorded_anew(self, layer: LayerTrial) -> None:
        """What goes down in one recording goes down in the next one too, and behind secondary command buffers."""
        answers_keep(layer, repeats.recorded_anew, carried.ACT)

    def test_one_other_value(self, layer: LayerTrial) -> None:
        """A command that is recorded a second time with one other value goes down: it is no repetition."""
        answers_keep(layer, repeats.altered_alone, carried.ACT)

    def test_disturbed_sets(self, layer: LayerTrial) -> None:
        """Descriptor sets that others have disturbed are bound again."""
        answers_keep(layer, repeats.disturbed_bound, carried.ACT)

    def test_what_is_handed_in_is_only_read(self, layer: LayerTrial) -> None:
        """What a command takes as const is not written to."""
        answers_keep(layer, formed.only_read, carried.ACT)

    def test_chains_to_write_are_kept(self, layer: LayerTrial) -> None:
        """sType and pNext of what is asked for are as they were, in each element of an array."""
        answers_keep(layer, after_calls.heads_kept, carried.ACT)

    def test_unknown_chains_to_write_are_kept(self, layer: LayerTrial) -> None:
        """So they should be where they lead to a structure that no version has there yet."""
        judge = partial(after_calls.heads_kept, unknown=True)
        answers_keep(layer, judge, carried.ACT, should=True)

    def test_structures_of_own_extensions_are_only_read(self, layer: LayerTrial) -> None:
        """Structures of extensions that the manifest lists are not written to, wherever in a chain they stand."""
        _need_extensions(layer)
        answers_keep(layer, formed.only_read, carried.ACT, *OWN, *enabled_extensions(layer))

    def test_wide_numbers(self, layer: LayerTrial) -> None:
        """Places, sizes and values above 2^32 go down whole."""
        answers_keep(layer, formed.wide_numbers_kept, carried.ACT)

    def test_memory_of_earlier_calls(self, layer: LayerTrial) -> None:
        """What an earlier call came with is the application's again: it may have been altered or freed."""
        answers_keep(layer, after_calls.memory_released, carried.ACT)

    def test_whole_chains(self, layer: LayerTrial) -> None:
        """A chain with structures of the layer's version goes down, in a structure or in an element of an array."""
        judge = partial(formed.chains_whole, version=layer.supported_version)
        answers_keep(layer, judge, carried.ACT)

    def test_structures_of_others(self, layer: LayerTrial) -> None:
        """Structures that a layer does not know should go down beside those that it knows."""
        answers_keep(layer, formed.chains_skipped, carried.ACT, should=True)

    def test_selected_structures(self, layer: LayerTrial) -> None:
        """Structures that a layer knows should go down beside those that it does not know."""
        answers_keep(layer, formed.chains_selected, carried.ACT, should=True)

    def test_newer_forms(self, layer: LayerTrial) -> None:
        """A newer form of a command should not go down as the older one: that has no pNext, and queues no flags."""
        answers_keep(layer, older.newer_forms_kept, carried.ACT, should=True)

    def test_parameters_of_recorded_commands(self, layer: LayerTrial) -> None:
        """A recorded command goes down as no other one that has fewer parameters."""
        answers_keep(layer, older.parameters_kept, carried.ACT)

    def test_states_set(self, layer: LayerTrial) -> None:
        """A command that sets one switch, or one stencil value, does not go down as the command of another."""
        answers_keep(layer, older.states_kept, carried.ACT)

    def test_long_waits(self, layer: LayerTrial) -> None:
        """A wait ends when its time is over, and not before, however long that is."""
        answers_keep(layer, waits.waited, carried.ACT)

    def test_waits_of_no_time(self, layer: LayerTrial) -> None:
        """A wait with a timeout of 0 says what there is."""
        answers_keep(layer, waits.polls_answered, carried.ACT)

    def test_results_of_each_swapchain(self, layer: LayerTrial) -> None:
        """What came of the presentation of each swapchain comes up, also where one has failed."""
        answers_keep(layer, after_calls.presents_told, carried.ACT)

    def test_failures_of_each_swapchain(self, layer: LayerTrial) -> None:
        """Where one of two swapchains cannot be presented, the result of the call and pResults say so."""
        answers_keep(layer, after_calls.failures_of_each_told, carried.ACT)

    def test_an_outdated_one_of_two_swapchains(self, layer: LayerTrial) -> None:
        """Where one of two is out of date, they should say so, unless the layer mends it."""
        judge = partial(after_calls.failures_of_each_told, outdated=True)
        answers_keep(layer, judge, carried.ACT, should=True)

    def test_made_in_part(self, layer: LayerTrial) -> None:
        """Of several pipelines, those that were made come up, also where another one has failed."""
        answers_keep(layer, pipelines.made_in_part, carried.ACT)

    def test_each_handle_is_written(self, layer: LayerTrial) -> None:
        """Where not all pipelines could be made, each handle is VK_NULL_HANDLE or that of a pipeline."""
        answers_keep(layer, pipelines.all_written, carried.ACT)

    def test_results_of_each_part(self, layer: LayerTrial) -> None:
        """What is asked for in several calls is not there before all of it is."""
        answers_keep(layer, after_calls.parts_told, carried.ACT)

    def test_descriptors(self, layer: LayerTrial) -> None:
        """Each call for a descriptor of a memory, a fence or a semaphore gives a new one."""
        answers_keep(layer, after_calls.descriptors_new, carried.ACT)

    def test_all_or_none(self, layer: LayerTrial) -> None:
        """What is allocated together is there as a whole or not at all, in however many calls a layer asks for it."""
        answers_keep(layer, pipelines.allocations_undone, carried.ACT)

    def test_newer_commands(self, layer: LayerTrial) -> None:
        """Commands that are newer than "api_version" should be right where the layer has a function for them."""
        judge = partial(_together, version=layer.supported_version)
        answers_keep(layer, judge, carried.ACT, *NEWER, step=MAKING, should=True)

    def test_numbers_of_handles(self, layer: LayerTrial) -> None:
        """A driver may hand out any handles: no two objects of which a layer keeps something are taken for one."""
        answers_keep(layer, formed.numbers_of_handles, carried.ACT)


@pytest.mark.rule("LLP_LAYER_10", "WRAP-01")
class TestWrapping:
    """A layer that hands up handles of its own must unwrap them in every function that takes them."""

    def test_unwrapped(self, layer: LayerTrial) -> None:
        """No handle of the layer's own goes down, whichever command takes it, also as an object of any type."""
        answers_keep(layer, wrapped.unwrapped(layer.supported_version), carried.ACT)

    @pytest.mark.editions("2016", "2018")
    def test_unwrapped_as_built(self, layer: LayerTrial) -> None:
        """It should be so for all commands of the version that the layer was built with."""
        judge = wrapped.unwrapped(layer.layer.api_version)
        answers_keep(layer, judge, carried.ACT, should=True)

    def test_by_both_names(self, layer: LayerTrial) -> None:
        """A command of core should be known by its name in the extension, too, where that is enabled."""
        left = wrapped.extensions_of_twins(layer.probe(carried.ACT))
        result = _with_enabled(layer, left)
        if len(left) > 1 and not result.seen:
            for name in left:
                result = _added(result, _with_enabled(layer, (name,)))
        layer.judge(result, should=True)

    def test_beside_unknown_extensions(self, layer: LayerTrial) -> None:
        """A layer that wraps nothing beside an extension that it does not know should look at all extensions."""
        usual = layer.probe(carried.ACT)
        for kind, others in wrapped.OTHER_EXTENSIONS.items():
            option, unknown = f"--{kind}-extension", wrapped.UNKNOWN_EXTENSION
            each = {"": layer.probe(carried.ACT, *NONE, option, unknown)}
            if wrapped.wrapped_types(usual) <= wrapped.wrapped_types(each[""]):
                continue
            for name in others:
                each[name] = layer.probe(carried.ACT, *NONE, option, name)
                each[f"{name}+"] = layer.probe(carried.ACT, *NONE, option, name, option, unknown)
            layer.judge(wrapped.stays_unwrapped(usual, each), should=True)
            return
        pytest.skip("the layer wraps as much beside an extension that it does not know")


@pytest.mark.rule("LLP_LAYER_2")
def test_forms_of_calls(layer: LayerTrial) -> None:
    """A layer that comes back from a call comes back from its other valid forms."""
    answers_keep(layer, formed.survived, carried.ACT, step=MAKING)


@pytest.mark.rule("LLP_LAYER_2")
def test_calls_that_are_as_valid(layer: LayerTrial) -> None:
    """A layer that comes back from a call comes back from it once more, with less room, and in parts."""
    answers_keep(layer, unfinished.calls_come_back, carried.ACT, step=MAKING)


@pytest.mark.rule("LLP_LAYER_2")
def test_calls_of_several_devices(layer: LayerTrial) -> None:
    """A layer that comes back from a call about an object comes back with objects of several devices in turn."""
    answers_keep(layer, apart.calls_of_each_come_back, apart.ACT)


@pytest.mark.rule("LLP_LAYER_2")
def test_other_calls_of_several_devices(layer: LayerTrial) -> None:
    """A layer should come back from other calls, too, with what several devices have in turn."""
    answers_keep(layer, apart.other_calls_of_each_come_back, apart.ACT, should=True)


@pytest.mark.rule("LLP_LAYER_2")
def test_failures_below(layer: LayerTrial) -> None:
    """A layer that comes back from a call comes back from it where the entity below returns an error."""
    answers_keep(layer, after_calls.failures_survived, carried.ACT, step=MAKING)


@pytest.mark.rule("LLP_LAYER_2")
def test_structures_of_own_extensions(layer: LayerTrial) -> None:
    """A layer should come back from calls with the structures of extensions that its manifest lists."""
    _need_extensions(layer)
    answers_keep(
        layer, formed.survived, carried.ACT, *OWN, *enabled_extensions(layer), step=MAKING, should=True
    )


@pytest.mark.rule("LLP_LAYER_2")
def test_chains_of_all_extensions(layer: LayerTrial) -> None:
    """A layer should come back from calls with more structures on pNext than any device has use for."""
    answers_keep(layer, formed.chains_survived, carried.ACT, should=True)


@pytest.mark.rule("INTERCEPT-04")
def test_successes_that_say_more(layer: LayerTrial) -> None:
    """VK_SUBOPTIMAL_KHR and the like should come up; a layer that scales what is presented may know better."""
    answers_keep(layer, carried.results_told, carried.ACT, should=True)


@pytest.mark.rule("INTERCEPT-04")
@pytest.mark.parametrize("by_vendors", [False, True], ids=["usual", "of_vendors"])
@pytest.mark.same_run
def test_incomplete_lists(layer: LayerTrial, by_vendors: bool) -> None:
    """A list without one of its elements comes back with VK_INCOMPLETE; so it should from extensions of vendors."""
    judge = partial(after_calls.incomplete_told, by_vendors=by_vendors)
    answers_keep(layer, judge, carried.ACT, should=by_vendors)


@pytest.mark.rule("INTERCEPT-04")
def test_results(layer: LayerTrial) -> None:
    """Each result that a command can have is an appropriate one when it comes up: a failure, and no other, as one.

    What is not ready yet, or not within the timeout, has results of its own, which are no failures (vkWaitForFences:
    "Otherwise, vkWaitForFences returns VK_TIMEOUT after the timeout has expired"; vkGetFenceStatus: "VK_NOT_READY:
    The fence specified by fence is unsignaled").
    """
    answers_keep(layer, carried.results_kept, carried.ACT)


@pytest.mark.rule("DISPATCH-LAYER-01")
def test_next_functions(layer: LayerTrial) -> None:
    """For each function that a layer intercepts it keeps the next one: none ends in a call of nothing."""
    answers_keep(layer, carried.next_functions_kept, carried.ACT)


@pytest.mark.rule("DISPATCH-LAYER-01")
def test_next_functions_of_each(layer: LayerTrial) -> None:
    """The next function is that of the chain that the call goes down: each instance and each device has its own."""
    answers_keep(layer, apart.next_functions_of_each, apart.ACT)


@pytest.mark.rule("OBJECTS-LAYER-01")
def test_callbacks_of_each(layer: LayerTrial) -> None:
    """The callback for dispatch pointers should be the one that came with the instance or the device itself."""
    answers_keep(layer, apart.callbacks_of_each, apart.ACT, should=True)


@pytest.mark.rule("DISPATCH-LAYER-01")
class TestNextFunctionsByOlderNames:
    """It keeps the next function by the name that an extension gave it: a device before the version that took the
    command over has no other one."""

    def test_of_1_0(self, layer: LayerTrial) -> None:
        """Commands that Vulkan 1.1 took over."""
        _keeps_by_older_names(layer, "1.0")

    def test_of_1_1(self, layer: LayerTrial) -> None:
        """Commands that Vulkan 1.2 took over."""
        _keeps_by_older_names(layer, "1.1")

    def test_of_1_2(self, layer: LayerTrial) -> None:
        """Commands that Vulkan 1.3 took over."""
        _keeps_by_older_names(layer, "1.2")

    def test_of_1_3(self, layer: LayerTrial) -> None:
        """Commands that Vulkan 1.4 took over."""
        _keeps_by_older_names(layer, "1.3")


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_flags_of_queues(layer: LayerTrial) -> None:
    """A queue that was made with a flag is not asked for as one without: that is an invalid call."""
    steps = ("facts.queue", "facts.device", "facts.instance")
    answers_keep(layer, facts.queue_flags_kept, facts.ACT, step=steps)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_queues_by_both_names(layer: LayerTrial) -> None:
    """A queue is the same one by vkGetDeviceQueue and by vkGetDeviceQueue2."""
    steps = ("facts.queues", "facts.plain_device", "facts.instance")
    answers_keep(layer, facts.queues_agree, facts.ACT, step=steps)


@pytest.mark.rule("LLP_LAYER_1", "CONV-LAYER-01")
def test_queues_of_one_family(layer: LayerTrial) -> None:
    """Two queues of one family are two."""
    steps = ("facts.two_queues", "facts.two_device", "facts.instance")
    answers_keep(layer, facts.queues_apart, facts.ACT, step=steps)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_inheritance(layer: LayerTrial) -> None:
    """A secondary command buffer is begun with what it inherits: without it, the call is invalid."""
    answers_keep(layer, remaining.inheritance_kept, carried.ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_fences_once(layer: LayerTrial) -> None:
    """A fence goes down once, in however many calls a submission does: twice is an invalid call."""
    answers_keep(layer, varied.fenced_once, carried.ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_counts_on_chains(layer: LayerTrial) -> None:
    """What a structure on a pNext says of the elements of its head is so below: else the call is invalid."""
    judge = partial(formed.counts_even, version=layer.supported_version)
    answers_keep(layer, judge, carried.ACT)


@pytest.mark.rule("LLP_LAYER_2", "CONV-LAYER-02")
def test_allocators(layer: LayerTrial) -> None:
    """An object that was made below with allocation callbacks is ended with them: without is an invalid call."""
    answers_keep(layer, carried.allocators_kept, carried.ACT)


@pytest.mark.rule("LLP_LAYER_2")
class TestEnd:
    """A layer must not make others crash: what the calls need can be made."""

    @pytest.mark.parametrize("version", ["1.0", "1.1", "1.2", "1.3"])
    def test_of_older_versions(self, layer: LayerTrial, version: str) -> None:
        """An instance and a device of an older version are made, with extensions that a newer one took over."""
        if not supports(layer.supported_version, version):
            pytest.skip(f"the manifest names a version before {version}")
        comes_to_its_end(layer, carried.ACT, *older.older_names(version), step=MAKING)

    def test_of_several(self, layer: LayerTrial) -> None:
        """Several instances and devices are made, used side by side, and ended."""
        comes_to_its_end(layer, apart.ACT, step="apart")


def _keeps_by_older_names(layer: LayerTrial, version: str) -> None:
    if not supports(layer.supported_version, version):
        pytest.skip(f"the manifest names a version before {version}")
    judge = partial(older.next_functions_kept, version=version)
    answers_keep(layer, judge, carried.ACT, *older.older_names(version))


def _need_extensions(layer: LayerTrial) -> None:
    if not (layer.layer.device_extensions or layer.layer.instance_extensions):
        pytest.skip("the manifest lists no extensions")


def _with_enabled(layer: LayerTrial, extensions: tuple[str, ...]) -> CheckResult:
    """Judge the names of commands in these extensions where they are enabled."""
    answers = layer.probe(carried.ACT, *((*NONE, *older.enabling(extensions)) if extensions else ()))
    return check_result(partial(wrapped.twins_unwrapped, enabled=extensions), answers)


def _together(answers: Answers, version: str) -> CheckResult:
    """Apply all checks on what goes down and on what comes of it."""
    look = CheckResult(missing="the layer has no function of its own for a newer command")
    for judge in (
        partial(carried.parts_kept, version=version),
        carried.places_kept,
        partial(carried.chains_written, version=version),
        carried.room_respected,
        after_calls.room_told,
        carried.results_kept,
        carried.next_functions_kept,
        carried.allocators_kept,
        formed.elements_kept,
        formed.only_read,
        formed.survived,
        partial(formed.counts_even, version=version),
    ):
        look = _added(look, judge(answers))
    return look


def _added(look: CheckResult, result: CheckResult) -> CheckResult:
    look.seen += result.seen
    look.broken += result.broken
    look.left_out = look.left_out or result.left_out
    return look
