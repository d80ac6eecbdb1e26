"""Judges of how layers treat the application's allocation callbacks, on good layers and bad ones."""

import pytest
from written import BUFFER, DEVICE, Writer, a_world, breaches, buffer_of, handle, of_device

from refloader.suite.layers.checks import allocations

CALLBACKS = 0xCA11
MADE = [handle("VkBuffer", "pBuffer", BUFFER)]
BLOCK = 0xB10C


def creation(above: int, below: int) -> Writer:
    """A buffer that is made with callbacks, or without where their address is 0."""
    chain = Writer()
    a_world(chain)
    with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, above, 2], made=MADE):
        chain.down("vkCreateBuffer", of_device(), words=[DEVICE, 1, below, 2], made=MADE)
    return chain


def destruction(chain: Writer, above: int, below: int) -> None:
    """Its end, likewise."""
    with chain.into("vkDestroyBuffer", *buffer_of(BUFFER), words=[DEVICE, BUFFER, above]):
        chain.down("vkDestroyBuffer", *buffer_of(BUFFER), words=[DEVICE, BUFFER, below])


@pytest.mark.parametrize(
    "judge",
    [
        allocations.passed_down,
        allocations.matching,
        allocations.used,
        allocations.given_back,
        allocations.let_go,
    ],
)
def test_nothing_to_see(judge: allocations.LayerCheck) -> None:
    """Without callbacks there is nothing to judge."""
    chain = Writer()
    chain.through("vkDeviceWaitIdle", of_device(), words=[DEVICE])

    result = judge(chain.view())

    assert (result.seen, result.broken) == (0, [])
    assert result.missing


class TestPassedDown:
    """Who is below gets callbacks where the application gave some."""

    @pytest.mark.parametrize("below", [CALLBACKS, 0x1234])
    def test_some(self, below: int) -> None:
        """The application's, or the layer's own in their place."""
        result = allocations.passed_down(creation(CALLBACKS, below).view())

        assert (result.seen, result.broken) == (1, [])

    def test_none(self) -> None:
        """Both calls are shown."""
        result = allocations.passed_down(creation(CALLBACKS, 0).view())

        assert breaches(result) == [["vkCreateBuffer", "vkCreateBuffer"]]

    def test_none_given(self) -> None:
        """Without the application's there is nothing to pass down."""
        assert allocations.passed_down(creation(0, 0).view()).seen == 0


class TestMatching:
    """An object ends as it was made: with callbacks or without."""

    @pytest.mark.parametrize("callbacks", [CALLBACKS, 0])
    def test_alike(self, callbacks: int) -> None:
        """Either way is right."""
        chain = creation(callbacks, callbacks)
        destruction(chain, callbacks, callbacks)

        result = allocations.matching(chain.view())

        assert (result.seen, result.broken) == (1, [])

    @pytest.mark.parametrize(("made", "ended"), [(CALLBACKS, 0), (0, CALLBACKS)])
    def test_unlike(self, made: int, ended: int) -> None:
        """The layer changed one of the two."""
        chain = creation(CALLBACKS, made)
        destruction(chain, CALLBACKS, ended)

        result = allocations.matching(chain.view())

        assert breaches(result) == [["vkCreateBuffer", "vkDestroyBuffer"]]

    def test_a_mistake_of_the_application(self) -> None:
        """What is already wrong above is not the layer's."""
        chain = creation(CALLBACKS, CALLBACKS)
        destruction(chain, 0, 0)

        assert allocations.matching(chain.view()).broken == []


