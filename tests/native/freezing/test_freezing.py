"""What freezing does to the sources: each transformation keeps what the code means, and refuses what it cannot."""

import ast
import difflib
import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.dropin.build.__main__ import ROOT, build_settings, c_source
from refloader.dropin.build.bundle import ENTRIES, LAZY, Frozen, compiled
from refloader.dropin.build.problem import FreezeError
from refloader.dropin.build.program import Program
from refloader.dropin.build.shims import bisect as bisect_shim
from refloader.dropin.build.shims import difflib as difflib_shim
from refloader.dropin.build.shims import posixpath as posixpath_shim
from refloader.dropin.build.sources import INSTANCES, ROWS, Sources, transformed
from refloader.dropin.build.tree_shaking import Module
from refloader.model import registry

pytestmark = pytest.mark.slow

SOURCES = Sources(ROOT)


def frozen(text: str) -> Any:
    """A module made of the transformed source, without the imports that nothing uses any more."""
    tree = transformed("sample", text, SOURCES)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    tree.body = [each for each in tree.body if _is_needed(each, used)]
    module = ModuleType("sample")
    exec(compile(tree, "sample", "exec"), module.__dict__)
    return module


def _is_needed(statement: ast.stmt, used: set[str]) -> bool:
    if not isinstance(statement, ast.ImportFrom):
        return True
    return (statement.names[0].asname or statement.names[0].name) in used


def source(text: str) -> str:
    """The transformed source."""
    return ast.unparse(transformed("sample", text, SOURCES))


class TestDataclasses:
    """A dataclass becomes a plain class with slots that is made, compared, hashed and shown alike."""

    TEXT = """
from dataclasses import dataclass, field
@dataclass(frozen=True, slots=True)
class Point:
    "Words."
    x: int
    y: int = 2
    more: list[int] = field(default_factory=list)
    kind: str = field(default="plain")
    def __post_init__(self) -> None:
        if self.x < 0:
            object.__setattr__(self, "x", 0)
    @property
    def sum(self) -> int:
        return self.x + self.y
"""

    def test_fields_and_defaults(self) -> None:
        """Arguments by position and name, defaults, new objects from factories, and what comes after."""
        point = frozen(self.TEXT).Point
        one, other = point(-1, y=5), point(1)

        assert (one.x, one.y, one.more, one.kind, one.sum) == (0, 5, [], "plain", 5)
        assert other.more is not one.more
        assert not hasattr(one, "__dict__")

    def test_equality_and_text(self) -> None:
        """Equal are objects of one class with equal fields; the text shows the fields."""
        point = frozen(self.TEXT).Point

        assert point(1) == point(1)
        assert point(1) != point(2)
        assert point(1) != (1, 2, [], "plain")
        assert repr(point(1)) == "Point(x=1, y=2, more=[], kind='plain')"

    def test_hashes(self) -> None:
        """Frozen ones can be keys, others cannot, and eq=False leaves identity."""
        text = "from dataclasses import dataclass\n@dataclass({})\nclass A:\n    x: int\n"

        assert len({frozen(text.format("frozen=True, slots=True")).A(x) for x in (1, 1, 2)}) in (2, 3)
        assert frozen(text.format("slots=True")).A.__hash__ is None
        assert frozen(text.format("slots=True, eq=False")).A.__eq__ is object.__eq__

    def test_what_is_refused(self) -> None:
        """An option that is not written out stops the build."""
        with pytest.raises(FreezeError, match="sample:3"):
            source("from dataclasses import dataclass\n@dataclass(order=True)\nclass A:\n    x: int\n")


class TestNamedTuples:
    """A named tuple stays a tuple with names."""

    def test_a_tuple_with_names(self) -> None:
        """Fields, defaults, order, unpacking, methods and text."""
        text = """
from typing import NamedTuple
class Version(NamedTuple):
    major: int
    minor: int = 0
    @property
    def both(self) -> tuple[int, int]:
        return self.major, self.minor
"""
        version = frozen(text).Version

        assert version(1, 2) == (1, 2) == version(1, 2).both
        assert version(major=1).minor == 0
        assert version(1) < version(1, 1)
        assert version(1)._replace(minor=3) == (1, 3)
        assert repr(version(1)) == "Version(major=1, minor=0)"


