"""What follows from running the violators: caught or not, and causes for all else that fails."""

from dataclasses import replace

from refloader.rules import rule
from refloader.selftest.mutants.registry import Mutant, causes, mutants_by_name, unexamined
from refloader.selftest.outcome import BOTH, UNEXAMINED, WHOLE, MutantOutcome, mutant_outcomes
from refloader.selftest.selftest import Case, CaseVerdict, Gathered, Run, red

ONE = Mutant("one", (rule("LLP_LOADER_3"),), "It is wrong.", "core")
CASES = {
    1: Case("reference-2026", "dup/twice", ("LLP_LOADER_3", "ORDER-DUP-01")),
    2: Case("reference-2026", "order/groups", ("ORDER-CHAIN-01",)),
}
GREEN = {1: CaseVerdict("pass", ""), 2: CaseVerdict("pass", "")}


def proof_of(
    verdicts: dict[int, tuple[str, str]], violator: Mutant = ONE, problem: str = ""
) -> MutantOutcome:
    """The one proof of a violator that fared like this."""
    ended = {number: CaseVerdict(*verdict) for number, verdict in verdicts.items()}
    run = Run(violator.name, ended, problem, 0.5)
    (made,) = mutant_outcomes([violator], Gathered(CASES, GREEN, [run]))
    return made


class TestCaught:
    """A violator is caught when a case fails that judges the rule it violates."""

    def test_a_failing_case_of_the_rule(self) -> None:
        """Its other rules fail for a cause: the case judges both."""
        outcome = proof_of({1: ("fail", "seen so"), 2: ("pass", "")})

        assert (outcome.caught_by, outcome.cases) == (("LLP_LOADER_3", "ORDER-DUP-01"), ("dup/twice",))
        assert (outcome.explained, outcome.ok) == ({"ORDER-DUP-01": BOTH}, True)

    def test_crashes_and_hangs_count(self) -> None:
        """A loader that does not live to give an answer is caught as well."""
        assert proof_of({1: ("crash", "")}).ok
        assert proof_of({1: ("timeout", "")}).ok

    def test_nothing_fails(self) -> None:
        """It is not caught."""
        outcome = proof_of({1: ("pass", ""), 2: ("warn", "")})

        assert (outcome.caught, outcome.ok) == (False, False)

    def test_a_warning_is_no_catch(self) -> None:
        """Cases of the rule that warn are named; one of another rule is not."""
        outcome = proof_of({1: ("warn", "only implied"), 2: ("warn", "only implied")})

        assert (outcome.caught, outcome.ok, outcome.warned) == (False, False, ("dup/twice",))

    def test_a_skip_is_no_catch(self) -> None:
        """What was not judged proves nothing."""
        assert not proof_of({1: ("skip", "no library")}).caught


class TestOtherRules:
    """A rule that the violated one has no case in common with needs a cause that is written down."""

    def test_without_a_cause(self) -> None:
        """The violator is caught, and the catch counts as wrong all the same."""
        outcome = proof_of({1: ("fail", ""), 2: ("fail", "")})

        assert (outcome.caught, outcome.unexplained, outcome.ok) == (True, ("ORDER-CHAIN-01",), False)

    def test_a_whole_scenario(self) -> None:
        """A scenario of the corpus expects the outcome of every decision, whichever rules it bears on."""
        cases = {**CASES, 2: Case("reference-2026", "corpus/order[three_groups]", ("ORDER-CHAIN-01",))}
        run = Run(ONE.name, {1: CaseVerdict("fail", ""), 2: CaseVerdict("fail", "")}, "", 0.1)

        (outcome,) = mutant_outcomes([ONE], Gathered(cases, GREEN, [run]))

        assert (outcome.explained["ORDER-CHAIN-01"], outcome.ok) == (WHOLE, True)

    def test_with_a_written_cause(self) -> None:
        """The causes of causes.toml are found by violator and family."""
        name, table = next(iter(causes().items()))
        family = next(iter(table))
        mutant = mutants_by_name()[name]
        cases = {1: Case("x", "a", tuple(mutant.rules)), 2: Case("x", "b", (family,))}
        run = Run(name, {1: CaseVerdict("fail", ""), 2: CaseVerdict("fail", "")}, "", 0.1)

        made = mutant_outcomes([mutant], Gathered(cases, GREEN, [run]))

        assert {outcome.explained[family] for outcome in made} == {table[family]}


class TestGaps:
    """What the suite is known not to catch is told, and is no reason to call the suite wrong."""

    def test_a_known_gap(self) -> None:
        """It is as it should be while it is missed, and stale when it is caught."""
        missed, caught = proof_of({1: ("pass", "")}), proof_of({1: ("fail", "")})

        assert (missed.ok, replace(missed, gap="no mock can show it").ok) == (False, True)
        assert (caught.ok, replace(caught, gap="no mock can show it").ok) == (True, False)

    def test_nobody_has_looked(self) -> None:
        """A violator that nobody has looked at has that for a cause."""
        name = min(unexamined())
        case = Case("x", "b", ("ORDER-CHAIN-01",))
        run = Run(name, {1: CaseVerdict("fail", "")}, "", 0.1)

        made = mutant_outcomes([mutants_by_name()[name]], Gathered({1: case}, GREEN, [run]))

        assert {outcome.explained["ORDER-CHAIN-01"] for outcome in made} == {UNEXAMINED}


class TestTrouble:
    """A violator of which nothing can be said is not proved to be caught."""

    def test_it_has_no_case(self) -> None:
        """The suite judges its rule nowhere."""
        (outcome,) = mutant_outcomes([ONE], Gathered(CASES, GREEN, []))

        assert (outcome.ok, outcome.problem) == (
            False,
            "no case of the suite judges the rule on this subject",
        )

    def test_a_case_ends_in_an_error(self) -> None:
        """An exception in a case is told with it."""
        outcome = proof_of({1: ("fail", ""), 2: ("error", "KeyError: 'x'")})

        assert (outcome.ok, outcome.errors) == (True, ("order/groups: KeyError: 'x'",))

    def test_an_error_is_no_catch(self) -> None:
        """Where only exceptions come, the violator is not caught."""
        assert not proof_of({1: ("error", "KeyError: 'x'")}).caught

    def test_it_does_not_end(self) -> None:
        """What kept it from its end is told."""
        assert proof_of({}, problem="it did not end within 120 seconds").problem.startswith("it did not end")


class TestBaseline:
    """The reference as it is must be green."""

    def test_red_cases(self) -> None:
        """A failure, a crash and an error of the harness are red; a warning and a skip are not."""
        verdicts = ("fail", "crash", "error", "warn", "skip", "pass")
        found = Gathered(
            {}, {number: CaseVerdict(verdict, "") for number, verdict in enumerate(verdicts)}, []
        )

        assert red(found) == [0, 1, 2]
