"""Layers and drivers whose library is built with a sanitizer: they are read, not run, and break no rule by that."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.results.coverage import lacking
from refloader.suite.subjects.driver import driver_from
from refloader.suite.subjects.layer import bare_library, layers_at


@pytest.fixture
def library(compile_loader: Callable[..., str]) -> str:
    """A library with the checks of AddressSanitizer."""
    try:
        return compile_loader("int places[4]; int at(int n) { return places[n]; }", "-fsanitize=address")
    except subprocess.CalledProcessError:
        pytest.skip("the compiler has no runtime of this sanitizer")


def test_a_layer(library: str, tmp_path: Path) -> None:
    """The sentence names the sanitizer, and the run says that a build without it was lacking."""
    manifest = tmp_path / "layer.json"
    fields = {"name": "VK_LAYER_TEST_a", "type": "GLOBAL", "library_path": library, "api_version": "1.3.0"}
    told = {"implementation_version": "1", "description": "text"}
    manifest.write_text(json.dumps({"file_format_version": "1.2.0", "layer": {**fields, **told}}))

    for subject in (*layers_at(str(manifest)), bare_library(library)):
        assert "it is built with AddressSanitizer, whose runtime" in subject.problem
        assert lacking(subject.problem) == "build without a sanitizer"


def test_a_driver(library: str, tmp_path: Path) -> None:
    """The same is said of a driver, with a manifest or without."""
    manifest = tmp_path / "driver.json"
    fields = {"library_path": library, "api_version": "1.3.0"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": fields}))

    for subject in (driver_from(str(manifest)), driver_from(library)):
        assert "it is built with AddressSanitizer, whose runtime" in subject.problem
        assert lacking(subject.problem) == "build without a sanitizer"
