"""A claim on a large run is packed and verified in seconds."""

import json
import time
from pathlib import Path

import pytest

from refloader.claims.packing import pack
from refloader.claims.verifying import verify

pytestmark = pytest.mark.slow

RESULTS, SECONDS = 20_000, 10.0
EVIDENCE = {f"line {number}": "vkCreateInstance api=1.3 exts=2 layers=1 " * 5 for number in range(20)}


@pytest.fixture
def large_run(core_run: Path, tmp_path: Path) -> Path:
    """The results of twenty thousand cases, some 90 MB with their evidence."""
    header, *some, footer = map(json.loads, core_run.read_text().splitlines())
    path = tmp_path / "results.ndjson"
    counts = {**dict.fromkeys(footer["counts"], 0), some[0]["verdict"]: RESULTS}
    with path.open("w") as file:
        file.write(f"{json.dumps(header)}\n")
        for number in range(RESULTS):
            row = {**some[0], "case": f"large/case[{number}]", "evidence": {**EVIDENCE, "number": number}}
            file.write(f"{json.dumps(row)}\n")
        file.write(f"{json.dumps({**footer, 'counts': counts})}\n")
    return path


def test_a_large_run(large_run: Path) -> None:
    """Ten seconds of the processor are more than both take together."""
    assert large_run.stat().st_size > 80 << 20
    began = time.process_time()

    packed = pack([str(large_run)])
    found = verify(packed.data)

    assert time.process_time() - began < SECONDS
    assert found.problems == ()
    assert packed.claim.totals.results == RESULTS
