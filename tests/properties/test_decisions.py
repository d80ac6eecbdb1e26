"""What holds for every plan: of any files and variables, in every edition."""

from collections.abc import Iterable

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import (
    BASE_VARIABLES,
    EXTRA,
    HOME,
    PATH_VARIABLES,
    PROGRAM,
    SETTINGS_FILES,
    SWITCHES,
    USER_PLACES,
    World,
    all_reasons,
    all_variables,
    editions,
    globs,
    layer_files,
    library_entries,
    manifest_of,
    trees,
    worlds,
)

from refloader.core.editions import LOADER_VARIABLES, traits
from refloader.core.json.reader import JsonValue
from refloader.host.machines.memory import MemoryHost
from refloader.host.port import SIZE_LIMIT, Content, Failure, Listing
from refloader.model.edition import Edition
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.place import Use
from refloader.model.plan import LayerOutcome, Plan
from refloader.model.reason import of_edition
from refloader.model.text import visible

pytestmark = pytest.mark.slow


def decisions(plan: Plan, ignoring: Iterable[str] = ()) -> tuple[object, ...]:
    """Everything decided, without words and positions in the chain; layers of some files left out."""
    left = frozenset(ignoring)
    return (
        plan.result,
        [
            (o.layer.manifest, o.layer.keys, o.layer.kind, o.active)
            for o in plan.layers
            if o.layer.manifest not in left
        ],
        [(layer.manifest, layer.keys) for layer in plan.chain if layer.manifest not in left],
        [(layer.manifest, layer.keys) for layer in plan.device_chain if layer.manifest not in left],
        [(layer.manifest, layer.keys) for layer in plan.enumerated if layer.manifest not in left],
        [(o.driver.manifest, o.used) for o in plan.drivers if o.driver.manifest not in left],
    )


class TestAnyInput:
    """Any bytes as manifests and any variables end in a plan with reasons."""

    @given(world=worlds(environment=all_variables()), edition=editions(), elevated=st.booleans())
    def test_there_is_always_a_plan(self, world: World, edition: Edition, elevated: bool) -> None:
        """Nothing raises, and every file that gave no layer says why."""
        plan = World(world.files, world.variables, world.request, elevated).plan(edition)

        assert plan.edition is edition
        assert all(file.reasons for file in plan.unread)

    @given(world=worlds(environment=all_variables()), edition=editions())
    def test_every_reason_can_be_shown(self, world: World, edition: Edition) -> None:
        """Facts and remedies hold nothing that drives a terminal, and places in files are real."""
        for reason in all_reasons(world.plan(edition)):
            assert reason.fact
            assert visible(reason.fact) == reason.fact
            assert visible(reason.remedy) == reason.remedy
            assert reason.span is None or (reason.span.line >= 0 and reason.span.column >= 0)

    @given(world=worlds(), edition=editions())
    def test_the_same_world_has_the_same_plan(self, world: World, edition: Edition) -> None:
        """Nothing but the world decides."""
        assert decisions(world.plan(edition)) == decisions(world.plan(edition))


class TestUnrelatedFiles:
    """What is installed beside a layer does not change what is decided about it."""

    @given(
        world=worlds(),
        edition=editions(),
        entry=library_entries("VK_LAYER_TEST_z"),
        folder=st.sampled_from(["explicit_layer.d", "implicit_layer.d"]),
        first=st.booleans(),
    )
    def test_another_layer_changes_nothing_about_the_others(
        self, world: World, edition: Edition, entry: dict[str, JsonValue], folder: str, first: bool
    ) -> None:
        """A manifest with a new name may come first or last: all other decisions stay."""
        path = f"/usr/share/vulkan/{folder}/new.json"
        new = {path: manifest_of(entry)}
        more = {**new, **world.files} if first else {**world.files, **new}

        before, after = world.plan(edition), world.with_files(more).plan(edition)

        assert decisions(after, [path]) == decisions(before)

    @given(
        world=worlds(),
        edition=editions(),
        name=st.sampled_from(["README", "a.JSON", "a.json.bak", "x/vulkan/a.json", "\n.txt"]),
        data=layer_files(),
    )
    def test_files_that_are_no_manifests_change_nothing(
        self, world: World, edition: Edition, name: str, data: bytes
    ) -> None:
        """Whatever they hold and wherever they lie."""
        more = {f"/usr/share/vulkan/implicit_layer.d/{name}": data, f"/unrelated/{name}": data, **world.files}

        assert decisions(world.with_files(more).plan(edition)) == decisions(world.plan(edition))

    @given(world=worlds(), edition=editions(), random=st.randoms(use_true_random=False))
    def test_the_order_of_files_decides_nothing_but_order(
        self,
        world: World,
        edition: Edition,
        random: "st.random.Random",  # type: ignore[name-defined]
    ) -> None:
        """With one layer of each name the same layers are active, however the folders are listed."""
        plan = world.plan(edition)
        found = [(outcome.layer.name, outcome.layer.manifest, outcome.layer.keys) for outcome in plan.layers]
        assume(len({name for name, _, _ in found}) == len({(path, keys) for _, path, keys in found}))
        shuffled = list(world.files.items())
        random.shuffle(shuffled)

        again = world.with_files(dict(shuffled)).plan(edition)

        assert sorted(active(again)) == sorted(active(plan))


