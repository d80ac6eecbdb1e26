"""What a trial of a layer makes of how runs end."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from story import INTO, LAYER, OUT, Story, handle

from refloader.model.edition import LATEST, Edition
from refloader.suite.layers import trial
from refloader.suite.layers.runs import NEWER, OLDER_NAMES, SIMPLEST
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions import evidence
from refloader.suite.sessions.check_result import Broken, CheckResult
from refloader.suite.sessions.checked_trial import _last_lines, chain
from refloader.suite.sessions.recording import EMPTY
from refloader.suite.sessions.session import Circumstances, Probe, Session
from refloader.suite.subjects.ended import EndedError
from refloader.suite.subjects.layer import LayerSubject

SIMPLE = SIMPLEST["mock"]
LONGER = Circumstances(("instance", "compute"))
ENDS_WELL = Session()


def crash_in(command: str) -> Session:
    """A run that ended in a command of the layer's; without one nothing was recorded."""
    story = Story()
    if command:
        call = story.into(command)
        call.left = None
    return Session("crash", "SIGSEGV during device", recording=story.view.recording)


def crash_after_a_refusal(image: int, command: str = "vkCreateSwapchainKHR", of: int = 5) -> Session:
    """A run that ended below the layer, in a call about an image that it makes while it serves a command."""
    story = Story()
    story.crash(INTO, command, device=handle("VkDevice", 3), image=handle("VkImage", of))
    needs = {"device": handle("VkDevice", 3), "image": handle("VkImage", image)}
    story.crash(OUT, "vkGetImageMemoryRequirements", **needs)
    return Session("crash", "SIGSEGV during present", recording=story.view.recording)


def judge(
    monkeypatch: pytest.MonkeyPatch,
    sessions: Mapping[tuple[str, ...], Session],
    without: Session = ENDS_WELL,
) -> LayerTrial:
    """A trial whose runs are these, by their acts; ``without`` is every run without the layer."""
    monkeypatch.setattr(trial, "cached_session", lambda run: sessions[run.acts] if run.layers else without)
    return LayerTrial(LayerSubject(LAYER, "", "/a/library.so"), LATEST)


