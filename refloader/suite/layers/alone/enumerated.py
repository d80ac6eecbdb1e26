"""Checks on the act "enumerate": the layers and extensions that a layer reports as a part of a chain.

Only the layer's own functions are called: what it leaves to the entity below is not checked. Source: "Layer
Conventions and Rules", "Requirements of Well-Behaved Layers".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.layers.alone.answers import INCOMPLETE, LAYER_NOT_PRESENT, SUCCESS
from refloader.suite.sessions.answers import Answers, number, numbers, part, result, texts
from refloader.suite.sessions.check_result import CheckResult

INSTANCE_LAYERS = "vkEnumerateInstanceLayerProperties"
INSTANCE_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
DEVICE_LAYERS = "vkEnumerateDeviceLayerProperties"
DEVICE_EXTENSIONS = "vkEnumerateDeviceExtensionProperties"
COMMANDS = (INSTANCE_LAYERS, INSTANCE_EXTENSIONS, DEVICE_LAYERS, DEVICE_EXTENSIONS)

BELOW = frozenset({"VK_PROBER_below_one", "VK_PROBER_below_two"})
"""The extensions of the entity below."""
_OTHERS = {
    "null": "NULL",
    "foreign": "the name of another layer",
    "empty": "an empty name",
    "longer": "a name that begins with the layer's own",
    "shorter": "the layer's own name without its last letter",
    "known": "NULL",
}


def _left_to_others(command: str) -> str:
    return f"the layer leaves {command} to what is below it"


def only_itself_listed(answers: Answers, name: str) -> CheckResult:
    """Check that vkEnumerateInstanceLayerProperties lists the layer and nothing else."""
    answer = part(answers, f"enumerate.{INSTANCE_LAYERS}.all")
    look = CheckResult(seen=1 if answer else 0, missing=_left_to_others(INSTANCE_LAYERS))
    if answer and (answer["filled"]["result"] != SUCCESS or answer["names"] != [name]):
        listed = ", ".join(answer["names"]) or "nothing"
        look.fail(
            f"{INSTANCE_LAYERS} gives {result(answer['filled']['result'])} and lists {listed}, not {name} alone"
        )
    return look


def own_instance_extensions(answers: Answers) -> CheckResult:
    """Check that for its own name the layer lists its instance extensions, and none of the entity below."""
    return _own_extensions(answers, INSTANCE_EXTENSIONS)


def own_device_extensions(answers: Answers) -> CheckResult:
    """Check that for its own name the layer lists its device extensions, and none of the entity below."""
    return _own_extensions(answers, DEVICE_EXTENSIONS)


def spec_versions_alike(answers: Answers, command: str, versions: Mapping[str, int]) -> CheckResult:
    """Check that extensions have the versions that the manifest gives them, which applications are told.

    "the nodes "name" and "spec_version" which correspond to VkExtensionProperties "extensionName" and "specVersion"
    respectively": a loader answers from the manifest, and never asks the library.
    """
    look = CheckResult(missing=f"the layer answers {command} for none of the extensions in its manifest")
    answer = part(answers, f"enumerate.{command}.own")
    for name, version in zip(texts(answer, "names"), numbers(answer, "versions"), strict=False):
        if versions.get(name):
            look.seen += 1
            if version != versions[name]:
                look.fail(f"{command} gives {name} the version {version}, the manifest {versions[name]}")
    return look


def _own_extensions(answers: Answers, command: str) -> CheckResult:
    answer = part(answers, f"enumerate.{command}.own")
    look = CheckResult(seen=1 if answer else 0, missing=_left_to_others(command))
    for step in ("counted", "filled") if answer else ():
        if answer[step]["result"] != SUCCESS:
            look.fail(f"{command} gives {result(answer[step]['result'])} for the layer's own name")
            return look
    strangers = sorted(BELOW.intersection(texts(answer, "names")))
    if strangers:
        look.fail(f"{command} lists {', '.join(strangers)} of the entity below for the layer's own name")
    return look


def other_instance_layers_refused(answers: Answers) -> CheckResult:
    """Check that the layer returns VK_ERROR_LAYER_NOT_PRESENT for all names but its own, NULL included."""
    look = CheckResult(missing=_left_to_others(INSTANCE_EXTENSIONS))
    for said, answer in _others(answers, INSTANCE_EXTENSIONS):
        for step in ("counted", "filled"):
            look.seen += 1
            code = answer[step]["result"]
            if code != LAYER_NOT_PRESENT:
                look.fail(
                    f"{INSTANCE_EXTENSIONS} gives {result(code)} for {said}, not VK_ERROR_LAYER_NOT_PRESENT"
                )
                break
    return look


def other_device_extensions_passed_down(answers: Answers) -> CheckResult:
    """Check that the layer only passes the call down for all names but its own."""
    look = CheckResult(missing=_left_to_others(DEVICE_EXTENSIONS))
    failed = set()
    for said, answer in _others(answers, DEVICE_EXTENSIONS):
        look.seen += 1
        fact = _not_of_below(look, answer)
        if fact and said not in failed:
            failed.add(said)
            look.fail(f"{DEVICE_EXTENSIONS} for {said} {fact}")
    return look


def _not_of_below(look: CheckResult, answer: Mapping[str, Any]) -> str:
    """Return how an answer differs from that of the next entity; an empty string: it does not."""
    code, names, below = answer["filled"]["result"], {*answer["names"]}, BELOW | {*answer["below"]}
    if not answer["down"]:
        return "does not reach the next entity"
    if code == SUCCESS and names == below:
        return ""
    if not names:
        return f"gives {result(code)} and no extensions, and not the next entity's answer"
    without = [f"without {look.some(below - names)}"] if below - names else []
    beside = [f"with {look.some(names - below)} in addition"] if names - below else []
    return " ".join(
        (f"gives {result(code)} and the next entity's extensions", " and ".join(without + beside))
    ).rstrip()


def other_names_kept(answers: Answers) -> CheckResult:
    """Check that the layer passes the call down with the layer name that it received."""
    look = CheckResult(missing=_left_to_others(DEVICE_EXTENSIONS))
    came = {"NULL": None, _OTHERS["foreign"]: "VK_LAYER_PROBER_foreign", _OTHERS["empty"]: ""}
    for said, answer in _others(answers, DEVICE_EXTENSIONS):
        look.seen += 1
        if not answer["down"]:
            look.fail(f"{DEVICE_EXTENSIONS} for {said} does not reach the next entity")
        for name in answer["down"]:
            if said in came and name != came[said]:
                look.fail(f"{DEVICE_EXTENSIONS} for {said} reaches the next entity with {name!r}")
    return look


def arrays_respected(answers: Answers, command: str) -> CheckResult:
    """Check that the layer writes no more rows than fit, and returns VK_INCOMPLETE if there are more.

    "At most" as many are written as there is room for: fewer break no sentence. VK_INCOMPLETE says that there was
    too little room, and the count how many rows were written: both cannot be so where there is room for all.
    """
    look = CheckResult(missing=f"{_left_to_others(command)}, or answers nothing")
    for label, answer in answers.items():
        if label.startswith(f"enumerate.{command}.") and "counted" in answer:
            look.seen += 1
            _check_arrays(look, answer, command)
    return look


def _check_arrays(look: CheckResult, answer: Any, command: str) -> None:
    short, full, roomy = (part(answer, step) for step in ("short", "filled", "roomy"))
    told = number(part(answer, "counted"), "count")
    if answer["overrun"]:
        look.fail(f"{command} writes more rows than its array has room for")
    elif short and (short["result"] != INCOMPLETE or short["count"] >= told):
        look.fail(
            f"{command} gives {result(short['result'])} and {short['count']} rows "
            f"where there is room for {told - 1} of {told}"
        )
    elif roomy and full.get("result") == INCOMPLETE:
        look.fail(f"{command} gives VK_INCOMPLETE where there is room for all {told} that it counted")
    elif roomy and roomy["result"] == INCOMPLETE:
        look.fail(
            f"{command} gives VK_INCOMPLETE where there is room for more than the {told} that it counted"
        )
    elif roomy and roomy["result"] == SUCCESS and roomy["count"] > max(roomy["written"], told):
        look.fail(
            f"{command} writes {roomy['written']} rows where there is room for more, "
            f"and leaves the count at {roomy['count']}"
        )


def _others(answers: Answers, command: str) -> Iterator[tuple[str, Any]]:
    for key, said in _OTHERS.items():
        answer = part(answers, f"enumerate.{command}.{key}")
        if answer:
            more = texts(part(answers, f"enumerate.{key}"), "names")
            yield said, {**answer, "below": more}
