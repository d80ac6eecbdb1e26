"""No verb writes its document over a file that the document is made from, whatever the two are called."""

from pathlib import Path

import pytest
from verbs import Run, manifest

from refloader.results.results_file import Header, Result, Verdict, Writer


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """The results of a run of one case, in a folder of runs."""
    (tmp_path / "runs" / "one").mkdir(parents=True)
    path = tmp_path / "runs" / "one" / "results.ndjson"
    header = Header("0", "c", (), {}, "2026-03-01T10:00:00+00:00", "2026", "refloader conform")
    with Writer(str(path), header) as writer:
        writer.write(Result("LLP_LAYER_6", "reference", "c", Verdict.PASS))
    return path


@pytest.mark.parametrize("verb", ["diff", "trend", "report"])
@pytest.mark.parametrize("linked", [False, True])
def test_results(run: Run, results: Path, tmp_path: Path, verb: str, linked: bool) -> None:
    """They are what cannot be made again."""
    before = results.read_bytes()
    output = tmp_path / "link" if linked else results
    if linked:
        output.symlink_to(results)
    words = {
        "diff": [str(results.parent), str(results)],
        "trend": [str(tmp_path / "runs")],
        "report": [str(results)],
    }

    done = run(verb, *words[verb], "-o", str(output))

    assert (done.exit_code, "would replace" in done.stderr) == (2, True)
    assert results.read_bytes() == before


@pytest.mark.parametrize("named", ["file", "folder", "tree"])
def test_manifests(run: Run, tmp_path: Path, named: str) -> None:
    """Neither what is named, nor what lies in a folder that is."""
    path = Path(manifest(tmp_path))
    before = path.read_bytes()
    words = {"file": [str(path)], "folder": [str(tmp_path)], "tree": ["--root", str(tmp_path), path.name]}

    done = run("lint", *words[named], "--format", "sarif", "-o", str(path))

    assert (done.exit_code, "would replace" in done.stderr) == (2, True)
    assert path.read_bytes() == before
