"""Generated programs: the checks on what came of them; the programs are valid, and tell wrong layers from right."""

import os
import re
import signal
from collections.abc import Callable
from dataclasses import replace

import pytest
from answered import Row

from refloader.native.mocks import mock_library
from refloader.results.results_file import Verdict
from refloader.suite.layers.alone import generated
from refloader.suite.layers.alone.applied import check_result
from refloader.suite.layers.checks import validation
from refloader.suite.layers.runs import STATES
from refloader.suite.layers.states import states
from refloader.suite.sessions import bench, generated_programs
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.session import Circumstances, Session
from refloader.suite.subjects.ended import EndedError
from refloader.suite.subjects.installed_layers import installed_layer
from refloader.suite.subjects.layer import LayerSubject

RUN = {"run": 60, "different": 1, "submitted": 500, "arrived": 500}
PLAYED = tuple(range(1, 1001, 100))


def ended(kind: str, **changes: object) -> Answers:
    """The answers of an act in which one program came to another end."""
    row: Row = {
        "kind": kind,
        "call": "vkGetEventStatus (event 1)",
        "without": "VK_EVENT_SET",
        "with": "VK_EVENT_RESET",
        "broken": "",
        "signal": 0,
        "steps": ["vkCreateEvent (event 1)", "vkGetEventStatus (event 1)"],
    }
    return {"program.7": {**row, **changes}, "programs": RUN}


class TestChecks:
    """Each end of a program is a breach of one rule."""

    def test_nothing_differs(self) -> None:
        """Sixty programs with one outcome are sixty passes."""
        answers: Answers = {"programs": {**RUN, "different": 0}}

        results = [
            judge(answers)
            for judge in (generated.same_found, generated.calls_valid, generated.programs_ended)
        ]

        assert [(each.seen, each.broken) for each in results] == [(60, []), (60, []), (60, [])]

    def test_another_finding(self) -> None:
        """The call, both findings, the seed and the steps are named."""
        result = generated.same_found(ended("found"))

        assert result.broken[0].fact == (
            "vkGetEventStatus (event 1): VK_EVENT_RESET with the layer, VK_EVENT_SET without it"
            " (program 7, 2 calls)"
        )
        assert result.broken[0].names == ("vkCreateEvent (event 1)", "vkGetEventStatus (event 1)")

    def test_commands_by_both_names(self) -> None:
        """The extension is named by whose names some of the program's commands are called."""
        result = generated.same_found(ended("found", twins="VK_KHR_synchronization2"))

        assert result.broken[0].fact.endswith(
            "(program 7, 2 calls, some by their names in VK_KHR_synchronization2)"
        )

    def test_a_layer_that_passes_no_work_on(self) -> None:
        """A layer that imitates a device is not judged."""
        answers = {**ended("found"), "programs": {**RUN, "arrived": 0}}

        result = generated.same_found(answers)

        assert (result.seen, result.broken) == (0, [])

    def test_an_invalid_call(self) -> None:
        """The invalid call is named."""
        result = generated.calls_valid(ended("invalid", broken="vkDestroyFence of none"))

        assert (
            result.broken[0].fact
            == "vkDestroyFence of none; without the layer no call is invalid (program 7, 2 calls)"
        )

    def test_an_invalid_call_without_memory(self) -> None:
        """It is told apart from others too, and a warning."""
        answers = ended("invalid", broken="vkDestroyFence of none", failing=3)

        assert generated.calls_valid(answers).broken == []
        assert "had no memory for one object (program" in generated.failures_borne(answers).broken[0].fact

    @pytest.mark.parametrize(
        "name", ["VkMemoryPriorityAllocateInfoEXT", "VkDeviceQueueGlobalPriorityCreateInfo"]
    )
    def test_a_structure_of_an_extension_that_is_lost(self, name: str) -> None:
        """A layer that copies what it is given need not know each extension: a warning."""
        answers = ended("invalid", broken=f"VkX reaches the driver without the {name} on its pNext")

        assert generated.calls_valid(answers).broken == []
        assert f"without the {name} on its pNext (program" in generated.failures_borne(answers).broken[0].fact

    def test_a_structure_of_a_version_that_is_lost(self) -> None:
        """Those are known to layers of that version."""
        lost = "VkX reaches the driver without the VkExportFenceCreateInfo on its pNext"
        answers = ended("invalid", broken=lost)

        assert generated.calls_valid(answers).broken[0].fact.startswith(lost)
        assert generated.failures_borne(answers).broken == []

    def test_a_crash(self) -> None:
        """The call and the signal are named."""
        result = generated.programs_ended(ended("crash", signal=11))

        assert result.broken[0].fact == (
            "vkGetEventStatus (event 1) ends the program (SIGSEGV) with the layer (program 7, 2 calls)"
        )

    def test_a_refusal(self) -> None:
        """The call and its result are named."""
        result = generated.failures_borne(ended("refused", **{"with": "result -1"}))

        assert (
            result.broken[0].fact
            == "vkGetEventStatus (event 1) gives VK_ERROR_OUT_OF_HOST_MEMORY with the layer (program 7, 2 calls)"
        )

    def test_a_crash_after_a_refusal(self) -> None:
        """It is told apart from other crashes: no sentence has a layer look at each result."""
        answers = ended("unmade", signal=11)

        assert generated.programs_ended(answers).broken == []
        assert generated.failures_borne(answers).broken[0].fact == (
            "vkGetEventStatus (event 1) ends the program (SIGSEGV) with the layer,"
            " after the driver had no memory for an object (program 7, 2 calls)"
        )

    def test_a_program_that_is_invalid_itself(self) -> None:
        """No layer is blamed for a fault of refloader."""
        with pytest.raises(EndedError) as ending:
            check_result(generated.calls_valid, {"unsound": {"seed": 3}, "programs": RUN})

        assert ending.value.verdict is Verdict.ERROR


