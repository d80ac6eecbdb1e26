"""What a policy test may say of an ambiguity, and what ends it before it says anything."""

from dataclasses import replace

import pytest

from refloader.model.edition import Edition
from refloader.results.results_file import Verdict
from refloader.sandbox.loader import ForeignLoader, Identity
from refloader.scenario.corpus import Case
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World
from refloader.suite.loaders.evidence import digest
from refloader.suite.loaders.subjects import Foreign, Reference
from refloader.suite.loaders.trial import Trial
from refloader.suite.subjects.ended import EndedError, in_words


class Fixed:
    """A subject that always gives one observation."""

    name, path, version, edition = "fixed", "/fixed.so", "1.3.300", Edition.E2026

    def __init__(self, observation: Observation) -> None:
        self._observation = observation

    def observe(self, scenario: Scenario) -> Observation:
        """The one observation."""
        return self._observation


def foreign() -> Trial:
    """A trial of some foreign loader that is never run."""
    return Trial(Foreign("it", Identity("1.3.300", "", "/it.so"), Edition.E2026, ForeignLoader("/it.so")))


class TestReadings:
    """Of two ways to read the documents a foreign loader may take either; the reference may not."""

    def test_the_chosen_reading_passes(self) -> None:
        """Nothing is said about a loader that reads as the reference does."""
        trial = foreign()

        trial.reading("AMB-XDG-EMPTY", ("a",), chosen=("a",), tolerated=())

        assert trial.warning == ""

    def test_the_other_reading_is_a_warning(self) -> None:
        """The warning names the ambiguity and both readings."""
        trial = foreign()

        trial.reading("AMB-XDG-EMPTY", (), chosen=("a",), tolerated=())

        assert trial.warning == "the other reading of AMB-XDG-EMPTY is taken: actual: nothing; expected: a"

    def test_a_third_outcome_fails(self) -> None:
        """What neither reading gives is a failure."""
        with pytest.raises(AssertionError, match="actual: b; expected: a"):
            foreign().reading("AMB-XDG-EMPTY", ("b",), chosen=("a",), tolerated=())

    def test_the_reference_keeps_its_own_reading(self) -> None:
        """For the reference the other reading is a failure."""
        with pytest.raises(AssertionError, match="actual: nothing; expected: a"):
            Trial(Reference()).reading("AMB-XDG-EMPTY", (), chosen=("a",), tolerated=())


class TestPointers:
    """Functions that should be in a file, by the file in which each is."""

    def test_of_the_loader_itself(self) -> None:
        """That its code stands between breaks the one rule that forbids it."""
        trial = foreign()

        with pytest.raises(AssertionError, match="actual"):
            trial.lead({"vkA": "it.so", "vkB": "?"}, {"vkA": "a.so", "vkB": "a.so"}, "GPA-APP-03")

        assert trial.blamed == ("GPA-APP-03",)

    def test_of_another_library(self) -> None:
        """All rules of the case keep the failure."""
        trial = foreign()

        with pytest.raises(AssertionError, match="actual"):
            trial.lead({"vkA": "b.so", "vkB": "?"}, {"vkA": "a.so", "vkB": "a.so"}, "GPA-APP-03")

        assert trial.blamed == ()

    def test_in_another_edition(self) -> None:
        """Where the rule does not hold, it is a warning."""
        trial = Trial(
            Foreign("it", Identity("1.3.204", "", "/it.so"), Edition.E2022, ForeignLoader("/it.so"))
        )

        trial.lead({"vkA": "it.so"}, {"vkA": "a.so"}, "GPA-APP-03")

        assert trial.warning.startswith("only implied by GPA-APP-03")

    def test_code_in_no_file(self) -> None:
        """A pointer of a loader's that jumps to the function leads there, as far as anybody can see."""
        trial = foreign()

        trial.lead({"vkA": "?", "vkB": "b.so"}, {"vkA": "a.so", "vkB": "b.so"}, "GPA-APP-03")

        assert trial.warning.startswith("only implied by GPA-APP-03, as code in no file")


