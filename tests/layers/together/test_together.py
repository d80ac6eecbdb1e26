"""The search for the smallest failing set and order, on outcomes that are written down."""

from collections.abc import Callable, Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.suite.together.set_search import (
    Fault,
    Finding,
    Order,
    OrderVerdict,
    Outcome,
    Which,
    orders,
    orders_to_check,
    smallest,
)

CRASH = Fault("LLP_LAYER_2", "ended crash", "SIGSEGV", ends=True)
WRONG = Fault("LLP_LAYER_10", "unwrapped", "a handle of A is passed down", "A")
WELL = Outcome()


class Machine:
    """Answers runs by a function and remembers them."""

    def __init__(self, outcome: Callable[[Order], Outcome]) -> None:
        self.outcome = outcome
        self.ran: list[Order] = []

    def __call__(self, order: Order) -> Outcome:
        """One run."""
        self.ran.append(order)
        return self.outcome(order)


def failing(fault: Fault, *parts: str) -> Machine:
    """A machine on which the fault is there wherever these letters stand in this order, with whatever between."""
    return Machine(lambda order: Outcome((fault,)) if any(within(part, order) for part in parts) else WELL)


def within(part: str, order: Order) -> bool:
    """Whether the letters are among the order's names, in that order."""
    rest = iter(order)
    return all(letter in rest for letter in part)


def findings(all_judged: Iterable[OrderVerdict]) -> dict[str, tuple[str, ...]]:
    """For each order with findings, as letters, the smallest of each."""
    return {
        "".join(each.order): tuple("".join(found.smallest) for found in each.findings)
        for each in all_judged
        if each.findings
    }


class TestOrders:
    """Each layer alone, every pair in both orders, all as given and reversed."""

    def test_three_layers(self) -> None:
        """Three alone, six pairs, two of all."""
        orders = ["".join(each.order) for each in orders_to_check("ABC", Machine(lambda _: WELL))]

        assert orders == ["A", "B", "C", "AB", "AC", "BA", "BC", "CA", "CB", "ABC", "CBA"]

    def test_two_layers_are_a_pair(self) -> None:
        """All of them is the pair again."""
        assert ["".join(each.order) for each in orders_to_check("AB", Machine(lambda _: WELL))] == [
            "A",
            "B",
            "AB",
            "BA",
        ]

    def test_the_given_order_alone(self) -> None:
        """As a replay wants it."""
        assert list(orders_to_check("BA", Machine(lambda _: WELL), "given")) == [OrderVerdict(("B", "A"))]

    @pytest.mark.parametrize("which", ["all", "given"])
    def test_how_many_there_are(self, which: Which) -> None:
        """It is known before the first of them is run."""
        for number in range(1, 6):
            given = list(orders_to_check("ABCDE"[:number], Machine(lambda _: WELL), which))

            assert orders(number, which) == len(given)

    def test_nothing_is_run_twice(self) -> None:
        """The search asks for what has been run already."""
        machine = failing(CRASH, "AC")

        list(orders_to_check("ABCD", machine))

        assert len(machine.ran) == len(set(machine.ran))