class TestEnums:
    """Members keep identity, value, name, order and text."""

    TEXT = """
from enum import Enum, IntEnum, StrEnum
class Plain(Enum):
    A = "1"
    B = "2"
    def __lt__(self, other):
        return self.value < other.value
class Text(StrEnum):
    A = "a"
    B = "b c"
    __hash__ = str.__hash__
class Number(IntEnum):
    ONE = 1
    UNO = 1
"""

    def test_as_the_standard_library(self) -> None:
        """Frozen enums answer as the originals do."""
        original = ModuleType("sample")
        exec(self.TEXT, original.__dict__)
        uses: list[Callable[[Any], Any]] = [
            lambda m: [
                (e.name, e.value, str(e), f"{e}") for kind in (m.Plain, m.Text, m.Number) for e in kind
            ],
            lambda m: (m.Text("a") is m.Text.A, m.Plain["B"] is m.Plain.B, m.Number(1) is m.Number.UNO),
            lambda m: (m.Text.A == "a", m.Plain.A == "1", m.Number.ONE + 1, m.Plain.A < m.Plain.B),
            lambda m: (" or ".join(m.Text), "a" in tuple(m.Text), len(m.Plain), m.Text.B in {m.Text.B}),
            lambda m: [repr(m.Plain.A), repr(m.Text.A), repr(m.Number.ONE), isinstance(m.Text.A, m.Text)],
        ]

        for use in uses:
            assert use(frozen(self.TEXT)) == use(original)

    def test_an_unknown_value(self) -> None:
        """Looking up what is no value is a ValueError."""
        with pytest.raises(ValueError, match="is not a valid Text"):
            frozen(self.TEXT).Text("z")


class TestRules:
    """Naming a rule costs nothing at run time and is checked when the code is frozen."""

    def test_rules_become_texts(self) -> None:
        """Calls become their argument; the decorator goes."""
        text = """
from refloader.rules import decides, rule
@decides("LLP_LAYER_6")
def f(x):
    return rule("LLP_LAYER_6"), rule(x)
"""

        assert source(text) == "def f(x):\n    return ('LLP_LAYER_6', x)"

    @pytest.mark.parametrize("text", ['x = rule("LLP_LAYER_66")', '@decides("NO")\ndef f(): pass'])
    def test_a_mistyped_rule(self, text: str) -> None:
        """An id that is not in the catalogue stops the build."""
        with pytest.raises(FreezeError, match="not in the catalogue"):
            source(text)


class TestPatterns:
    """Regular expressions are compiled when the code is frozen, by the Python that runs it."""

    def test_patterns_match_alike(self) -> None:
        """Groups, names and flags; functions of re with a constant pattern."""
        text = r"""
import re
_WORDS = re.compile(r"(?P<first>\w+) (\w+)?", re.ASCII | re.IGNORECASE)
def number(text):
    return re.match(r"\s*([0-9]+)", text, re.ASCII)
def lines(data):
    return [m.end() for m in re.finditer(b"\n", data)]
"""
        module = frozen(text)

        assert "_sre_compile" in source(text)
        assert module._WORDS.match("one two")["first"] == "one"
        assert module._WORDS.groups == 2
        assert module.number(" 12x")[1] == "12"
        assert module.lines(b"a\nb\n") == [2, 4]

    def test_a_pattern_made_at_run_time(self) -> None:
        """The compiler of patterns is not there at run time."""
        with pytest.raises(FreezeError, match="no constant"):
            source("import re\ndef f(p): return re.compile(p)")


