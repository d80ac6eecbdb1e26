"""The facts about a driver that results store, for comparisons with another build. Gives no verdict.

Two inspections of the same driver on the same machine give the same facts, except those under "timings". The file is
read in this process, and the driver is called in the prober; if it ends the prober, the facts before that remain.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from refloader.host.machines.real import RealHost
from refloader.model.library import Library
from refloader.model.version import unpacked
from refloader.predict.mocks import DEVICE_TYPES
from refloader.protocol import NEWEST_DRIVER
from refloader.sandbox.loader import identify_file
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import Probe
from refloader.suite.subjects.driver import DriverSubject, read_manifest
from refloader.suite.subjects.library_facts import library_facts

_BUDGET = "1500"
"""The time for measuring one driver, in milliseconds."""

_ACT, _DEVICES = "facts", "devices"
Answers = Mapping[str, Any]


def facts(driver: DriverSubject, *, timed: bool = True) -> dict[str, object]:
    """Return all facts about a driver by topic; unknown topics are left out, an empty list of devices is not.

    ``timed`` measures how long instances and devices take to make, which takes most of the time.
    """
    known = {"library": library_facts(driver.library), "manifest": _manifest(driver.manifest)}
    told = {"note": driver.problem} if driver.problem else _asked(driver, timed=timed)
    return {topic: each for topic, each in {**known, **told}.items() if each or topic == _DEVICES}


def _asked(driver: DriverSubject, *, timed: bool) -> dict[str, object]:
    arguments = ("--budget", _BUDGET) if timed else ()
    try:
        session = bench.probed(Probe(driver.library, _ACT, arguments, "driver", "shown"))
    except OSError as error:  # the checks on the driver report it, too
        return {"note": f"no program can be run: {error.strerror}"}
    told = of_answers(session.answers)
    if session.ended != "ok":
        told["note"] = "; ".join(filter(None, (str(told.get("note", "")), session.detail)))
    interface = {"exports": _exports(driver.library), **_object(told.pop("interface", {}))}
    if session.ended == "crash" and not interface["negotiation"]:
        interface["negotiation"] = _negotiated(
            bench.probed(Probe(driver.library, "negotiate", of="driver")).answers
        )
    return {"interface": {key: each for key, each in interface.items() if each}, **told}


def _negotiated(answers: Answers) -> dict[str, object]:
    """Return the answers in the act "negotiate", for drivers that crashed before the act "facts" could ask."""
    heard = (_object(answers.get(f"negotiate.{offer}")) for offer in range(NEWEST_DRIVER + 1))
    return {str(offer): each["first"] for offer, each in enumerate(heard) if "first" in each}


def of_answers(answers: Answers) -> dict[str, object]:
    """Return the facts in the answers of the prober's act. Pure; a driver can forge any answer."""
    said = {label.removeprefix(f"{_ACT}."): _object(each) for label, each in answers.items()}
    refused = said.get("entry", {}).get("refused")
    result = said.get(_DEVICES, {}).get("result")
    listed = [_device(said[label]) for label in _numbered(said)]
    counted = said.get(_DEVICES, {}).get("announced")
    is_known = isinstance(result, int) and result >= 0 and bool(listed or not said[_DEVICES].get("count"))
    return {
        "interface": {"negotiation": said.get("negotiation", {})},
        "instance": _instance(said.get("enumerated", {}), said.get("instance", {})),
        **({_DEVICES: listed} if is_known else {}),
        **({"device_count": counted} if isinstance(counted, int) and counted > len(listed) else {}),
        "timings": _timings(said.get("timings", {})),
        "note": str(refused) if refused else "",
    }


def _object(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _numbered(said: Answers) -> Iterator[str]:
    """Return the labels of the devices, in the driver's order."""
    labels = (f"device.{number}" for number in range(len(said)))
    return (label for label in labels if label in said)


def _instance(enumerated: Answers, made: Answers) -> dict[str, object]:
    version = {"version": _version(enumerated["version"])} if "version" in enumerated else {}
    result = {"result": made["result"]} if "result" in made else {}
    listed = {name: enumerated[name] for name in ("extensions", "more_extensions") if name in enumerated}
    return {**version, **result, **listed}


def _device(said: Answers) -> dict[str, object]:
    properties = _object(said.get("properties"))
    shown = {
        **properties,
        "apiVersion": _version(properties.get("apiVersion")),
        "deviceType": _type(properties.get("deviceType")),
    }
    return {**said, "properties": shown}


def _version(number: object) -> str:
    return str(unpacked(number)) if isinstance(number, int) else ""


def _type(number: object) -> str:
    is_known = isinstance(number, int) and 0 <= number < len(DEVICE_TYPES)
    return DEVICE_TYPES[number] if is_known and isinstance(number, int) else str(number)


def _timings(said: Answers) -> dict[str, object]:
    """Return times by what was made, of the first object in the process and of later ones, and the machine's load."""
    found: dict[str, object] = {"busy": said["busy"]} if isinstance(said.get("busy"), int | float) else {}
    for what, each in said.items():
        samples = each if isinstance(each, list) else []
        cold, later = (said.get("cold"), samples) if what == "instance" else (samples[:1], samples[1:])
        first = cold[0] if isinstance(cold, list) and cold else cold
        if samples and isinstance(first, int | float):
            found[what] = {"cold": first, "samples": later}
    return found


def _exports(path: str) -> Sequence[str]:
    """Return the exports that belong to Vulkan or its driver interface, in alphabetical order."""
    library = RealHost().library(path)
    names = library.exports if isinstance(library, Library) else ()
    return sorted(name for name in names if name.startswith("vk"))


def _manifest(path: str) -> dict[str, object]:
    if not path:
        return {}
    driver, _ = read_manifest(path)
    found = {
        "sha256": identify_file(path),
        "file_format_version": driver.format_version,
        "api_version": str(driver.api_version or ""),
    }
    return {name: each for name, each in found.items() if each}
