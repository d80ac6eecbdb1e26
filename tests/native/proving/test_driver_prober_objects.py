"""Tests of the driver prober on the mock driver: enumerations, first words, creation, claims."""

import pytest
from mock_fixtures import Copy, Trace
from probing import driver_probe

WHOLE = ("whole=1", "devices=2", "families=GCT2,T1", "groups=0+1")


class TestEnumerations:
    """Each enumeration is asked for in every way that an application may ask."""

    @pytest.mark.parametrize(
        ("kind", "count"),
        [("devices", 2), ("groups", 1), ("families.1", 2), ("families2.0", 2), ("instance-layers", 0)],
    )
    def test_steps(self, copy: Copy, kind: str, count: int) -> None:
        """Rows are told as far as there was room for them."""
        seen = driver_probe(copy("mock_icd", *WHOLE), "enumerate")

        answers = {name.rpartition(".")[2]: row for name, row in seen.answers.items() if f".{kind}." in name}
        assert seen.is_done
        assert answers["counted"] == {"result": 0, "count": count}
        assert answers["counted-over"] == {"result": 0, "count": count}
        assert len(answers["roomy"]["rows"]) == count
        assert answers["none"]["overrun"] is False
        assert ("filled" in answers, "short" in answers) == (count > 0, count > 1)

    def test_versions(self, copy: Copy) -> None:
        """What instances and devices tell of themselves, as numbers."""
        seen = driver_probe(copy("mock_icd", "api=1.3.7", "device_api=1.2.5"), "enumerate").answers

        version = (1 << 22) | (3 << 12) | 7
        assert seen["enumerate.version"] == {"result": 0, "version": version, "again": version}
        assert seen["enumerate.device.0"]["api"] == (1 << 22) | (2 << 12) | 5

    def test_memory_behind_the_room_is_watched(self, copy: Copy) -> None:
        """A driver that writes there is told of, and lived through."""
        seen = driver_probe(copy("mock_icd", "whole=1", "violate=extensions_overrun"), "enumerate")

        assert seen.is_done
        assert seen.answers["enumerate.instance-extensions.short"]["overrun"] is True

    def test_a_driver_of_1_0_is_asked_for_no_more(self, copy: Copy) -> None:
        """Groups and the newer families belong to Vulkan 1.1."""
        seen = driver_probe(copy("mock_icd", "api=1.0.0"), "enumerate").answers

        assert seen["enumerate.instance"]["api"] == 1 << 22
        assert not [label for label in seen if ".groups." in label or ".families2." in label]


class TestFirstWords:
    """Objects are looked at when they come from the driver; then the loader's table is there."""

    def test_every_kind_is_looked_at(self, copy: Copy) -> None:
        """New objects have the driver's word, those that came before the loader's."""
        seen = driver_probe(copy("mock_icd", *WHOLE), "objects").answers

        new = ["instance", "devices", "device.0", "queues.1", "command-buffers.0", "command-buffers-again.1"]
        known = ["devices-again", "groups", "queues-again.0", "queues2.0"]
        assert {row["word"] for each in new for row in seen[f"objects.{each}"]["objects"]} == {"0x1cdc0de"}
        assert all(row["loaders"] for each in known for row in seen[f"objects.{each}"]["objects"])
        assert len(seen["objects.queues.0"]["objects"]) == 3
        assert len(seen["objects.command-buffers-anew.0"]["objects"]) == 8

    def test_work_is_done_with_the_loaders_word(self, copy: Copy) -> None:
        """A command buffer is recorded, run, reset and recorded again."""
        seen = driver_probe(copy("mock_icd", *WHOLE), "objects").answers

        steps = dict.fromkeys(("record", "submit", "reset", "record-again", "reset-all"), 0)
        assert seen["objects.work.0"] == {"steps": steps, "changed": []}

    def test_objects_that_loaders_do_not_know(self, copy: Copy) -> None:
        """They are made where the device offers the one extension that makes such."""
        offers = "device_extensions=VK_NV_external_compute_queue:1"
        seen = driver_probe(copy("mock_icd", "whole=1", offers), "external").answers

        assert seen["external.queue.0"] == {"result": 0, "handle": "pointer", "word": "the device's"}


class TestCreation:
    """Instances and devices are made in every way; what not every driver lives through is a run of its own."""

    def test_cases(self, copy: Copy) -> None:
        """The mock takes what it has to take."""
        seen = driver_probe(copy("mock_icd", "whole=1"), "create").answers

        made = {
            label: row["result"] for label, row in seen.items() if label.endswith((".instance", ".device"))
        }
        for case in ("", "-khr", "-other", "-longer", "-shorter"):
            assert made.pop(f"create.unknown-extension{case}.device") == -7
        assert set(made.values()) == {0}
        assert len(made) == 9
        assert "create.null.objects" in seen

    @pytest.mark.parametrize("only", ["unknown-extension", "leftovers", "null-instance", "null-device"])
    def test_runs_of_their_own(self, copy: Copy, only: str) -> None:
        """Each comes to its end on the mock, and does nothing else."""
        seen = driver_probe(copy("mock_icd", "whole=1"), "create", "--only", only)

        assert seen.is_done
        assert "create.usual.instance" not in seen.answers
        assert f"create.{only.replace('null-', 'null.')}" in " ".join(seen.answers)

    def test_nothing_is_left_of_the_mock(self, copy: Copy, trace: Trace) -> None:
        """All that was made is destroyed."""
        driver_probe(copy("mock_icd", "whole=1"), "create")

        assert trace()[-1] == "driver mock unload"


class TestClaims:
    """What devices say of conformance is told as it is, by each structure."""

    def test_both_structures(self, copy: Copy) -> None:
        """One device may say one thing here and another there."""
        seen = driver_probe(copy("mock_icd", "whole=1", "violate=LDP_DRIVER_5_disagrees"), "claims").answers

        told = seen["claims.device.0"]
        assert told["driver"]["conformance"] != told["vulkan12"]["conformance"]

    def test_older_devices_have_neither(self, copy: Copy) -> None:
        """Vulkan 1.0 without the extension has no such structures."""
        seen = driver_probe(copy("mock_icd", "api=1.0.0"), "claims").answers

        assert set(seen["claims.device.0"]) == {"name", "api"}
