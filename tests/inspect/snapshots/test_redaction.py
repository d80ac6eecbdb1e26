"""Names of people: replaced in every spelling, the same one by the same word, and nothing else is touched."""

import base64
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from refloader.inspect.snapshots.redaction import names_in, redacted, redaction_of, restored


def without_names(document: Any, *users: str, hosts: tuple[str, ...] = ()) -> Any:
    """The document with its names replaced."""
    return redacted(document, redaction_of(document, users, hosts))


class TestWhoIsNamed:
    """Paths tell who somebody is."""

    @pytest.mark.parametrize(
        ("text", "names"),
        [
            ("/home/joe/.config", ["joe"]),
            ("/var/home/joe", ["joe"]),
            ("/Users/joe.smith/Library", ["joe.smith"]),
            ("C:\\Users\\Joe Smith\\AppData", ["Joe Smith"]),
            ('"C:\\\\Users\\\\Joe Smith\\\\x.dll"', ["Joe Smith"]),
            ("c:/users/joe/x", ["joe"]),
            ("C:\\Users\\joe is my folder, really", ["joe is my folder", "joe"]),
            ("C:\\Documents and Settings\\joe\\x", ["joe"]),
            ('"\\/home\\/jos\\u00e9\\/x"', ["jos\u00e9"]),
            ("file:///home/jos%C3%A9/x", ["jos\u00e9"]),
            ("a=/home/joe:/home/ann b", ["joe", "ann"]),
            ("/home/$USER/x /home/*/y /home/<name>/z C:\\Users\\%USERNAME%\\x", []),
            ("C:\\Users\\Public\\x /Users/Shared/y /home/linuxbrew/.linuxbrew", []),
            ("/root/.local/share", []),
            ("/homes/joe /opt/home", []),
            ("/home/o'brien/x", ["o'brien"]),
            ('{"library_path": "/home/d(ev)/x.so"}', ["d(ev)"]),
            ("/usr/share:/home/o'brien:/home/joe", ["joe", "o'brien"]),
        ],
    )
    def test_in_a_text(self, text: str, names: list[str]) -> None:
        """Folders of users on each system, as they stand in variables and in files."""
        assert list(names_in(text)) == names


