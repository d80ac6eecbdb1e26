"""What a fork declares is what it does. Read by runs whose loaders have a profile, and by no others."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.forks import DeclaredFolder, declared_folders, hidden_folders
from refloader.suite.loaders.trial import Trial
from refloader.suite.plugin import profile_of

ONE = "VK_LAYER_TEST_one"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A case for each folder that the profile of the run is about."""
    folders = {"declared": declared_folders, "hidden": hidden_folders}
    for name in folders.keys() & set(metafunc.fixturenames):
        values = [
            pytest.param(each, marks=pytest.mark.rule(each.rule), id=each.name)
            for each in folders[name](profile_of(metafunc.config))
        ]
        metafunc.definition.add_marker(pytest.mark.parametrize(name, values))


def _found(world: World, subject: Trial, where: DeclaredFolder) -> bool:
    """Whether the loader finds what lies in a folder."""
    for name, value in where.variables:
        world.variable(name, value)
    if where.is_driver:
        world.driver(folder=where.folder)
        return subject.observe(world).drivers != ()
    world.driver()
    world.explicit_layer(ONE, folder=where.folder, use=where.use)
    return ONE in subject.observe(world).layer_names


def test_declared_folder_is_searched(subject: Trial, world: World, declared: DeclaredFolder) -> None:
    """What lies in a folder that the profile declares is found."""
    assert _found(world, subject, declared)


def test_other_standard_folder_is_not_searched(subject: Trial, world: World, hidden: DeclaredFolder) -> None:
    """What lies in a standard folder that the profile puts others in the place of is not found."""
    assert not _found(world, subject, hidden)
