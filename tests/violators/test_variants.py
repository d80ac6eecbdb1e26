"""Loaders that are right and differ from the reference: what each rests on, and that the suite fails none."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.native.dropin import violating_library
from refloader.rules.registry import ambiguities, is_known
from refloader.selftest.selftest import why_no_library
from refloader.selftest.variants.marks import JOINT
from refloader.selftest.variants.registry import Variant, groups, variants
from refloader.selftest.violating import SIDECAR

ALL = list(variants().values())

_MISFITS = (
    str(Path(__file__).with_name("stands.py")),
    "refloader.selftest.variants",
    "refloader.selftest.variants.marks.STANDS",
)
"""The words of a process that says how each function does not fit the one that it replaces."""

_ASK = """
import ctypes, sys

version = ctypes.c_uint32()
sys.exit(ctypes.CDLL(sys.argv[1]).vkEnumerateInstanceVersion(ctypes.byref(version)) != 0 or not version.value)
"""


class TestEveryVariant:
    """A variant says what it does, and which words or which silence of the documents leaves it open."""

    @pytest.mark.parametrize("variant", ALL, ids=lambda each: each.name)
    def test_it_says_what_it_does_and_why_it_may(self, variant: Variant) -> None:
        """One sentence, and the words of the documents."""
        assert variant.does.endswith(".")
        assert len(variant.words.split()) > 2

    @pytest.mark.parametrize("variant", ALL, ids=lambda each: each.name)
    def test_it_rests_on_something(self, variant: Variant) -> None:
        """On a rule or an ambiguity of the catalogue, or on the silence of all documents."""
        silent = variant.rests_on == "" and variant.words.startswith("no document")

        assert silent or is_known(variant.rests_on)

    def test_what_stands_in_takes_the_arguments_and_answers(self) -> None:
        """One that is called with the wrong number of arguments, or loses an answer, is no loader that is right."""
        ended = subprocess.run([sys.executable, *_MISFITS], capture_output=True, text=True, check=False)

        told = json.loads(ended.stdout)
        assert {name for name, _ in told} == {each.name for each in ALL}
        assert [(name, misfit) for name, misfit in told if misfit] == []

    def test_a_build_without_the_variant_answers_nothing(self, tmp_path: Path) -> None:
        """A library that is older than a variant is not the unchanged reference, which would pass in its stead."""
        if reason := why_no_library():
            pytest.skip(reason)
        library = shutil.copy(violating_library(), tmp_path)

        ended = {}
        for name in ("", f"{ALL[0].name}{JOINT}", f"{ALL[0].name}{JOINT}no_such_variant{JOINT}"):
            Path(f"{library}{SIDECAR}").write_text(name, encoding="ascii")
            ended[name] = subprocess.run([sys.executable, "-c", _ASK, library], check=False).returncode == 0

        assert [*ended.values()] == [True, True, False]


_NOT_OF_LOADERS = "it is about layers, drivers, the package or a control panel"
_OLDER = "it is of an older edition, and variants are of the newest"
_ELSEWHERE = "no loader on Linux shows it"
_A_SLIP = "the other reading names what does not exist"
WITHOUT_VARIANT = {
    _NOT_OF_LOADERS: {
        "AMB-DRIVER-EXPORTS",
        "AMB-LDP5-COLUMNS",
        "AMB-STALE-BARE",
        "AMB-V4-APIVERSION",
        "AMB-V5-DRIVER10",
        "AMB-V7-EXPORTED",
        "AMB-VKCONFIG-USER",
    },
    _OLDER: {
        "AMB-2022-DRIVERS",
        "AMB-BUILD-FOLDERS",
        "AMB-FIGURE-ORDER",
        "AMB-IMPLICIT-PATCH",
        "AMB-LAYERPATH-KIND",
        "AMB-MORE-FOLDERS",
        "AMB-ORDER-2018",
        "AMB-OVERRIDE-OLD",
        "AMB-SEED2016-LOST",
    },
    _ELSEWHERE: {
        "AMB-ANDROID-APPFOLDER",
        "AMB-ANDROID-FOLDER",
        "AMB-ELEV-FSCAPS",
        "AMB-FUCHSIA-HOMEDIRS",
        "AMB-LLP9-ANDROID",
        "AMB-WIN-ADDIMPL",
        "AMB-WIN-DXGI",
        "AMB-WIN-ORDER",
        "AMB-WIN-PACKAGE-KIND",
        "AMB-WIN-SETTINGS-DATA",
        "AMB-WIN-WOW-EARLY",
    },
    _A_SLIP: {"AMB-SELECT-FUNCS"},
}
"""The ambiguities of the catalogue that no variant rests on, by the reason."""


class TestAmbiguities:
    """Each ambiguity that a loader on Linux can show has a variant, or a reason why not."""

    def test_each_has_a_variant_or_a_reason(self) -> None:
        """An ambiguity that is new in the catalogue needs one or the other."""
        without = [each for group in WITHOUT_VARIANT.values() for each in group]

        assert sorted(without) == sorted({*ambiguities()} - {each.rests_on for each in ALL})


class TestGroups:
    """One loader can take liberties together that replace different functions."""

    def test_each_is_in_one(self) -> None:
        """None is lost, and none is twice."""
        found = [each.name for group in groups(ALL, 24) for each in group]

        assert sorted(found) == sorted(each.name for each in ALL)

    def test_none_replaces_what_another_does(self) -> None:
        """Of two replacements of one function only the first would be in force."""
        found = groups(ALL, 24)

        together = [[name for each in group for name in each.replaces] for group in found]
        assert [names for names in together if len(names) > len(set(names))] == []
        assert max(len(group) for group in found) <= 24
