"""What is put in place of loaded functions, and which statements of them are executed."""

import functools
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from refloader.selftest.reaching import Reaching
from refloader.selftest.violating import replace_functions

SOURCE = """
import functools

def twice(number):
    return number * 2

class Counter:
    def after(self, number):
        return [each + 1 for each in (number,)][0]

@functools.lru_cache
def kept(number):
    return twice(number)
"""


@pytest.fixture
def module(tmp_path: Path) -> ModuleType:
    """The source, loaded."""
    path = tmp_path / "changing.py"
    path.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("refloader.core.changing", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_functions_methods_and_what_is_inside_them_change(module: ModuleType) -> None:
    """Whoever holds the function has the change too, and answers that were kept are forgotten."""
    held, before = module.twice, module.kept(3)

    replaced = replace_functions(
        str(module.__file__), SOURCE.replace("* 2", "* 3").replace("each + 1", "each")
    )

    assert replaced == 2
    assert (held(3), module.Counter().after(1)) == (9, 1)
    assert (before, module.kept(3)) == (6, 9)
    assert isinstance(module.kept, functools._lru_cache_wrapper)


def test_a_text_that_changes_no_function_is_refused(module: ModuleType) -> None:
    """Such a change would survive any test."""
    with pytest.raises(ValueError, match="no loaded function"):
        replace_functions(str(module.__file__), SOURCE + "\nLATER = 1\n")


def test_what_is_executed_is_reached_each_time(module: ModuleType) -> None:
    """Also where the answer was kept from an earlier case; what only exists is not reached."""
    path = str(module.__file__)
    watch = Reaching({"twice": (path, 5, 5), "after": (path, 9, 9), "import": (path, 2, 2)})

    for _ in range(2):
        with watch:
            module.kept(3)

        assert watch.reached == {"twice"}
