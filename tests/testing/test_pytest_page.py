"""The examples of docs/pytest.md work as they stand, on a layer that is there."""

import re
import shutil
from pathlib import Path

import pytest
from vendors import Vendor

from refloader.sandbox.loader import system_loader

pytestmark = pytest.mark.slow

PAGE = Path(__file__).parent.parent.parent / "docs" / "pytest.md"
BLOCKS = re.compile(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXAMPLES = dict(BLOCKS.findall(PAGE.read_text(encoding="utf-8")))


@pytest.fixture
def project(tmp_path: Path, layer_folder: Path) -> Path:
    """A project with all files of the page and the layer that they are about."""
    shutil.copytree(layer_folder, tmp_path / "build")
    for name, text in EXAMPLES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.skipif(system_loader() is None, reason="the page asks libvulkan.so.1, which is not installed")
@pytest.mark.skipif(
    shutil.which("vulkaninfo") is None, reason="the page runs vulkaninfo, which is not installed"
)
@pytest.mark.parametrize("xdist", [False, True], ids=["alone", "xdist"])
def test_every_example_passes(project: Path, vendor: Vendor, *, xdist: bool) -> None:
    """All tests of the page pass on the reference and on the machine's loader."""
    names = [name for name in EXAMPLES if name.startswith("test_")]

    done = vendor(*names, xdist=xdist)

    assert len(names) == 6
    assert "16 passed" in done.stdout, done.stdout
    assert done.returncode == 0


def test_every_fixture_is_on_the_page() -> None:
    """What the plugin gives is what the page tells of."""
    plugin = PAGE.parent.parent / "refloader" / "testing" / "plugin.py"
    given = set(re.findall(r"^def (refloader_\w+)\(", plugin.read_text(encoding="utf-8"), re.MULTILINE))

    told = set(re.findall(r"^\| `(refloader_\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))

    assert given == told
