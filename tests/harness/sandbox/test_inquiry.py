"""The quick worker says the same as the one that does everything, whatever a loader answers."""

from collections.abc import Callable

import pytest
from loaders import answering

from refloader.sandbox import child
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader, system_loader
from refloader.scenario.actions import Action
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario, World

pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("nothing_stays"),
    pytest.mark.skipif(
        child.inquiry_library() is None, reason="the quick worker is not built (install with a C compiler)"
    ),
]

ENUMERATION: tuple[Action, ...] = (("version",), ("layers",), ("extensions", ""), ("extensions", "*"))
Both = Callable[[str, Scenario], tuple[Observation, Observation]]

ODD = r"""
#include <string.h>
struct layer { char name[256]; unsigned spec, implementation; char description[256]; };
struct extension { char name[256]; unsigned spec; };
static const char odd[] = "\" \\ \t \x1f \x7f \xc3\xa9 \xe2\x82 \xff \xed\xa0\x80 \xf0\x9f\x98\x80";
static int layers(unsigned *count, struct layer *rows) {
    if (rows) for (unsigned i = 0; i < *count; i++) {
        memset(&rows[i], 0, sizeof rows[i]);
        strcpy(rows[i].name, i % 2 ? "same" : odd);
        rows[i].spec = 0xffffffff - i, rows[i].implementation = i;
        memset(rows[i].description, 'x', 256);
    }
    *count = 4;
    return LAYERS;
}
static unsigned calls;
static int extensions(const char *layer, unsigned *count, struct extension *rows) {
    if (!rows) { *count = 1 + calls++ % 3; return 0; }
    for (unsigned i = 0; i < *count; i++) strncpy(rows[i].name, layer ? layer : "none", 256), rows[i].spec = calls;
    return calls % 3 ? 5 : 0;
}
static int version(unsigned *value) { *value = 0x403000; return VERSION; }
void *vkGetInstanceProcAddr(void *instance, const char *name) {
    if (!strcmp(name, "vkEnumerateInstanceVersion")) return version;
    if (!strcmp(name, "vkEnumerateInstanceLayerProperties")) return layers;
    return strcmp(name, "vkEnumerateInstanceExtensionProperties") ? 0 : extensions;
}
"""


@pytest.fixture
def both(way: Way, monkeypatch: pytest.MonkeyPatch) -> Both:
    """What the quick worker sees of a loader, and what the other one does."""

    def observe(path: str, scenario: Scenario) -> tuple[Observation, Observation]:
        loader = ForeignLoader(path, way=way)
        quick = loader.observe(scenario, actions=ENUMERATION)
        child.close_all()
        monkeypatch.setattr(child, "inquiry_library", lambda: None)
        return quick, loader.observe(scenario, actions=ENUMERATION)

    return observe


@pytest.mark.parametrize(
    "text",
    [
        ODD.replace("LAYERS", "0").replace("VERSION", "0"),
        ODD.replace("LAYERS", "-3").replace("VERSION", "-1"),
        ODD.replace("LAYERS", "5").replace("VERSION", "1"),
        answering(count="0xffffffffu"),
        "void *vkGetInstanceProcAddr(void *i, const char *n) { return 0; }",
        "int other;",
        '#include <stdio.h>\n__attribute__((constructor)) static void f(void) { printf("unflushed"); }',
        "#include <stdlib.h>\n__attribute__((constructor)) static void f(void) { abort(); }",
        "#include <unistd.h>\n__attribute__((constructor)) static void f(void) { close(3); }",
    ],
)
def test_what_a_loader_answers_is_told_alike(
    both: Both, compile_loader: Callable[[str], str], text: str
) -> None:
    """Odd names, results, counts that change, refusals, and ends of all kinds."""
    quick, other = both(compile_loader(text), Scenario())

    assert quick == other


def test_the_systems_loader_is_told_alike(both: Both) -> None:
    """Layers and extensions of a whole world."""
    path = system_loader()
    if path is None:
        pytest.skip("the machine has no libvulkan.so.1 (Debian: libvulkan1)")
    world = World()
    world.implicit_layer("VK_LAYER_TEST_a", mock=None, description='caf\u00e9 " \\ \u20ac')
    world.explicit_layer(
        "VK_LAYER_TEST_b", mock=None, instance_extensions=[{"name": "VK_x", "spec_version": "3"}]
    )

    quick, other = both(path, world.scenario())

    assert quick == other
    assert quick.layer_names == ("VK_LAYER_TEST_a", "VK_LAYER_TEST_b")
    assert quick.extension_names("VK_LAYER_TEST_b") == ("VK_x",)


def test_a_file_that_is_not_there(both: Both) -> None:
    """The linker's own words, any bytes included."""
    quick, other = both("/nowhere/\u00e9\udcff.so", Scenario())

    assert quick == other
    assert quick.ended == "fault"
