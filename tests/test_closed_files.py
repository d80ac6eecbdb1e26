"""Files that are there and may not be read: who asks is told which, and that it has to be readable."""

import json
from pathlib import Path

import pytest

from refloader.host.machines.root import RootHost
from refloader.host.port import SIZE_LIMIT, Content, Failure, Trouble
from refloader.inspect.explain import explain
from refloader.inspect.explain.answers import answers_of
from refloader.inspect.whatif.change import ChangeKind
from refloader.model.edition import LATEST
from refloader.model.request import Build, Request

LAYER = "/usr/share/vulkan/explicit_layer.d/capture.json"
DRIVER = "/usr/share/vulkan/icd.d/soft.json"
LIBRARY = "/usr/lib/libcapture.so"


class _Closed(RootHost):
    """A tree with two files that this user may not read."""

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        return Failure(Trouble.DENIED) if path in (LAYER, DRIVER) else super().read(path, limit)


class _ClosedLibrary(RootHost):
    """A tree with a library that this user may not read."""

    def head(self, path: str, size: int) -> Content | Failure:
        return Failure(Trouble.DENIED) if path == LIBRARY else super().head(path, size)


def test_a_closed_library_is_there(tmp_path: Path) -> None:
    """Its permission is asked for, and nobody is told to install it."""
    manifest = {
        "name": "VK_LAYER_TEST_capture",
        "type": "GLOBAL",
        "library_path": LIBRARY,
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "",
    }
    for path, text in (
        (LAYER, json.dumps({"file_format_version": "1.2.0", "layer": manifest})),
        (LIBRARY, "closed"),
    ):
        file = tmp_path / path.lstrip("/")
        file.parent.mkdir(parents=True)
        file.write_text(text)
    host, build = _ClosedLibrary(str(tmp_path), {}), Build()
    request = Request(layers=("VK_LAYER_TEST_capture",))

    explanation = explain(host, request, LATEST, build, ["VK_LAYER_TEST_capture"])
    answer = answers_of(explanation, host, request, build)[0]

    assert "permission denied" in answer.why
    assert [(change.kind, change.what) for change in answer.changes] == [(ChangeKind.PERMIT, LIBRARY)]


@pytest.mark.parametrize(("index", "path"), [(0, LAYER), (1, DRIVER)])
def test_a_closed_file_is_named(tmp_path: Path, index: int, path: str) -> None:
    """Nobody is told to install what is there."""
    for each in (LAYER, DRIVER):
        file = tmp_path / each.lstrip("/")
        file.parent.mkdir(parents=True)
        file.write_text("{}")
    host, request, build = _Closed(str(tmp_path), {}), Request(), Build()

    explanation = explain(host, request, LATEST, build, ["VK_LAYER_TEST_capture"])
    answer = answers_of(explanation, host, request, build)[index]

    assert "permission denied" in answer.why
    assert [(change.kind, change.what) for change in answer.changes] == [(ChangeKind.PERMIT, path)]