def active(plan: Plan) -> list[tuple[str, str]]:
    """The active layers by name and manifest."""
    return [(outcome.layer.name, outcome.layer.manifest) for outcome in plan.layers if outcome.active]


class TestChain:
    """The chain has each layer once, and the plan explains what it holds."""

    @pytest.mark.rule("ORDER-DUP-01", "LLP_LOADER_3")
    @given(world=worlds(), edition=editions())
    def test_each_name_occurs_once(self, world: World, edition: Edition) -> None:
        """However often it is asked for, in however many ways."""
        plan = world.plan(edition)

        assert len({layer.name for layer in plan.chain}) == len(plan.chain)
        assert len({layer.name for layer in plan.device_chain}) == len(plan.device_chain)
        assert len({layer.name for layer in plan.enumerated}) == len(plan.enumerated)

    @given(world=worlds(), edition=editions())
    def test_what_is_in_the_chain_is_usable_and_has_a_library(self, world: World, edition: Edition) -> None:
        """No rejected entry and no meta-layer ever gets there."""
        for layer in world.plan(edition).chain:
            assert edition not in layer.rejected
            assert layer.library_path
            assert not layer.is_meta

    @given(world=worlds(), edition=editions())
    def test_a_layer_is_active_exactly_when_it_is_in_the_chain(self, world: World, edition: Edition) -> None:
        """Its position is its place there; in 2016 the device chain has layers of its own."""
        plan = world.plan(edition)
        used = {id(layer) for layer in (*plan.chain, *plan.device_chain)}
        for outcome in plan.layers:
            if not outcome.layer.is_meta:
                assert outcome.active is (id(outcome.layer) in used)
            if edition is not Edition.E2016:
                assert plan.device_chain == plan.chain
            if outcome.position is not None:
                assert plan.chain[outcome.position] is outcome.layer

    @pytest.mark.rule("META-04")
    @given(world=worlds(), edition=editions())
    def test_an_active_meta_layer_has_its_components_in_the_chain(
        self, world: World, edition: Edition
    ) -> None:
        """Each component is there, unless it says itself what keeps it out."""
        plan = world.plan(edition)
        chain = {layer.name for layer in plan.chain}
        known = {layer.name: layer for layer in plan.enumerated}
        blocked = {o.layer.name for o in plan.layers if not o.active and o.reasons}
        for outcome in plan.layers:
            if outcome.active and outcome.layer.is_meta:
                components = [name for name in outcome.layer.components if name in known]
                assert {name for name in components if not known[name].is_meta} <= chain | blocked

    @given(world=worlds(), edition=editions())
    def test_every_inactive_layer_has_a_reason_or_nobody_asked_for_it(
        self, world: World, edition: Edition
    ) -> None:
        """An implicit layer, and one that was asked for, ends its reasons with what keeps it out."""
        plan = world.plan(edition)
        for outcome in plan.layers:
            assert outcome.active or kept_out(outcome, plan.edition) or unasked(outcome, plan)


WANTED = {
    "ACT-IMPLICIT-01",
    "FILTER-LAYER-ENABLE-01",
    "ACT-IMPLICIT-08",
    "ACT-EXPLICIT-01",
    "ACT-APP-01",
    "ENV-INSTLAYERS-01",
}
"""Rules under which something wants a layer, which is no reason for its absence."""


def kept_out(outcome: LayerOutcome, edition: Edition) -> bool:
    """Whether the manifest itself rejects a layer or the last thing said of it is no wish to have it."""
    told = outcome.reasons[len(of_edition(outcome.layer.reasons, edition)) :]
    return edition in outcome.layer.rejected or (bool(told) and told[-1].rule not in WANTED)


def unasked(outcome: LayerOutcome, plan: Plan) -> bool:
    """Whether a layer is an explicit one that no list names."""
    return outcome.layer.kind is Use.EXPLICIT and outcome.layer.name not in plan.asked


NO_SETTINGS = trees().map(
    lambda files: {path: data for path, data in files.items() if path not in SETTINGS_FILES}
)


