"""The generator: whatever the bytes, there is a world, always the same one, and no bytes are the dullest one."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from refloader.campaign.worlds.byte_source import CHUNK, Source, chunks, seeded
from refloader.campaign.worlds.draft import Draft
from refloader.campaign.worlds.strategies import world_from, world_of_seed
from refloader.campaign.worlds.texts import spoil_text

PLAIN = "/usr/share/vulkan/icd.d/plain.json"


class TestBytes:
    """Bytes are choices; where they end the dullest is chosen."""

    def test_choices(self) -> None:
        """Each byte chooses once, small numbers the first options."""
        source = Source(b"\0\1\5")

        assert [source.pick("abc") for _ in range(4)] == ["a", "b", "c", "a"]

    def test_chunks(self) -> None:
        """Each feature has bytes of its own."""
        assert [source.number(256) for source in chunks(b"\1" * CHUNK + b"\2" * CHUNK)] == [1, 2]

    def test_a_seed_is_always_the_same(self) -> None:
        """Two runs of a campaign have the same worlds."""
        assert seeded(7).hex() == seeded(7).hex()
        assert world_of_seed(7) == world_of_seed(7)
        assert world_of_seed(7) != world_of_seed(8)


class TestWorlds:
    """Every choice ends in a scenario that can exist."""

    def test_no_bytes_are_a_plain_driver(self) -> None:
        """The world that everything shrinks to."""
        world = world_from(b"")

        assert list(world.files) == [PLAIN]
        assert [library.mock for library in world.libraries.values()] == ["driver"]

    @given(st.binary(max_size=12 * CHUNK))
    def test_any_bytes_are_a_world(self, data: bytes) -> None:
        """A scenario that could not exist would raise."""
        world = world_from(data)

        assert set(world.variables) >= {"HOME"}
        assert len(set(world.paths)) == len(world.paths)

    @given(st.binary(max_size=12 * CHUNK))
    def test_what_is_to_be_avoided_is_not_there(self, data: bytes) -> None:
        """A loader that does not know a variable gets worlds without it."""
        world = world_from(data, avoid=("VK_LOADER_LAYERS_ALLOW", "vk_loader_settings.json"))

        assert "VK_LOADER_LAYERS_ALLOW" not in world.variables
        assert not any(path.endswith("vk_loader_settings.json") for path in world.files)

    def test_the_features_are_all_there(self) -> None:
        """Among a thousand worlds each kind of feature occurs often enough to meet others."""
        worlds = [world_of_seed(seed) for seed in range(1000)]
        found = Counter(
            feature
            for world in worlds
            for feature, there in {
                "links": world.links,
                "layers": world.application.layers,
                "extensions": world.application.extensions,
                "explicit": any("explicit_layer.d" in path for path in world.files),
                "implicit": any("implicit_layer.d" in path for path in world.files),
                "override": any("override" in path for path in world.files),
                "paths": {"VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_DRIVER_FILES"} & world.variables.keys(),
                "filters": {"VK_LOADER_LAYERS_DISABLE", "VK_LOADER_LAYERS_ENABLE"} & world.variables.keys(),
                "bases": {"XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CONFIG_HOME"} & world.variables.keys(),
                "mocks": any(library.flags.keys() - {"name"} for library in world.libraries.values()),
            }.items()
            if there
        )

        assert min(found.values()) > 50
        assert len(found) == 10


def test_a_text_does_not_double_without_end() -> None:
    """Changes that make four bytes of one, one after the other, stop at some megabytes."""
    draft = Draft()
    draft.files["/one.json"] = b'{"layer":{}}'
    draft.manifests.append("/one.json")
    wider = next(each for each in range(256) if _wider(each))

    for _ in range(16):
        spoil_text(draft, Source(bytes([wider, 0])))

    assert 1_000_000 < len(draft.files["/one.json"]) < 8_000_000


def _wider(choice: int) -> bool:
    draft = Draft()
    draft.files["/one.json"] = b"[[]]"
    draft.manifests.append("/one.json")
    spoil_text(draft, Source(bytes([choice, 0])))
    return len(draft.files["/one.json"]) == 16
