"""What lets a program open a device node of a graphics card, by where it runs and who may open it."""

import re

from refloader.host import shell
from refloader.inspect.logs.log_context import NOBODYS, Around
from refloader.inspect.logs.no_driver import in_group
from refloader.inspect.logs.places_with_a_card import WITH_ITS_GROUP
from refloader.inspect.logs.reading.kinds import Event
from refloader.inspect.logs.reading.listings import Entry
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.system import System

_OF_NAMESPACES = "65534"
_IN_OTHERS = (Sign.CONTAINER, Sign.FLATPAK, Sign.FLATPAK_APP, Sign.APPTAINER, Sign.SNAP)


def _is_nameless(entry: Entry, around: Around) -> bool:
    """Return whether the group of a node has a number alone, and the user is not in it.

    ``ls -n`` shows the numbers of groups with names, and of the owner; the last number stands for those of others.
    """
    mine = around.signs.get(Sign.GROUPS, "").split(",")
    by_choice = entry.owner.isdecimal() or entry.group == _OF_NAMESPACES
    return entry.group.isdecimal() and not by_choice and entry.group not in mine


def _is_unmapped(node: str, around: Around) -> bool:
    """Return whether a node was passed into a container of LXC or LXD without its group, which alone may open it.

    Other sandboxes show all nodes as nobody's, and have changes of their own.
    """
    entry = around.listings.files.get(node)
    in_lxc = not around.signs.keys().isdisjoint((Sign.LXC, Sign.ROOT))
    elsewhere = not around.signs.keys().isdisjoint(_IN_OTHERS)
    return (
        entry is not None and entry.group in NOBODYS and entry.mode[7:8] != "w" and in_lxc and not elsewhere
    )


def opened_by_group(event: Event, around: Around) -> str:
    """Return the group of a closed node if the user is in it, by a listing and ``id``: then something else closes it.

    Groups that ``id`` shows of another user than the program's say nothing, nor do those of a host in its container.
    """
    entry = around.listings.files.get(event.subject)
    mine = {part for each in around.signs.get(Sign.GROUPS, "").split(",") for part in re.split("[()]", each)}
    of_other = around.signs.get(Sign.USER, around.user) != around.user or Sign.CONTAINER in around.signs
    if entry is None or of_other or not event.why.startswith("Permission denied"):
        return ""
    return entry.group if entry.mode[3:5] == "rw" and entry.group in mine - {""} else ""


def of_closed_node(event: Event, around: Around) -> str:
    """Return what to do about a device node that could not be opened."""
    is_absent = event.why.startswith("No such")
    by_podman = around.signs.get(Sign.CONTAINER, "").startswith("podman")  # which has a change of its own
    if event.why.startswith("Permission denied") and _is_unmapped(event.subject, around):
        return WITH_ITS_GROUP
    if opened_by_group(event, around):
        return _of_another_reason(around)
    if around.place is not None and around.place.closed and not is_absent:
        return around.place.closed
    if around.place is not None and around.place.driverless and is_absent:
        return around.place.driverless
    if is_absent and Sign.FLATPAK_APP in around.signs and Sign.NO_NODE not in around.signs:
        app = around.signs[Sign.FLATPAK_APP]
        return f"give the Flatpak the card: flatpak override --user --device=dri {app}, and start it again"
    nodes = [each for each in around.listings.holds("/dev/dri") if each.startswith("renderD")]
    if is_absent and "renderD" in event.subject and nodes:
        return f"have the program use /dev/dri/{nodes[0]}, which is there: its settings name {event.subject}"
    if is_absent:
        return (
            "see that the kernel's module of the card is loaded; a container has to be given the node: "
            "--device /dev/dri, or --gpus all for NVIDIA"
        )
    if event.is_withheld and around.system is not System.ANDROID:
        return _of_withheld(event.subject)
    if around.system is System.ANDROID or "kgsl" in event.subject:
        return (
            f"no manifest and no variable mends that: the system gives programs {event.subject} or does not (SELinux "
            "of Android); use the device's own driver, another one of the program's, or a device that lets programs "
            "open it (in proot or chroot the node has to be there: --bind=/dev)"
        )
    if Sign.CLOSED_NODE in around.signs:
        node = shell.operand(event.subject)
        more = (
            " (NVIDIA's module makes its nodes so: NVreg_DeviceFileMode=0666 in its options)"
            if "nvidia" in node
            else ""
        )
        return f"sudo chmod a+rw {node}{more}; a rule of udev keeps it so"
    if by_podman:
        return (
            "podman run --group-add keep-groups --device /dev/dri, with the user in the group of the node on the "
            "host (needs crun); a rootful container takes --group-add with the number of the group"
        )
    if around.signs.get(Sign.CONTAINER, "").startswith("kubectl"):
        return (
            "let the pod's user open the node: securityContext with supplementalGroups and the number of the node's "
            f"group on the host (stat -c %g {shell.operand(event.subject)} there), or runAsUser: 0"
        )
    if Sign.CONTAINER in around.signs:
        number = f'"$(stat -c %g {shell.operand(event.subject)})"'
        return f"start the container with --group-add {number} (group_add in a compose file)"
    if Sign.ROOT in around.signs:
        return (
            f"{event.subject} is refused to root as well, so a container was not given it: start it with "
            "--device /dev/dri (in Kubernetes by the device plugin of the card); in a user namespace, the owner of "
            "the node counts"
        )
    entry = around.listings.files.get(event.subject)
    if entry is not None and _is_nameless(entry, around):
        user = around.user or '"$USER"'
        return (
            f"the group of the node has the number {entry.group} and no name here, so that no user can be in it: "
            f"give it one, and add the user: sudo groupadd -g {entry.group} cards && sudo usermod -aG cards {user}; "
            "then log in again"
        )
    return in_group(f'"$(stat -c %G {shell.operand(event.subject)})"', around)


def _of_another_reason(around: Around) -> str:
    """Return what to do about a node that is closed to the program, though its group has the user.

    The devices cgroup of a unit (DevicePolicy=) is no reason: it answers EPERM, and this is EACCES.
    """
    again = "restart the service" if Sign.UNIT_USER in around.signs else "log in again"
    return (
        f"{again}, if the user was added to the group since it began: a process keeps the groups with which it was "
        "started; else see what confines the program: sudo dmesg | grep -i denied (AppArmor, SELinux), a sandbox, a "
        "container"
    )


def _of_withheld(node: str) -> str:
    """Return what gives a program a device node that the cgroup of its container or unit keeps from it."""
    if "nvidia" in node:
        return (
            "start the container again with --gpus all: it loses the card when systemd reads its units again"
        )
    word = shell.inert(node)
    return (
        f"give it the node: docker run --device {word}, in Kubernetes the device plugin of the card, in LXC "
        f"lxc.cgroup2.devices.allow with the numbers of the node (ls -l {word}), in a unit of systemd "
        f"DeviceAllow={node} rw"
    )