class TestDisableVariable:
    """A layer's disable variable beats whatever would turn it on."""

    @pytest.mark.rule("ACT-IMPLICIT-03", "ACT-IMPLICIT-05", "AMB-ENABLE-FILTER-VS-DISABLEVAR")
    @given(world=worlds(NO_SETTINGS), edition=editions(), glob=globs(), value=st.sampled_from(["1", "", "0"]))
    def test_it_wins_over_the_enable_variable_and_the_enable_filter(
        self, world: World, edition: Edition, glob: str, value: str
    ) -> None:
        """With any value; only as a component of an active meta-layer is the layer there."""
        switches = dict.fromkeys(SWITCHES, value)
        plan = world.with_variables({**world.variables, **switches, "VK_LOADER_LAYERS_ENABLE": glob}).plan(
            edition
        )
        components = {name for o in plan.layers if o.active for name in o.layer.components}

        for outcome in plan.layers:
            if outcome.layer.disable is not None and outcome.layer.disable.variable in switches:
                assert not outcome.active or outcome.layer.name in components


class TestUnknownVariables:
    """A variable of another edition means nothing."""

    @pytest.mark.parametrize("edition", list(Edition))
    @given(world=worlds(environment=all_variables()))
    def test_variables_of_other_editions_change_nothing(self, edition: Edition, world: World) -> None:
        """The plan is the same with and without them, to the last word."""
        known = traits(edition).variables
        foreign = (LOADER_VARIABLES | {*BASE_VARIABLES}) - known
        own = {name: value for name, value in world.variables.items() if name not in foreign}

        with_all, with_own = world.plan(edition), world.with_variables(own).plan(edition)

        assert decisions(with_all) == decisions(with_own)
        assert [r.fact for r in all_reasons(with_all)] == [r.fact for r in all_reasons(with_own)]


class TestSlashes:
    """Paths mean the same with doubled slashes and, for folders, with a slash at the end."""

    @pytest.mark.rule("AMB-DISC-SLASH")
    @given(world=worlds(), edition=editions())
    def test_more_slashes_are_the_same_places(self, world: World, edition: Edition) -> None:
        """Places, layers and drivers stay as they are."""
        slashed = {
            name: ":".join(_slashed(entry) for entry in value.split(":")) if name in PATH_VARIABLES else value
            for name, value in world.variables.items()
        }

        plain, odd = world.plan(edition), world.with_variables(slashed).plan(edition)

        assert odd.places == plain.places
        assert decisions(odd) == decisions(plain)


def _slashed(entry: str) -> str:
    doubled = entry.replace("/", "//")
    return doubled if not entry or entry.endswith(".json") else f"{doubled}/"


class WatchedHost(MemoryHost):
    """A machine that remembers what was looked at."""

    def __init__(self, world: World) -> None:
        super().__init__(world.files, world.variables, program=PROGRAM, privileged=True)
        self.seen: list[str] = []

    def list(self, path: str) -> Listing | Failure:
        """Remember and answer."""
        self.seen.append(path)
        return super().list(path)

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """Remember and answer."""
        self.seen.append(path)
        return super().read(path, limit)


class TestElevated:
    """A process with elevated privileges looks at no place that a user controls."""

    @pytest.mark.rule(
        "PRIV-GEN-01", "PRIV-GEN-02", "PRIV-LAYER-01", "PRIV-DRIVER-01", "LLP_LOADER_13", "LDP_LOADER_13"
    )
    @given(
        world=worlds(NO_SETTINGS),
        edition=editions(),
        names=st.sets(st.sampled_from([*PATH_VARIABLES, *BASE_VARIABLES])),
    )
    def test_no_place_of_a_user_is_looked_at(self, world: World, edition: Edition, names: set[str]) -> None:
        """Neither listed nor read, whatever the variables say."""
        pointing = dict.fromkeys(names, f"{EXTRA}:{HOME}/x:/srv/user/y")
        system = {path: data for path, data in world.files.items() if OVERRIDE_NAME.encode() not in data}
        host = WatchedHost(World(system, {**world.variables, **pointing, "HOME": HOME}))

        world.plan(edition, host)

        assert [path for path in host.seen if f"{path}/".startswith(USER_PLACES)] == []
        assert host.seen

    @given(world=worlds(NO_SETTINGS), edition=editions())
    def test_the_plan_is_that_of_a_user_without_places(self, world: World, edition: Edition) -> None:
        """System places are searched as ever."""
        host = WatchedHost(world)

        plan = world.plan(edition, host)

        assert any(place.path.startswith("/usr/share/") for place in plan.places)
