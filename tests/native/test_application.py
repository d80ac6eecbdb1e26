"""Tests of the scripted application: on the mock driver and lavapipe, on the reference and the system's loader."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from application_runs import ACTS, JUDGED, MANIFESTS, Stage

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent.parent
VALIDATION = "VK_LAYER_KHRONOS_validation"
SETTINGS = """\
khronos_validation.report_flags = error,warn,perf,info
khronos_validation.enables = VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT
"""
OF_THE_LAYER = ("status-message", "UNASSIGNED-cache-file-error")
"""What the validation layer says of itself: what it checks, and that its cache of shaders is not there yet."""

ON_PURPOSE = {
    "states": ("VUID-VkMemoryRequirements2-pNext-pNext", "InvalidImageLayout(WARN / PERF)"),
}
"""What is not valid in an act: a structure of no known type, which drivers must skip and are only warned for. What is
valid and may be slow: images in the general layout, in which the host can look into them."""


@pytest.fixture(params=["mock", "lavapipe"])
def stage(request: pytest.FixtureRequest, tmp_path: Path) -> Stage:
    """A stage with each of the drivers."""
    return Stage(tmp_path, request.param)


@pytest.fixture
def mock(tmp_path: Path) -> Stage:
    """A stage with the mock driver."""
    return Stage(tmp_path, "mock")


class TestEveryAct:
    """An act is played to its end everywhere, and its answers depend on the driver alone."""

    @pytest.mark.parametrize("act", ACTS)
    def test_both_loaders_give_the_same_answers(self, stage: Stage, act: str) -> None:
        """What may differ between loaders has labels of its own."""
        reference = stage.run("reference", act)
        system = stage.run("system", act)

        assert reference.comparable() == system.comparable()
        assert (reference.status, reference.events[-1]) == (0, {"event": "done"})

    @pytest.mark.parametrize("act", ACTS)
    def test_the_mock_driver_has_nothing_to_complain_of(self, mock: Stage, act: str) -> None:
        """Every handle that it is given is its own."""
        run = mock.run("reference", act)

        assert run.violations == []
        assert run.answers

    @pytest.mark.parametrize("act", ACTS)
    def test_callbacks_change_no_answer(self, stage: Stage, act: str) -> None:
        """With --allocator an act answers the same, and what was allocated has been freed rightly."""
        plain = stage.run("reference", act)
        counted = stage.run("reference", "--allocator", act)

        assert {k: v for k, v in counted.comparable().items() if k in plain.answers} == plain.comparable()
        assert counted.answers[f"{act}.alive"] == [0] * 6
        assert [counted.answers[f"{act}.wrong_{what}"] for what in ("frees", "owners", "alignments")] == [
            0
        ] * 3

    def test_answers_stay_the_same(self, stage: Stage) -> None:
        """Two runs can be compared word for word."""
        first, second = (stage.run("reference", *ACTS) for _ in range(2))

        assert first.answers == second.answers


class TestValidity:
    """The application is a valid program: the validation layer has nothing to say about it."""

    @pytest.mark.parametrize("act", [*(act for act in ACTS if act != "unknown"), *JUDGED])
    def test_the_validation_layer_is_silent(self, stage: Stage, tmp_path: Path, act: str) -> None:
        """Not even a warning comes, nor a hint at speed; of extensions nobody knows the layer rightly warns."""
        if not list((MANIFESTS / "explicit_layer.d").glob("*khronos_validation.json")):
            pytest.skip("the validation layer is not installed (Debian: vulkan-validationlayers)")
        settings = tmp_path / "vk_layer_settings.txt"
        settings.write_text(SETTINGS, encoding="utf-8")

        run = stage.run(
            "reference", "--layer", VALIDATION, act, variables=[f"VK_LAYER_SETTINGS_PATH={settings}"]
        )

        messages = [line for line in run.printed.splitlines() if "MessageID" in line]
        expected = (*OF_THE_LAYER, *ON_PURPOSE.get(act, ()))
        assert [line for line in messages if not any(each in line for each in expected)] == []
        assert run.answers.get("debug.listed.complaints", 0) == 0
        assert run.status == 0

    def test_the_validation_layer_would_not_be_silent(self, mock: Stage, tmp_path: Path) -> None:
        """It speaks where there is something to say: of an extension that nobody knows."""
        if not list((MANIFESTS / "explicit_layer.d").glob("*khronos_validation.json")):
            pytest.skip("the validation layer is not installed (Debian: vulkan-validationlayers)")
        settings = tmp_path / "vk_layer_settings.txt"
        settings.write_text("khronos_validation.report_flags = error,warn,perf,info\n", encoding="utf-8")
        variables = [f"VK_LAYER_SETTINGS_PATH={settings}"]

        run = mock.run("reference", "--layer", VALIDATION, "unknown", variables=variables)

        assert "VK_MOCK_invented_device is not supported by this layer" in run.printed


class TestWork:
    """What the driver is asked to do is done."""

    def test_lavapipe_computes_and_draws(self, tmp_path: Path) -> None:
        """The pixels and numbers that come back are those that were asked for."""
        run = Stage(tmp_path, "lavapipe").run("reference", "compute", "graphics", "commands")
        numbers = b"".join((i * 3 + 17).to_bytes(4, "little") for i in range(256))
        upload = bytes(i * 13 % 256 for i in range(1024))

        assert run.answers["compute.hash"] == _hash(numbers)
        assert run.answers["commands.clear_hash"] == _hash(b"\x00\xff\x00\xff" * 256)
        assert run.answers["commands.upload_hash"] == _hash(upload)
        assert run.answers["graphics.hash"] not in (_hash(bytes(1024)), _hash(b"\x00\x00\xff\xff" * 256))

    def test_each_device_and_queue_family_works(self, tmp_path: Path) -> None:
        """The job comes out right on all of them, each with another number; where none is computed, by a copy."""
        run = Stage(tmp_path, "mock", "device_name=one;two", "families=GCT1,T1,C1;GCT1", "devices=2").run(
            "reference", "compute-each"
        )

        told = {k.removeprefix("compute-each."): v for k, v in run.answers.items()}
        assert [told["gpus"], told["gpu_0.name"], told["gpu_1.name"]] == [2, "one", "two"]
        assert [told["gpu_0.families"], told["gpu_1.families"]] == [[0, 1, 2], [0]]
        assert {k: v for k, v in told.items() if k.endswith("numbers")} == {
            "gpu_0.family_0.numbers": "right",
            "gpu_0.family_1.numbers": "right",
            "gpu_0.family_2.numbers": "right",
            "gpu_1.family_0.numbers": "right",
        }

    def test_a_wrong_result_is_told(self, tmp_path: Path) -> None:
        """A driver that computes something else is answered with what was found, and what should have been."""
        run = Stage(tmp_path, "mock", "violate=compute_wrong").run("reference", "compute-each")

        assert str(run.answers["compute-each.gpu_0.family_0.numbers"]).startswith("wrong: ")

    def test_buffers_are_filled_and_copied(self, stage: Stage) -> None:
        """Also on the mock driver: what a layer swallowed or did twice would show."""
        run = stage.run("reference", "commands", "modern", "failing")
        filled = bytearray((0xC0FFEE42).to_bytes(4, "little") * 256)
        filled[16:32] = b"".join(n.to_bytes(4, "little") for n in (1, 2, 3, 4))
        halves = [number.to_bytes(4, "little") * 128 for number in (0xC0FFEE42, 0xC0FFEE43)]

        assert run.answers["commands.fill_hash"] == _hash(filled)
        assert run.answers["commands.execute_hash"] == _hash(b"".join(halves))
        assert run.answers["modern.copy_hash"] == _hash((0xABCD).to_bytes(4, "little") * 256)

    def test_devices_in_turns_do_their_own_work(self, tmp_path: Path) -> None:
        """Two instances with two devices each do not disturb one another."""
        run = Stage(tmp_path, "lavapipe").run("reference", "several", "threads")

        assert run.answers["several.all"] == run.answers["several.all_again"]
        assert run.answers["threads.good"] == run.answers["threads.of"]

    def test_frames_are_shown(self, mock: Stage) -> None:
        """A swapchain is made, shown from, and made anew."""
        run = mock.run("reference", "present")

        assert run.answers["present.headless.frames"] == [0, 4]
        assert run.answers["present.headless.frames_resized"] == [0, 4]

    def test_commands_of_the_driver_alone_are_called(self, mock: Stage) -> None:
        """What no registry knows is found by its name and gives the mock's own number."""
        answers = mock.run("reference", "unknown").answers

        assert answers["unknown.device_command"] == answers["unknown.device_command_of_instance"] == 4200
        assert answers["unknown.physical_command"] == 4201
        assert answers["unknown.nobodys_command"] == 0

    def test_refusals_are_reported_and_followed_by_success(self, mock: Stage) -> None:
        """The driver refuses an instance and a device, and makes the next ones."""
        answers = mock.run("reference", "failing").answers

        assert (answers["failing.instance"] < 0, answers["failing.device"]) == (True, -8)
        assert (answers["failing.next_instance"], answers["failing.next_device"]) == (0, 0)


