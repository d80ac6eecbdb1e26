"""Scenarios for the runner in C: what is written of a case, and which cases are left out."""

import shutil
import subprocess
from pathlib import Path

import pytest

from refloader.scenario.corpus import Case, expectations
from refloader.scenario.drafting import shipped_cases
from refloader.scenario.scenario import World
from refloader.suite.loaders import c_cases, ctest_project

TOP = Path(__file__).parents[3]


def written(case: Case, folder: Path) -> list[str]:
    """The lines of the case's file."""
    c_cases.save(case, str(folder / "case"))
    return (folder / "case/case.txt").read_text(encoding="ascii").splitlines()


def case_of(world: World, **expect: object) -> Case:
    """A case that expects this of the newest edition."""
    return Case("order/mine", world.scenario(), ("LLP_LAYER_9",), expectations({"2026": expect}))


class TestCases:
    """A case says everything that the runner needs."""

    def test_the_machine(self, tmp_path: Path) -> None:
        """Files lie in the tree; libraries are named by the mock, with their flags."""
        world = World()
        world.driver("plain")

        lines = written(case_of(world, chain=[]), tmp_path)

        assert "file /usr/share/vulkan/icd.d/plain.json" in lines
        assert (
            lines[lines.index("library /usr/share/vulkan/icd.d/libplain.so mock_icd") + 1]
            == "flag name=plain"
        )
        assert (tmp_path / "case/tree/usr/share/vulkan/icd.d/plain.json").is_file()
        assert "\nopen @\n" in (tmp_path / "case/script.txt").read_text(encoding="ascii")

    @pytest.mark.parametrize(
        ("expect", "line"),
        [
            ({"result": "VK_SUCCESS"}, "expect result % list =VK_SUCCESS"),
            ({"chain": ["a", {"any_order": ["b", "c d"]}]}, "expect chain % list =a a2 =b =c%20d"),
            ({"layers": {"includes": ["a"], "excludes": ["b"]}}, "expect layers % some +a -b"),
            ({"extensions": {"": [{"maybe": ["x"]}]}}, "expect extensions % list m1 =x"),
            ({"versions": {"a": {"x": 3}}}, "expect versions a value x n3"),
            ({"answers": {"made": -9}}, "expect answers made value % n-9"),
            ({"answers": {"found": {"names": ["one"]}}}, "expect answers found value names.0 tone"),
            ({"answers": {"found": {"names": ["one"]}}}, "expect answers found value names.# n1"),
        ],
    )
    def test_an_expectation(self, tmp_path: Path, expect: dict[str, object], line: str) -> None:
        """Patterns are words; values are compared with the lines in which the agent answers."""
        assert line in written(case_of(World(), **expect), tmp_path)

    def test_another_reading_has_the_whole_outcome(self, tmp_path: Path) -> None:
        """What it does not change is expected as before."""
        other = {"ambiguity": "AMB-FIGURE-ORDER", "chain": ["b"]}

        lines = written(case_of(World(), result="VK_SUCCESS", chain=["a"], tolerated=[other]), tmp_path)

        assert lines[lines.index("reading AMB-FIGURE-ORDER#0") :] == [
            "reading AMB-FIGURE-ORDER#0",
            "expect result % list =VK_SUCCESS",
            "expect chain % list =b",
        ]

    def test_what_older_loaders_do_not_know(self, tmp_path: Path) -> None:
        """The release is named, so that the runner leaves the case out."""
        world = World()
        world.variable("VK_LOADER_LAYERS_ALLOW", "a")

        assert "needs 1.3.262 VK_LOADER_LAYERS_ALLOW" in written(case_of(world, chain=[]), tmp_path)


class TestWhatIsLeftOut:
    """It is counted and named."""

    def test_of_the_corpus(self) -> None:
        """Other systems and privilege alone: every Linux scenario of an ordinary program is there."""
        reasons = {c_cases.why_not(each) for each in shipped_cases()}

        assert reasons == {"", "it is of another system", "its program has privilege"}

    def test_without_expectations(self) -> None:
        """Nothing can be judged."""
        assert c_cases.why_not(Case("mine", World().scenario())) == "it says nothing of what is expected"


def test_results_have_their_names_in_the_runner() -> None:
    """Every VkResult that a case expects is one that the runner can tell by its name."""
    runner = (TOP / "refloader/probes/ctest/judge.c").read_text(encoding="utf-8")
    expected = {
        name
        for case in shipped_cases()
        if not c_cases.why_not(case)
        for each in (case.expect or {}).values()
        for outcome in (each.outcome, *(other.outcome for other in each.tolerated))
        for item in outcome.get(("result",), ())
        for name in ([item] if isinstance(item, str) else [n for names in item.values() for n in names])
    }

    assert {"VK_SUCCESS", "VK_ERROR_INCOMPATIBLE_DRIVER"} <= expected
    assert {name for name in expected if f'"{name}"' not in runner} == set()


def test_complaints_have_the_rules_of_their_edition() -> None:
    """A policy that an edition does not have yet is named by the older rule that says the same, or left out."""
    lines = c_cases.table(["VIOLATES LDP_LOADER_9: ...", "NO-SUCH_RULE-1"]).splitlines()

    assert "2026 LDP_LOADER_9 LDP_LOADER_9" in lines
    assert "2016 LDP_LOADER_9 EXT-FILTER-01" in lines
    assert not any("NO-SUCH" in each for each in lines)


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler (gcc)")
def test_what_the_sources_include_is_there(tmp_path: Path) -> None:
    """Each unit of the project finds its headers, whichever folders they come from."""
    ctest_project.write(str(tmp_path), ())
    units = sorted(map(str, (tmp_path / "src").rglob("*.c")))
    headers = [f"-I{tmp_path / 'src/refloader' / each}" for each in ("native/include", "probes/agent")]

    words = ["cc", "-M", *headers, *units]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)

    assert len(units) > 60
    assert (done.returncode, done.stderr) == (0, "")


def test_without_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An installation from a wheel has no C files, and says what does: also one that was made from a checkout."""
    monkeypatch.setattr(ctest_project, "_TOP", str(tmp_path))

    why = ctest_project.why_not()

    assert "A checkout of refloader's sources has them" in why
    assert "`python -m refloader export-scenarios --ctest ...` there" in why
    assert "`pip install -e .`" in why
