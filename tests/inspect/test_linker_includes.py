"""The folders that the dynamic linker of a machine is configured to look into."""

from collections.abc import Mapping

import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.inspect.libraries.linker_folders import linker_folders

_CONF, _PARTS = "/etc/ld.so.conf", "/etc/ld.so.conf.d"


def configured(files: Mapping[str, str]) -> tuple[str, ...]:
    """The configured folders below /opt of a machine with these files."""
    host = MemoryHost({path: text.encode() for path, text in files.items()})
    return tuple(each for each in linker_folders(host, 64).configured if each.startswith("/opt"))


class TestIncludes:
    """A line of the linker's configuration includes the files that a pattern fits."""

    def test_each_file_is_read_once_in_order(self) -> None:
        """Also one that includes itself, and one that two patterns fit."""
        files = {
            _CONF: "include ld.so.conf.d/*.conf\ninclude /etc/ld.so.conf.d/a*\ninclude ld.so.conf\n/opt/own",
            f"{_PARTS}/b.conf": "/opt/b",
            f"{_PARTS}/a.conf": "/opt/a\ninclude *.conf",
        }

        assert configured(files) == ("/opt/own", "/opt/a", "/opt/b")

    @pytest.mark.parametrize(("pattern", "found"), [("*", ()), ("*.conf", ()), (".*", ("/opt/hidden",))])
    def test_a_hidden_file_is_named_by_its_dot(self, pattern: str, found: tuple[str, ...]) -> None:
        """A wildcard at the beginning fits no dot, as in a shell: an editor's copy counts for nothing."""
        files = {_CONF: f"include ld.so.conf.d/{pattern}", f"{_PARTS}/.old.conf": "/opt/hidden"}

        assert configured(files) == found