def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The versions of Vulkan that programs ask for, as they are run."""
    seen: list[str] = []

    def run(during: Circumstances) -> Session:
        seen.append(during.api)
        return ENDS_WELL

    monkeypatch.setattr(trial, "cached_session", run)
    return seen


def of_version(claimed: str) -> LayerTrial:
    """A trial of a layer whose manifest names this version."""
    return LayerTrial(LayerSubject(LAYER, "", "/a/library.so", api_version=claimed), LATEST)


class TestVersions:
    """A layer is judged by the version of Vulkan that its manifest names."""

    @pytest.mark.parametrize(
        ("claimed", "asked"),
        [
            ("1.2.162", "1.2"),
            ("1.0.3", "1.0"),
            ("0.9.1", "1.0"),
            ("1.3.0", ""),
            ("1.4.309", ""),
            ("new", ""),
            ("", ""),
        ],
    )
    def test_of_programs(self, claimed: str, asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
        """A program asks for no newer one, with the layer and without."""
        seen = asked_for(monkeypatch)
        judged = of_version(claimed)
        judged.session(LONGER)
        judged.without(LONGER)
        assert seen == [asked, asked]

    def test_of_their_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Runs that say what they ask for are left alone, and one of extensions, which needs 1.3."""
        seen = asked_for(monkeypatch)
        judged = of_version("1.2.162")
        judged.session(NEWER)
        judged.session(OLDER_NAMES)
        assert seen == ["1.3", ""]

    @pytest.mark.parametrize("run", [NEWER, OLDER_NAMES], ids=["newer", "older names"])
    def test_newer_programs_are_warned_of(self, run: Circumstances, monkeypatch: pytest.MonkeyPatch) -> None:
        """What a layer does to a program that is newer than itself is a warning, and a breach if it is not newer."""
        monkeypatch.setattr(trial, "cached_session", lambda _: ENDS_WELL)
        broken = CheckResult(1, [Broken("it is wrong")])
        judged = of_version("1.2.162")
        judged.holds(broken, during=run)
        assert judged.warning == "it is wrong"
        with pytest.raises(AssertionError, match="it is wrong"):
            of_version("1.3.0").holds(broken, during=run)

    def test_ends_of_newer_programs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same of a layer that ends such a program."""
        crash = crash_in("vkQueueSubmit2KHR")
        monkeypatch.setattr(trial, "cached_session", lambda run: crash if run.layers else ENDS_WELL)
        judged = of_version("1.2.162")
        judged.ends_well(OLDER_NAMES)
        assert judged.warning.startswith("SIGSEGV during device, in vkQueueSubmit2KHR of ")
        assert judged.warning.endswith(", in a program of Vulkan 1.3")
        with pytest.raises(EndedError):
            of_version("1.3.0").ends_well(OLDER_NAMES)

    @pytest.mark.parametrize(
        ("claimed", "asked"),
        [
            ("1.0.3", ["--minor", "0"]),
            ("1.2.162", ["--minor", "2"]),
            ("1.4.309", ["--minor", "4"]),
            ("1.7.0", ["--minor", "4"]),
            ("0.9.1", ["--minor", "0"]),
            ("2.0.0", ["--minor", "4"]),
            ("1.3.0", []),
            ("new", []),
        ],
    )
    def test_of_the_prober(self, claimed: str, asked: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
        """What calls the layer alone asks for the version of its manifest, as far as there is such a one."""
        seen: list[Probe] = []
        monkeypatch.setattr(trial, "cached_probe", lambda probe: seen.append(probe) or ENDS_WELL)
        of_version(claimed).probed("create")
        assert list(seen[0].arguments[8:]) == asked

    @pytest.mark.parametrize(
        ("edition", "version"),
        [("2016", "1.0.0"), ("2018", "1.0.0"), ("2022", "1.2.162"), ("2026", "1.2.162")],
    )
    def test_that_a_layer_supports(self, edition: str, version: str) -> None:
        """Before 2022 a manifest named what the layer was built with, not what it supports."""
        subject = LayerSubject(LAYER, "", "/a/library.so", api_version="1.2.162")
        assert LayerTrial(subject, Edition(edition)).supported_version == version


class TestRunsThatEndEarly:
    """A run that does not come to its end is told, once for each cause."""

    def test_last_words(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """What a program printed before it ended itself stands in the reason; nothing else that it printed does."""
        said = "ready\nterminate called\n  what():  No such file: '/sys/class/drm'\n\n"
        aborted = Session("crash", "SIGABRT during device", stderr=said)
        with pytest.raises(
            EndedError, match=r"device; the last that it printed is \"what\(\):  No such file"
        ):
            judge(monkeypatch, {SIMPLE.acts: aborted}).ends_well(SIMPLE)
        left = replace(aborted, detail="exit with status 1 during device")
        with pytest.raises(EndedError, match=r"device; the last that it printed is \"what\(\)"):
            judge(monkeypatch, {SIMPLE.acts: left}).ends_well(SIMPLE)
        sanitized = (
            "SUMMARY: AddressSanitizer: heap-use-after-free (liba.so+0x1) in f\n  Freed: fd\n==71==ABORTING\n"
        )
        with pytest.raises(
            EndedError, match=r"device; it printed \"SUMMARY: AddressSanitizer: heap-use-after-free"
        ):
            judge(monkeypatch, {SIMPLE.acts: replace(left, stderr=sanitized)}).ends_well(SIMPLE)
        unready = "==71==ASan runtime does not come first in initial library list\n"
        with pytest.raises(EndedError, match=r"device; the last that it printed is \"ASan runtime"):
            judge(monkeypatch, {SIMPLE.acts: replace(left, stderr=unready)}).ends_well(SIMPLE)
        with pytest.raises(EndedError, match=r"SIGSEGV during device$"):
            judge(monkeypatch, {SIMPLE.acts: replace(aborted, detail="SIGSEGV during device")}).ends_well(
                SIMPLE
            )

    def test_who_was_at_work(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The call that never came back stands in the reason."""
        judged = judge(monkeypatch, {SIMPLE.acts: crash_in("vkCreateDevice")})
        with pytest.raises(EndedError, match=f"SIGSEGV during device, in vkCreateDevice of {LAYER}"):
            judged.ends_well(SIMPLE)

    def test_a_good_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Nothing is said of it, whatever simpler ones did."""
        judge(monkeypatch, {LONGER.acts: Session(), SIMPLE.acts: crash_in("")}).ends_well(
            LONGER, simpler=SIMPLE
        )

    @pytest.mark.parametrize("command", ["vkCreateDevice", ""], ids=["same", "not recorded"])
    def test_a_simpler_one_ends_so_too(self, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
        """One cause is told once."""
        sessions = {LONGER.acts: crash_in(command), SIMPLE.acts: crash_in("vkCreateDevice")}
        with pytest.raises(pytest.skip.Exception, match="as a simpler program"):
            judge(monkeypatch, sessions).ends_well(LONGER, simpler=SIMPLE)

    @pytest.mark.parametrize("layered", [crash_in(""), crash_after_a_refusal(6)], ids=["nobody", "below"])
    def test_it_ends_so_without_the_layer(self, monkeypatch: pytest.MonkeyPatch, layered: Session) -> None:
        """The driver is at fault, not the layer."""
        judged = judge(monkeypatch, {SIMPLE.acts: layered}, without=Session("crash", layered.detail))
        with pytest.raises(pytest.skip.Exception, match="also without the layer"):
            judged.ends_well(SIMPLE)

    @pytest.mark.parametrize("detail", ["SIGSEGV during device", "SIGSEGV during present"])
    def test_the_layer_is_at_work_at_the_end(self, monkeypatch: pytest.MonkeyPatch, detail: str) -> None:
        """Whatever the driver does in the same program, the layer has crashed."""
        sessions = {SIMPLE.acts: crash_in("vkCreateDevice")}
        with pytest.raises(EndedError, match=f"in vkCreateDevice of {LAYER}"):
            judge(monkeypatch, sessions, without=Session("crash", detail)).ends_well(SIMPLE)

    def test_it_ends_elsewhere_without_the_layer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The two ends have not the same cause."""
        sessions = {SIMPLE.acts: crash_after_a_refusal(6)}
        with pytest.raises(EndedError, match="of what is below all layers"):
            judge(monkeypatch, sessions, without=Session("crash", "SIGSEGV during device")).ends_well(SIMPLE)

    def test_evidence_is_of_the_run_that_is_judged(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A look at a simpler one leaves nothing behind."""
        judged = judge(monkeypatch, {LONGER.acts: crash_in("vkCreateDevice"), SIMPLE.acts: Session()})
        with pytest.raises(EndedError):
            judged.ends_well(LONGER, simpler=SIMPLE)
        kept = judged.evidence(full=True)
        assert kept["ended"] == "crash: SIGSEGV during device"
        assert kept["run_in"] == chain(replace(LONGER, layers=(judged.layer,)))

    @pytest.mark.parametrize(
        "simpler", [Session(), crash_in("vkCreateDevice")], ids=["ends well", "elsewhere"]
    )
    def test_a_cause_of_its_own(self, monkeypatch: pytest.MonkeyPatch, simpler: Session) -> None:
        """What simpler programs do not show is told."""
        sessions = {LONGER.acts: crash_in("vkDestroyDevice"), SIMPLE.acts: simpler}
        with pytest.raises(EndedError, match="in vkDestroyDevice"):
            judge(monkeypatch, sessions).ends_well(LONGER, simpler=SIMPLE)


class TestRefusals:
    """A layer whose own call is refused must not go on with what it has not got; that it ends alone is a warning."""

    REFUSED = ("vkCreateImage",)

    def test_a_call_with_the_missing_object(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """LLP_LAYER_2: it must not make invalid calls to the layers or drivers below it."""
        judged = judge(monkeypatch, {SIMPLE.acts: crash_after_a_refusal(0)})
        with pytest.raises(
            EndedError, match="with VK_NULL_HANDLE for image, which the driver refused to make"
        ):
            judged.ends_well(SIMPLE, refused=self.REFUSED)

    @pytest.mark.parametrize(
        "session",
        [
            crash_after_a_refusal(6),
            crash_after_a_refusal(0, "vkGetImageMemoryRequirements"),
            crash_after_a_refusal(0, "vkGetImageSubresourceLayout", 0),
            crash_in("vkQueuePresentKHR"),
        ],
        ids=["valid", "the application's", "lacking above too", "in the layer"],
    )
    def test_no_invalid_call_of_its_own(self, monkeypatch: pytest.MonkeyPatch, session: Session) -> None:
        """What no sentence forbids, and what the application hands in, is no failure."""
        judged = judge(monkeypatch, {SIMPLE.acts: session})
        judged.ends_well(SIMPLE, refused=self.REFUSED)
        assert "after the driver refused a call" in judged.warning


def test_above_another_layer() -> None:
    """A layer that has no library is not run above another one either."""
    judged = LayerTrial(LayerSubject(LAYER, "", "", "its library is not there"), LATEST)
    with pytest.raises(pytest.skip.Exception, match="its library is not there"):
        judged.above(LayerSubject("VK_LAYER_other", "", "/a/library.so"), SIMPLE)


class TestWhatIsNotSeen:
    """Where nothing was to be judged, the reason tells why."""

    @pytest.mark.parametrize(
        ("session", "reason"),
        [
            (Session(), "a call was to be seen"),
            (
                Session("crash", "SIGSEGV during device"),
                "a call was to be seen; the run ended early: SIGSEGV",
            ),
            (
                Session(recording=replace(EMPTY, torn=True)),
                "a call was to be seen; the recording was written over in the process",
            ),
        ],
        ids=["complete", "crash", "written over"],
    )
    def test_reasons(self, monkeypatch: pytest.MonkeyPatch, session: Session, reason: str) -> None:
        """What the run would have had to show, and what kept it from that."""
        with pytest.raises(pytest.skip.Exception, match=f"^{reason}"):
            judge(monkeypatch, {SIMPLE.acts: session}).keeps(
                lambda view: CheckResult(missing="a call was to be seen"), during=SIMPLE
            )


class TestManyBreaches:
    """The same breach again and again is told once."""

    def test_addresses_do_not_tell_them_apart(self) -> None:
        """Its first fact, and how often; another breach stands beside it, in words and as evidence."""
        facts = ("its own link 0x55af34e0d900 is there", "it crashes", "its own link 0x55af34e84ff0 is there")
        broken = [Broken(fact, ()) for fact in facts]

        assert evidence.first_breaches(broken) == "its own link 0x55af34e0d900 is there (2 times); it crashes"
        assert evidence.breach_evidence(broken, None) == {
            "breaches": [{"fact": facts[0]}, {"fact": facts[1]}]
        }

    def test_short_numbers_do(self) -> None:
        """They are values."""
        assert (
            evidence.first_breaches([Broken("flags 0x1", ()), Broken("flags 0x2", ())])
            == "flags 0x1; flags 0x2"
        )

    def test_the_others_are_counted(self) -> None:
        """A line has room for five."""
        told = evidence.first_breaches([Broken(f"fact {number}", ()) for number in range(7)])

        assert told == "fact 0; fact 1; fact 2; fact 3; fact 4 (and 2 more)"

    def test_the_evidence_has_all_of_them(self) -> None:
        """Documents show the evidence: no breach is only counted there."""
        broken = [Broken(f"fact {number}", ()) for number in range(7)]

        assert evidence.breach_evidence(broken, None) == {
            "breaches": [{"fact": f"fact {number}"} for number in range(7)]
        }

    def test_the_evidence_has_all_names(self) -> None:
        """A sentence has room for three names; the breach keeps them all."""
        result = CheckResult()
        result.fail(f"it gives {result.some({'vkD', 'vkB', 'vkC', 'vkA'})} for nothing")
        result.fail(f"it lacks {result.some(['vkE', 'vkF'])}")

        assert evidence.breach_evidence(result.broken, None) == {
            "breaches": [
                {
                    "fact": "it gives vkA, vkB, vkC and 1 more for nothing",
                    "names": ["vkA", "vkB", "vkC", "vkD"],
                },
                {"fact": "it lacks vkE, vkF"},
            ]
        }


class TestNoLibrary:
    """A layer whose library cannot be loaded is not judged by runs."""

    def test_no_run_without_the_layer_where_there_is_no_library(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nothing could be compared with it."""
        monkeypatch.setattr(trial, "cached_session", lambda run: pytest.fail("there is nothing to run"))
        gone = LayerSubject(
            LAYER, "", "/a/library.so", problem="its library cannot be loaded: it is not found"
        )

        with pytest.raises(pytest.skip.Exception, match="it is not found"):
            LayerTrial(gone, LATEST).without(SIMPLE)


def test_what_a_program_printed_keeps_its_lines() -> None:
    """Pages show the end of it line by line, and begin at a whole one; other control characters are made visible."""
    assert _last_lines("one\ntwo\x1b[2J\n") == "one\ntwo\\x1b[2J"
    assert _last_lines(f"cut {'x' * 3000}\nwhole\n") == "whole"
    assert len(_last_lines("x" * 3000)) == 2000


class TestWhatIsLeftOut:
    """What a check did not come to look at is not passed."""

    def test_it_is_skipped(self) -> None:
        """The rest was right."""
        judged = LayerTrial(LayerSubject(LAYER, "", "/a/library.so"), LATEST)

        with pytest.raises(pytest.skip.Exception, match="no time for vkCmdDraw"):
            judged.holds(CheckResult(seen=3, left_out="no time for vkCmdDraw"))

    def test_what_is_broken_fails(self) -> None:
        """One breach is enough, whatever the rest is."""
        judged = LayerTrial(LayerSubject(LAYER, "", "/a/library.so"), LATEST)
        result = CheckResult(seen=3, left_out="no time for vkCmdDraw")
        result.fail("vkCmdSetCullMode does not go down")

        with pytest.raises(AssertionError, match="vkCmdSetCullMode does not go down"):
            judged.holds(result)

    @pytest.mark.parametrize(
        ("during", "reason"),
        [
            ("effects.device", "a call was to be seen; the prober ended early: no answer"),
            ("exit", "a call was to be seen"),
        ],
    )
    def test_where_the_prober_ends(self, during: str, reason: str) -> None:
        """An end at exit comes behind all answers: the prober leaves its objects, as no application should."""
        trial = LayerTrial(LayerSubject(LAYER, "", "/a/library.so"), LATEST)
        with pytest.raises(pytest.skip.Exception, match=f"^{reason}$"):
            trial.judge_act(
                CheckResult(missing="a call was to be seen"), Session("timeout", "no answer", during=during)
            )
