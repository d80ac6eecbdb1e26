"""Subjects whose library is built with a sanitizer: they are read, not run, and break no rule by that."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.results.coverage import DEFAULT, lacking, too_little
from refloader.results.results_file import Verdict
from refloader.suite.conform import run
from refloader.suite.subjects.driver import driver_from
from refloader.suite.subjects.layer import bare_library, layers_at
from refloader.suite.subjects.request import RunRequest


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


def test_a_layer_without_a_manifest_breaks_no_rule(library: str, tmp_path: Path) -> None:
    """That the linker does not open it here says nothing of a program that is built alike."""
    case = "manners/there_is_a_library_to_negotiate_with"

    outcome = run(RunRequest(layers=(library,), cases=(case,)), str(tmp_path), workers=0)

    assert {each.verdict for each in outcome.results} == {Verdict.SKIP}
    assert too_little(DEFAULT, outcome.results)[0] == "nothing was judged"


def test_a_driver(library: str, tmp_path: Path) -> None:
    """The same is said of a driver, with a manifest or without."""
    manifest = tmp_path / "driver.json"
    fields = {"library_path": library, "api_version": "1.3.0"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.1", "ICD": fields}))

    for subject in (driver_from(str(manifest)), driver_from(library)):
        assert "it is built with AddressSanitizer, whose runtime" in subject.problem
        assert lacking(subject.problem) == "build without a sanitizer"


class TestLoaders:
    """A loader that is built with a sanitizer breaks no rule by that, and is not judged."""

    @pytest.mark.parametrize(
        ("option", "name"),
        [
            ("address", "AddressSanitizer"),
            ("thread", "ThreadSanitizer"),
            ("leak", "LeakSanitizer"),
        ],
    )
    def test_a_loader_that_is_built_with_a_sanitizer(
        self, tmp_path: Path, compile_loader: Callable[..., str], option: str, name: str
    ) -> None:
        """It breaks no rule: it works in a program that is built alike. The sentence says what is missing."""
        try:
            path = compile_loader("void vkGetInstanceProcAddr(void) {}", f"-fsanitize={option}")
        except subprocess.CalledProcessError:
            pytest.skip("the compiler has no runtime of this sanitizer")

        outcome = run(RunRequest(loaders=(path,), cases=("library/*",)), str(tmp_path), workers=0)

        [result] = outcome.results
        assert (result.verdict, result.case) == (Verdict.SKIP, "opening")
        assert result.reason.startswith(
            f"its library cannot be opened: it is built with {name}, whose runtime has to be in the process"
        )
        assert lacking(result.reason) == "build without a sanitizer"

    @pytest.mark.parametrize(
        "way", ["of a dependency", "without its runtime", "of a dependency without its runtime"]
    )
    def test_a_loader_that_needs_a_sanitizer(
        self, tmp_path: Path, compile_loader: Callable[..., str], way: str
    ) -> None:
        """A dependency's sanitizer ends the process alike, and Clang leaves the runtime to the program."""
        text = "int places[4]; int at(int n) { return places[n]; } void vkGetInstanceProcAddr(void) {}"
        of_another = way.startswith("of a dependency")
        try:
            path = built = compile_loader(text, "-fsanitize=address")
            if way.endswith("without its runtime"):
                source = built.replace("/lib", "/").replace(".so", ".c")
                compiled = str(tmp_path / "compiled.o")
                subprocess.run(
                    ["cc", "-c", "-fPIC", "-fsanitize=address", "-o", compiled, source], check=True
                )
                path = built = compile_loader("", compiled)
        except subprocess.CalledProcessError:
            pytest.skip("the compiler has no runtime of this sanitizer")
        if of_another:
            more = "-Wl,--no-as-needed,--unresolved-symbols=ignore-all"
            path = compile_loader("void vkGetInstanceProcAddr(void) {}", more, built)

        outcome = run(RunRequest(loaders=(path,), cases=("library/*",)), str(tmp_path), workers=0)

        [result] = outcome.results
        whose = f"it needs {os.path.basename(built)}, which is" if of_another else "it is"
        expected = f"its library cannot be opened: {whose} built with AddressSanitizer, whose runtime"
        assert (result.verdict, result.reason[: len(expected)]) == (Verdict.SKIP, expected)
        assert lacking(result.reason) == "build without a sanitizer"

    def test_a_missing_function_is_no_sanitizer(
        self, tmp_path: Path, compile_loader: Callable[..., str]
    ) -> None:
        """A loader without a function of its own is judged, though the name is like that of a sanitizer's."""
        text = "extern void __asan_of_mine(void); void vkGetInstanceProcAddr(void) { __asan_of_mine(); }"
        path = compile_loader(text)

        outcome = run(RunRequest(loaders=(path,), cases=("library/*",)), str(tmp_path), workers=0)

        [result] = outcome.results
        assert result.verdict is Verdict.FAIL, result
        assert "undefined symbol: __asan_of_mine" in result.reason

    def test_a_loader_with_checks_for_undefined_behaviour(
        self, tmp_path: Path, compile_loader: Callable[..., str]
    ) -> None:
        """Its runtime comes with it, so that it is judged."""
        path = compile_loader("int vkGetInstanceProcAddr(int n) { return 1 << n; }", "-fsanitize=undefined")

        outcome = run(RunRequest(loaders=(path,), cases=("library/*",)), str(tmp_path), workers=0)

        assert "opening" not in {each.case for each in outcome.results if each.verdict is Verdict.SKIP}