class TestFindings:
    """A set's failure is put down to the smallest part of it."""

    def test_a_pair_that_breaks_in_one_order(self) -> None:
        """A above C crashes and C above A does not."""
        found = {each.order: each.findings for each in orders_to_check("AC", failing(CRASH, "AC"))}

        assert found["A", "C"] == (Finding(CRASH, ("A", "C"), (("C", "A"),)),)
        assert found["C", "A"] == ()

    def test_a_pair_that_breaks_in_both_orders(self) -> None:
        """There is no harmless order."""
        found = {each.order: each.findings for each in orders_to_check("AC", failing(CRASH, "AC", "CA"))}

        assert found["A", "C"] == (Finding(CRASH, ("A", "C"), ()),)
        assert found["C", "A"] == (Finding(CRASH, ("C", "A"), ()),)

    def test_the_whole_set_is_put_down_to_its_pair(self) -> None:
        """Four layers fail because of two of them; reversed they do not."""
        assert findings(orders_to_check("ABCD", failing(CRASH, "BD"))) == {"BD": ("BD",), "ABCD": ("BD",)}

    def test_three_that_fail_only_together(self) -> None:
        """No pair of them fails."""
        assert findings(orders_to_check("ABCDEF", failing(WRONG, "ACF"))) == {"ABCDEF": ("ACF",)}

    def test_two_faults_are_two_searches(self) -> None:
        """Each has its own smallest part."""

        def outcome(order: Order) -> Outcome:
            return Outcome((CRASH,) * within("BC", order) + (WRONG,) * within("AC", order))

        assert findings(orders_to_check("ABC", Machine(outcome)))["ABC"] == ("BC", "AC")

    def test_what_a_layer_does_alone_is_no_finding_about_a_set(self) -> None:
        """A breaks its rule alone too: that is for its own report."""
        assert findings(orders_to_check("ABC", failing(WRONG, "A"))) == {}

    def test_the_fault_is_told_as_the_smallest_run_shows_it(self) -> None:
        """What was said in the larger run may be of others."""

        def outcome(order: Order) -> Outcome:
            fault = Fault("LLP_LAYER_2", "ended crash", f"in {order}", ends=True)
            return Outcome((fault,)) if within("AB", order) else WELL

        whole = list(orders_to_check("ABC", Machine(outcome)))[-2]

        assert [found.fault.fact for found in whole.findings] == ["in ('A', 'B')"]

    def test_an_order_that_fails_otherwise_is_not_harmless(self) -> None:
        """B above A crashes where A above B breaks a rule."""

        def outcome(order: Order) -> Outcome:
            return Outcome((WRONG,) * within("AB", order) + (CRASH,) * within("BA", order))

        pair = next(each for each in orders_to_check("AB", Machine(outcome)) if each.order == ("A", "B"))

        assert pair.findings == (Finding(WRONG, ("A", "B"), ()),)


class TestUnfit:
    """A layer that does not come to its end alone is left out of sets."""

    def test_sets_with_it_are_not_run(self) -> None:
        """They are told of, with the reason."""
        machine = failing(CRASH, "B")

        found = {"".join(each.order): each for each in orders_to_check("ABCD", machine)}

        assert found["B"].findings == (Finding(CRASH, ("B",)),)
        assert found["AB"].missing == "B keeps no company: it does not come to its end alone"
        assert ("A", "B") not in machine.ran

    def test_the_whole_set_is_run_without_it(self) -> None:
        """The others are judged all the same."""
        assert list(orders_to_check("ABCD", failing(CRASH, "B")))[-2:] == [
            OrderVerdict(("A", "C", "D")),
            OrderVerdict(("D", "C", "A")),
        ]

    def test_a_layer_that_cannot_be_run_is_unfit_too(self) -> None:
        """Its reason is that of every set with it."""
        machine = Machine(lambda order: Outcome(missing="no library") if "A" in order else WELL)

        found = {"".join(each.order): each.missing for each in orders_to_check("AB", machine)}

        assert found == {
            "A": "no library",
            "B": "",
            "AB": "A keeps no company: no library",
            "BA": "A keeps no company: no library",
        }


class TestSmallest:
    """Delta debugging over parts of an order."""

    @given(
        st.integers(3, 9).flatmap(
            lambda size: st.tuples(
                st.just("ABCDEFGHI"[:size]), st.sets(st.sampled_from("ABCDEFGHI"[:size]), min_size=1)
            )
        )
    )
    def test_it_is_what_the_failure_takes(self, drawn: tuple[str, set[str]]) -> None:
        """Where a failure takes certain layers, in any company, these are found."""
        names, needed = drawn
        machine = Machine(lambda order: Outcome((CRASH,)) if needed <= set(order) else WELL)

        assert smallest(tuple(names), CRASH.key, machine) == tuple(sorted(needed))

    @pytest.mark.parametrize("parts", [("ADG", "BE"), ("ABC", "EFG")])
    def test_one_of_several_is_enough(self, parts: tuple[str, str]) -> None:
        """A failure with two causes is put down to one of them, and to a pair before anything larger."""
        found = "".join(smallest(tuple("ABCDEFG"), CRASH.key, failing(CRASH, *parts)))

        assert found in parts
        assert len(found) == min(map(len, parts))
