"""Tests of the mock layer under sanitizers: eight threads, each with instances and devices of its own."""

import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[3]
STRICT = (
    "-std=c11",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-O1",
    "-g",
    "-pthread",
    f"-I{ROOT}/refloader/native/include",
)
UNITS = (
    *(str(path) for path in sorted((ROOT / "mock_layers").glob("*.c"))),
    str(ROOT / "refloader/native/include/mock_common.c"),
)
ALL_KINDS = "wrap=instance,physical_device,device,queue,command_buffer"


def build(folder: Path, sanitizer: str) -> None:
    """The program and a layer beside it; skips where the compiler has no such sanitizer."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler (Debian: gcc)")
    options = (*STRICT, f"-fsanitize={sanitizer}")
    layer = ("-shared", "-fPIC", "-DEXPORT_NEGOTIATE", *UNITS, "-ldl")
    for source, target in (
        (layer, "layer.so"),
        ((str(ROOT / "tests/native/mocks/layer_threads.c"), "-ldl"), "program"),
    ):
        made = subprocess.run(
            ["cc", *options, *source, "-o", str(folder / target)],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        if "cannot find" in made.stderr or "unsupported" in made.stderr:
            pytest.skip(f"the compiler has no {sanitizer} sanitizer")
        assert (made.returncode, made.stderr) == (0, "")


class TestThreads:
    """Instances and devices may be made, used and destroyed on any number of threads at once."""

    @pytest.mark.timeout(300)
    @pytest.mark.parametrize("sanitizer", ["thread", "address,undefined"])
    def test_eight_threads(self, tmp_path: Path, sanitizer: str) -> None:
        """Neither the plain layer nor one that stands in front of everything gives a sanitizer cause to speak."""
        build(tmp_path, sanitizer)
        flags = ("", ALL_KINDS, f"{ALL_KINDS}\nintercept=*\ntrace={tmp_path}/trace")

        said = []
        for text in flags:
            (tmp_path / "layer.so.flags").write_text(f"{text}\n", encoding="utf-8")
            command = [str(tmp_path / "program"), str(tmp_path / "layer.so"), "40"]
            run = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
            said.append((run.returncode, run.stderr))

        assert said == [(0, "")] * 3
        assert "VIOLATION" not in (tmp_path / "trace").read_text(encoding="utf-8")
