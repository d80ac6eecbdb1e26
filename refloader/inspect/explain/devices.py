"""Why drivers that are used give programs no device: no device node, none that may be opened, or a layer that hides.

The layers of Mesa, NVIDIA and AMD that choose a device are read by the variables that their documents name.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from refloader.host.extras import closed_to, group_alone
from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.cards import (
    of_amd,
    of_intel,
    of_nvidia,
    too_old,
    too_old_for_vulkan,
    without_driver,
)
from refloader.inspect.explain.containers import DEVICE_NODES, RUNNING_NODE, is_container
from refloader.inspect.explain.facts import Explanation
from refloader.inspect.explain.kernel import (
    board_without_vulkan,
    lacks_card,
    undriven,
    without_direct3d,
    without_wsl_node,
)
from refloader.inspect.whatif.change import Change, ChangeKind, set_variable, unset_variable
from refloader.inspect.whatif.wording import FOR_ITS_GROUP
from refloader.model.driver import Driver
from refloader.model.reason import Span
from refloader.model.system import System
from refloader.model.text import quote, some

_NODES = "/dev/dri"
_DZN = "dzn"
_SOFTWARE = ("lvp_", "llvmpipe", "swiftshader")
_CARDS = (
    "radeon",
    "amd_icd",
    "intel",
    "nvidia",
    "nouveau",
    "freedreno",
    "broadcom",
    "panfrost",
    "asahi",
    "virtio",
)
_MODULES = {
    "radeon": "amdgpu",
    "amd_icd": "amdgpu",
    "intel": "i915",
    "nouveau": "nouveau",
    "virtio": "virtio_gpu",
}
"""The kernel's module for the cards of a driver, by a part of its manifest's name."""
_NO_MODULE = "load the kernel's driver of the card"
_VENDORS = {
    "nvidia": "10de",
    "nouveau": "10de",
    "radeon": "1002",
    "amd_icd": "1002",
    "intel": "8086",
    "lvp": "10005",
}
"""The PCI vendor of the devices of a driver, by a part of its manifest's name."""