class TestPrograms:
    """What the prober plays over its model of a driver."""

    def test_nothing_differs_with_a_right_layer(self) -> None:
        """The model finds each call valid, and what a program finds does not depend on the run."""
        answers = played("mock_layer")

        assert "unsound" not in answers
        assert part(answers, "programs")["different"] == 0
        assert part(answers, "programs")["submitted"] == part(answers, "programs")["arrived"] > 100

    def test_two_instances(self) -> None:
        """An instance keeps its physical devices when an earlier one ends, as layers know them."""
        layer = validation_layer()
        options = ("--layer", layer.name, "--seed", "139", "--count", "1")

        answers = bench.probe(layer.library, "programs", options).answers

        assert part(answers, "programs")["run"] == 1
        assert part(answers, "programs")["different"] == 0

    @pytest.mark.parametrize(
        ("violation", "kind", "text"),
        [
            ("LLP_LAYER_1_blocks", "found", "VK_NOT_READY"),
            ("LLP_LAYER_1_reset", "found", "VK_SUCCESS"),
            ("LLP_LAYER_1_data", "found", "vkGetPrivateData"),
            ("LLP_LAYER_1_twins", "found", "'twins': 'VK_EXT_private_data'"),
            ("LLP_LAYER_2_bound", "invalid", "without a pipeline that is bound"),
            ("LLP_LAYER_2_crash", "crash", "vkDeviceWaitIdle"),
            ("LLP_LAYER_1_remaining", "invalid", "has layout"),
            ("LLP_LAYER_1_discards", "found", "vkCmdCopyImageToBuffer"),
            ("LLP_LAYER_1_resolved", "found", "vkCmdCopyImageToBuffer"),
            ("LLP_LAYER_2_all_stages", "invalid", "with stageFlags 0x7fffffff"),
            ("LLP_LAYER_2_access", "invalid", "dstAccessMask 0x800, which no stage of dstStageMask 0x1 has"),
            ("LLP_LAYER_2_first_type", "invalid", "a type that is not in its memoryTypeBits"),
            ("LLP_LAYER_2_swapped", "invalid", "is executed for layout 7 of an image"),
            ("LLP_LAYER_2_unended", "invalid", "reaches the driver within a render pass instance"),
            ("LLP_LAYER_2_stale", "invalid", "called after the messenger was destroyed"),
        ],
    )
    def test_wrong_layers(self, violation: str, kind: str, text: str, wrong_layer: str) -> None:
        """A fault shows in few calls."""
        answers = bench.probe(wrong_layer, "programs", ("--seed", "1", "--count", "200")).answers

        rows = [row for label, row in answers.items() if label.startswith("program.")]
        assert any(row["kind"] == kind and text in str(row) and len(row["steps"]) < 45 for row in rows)

    def test_a_right_layer_that_passes_down_newer_commands(self, newer: Callable[..., LayerSubject]) -> None:
        """Render passes, their begin and their end come down in another form, and so do barriers."""
        answers = bench.probe(newer().library, "programs", ("--seed", "1", "--count", "60")).answers

        assert part(answers, "programs")["different"] == 0

    @pytest.mark.parametrize(
        ("stage", "access"), [(0x80, 0x80), (0x80, 0x200), (0x400, 0x180), (0x80, 0x10), (0x800, 0x20)]
    )
    def test_accesses_of_a_stage(self, stage: int, access: int, newer: Callable[..., LayerSubject]) -> None:
        """A fragment shader may read attachments, too."""
        added = f"barrier.dstStageMask = {stage}; barrier.dstAccessMask = {access}"
        layer = newer(image=f"if (barrier.srcQueueFamilyIndex == barrier.dstQueueFamilyIndex) {{ {added}; }}")

        answers = bench.probe(layer.library, "programs", ("--seed", "1", "--count", "30")).answers

        assert not any("dstAccessMask" in str(row) for row in answers.values())

    def test_an_access_of_no_stage(self, newer: Callable[..., LayerSubject]) -> None:
        """It may not write them."""
        added = "barrier.dstStageMask = 0x80; barrier.dstAccessMask = 0x100"
        layer = newer(image=f"if (barrier.srcQueueFamilyIndex == barrier.dstQueueFamilyIndex) {{ {added}; }}")

        answers = bench.probe(layer.library, "programs", ("--seed", "1", "--count", "30")).answers

        assert "dstAccessMask 0x100, which no stage of dstStageMask 0x80 has" in str(answers)

    def test_a_wrong_layer_that_lists_no_extensions(self, newer: Callable[..., LayerSubject]) -> None:
        """Its programs are played without the names of an extension: a layer may hide extensions."""
        added = "barrier.dstStageMask = 0x80; barrier.dstAccessMask = 0x100"
        layer = newer(
            image=f"if (barrier.srcQueueFamilyIndex == barrier.dstQueueFamilyIndex) {{ {added}; }}",
            extensions="*count = 0; return VK_SUCCESS",
        )

        answers = bench.probe(layer.library, "programs", ("--seed", "1", "--count", "30")).answers

        assert "dstAccessMask 0x100, which no stage of dstStageMask 0x80 has" in str(answers)

    @pytest.mark.parametrize("violation", ["LLP_LAYER_2_access"])
    def test_a_fault_that_does_not_depend_on_names(self, wrong_layer: str) -> None:
        """A program is shown with one name for each command if that shows the fault as well."""
        answers = bench.probe(wrong_layer, "programs", ("--seed", "4", "--count", "40")).answers

        rows = [row for label, row in answers.items() if label.startswith("program.")]
        assert {row["twins"] for row in rows if "dstAccessMask" in row["broken"]} == {""}

    @pytest.mark.parametrize("violation", ["LLP_LAYER_2_access"])
    def test_invalid_calls_with_and_without_memory(self, wrong_layer: str) -> None:
        """A fault that shows first where there is no memory for an object is shown with memory, too."""
        answers = bench.probe(wrong_layer, "programs", ("--seed", "4", "--count", "40")).answers

        rows = [row for label, row in answers.items() if label.startswith("program.")]
        assert {row["failing"] > 0 for row in rows if "dstAccessMask" in row["broken"]} == {True, False}


