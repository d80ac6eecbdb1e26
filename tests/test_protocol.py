"""The transition tables: every pair of state and event has one outcome, and each path ends."""

import pytest

from refloader.protocol import (
    DRIVER,
    LAYER,
    LIFE,
    DriverEvent,
    DriverStep,
    LayerEvent,
    LayerStep,
    Life,
    LifeEvent,
    asks_for_interface,
    driver_answer,
    driver_exports,
    driver_step,
    exported_interface,
    has_device_lookup,
    knows_versions,
    layer_answer,
    layer_step,
    next_life,
)

LAYER_ENDS = {LayerStep.ANSWERED, LayerStep.EXPORTED, LayerStep.REFUSED}
DRIVER_ENDS = {DriverStep.NEGOTIATED, DriverStep.VERSION_0, DriverStep.VERSION_1, DriverStep.REFUSED}
ASKED_LAYER = {LayerEvent.AGREED, LayerEvent.OLDER, LayerEvent.NEWER, LayerEvent.EMPTY, LayerEvent.FAILED}
ASKED_DRIVER = {DriverEvent.AGREED, DriverEvent.OLDER, DriverEvent.NEWER, DriverEvent.FAILED}
OUT_OF_HOST_MEMORY, INITIALIZATION_FAILED, INCOMPATIBLE_DRIVER = -1, -3, -9


class TestTables:
    """A table knows what may happen in each state, no more and no less, and every path through it ends."""

    def test_layer_events_by_state(self) -> None:
        """A layer is asked at once if it negotiates; else its exports are looked for."""
        expected = {
            LayerStep.OPENED: {LayerEvent.NEGOTIATES, LayerEvent.SILENT},
            LayerStep.ASK: ASKED_LAYER,
            LayerStep.LOOK: {LayerEvent.LOOKUP, LayerEvent.NO_LOOKUP},
        }

        assert {step: {event for at, event in LAYER if at is step} for step, _ in LAYER} == expected

    def test_driver_events_by_state(self) -> None:
        """A driver is asked through its export or through its lookup; a given one through its lookup alone."""
        found = {DriverEvent.FOUND, DriverEvent.NOT_FOUND}
        expected = {
            DriverStep.OPENED: {
                DriverEvent.NEGOTIATES,
                DriverEvent.LOOKUP,
                DriverEvent.OLD,
                DriverEvent.NOTHING,
            },
            DriverStep.QUERY: found,
            DriverStep.GIVEN: found,
            DriverStep.ASK: ASKED_DRIVER,
            DriverStep.ASK_GIVEN: ASKED_DRIVER,
        }

        assert {step: {event for at, event in DRIVER if at is step} for step, _ in DRIVER} == expected

    def test_states_without_events_are_the_ends(self) -> None:
        """Nothing follows a verdict, and nothing but a verdict is without a successor."""
        assert {step for step in LayerStep if step not in {at for at, _ in LAYER}} == LAYER_ENDS
        assert {step for step in DriverStep if step not in {at for at, _ in DRIVER}} == DRIVER_ENDS

    def test_no_path_comes_back(self) -> None:
        """Steps only go forward in the order in which they are written down."""
        layer, driver = list(LayerStep), list(DriverStep)

        assert all(layer.index(at) < layer.index(to) for (at, _), to in LAYER.items())
        assert all(driver.index(at) < driver.index(to) for (at, _), to in DRIVER.items())

    @pytest.mark.parametrize("event", list(LayerEvent))
    def test_a_verdict_about_a_layer_is_final(self, event: LayerEvent) -> None:
        """Asking for what follows a verdict is a mistake of ours."""
        with pytest.raises(KeyError):
            layer_step(LayerStep.REFUSED, event)

    @pytest.mark.parametrize("event", list(DriverEvent))
    def test_a_verdict_about_a_driver_is_final(self, event: DriverEvent) -> None:
        """Asking for what follows a verdict is a mistake of ours."""
        with pytest.raises(KeyError):
            driver_step(DriverStep.NEGOTIATED, event)