def of_devices(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield what keeps the devices of all drivers away."""
    if explanation.platform.system is not System.LINUX:
        return
    used = [outcome.driver for outcome in explanation.plan.drivers if outcome.used]
    of_cards = [each for each in used if is_of_card(each)]
    yield from _closed(of_cards, host)
    yield from _of_no_card(explanation, host)
    usable = [each for each in used if not explanation.obstacle(each)]
    fitting = [o for o in explanation.plan.drivers if not explanation.obstacle(o.driver).is_of_others]
    yield from board_without_vulkan([each.file_name for each in usable], host)
    yield from without_driver(usable, fitting, host)
    if any(_DZN in each.file_name for each in used):
        for answer in (*without_wsl_node(host), *without_direct3d(host)):
            yield replace(answer, by_choice=len(used) > 1)
    yield from undriven(host, (_VENDORS["nvidia"],) if any(map(_of_nvidia, used)) else ())
    if of_cards:
        for answer in _without_nodes(of_cards, host):
            # another driver, such as that of the processor, may be enough
            yield replace(answer, by_choice=len(of_cards) < len(used))
    for driver in of_cards:
        for answer in of_nvidia(explanation, driver, host):
            yield replace(answer, by_choice=len(of_cards) < len(used) or not all(map(_of_nvidia, of_cards)))
        yield from of_intel(driver, host, used)
        for answer in of_amd(driver, host):
            yield replace(answer, by_choice=len(of_cards) < len(used))
    yield from _by_choice(explanation, host)


def without_device(explanation: Explanation, driver: Driver, host: Host) -> Answer | None:
    """Return the answer on a driver that is used and gives no device here; None if nothing speaks against it."""
    if explanation.platform.system is System.LINUX and _DZN in driver.file_name.lower():
        missing = next(iter((*without_wsl_node(host), *without_direct3d(host))), None)
        return _of_driver(missing, driver) if missing is not None else None
    if explanation.platform.system is not System.LINUX or not is_of_card(driver):
        return None
    own = _vendor(driver)
    reasons = (
        *(undriven(host, tuple(set(_VENDORS.values()) - {own})) if own and not _of_nvidia(driver) else ()),
        *_without_nodes([driver], host),
        *_closed([driver], host),
        *of_nvidia(explanation, driver, host),
        *of_amd(driver, host),
        *of_intel(driver, host, ()),
        *_hidden(explanation, driver, host),
        *_of_old_hardware(driver, host),
    )
    found = next(iter(reasons), None)
    return _of_driver(found, driver) if found is not None else None


def _of_old_hardware(driver: Driver, host: Host) -> Iterator[Answer]:
    """Yield the answer if the only graphics of the machine are older than all that the driver serves."""
    if "broadcom" in driver.file_name:
        yield from board_without_vulkan((), host)
    own = _vendor(driver)
    if own and too_old(own, host):
        yield from too_old_for_vulkan(host, ())


def _of_driver(answer: Answer, driver: Driver) -> Answer:
    """Return an answer on the devices of the machine as one on a driver."""
    return replace(answer, subject=driver.manifest, state=State.DEVICELESS)


def is_of_card(driver: Driver) -> bool:
    """Whether a driver is one of Mesa's or NVIDIA's for graphics cards, by the name of its manifest."""
    name = driver.file_name.lower()
    return any(part in name for part in _CARDS) and not any(part in name for part in _SOFTWARE)


def _of_nvidia(driver: Driver) -> bool:
    return "nvidia" in driver.file_name.lower()


def _without_nodes(drivers: Sequence[Driver], host: Host) -> Iterator[Answer]:
    """Yield the answer if there is no device node that the drivers of graphics cards need."""
    if host.kind("/dev") is not Kind.FOLDER:
        return
    marks = is_container(host)
    nodes = [name for name in DEVICE_NODES if host.kind(f"/dev/{name}") is not Kind.MISSING]
    name = quote(drivers[0].file_name)
    who = f"{name} and other drivers of graphics cards find" if len(drivers) > 1 else f"{name} finds"
    for_nvidia = all(map(_of_nvidia, drivers))
    if marks and not nodes:
        why = f"this is a container without device nodes in /dev: {who} no device"
    elif marks and for_nvidia and not any(node.startswith("nv") or node == "dxg" for node in nodes):
        why = f"this is a container without device nodes of NVIDIA in /dev: {who} no device"
    else:
        yield from _without_render_node(drivers, host)
        return
    how = "--gpus all (Docker) or --device nvidia.com/gpu=all (Podman)" if for_nvidia else "--device /dev/dri"
    change = Change(ChangeKind.OUTSIDE, f"start the container with {how}", tried=False)
    yield Answer("drivers", State.DOUBTFUL, why, "", Span("/dev"), (change,))


def _without_render_node(drivers: Sequence[Driver], host: Host) -> Iterator[Answer]:
    """Yield the answer if the kernel gives a card without a node for rendering; NVIDIA's driver has its own."""
    names = _names(host)
    need = [each for each in drivers if not _of_nvidia(each)]
    if need and _nothing_drives_a_card(host):
        module = next((name for part, name in _MODULES.items() if part in need[0].file_name.lower()), "")
        load = f"load the kernel's driver of the card: modprobe {module}" if module else _NO_MODULE
        text = f"{load}; a virtual machine has to be given a card with 3D" if module == "virtio_gpu" else load
        change = Change(ChangeKind.OUTSIDE, text, tried=False)
        name = quote(need[0].file_name)
        why = f"{_NODES} is not there: the kernel drives no graphics card, and {name} finds no device"
        yield Answer("drivers", State.DOUBTFUL, why, "", Span("/dev"), (change,))
    elif need and any(name.startswith("card") for name in names) and not _render_nodes(names):
        name = quote(need[0].file_name)
        who = f"{name} and other drivers of graphics cards need" if len(drivers) > 1 else f"{name} needs"
        text = "load a module of the kernel with one (amdgpu, i915, xe, nouveau); in a virtual machine, switch 3D on"
        change = Change(ChangeKind.OUTSIDE, text, tried=False)
        why = f"{_NODES} has no renderD node: {who} one"
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(_NODES), (change,))


def _nothing_drives_a_card(host: Host) -> bool:
    """Whether the /dev of a running machine has no node of any graphics card; that of an image at rest has none."""
    is_running = host.kind(RUNNING_NODE) not in (Kind.MISSING, Kind.UNKNOWN)
    return is_running and all(host.kind(f"/dev/{name}") is Kind.MISSING for name in DEVICE_NODES)


def _names(host: Host) -> list[str]:
    listing = host.list(_NODES)
    return sorted(listing.names) if isinstance(listing, Listing) else []


