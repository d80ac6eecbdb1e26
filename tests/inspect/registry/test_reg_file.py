"""Exports of the registry: every form of a value, every encoding, and what is no export at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.inspect.registry import file as reg_file
from refloader.inspect.registry.build import RegistryBuilder
from refloader.inspect.registry.file import read_reg
from refloader.inspect.registry.text import decoded
from refloader.model.reason import Reason, Severity
from refloader.model.windows_registry import Registry, RegistryKey, RegistryValue, ValueType

HEAD = "Windows Registry Editor Version 5.00\r\n\r\n"
KEY = r"HKEY_LOCAL_MACHINE\SOFTWARE\Khronos\Vulkan\ImplicitLayers"
ADAPTERS = r"Control\Class\{4d36e968-e325-11ce-bfc1-08002be10318}"


def read(data: bytes | str, user: str | None = None) -> tuple[Registry, tuple[Reason, ...]]:
    """The registry that an export makes, and what there is to say."""
    builder = RegistryBuilder()
    said = read_reg(data.encode() if isinstance(data, str) else data, "x.reg", builder)
    registry, more = builder.registry("x.reg", user)
    return registry, (*said, *more)


def key_of(data: bytes | str, path: str = KEY) -> RegistryKey:
    """One key of an export that there is nothing to say about."""
    registry, said = read(data)
    assert said == ()
    key = registry.key(path)
    assert key is not None
    return key


def value_of(line: str, head: str = HEAD) -> RegistryValue:
    """The only value of an export with one line."""
    (value,) = key_of(f"{head}[{KEY}]\r\n{line}\r\n").values
    return value


def places(said: tuple[Reason, ...]) -> list[tuple[int, int, str]]:
    """Line, column and weight of what was said."""
    return [
        (each.span.line if each.span else 0, each.span.column if each.span else 0, each.severity)
        for each in said
    ]


class TestValues:
    """A value is what the registry editor would make of it."""

    @pytest.mark.parametrize(
        ("line", "kind", "data"),
        [
            ('"a"=dword:0000000a', ValueType.DWORD, 10),
            ('"a"=DWORD:1', ValueType.DWORD, 1),
            ('"a" = "text"', ValueType.SZ, "text"),
            ('"a"="C:\\\\x \\"y\\""', ValueType.SZ, 'C:\\x "y"'),
            ('"a"=""', ValueType.SZ, ""),
            ('"a"=hex:01,02', ValueType.BINARY, b"\x01\x02"),
            ('"a"=hex:', ValueType.BINARY, b""),
            ('"a"=hex(0):', ValueType.NONE, b""),
            ('"a"=hex(1):41,00,00,00', ValueType.SZ, "A"),
            ('"a"=hex(2):25,00,00,00', ValueType.EXPAND_SZ, "%"),
            ('"a"=hex(4):01,00,00,00', ValueType.DWORD, 1),
            ('"a"=hex(4):01,00', ValueType.DWORD, b"\x01\x00"),
            ('"a"=hex(5):00,00,00,01', ValueType.DWORD_BIG_ENDIAN, 1),
            ('"a"=hex(7):41,00,00,00,42,00,00,00,00,00', ValueType.MULTI_SZ, ("A", "B")),
            ('"a"=hex(7):00,00', ValueType.MULTI_SZ, ()),
            ('"a"=hex(b):00,00,00,00,00,00,00,00', ValueType.QWORD, 0),
            ('"a"=hex(B):00', ValueType.QWORD, b"\x00"),
            ('"a"=hex(12345):00', ValueType.UNKNOWN, b"\x00"),
            ('"a"=hex:01,\\\r\n  02,\\\r\n  03', ValueType.BINARY, b"\x01\x02\x03"),
            ('  "a"=dword:0 ; why', ValueType.DWORD, 0),
            ('"a"="one\r\ntwo [x]\r\n[three]"', ValueType.SZ, "one\r\ntwo [x]\r\n[three]"),
        ],
    )
    def test_a_line_is_a_value(self, line: str, kind: ValueType, data: object) -> None:
        """Type and data are as written."""
        value = value_of(line)

        assert (value.name, value.type, value.data) == ("a", kind, data)

    def test_the_default_value_has_no_name(self) -> None:
        """It is written as an at sign."""
        assert value_of('@="x"').name == ""

    def test_old_exports_have_a_byte_for_a_character(self) -> None:
        """In REGEDIT4 texts in hexadecimal are Windows-1252."""
        assert value_of('"a"=hex(7):41,00,fc,00,00', "REGEDIT4\r\n\r\n").data == ("A", "ü")

    def test_places_count_from_one(self) -> None:
        """A value has the line and the column in which it begins."""
        value = value_of('\r\n; remark\r\n  "a"=dword:0')

        assert (value.span.path, value.span.line, value.span.column) == ("x.reg", 6, 3)


class TestEncodings:
    """Whatever the editor of an export makes of it, it can be read."""

    TEXT = f'{HEAD}[{KEY}]\r\n"C:\\\\ü\\\\x.json"=dword:0\r\n'

    @pytest.mark.parametrize("encoding", ["utf-16", "utf-8", "utf-8-sig"])
    def test_the_usual_ones_are_read_without_a_word(self, encoding: str) -> None:
        """UTF-16 with its mark, UTF-8 with and without."""
        assert [value.name for value in key_of(self.TEXT.encode(encoding)).values] == ["C:\\ü\\x.json"]

    @pytest.mark.parametrize(
        ("data", "severity"),
        [
            (b"\xfe\xff" + TEXT.encode("utf-16-be"), "note"),
            (TEXT.encode("utf-16-le"), "note"),
            (TEXT.encode("cp1252"), "note"),
            (TEXT.encode("utf-16") + b"x", "error"),
        ],
        ids=["big endian", "no mark", "1252", "odd length"],
    )
    def test_unusual_ones_are_read_and_told(self, data: bytes, severity: str) -> None:
        """The values are there all the same."""
        registry, said = read(data)
        key = registry.key(KEY)

        assert key is not None
        assert [value.name for value in key.values] == ["C:\\ü\\x.json"]
        assert [each.severity for each in said] == [severity]

    def test_half_a_pair_is_told_at_its_place(self) -> None:
        """A surrogate alone is no character."""
        data = f'{HEAD}[{KEY}]\r\n"C:\\\\\ud800.json"=dword:0\r\n'.encode("utf-16-le", "surrogatepass")

        _, said = read(b"\xff\xfe" + data)

        assert places(said) == [(4, 6, "error")]

    def test_old_exports_are_1252(self) -> None:
        """The old header has bytes of Windows-1252."""
        (value,) = key_of(f'REGEDIT4\r\n\r\n[{KEY}]\r\n"ü"=dword:0\r\n'.encode("cp1252")).values

        assert value.name == "ü"

    def test_a_missing_header_is_an_error(self) -> None:
        """The registry editor imports nothing without it; what is there is read."""
        registry, said = read(f'[{KEY}]\r\n"a"=dword:0\r\n')

        assert places(said) == [(1, 1, "error")]
        assert registry.key(KEY) is not None


class TestKeys:
    """Later lines add to earlier ones and take from them."""

    def test_a_key_may_come_again(self) -> None:
        """Values are merged, the later of a name wins and keeps the place of the first."""
        key = key_of(f'{HEAD}[{KEY}]\n"a"=dword:0\n"b"=dword:0\n[{KEY.upper()}]\n"A"=dword:1\n"c"=dword:0\n')

        assert [(value.name, value.data) for value in key.values] == [("A", 1), ("b", 0), ("c", 0)]

    def test_short_names_of_hives_are_known(self) -> None:
        """HKLM is HKEY_LOCAL_MACHINE."""
        assert key_of(f'{HEAD}[HKLM\\{KEY.partition(chr(92))[2]}]\n"a"=dword:0\n').path == KEY

    def test_values_are_deleted(self) -> None:
        """A minus takes a value away."""
        assert key_of(f'{HEAD}[{KEY}]\n"a"=dword:0\n"A"=-\n').values == ()

    @pytest.mark.parametrize("gone", [KEY, "HKEY_LOCAL_MACHINE\\SOFTWARE\\khronos", "HKLM\\SOFTWARE"])
    def test_keys_are_deleted_with_all_below(self, gone: str) -> None:
        """A minus in front of a key takes it and every key below."""
        registry, said = read(f'{HEAD}[{KEY}]\n"a"=dword:0\n[-{gone}]\n')

        assert (dict(registry.keys), said) == ({}, ())

    def test_other_keys_are_left_out(self) -> None:
        """Only what matters to a loader is kept."""
        registry, said = read(f'{HEAD}[HKEY_LOCAL_MACHINE\\SOFTWARE\\Other]\n"a"=nonsense\n[{KEY}]\n')

        assert ([key.path for key in registry.keys.values()], said) == ([KEY], ())

    def test_an_export_has_the_branches_of_its_topmost_keys(self) -> None:
        """A key that is not below one may be there."""
        registry, _ = read(f"{HEAD}[{KEY}]\n")
        above, _ = read(f"{HEAD}[HKLM\\SOFTWARE]\n[HKLM\\SOFTWARE\\Any]\n")
        several, _ = read(f"{HEAD}[HKLM\\SOFTWARE\\B]\n[{KEY}]\n")

        assert [each.covers(KEY.upper()) for each in (registry, above, several)] == [True, True, True]
        assert above.covers(KEY.replace("Implicit", "Explicit"))
        assert not registry.covers(KEY.replace("Implicit", "Explicit"))

    def test_the_current_control_set_is_chosen(self) -> None:
        """Where there are numbered sets only, Select says which one runs."""
        numbered = "".join(
            f'[HKLM\\SYSTEM\\ControlSet00{n}\\{ADAPTERS}\\0000]\n"DriverDesc"="{n}"\n' for n in (1, 2)
        )

        registry, said = read(f'{HEAD}{numbered}[HKLM\\SYSTEM\\Select]\n"Current"=dword:2\n')
        key = registry.key(f"HKEY_LOCAL_MACHINE\\SYSTEM\\CurrentControlSet\\{ADAPTERS}\\0000")

        assert said == ()
        assert key is not None
        assert [value.data for value in key.values] == ["2"]
        assert registry.covers(key.path)

    def test_without_select_a_note_says_which_set(self) -> None:
        """The first one is taken."""
        numbered = "".join(f'[HKLM\\SYSTEM\\ControlSet00{n}\\{ADAPTERS}\\0000]\n"a"="{n}"\n' for n in (1, 3))

        _, said = read(HEAD + numbered)

        assert [(each.severity, each.subject) for each in said] == [("note", "controlset001")]

    def test_the_only_user_is_the_current_one(self) -> None:
        """Where it is asked for; the users that are no persons do not count."""
        keys = "".join(
            f'[HKEY_USERS\\{sid}\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers]\n"{sid}"=dword:0\n'
            for sid in (".DEFAULT", "S-1-5-18", "S-1-5-21-1-2-3-1001")
        )

        registry, said = read(HEAD + keys, user="")
        key = registry.key("HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers")

        assert key is not None
        assert [value.name for value in key.values] == ["S-1-5-21-1-2-3-1001"]
        assert [each.severity for each in said] == ["note"]
        assert registry.covers(key.path)

    def test_of_several_users_one_has_to_be_chosen(self) -> None:
        """A SID says which; without one none is taken."""
        keys = "".join(
            f'[HKU\\{sid}\\SOFTWARE\\Khronos\\Vulkan\\Drivers]\n"{sid}"=dword:0\n' for sid in ("S-1", "S-2")
        )

        unchosen, said = read(HEAD + keys, user="")
        chosen, _ = read(HEAD + keys, user="S-2")

        assert unchosen.key("HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan\\Drivers") is None
        assert [each.severity for each in said] == ["warning"]
        assert chosen.key("HKEY_CURRENT_USER\\SOFTWARE\\Khronos\\Vulkan\\Drivers") is not None


class TestFaults:
    """What is wrong is told with its line and column, and the lines around it are read."""

    @pytest.mark.parametrize(
        ("line", "column"),
        [
            ("nonsense", 1),
            ('"a"', 1),
            ('"a=dword:0', 1),
            ('"a"=dword:g', 5),
            ('"a"=dword:123456789', 5),
            ('"a"=qword:0', 5),
            ('"a"=hex:0,gg', 11),
            ('"a"=hex:00,\\\r\n  gg', 3),
            ('"a"=hex:123', 11),
            ('"a"=hex(7):43,00,', 5),
            ('"a"=hex(2:25,00', 5),
            ('"a"="open', 5),
            ('"a"="x" y', 8),
            ('"C:\\x"=dword:0', 4),
        ],
    )
    def test_a_fault_is_told(self, line: str, column: int) -> None:
        """One error, at the place of what is wrong."""
        registry, said = read(f'{HEAD}[{KEY}]\r\n{line}\r\n"next"=dword:0\r\n')
        key = registry.key(KEY)

        assert places(said) == [(4 + line.count("\n"), column, "error")]
        assert key is not None
        assert key.values[-1].name == "next"

    def test_a_value_in_front_of_the_first_key_is_told(self) -> None:
        """It belongs nowhere."""
        _, said = read(f'{HEAD}"a"=dword:0\r\n[{KEY}]\r\n')

        assert places(said) == [(3, 1, "error")]

    def test_an_open_bracket_is_told(self) -> None:
        """The key is read all the same."""
        registry, said = read(f'{HEAD}[{KEY}\r\n"a"=dword:0\r\n')

        assert (places(said), registry.key(KEY) is not None) == ([(3, 1, "error")], True)

    @pytest.mark.parametrize("end", [",\\\r\n", ",\\", ",", ",\\\r\n\r\n"])
    def test_data_that_breaks_off_is_told(self, end: str) -> None:
        """As where a file is cut."""
        registry, said = read(f'{HEAD}[{KEY}]\r\n"a"=hex(7):43,00{end}')
        key = registry.key(KEY)

        assert places(said) == [(4, 5, "error")]
        assert key is not None
        assert key.values == ()

    def test_faults_have_an_end(self) -> None:
        """A file of nonsense is not told line by line."""
        _, said = read(f"{HEAD}[{KEY}]\n" + "x\n" * 500)

        assert len(said) == 100

    def test_lines_have_an_end(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever writes millions of values is not a loader's registry."""
        monkeypatch.setattr(reg_file, "LINE_LIMIT", 50)
        builder = RegistryBuilder()
        reader = reg_file._Reader(decoded(f"{HEAD}[{KEY}]\n".encode()), "x", builder, left=1)

        assert [each.severity for each in reader.read()] == [Severity.ERROR]

    def test_long_data_is_not_read(self) -> None:
        """A megabyte is no path."""
        _, said = read(f'{HEAD}[{KEY}]\n"a"=hex:' + "00," * 400_000 + f'00\n"b"="{"x" * 2_000_000}"\n')

        assert places(said) == [(4, 5, "error"), (5, 5, "error")]

    @given(st.binary(max_size=200), st.booleans())
    def test_no_bytes_raise(self, data: bytes, headed: bool) -> None:
        """Whatever it is, it comes to a registry and reasons."""
        read((f"{HEAD}[{KEY}]\r\n".encode() if headed else b"") + data)

    @given(st.text(alphabet='"\\=[]-@;hexdwor():0,\r\n\0', max_size=80))
    def test_no_text_raises(self, text: str) -> None:
        """Nor does what looks almost like an export."""
        read(f"{HEAD}[{KEY}]\r\n{text}".encode("utf-16"))
