"""What an uninstall or update left behind, from two snapshots written down by hand."""

import pytest

from refloader.inspect.snapshots.since import since
from refloader.model.place import Use
from refloader.model.reason import Reason, Span
from refloader.model.snapshot import KnownEntry, KnownLibrary, KnownManifest, Mention, Snapshot

FOLDER = "/usr/share/vulkan/explicit_layer.d"
MANIFEST = f"{FOLDER}/a.json"
NOTHING: frozenset[str] = frozenset()


def library(path: str = "/usr/lib/liba.so", file: str | None = None, digest: str = "11") -> KnownLibrary:
    """A library that is there under the path that names it, unless another file or none is given."""
    there = path if file is None else file
    return KnownLibrary(Mention(path, 5, 21), there, digest if there else "", 64 if there else 0)


def layer(
    named: KnownLibrary | None, name: str = "VK_LAYER_A_b", version: str = "1", *components: str
) -> KnownEntry:
    """A layer; its components stand in one line."""
    mentions = tuple(Mention(component, 8, 10) for component in components)
    return KnownEntry(Mention(name, 4, 13), version, named, mentions)


def manifest(
    *entries: KnownEntry, path: str = MANIFEST, use: Use = Use.EXPLICIT, digest: str = "aa"
) -> KnownManifest:
    """A manifest file."""
    return KnownManifest(path, use, digest, entries)


def machine(*manifests: KnownManifest) -> Snapshot:
    """All that a machine has."""
    return Snapshot(False, (FOLDER,), manifests)


def told(reason: Reason) -> tuple[str, str, Span | None]:
    """What a test holds a reason to."""
    return reason.rule, reason.severity.value, reason.span


@pytest.mark.rule("LLP_LAYER_20")
class TestUninstalled:
    """Uninstalling a layer removes its manifests and what refers to them."""

    def test_nothing_changed(self) -> None:
        """A machine that is as it was gives nothing."""
        same = machine(manifest(layer(library())))

        assert since(same, same, frozenset({"/usr/lib/liba.so"})) == ()

    def test_a_manifest_without_its_library_is_left_behind(self) -> None:
        """The library went and the manifest stayed: an error at library_path, with the file that was there."""
        before = machine(manifest(layer(library("liba.so", "/usr/lib/liba.so"))))
        now = machine(manifest(layer(library("liba.so", ""))))

        (reason,) = since(before, now, NOTHING)

        assert told(reason) == ("LLP_LAYER_20", "error", Span(MANIFEST, 5, 21))
        assert reason.fact == (
            'the library "liba.so" is gone since the snapshot, where it was "/usr/lib/liba.so"; this is left'
        )

    @pytest.mark.rule("LDP_DRIVER_11")
    def test_drivers_have_a_rule_of_their_own(self) -> None:
        """The same of a driver comes under LDP_DRIVER_11."""
        path = "/usr/share/vulkan/icd.d/a.json"
        before = machine(manifest(layer(library(), ""), path=path, use=Use.DRIVER))
        now = machine(manifest(layer(library(file=""), ""), path=path, use=Use.DRIVER))

        (reason,) = since(before, now, NOTHING)

        assert told(reason) == ("LDP_DRIVER_11", "error", Span(path, 5, 21))

    def test_what_was_broken_before_is_not_said_again(self) -> None:
        """A manifest whose library was missing at the snapshot already is lint's to tell."""
        broken = machine(manifest(layer(library(file=""))))

        assert since(broken, broken, NOTHING) == ()

    def test_a_clean_uninstall_gives_nothing(self) -> None:
        """Manifest and library went together."""
        assert since(machine(manifest(layer(library()))), machine(), NOTHING) == ()

    def test_a_library_that_nothing_names_is_a_note(self) -> None:
        """It stayed without its manifest; something else may use it."""
        before = machine(manifest(layer(library())))

        (reason,) = since(before, machine(), frozenset({"/usr/lib/liba.so"}))

        assert told(reason) == ("LLP_LAYER_20", "note", Span("/usr/lib/liba.so"))

    def test_a_library_that_another_manifest_names_is_nobodys_left_over(self) -> None:
        """Two manifests named it and one stayed."""
        other = manifest(layer(library(), "VK_LAYER_A_c"), path=f"{FOLDER}/b.json")
        before, now = machine(manifest(layer(library())), other), machine(other)

        assert since(before, now, frozenset({"/usr/lib/liba.so"})) == ()

    def test_what_came_with_the_installation_has_to_go(self) -> None:
        """A snapshot from before the installation: nothing that came may be there after the removal."""
        (reason,) = since(machine(), machine(manifest(layer(library()))), NOTHING, uninstalled=True)

        assert told(reason) == ("LLP_LAYER_20", "error", Span(MANIFEST, 4, 13))
        assert reason.fact.startswith("this manifest came after the snapshot and is still there")

    def test_what_was_there_before_may_stay(self) -> None:
        """Other packages' manifests are not asked to go."""
        same = machine(manifest(layer(library())))

        assert since(same, same, NOTHING, uninstalled=True) == ()

    def test_a_setting_may_not_name_what_is_gone(self) -> None:
        """A settings file is the reference to manifests that Linux has."""
        settings = KnownManifest(
            "/etc/vulkan/loader_settings.d/vk_loader_settings.json",
            Use.SETTINGS,
            "ee",
            references=(Mention(MANIFEST, 7, 17), Mention("/never/there.json", 9, 17)),
        )

        (reason,) = since(machine(manifest(layer(library())), settings), machine(settings), NOTHING)

        assert told(reason) == ("LLP_LAYER_20", "error", Span(settings.path, 7, 17))

    @pytest.mark.rule("LLP_LAYER_7")
    def test_a_component_that_is_gone_breaks_its_meta_layer(self) -> None:
        """The meta-layer stays and names it still; a component that was never there is lint's to tell."""
        meta = manifest(
            layer(None, "VK_LAYER_A_meta", "1", "VK_LAYER_A_b", "VK_LAYER_A_never"), path=f"{FOLDER}/m.json"
        )

        (reason,) = since(machine(manifest(layer(library())), meta), machine(meta), NOTHING)

        assert told(reason) == ("LLP_LAYER_7", "error", Span(f"{FOLDER}/m.json", 8, 10))
        assert reason.fact == 'the component "VK_LAYER_A_b" was there at the time of the snapshot and is gone'