def _render_nodes(names: Sequence[str]) -> list[str]:
    return [f"{_NODES}/{name}" for name in names if name.startswith("renderD")]


def _closed(drivers: Sequence[Driver], host: Host) -> Iterator[Answer]:
    """Yield the answer if every device node for rendering is closed to the user."""
    nodes = _render_nodes(_names(host))
    if drivers and all(map(_of_nvidia, drivers)):
        nodes = [node for node in ("/dev/nvidiactl",) if host.kind(node) is not Kind.MISSING]
    closed = {node: closed_to(host, node, writing=True) for node in nodes}
    if nodes and not any(closed.values()):
        yield from _of_a_group(nodes, host)
    if nodes and all(closed.values()):
        those = some([quote(each) for each in nodes])
        who = closed[nodes[0]]
        access = f"this user may not open {those}" if who.startswith("others") else f"{who} may open {those}"
        why = f"{access}: drivers that need it find no device"
        how = "open to the user: usually by the group render or video"
        if who.startswith("only its owner"):
            how = FOR_ITS_GROUP
        change = _for_a_container(nodes[0], host) or Change(ChangeKind.PERMIT, nodes[0], how, tried=False)
        yield Answer("drivers", State.DOUBTFUL, why, "", Span(nodes[0]), (change,))


def _for_a_container(node: str, host: Host) -> Change | None:
    """Return how a container's user gets the group of a device node, which is one of the host; None elsewhere."""
    if not is_container(host):
        return None
    what = f'start the container with --group-add "$(stat -c %g {node})", the group that the node has on the host'
    return Change(ChangeKind.OUTSIDE, what, tried=False)


def _of_a_group(nodes: Sequence[str], host: Host) -> Iterator[Answer]:
    """Yield the answer if every device node of another machine is for a group that the user is not in."""
    values = host.variables()
    user = values.get("USER") or values.get("LOGNAME") or ""
    groups = {node: group_alone(host, node) for node in nodes}
    if user in ("", "root") or None in groups.values():
        return
    rows = {row[2]: (row[0], row[3].split(",")) for row in _table(host, "/etc/group") if len(row) > 3}
    own = next((row[3] for row in _table(host, "/etc/passwd") if row[0] == user and len(row) > 3), "")
    for gid in groups.values():
        name, members = rows.get(str(gid), ("", [user]))  # a group that is not known may have the user in it
        if user in members or own == str(gid) or not name:
            return
    name = rows[str(groups[nodes[0]])][0]
    those = some([quote(each) for each in nodes])
    why = f"{those} is open to the group {name} only, and {user} is not in it: drivers that need it find no device"
    how = f"open to the user, by the group {name} (then log in again)"
    change = _for_a_container(nodes[0], host) or Change(ChangeKind.PERMIT, nodes[0], how, tried=False)
    yield Answer("drivers", State.DOUBTFUL, why, "", Span(nodes[0]), (change,))


def _table(host: Host, path: str) -> Iterator[list[str]]:
    """Yield the rows of a file such as /etc/group."""
    answer = host.read(path)
    text = answer.data.decode("utf-8", "replace") if isinstance(answer, Content) else ""
    yield from (line.split(":") for line in text.splitlines())


_MESA = "VK_LAYER_MESA_device_select"
_NV = "VK_LAYER_NV_optimus"
_AMD = "VK_LAYER_AMD_switchable_graphics"
_OFFERS = ("MESA_VK_DEVICE_SELECT", "DRI_PRIME")
_FORCED = "MESA_VK_DEVICE_SELECT_FORCE_DEFAULT_DEVICE"
_OPTIMUS = "__VK_LAYER_NV_optimus"
_ICD = "AMD_VULKAN_ICD"
CHOICES = frozenset({*_OFFERS, _FORCED, _OPTIMUS, _ICD})
"""The variables by which layers choose devices."""


def _active(explanation: Explanation, name: str) -> str:
    """Return the name of the active layer that begins with a name and can be loaded; empty if there is none."""
    active = (each.layer for each in explanation.plan.layers if each.active)
    names = (each.name for each in active if not explanation.obstacle(each))
    return next((each for each in names if each.startswith(name)), "")