class TestPlainSource:
    """Only what runs is kept."""

    def test_words_and_types_go(self) -> None:
        """Docstrings, annotations and type-checking blocks leave no trace; asserts stay."""
        text = '''
"""Words."""
from typing import TYPE_CHECKING, cast
if TYPE_CHECKING:
    import nothing
LIMIT: int = 3
"""More words."""
def f(x: int, *rest: str) -> int:
    """Words."""
    y: int
    z: int = cast(int, x)
    assert z
    return z
'''
        expected = "LIMIT = 3\n\ndef f(x, *rest):\n    z = x\n    assert z\n    return z"

        assert source(text).partition("\n")[2].partition("\n")[2] == expected

    def test_numbers_are_written_in(self) -> None:
        """Offsets, magic numbers and slots become numbers."""
        text = """
from refloader.dropin.python.memory.objects import INSTANCE_MAGIC, InstanceRecord
from refloader.dropin.python.generated.commands import INSTANCE
def f(): return InstanceRecord.magic, INSTANCE_MAGIC, INSTANCE["vkDestroyInstance"]
"""
        from refloader.dropin.python.generated.commands import INSTANCE
        from refloader.dropin.python.memory.objects import INSTANCE_MAGIC

        slot = INSTANCE["vkDestroyInstance"]
        assert source(text).endswith(f"return (8, {INSTANCE_MAGIC}, {slot})")

    def test_traits_are_written_in(self) -> None:
        """The members of Trait become their words, which sets of traits contain as well."""
        text = """
from refloader.model.age import Age, Trait
def f(age): return age.has(Trait.VALUES_CUT)
"""
        from refloader.model.age import Age, Trait

        module = frozen(text)

        assert source(text).endswith("return age.has('values-cut')")
        assert module.f(Age("1.2.3", frozenset({Trait.VALUES_CUT})))
        assert not module.f(Age("1.2.3", frozenset({Trait.ANY_KEY_CASE})))

    def test_identity_with_a_constant_is_refused(self) -> None:
        """What was one object before may be two equal texts then."""
        text = "from refloader.model.age import Trait\ndef f(x): return x is Trait.VALUES_CUT"

        with pytest.raises(SyntaxError, match="literal"):
            compiled("sample", transformed("sample", text, SOURCES))


class TestReach:
    """What the entries cannot reach is not frozen."""

    def test_the_deciding_code(self) -> None:
        """Deciding needs no difflib at start, no command line, no harness, no rules, and not what nobody calls."""
        program = Program(SOURCES, [("refloader.engine", "decide")])

        assert "refloader.core.activation.order" in program.order
        assert not [name for name in program.order if name.startswith(("refloader.rules", "refloader.cli"))]
        assert "ordered" not in program.modules["refloader.core.drivers.devices"].live_names

    def test_imports_in_functions(self) -> None:
        """They load a module that is frozen apart when they run, as the code for releases is."""
        program = Program(SOURCES, [("refloader.engine", "decide")])

        assert "_named('refloader.core.aged.reading', 'AgedReading')" in ast.unparse(
            program.parts("refloader.engine")[0]
        )
        assert "refloader.core.aged.reading" in program.apart
        assert "Trait" not in Program(SOURCES, ENTRIES, LAZY).hot["refloader.model.age"].live_names

    def test_what_cannot_be_frozen(self) -> None:
        """An import that nothing serves stops the build, with the name."""
        with pytest.raises(FreezeError, match="socket"):
            Program(Sources(ROOT, "import socket\nBUILD = socket.socket\n"), _BUILD)

    def test_a_missing_entry(self) -> None:
        """An entry that is not there is named."""
        with pytest.raises(FreezeError, match="there is no NOTHING"):
            Program(SOURCES, [("refloader.engine", "NOTHING")])

    def test_links_to_cold_parts(self) -> None:
        """A function in a cold part is linked when it is called; a constant there is needed at once."""
        program = Program(_Texts(ROOT), [("begin", "f")], frozenset({"lazy"}))

        links = ast.unparse(program.whole("lazy")).splitlines()[:2]

        assert links == [
            "__link__((('NUMBER', 'both', 'NUMBER'),))",
            "__late__((('later', 'both', 'later'),))",
        ]


