"""One cause is told once: a driver that ends a simple program is not told of it again for each act."""

import pytest

from refloader.model.edition import LATEST
from refloader.results.coverage import lacking
from refloader.suite.drivers import runs, trial
from refloader.suite.drivers.trial import Answers, DriverTrial
from refloader.suite.sessions import bench
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Probe, Session
from refloader.suite.subjects.driver import DriverSubject
from refloader.suite.subjects.ended import EndedError

CRASH = Session("crash", "SIGSEGV during act.step", "act.step")
LOG = """\
     3:\tfile=/a/library.so [0];  generating link map
     3:\tfile=libacme-session.so.2 [0];  dynamically loaded by /a/library.so [0]
"""
HANG = Session("timeout", "no answer within 10 s during act.step", "act.step")


def judged(monkeypatch: pytest.MonkeyPatch, probe: Session, simplest: Session) -> DriverTrial:
    """A trial whose probes and runs end so."""
    monkeypatch.setattr(trial, "cached_probe", lambda _: probe)
    monkeypatch.setattr(trial, "cached_session", lambda _: simplest)
    return DriverTrial(DriverSubject("d", "", "/a/library.so"), LATEST)


def sees(*facts: str) -> CheckResult:
    """A look that has seen something, and these breaches."""
    result = CheckResult(seen=1)
    for fact in facts:
        result.fail(fact)
    return result


@pytest.mark.parametrize(
    ("probe", "simplest"),
    [
        (CRASH, Session("crash", "SIGSEGV during instance", "instance")),
        (HANG, Session("timeout", "no answer, and nothing is done any more, during instance", "instance")),
    ],
    ids=["crash", "hang"],
)
def test_the_same_cause(monkeypatch: pytest.MonkeyPatch, probe: Session, simplest: Session) -> None:
    """The program is judged for it."""
    with pytest.raises(pytest.skip.Exception, match="as a simple program ends, which is judged for it"):
        judged(monkeypatch, probe, simplest).answers(lambda _: sees(), "act", step="act.step")


@pytest.mark.parametrize(
    "simplest",
    [
        Session(),
        Session("crash", "SIGABRT during instance"),
        Session("timeout", "no answer"),
        Session("not covered"),
    ],
    ids=["well", "another signal", "another end", "not run"],
)
def test_another_cause(monkeypatch: pytest.MonkeyPatch, simplest: Session) -> None:
    """What only the act shows is told."""
    with pytest.raises(EndedError, match="SIGSEGV during act"):
        judged(monkeypatch, CRASH, simplest).answers(lambda _: sees(), "act", step="act.step")


def test_a_rule_about_such_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is broken whoever else shows it."""
    with pytest.raises(EndedError, match="SIGSEGV during act"):
        judged(monkeypatch, CRASH, CRASH).answers(lambda _: sees(), "act", step="act.step", anyway=True)


def test_what_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A breach in the answers before that end is told in any case."""

    def breach(_: Answers) -> CheckResult:
        return sees("it lies")

    with pytest.raises(AssertionError, match="it lies"):
        judged(monkeypatch, CRASH, CRASH).answers(breach, "act", step="act.step")


