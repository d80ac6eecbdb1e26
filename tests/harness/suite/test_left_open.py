"""What the documents leave open of loaders is at most a warning, and what a sentence says fails all the same."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from policy_tests.loader.activation.test_device_order import enumerating
from policy_tests.loader.chains import test_faults_in_calls as faults_in_calls
from policy_tests.loader.chains.test_faults_in_calls import TestDrivers as Drivers
from policy_tests.loader.chains.test_faults_in_calls import TestLayers as Layers
from policy_tests.loader.chains.test_later_neighbours import TestObjectsOfSeveralDevices as SeveralDevices
from policy_tests.loader.first_words import MAGIC
from policy_tests.loader.implied import OF_OTHERS, survived
from policy_tests.loader.objects.test_objects import TestTables as Tables
from refloader.model.edition import Edition
from refloader.results.results_file import Verdict
from refloader.sandbox.loader import ForeignLoader, Identity
from refloader.scenario.actions import Action
from refloader.scenario.observation import Ended, Observation
from refloader.scenario.scenario import Scenario, World
from refloader.scenario.script import EXPORT, Script, of_instance
from refloader.suite.loaders.subjects import Foreign
from refloader.suite.loaders.trial import Trial
from refloader.suite.subjects.ended import EndedError

UNMARKED = MAGIC | 0x7FFF << 32


@dataclass(frozen=True)
class Fixed(Foreign):
    """A foreign loader that always gives one observation."""

    seen: Observation = field(default_factory=lambda: Observation("ok"))

    def observe(self, scenario: Scenario, actions: tuple[Action, ...] | None = None) -> Observation:  # type: ignore[override]
        """The one observation."""
        return self.seen


def trial(ended: Ended = "ok", **seen: Any) -> Trial:
    """A trial of a loader that is never run."""
    identity, loader = Identity("1.4.350", "", "/it.so"), ForeignLoader("/it.so")
    return Trial(Fixed("it", identity, Edition.E2026, loader, seen=Observation(ended, **seen)))


def words(of: Mapping[str, int]) -> dict[str, int]:
    """The answers of a script that looks at the first words of these objects."""
    return {f"word of {handle}": word for handle, word in of.items()}


class TestEnds:
    """A loader that ends fails where all components keep their rules, and is warned where one does not."""

    @pytest.mark.parametrize("ended", [Verdict.CRASH, Verdict.TIMEOUT])
    def test_by_a_component_that_breaks_a_rule(self, ended: Verdict) -> None:
        """No sentence says that a loader survives that."""
        with (
            pytest.raises(EndedError, match=r"^only implied by .*: SIGSEGV in vkX$") as found,
            survived(OF_OTHERS),
        ):
            raise EndedError(ended, "SIGSEGV in vkX")

        assert found.value.verdict is Verdict.WARN

    def test_by_one_that_keeps_them(self) -> None:
        """A crash stays one."""
        with pytest.raises(EndedError) as found, survived(OF_OTHERS, breaks_a_rule=False):
            raise EndedError(Verdict.CRASH, "SIGSEGV in vkX")

        assert found.value.verdict is Verdict.CRASH

    def test_an_error_of_the_harness(self) -> None:
        """What is no loader's end stays an error."""
        with pytest.raises(EndedError) as found, survived(OF_OTHERS):
            raise EndedError(Verdict.ERROR, "no room")

        assert found.value.verdict is Verdict.ERROR

    @pytest.mark.parametrize(
        ("fault", "verdict"),
        [
            ("no-magic-number", Verdict.WARN),
            ("rubbish-vkCreateInstance", Verdict.WARN),
            ("failing-vkEnumeratePhysicalDevices-VK_INCOMPLETE", Verdict.WARN),
            ("failing-vkCreateInstance-VK_ERROR_INCOMPATIBLE_DRIVER", Verdict.CRASH),
            ("no-devices", Verdict.CRASH),
        ],
    )
    def test_with_drivers(self, fault: str, verdict: Verdict) -> None:
        """A driver may fail to make an instance and have no devices; it may not answer rubbish."""
        with pytest.raises(EndedError) as found:
            Drivers().test_devices_of_the_others(World(), trial("crash"), fault, "middle")

        assert found.value.verdict is verdict

    @pytest.mark.parametrize(
        ("fault", "verdict"), [("no-functions", Verdict.WARN), ("negotiation-fails", Verdict.CRASH)]
    )
    def test_with_layers(self, fault: str, verdict: Verdict) -> None:
        """A layer may refuse the negotiation; one that accepts it has to return its functions."""
        with pytest.raises(EndedError) as found:
            Layers().test_the_other_layers(World(), trial("crash"), fault, "middle")

        assert found.value.verdict is verdict


class TestFaults:
    """Of each fault it is said whether it breaks a rule, so that a new one is not warned by default."""

    def test_each_is_in_one_table(self) -> None:
        """No fault is in both tables, none in neither, and the tables name no other."""
        tables = (faults_in_calls.FAULTS, faults_in_calls.GROUP_FAULTS, faults_in_calls.IN_AN_ENUMERATION)
        faults = {f"no-{function}" for function in faults_in_calls.MISSING}.union(*tables)
        breaking, keeping = {*faults_in_calls.BREAKS}, faults_in_calls.KEEPS

        assert (breaking & keeping, breaking | keeping) == (set(), faults)

    def test_a_new_one(self) -> None:
        """A loader that ends beside a driver of which nothing is said has failed."""
        with pytest.raises(EndedError) as found, faults_in_calls.beside("failing-vkNew"):
            raise EndedError(Verdict.CRASH, "SIGSEGV in vkX")

        assert found.value.verdict is Verdict.CRASH