def played(mock: str) -> Answers:
    """The answers on 150 programs with one of refloader's mock layers."""
    library = mock_library(mock)
    if library is None:
        pytest.skip("the mock layer is not built (install with a C compiler)")
    return bench.probe(library, "programs", ("--seed", "1", "--count", "150")).answers


@pytest.fixture
def wrong_layer(tmp_path: os.PathLike[str], violation: str) -> str:
    """The mock layer with a violation, and its flags beside it."""
    source = mock_library("mock_layer")
    if source is None:
        pytest.skip("the mock layer is not built (install with a C compiler)")
    library = os.path.join(tmp_path, "libmock.so")
    os.symlink(source, library)
    with open(f"{library}.flags", "w", encoding="ascii") as flags:
        flags.write(f"name=VK_LAYER_TEST_mock\nintercept=*\nviolate={violation}\n")
    return library


@pytest.mark.slow
@pytest.mark.parametrize("first", PLAYED)
def test_programs_are_valid(first: int) -> None:
    """The validation layer has nothing to say of a thousand programs on a real driver."""
    session = ran(first, validation_layer())

    assert session.ended == "ok", session.detail
    assert session.answers["programs.over"] == 100
    assert re.findall(r"VUID-[\w-]+", session.stdout + session.stderr) == []