class TestReplacing:
    """Every spelling of a name is replaced by the same word."""

    def test_everywhere(self) -> None:
        """Keys, values, contents of files; letter case does not count."""
        document = {"/home/joesmith/x": ["by JoeSmith", {"lines": ['"C:\\\\Users\\\\joesmith"']}], "n": 1}

        assert without_names(document) == {
            "/home/user1/x": ["by user1", {"lines": ['"C:\\\\Users\\\\user1"']}],
            "n": 1,
        }

    @pytest.mark.parametrize(
        "name", ["joesmith", "jos\u00e9 \u0141uk", "smith, joe", "a+b.c[d]", "\u4e2d\u6587\u540d\u5b57"]
    )
    def test_in_every_spelling(self, name: str) -> None:
        """As it is, escaped as in JSON in part or in whole, percent-encoded."""
        escaped = "".join(f"\\u{ord(each):04x}" for each in name)
        document = [name, json.dumps(name), escaped, escaped.upper().replace("\\U", "\\u"), quote(name)]

        assert without_names(document, name) == ["user1", '"user1"', "user1", "user1", "user1"]

    def test_in_bytes_that_are_no_text(self) -> None:
        """UTF-16 in both orders, and bytes around a name that are no UTF-8."""
        for encoding in ("utf-16-le", "utf-16-be"):
            data = "C:\\Users\\joesmith\\x".encode(encoding)
            document = {"base64": base64.b64encode(data).decode()}
            told = base64.b64decode(without_names(document)["base64"])
            assert told.decode(encoding) == "C:\\Users\\user1\\x"
        odd = {"base64": base64.b64encode(b"\xff/home/joesmith/\xfe").decode()}
        assert base64.b64decode(without_names(odd)["base64"]) == b"\xff/home/user1/\xfe"

    def test_the_own_user_is_the_first(self) -> None:
        """Others follow in the order of the alphabet, so that a snapshot is always the same."""
        document = ["/home/zoe/x", "/home/anna/x", "/home/mike/x"]

        assert without_names(document, "mike") == ["/home/user3/x", "/home/user2/x", "/home/user1/x"]

    def test_somebody_who_is_called_like_a_placeholder(self) -> None:
        """Two people never become one."""
        assert without_names(["/home/joesmith", "/home/user1"]) == ["/home/user1", "/home/user2"]

    def test_somebody_who_is_called_like_a_part_of_a_loader(self) -> None:
        """The name is replaced where it is a user's folder, and the search paths stay what they are."""
        document = ["/home/vulkan/share/vulkan/icd.d", "/usr/share/vulkan/icd.d", '"\\/home\\/vulkan\\/x"']

        assert without_names(document, "vulkan") == [
            "/home/user1/share/vulkan/icd.d",
            "/usr/share/vulkan/icd.d",
            '"\\/home\\/user1\\/x"',
        ]

    def test_a_short_name_is_a_whole_word(self) -> None:
        """Joe's job is not a jo."""
        assert without_names(["/home/jo/job", "jo_1", "JO"], "jo") == ["/home/user1/job", "user1_1", "user1"]

    def test_numbers_of_users(self) -> None:
        """The folder of a session and the security identifiers of Windows."""
        document = ["/run/user/1000/x", "HKEY_USERS\\S-1-5-21-11-22-33-1001\\SOFTWARE", "S-1-5-18"]

        assert without_names(document) == [
            "/run/user/1/x",
            "HKEY_USERS\\S-1-5-21-0-0-0-1001\\SOFTWARE",
            "S-1-5-18",
        ]

    @pytest.mark.parametrize(
        ("document", "expected"),
        [
            (["/home/1234/x", "/run/user/51234"], ["/home/user1/x", "/run/user/1"]),
            (["/home/-91234/x", "S-1-5-21-1-2-3-91234"], ["/home/user1/x", "S-1-5-21-0-0-0-1001"]),
            (["/home/steam/x", "/HOME/\u017fteam/y"], ["/home/user1/x", "/HOME/user1/y"]),
        ],
        ids=["user-id", "security-identifier", "long-s"],
    )
    def test_names_that_are_parts_of_numbers(self, document: list[str], expected: list[str]) -> None:
        """A user called 1234 ended the snapshot with a fault where the number of another ends so."""
        assert without_names(document) == expected

    def test_very_many_names(self) -> None:
        """Each of them is replaced where it is the folder of a user: 1,000 took ten seconds."""
        names = [f"person{number}x" for number in range(1000)]
        places = ("/home/{}/lib", "C:\\Users\\{}\\lib", "\\/home\\/{}\\/lib")

        done = without_names([place.format(name) for name in names for place in places])

        assert not any("person" in each for each in done)
        assert len(set(done)) == len(done)

    def test_digests_stay(self) -> None:
        """A name of hexadecimal digits may stand in one by chance."""
        document = {"sha256": "00deadbeef00", "head": "deadbeef", "path": "/home/deadbeef"}

        assert without_names(document) == {
            "sha256": "00deadbeef00",
            "head": "deadbeef",
            "path": "/home/user1",
        }

    def test_no_member_hides_one(self) -> None:
        """Whatever a member is called: a variable may be named as a part of the document is."""
        document = {
            "source": "/home/joesmith/a.reg",
            "head": "joesmith",
            "kind": "joesmith",
            "exports": ["joesmith_vk"],
        }

        assert "joesmith" not in json.dumps(without_names(document))

    def test_commands_of_vulkan_stay(self) -> None:
        """Somebody is called Create."""
        document = {"path": "/home/create/x", "exports": ["vkCreateInstance", "create"]}

        assert without_names(document) == {"path": "/home/user1/x", "exports": ["vkCreateInstance", "user1"]}

    def test_the_machine(self) -> None:
        """Its name is replaced where it stands in a path or value."""
        assert without_names(["/net/workhorse/x"], hosts=("workhorse",)) == ["/net/host1/x"]

    @example("0%80")
    @given(st.text(st.characters(codec="utf-8", exclude_categories=["Cc"]), min_size=4, max_size=12))
    def test_no_trace_is_left(self, name: str) -> None:
        """Of any name that is no common word: not in any spelling, and the document is the same otherwise."""
        document: Any = {name: [name, quote(name), json.dumps(name), f"/home/{name}/x"], "base64": "AAAA"}
        redaction = redaction_of(document, [name])
        told = redacted(document, redaction)

        text = json.dumps(told, ensure_ascii=False).lower()
        if name.lower() in redaction.words and "user" not in name.lower():
            common = redaction.text(name) == name
            assert common or name.lower() not in text

    @given(st.text(st.characters(exclude_characters="/", codec=None), max_size=8))
    def test_any_name(self, name: str) -> None:
        """Halves of surrogate pairs too, which the names of files may hold."""
        (told,) = without_names([f"/home/{name}/x"], name)

        assert told.startswith("/home/")

    def test_a_hostile_document_ends(self) -> None:
        """A text of a million characters that could each begin a path."""
        assert without_names(["/home" * 200_000, "/" * 1_000_000, "\\Users" * 100_000]) is not None


class TestRestoring:
    """On the machine itself the names are known."""

    def test_the_names_come_back(self) -> None:
        """As text in JSON, the first ones alone."""
        text = json.dumps(without_names(["/home/joesmith/a", "/home/other/b"], "joesmith")).encode()

        assert json.loads(restored(text, ["JoeSmith"])) == ["/home/JoeSmith/a", "/home/user2/b"]

    def test_ten_users_are_not_one(self) -> None:
        """The word of the tenth begins with that of the first."""
        assert restored(b'["user1", "user10"]', ["\\joe\u00e9"]) == b'["\\\\joe\\u00e9", "user10"]'