class TestFirstWords:
    """Each object begins with a table of the loader's; that those of one device share it is only implied."""

    @pytest.mark.parametrize("queue", [0x1000, 0x2000], ids=["the-same", "a-copy"])
    def test_a_table_of_its_own(self, queue: int) -> None:
        """A queue that begins with another table than its device is warned."""
        subject = trial(answers=words({"device": 0x1000, "queue": queue, "buffer": 0x1000}))

        Tables().test_of_a_device(World(), subject, [])

        assert bool(subject.warning) is (queue != 0x1000)
        assert subject.warning.startswith("only implied by OBJMODEL-01" if subject.warning else "")

    @pytest.mark.parametrize("queue", [0, UNMARKED], ids=["nothing", "the-magic-number"])
    def test_no_table(self, queue: int) -> None:
        """A queue that nobody has marked fails."""
        subject = trial(answers=words({"device": 0x1000, "queue": queue, "buffer": 0x1000}))

        with pytest.raises(AssertionError, match="queue"):
            Tables().test_of_a_device(World(), subject, [])

    def test_all_objects_are_unmarked(self) -> None:
        """That a device and its queue begin alike is not enough."""
        subject = trial(answers={"word of device 0": UNMARKED, "word of queue 0": UNMARKED})

        with pytest.raises(AssertionError, match="queue 0"):
            SeveralDevices().test_of_queues(World(), subject, 1)


class TestVersions:
    """A loader need not find a command of a later version than the application's for it."""

    @pytest.mark.parametrize(("api", "found"), [("1.0.0", 0), ("1.1.0", 1)])
    def test_groups_of_devices(self, api: str, found: int) -> None:
        """The order of devices is judged without vkEnumeratePhysicalDeviceGroups for an application of 1.0."""
        asked = [verb for verb, *_ in enumerating(api).actions if verb == "groups"]

        assert len(asked) == found


# ---- exports that a library does not have --------------------------------------------------------------------------


class Exporting(Trial):
    """A trial of a loader that exports vkCreateFence alone."""

    def __init__(self, answers: dict[str, object], *violations: str) -> None:
        identity, loader = Identity("1.4.350", "", "/it.so"), ForeignLoader("/it.so")
        seen = Observation("ok", answers=answers, violations=violations)
        super().__init__(Fixed("it", identity, Edition.E2026, loader, seen=seen))

    def exports(self, command: str) -> bool:
        """One command."""
        return command == "vkCreateFence"


MADE, WAIT, CREATE = {"instance": 0, "device": 0}, "vkQueueWaitIdle", "vkCreateFence"
LOOKED_UP = of_instance("instance")


@pytest.mark.parametrize(
    ("commands", "answers", "missing"),
    [
        pytest.param([(WAIT, EXPORT)], MADE, WAIT, id="missing"),
        pytest.param([(CREATE, EXPORT)], MADE, "", id="exported"),
        pytest.param([(WAIT, EXPORT)], {**MADE, "0": {"returned": 0}}, "", id="answered"),
        pytest.param([(WAIT, LOOKED_UP)], MADE, "", id="looked-up"),
        pytest.param([(WAIT, EXPORT)], {"instance": -7}, "", id="no-instance"),
        pytest.param([(WAIT, EXPORT)], {"instance": 0, "device": -3}, "", id="no-device"),
        pytest.param([(CREATE, LOOKED_UP), (WAIT, EXPORT)], MADE, "", id="after-a-lookup-in-vain"),
        pytest.param([(CREATE, EXPORT), (WAIT, EXPORT)], {**MADE, "0": {"returned": 0}}, WAIT, id="second"),
    ],
)
@pytest.mark.parametrize("is_threaded", [False, True])
def test_which_export_is_missing(
    commands: list[tuple[str, tuple[str, ...]]], answers: dict[str, object], missing: str, is_threaded: bool
) -> None:
    """It is the first that the script calls in vain, and the library does not have it; nothing failed before."""
    script = Script()
    script.create()
    script.devices()
    script.device()
    calling = script.thread() if is_threaded else script
    for number, (command, via) in enumerate(commands):
        calling.call(command, "queue", via=via, label=str(number))
    if is_threaded:
        script.threads(calling)
        answers = {**answers, "threads": [[answers]]}
    trial = Exporting(answers)
    trial.calls(World(), script)

    assert trial.missing_export == missing


def test_a_complaint_rests_on_no_export() -> None:
    """Where a mock complains of the loader, the failure is not the missing export's."""
    script = Script()
    script.create()
    script.call(WAIT, "queue", via=EXPORT)
    trial = Exporting({"instance": 0}, "layer one VIOLATION CHAIN-INIT-01: two heads")
    with pytest.raises(AssertionError):
        assert trial.calls(World(), script).violations == ()

    assert trial.complained
    assert not trial.missing_export