class TestPartsOfAnAct:
    """A driver that ends one part of an act is judged by the others all the same."""

    @staticmethod
    def trial(monkeypatch: pytest.MonkeyPatch, alone: Session) -> DriverTrial:
        """A trial whose act ends in another part, and whose part is alone in this session."""
        driver = judged(monkeypatch, CRASH, Session())
        monkeypatch.setattr(
            trial, "cached_probe", lambda asked: alone if "--only" in asked.arguments else CRASH
        )
        return driver

    def test_asked_alone(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the part answers alone decides."""
        driver = self.trial(monkeypatch, Session(answers={"part.list": 3}))

        with pytest.raises(AssertionError, match="it gives 3"):
            driver.answers(
                lambda answers: sees(f"it gives {answers['part.list']}"), "act", step="part.", alone="part"
            )

    def test_it_ends_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The part that ends the act is not tried again."""
        driver = self.trial(monkeypatch, Session())

        with pytest.raises(EndedError, match="SIGSEGV during act"):
            driver.answers(lambda _: CheckResult(), "act", step="act.", alone="act")

    def test_it_ends_before(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the part is not reached alone either, no other reason is given than the end."""
        driver = self.trial(monkeypatch, CRASH)

        with pytest.raises(pytest.skip.Exception, match=r"^this was not asked yet; the prober"):
            driver.answers(
                lambda _: CheckResult(missing="it has no device"), "act", step="part.", alone="part"
            )

    @pytest.mark.parametrize("end", ["exit", "act.end"])
    def test_all_was_asked(self, monkeypatch: pytest.MonkeyPatch, end: str) -> None:
        """A driver that ends the prober when all parts are done is not run again, and the answers decide."""
        hang = Session("timeout", f"no answer within 10 s during {end}", end, answers={"part.list": 3})
        runs: list[Probe] = []

        def run(asked: Probe) -> Session:
            runs.append(asked)
            return hang

        driver = judged(monkeypatch, hang, Session())
        monkeypatch.setattr(trial, "cached_probe", run)

        with pytest.raises(AssertionError, match="it gives 3"):
            driver.answers(
                lambda answers: sees(f"it gives {answers['part.list']}"), "act", step="part.", alone="part"
            )
        assert not [each for each in runs if "--only" in each.arguments]

    def test_answers_that_show_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where the part was answered, the check says why it is not judged by that."""
        end = Session("crash", "SIGSEGV during act.step", "act.step", answers={"part.list": 3})
        driver = self.trial(monkeypatch, end)

        with pytest.raises(pytest.skip.Exception, match=r"^it gives an error; the prober ended early"):
            driver.answers(
                lambda _: CheckResult(missing="it gives an error"), "act", step="part.", alone="part"
            )


class TestSilence:
    """A driver that lets nobody go on is waited for a few times, and not for every act there is."""

    @pytest.fixture
    def silent(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Several runs in a row had no answer."""
        monkeypatch.setattr(bench, "is_silent", lambda _: True)

    @pytest.mark.usefixtures("silent")
    def test_nobody_gets_an_answer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The others are not tried."""
        driver = judged(monkeypatch, Session(), HANG)

        with pytest.raises(pytest.skip.Exception, match="got none either, so the others are not tried"):
            driver.probed("act")
        with pytest.raises(pytest.skip.Exception, match="got none either, so the others are not tried"):
            driver.session(runs.EVERYDAY)

    @pytest.mark.usefixtures("silent")
    def test_the_simplest_program_is_judged_for_it(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Its end is told."""
        with pytest.raises(EndedError, match="no answer within 10 s"):
            judged(monkeypatch, Session(), HANG).ends_well(runs.SIMPLE)

    @pytest.mark.usefixtures("silent")
    def test_the_simplest_program_gets_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Then others may, too."""
        assert judged(monkeypatch, Session(), Session()).probed("act") == Session()


def test_a_driver_without_instances(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs show nothing of a driver that says that it has none here."""
    refused = Session(answers={"ages.instance": {"found": True, "result": -9, "handle": "null"}})

    with pytest.raises(
        pytest.skip.Exception, match="makes no instance here: vkCreateInstance gives VK_ERROR_INC"
    ):
        judged(monkeypatch, refused, Session()).session(runs.EACH)


def test_nothing_seen_of_a_program_that_ended_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason says so: the driver may well have what was not seen of it."""
    hung = judged(monkeypatch, Session(), HANG)
    hung.session(runs.SIMPLE)

    with pytest.raises(
        pytest.skip.Exception, match="has no device; the program ended early: no answer within 10 s"
    ):
        hung.holds(CheckResult(missing="the driver has no device"))


class TestARefusalOfEveryLoader:
    """A driver may find no device of its kind, and refuse the negotiation for that: NVIDIA's does."""

    def refusing(
        self,
        monkeypatch: pytest.MonkeyPatch,
        code: int,
        nodes: tuple[str, ...] = (),
        log: str = "",
        **more: Answers,
    ) -> DriverTrial:
        """A driver that gives this code for every offer, on a machine with these device nodes."""
        said = {"result": code, "version": 7}
        offers = {f"negotiate.{offer}": {"first": said, "again": said} for offer in (0, 2, 5, 7)}
        monkeypatch.setattr(trial, "gpu_nodes", lambda: nodes)
        return judged(monkeypatch, Session(answers={**offers, **more}, stderr=log), Session())

    def test_without_a_device(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It is not judged, and the reason is counted as a device that is missing."""
        driver = self.refusing(monkeypatch, -3, begun={"refused": "the negotiation ends in no version"})

        for ask in (
            driver.need_start,
            driver.need_use,
            lambda: driver.answers(lambda _: CheckResult(), "act"),
        ):
            with pytest.raises(pytest.skip.Exception, match="refuses every loader with VK_ERROR_INIT") as why:
                ask()
            assert lacking(str(why.value)) == "device"

    def test_on_a_machine_with_a_gpu(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The GPU may be another vendor's, and the error says nothing of versions: it is not judged either."""
        driver = self.refusing(monkeypatch, -3, ("/dev/dri/renderD128",))

        with pytest.raises(pytest.skip.Exception, match="cannot start here, and refuses every") as why:
            driver.need_start()
        assert lacking(str(why.value)) == "driver that starts"

    @pytest.mark.parametrize("code", [-3, -9])
    def test_without_a_library(self, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
        """The library that it opens in vain is named, whichever error it gives for that."""
        driver = self.refusing(monkeypatch, code, load={"path": "/a/library.so"}, log=LOG)

        with pytest.raises(pytest.skip.Exception, match="cannot start here: it opens") as why:
            driver.need_start()
        assert lacking(str(why.value)) == 'library that the driver opens, "libacme-session.so.2"'

    @pytest.mark.parametrize("code", [-9, 0])
    def test_others(self, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
        """Versions that are not supported and a driver that agrees are judged."""
        self.refusing(monkeypatch, code).need_start()

    def test_some_versions(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """One that refuses some versions alone can start here, whatever it lacks: it is judged."""
        accepted = {"result": 0, "version": 2}
        some: dict[str, Answers] = {"negotiate.2": {"first": accepted, "again": accepted}}

        self.refusing(monkeypatch, -3, load={"path": "/a/library.so"}, log=LOG, **some).need_start()
