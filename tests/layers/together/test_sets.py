"""The results of judging layers together, and mock layers that break each other."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.results.progress import Progress
from refloader.results.results_file import Result, Run, Verdict
from refloader.suite.sessions.session import Driver
from refloader.suite.subjects.layer import LayerSubject
from refloader.suite.subjects.request import RunRequest, WrongUsageError
from refloader.suite.together import sets
from refloader.suite.together.set_search import Fault, Finding, OrderVerdict, Which

pytestmark = pytest.mark.slow

CRASH = Fault("LLP_LAYER_2", "ended crash", "SIGSEGV during device", ends=True)
WRONG = Fault("LLP_LAYER_10", "unwrapped", "A: a handle of its own is passed down", "VK_LAYER_TEST_A")


def layer(folder: Path, letter: str, library: str = "", *flags: str) -> str:
    """The manifest of a layer whose library is a copy with these flags."""
    path = folder / f"lib{letter}.so"
    path.write_bytes(Path(library).read_bytes() if library else b"")
    name = f"VK_LAYER_TEST_{letter}"
    if library:
        Path(f"{path}.flags").write_text("".join(f"{line}\n" for line in (f"name={name}", *flags)))
    entry = {
        "name": name,
        "type": "GLOBAL",
        "library_path": f"./lib{letter}.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "one of a set",
    }
    manifest = folder / f"{letter}.json"
    manifest.write_text(json.dumps({"file_format_version": "1.1.2", "layer": entry}))
    return str(manifest)


def order(letters: str) -> tuple[str, ...]:
    """The names of these layers."""
    return tuple(f"VK_LAYER_TEST_{letter}" for letter in letters)


def results(folder: Path, wanted: RunRequest, *found: OrderVerdict) -> Run:
    """The run that writes down these findings for each driver."""

    def judge(layers: Sequence[LayerSubject], driver: Driver, which: Which) -> Iterator[OrderVerdict]:
        return iter(found)

    return sets.run(wanted, str(folder / "results.ndjson"), "refloader", judge)


@pytest.fixture
def wanted(tmp_path: Path) -> RunRequest:
    """Layers A, B and C together, on the mock driver alone."""
    paths = tuple(layer(tmp_path, letter) for letter in "ABC")
    return RunRequest(layers=paths, together="all", profile="quick")


class TestResults:
    """Every order is a subject; what it breaks is a result of the rule, with how little is enough."""

    def test_a_set_that_keeps_the_rules_passes(self, tmp_path: Path, wanted: RunRequest) -> None:
        """One result for the rule on harm."""
        run = results(tmp_path, wanted, OrderVerdict(order("AB")))

        assert [(r.rule, r.subject, r.case, r.verdict) for r in run.results] == [
            ("LLP_LAYER_2", "VK_LAYER_TEST_A + VK_LAYER_TEST_B", "together[mock]", Verdict.PASS)
        ]
        assert run.exit_code == 0

    def test_what_is_not_judged_is_told(self, tmp_path: Path, wanted: RunRequest) -> None:
        """A layer that passes here may break rules alone."""
        run = results(tmp_path, wanted, OrderVerdict(order("AB")))

        assert "without --together" in run.header.notes[0]

    def test_a_pair_that_breaks_in_one_order(self, tmp_path: Path, wanted: RunRequest) -> None:
        """The reason tells the order that does not."""
        finding = Finding(CRASH, order("AB"), (order("BA"),))

        [result] = results(tmp_path, wanted, OrderVerdict(order("AB"), (finding,))).results

        assert (result.rule, result.verdict) == ("LLP_LAYER_2", Verdict.CRASH)
        assert result.reason == "SIGSEGV during device; not so as VK_LAYER_TEST_B + VK_LAYER_TEST_A"
        assert result.repro == (
            f"refloader conform --together=given --layer {tmp_path}/A.json --layer {tmp_path}/B.json "
            "--rule LLP_LAYER_2 --case 'together[mock]'"
        )

    def test_a_set_is_put_down_to_its_smallest_part(self, tmp_path: Path, wanted: RunRequest) -> None:
        """Two of three are enough; the rule that is broken and that on harm are judged apart."""
        finding = Finding(WRONG, order("AC"))

        run = results(tmp_path, wanted, OrderVerdict(order("ABC"), (finding,)))

        assert [(each.rule, each.verdict) for each in run.results] == [
            ("LLP_LAYER_10", Verdict.FAIL),
            ("LLP_LAYER_2", Verdict.PASS),
        ]
        assert run.results[0].reason == (
            "A: a handle of its own is passed down; VK_LAYER_TEST_A + VK_LAYER_TEST_C is enough for that; "
            "the order does not matter"
        )
        assert run.results[0].evidence["findings"] == [
            {
                "fact": "A: a handle of its own is passed down",
                "layer": "VK_LAYER_TEST_A",
                "smallest": ["VK_LAYER_TEST_A", "VK_LAYER_TEST_C"],
                "harmless": [],
            }
        ]

    def test_what_was_not_judged_is_skipped_with_its_reason(self, tmp_path: Path, wanted: RunRequest) -> None:
        """No verdict without a run."""
        [result] = results(tmp_path, wanted, OrderVerdict(order("AB"), missing="A keeps no company")).results

        assert (result.verdict, result.reason) == (Verdict.SKIP, "A keeps no company")

    def test_one_rule_can_be_asked_for(self, tmp_path: Path, wanted: RunRequest) -> None:
        """Results of other rules are left out."""
        asked = replace(wanted, rules=("LLP_LAYER_10",))

        run = results(tmp_path, asked, OrderVerdict(order("AB"), (Finding(WRONG, order("AB")),)))

        assert [each.rule for each in run.results] == ["LLP_LAYER_10"]

    def test_a_full_profile_takes_both_drivers(self, tmp_path: Path, wanted: RunRequest) -> None:
        """A case's name tells the driver, and can choose it."""
        full = replace(wanted, profile="full")

        both = results(tmp_path, full, OrderVerdict(order("AB")))
        one = results(tmp_path, replace(full, cases=("together[lavapipe]",)), OrderVerdict(order("AB")))

        assert [each.case for each in both.results] == ["together[mock]", "together[lavapipe]"]
        assert [each.case for each in one.results] == ["together[lavapipe]"]

    def test_a_manifest_of_several_layers_is_replayed_as_a_whole(self, tmp_path: Path) -> None:
        """One of its layers cannot be named alone."""
        path = tmp_path / "two.json"
        entries = [json.loads(Path(layer(tmp_path, letter)).read_text())["layer"] for letter in "AB"]
        path.write_text(json.dumps({"file_format_version": "1.1.2", "layers": entries}))
        wanted = RunRequest(layers=(str(path), layer(tmp_path, "C")), together="all", profile="quick")

        [result] = results(tmp_path, wanted, OrderVerdict(order("AC"))).results

        assert result.repro.startswith(
            f"refloader conform --together --layer {path} --layer {tmp_path}/C.json --rule"
        )

    def test_orders_that_are_spelled_alike(self, tmp_path: Path) -> None:
        """No name of a layer has two orders be one subject, which would end the run with nothing judged."""
        path = tmp_path / "odd.json"
        entry = json.loads(Path(layer(tmp_path, "A")).read_text())["layer"]
        names = ["A\\x1b (3)", "A\\x1b", "A\x1b"]
        entries = [{**entry, "name": name} for name in names]
        path.write_text(json.dumps({"file_format_version": "1.1.2", "layers": entries}))
        wanted = RunRequest(layers=(str(path),), together="all", profile="quick")

        run = results(tmp_path, wanted, *(OrderVerdict((name,)) for name in names))

        assert [each.subject for each in run.results] == [r"A\x1b (3)", r"A\x1b", r"A\x1b (2)"]

    def test_an_interrupt_leaves_a_truncated_run(self, tmp_path: Path, wanted: RunRequest) -> None:
        """What was found by then is kept."""

        def judge(layers: Sequence[LayerSubject], driver: Driver, which: Which) -> Iterator[OrderVerdict]:
            yield OrderVerdict(order("AB"))
            raise KeyboardInterrupt

        run = sets.run(wanted, str(tmp_path / "results.ndjson"), "", judge)

        assert (run.footer, len(run.results)) == (None, 1)

    def test_how_far_it_is(self, tmp_path: Path, wanted: RunRequest) -> None:
        """It is told before the first order and after each, with how many have findings."""
        found = [OrderVerdict(order("AB")), OrderVerdict(order("BA"), (Finding(CRASH, order("BA")),))]
        heard: list[Progress] = []

        def judge(layers: Sequence[LayerSubject], driver: Driver, which: Which) -> Iterator[OrderVerdict]:
            return iter(found)

        sets.run(wanted, str(tmp_path / "results.ndjson"), "", judge, heard.append)

        assert [(each.done, each.total, each.failed) for each in heard if not each.step] == [
            (0, 11, 0),
            (1, 11, 0),
            (2, 11, 1),
        ]
        assert [each.step for each in heard if each.step] == [
            "looking at the layers",
            "describing this machine",
            "reading the results",
        ]
        assert [each.case for each in heard if not each.step][-1] == "VK_LAYER_TEST_B + VK_LAYER_TEST_A"