class TestUsed:
    """Memory for what comes with callbacks is taken from them."""

    def chain(self, *about: str, callbacks: int = CALLBACKS, below: str = "") -> Writer:
        """A creation in which the layer takes memory in these ways, and somebody below in another."""
        chain = Writer()
        chain.note("watching", 0, says="malloc")
        a_world(chain)
        with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, callbacks, 2], made=MADE):
            for each in about:
                chain.note(each, BLOCK, 24)
            call = chain.enter(2, "vkCreateBuffer", of_device(), words=[DEVICE, 1, callbacks, 2])
            chain.note(below or "allocate", 0xD, 99)
            call.leave()
        return chain

    def test_behind_them(self) -> None:
        """The warning has the numbers."""
        result = allocations.used(self.chain("allocate", "malloc", "malloc").view())

        assert breaches(result) == [["vkCreateBuffer"]]
        assert result.broken[0].fact == (
            "the layer takes 2 blocks of together 48 bytes behind the application's allocation callbacks "
            "in 1 of 1 calls that came with them (vkCreateBuffer), 2 of them for longer than the call, "
            "and 1 from the callbacks"
        )

    def test_from_them(self) -> None:
        """What somebody below takes from malloc is not the layer's."""
        result = allocations.used(self.chain("allocate", below="malloc").view())

        assert (result.seen, result.broken) == (1, [])

    def test_what_the_callbacks_take(self) -> None:
        """The application's callbacks take from malloc what they give to the layer."""
        result = allocations.used(self.chain("malloc", "allocate").view())

        assert (result.seen, result.broken) == (1, [])

    def test_what_the_dynamic_linker_takes(self) -> None:
        """No layer can have its thread-local data from callbacks."""
        chain = Writer()
        chain.note("watching", 0, says="malloc")
        with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, CALLBACKS, 2]):
            chain.note("malloc", BLOCK, 1060, "linker")

        result = allocations.used(chain.view())

        assert (result.seen, result.broken) == (1, [])

    def test_for_a_moment(self) -> None:
        """What is given back before the call is over is told apart."""
        result = allocations.used(self.chain("malloc", "free").view())

        assert "0 of them for longer than the call" in result.broken[0].fact

    def test_without_callbacks(self) -> None:
        """In a call that has none a layer takes memory as it likes."""
        assert allocations.used(self.chain("malloc", callbacks=0).view()).broken == []

    def test_without_a_watch(self) -> None:
        """Where nobody watches malloc nothing can be said."""
        chain = Writer()
        chain.through("vkCreateBuffer", of_device(), words=[DEVICE, 1, CALLBACKS, 2])

        assert allocations.used(chain.view()).seen == 0

    def test_nothing_taken_at_all(self) -> None:
        """A layer that takes no memory from malloc is seen to take none."""
        result = allocations.used(self.chain("allocate").view())

        assert (result.seen, result.broken) == (1, [])


class TestGivenBack:
    """What is taken from callbacks goes back to them."""

    def chain(self) -> Writer:
        """A creation in which the layer takes a block."""
        chain = Writer()
        with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, CALLBACKS, 2]):
            chain.note("allocate", BLOCK, 24, "object buffer")
        return chain

    def test_given_back(self) -> None:
        """In another call, and by whomever."""
        chain = self.chain()
        chain.note("free", BLOCK)

        result = allocations.given_back(chain.view())

        assert (result.seen, result.broken) == (1, [])

    def test_kept(self) -> None:
        """The call that took it is shown."""
        result = allocations.given_back(self.chain().view())

        assert breaches(result) == [["vkCreateBuffer"]]
        assert "24 bytes at 0xb10c from the callbacks (object buffer)" in result.broken[0].fact

    def test_kept_when_taken_again(self) -> None:
        """A block that has gone back once may be taken once more."""
        chain = self.chain()
        chain.note("free", BLOCK)
        with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, CALLBACKS, 2]):
            chain.note("allocate", BLOCK, 24, "object buffer")

        assert len(allocations.given_back(chain.view()).broken) == 1

    @pytest.mark.parametrize("about", ["wrong free", "free of another's"])
    def test_given_back_wrongly(self, about: str) -> None:
        """The application's callbacks have noticed."""
        chain = self.chain()
        with chain.into("vkDestroyBuffer", *buffer_of(BUFFER), words=[DEVICE, BUFFER, CALLBACKS]):
            chain.note("free", BLOCK)
            chain.note(about, BLOCK, 24, "image")

        result = allocations.given_back(chain.view())

        assert breaches(result) == [["vkDestroyBuffer"]]
        assert about in result.broken[0].fact

    def test_what_others_take(self) -> None:
        """Blocks of the loader and of those below are not the layer's."""
        chain = Writer()
        chain.note("allocate", 0x1, 24)
        with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, CALLBACKS, 2]):
            call = chain.enter(2, "vkCreateBuffer", of_device(), words=[DEVICE, 1, CALLBACKS, 2])
            chain.note("allocate", 0x2, 24)
            call.leave()

        result = allocations.given_back(chain.view())

        assert (result.seen, result.broken) == (0, [])

    def test_a_program_that_ended_early(self) -> None:
        """What a crash left undone is not held against the layer."""
        chain = self.chain()
        chain.enter(1, "vkDestroyBuffer", *buffer_of(BUFFER))

        assert allocations.given_back(chain.view()).broken == []


