"""The folders that one may be meant for which a variable names and which does not exist."""

import json
import time

import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.host.machines.recording import recording_of
from refloader.inspect.whatif.missing_paths import brought, meant_for

MANIFEST = json.dumps({"layer": {"name": "VK_LAYER_TEST_one", "library_path": "./libone.so"}}).encode()


def machine(*folders: str) -> MemoryHost:
    """A machine with a manifest in each of some folders, and with files of others beside them."""
    files = {f"{folder}/one.json": MANIFEST for folder in folders}
    return MemoryHost(files={**files, "/opt/lay/readme.txt": b"", "/opt/layouts/package.json": b"{}"})


class TestOneStep:
    """Of the way to the folder, one step is another one, lacking, or one too many."""

    @pytest.mark.parametrize(
        ("named", "there"),
        [
            ("/opt/layer", "/opt/layers"),
            ("/srv/build/Layers", "/srv/build/layers"),
            ("/srv/amce/layers", "/srv/acme/layers"),
            ("/srv/acme/layers/layers", "/srv/acme/layers"),
            (
                "/sdk/1.3.290/share/vulkan/explicit_layer.d",
                "/sdk/1.3.290/x86_64/share/vulkan/explicit_layer.d",
            ),
            ("/sdk/1.3.290/x86_64/explicit_layer.d", "/sdk/1.4.309/x86_64/explicit_layer.d"),
            ("/sdk/x86_64/etc/vulkan/explicit_layer.d", "/sdk/x86_64/share/vulkan/explicit_layer.d"),
            ("/srv/layers/", "/Srv/layers"),
        ],
    )
    def test_is_found(self, named: str, there: str) -> None:
        """The folder that has manifests is the one that is meant."""
        host = machine(there)

        assert meant_for(host, named) == (there,)

    def test_the_likest_come_first(self) -> None:
        """Of several, those whose names are nearly that of the missing one."""
        host = machine("/sdk/1.1/x86_64/layers", "/sdk/1.3.290/x86_64/layers")

        assert meant_for(host, "/sdk/1.3.290.0/x86_64/layers") == (
            "/sdk/1.3.290/x86_64/layers",
            "/sdk/1.1/x86_64/layers",
        )


class TestNothing:
    """No folder is meant if the one that is named exists, or if nothing near it has manifests."""

    def test_beside_a_folder_that_exists(self) -> None:
        """What is there is meant, whatever is in it."""
        assert meant_for(machine("/opt/layers"), "/opt/lay") == ()

    def test_without_manifests(self) -> None:
        """A folder with other files is none of Vulkan's."""
        assert meant_for(machine("/srv/acme"), "/opt/layout") == ()

    def test_of_a_path_that_no_system_opens(self) -> None:
        """A step of a path of 60,000 characters would be sought from each of its folders."""
        began = time.process_time()

        assert meant_for(machine("/opt/layers"), "/opt/layer" + "/x" * 30_000) == ()
        assert time.process_time() - began < 1

    @pytest.mark.parametrize("named", ["", "/", "layers", "../layers", "~/layers"])
    def test_of_what_is_no_full_path(self, named: str) -> None:
        """Where a relative path leads is not known."""
        assert meant_for(machine("/opt/layers"), named) == ()


def test_a_snapshot_does_not_get_what_was_looked_at() -> None:
    """The names beside a missing folder are nobody's business."""
    recording = recording_of(machine("/opt/layers"))

    assert meant_for(recording, "/opt/layer") == ("/opt/layers",)
    assert not [
        path for path in recording.memory.answers if path.startswith("/opt/lay") and path != "/opt/layer"
    ]


@pytest.mark.parametrize(
    ("target", "needs"),
    [
        ("/gnu/store/aaaa-mesa-24.3/share/vulkan/icd.d/radeon_icd.json", ()),
        ("/nix/store/zzz-mesa/share/vulkan/icd.d/radeon_icd.json", ()),
        ("/usr/lib/nvidia/current/nvidia_icd.json", ("radeon_icd.json",)),
        ("", ("radeon_icd.json",)),
    ],
)
def test_no_package_of_a_distribution_brings_what_lies_in_a_store(
    target: str, needs: tuple[str, ...]
) -> None:
    """Of a link into the store of Nix or Guix that leads nowhere, no package is proposed."""
    assert brought(target, "radeon_icd.json") == needs
