"""Subjects of two runs are matched by what they are called, where they lie, and at last by being the only ones."""

from dataclasses import replace

from refloader.report.differences.pairing import Pair, pairs
from refloader.results.results_file import Subject


def driver(name: str, path: str = "") -> Subject:
    """A driver of that name."""
    return Subject("driver", name, path or f"/icd.d/{name}", "", "")


class TestPairs:
    """Each subject is in one pair, in the order of the newer run."""

    def test_names_come_first(self) -> None:
        """Two that have changed places are matched by name."""
        one, two = driver("one", "/a"), driver("two", "/b")
        moved = driver("one", "/b"), driver("two", "/a")

        assert pairs((one, two), moved) == (Pair(one, moved[0]), Pair(two, moved[1]))

    def test_kinds_never_mix(self) -> None:
        """A layer and a driver of one name are two subjects."""
        layer = Subject("layer", "x", "/x", "", "")

        assert pairs((driver("x", "/x"),), (layer,)) == (Pair(None, layer), Pair(driver("x", "/x"), None))

    def test_a_path_tells_who_was_renamed(self) -> None:
        """Names depend on who else is in the run; the path does not."""
        old, new = driver("x.json", "/a/x.json"), driver("/a/x.json", "/a/x.json")
        others = driver("a", "/a"), driver("b", "/b")

        found = pairs((old, others[0]), (new, others[1]))

        assert found[0] == Pair(old, new, "it is the same path")
        assert found[1:] == (Pair(None, others[1]), Pair(others[0], None))

    def test_a_file_of_the_same_name_elsewhere(self) -> None:
        """The new build lies in another folder."""
        old, new = driver("o", "/old/x.json"), driver("n", "/new/x.json")

        assert pairs((old, driver("z")), (new, driver("y")))[0] == Pair(
            old, new, "its file has the same name"
        )

    def test_two_files_of_the_same_name_are_not_guessed(self) -> None:
        """Which of them it is cannot be known."""
        old = driver("a", "/a/x.json"), driver("b", "/b/x.json")
        new = driver("c", "/c/x.json")

        assert pairs(old, (new,)) == (Pair(None, new), Pair(old[0], None), Pair(old[1], None))

    def test_a_merge_and_a_run_of_one_of_its_machines(self) -> None:
        """A merge calls what several machines have by another name than the run of one does."""
        merged = tuple(
            replace(driver(f"a.json [{machine}]", "/a.json"), own_name="a.json", environment=machine)
            for machine in ("arm", "x86")
        )
        alone = driver("a.json")

        found = pairs(merged, (alone,), ("", "x86"))

        assert found == (
            Pair(merged[1], alone, "runs of that machine call it so"),
            Pair(merged[0], None),
        )
        assert pairs((alone,), merged, ("x86", ""))[1].old == alone
        assert pairs(merged, (alone,), ("", "ppc"))[0] == Pair(None, alone)

    def test_a_machine_on_which_two_are_called_so(self) -> None:
        """Which of two builds it is cannot be known."""
        merged = tuple(
            replace(driver(f"a.json [x86, {build}]", f"/{build}"), own_name="a.json", environment="x86")
            for build in ("one", "two")
        )

        assert pairs(merged, (driver("a.json"),), ("", "x86"))[0].old is None

    def test_the_only_one_of_each_run(self) -> None:
        """A lab judges one driver, whatever its file is called this week."""
        old, new = driver("550.json"), driver("560.json")

        assert pairs((old,), (new,)) == (Pair(old, new, "each run has one of the kind"),)
        assert len(pairs((old,), (new, driver("mesa.json")))) == 3