class TestLeftBehind:
    """What calls leave behind each time is never freed; what is taken once may stay."""

    @staticmethod
    def chain(times: int, freed: int, by: str = "malloc") -> Writer:
        """A device that makes buffers, with a block for each; the first of them are freed at the end."""
        chain = Writer()
        a_world(chain)
        chain.note("watching", 0)
        for number in range(times):
            with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, 0, 2]):
                chain.note("malloc", BLOCK + 64 * number, 48, by)
        for number in range(freed):
            chain.note("free", BLOCK + 64 * number)
        return chain

    def test_freed(self) -> None:
        """Also later, and elsewhere."""
        result = allocations.left_behind(self.chain(6, 6).view())

        assert (result.seen, result.broken) == (1, [])

    def test_left_each_time(self) -> None:
        """The command and the size are said."""
        result = allocations.left_behind(self.chain(6, 0).view())

        assert "6 of 6 calls of vkCreateBuffer leave memory behind" in result.broken[0].fact
        assert "288 bytes" in result.broken[0].fact

    def test_left_now_and_then(self) -> None:
        """A table that is made at the first call stays as long as the library."""
        result = allocations.left_behind(self.chain(6, 4).view())

        assert (result.seen, result.broken) == (1, [])

    def test_left_whenever_it_fails(self) -> None:
        """Calls that fail are counted for themselves: among many that succeed they may be few."""
        chain = self.chain(0, 0)
        for number in range(4):
            call = chain.enter(1, "vkCreateBuffer", of_device(), words=[DEVICE, 1, 0, 2])
            chain.note("malloc", BLOCK + 64 * number, 48, "malloc")
            call.leave(-1)
            for _ in range(3):
                with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, 0, 2]):
                    pass

        result = allocations.left_behind(chain.view())

        assert "4 of 4 calls of vkCreateBuffer that fail leave memory behind" in result.broken[0].fact

    def test_a_cache_that_is_full(self) -> None:
        """A cache with a bound takes memory the first times alone: that is no leak."""
        chain = self.chain(6, 0)
        for _ in range(6):
            with chain.into("vkCreateBuffer", of_device(), words=[DEVICE, 1, 0, 2]):
                pass

        assert allocations.left_behind(chain.view()).broken == []

    @pytest.mark.parametrize("by", ["linker", "not followed"])
    def test_what_nobody_can_tell(self, by: str) -> None:
        """The linker's blocks are not the layer's, and of some blocks the end is not written down."""
        result = allocations.left_behind(self.chain(6, 0, by).view())

        assert (result.seen, result.broken) == (1, [])

    def test_a_call_without_an_end(self) -> None:
        """What a crash left undone is not held against the layer."""
        chain = self.chain(6, 0)
        chain.enter(1, "vkDestroyBuffer", *buffer_of(BUFFER))

        assert allocations.left_behind(chain.view()).broken == []


class TestLetGo:
    """The structure of callbacks is good for the call that it comes with."""

    @staticmethod
    def chain(later: int, below: int, size: int = 64) -> Writer:
        """A buffer that is made with one structure, and ended with another one; and where the structures are."""
        chain = creation(CALLBACKS, CALLBACKS)
        chain.note("lent", CALLBACKS, size)
        destruction(chain, later, below)
        return chain

    def test_of_the_call(self) -> None:
        """Each call goes down with its own, or with one of the layer's."""
        assert allocations.let_go(self.chain(CALLBACKS + 8, CALLBACKS + 8).view()).broken == []
        assert allocations.let_go(self.chain(CALLBACKS + 8, 0x1234).view()).broken == []

    def test_of_another_call(self) -> None:
        """Both calls are shown."""
        result = allocations.let_go(self.chain(CALLBACKS + 8, CALLBACKS).view())

        assert breaches(result) == [["vkCreateBuffer", "vkDestroyBuffer"]]
        assert result.broken[0].fact == (
            "vkDestroyBuffer goes down with the VkAllocationCallbacks of vkCreateBuffer, which has returned"
        )

    def test_where_structures_may_be_used_again(self) -> None:
        """A program that does not give each call one of its own may give the same again."""
        assert allocations.let_go(self.chain(CALLBACKS + 8, CALLBACKS, size=0).view()).seen == 0

    def test_its_functions(self) -> None:
        """The application has noticed that they are called too late."""
        chain = self.chain(CALLBACKS + 8, CALLBACKS + 8)
        with chain.into("vkDestroyBuffer", *buffer_of(BUFFER), words=[DEVICE, BUFFER, CALLBACKS + 16]):
            chain.note("used later", BLOCK, 0, "buffer")

        result = allocations.let_go(chain.view())

        assert breaches(result) == [["vkDestroyBuffer"]]
