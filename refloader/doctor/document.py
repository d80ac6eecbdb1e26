"""Builds the JSON document of a checkup."""

from typing import Any

from refloader.doctor.values import Ability, Checkup, DriverFound, Finding, LoaderFile

SCHEMA = "refloader.doctor/1"


def as_json(found: Checkup) -> dict[str, Any]:
    """Return the JSON document of a checkup."""
    return {
        "schema": SCHEMA,
        "system": found.system,
        "here": found.here,
        "ran": found.ran,
        "verdict": {0: "healthy", 1: "wrong", 3: "unknown"}[found.exit_code],
        "findings": [_finding(each) for each in found.findings],
        "loader": {
            "release": found.release,
            "files": [_loader(each) for each in found.loaders],
            "traits": [
                {"id": each.id, "does": each.does, "rules": list(each.rules)} for each in found.traits
            ],
            "known_failures": found.known,
        },
        "drivers": [_driver(each) for each in found.drivers],
        "layers": {"active": list(found.active), "available": list(found.available)},
        "conform": [_ability(each) for each in found.abilities],
        "notes": list(found.notes),
    }


def _finding(each: Finding) -> dict[str, Any]:
    return {
        "topic": each.topic.value,
        "weight": each.weight.value,
        "fact": each.fact,
        "command": each.command,
        "advice": each.advice,
        "rule": each.rule,
        "path": each.path,
    }


def _loader(each: LoaderFile) -> dict[str, Any]:
    return {
        "path": each.path,
        "real_path": each.real,
        "release": each.release,
        "bits": each.bits,
        "chosen": each.chosen,
    }


def _driver(each: DriverFound) -> dict[str, Any]:
    return {
        "manifest": each.manifest,
        "library": each.library,
        "state": each.state.value,
        "devices": [{"name": device.name, "type": device.type} for device in each.devices],
        "detail": each.detail,
        "seconds": each.seconds,
        "missing": list(each.missing),
    }


def _ability(each: Ability) -> dict[str, Any]:
    return {"name": each.name, "there": each.there, "without": each.what, "command": each.command}
