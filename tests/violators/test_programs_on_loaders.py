"""Generated programs fail loaders that lose something on the way, by the rule that they break, and no right one."""

import shutil
from pathlib import Path

import pytest

from refloader.native.dropin import dropin_library, violating_library
from refloader.suite.loaders.generated import answers_of, rule_of

PROGRAMS = 24


def rules_broken(loader: str) -> set[str]:
    """The rules that the first programs find broken."""
    found = answers_of(loader, "", 1, PROGRAMS, True)
    if isinstance(found, str):
        pytest.skip(found)
    return {rule_of(answer) for _, answer in found}


@pytest.mark.parametrize(
    ("violates", "rule"),
    [
        ("drivers_devices_get_no_structures", "VULKAN-LOADER-05"),
        ("only_the_first_queues_reach_the_driver", "VULKAN-LOADER-05"),
        ("drivers_devices_get_no_features", "VULKAN-LOADER-05"),
    ],
)
def test_what_is_lost_is_found(tmp_path: Path, violates: str, rule: str) -> None:
    """A loader that loses a part of what the application says is failed by the rule on that."""
    loader = tmp_path / "libvulkan.so.1"
    shutil.copy(violating_library(), loader)
    Path(f"{loader}.violate").write_text(violates, encoding="ascii")

    assert rules_broken(str(loader)) == {rule}


@pytest.mark.parametrize(
    "variant",
    [
        "drivers_are_tried_without_an_application",
        "lone_devices_have_no_subsets",
        "queues_leave_the_register_of_results_negative",
    ],
)
def test_what_is_left_open_is_not_found(tmp_path: Path, variant: str) -> None:
    """A loader that does what the documents and Vulkan leave open breaks nothing."""
    loader = tmp_path / "libvulkan.so.1"
    shutil.copy(violating_library(), loader)
    Path(f"{loader}.violate").write_text(variant, encoding="ascii")

    assert rules_broken(str(loader)) == set()


def test_the_reference_breaks_nothing() -> None:
    """The same programs find nothing on the reference's library."""
    assert rules_broken(dropin_library()) == set()