@pytest.mark.rule("LLP_LAYER_20")
class TestUpdated:
    """An update replaces or removes all old files."""

    def test_a_new_manifest_may_come(self) -> None:
        """A file that came with its library is what an update is for."""
        assert since(machine(), machine(manifest(layer(library()))), NOTHING) == ()

    @pytest.mark.parametrize(("path", "severity"), [("/usr/lib/liba.so", "error"), ("liba.so", "warning")])
    def test_a_new_manifest_needs_its_library(self, path: str, severity: str) -> None:
        """One that came without is an error, and a bare name may be found by another process's linker."""
        (reason,) = since(machine(), machine(manifest(layer(library(path, "")))), NOTHING)

        assert told(reason) == ("LLP_LAYER_20", severity, Span(MANIFEST, 5, 21))

    def test_an_old_manifest_beside_its_successor_was_left(self) -> None:
        """The layer's new manifest has another file name, and the old one stayed in the same folder."""
        old = manifest(layer(library()))
        new = manifest(layer(library("/usr/lib/libb.so"), version="2"), path=f"{FOLDER}/b.json", digest="bb")

        (reason,) = since(machine(old), machine(old, new), NOTHING)

        assert told(reason) == ("LLP_LAYER_20", "warning", Span(MANIFEST, 4, 13))
        assert reason.fact == (
            f'the layer "VK_LAYER_A_b" is described by "{FOLDER}/b.json" too, which came since the snapshot'
        )

    def test_a_copy_in_another_folder_is_a_note(self) -> None:
        """A second installation in /etc may be meant."""
        old = manifest(layer(library()))
        new = manifest(layer(library()), path="/etc/vulkan/explicit_layer.d/a.json")

        (reason,) = since(machine(old), machine(old, new), NOTHING)

        assert told(reason) == ("LLP_LAYER_20", "note", Span(MANIFEST, 4, 13))

    def test_the_other_word_size_is_no_successor(self) -> None:
        """A layer for 32-bit programs comes beside that for 64-bit ones."""
        old = manifest(layer(library()))
        other = KnownLibrary(Mention("/usr/lib32/liba.so", 5, 21), "/usr/lib32/liba.so", "22", 32)
        new = manifest(layer(other), path=f"{FOLDER}/a.i686.json")

        assert since(machine(old), machine(old, new), NOTHING) == ()

    @pytest.mark.rule("LDP_DRIVER_11")
    def test_two_manifests_for_one_driver_library(self) -> None:
        """Drivers have no name: the library tells that both are one."""
        old = manifest(layer(library(), ""), path="/usr/share/vulkan/icd.d/a.json", use=Use.DRIVER)
        new = manifest(layer(library(), ""), path="/usr/share/vulkan/icd.d/a.x86_64.json", use=Use.DRIVER)

        (reason,) = since(machine(old), machine(old, new), NOTHING)

        assert told(reason) == ("LDP_DRIVER_11", "warning", Span("/usr/share/vulkan/icd.d/a.json", 4, 13))

    def test_another_library_of_the_same_version_is_a_note(self) -> None:
        """Its bytes changed and implementation_version did not, which no rule forbids."""
        before, now = (machine(manifest(layer(library(digest=digest)))) for digest in ("11", "22"))

        (reason,) = since(before, now, frozenset({"/usr/lib/liba.so"}))

        assert told(reason) == ("LLP_LAYER_20", "note", Span(MANIFEST, 5, 21))
        assert reason.fact == (
            '"/usr/lib/liba.so" has changed since the snapshot; "implementation_version" is "1" still'
        )

    def test_a_new_version_may_have_another_library(self) -> None:
        """Both changed together."""
        before = machine(manifest(layer(library())))
        now = machine(manifest(layer(library(digest="22"), version="2"), digest="bb"))

        assert since(before, now, frozenset({"/usr/lib/liba.so"})) == ()
