"""The scenarios of the corpus: each says what a loader of each edition does with it. See ``scenarios/``."""

from collections.abc import Iterator

import pytest

from refloader.scenario.corpus import Case
from refloader.scenario.drafting import shipped_cases
from refloader.suite.loaders.trial import Trial


def _marked(topic: str) -> Iterator[object]:
    for case in shipped_cases():
        of, _, name = case.name.partition("/")
        if of == topic:
            marks = [pytest.mark.rule(*case.rules), pytest.mark.editions(*(case.expect or {}))]
            yield pytest.param(case, marks=marks, id=name)


def scenarios_on(topic: str) -> pytest.MarkDecorator:
    """Run the test on each scenario of this topic."""
    return pytest.mark.parametrize("case", list(_marked(topic)))


@scenarios_on("discovery")
def test_discovery(subject: Trial, case: Case) -> None:
    """Manifests are found where the edition searches, in its order, and nowhere else."""
    subject.keeps(case)


@scenarios_on("variables")
def test_variables(subject: Trial, case: Case) -> None:
    """Path variables replace and add places as the edition says, alone and together."""
    subject.keeps(case)


@scenarios_on("filters")
def test_filters(subject: Trial, case: Case) -> None:
    """Filters choose among what was found, by name and without regard to case."""
    subject.keeps(case)


@scenarios_on("activation")
def test_activation(subject: Trial, case: Case) -> None:
    """A layer is on by itself, by its variables or because somebody asks for it, and otherwise off."""
    subject.keeps(case)


@scenarios_on("order")
def test_order(subject: Trial, case: Case) -> None:
    """Every layer stands in the chain where its kind and its request put it."""
    subject.keeps(case)


@scenarios_on("duplicates")
def test_duplicates(subject: Trial, case: Case) -> None:
    """Of several occurrences of a layer the first counts."""
    subject.keeps(case)


@scenarios_on("meta_layers")
def test_meta_layers(subject: Trial, case: Case) -> None:
    """A meta-layer stands for its components, if they are there and fit."""
    subject.keeps(case)


@scenarios_on("override")
def test_override(subject: Trial, case: Case) -> None:
    """The override layer switches other layers on and off for the programs that it names."""
    subject.keeps(case)


@scenarios_on("settings")
def test_settings(subject: Trial, case: Case) -> None:
    """The settings file controls layers, their order and drivers."""
    subject.keeps(case)


@scenarios_on("extensions")
def test_extensions(subject: Trial, case: Case) -> None:
    """Extensions of drivers, layers and the loader are told and accepted; unknown ones of drivers are not."""
    subject.keeps(case)


@scenarios_on("drivers")
def test_drivers(subject: Trial, case: Case) -> None:
    """Every driver that is found and works is used, whatever its neighbours are."""
    subject.keeps(case)


@scenarios_on("libraries")
def test_libraries(subject: Trial, case: Case) -> None:
    """A library is found where its manifest says, and one that is missing costs only its own layer."""
    subject.keeps(case)


@scenarios_on("formats")
def test_formats(subject: Trial, case: Case) -> None:
    """Manifests of every format are read, and what they say is told."""
    subject.keeps(case)


@scenarios_on("devices")
def test_devices(subject: Trial, case: Case) -> None:
    """Devices are sorted, selected and filtered."""
    subject.keeps(case)


@scenarios_on("negotiation")
def test_negotiation(subject: Trial, case: Case) -> None:
    """Libraries of every interface version work side by side, and those that refuse are left out."""
    subject.keeps(case)


@scenarios_on("privilege")
def test_privilege(subject: Trial, case: Case) -> None:
    """A program with privilege loads what is installed and nothing that its user names."""
    subject.keeps(case)


@scenarios_on("hostile")
def test_hostile(subject: Trial, case: Case) -> None:
    """A damaged or strange manifest costs only itself."""
    subject.keeps(case)


@scenarios_on("field")
def test_field(subject: Trial, case: Case) -> None:
    """Machines as they are in the field work as the documents say."""
    subject.keeps(case)


@scenarios_on("interplay")
def test_interplay(subject: Trial, case: Case) -> None:
    """Several rules at once lead to one outcome."""
    subject.keeps(case)


@scenarios_on("windows")
def test_windows(subject: Trial, case: Case) -> None:
    """On Windows the registry, devices and packages lead to manifests."""
    subject.keeps(case)


@scenarios_on("elsewhere")
def test_elsewhere(subject: Trial, case: Case) -> None:
    """macOS, Fuchsia and Android have their own places, and Android no manifests."""
    subject.keeps(case)


@scenarios_on("regressions")
def test_regressions(subject: Trial, case: Case) -> None:
    """What loaders once disagreed on stays decided."""
    subject.keeps(case)
