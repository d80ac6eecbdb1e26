"""The commands of the documents, run as they stand there, in a folder that has the files that they name.

Runs what reads files and answers. What runs libraries or programs, installs, or takes minutes is named in ``LEFT``.
"""

import glob
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from hive_files import hive
from packages_made import cpio, deb, files, tar
from test_docs import COMMANDS, TOP, name_of

from refloader.cli.main import main

_FENCE = re.compile(r"^( *)```(?:sh|bash|console)\n(.*?)^\1```", re.DOTALL | re.MULTILINE)
_ANSWERS = ("ages", "completion", "config", "diff", "doctor", "explain", "lint", "report", "rules", "schema")
_ANSWERS += ("snapshot", "trend", "export-scenarios")
LEFT = {
    "--pid": "a program that runs",
    "--container": "a container",
    "--target": "the root of a distribution",
    "--probe": "runs a library",
    "ages here": "the loader of the machine",
    "--as-loader here": "the loader of the machine",
    "vkcube": "runs a program",
    "vulkaninfo": "runs a program",
    "/srv/image": "a folder at that path",
    "/mnt/image": "a folder at that path",
    "~/": "the user's home folder",
    "fpath": "another shell",
    "game.rec": "a recording",
    "trend history": "runs of weeks",
    "reports/loaders": "reads all published results: a minute",
}
"""What a command has in it that cannot be run here, and what it would take."""

_WRONG = (2, 3)
"""The exit codes that say that a command cannot do what it is for; 1 is a finding."""


def shown(path: Path) -> Iterator[str]:
    """The lines of a document's shell blocks that call a verb that answers."""
    for _, block in _FENCE.findall(path.read_text(encoding="utf-8")):
        for line in block.replace("\\\n", " ").splitlines():
            command = re.sub(r"\s+#(?:\s.*)?$", "", line.strip()).removeprefix("python -m ")
            verb = re.match(r"refloader ([a-z-]+)", command)
            if verb and verb[1] in _ANSWERS and not any(each in command for each in LEFT):
                yield command


LINES = list(dict.fromkeys((name_of(path), line) for path in COMMANDS for line in shown(path)))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the documents name."""
    top = tmp_path_factory.mktemp("workshop")
    for name in ("fixtures", "reports"):
        (top / name).symlink_to(TOP / name)
    layer = TOP / "fixtures/manifests/nsight-compute-2025.3/VkLayer_nsight-sys_linux.json"
    driver = '{"file_format_version": "1.0.1", "ICD": {"library_path": "libx.so", "api_version": "1.3.0"}}'
    for place in ("VkLayer_mine.json", "layers/VkLayer_mine.json", "installer/VkLayer_mine.json"):
        (top / place).parent.mkdir(exist_ok=True)
        shutil.copy(layer, top / place)
    (top / "mine_icd.json").write_text(driver, encoding="utf-8")
    for root in ("build/staging", "build/destdir", "build/image", "image", "app", "runtime/files"):
        folder = top / root / "usr/share/vulkan/explicit_layer.d"
        folder.mkdir(parents=True)
        shutil.copy(layer, folder)
    _packages(top)
    registry = TOP / "fixtures/registry/overlay.reg"
    for place in ("export.reg", "software.reg", "installer/install.reg"):
        shutil.copy(registry, top / place)
    for name in ("SOFTWARE", "SYSTEM"):
        (top / name).write_bytes(hive({}))
    _results(top)
    for place in ("machine.json", "before.json"):
        done = CliRunner().invoke(main, ["snapshot", "--root", str(top / "image"), "-o", str(top / place)])
        assert done.exit_code == 0, done.output
    for place in ("pasted.txt", "steam.log"):
        shutil.copy(TOP / "fixtures/logs/debian-12-loader.log", top / place)
    shutil.copy(TOP / "fixtures/profiles/vendor-partition.toml", top / "my-fork.toml")
    return top


def _packages(top: Path) -> None:
    driver = b'{"file_format_version": "1.0.1", "ICD": {"library_path": "libx.so", "api_version": "1.3.0"}}'
    package = deb(tar({**files(), "usr/share/vulkan/icd.d/x.json": driver}))
    (top / "dist").mkdir()
    for name in ("mangohud_0.8-1_amd64.deb", "driver_amd64.deb", "driver_i386.deb", "dist/layer.deb"):
        (top / name).write_bytes(package)
    for name in ("steam-layer.x86_64.rpm", "dist/layer.rpm"):
        (top / name).write_bytes(cpio(files()))
    (top / "dist/layer-1.0-py3-none-any.whl").write_bytes(tar(files()))


def _results(top: Path) -> None:
    layers = TOP / "reports/debian-12-layers"
    for place, name in (
        ("results", "MangoHud"),
        ("old", "vkBasalt"),
        ("new", "vkBasalt"),
        ("results-1", "MangoHud"),
        ("results-2", "vkBasalt"),
        ("lab", "MangoHud"),
        ("laptop", "MangoHud"),
        ("again", "MangoHud"),
        ("build/refloader/results/order", "MangoHud"),
    ):
        (top / place).mkdir(parents=True)
        shutil.copy(layers / f"{name}.ndjson", top / place / "results.ndjson")


@pytest.mark.parametrize(("page", "line"), LINES, ids=[f"{page}: {line}" for page, line in LINES])
def test_a_command_of_the_documents_does_its_work(
    workshop: Path, page: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it finds, it is no wrong usage."""
    monkeypatch.chdir(workshop)
    command, _, given = line.partition(" < ")
    words = [file for word in shlex.split(command)[1:] for file in sorted(glob.glob(word)) or [word]]
    stdin = Path(given).read_bytes() if given else b""

    done = CliRunner().invoke(main, words, input=stdin, catch_exceptions=False)

    assert done.exit_code not in _WRONG, f"{page}: {done.output}"


def test_most_pages_have_a_command_that_is_run() -> None:
    """The reader of the pages finds them."""
    assert len(LINES) > 60
    assert {"README.md", "docs/lint.md", "docs/explain.md", "docs/packages.md"} <= {page for page, _ in LINES}
