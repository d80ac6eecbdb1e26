"""Whatever a registry holds comes back out of its export, in every encoding and however its lines are broken."""

from hypothesis import given
from hypothesis import strategies as st

from refloader.inspect.registry.build import RegistryBuilder
from refloader.inspect.registry.data import TYPES, typed
from refloader.inspect.registry.file import read_reg
from refloader.model.windows_registry import Data, ValueType

KEYS = [
    rf"{hive}\SOFTWARE\{branch}Khronos\Vulkan\{name}"
    for hive in ("HKEY_LOCAL_MACHINE", "HKEY_CURRENT_USER")
    for branch in ("", "WOW6432Node\\")
    for name in ("ExplicitLayers", "ImplicitLayers", "Drivers")
]
CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\n")
NAMES = st.text(CHARACTERS, min_size=1, max_size=12)
TEXTS = st.text(CHARACTERS, max_size=20)
Content = dict[str, dict[str, tuple[ValueType, bytes | str]]]


@st.composite
def contents(draw: st.DrawFn) -> Content:
    """Some keys with values: texts as texts, everything else as bytes."""
    found: Content = {}
    for key in draw(st.lists(st.sampled_from(KEYS), unique=True, max_size=4)):
        names = draw(st.lists(NAMES, unique_by=str.casefold, max_size=4))
        found[key] = {name: draw(_VALUES) for name in names}
    return found


_VALUES = st.one_of(
    st.tuples(st.just(ValueType.SZ), TEXTS),
    st.tuples(st.sampled_from(TYPES), st.binary(max_size=40)),
)


def export(content: Content, width: int) -> str:
    """As the registry editor writes it, with lines of hexadecimal data broken after so many bytes."""
    text = "Windows Registry Editor Version 5.00\r\n"
    for key, values in content.items():
        text += f"\r\n[{key}]\r\n"
        for name, (kind, data) in values.items():
            text += f'"{escaped(name)}"={written(kind, data, width)}\r\n'
    return text


def written(kind: ValueType, data: bytes | str, width: int) -> str:
    """The data of a value."""
    if isinstance(data, str):
        return f'"{escaped(data)}"'
    rows = [data[at : at + width].hex(",") for at in range(0, len(data), width)]
    return f"hex({TYPES.index(kind):x}):" + ",\\\r\n  ".join(rows)


def escaped(text: str) -> str:
    """A text between quotation marks."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def meant(kind: ValueType, data: bytes | str) -> Data:
    """What a value is."""
    return data if isinstance(data, str) else typed(kind, data)


@given(contents(), st.integers(1, 30), st.sampled_from(["utf-16", "utf-8", "utf-8-sig"]))
def test_an_export_is_read_as_it_was_written(content: Content, width: int, encoding: str) -> None:
    """Keys, names, types and data are the same, in the same order, and there is nothing to say."""
    builder = RegistryBuilder()

    said = read_reg(export(content, width).encode(encoding), "x.reg", builder)
    registry, more = builder.registry("x.reg", None)

    expected = {
        key: [(name, kind, meant(kind, data)) for name, (kind, data) in values.items()]
        for key, values in content.items()
    }
    found = {
        key.path: [(each.name, each.type, each.data) for each in key.values] for key in registry.keys.values()
    }
    assert (found, said, more) == (expected, (), ())