def _of_no_card(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield the answer if NVIDIA's layer hides all devices but those of a card that is not there."""
    values = host.variables()
    only_nvidia = values.get(_OPTIMUS) == "NVIDIA_only" and _active(explanation, _NV)
    if only_nvidia and lacks_card(_VENDORS["nvidia"], host) and not is_container(host):
        why = (
            f"{_OPTIMUS}={quote(values[_OPTIMUS])}, so {_NV} shows programs the devices of NVIDIA alone, and no "
            f"graphics card of NVIDIA is among the PCI devices"
        )
        yield Answer("drivers", State.DOUBTFUL, why, "", None, (unset_variable(_OPTIMUS),))


def _by_choice(explanation: Explanation, host: Host) -> Iterator[Answer]:
    """Yield the answer if a setting makes Mesa's layer leave one device only, or print them all."""
    values = host.variables()
    for variable in _OFFERS if _active(explanation, _MESA) else ():
        value = values.get(variable, "")
        if (variable, value) == ("MESA_VK_DEVICE_SELECT", "list"):
            why = f"{variable}={quote(value)}: {_MESA} prints the devices, and then ends the program"
            yield Answer("drivers", State.DOUBTFUL, why, "", None, (unset_variable(variable),))
            return
        if value.endswith("!"):
            why = f"{variable}={quote(value)}: with the ! at its end, {_MESA} shows programs that device only"
            yield Answer(
                "drivers", State.DOUBTFUL, why, "", None, (unset_variable(variable),), by_choice=True
            )
            return


def _hidden(explanation: Explanation, driver: Driver, host: Host) -> Iterator[Answer]:
    """Yield the answers on an active layer that keeps the devices of a driver from programs."""
    values = host.variables()
    own = _vendor(driver)
    if _active(explanation, _MESA) and own:
        yield from _hidden_by_mesa(own, values)
    mode = values.get(_OPTIMUS, "")
    if _active(explanation, _NV) and mode == ("non_NVIDIA_only" if _of_nvidia(driver) else "NVIDIA_only"):
        why = f"{_OPTIMUS}={quote(mode)}, so {_NV} hides the devices of this driver"
        yield Answer("drivers", State.DOUBTFUL, why, "", None, (unset_variable(_OPTIMUS),))
    layer = _active(explanation, _AMD)
    others = [o.driver for o in explanation.plan.drivers if o.used and not explanation.obstacle(o.driver)]
    if layer and own == _VENDORS["radeon"] and any(_is_other_of_amd(driver, each) for each in others):
        yield from _hidden_by_amd(driver, layer, values)


def _hidden_by_mesa(own: str, values: Mapping[str, str]) -> Iterator[Answer]:
    """Yield the answer if the one device that Mesa's layer shows is that of another vendor."""
    for variable in _OFFERS:
        value = values.get(variable, "")
        vendor = value.partition(":")[0].lower().removeprefix("0x")
        if ":" not in value or vendor == own:
            continue
        only = value.endswith("!")
        if only or values.get(_FORCED) == "1":
            how = "with the ! at its end, " if only else f"with {_FORCED}=1, "
            why = f"{variable}={quote(value)}: {how}{_MESA} shows programs that device only, and none of this driver"
            yield Answer("drivers", State.DOUBTFUL, why, "", None, (unset_variable(variable),))


def _hidden_by_amd(driver: Driver, layer: str, values: Mapping[str, str]) -> Iterator[Answer]:
    """Yield the answer if AMD's layer shows the devices of AMD's other driver only: AMDVLK's if it is not asked."""
    shown = values.get(_ICD, "AMDVLK").upper()
    own = "RADV" if "radeon" in driver.file_name.lower() else "AMDVLK"
    if shown in ("RADV", "AMDVLK") and shown != own:
        setting = f"{_ICD}={quote(values[_ICD])}" if _ICD in values else f"{_ICD} is not set"
        why = f"{setting}, so {layer} shows the devices of {shown} only"
        yield Answer("drivers", State.DOUBTFUL, why, "", None, (set_variable(_ICD, own),))


def _is_other_of_amd(driver: Driver, other: Driver) -> bool:
    """Whether another driver is AMD's as well: Mesa's beside AMDVLK, or AMDVLK beside Mesa's."""
    names = (driver.file_name.lower(), other.file_name.lower())
    return any("radeon" in name for name in names) and any("amd_icd" in name for name in names)


def _vendor(driver: Driver) -> str:
    name = driver.file_name.lower()
    return next((vendor for part, vendor in _VENDORS.items() if part in name), "")
