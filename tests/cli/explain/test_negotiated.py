"""``explain NAME`` asks the library of an active layer in the sandbox to negotiate, and says what it answered."""

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from verbs import checked_json

from refloader.cli.main import main
from refloader.sandbox import world
from refloader.sandbox.layouts import Way

COMPILER = shutil.which("gcc") or shutil.which("cc")
NAME = "VK_LAYER_TEST_negotiates"
SOURCE = """
struct offer { int type; void *next; unsigned version; void *instance, *device, *physical; };
void *vkGetInstanceProcAddr(void *instance, const char *name) { return 0; }
void *vkGetDeviceProcAddr(void *device, const char *name) { return 0; }
int vkNegotiateLoaderLayerInterfaceVersion(struct offer *offer) {
    offer->instance = vkGetInstanceProcAddr; offer->device = vkGetDeviceProcAddr; offer->physical = 0;
    %s
}
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="there is no C compiler"),
    pytest.mark.skipif(world.capabilities().way is Way.VARIABLES, reason="this machine allows no namespaces"),
]

Ask = Callable[..., dict[str, Any]]


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Build a layer that ends its negotiation by some lines, and return the answer on it."""

    def call(*lines: str, options: tuple[str, ...] = ()) -> dict[str, Any]:
        (tmp_path / "layer.c").write_text(SOURCE % " ".join(lines))
        library = tmp_path / "libVkLayer_negotiates.so"
        assert COMPILER is not None
        subprocess.run([COMPILER, "-shared", "-fPIC", "-o", library, tmp_path / "layer.c"], check=True)
        layer = {
            "name": NAME,
            "type": "GLOBAL",
            "library_path": str(library),
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "",
        }
        (tmp_path / "layer.json").write_text(json.dumps({"file_format_version": "1.2.0", "layer": layer}))
        monkeypatch.setenv("VK_LAYER_PATH", str(tmp_path))
        monkeypatch.setenv("VK_INSTANCE_LAYERS", NAME)
        result = CliRunner().invoke(main, ["explain", NAME, *options, "--format", "json"])
        answer: dict[str, Any] = checked_json(result, "explain-1")["answers"][0]
        return answer

    return call


def test_a_layer_that_agrees(ask: Ask) -> None:
    """It is active, and was seen to agree."""
    answer = ask("if (offer->version > 2) offer->version = 2;", "return 0;")

    assert (answer["state"], answer["negotiates"]) == ("active", True)


@pytest.mark.parametrize(
    ("line", "said", "rule"),
    [
        ("return -3;", "returns VK_ERROR_INITIALIZATION_FAILED", "NEGOTIATE-LAYER-06"),
        ("offer->version = 7; return 0;", "with version 7", "NEGOTIATE-LAYER-04"),
        ("offer->instance = 0; return 0;", "gives no vkGetInstanceProcAddr", "NEGOTIATE-LAYER-09"),
        ("__builtin_trap();", "crashes in vkNegotiateLoaderLayerInterfaceVersion", ""),
    ],
)
def test_a_layer_that_no_loader_enters(ask: Ask, line: str, said: str, rule: str) -> None:
    """Its files are right: what was seen is the answer."""
    answer = ask(line)

    assert answer["state"] == "active, but its library cannot be loaded"
    assert said in answer["why"]
    assert (answer["rule"], answer["negotiates"]) == (rule, False)


def test_a_layer_of_an_older_interface(ask: Ask) -> None:
    """One that has only version 1 is entered by its exports: that speaks against no layer."""
    answer = ask("offer->version = 1; offer->instance = 0; return 0;")

    assert answer["state"] == "active"


def test_nothing_is_run(ask: Ask) -> None:
    """With --no-run the answer is by the files alone."""
    answer = ask("return -3;", options=("--no-run",))

    assert answer["state"] == "active"
    assert "negotiates" not in answer
