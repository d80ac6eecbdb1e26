"""Makes recordings in which one thing stands in the place of many: a number, a name, a pool, a thread of its own."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "layers"))

from written import (
    BUFFER,
    DEVICE,
    DOWN,
    IN,
    LAYER,
    PHYSICAL,
    POOL,
    Open,
    Writer,
    a_buffer,
    a_physical_device,
    a_world,
    buffer_of,
    handle,
    of_device,
    text,
)

from refloader.suite.sessions.recording import Fact

_LOOKUP = "vkGetDeviceProcAddr"


def objects_of_one_number(folder: Path, total: int) -> list[str]:
    """Many objects that live at once and share their number, and their ends."""
    chain = Writer()
    a_world(chain)
    for _ in range(total):
        a_buffer(chain)
    for _ in range(total):
        chain.through("vkDestroyBuffer", *buffer_of(BUFFER))
    return _observed(folder, chain)


def lookups_of_one_name(folder: Path, total: int) -> list[str]:
    """One name that is looked up again and again, and is answered NULL."""
    chain = Writer()
    a_world(chain)
    for _ in range(total):
        above = _lookup(chain, IN)
        for each in (_lookup(chain, DOWN), above):
            each.make(Fact("word", "answer", 0))
            each.leave()
    return _observed(folder, chain)


def _lookup(chain: Writer, link: int) -> Open:
    return chain.enter(link, _LOOKUP, of_device(), text("pName", "vkInventedTEST"))


def resets_of_a_pool(folder: Path, total: int) -> list[str]:
    """A pool that is reset for each frame of a program."""
    chain = Writer()
    a_world(chain)
    pool = handle("VkDescriptorPool", "descriptorPool", POOL)
    made = handle("VkDescriptorPool", "pDescriptorPool", POOL)
    chain.through("vkCreateDescriptorPool", of_device(), made=[made])
    for _ in range(total):
        given = handle("VkDescriptorPool", "pAllocateInfo.descriptorPool", POOL)
        one = handle("VkDescriptorSet", "pDescriptorSets[0]", BUFFER)
        chain.through("vkAllocateDescriptorSets", of_device(), given, made=[one])
        chain.through("vkResetDescriptorPool", of_device(), pool)
    return _observed(folder, chain)


def devices_listed_again(folder: Path, total: int) -> list[str]:
    """Physical devices that are listed before each of many devices is made."""
    chain = Writer()
    a_world(chain)
    for number in range(total):
        a_physical_device(chain)
        physical = handle("VkPhysicalDevice", "physicalDevice", PHYSICAL)
        made = handle("VkDevice", "pDevice", DEVICE + 8 * number)
        with chain.into("vkCreateDevice", physical, made=[made]):
            asked = (handle("VkInstance", "instance", 1), text("pName", "vkCreateDevice"))
            chain.down("vkGetInstanceProcAddr", *asked, made=[Fact("word", "answer", 9)])
            chain.down("vkCreateDevice", physical, made=[made])
        chain.down("vkDeviceWaitIdle", of_device(DEVICE + 8 * number))
    return _observed(folder, chain)


def blocks_at_one_address(folder: Path, total: int) -> list[str]:
    """Blocks of memory that are taken at one address, negotiations, and structures that are lent for one call."""
    chain = Writer()
    a_world(chain)
    chain.note("watching", 0)
    for number in range(total):
        chain.note("negotiation", 1, says=LAYER)
        chain.note("negotiation", 0, says=LAYER)
        chain.note("lent", 0x10000 + 64 * number, 32)
        with chain.into("vkCreateBuffer", of_device(), words=(DEVICE, 0, 5, 0)):
            chain.note("malloc", 0x99, 16, "libmine.so")
    for _ in range(total):
        chain.note("free", 0x99, 16)
    return _observed(folder, chain)


def threads_that_hang(folder: Path, total: int) -> list[str]:
    """Many threads, each of which ends in a call."""
    chain = Writer()
    a_world(chain)
    for number in range(total):
        chain.enter(DOWN, "vkDeviceWaitIdle", of_device(), thread=2 + number)
    return _observed(folder, chain)


def _observed(folder: Path, chain: Writer) -> list[str]:
    (folder / "recording").write_bytes(chain.bytes())
    return ["observed", str(folder / "recording")]
