"""A library without a manifest is asked for its layers, in a child."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.native.mocks import mock_library
from refloader.suite.layers import naming
from refloader.suite.sessions import bench
from refloader.suite.subjects.layer import LayerSubject

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.just("names"), inner, max_size=3)
    ),
)


class TestNames:
    """The library's own answer gives them, where it has one."""

    def test_a_library_that_tells_its_name(self, tmp_path: Path) -> None:
        """It is called so, whatever its file is called."""
        source = mock_library("mock_layer_v0")
        if source is None:
            pytest.skip("the mock layer is not built (install with a C compiler)")
        path = tmp_path / "libx.so"
        path.write_bytes(Path(source).read_bytes())
        (tmp_path / "libx.so.flags").write_text("name=VK_LAYER_TEST_told\n")
        if bench.probe(str(path), "introspect").ended == "not covered":
            pytest.skip("the prober is not built (install with a C compiler)")

        [layer] = naming.layers_in(str(path))

        assert (layer.name, layer.library, layer.manifest) == ("VK_LAYER_TEST_told", str(path), "")

    @pytest.mark.parametrize("deed", ["", "abort()", "_exit(0)"])
    def test_one_that_tells_nothing(self, hostile: Callable[..., LayerSubject], deed: str) -> None:
        """Nor does one that does not survive the question: the file gives the name."""
        library = hostile(load=deed).library

        [layer] = naming.layers_in(library)

        assert (layer.name, naming.names_reported(library)) == ("VK_LAYER_hostile", ())

    def test_one_that_is_not_there(self) -> None:
        """It is one layer with a problem, and nothing is asked."""
        [layer] = naming.layers_in("/no/such/libx.so")

        assert layer.problem

    def test_one_that_would_be_waited_for(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """A pipe has a problem, too, and nobody opens it."""
        os.mkfifo(tmp_path / "libx.so")
        asked: list[str] = []
        monkeypatch.setattr(bench, "probe", lambda library, act: asked.append(library))

        [layer] = naming.layers_in(str(tmp_path / "libx.so"))

        assert layer.problem
        assert (naming.names_reported(layer.library), asked) == ((), [])


class TestAnswers:
    """The library has a part in the answers, so that they may be anything."""

    @given(JSON)
    def test_names_are_texts(self, answer: object) -> None:
        """Whatever comes, names are distinct, short and can be printed."""
        names = naming.names_in(answer)

        assert len(set(names)) == len(names)
        assert all(name and name.isprintable() and "/" not in name for name in names)

    def test_the_rest_is_left_out(self) -> None:
        """What is no name does not keep the others from being one."""
        assert naming.names_in({"names": ["a", 7, "", "b\n", "x" * 300, "a", "c"]}) == ("a", "c")
