"""A plan that is reused lists nothing that the process may no longer read, and everything that it may read again."""

import os
from pathlib import Path

import pytest
from mock_world import MockWorld
from scripts import Script

pytestmark = pytest.mark.slow

GROUPS = (5001, 5002, 5003)
OTHER_USER = 4001
SETTLED = 3.1
"""Seconds after which a file is old enough that its times say whether it has changed."""

ASK = """
    import ctypes, os, random, time
    libc, library = ctypes.CDLL(None, use_errno=True), ctypes.CDLL({library!r})
    loader, paths = Loader("libvulkan.so.1"), {paths!r}
    def readable():  # what open() of this very process says
        names = []
        for path in paths:
            try:
                open(path).close()
                names.append(os.path.basename(path).removesuffix(".json"))
            except PermissionError:
                pass
        return names
    def listed():
        return sorted(row[0] for row in loader.layers()["layers"])
    def requested():
        found = []
        for path in paths:
            name = os.path.basename(path).removesuffix(".json")
            names, instance = (ctypes.c_char_p * 1)(name.encode()), ctypes.c_void_p()
            info = (ctypes.c_uint64 * 8)(1, 0, 0, 0, 1, ctypes.addressof(names), 0, 0)
            if library.vkCreateInstance(info, None, ctypes.byref(instance)) == 0:
                library.vkDestroyInstance(instance, None)
                found.append(name)
        return found
    time.sleep({settled})
"""

BY_USER = (
    ASK
    + """
    header, sets = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert libc.capget(header, sets) == 0
    everything = sets[0]
    chance, rounds = random.Random({seed}), []
    for _ in range(16):
        sets[0] = everything & ~chance.choice([0, 6, 6])  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH
        os.setgroups([group for group in {groups} if chance.random() < 0.5])
        assert libc.capset(header, sets) == 0
        rounds.append([readable(), listed(), requested() if chance.random() < 0.5 else None])
    say(rounds)
"""
)

BY_LANDLOCK = (
    ASK
    + """
    before, files = [readable(), listed(), requested()], ctypes.c_uint64(1 << 2)  # LANDLOCK_ACCESS_FS_READ_FILE
    rules = libc.syscall(444, ctypes.byref(files), ctypes.c_size_t(8), 0)
    libc.prctl(38, 1, 0, 0, 0)
    closed = rules >= 0 and libc.syscall(446, rules, 0) == 0
    say([closed, before, [readable(), listed(), []]])
"""
)


@pytest.fixture
def paths(world: MockWorld) -> list[str]:
    """The manifests of six layers that nothing asks for: of each group, of another user, and for everybody."""
    folder, found = world.folder / "layers", []
    for number in range(6):
        name = f"VK_LAYER_TEST_{number}"
        world.layer(name)
        found.append(str(folder / f"{name}.json"))
    return found


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give up and take back what it may read")
@pytest.mark.parametrize("seed", range(3))
def test_what_a_process_may_read(
    script: Script, world: MockWorld, dropin: Path, paths: list[str], seed: int
) -> None:
    """Groups and capabilities change without a trace in a file, and with the same effective user."""
    for path, group in zip(paths, GROUPS, strict=False):
        os.chown(path, OTHER_USER, group)
        os.chmod(path, 0o640)
    os.chown(paths[3], OTHER_USER, OTHER_USER)
    os.chmod(paths[3], 0o600)

    rounds = script(asking(BY_USER, dropin, paths, seed=seed, groups=GROUPS), VK_INSTANCE_LAYERS="")

    if all(len(readable) == len(paths) for readable, _, _ in rounds):
        pytest.skip("this root reads everything without the capabilities for it")
    for readable, listed, requested in rounds:
        assert listed == readable
        assert requested in (None, readable)


def test_what_a_process_forbids_itself(
    script: Script, world: MockWorld, dropin: Path, paths: list[str]
) -> None:
    """After landlock_restrict_self, stat() of a file that cannot be opened still works."""
    closed, before, after = script(asking(BY_LANDLOCK, dropin, paths), VK_INSTANCE_LAYERS="")

    if not closed:
        pytest.skip("the kernel has no Landlock")
    assert before[0] == before[1] == before[2]
    assert len(before[0]) == len(paths)
    assert after[0] == after[1] == []


def asking(text: str, dropin: Path, paths: list[str], **more: object) -> str:
    """Fill in a script."""
    return text.format(library=str(dropin / "libvulkan.so.1"), paths=paths, settled=SETTLED, **more)