class TestReleases:
    """What came with a release is not asked of an older loader."""

    def test_an_older_loader_is_not_judged(self) -> None:
        """The reason names both releases."""
        with pytest.raises(pytest.skip.Exception, match=r"from 1\.3\.301 on; this is 1\.3\.300"):
            foreign().since("1.3.301")

    def test_that_release_and_the_reference_are_judged(self) -> None:
        """The version of the reference is that of the package, and says nothing of its age."""
        foreign().since("1.3.300")
        Trial(Reference()).since("1.3.301")


class TestEndings:
    """A subject that came to no answer ends the test with the right blame."""

    @pytest.mark.parametrize(
        ("ended", "verdict"),
        [
            ("crash", Verdict.CRASH),
            ("timeout", Verdict.TIMEOUT),
            ("fault", Verdict.FAIL),
            ("error", Verdict.ERROR),
        ],
    )
    def test_a_bad_end_is_no_assertion(self, ended: str, verdict: Verdict) -> None:
        """Crash, timeout, another fault of the subject and an error of ours are told apart."""
        trial = Trial(Fixed(Observation(ended, "why")))  # type: ignore[arg-type]

        with pytest.raises(EndedError, match="why") as caught:
            trial.observe(World())

        assert caught.value.verdict == verdict

    def test_not_covered_is_a_skip(self) -> None:
        """The reason is the observation's."""
        with pytest.raises(pytest.skip.Exception, match="no room"):
            Trial(Fixed(Observation("not covered", "no room"))).observe(World())

    def test_what_cannot_be_ended_is_told(self) -> None:
        """A process that outlives all attempts to end it is a warning."""
        trial = Trial(Fixed(Observation("ok", left=(4711,))))

        trial.observe(World())

        assert trial.warning == "the loader left processes that could not be ended: 4711"

    @pytest.mark.parametrize(("edition", "complaints"), [(Edition.E2016, 1), (Edition.E2018, 2)])
    def test_mocks_complain_by_the_subjects_edition(self, edition: Edition, complaints: int) -> None:
        """In 2016 no layer negotiates, so a loader that does not is not at fault."""
        lines = (
            "layer a VIOLATION NEGOTIATE-LAYER-01: too early",
            "driver b VIOLATION NEGOTIATE-ICD-02: too early",
        )
        subject = Fixed(Observation("ok", violations=lines))
        subject.edition = edition

        seen = Trial(subject).observe(World())

        assert seen.violations == lines[2 - complaints :]

    def test_calls_are_for_real_loaders(self) -> None:
        """The reference is not asked what only calls could show."""
        with pytest.raises(pytest.skip.Exception, match="opens no library"):
            Trial(Reference()).calls(World())


class WithoutInstalledDrivers(Fixed):
    """A loader that finds a driver where a variable leads and none in a folder."""

    def __init__(self) -> None:
        super().__init__(Observation("ok"))

    def observe(self, scenario: Scenario) -> Observation:
        """No driver if no variable leads to one."""
        found = ("added",) if "VK_ADD_DRIVER_FILES" in scenario.variables else ()
        return Observation("ok", result=0 if found else -9, drivers=found)


class TestDrivers:
    """A loader without installed drivers breaks the rules on finding them and no other by that."""

    def test_an_installed_driver_is_not_called(self) -> None:
        """It is not found where there is nothing else either."""
        world, trial = World(), Trial(WithoutInstalledDrivers())
        world.driver("installed")
        world.variable("VK_ADD_DRIVER_FILES", world.driver("added", folder="/world"))
        trial.observe(world)

        assert trial.finds_no_driver

    def test_every_driver_is_called(self) -> None:
        """What differs has nothing to do with installed drivers where there are none."""
        world, trial = World(), Trial(WithoutInstalledDrivers())
        world.variable("VK_ADD_DRIVER_FILES", world.driver("added", folder="/world"))
        trial.observe(world)

        assert not trial.finds_no_driver

    def test_a_loader_that_finds_it_elsewhere(self) -> None:
        """A driver that is not called in one case and is found in another is left out for some reason of the case."""
        world, trial = World(), Trial(Fixed(Observation("ok", result=0)))
        world.driver("installed")
        trial.observe(world)

        assert not trial.finds_no_driver


