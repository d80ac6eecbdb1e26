"""Putting a function in the place of another one: everywhere it is bound, and back."""

from collections.abc import Iterator
from typing import Any

import pytest

from refloader.core.activation import order
from refloader.core.chain import plan
from refloader.core.extensions import instance_extensions
from refloader.core.manifests import settings_file, settings_list
from refloader.selftest.mutants.patches import Patch


def never(original: Any, *arguments: Any) -> Any:
    """What stands in: it tells what it was called with."""
    return original, arguments


@pytest.fixture
def patched() -> Iterator[list[Patch]]:
    """Patches to be taken back at the end."""
    made: list[Patch] = []
    yield made
    for each in made:
        each.undo()


class TestReplacing:
    """A patch replaces a function wherever our modules have it, and hands the original over."""

    def test_every_module_has_the_other_one(self, patched: list[Patch]) -> None:
        """A function that was imported by name is replaced there too."""
        target = settings_list.listed_layers
        patched.append(Patch([(target, never)]))

        patched[0].apply()

        assert plan.listed_layers is settings_list.listed_layers is not target
        assert settings_list.listed_layers(1, 2, None, 3) == (target, (1, 2, None, 3))  # type: ignore[arg-type]

    def test_a_method_is_replaced_in_its_class(self, patched: list[Patch]) -> None:
        """Objects of the class call what stands in."""
        target = settings_file.Settings.named
        settings = settings_file.Settings("", None, (), (), False, ())
        patched.append(Patch([(target, never)]))

        patched[0].apply()

        assert settings.named("name") == (target, (settings, "name"))

    def test_undo_puts_it_back(self) -> None:
        """Afterwards all is as it was."""
        target = order.build_chain
        patch = Patch([(target, never)])
        patch.apply()

        patch.undo()

        assert order.build_chain is target

    def test_nothing_else_is_replaced(self, patched: list[Patch]) -> None:
        """The other functions of a module stay."""
        others = (instance_extensions.reported, instance_extensions.visible)
        patched.append(Patch([(instance_extensions.of_layer, never)]))

        patched[0].apply()

        assert (instance_extensions.reported, instance_extensions.visible) == others