class TestUse:
    """A wrong use is told as such, and a driver's failure ends an act, not the program."""

    @pytest.mark.parametrize(
        ("arguments", "error"),
        [
            (["nothing"], "no such act: nothing"),
            (["--api", "2", "instance"], "not a version 1.N: 2"),
            (["--layer"], "nothing after --layer"),
            (["--what", "x", "instance"], "what is --what"),
        ],
    )
    def test_a_wrong_use_is_an_error(self, mock: Stage, arguments: list[str], error: str) -> None:
        """The program says what it did not understand and plays nothing."""
        run = mock.run("reference", *arguments)

        assert run.events == [{"event": "error", "error": error}]
        assert run.status == 2

    def test_work_that_takes_long_is_waited_for(self, tmp_path: Path) -> None:
        """A wait whose time is over is no answer: the device is waited for, and then the fence is signaled."""
        run = Stage(tmp_path, "free", "take=late_work").run("reference", "states")

        answers = {label.removeprefix("states.alone."): value for label, value in run.answers.items()}
        assert (answers["fences.no_batch"], answers["fences.empty_batch"]) == (0, 0)
        assert answers["commands.run"] == 0xC0FFEE01
        assert "fences.batch" not in answers

    @pytest.mark.parametrize("act", [*ACTS, *JUDGED, "growth"])
    def test_what_was_not_made_is_not_ended(self, tmp_path: Path, act: str) -> None:
        """A driver that has no memory now and then leaves anything at the place of a handle."""
        run = Stage(tmp_path, "free", "take=memory_short").run("reference", act)

        assert (run.status, run.violations) == (0, [])

    def test_a_queue_without_work_of_its_own_has_no_states(self, tmp_path: Path) -> None:
        """One that can only transfer fills buffers since Vulkan 1.1."""
        stage = Stage(tmp_path, "mock", "families=T1")

        older, newer = stage.run("reference", "--api", "1.0", "states"), stage.run("reference", "states")

        assert older.answers["states.device"] == "left out: no queue can fill buffers"
        assert newer.answers["states.alone.commands.run"] == 0xC0FFEE01
        assert "states.alone.events.set_by_device" not in newer.answers

    def test_the_first_family_that_computes_is_worked_on(self, tmp_path: Path) -> None:
        """It may be none of the first, and queries are reset there."""
        run = Stage(tmp_path, "mock", "families=T1,T1,C1").run("reference", "states")

        assert run.answers["states.alone.events.set_by_device"] == 3
        assert run.answers["states.alone.queries.one_reset"] == 1

    def test_a_portability_device_is_used_as_it_has_to_be(self, tmp_path: Path) -> None:
        """Its extension is enabled, and no event is made, which it need not have."""
        stage = Stage(tmp_path, "mock", "device_extensions=VK_KHR_portability_subset:1")

        run = stage.run("reference", "device", "states", "commands", "modern", "alike")

        trace = (tmp_path / "trace").read_text().splitlines()
        made = {line for line in trace if "vkCreateDevice extensions" in line}
        assert made == {"driver mock vkCreateDevice extensions=VK_KHR_portability_subset device=0"}
        assert run.answers["device.event"] == "left out: a portability device may have none"
        assert [label for label in run.answers if ".events." in label] == []
        assert run.answers["states.alone.fences.reset"] == 1
        assert "modern.copy_hash" in run.answers

    def test_a_swapchain_is_replaced_once(self, tmp_path: Path) -> None:
        """It is retired also where its successor could not be made, and is not named again."""
        run = Stage(tmp_path, "free", "take=one_swapchain").run("reference", "present")

        assert run.answers["present.headless.replaced"] == -2
        assert run.violations == []

    def test_a_failing_command_ends_its_part(self, tmp_path: Path) -> None:
        """The result is answered, and the other parts go on."""
        run = Stage(tmp_path, "mock", "fail=vkCreateFence:VK_ERROR_OUT_OF_DEVICE_MEMORY").run(
            "reference", "device"
        )

        assert run.answers["device.fence"] == -2
        assert run.answers["device.memory_kept"] == 1
        assert run.status == 0

    def test_viewports_and_scissors_are_set_with_their_count_apart(self, tmp_path: Path) -> None:
        """A driver that loses the one is not said to lose the other as well."""
        answers = [
            Stage(tmp_path, "mock", f"violate=extended_CmdSet{what}WithCount")
            .run("reference", "states")
            .answers
            for what in ("Viewport", "Scissor")
        ]

        found = [
            [answer[f"states.alone.dynamic.{what}_with_count"] for what in ("viewport", "scissor")]
            for answer in answers
        ]
        assert [[each == 256 for each in row] for row in found] == [[False, True], [True, False]]

    def test_a_slow_driver_is_asked_for_fewer_states(self, mock: Stage) -> None:
        """The program ends by itself, and says that it left questions out."""
        run = mock.run("reference", "states", variables=["REFLOADER_SECONDS=0.001"])

        assert run.status == 0
        assert run.answers["states.alone.late"] == 1
        assert "states.alone.fences.reset" not in run.answers

    @pytest.mark.parametrize(("minor", "groups"), [("0", "left out: version 1.0"), ("1", 0)])
    def test_the_version_can_be_chosen(self, mock: Stage, minor: str, groups: object) -> None:
        """With --api 1.0 nothing of later versions is used."""
        assert mock.run("reference", "--api", f"1.{minor}", "devices").answers["devices.groups"] == groups


def test_shaders_are_those_beside_the_words() -> None:
    """tools/write_shaders.py gives the header that is there."""
    if shutil.which("glslangValidator") is None:
        pytest.skip("no glslangValidator (Debian: glslang-tools)")
    subprocess.run([sys.executable, ROOT / "tools" / "write_shaders.py", "--check"], check=True)


def _hash(data: bytes | bytearray) -> str:
    """FNV-1a with 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & (1 << 64) - 1
    return f"{value:016x}"