class TestEvidence:
    """The evidence of a case is what was shown and what was seen."""

    def test_a_difference_carries_the_files(self) -> None:
        """With full evidence the text of each file is there, without it the paths alone."""
        world = World()
        world.file("/etc/vulkan/icd.d/a.json", "text")
        trial = Trial(Fixed(Observation("ok", result=0, chain=("a",))))
        trial.observe(world)

        full, short = trial.evidence(full=True), trial.evidence(full=False)

        assert full["files"] == {"/etc/vulkan/icd.d/a.json": "text"}
        assert short["files"] == ["/etc/vulkan/icd.d/a.json"]
        assert (full["result"], full["chain"]) == ("VK_SUCCESS", ["a"])

    def test_a_case_can_be_built_by_hand(self) -> None:
        """What the mock libraries are told to do, links and the mocks' trace are there."""
        world = World()
        world.driver(flags={"negotiate": "fail"})
        world.link("/etc/vulkan/icd.d", "/world/elsewhere")
        trial = Trial(Fixed(Observation("ok", trace=("driver plain load", "driver plain unload"))))
        trial.observe(world)

        full, short = trial.evidence(full=True), trial.evidence(full=False)

        library = {"mock": "driver", "flags": {"name": "plain", "negotiate": "fail"}}
        assert full["libraries"] == {"/usr/share/vulkan/icd.d/libplain.so": library}
        assert full["links"] == {"/etc/vulkan/icd.d": "/world/elsewhere"}
        assert full["trace"] == ["driver plain load", "driver plain unload"]
        assert "trace" not in short

    def test_large_files_are_cut(self) -> None:
        """Of a file above 16 KiB the beginning is kept, with its size and digest."""
        world = World()
        world.file("/a.json", "x" * 16_385)
        world.file("/b.json", "x" * 16_384)
        trial = Trial(Fixed(Observation("ok")))
        trial.observe(world)

        files = trial.evidence(full=True)["files"]

        assert isinstance(files, dict)
        assert files["/a.json"].startswith("x" * 16_384 + "... (16385 bytes, sha256 ")
        assert files["/b.json"] == "x" * 16_384

    def test_a_pass_is_short(self) -> None:
        """A case that passed keeps its first 20 actions and says how many more there were."""
        scenario = replace(World().scenario(), actions=(("extensions", ""),) * 23)
        trial = Trial(Fixed(Observation("ok")))
        trial.keeps(Case("x", scenario, expect={}))

        full, short = trial.evidence(full=True), trial.evidence(full=False)

        assert full["actions"] == [["extensions", ""]] * 23
        assert (short["actions"], short["actions_left_out"]) == ([["extensions", ""]] * 20, 3)
        assert "actions_left_out" not in full

    def test_the_digest_tells_scenarios_apart(self) -> None:
        """One more variable makes another digest; the same content the same one."""
        world, other = World(), World()
        other.variable("A", "1")

        digests = [digest(each.scenario()) for each in (world, World(), other)]

        assert digests[0] == digests[1] != digests[2]


class TestInWords:
    """Where a loader did not end by itself, the reason names the command and not the step of a script."""

    CALL = ("call", "nothing", {"name": "vkCmdDraw", "args": [], "via": ["global"]})

    def test_several_threads(self) -> None:
        """What happens while scripts run at once is said of all of them."""
        step = ("threads", "threads", {"scripts": [[["version"]], [["layers"]]]})

        assert in_words("SIGSEGV during threads threads", [step]) == "SIGSEGV while several threads called it"

    @pytest.mark.parametrize(
        ("detail", "said"),
        [
            ("SIGSEGV during version", "SIGSEGV in vkEnumerateInstanceVersion"),
            ("SIGSEGV during extensions *", "SIGSEGV in vkEnumerateInstanceExtensionProperties"),
            ("no answer within 2 s during instance", "no answer within 2 s in vkCreateInstance"),
            ("SIGSEGV during call nothing", "SIGSEGV in vkCmdDraw"),
            ("SIGABRT during dlopen", "SIGABRT while the library was opened"),
            ("SIGABRT during call unknown", "SIGABRT during call unknown"),
            ("the loader wrote nonsense", "the loader wrote nonsense"),
        ],
    )
    def test_the_command(self, detail: str, said: str) -> None:
        """A step of the script that is not known stays as it is."""
        assert in_words(detail, [("version",), self.CALL]) == said