def validation_layer() -> LayerSubject:
    """The installed validation layer; skips where there is none."""
    layer = installed_layer(validation.NAME)
    if layer is None:
        pytest.skip(f"{validation.NAME} is not installed (Debian: vulkan-validationlayers)")
    return layer


def ran(first: int, layer: LayerSubject) -> Session:
    """A hundred programs on lavapipe; skips where the machine lacks something."""
    circumstances = Circumstances(
        ("programs",),
        layers=(layer,),
        driver="lavapipe",
        observed=False,
        api="1.3",
        variables=(("REFLOADER_PROGRAMS", f"{first}:100"),),
    )
    session = bench.run(circumstances, timeout=120.0)
    if session.ended == "not covered":
        pytest.skip(session.detail)
    return session


@pytest.mark.slow
def test_dispatches_from_a_base_of_zero(hostile: Callable[..., LayerSubject]) -> None:
    """A layer that passes vkCmdDispatch down as vkCmdDispatchBase has the jobs done that were recorded."""
    layer = hostile(dispatch="next_base(buffer, 0, 0, 0, x, y, z)")

    session = bench.run(replace(STATES, layers=(layer,)), 60.0)

    if session.ended == "not covered":
        pytest.skip(session.detail)
    assert session.ended == "ok", session.detail
    assert states(lambda: bench.run(STATES, 60.0), session).broken == []


WAITS_FOR_ANY = (
    "void reap(int number) { while (waitpid(-1, 0, WNOHANG) > 0) continue; } signal(SIGCHLD, reap)"
)

SIGNALS_ITSELF = (
    "sigaction(SIGUSR1, &(struct sigaction){.sa_handler = (void (*)(int))getpid}, 0);"
    " timer_t timer; timer_create(CLOCK_MONOTONIC, &(struct sigevent){.sigev_notify = SIGEV_SIGNAL,"
    " .sigev_signo = SIGUSR1}, &timer); struct timespec each = {0, 300000};"
    " timer_settime(timer, 0, &(struct itimerspec){each, each}, 0)"
)


@pytest.mark.parametrize("load", ["", "signal(SIGCHLD, SIG_IGN)", WAITS_FOR_ANY])
class TestLayersThatTakeEndsOfProcesses:
    """Whatever a layer does about SIGCHLD when it is loaded: the ends of the prober's own processes are seen."""

    def test_a_layer_that_ends_programs(self, hostile: Callable[..., LayerSubject], load: str) -> None:
        """It is no right one for that."""
        layer = hostile(load=load, dispatch="*(volatile int *)8 = 1")

        answers = bench.probe(layer.library, "programs", ("--seed", "1", "--count", "40")).answers

        assert {answer["signal"] for _, answer in generated_programs.ended(answers, "crash")} == {
            signal.SIGSEGV
        }

    def test_a_right_layer(self, hostile: Callable[..., LayerSubject], load: str) -> None:
        """Nor a wrong one."""
        layer = hostile(load=load)

        answers = bench.probe(layer.library, "programs", ("--seed", "1", "--count", "40")).answers

        assert [part(answers, "programs")[name] for name in ("run", "different")] == [40, 0]


def test_a_layer_that_interrupts_waits(hostile: Callable[..., LayerSubject]) -> None:
    """Signals of a timer of its own, at which system calls are not taken up again, are no ends of programs."""
    layer = hostile(load=SIGNALS_ITSELF)

    answers = bench.probe(layer.library, "programs", ("--seed", "1", "--count", "40")).answers

    assert "unsound" not in answers
    assert [part(answers, "programs")[name] for name in ("run", "different")] == [40, 0]
