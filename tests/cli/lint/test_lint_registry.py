"""``refloader lint`` on registries: exports, hives, folders of them, standard input, and the tree they belong to."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hive_files import hive as make
from pe_files import pe

from refloader.cli.main import main
from refloader.host.machines.trees import tree_host
from refloader.host.registry import hive
from refloader.model.platform import Platform
from refloader.model.system import System

WINDOWS = Platform(System.WINDOWS)
FIXTURES = Path(__file__).resolve().parents[3] / "fixtures" / "registry"
MANIFEST = {
    "file_format_version": "1.2.0",
    "layer": {
        "name": "VK_LAYER_ACME_overlay",
        "type": "GLOBAL",
        "library_path": "acme.dll",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "An overlay",
    },
}


def lint(*arguments: str, given: bytes | None = None) -> Result:
    """The verb with these arguments."""
    return CliRunner().invoke(main, ["lint", *arguments], input=given)


def test_findings_are_told_with_their_lines() -> None:
    """A file, a line and a column, and how many registries there were."""
    done = lint(str(FIXTURES / "overlay-wrong.reg"))

    assert done.exit_code == 1
    assert f"{FIXTURES / 'overlay-wrong.reg'}:9:1: error DISC-WINDOWS-03: " in done.output
    assert "1 registry, 0 manifests: 2 errors, 1 warning, 0 notes" in done.output


def test_the_line_of_an_export_in_utf16_is_shown() -> None:
    """As text, with the mark under it."""
    done = lint("--context", str(FIXTURES / "overlay-wrong.reg"))

    assert '    9 | "C:\\\\Program Files\\\\Acme Overlay' in done.output


def test_standard_input_is_told_from_a_manifest() -> None:
    """An export begins as none of those does."""
    done = lint("-", "--format", "json", given=(FIXTURES / "overlay-wrong.reg").read_bytes())

    found = json.loads(done.output)["findings"]
    assert [(each["path"], each["line"], each["column"]) for each in found] == [
        ("<stdin>", n, 1) for n in (8, 9, 13)
    ]


@pytest.mark.parametrize("shape", ["github", "gitlab", "junit", "sarif"])
def test_documents_for_tools_name_the_export(shape: str) -> None:
    """Each format has its path."""
    done = lint("--format", shape, str(FIXTURES / "sdk-wrong.reg"))

    assert done.exit_code == 1
    assert "sdk-wrong.reg" in done.output


def test_exports_in_folders_are_judged_and_others_left_alone(tmp_path: Path) -> None:
    """A .reg file about something else is nobody's business."""
    (tmp_path / "ours.reg").write_bytes((FIXTURES / "sdk.reg").read_bytes())
    (tmp_path / "other.reg").write_text("REGEDIT4\n\n[HKEY_CURRENT_USER\\Console]\n", encoding="ascii")

    done = lint(str(tmp_path))

    assert done.output == "1 registry, 0 manifests: 0 errors, 0 warnings, 0 notes\n"


def test_an_export_of_something_else_is_noted_where_it_is_named(tmp_path: Path) -> None:
    """Whoever names it wants to know that nothing in it counts."""
    path = tmp_path / "other.reg"
    path.write_text("REGEDIT4\r\n\r\n[HKEY_CURRENT_USER\\Console]\r\n", encoding="ascii")

    done = lint("--notes", str(path))

    assert done.exit_code == 0
    assert "note DISC-WINDOWS-01: nothing in it is for a loader" in done.output


def test_with_the_tree_it_belongs_to_files_are_judged_and_missed(tmp_path: Path) -> None:
    """What is there is judged as its key says, what is gone was left behind; without the tree nothing is claimed."""
    folder = tmp_path / "Program Files" / "Acme Overlay"
    folder.mkdir(parents=True)
    (folder / "acmeoverlay64.JSON").write_text(json.dumps(MANIFEST), encoding="ascii")
    export = str(FIXTURES / "overlay.reg")

    done = lint("--root", str(tmp_path), "--reg", export, "--no-libraries", "--format", "json")
    alone = lint("--reg", export)

    found = [(each["rule"], each["line"]) for each in json.loads(done.output)["findings"]]
    assert ("LLP_LAYER_20", 11) in found
    assert ("LLP_LAYER_9", 1) in found
    assert alone.output == "1 registry, 0 manifests: 0 errors, 0 warnings, 0 notes\n"


