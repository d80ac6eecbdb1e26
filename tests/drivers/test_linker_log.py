"""What a driver opens in vain, by the log of the dynamic linker."""

from refloader.suite.sessions.linker_log import not_found

DRIVER = "/usr/lib/libacme.so.1"


def log(*lines: str) -> str:
    """A log with these lines, behind what a program is started with."""
    started = ("file=libc.so.6 [0];  needed by ./prober [0]", "file=libc.so.6 [0];  generating link map")
    return "".join(f"      7:\t{line}\n" for line in (*started, *lines))


def asked(name: str, by: str = DRIVER) -> str:
    """The line on a library that is opened."""
    return f"file={name} [0];  dynamically loaded by {by} [0]"


def mapped(name: str) -> str:
    """The line on a library that is there."""
    return f"file={name} [0];  generating link map"


OPENED = (asked(DRIVER, "./prober"), mapped(DRIVER))


class TestNotFound:
    """Names that nothing is mapped for, once the driver is."""

    def test_a_library_that_is_not_there(self) -> None:
        """It is named once, however often it is opened."""
        lines = log(*OPENED, asked("libX11.so.6"), asked("libX11.so.6"))

        assert not_found(lines, DRIVER) == ("libX11.so.6",)

    def test_what_such_a_library_needs(self) -> None:
        """A library that is there fails for one that it needs: that one is named."""
        needed = "file=libnettle.so.8 [0];  needed by /opt/libsession.so [0]"
        lines = log(*OPENED, asked("/opt/libsession.so"), mapped("/opt/libsession.so"), needed)

        assert not_found(lines, DRIVER) == ("libnettle.so.8",)

    def test_libraries_that_are_there(self) -> None:
        """Neither those that are mapped, nor other names of them."""
        lines = log(*OPENED, asked("libxcb.so.1"), mapped("libxcb.so.1"), asked("libxcb.so"))

        assert not_found(lines, DRIVER) == ()

    def test_before_the_driver(self) -> None:
        """What the program itself opens in vain is not the driver's."""
        lines = log(asked("libdisplay.so", "./prober"), *OPENED)

        assert not_found(lines, DRIVER) == ()

    def test_no_log(self) -> None:
        """A linker without a log says nothing, and the driver's own words are none of it."""
        assert not_found("acme: cannot find libX11.so.6\nfile=; [0]\n", DRIVER) == ()
