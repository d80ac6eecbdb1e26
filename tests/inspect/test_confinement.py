"""Profiles of AppArmor: only a rule that denies reading, in a profile in force for the program, is a denial."""

import time
from pathlib import Path

import pytest

from refloader.host.machines.root import RootHost
from refloader.inspect.confinement import denial

MANIFEST = "/usr/share/vulkan/implicit_layer.d/hud.json"
DENIES = "deny /usr/share/vulkan/implicit_layer.d/** r,"


def host_with(tmp_path: Path, text: str) -> RootHost:
    """A machine with one profile."""
    folder = tmp_path / "etc/apparmor.d"
    folder.mkdir(parents=True)
    (folder / "game").write_text(text)
    return RootHost(str(tmp_path), {})


@pytest.mark.parametrize(
    "text",
    [
        f"profile game /opt/game {{\n  /usr/share/** r,\n  {DENIES}\n}}\n",
        f"/opt/game {{\n  {DENIES}\n}}\n",
        "profile game /opt/{game,tool} flags=(mediate) {\n  audit deny /usr/share/vulkan/*/*.json mr,\n}\n",
        "profile game /opt/g* {\n  deny r /usr/share/vulkan/**,\n}\n",
    ],
)
def test_a_rule_that_denies_is_found_with_its_line(text: str, tmp_path: Path) -> None:
    """Its profile, its line and the path are told, however it is written."""
    found = denial(host_with(tmp_path, text), "/opt/game", (MANIFEST,))

    assert found is not None
    assert (found.profile, found.path) == ("/etc/apparmor.d/game", MANIFEST)
    assert text.splitlines()[found.line - 1].strip() == found.rule


@pytest.mark.parametrize(
    "text",
    [
        f"profile other /opt/other {{\n  {DENIES}\n}}\n",
        f"profile game /opt/game flags=(complain) {{\n  {DENIES}\n}}\n",
        f"profile game /opt/game {{\n  # {DENIES}\n}}\n",
        "profile game /opt/game {\n  deny /usr/share/vulkan/implicit_layer.d/** w,\n}\n",
        "profile game /opt/game {\n  deny /usr/share/vulkan/* r,\n}\n",
        f"profile game /opt/game {{\n  profile child {{\n  {DENIES}\n  }}\n}}\n",
        f"profile game /opt/game {{\n}}\nprofile other /opt/other {{\n  {DENIES}\n}}\n",
        "profile game /opt/game {\n  deny @{share}/vulkan/** r,\n}\n",
        "profile game /opt/game {\n  deny /usr/**a**a**a**a**a**a** r,\n}\n",
    ],
)
def test_what_denies_nothing_to_the_program_is_no_denial(text: str, tmp_path: Path) -> None:
    """Other programs, complaining profiles, comments, writing, other folders, profiles inside, and variables."""
    assert denial(host_with(tmp_path, text), "/opt/game", (MANIFEST,)) is None


def test_a_profile_that_is_disabled_denies_nothing(tmp_path: Path) -> None:
    """As aa-disable leaves it."""
    host = host_with(tmp_path, f"/opt/game {{\n  {DENIES}\n}}\n")
    (tmp_path / "etc/apparmor.d/disable").mkdir()
    (tmp_path / "etc/apparmor.d/disable/game").symlink_to("/etc/apparmor.d/game")

    assert denial(host, "/opt/game", (MANIFEST,)) is None


@pytest.mark.parametrize(
    "pattern", ["/**a**a**a*b", "/**{a,aa}**{a,aa}**{a,aa}**{a,aa}b", "/*a*a*a*a*a*a*a*b"]
)
def test_a_pattern_that_matches_in_many_ways_takes_no_time(pattern: str, tmp_path: Path) -> None:
    """A rule costs what its length and that of the path are, whatever its stars: a path of 400 took 1.6 s."""
    host = host_with(tmp_path, f"profile game /opt/game {{\n  deny {pattern} r,\n}}\n")
    began = time.process_time()

    assert denial(host, "/opt/game", (f"/{'a' * 4000}",)) is None
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize(
    ("pattern", "is_denied"),
    [
        ("/usr/share/**", True),
        ("/usr/share/*", False),
        ("/usr/share/vulkan/*/hud.json", True),
        ("/usr/share/vulkan/*/*", True),
        ("/usr/share/vulkan/implicit_layer.d/hu?.json", True),
        ("/usr?share/vulkan/implicit_layer.d/hud.json", False),
        ("/usr/{lib,share}/vulkan/{icd,{im,ex}plicit_layer}.d/*", True),
        ("/usr/{lib,share}/vulkan/{icd,explicit_layer}.d/*", False),
        ("/usr/{,local/}share/vulkan/**.json", True),
        ("/usr/**/implicit_layer.d/**d.json", True),
        ("/usr/**/implicit_layer.d/**x.json", False),
    ],
)
def test_patterns(pattern: str, is_denied: bool, tmp_path: Path) -> None:
    """The manual apparmor.d(5): * and ? stay in a folder, ** does not, {a,b} is a choice, also in one another."""
    host = host_with(tmp_path, f"profile game /opt/game {{\n  deny {pattern} r,\n}}\n")

    assert (denial(host, "/opt/game", (MANIFEST,)) is not None) is is_denied
