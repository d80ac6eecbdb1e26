"""Makes what options read, of any size: profiles of forks, results that replace others, many releases."""

from pathlib import Path

from grown_manifests import a_tree
from grown_runs import mixed, written

from refloader.results.results_file import Result, Subject, Verdict


def a_profile_of_folders(folder: Path, total: int) -> list[str]:
    """A profile that has many folders, on a machine with a manifest or two."""
    bases = ", ".join(f'"/vendor/{number}"' for number in range(total))
    return _explained(folder, f"[search]\nbases = [{bases}]\n")


def a_profile_of_variables(folder: Path, total: int) -> list[str]:
    """A profile that ignores many variables, the same ones again and again."""
    names = ", ".join('"VK_LAYER_PATH", "VK_DRIVER_FILES"' for _ in range(total))
    return _explained(folder, f"[variables]\nignored = [{names}]\n")


def _explained(folder: Path, profile: str) -> list[str]:
    words = a_tree(folder, 2)
    (folder / "fork.toml").write_text(f'schema = "refloader.profile/1"\nname = "grown"\n{profile}')
    return [*words, "--profile", str(folder / "fork.toml")]


def retried(folder: Path, total: int) -> list[str]:
    """Results of which each is replaced by a later one."""
    again = written(folder / "again", mixed(total, 1))
    return ["report", written(folder, mixed(total)), "--retry", again]


def releases(folder: Path, total: int) -> list[str]:
    """Results of loaders of many releases, each with findings of its own."""
    subjects = tuple(
        Subject("loader", f"l{n}", f"/usr/lib/l{n}.so", f"1.3.{n % 400}", "ab" * 32) for n in range(total)
    )
    found = [
        Result(
            "LLP_LOADER_1",
            f"l{n}",
            f"case[{n % 7}]",
            Verdict.FAIL,
            f"actual: {n % 5}",
            {},
            "refloader x",
            0.01,
        )
        for n in range(total)
    ]
    return ["report", "--by-release", written(folder, found, subjects)]