class TestMembers:
    """What can be put together."""

    def test_two_layers_of_one_name_cannot(self, tmp_path: Path) -> None:
        """A loader would take the first of them."""
        (tmp_path / "other").mkdir()
        paths = (layer(tmp_path, "A"), layer(tmp_path / "other", "A"))

        with pytest.raises(WrongUsageError, match='2 of the layers are named "VK_LAYER_TEST_A"'):
            sets.members(paths)

    def test_there_has_to_be_a_layer(self, tmp_path: Path) -> None:
        """A file that describes none is no set."""
        (tmp_path / "x.json").write_text("{}")

        with pytest.raises(WrongUsageError, match="none of the manifests describes a layer"):
            sets.members((str(tmp_path / "x.json"),))


def _why_not() -> str:
    try:
        dropin_library()
    except LoaderError as error:
        return str(error)
    return "" if mock_library("mock_layer") and mock_library("mock_icd") else "the mocks are not built"


@pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "built")
class TestMocks:
    """Mock layers in real chains on the mock driver."""

    def test_clean_layers_keep_company(self, tmp_path: Path) -> None:
        """Two of them, in both orders."""
        library = mock_library("mock_layer") or ""
        paths = tuple(layer(tmp_path, letter, library) for letter in "AB")

        run = sets.run(
            RunRequest(layers=paths, together="all", profile="quick"), str(tmp_path / "results.ndjson")
        )

        assert [(each.subject, each.verdict, each.reason) for each in run.results] == [
            ("VK_LAYER_TEST_A", Verdict.PASS, ""),
            ("VK_LAYER_TEST_B", Verdict.PASS, ""),
            ("VK_LAYER_TEST_A + VK_LAYER_TEST_B", Verdict.PASS, ""),
            ("VK_LAYER_TEST_B + VK_LAYER_TEST_A", Verdict.PASS, ""),
        ]

    @pytest.mark.rule("LLP_LAYER_12")
    def test_a_link_that_is_not_advanced_harms_who_is_below(self, tmp_path: Path) -> None:
        """Alone it harms nobody; above another layer it sends that one to itself. The whole set is put down to it."""
        library = mock_library("mock_layer") or ""
        clean = [layer(tmp_path, letter, library) for letter in "BC"]
        bad = layer(tmp_path, "A", library, "violate=LLP_LAYER_12")
        wanted = RunRequest(layers=(clean[0], bad, clean[1]), together="all", profile="quick")

        run = sets.run(wanted, str(tmp_path / "results.ndjson"))

        harm = {each.subject: each for each in run.results if each.rule == "LLP_LAYER_2"}
        assert harm["VK_LAYER_TEST_A"].verdict is Verdict.PASS
        assert harm["VK_LAYER_TEST_B + VK_LAYER_TEST_A"].verdict is Verdict.PASS
        assert _told(harm["VK_LAYER_TEST_A + VK_LAYER_TEST_B"]) == (True, [])
        whole = harm["VK_LAYER_TEST_B + VK_LAYER_TEST_A + VK_LAYER_TEST_C"]
        assert _told(whole) == (True, ["VK_LAYER_TEST_A", "VK_LAYER_TEST_C"])


def _told(result: Result) -> tuple[bool, list[str]]:
    """Whether the set is harmed, and the smaller part that it is put down to, if any."""
    smallest = result.evidence["findings"][0]["smallest"]  # type: ignore[index]
    return result.verdict in (Verdict.CRASH, Verdict.FAIL, Verdict.TIMEOUT), (
        [] if " + ".join(smallest) == result.subject else smallest
    )