class TestLayerNegotiation:
    """A layer is negotiated with first; what it answers, or what it exports, says how it is used."""

    @pytest.mark.rule("NEGOTIATE-LAYER-01")
    def test_negotiation_comes_first(self) -> None:
        """A library that exports the function is asked before anything else of it is looked at."""
        assert layer_step(LayerStep.OPENED, LayerEvent.NEGOTIATES) is LayerStep.ASK

    @pytest.mark.rule("NEGOTIATE-LAYER-04", "NEGOTIATE-LAYER-05", "NEGOTIATE-LAYER-06", "NEGOTIATE-LAYER-09")
    @pytest.mark.parametrize(
        ("result", "version", "lookup", "event"),
        [
            (0, 2, 0x1000, LayerEvent.AGREED),
            (0, 2, 0, LayerEvent.EMPTY),
            (0, 1, 0x1000, LayerEvent.OLDER),
            (0, 0, 0, LayerEvent.OLDER),
            (0, 3, 0x1000, LayerEvent.NEWER),
            (0, 0xFFFFFFFF, 0x1000, LayerEvent.NEWER),
            (INITIALIZATION_FAILED, 2, 0x1000, LayerEvent.FAILED),
            (5, 2, 0x1000, LayerEvent.FAILED),
        ],
    )
    def test_answers(self, result: int, version: int, lookup: int, event: LayerEvent) -> None:
        """Only VK_SUCCESS with a version that was offered is an agreement."""
        assert layer_answer(result, version, lookup) is event

    @pytest.mark.rule("LLP_LOADER_5", "NEGOTIATE-LAYER-06")
    @pytest.mark.parametrize("event", [LayerEvent.FAILED, LayerEvent.NEWER, LayerEvent.EMPTY])
    def test_without_an_agreement_the_layer_is_not_used(self, event: LayerEvent) -> None:
        """An error, a version nobody offered and an answer without functions end it."""
        assert layer_step(LayerStep.ASK, event) is LayerStep.REFUSED

    @pytest.mark.rule("NEGOTIATE-LAYER-07", "NEGOTIATE-LAYER-10")
    def test_an_older_layer_is_used_by_its_exports(self) -> None:
        """No version is too old; only version 2 answers with functions."""
        assert layer_step(LayerStep.ASK, LayerEvent.OLDER) is LayerStep.LOOK
        assert layer_step(LayerStep.LOOK, LayerEvent.LOOKUP) is LayerStep.EXPORTED

    @pytest.mark.rule("AMB-LLP4-NOEXPORT")
    def test_a_layer_that_cannot_negotiate_is_used_by_its_exports(self) -> None:
        """Without any vkGetInstanceProcAddr there is no way to use it."""
        assert layer_step(LayerStep.OPENED, LayerEvent.SILENT) is LayerStep.LOOK
        assert layer_step(LayerStep.LOOK, LayerEvent.NO_LOOKUP) is LayerStep.REFUSED

    @pytest.mark.rule("IFACE-LAYER-V0-06", "IFACE-LAYER-V1-01")
    def test_the_name_of_the_export_tells_the_version(self) -> None:
        """<layerName>GetInstanceProcAddr is of version 0."""
        assert (exported_interface(prefixed=True), exported_interface(prefixed=False)) == (0, 1)