_BUILD = [("refloader.dropin.python.loading.build_settings", "BUILD")]


class _Texts(Sources):
    """Three small modules instead of refloader's."""

    TEXTS: ClassVar = {
        "begin": "import both\nimport lazy\ndef f():\n    return both.now() or lazy.g()",
        "both": "def now():\n    return 0\ndef later():\n    return 1\nNUMBER = 2",
        "lazy": "from both import NUMBER\nfrom both import later\ndef g():\n    return later() + NUMBER",
    }

    def load(self, name: str) -> Module | None:
        return Module(name, ast.parse(self.TEXTS[name]).body)


class TestShims:
    """What stands for the standard library gives the same answers."""

    @given(word=st.text("abcd_", max_size=9), others=st.lists(st.text("abcd_", max_size=9), max_size=6))
    def test_close_matches(self, word: str, others: list[str]) -> None:
        """The same suggestion for a misspelt key."""
        expected = difflib.get_close_matches(word, others, 1, 0.85)

        assert difflib_shim.get_close_matches(word, others, 1, 0.85) == expected

    @given(first=st.text("ab/.", max_size=6), second=st.text("ab/.", max_size=6))
    def test_paths(self, first: str, second: str) -> None:
        """The same joined paths and folders."""
        import posixpath

        assert posixpath_shim.join(first, second) == posixpath.join(first, second)
        assert posixpath_shim.dirname(first) == posixpath.dirname(first)
        assert posixpath_shim.basename(first) == posixpath.basename(first)

    @given(numbers=st.lists(st.integers(0, 9)).map(sorted), wanted=st.integers(0, 9))
    def test_bisection(self, numbers: list[int], wanted: int) -> None:
        """The same place."""
        import bisect

        assert bisect_shim.bisect_right(numbers, wanted) == bisect.bisect_right(numbers, wanted)

    def test_the_registry(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The frozen registry knows what the original knows, name by name."""
        for name in (INSTANCES, ROWS):
            rows: Any = ModuleType(name)
            exec(Sources(ROOT).made[name], rows.__dict__)
            monkeypatch.setitem(sys.modules, name, rows)
        from refloader.dropin.build.shims import registry as shim

        own = {**dict.fromkeys(shim.Extension.__slots__), **dict.fromkeys(shim.Command.__slots__)}
        facts = lambda each: None if each is None else {n: getattr(each, n, None) for n in own}  # noqa: E731
        for name in (*registry.extensions(), "VK_no", "", "VK_KHR_surface\t"):
            assert facts(shim.extension(name)) == facts(registry.extension(name))
        for name in (*registry.commands(), "vkNo"):
            assert facts(shim.command(name)) == facts(registry.command(name))
        assert list(shim.extensions()) == list(registry.extensions())
        assert list(shim.commands()) == list(registry.commands())
        assert shim.instance_extensions() == registry.instance_extensions()
        assert (shim.results(), shim.header_version()) == (registry.results(), registry.header_version())


class TestOutput:
    """One C file with the table."""

    def test_the_table(self) -> None:
        """Each module is a row; an empty row ends the table."""
        text = c_source([Frozen("refloader", b"\x01\xff", True), Frozen("a.b", b"\x02", False)])

        assert '"\\001\\377"' in text
        assert '{.name = "a.b", .code = (const unsigned char *)code_1, .size = 1, .is_package = 0},' in text
        assert text.rstrip().endswith("{0},\n};")

    def test_build_settings(self) -> None:
        """The build's folders become the defaults of the library."""
        module = ModuleType("settings")
        exec(build_settings({"sysconfdir": "/opt/etc"}), module.__dict__)

        assert module.__dict__["BUILD"].sysconfdir == "/opt/etc"
        assert json.dumps(module.__dict__["BUILD"].data_dirs) == '"/usr/local/share/:/usr/share/"'