def test_each_key_that_names_a_manifest_counts(tmp_path: Path) -> None:
    """A layer among the drivers, or a 64-bit one for 32-bit programs, is wrong however right its other key is."""
    (tmp_path / "acme.dll").write_bytes(pe(["vkNegotiateLoaderLayerInterfaceVersion"]))
    text = json.dumps({**MANIFEST, "layer": {**MANIFEST["layer"], "library_path": ".\\acme.dll"}})  # type: ignore[dict-item]
    (tmp_path / "acme.json").write_text(text, encoding="ascii")
    branches = (f"Khronos\\Vulkan\\{key}" for key in ("ExplicitLayers", "Drivers", "ImplicitLayers"))
    keys = [*branches, "WOW6432Node\\Khronos\\Vulkan\\ExplicitLayers"]
    lines = (f'[HKEY_LOCAL_MACHINE\\SOFTWARE\\{key}]\r\n"C:\\\\acme.json"=dword:00000000\r\n' for key in keys)
    export = tmp_path / "all.reg"
    export.write_text(
        "Windows Registry Editor Version 5.00\r\n\r\n" + "".join(lines), encoding="utf-16", newline=""
    )

    done = lint("--root", str(tmp_path), "--reg", str(export), "--format", "json")

    told = json.loads(done.output)
    found = [(each["rule"], each["line"]) for each in told["findings"]]
    assert ("MANIFEST-ICD-02", 1) in found
    assert found.count(("LLP_LAYER_9", 1)) == 1
    assert ("DISC-WINDOWS-05", 10) in found
    assert len(found) == len(set(found))
    assert told["files"] == 2


def test_beside_the_registry_of_an_option_paths_are_files_here(tmp_path: Path) -> None:
    """An export and a manifest that are named lie on this machine, and nothing is known of another."""
    manifest = tmp_path / "acme.json"
    manifest.write_text(json.dumps(MANIFEST), encoding="ascii")
    export = str(FIXTURES / "sdk.reg")

    done = lint("--reg", export, export, str(manifest))

    assert "cannot be read" not in done.output
    assert "2 registries, 1 manifest: 0 errors, 0 warnings, " in done.output
    assert lint("--reg", "nosuch.reg", str(manifest)).exit_code == 2


def test_an_export_on_standard_input_is_shown_as_text() -> None:
    """The line that a tool gets is not that of the bytes of UTF-16."""
    lines = (FIXTURES / "overlay-wrong.reg").read_bytes().decode("utf-16")

    done = lint("-", "--format", "sarif", given=lines.encode("utf-16-le"))

    snippets = [
        each["locations"][0]["physicalLocation"] for each in json.loads(done.output)["runs"][0]["results"]
    ]
    assert any('"C:' in each.get("region", {}).get("snippet", {}).get("text", "") for each in snippets)
    assert "\\x00" not in done.output


def test_what_options_name_is_one_registry() -> None:
    """An uninstaller's file takes away what came before."""
    store, uninstall = str(FIXTURES / "game-store-wrong.reg"), str(FIXTURES / "uninstall.reg")

    store_alone = lint("--reg", store).output
    removed = lint("--reg", store, "--reg", uninstall).output

    assert "AcmeStoreFossil64.json" in store_alone
    assert "AcmeStoreFossil64.json" not in removed


def test_without_the_package_a_hive_cannot_be_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is that of a harness that could not run, and the extra is named."""
    monkeypatch.setattr(hive, "can_read_hives", lambda: False)
    path = tmp_path / "SOFTWARE"
    path.write_bytes(b"regf")

    done = lint(str(path))

    assert done.exit_code == 3
    assert "pip install regipy" in done.stderr


@pytest.mark.skipif(not hive.can_read_hives(), reason="hives are read with regipy (PyPI: regipy)")
def test_the_hives_of_an_image_are_its_registry(tmp_path: Path) -> None:
    """Where no export is given, what lies where Windows keeps it is judged; its values have a key and no line."""
    config = tmp_path / "Windows" / "System32" / "config"
    config.mkdir(parents=True)
    named = {"C:\\gone.json": (4, bytes(4))}
    (config / "SOFTWARE").write_bytes(
        make({"Microsoft": {}, "Khronos": {"Vulkan": {"ImplicitLayers": named}}})
    )

    done = lint("--os", "windows", "--root", str(tmp_path), "--format", "json")

    (found,) = json.loads(done.output)["findings"]
    assert (found["rule"], found["path"]) == ("LLP_LAYER_20", "C:\\Windows\\System32\\config\\SOFTWARE")
    assert "HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers" in found["message"]


def test_without_the_package_an_image_says_what_was_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody named the hive, so that it is a finding."""
    monkeypatch.setattr(hive, "can_read_hives", lambda: False)
    monkeypatch.setattr(
        "refloader.cli.lint.host_of", lambda *_, **__: tree_host(str(tmp_path), {}, platform=WINDOWS)
    )
    config = tmp_path / "Windows" / "System32" / "config"
    config.mkdir(parents=True)
    (config / "SYSTEM").write_bytes(b"regf")

    done = lint("--os", "windows", "--root", str(tmp_path))

    assert done.exit_code == 0
    assert "is not judged: reading a hive takes the Python package regipy" in done.output