class TestDriverNegotiation:
    """A driver's exports say how it is asked; what it answers says at which version it is used."""

    @pytest.mark.rule("NEGOTIATE-ICD-01", "GPA-ICD-01", "IFACE-ICD-V0-01", "IFACE-ICD-V1-01")
    @pytest.mark.parametrize(
        ("negotiate", "lookup", "old", "event"),
        [
            (True, True, False, DriverEvent.NEGOTIATES),
            (True, True, True, DriverEvent.NEGOTIATES),
            (False, True, False, DriverEvent.LOOKUP),
            (False, True, True, DriverEvent.LOOKUP),
            (True, False, True, DriverEvent.OLD),
            (False, False, True, DriverEvent.OLD),
            (True, False, False, DriverEvent.NOTHING),
            (False, False, False, DriverEvent.NOTHING),
        ],
    )
    def test_exports(self, negotiate: bool, lookup: bool, old: bool, event: DriverEvent) -> None:
        """vk_icdGetInstanceProcAddr makes it a driver of version 1 or later."""
        assert driver_exports(negotiate=negotiate, lookup=lookup, old=old) is event

    @pytest.mark.rule("NEGOTIATE-ICD-02", "NEGOTIATE-ICD-07", "NEGOTIATE-ICD-08")
    @pytest.mark.parametrize(
        ("events", "end"),
        [
            ([DriverEvent.NEGOTIATES, DriverEvent.AGREED], DriverStep.NEGOTIATED),
            ([DriverEvent.NEGOTIATES, DriverEvent.OLDER], DriverStep.NEGOTIATED),
            ([DriverEvent.NEGOTIATES, DriverEvent.NEWER], DriverStep.REFUSED),
            ([DriverEvent.NEGOTIATES, DriverEvent.FAILED], DriverStep.REFUSED),
            ([DriverEvent.LOOKUP, DriverEvent.FOUND, DriverEvent.AGREED], DriverStep.NEGOTIATED),
            ([DriverEvent.LOOKUP, DriverEvent.NOT_FOUND], DriverStep.VERSION_1),
            ([DriverEvent.OLD], DriverStep.VERSION_0),
            ([DriverEvent.NOTHING], DriverStep.REFUSED),
        ],
    )
    def test_paths_of_an_installed_driver(self, events: list[DriverEvent], end: DriverStep) -> None:
        """The exported negotiation function first, then the lookup, then the old exports."""
        step = DriverStep.OPENED

        for event in events:
            step = driver_step(step, event)

        assert step is end

    @pytest.mark.rule("AMB-DIRECT-V7", "DIRECT-DRIVER-07")
    @pytest.mark.parametrize(
        ("events", "end"),
        [
            ([DriverEvent.FOUND, DriverEvent.AGREED], DriverStep.NEGOTIATED),
            ([DriverEvent.FOUND, DriverEvent.OLDER], DriverStep.REFUSED),
            ([DriverEvent.FOUND, DriverEvent.NEWER], DriverStep.REFUSED),
            ([DriverEvent.FOUND, DriverEvent.FAILED], DriverStep.REFUSED),
            ([DriverEvent.NOT_FOUND], DriverStep.REFUSED),
        ],
    )
    def test_paths_of_a_given_driver(self, events: list[DriverEvent], end: DriverStep) -> None:
        """A driver that the application hands over works at version 7 or not at all."""
        step = DriverStep.GIVEN

        for event in events:
            step = driver_step(step, event)

        assert step is end

    @pytest.mark.rule("NEGOTIATE-ICD-03", "NEGOTIATE-ICD-04", "NEGOTIATE-ICD-05", "NEGOTIATE-ICD-06")
    @pytest.mark.parametrize(
        ("result", "version", "event"),
        [
            (0, 7, DriverEvent.AGREED),
            (0, 6, DriverEvent.OLDER),
            (0, 0, DriverEvent.OLDER),
            (0, 8, DriverEvent.NEWER),
            (0, 0xFFFFFFFF, DriverEvent.NEWER),
            (INCOMPATIBLE_DRIVER, 7, DriverEvent.FAILED),
            (INITIALIZATION_FAILED, 7, DriverEvent.AGREED),
            (INITIALIZATION_FAILED, 5, DriverEvent.OLDER),
            (OUT_OF_HOST_MEMORY, 7, DriverEvent.AGREED),
            (INITIALIZATION_FAILED, 8, DriverEvent.NEWER),
        ],
    )
    def test_answers(self, result: int, version: int, event: DriverEvent) -> None:
        """A version up to 7 is an agreement unless the driver answers VK_ERROR_INCOMPATIBLE_DRIVER."""
        assert driver_answer(result, version) is event

    @pytest.mark.rule("NEGOTIATE-ICD-04")
    def test_answers_to_an_older_loader(self) -> None:
        """What it offered is the most that can be agreed on."""
        events = [driver_answer(0, version, 3) for version in (2, 3, 4)]

        assert events == [DriverEvent.OLDER, DriverEvent.AGREED, DriverEvent.NEWER]

    @pytest.mark.rule("IFACE-ICD-V4-01", "IFACE-ICD-V7-01")
    @pytest.mark.parametrize("version", range(8))
    def test_what_versions_brought(self, version: int) -> None:
        """Version 4 brought the lookup of physical-device commands, 5 versions, 7 asking for the interface."""
        assert has_device_lookup(version) is (version in (4, 5, 6, 7))
        assert knows_versions(version) is (version in (5, 6, 7))
        assert asks_for_interface(version) is (version == 7)


class TestLife:
    """An instance or device is created, used, and destroyed once."""

    @pytest.mark.parametrize("life", list(Life))
    @pytest.mark.parametrize("event", list(LifeEvent))
    def test_every_pair(self, life: Life, event: LifeEvent) -> None:
        """Four moves are legal; every other pair is a mistake that is told from a move."""
        legal = {
            (Life.CREATING, LifeEvent.CREATED): Life.LIVE,
            (Life.CREATING, LifeEvent.FAILED): Life.GONE,
            (Life.LIVE, LifeEvent.DESTROY): Life.DESTROYING,
            (Life.DESTROYING, LifeEvent.DESTROYED): Life.GONE,
        }

        assert next_life(life, event) is legal.get((life, event))
        assert legal == LIFE
