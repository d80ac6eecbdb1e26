"""The machine on which this process runs. Every answer is a value: nothing found on disk raises or blocks."""

import os
import stat
import struct
import sys
from collections.abc import Mapping
from functools import cache

from refloader.host.extras import CACHE, CACHE_LIMIT
from refloader.host.opening import failure, of_regular, open_regular, real_path
from refloader.host.port import ENTRY_LIMIT, SIZE_LIMIT, Content, Failure, Kind, Listing, Trouble
from refloader.host.privacy import leads_to_private, privilege_of, who_alone
from refloader.model.library import Library, Symbols
from refloader.model.platform import LINUX, Platform
from refloader.model.system import System

_AT_SECURE = 23
_PROCESSORS = {
    "x86_64": "X86_64",
    "aarch64": "AARCH64",
    "riscv64": "RISCV",
    "ppc64le": "PPC64",
    "s390x": "S390",
    "arm64": "AARCH64",  # macOS; the next two are Windows
    "AMD64": "X86_64",
    "ARM64": "AARCH64",
}


class RealHost:
    """This machine and the environment of this process; each argument other than ``foreign`` replaces one fact.

    ``foreign`` is true if the files here are meant for a machine of another system, whose own files are unknown.
    """

    def __init__(
        self,
        variables: Mapping[str, str] | None = None,
        *,
        elevated: bool | None = None,
        executable: str | None = None,
        word_size: int | None = None,
        platform: Platform = LINUX,
        foreign: bool = False,
    ) -> None:
        self.foreign = foreign
        self._variables = variables
        self._elevated = elevated
        self._executable = executable
        self._word_size = word_size
        self._platform = platform

    def variables(self) -> Mapping[str, str]:
        """The user's variables, or those of this process."""
        return os.environ if self._variables is None else self._variables

    def elevated(self) -> bool:
        """The user's value, or the kernel's AT_SECURE flag, which covers set-user-id, set-group-id and capabilities.

        On Windows, True if the process has administrator rights.
        """
        return _at_secure() if self._elevated is None else self._elevated

    def executable(self) -> str:
        """The user's value, or the executable of this process as /proc reports it."""
        if self._executable is not None:
            return self._executable
        try:
            return os.readlink("/proc/self/exe")
        except OSError:
            return ""

    def word_size(self) -> int:
        """The user's value, or the word size of this process."""
        return self._word_size or (64 if sys.maxsize > 2**32 else 32)

    def platform(self) -> Platform:
        """The user's value; Linux by default."""
        return self._platform

    def kind(self, path: str) -> Kind:
        """The type of file at the path, links followed."""
        try:
            mode = os.stat(path).st_mode
        except PermissionError:
            return Kind.UNKNOWN  # a parent folder denies access
        except (OSError, ValueError):
            return Kind.MISSING
        if stat.S_ISREG(mode):
            return Kind.FILE
        return Kind.FOLDER if stat.S_ISDIR(mode) else Kind.OTHER

    def list(self, path: str) -> Listing | Failure:
        """The names in readdir order."""
        try:
            names = os.listdir(path)
        except NotADirectoryError:
            missing = self.kind(path) is Kind.MISSING  # a parent in the path is a file
            return Failure(Trouble.MISSING if missing else Trouble.NOT_A_FOLDER)
        except (OSError, ValueError) as error:
            return failure(error)
        if len(names) > ENTRY_LIMIT:
            return Listing(tuple(names[:ENTRY_LIMIT]), truncated=True)
        return Listing(tuple(names))

    def read(self, path: str, limit: int = SIZE_LIMIT) -> Content | Failure:
        """The content of a regular file; pipes, devices and folders are rejected without being opened."""
        try:
            descriptor = open_regular(path)
        except (OSError, ValueError) as error:
            return self._refused(path, error)
        try:
            status = os.fstat(descriptor)
            # Read one byte more than the size: reading up to the limit would allocate a buffer of that size.
            if stat.S_ISREG(status.st_mode) and 0 < status.st_size <= limit:
                data = os.read(descriptor, status.st_size + 1)
                if len(data) == status.st_size:
                    return Content(data)
            return _read_rest(descriptor, status, limit)
        except OSError as error:
            return failure(error)
        finally:
            os.close(descriptor)

    def _refused(self, path: str, error: OSError | ValueError) -> Failure:
        """Return why a file cannot be opened. Windows reports a folder as access denied."""
        why = failure(error)
        if why.trouble is Trouble.DENIED and self._platform.system is System.WINDOWS and os.path.isdir(path):
            return Failure(Trouble.NOT_A_FILE)
        return why

    def head(self, path: str, size: int) -> Content | Failure:
        """The first bytes of a regular file."""
        return of_regular(path, lambda descriptor: Content(os.read(descriptor, size)))

    def machine(self) -> str:
        """The processor of this machine; empty if the word size is not 64 or the processor is not in the table."""
        if self.word_size() != 64:
            return ""
        name = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
        return _PROCESSORS.get(name, "")

    def closed_to(self, path: str, *, writing: bool = False) -> str:
        """Say that only others may open a file; for the administrator, who alone may by its mode."""
        if os.name == "posix" and os.geteuid() != 0 and self.kind(path) is not Kind.MISSING:
            wanted = os.R_OK | (os.W_OK if writing else 0)
            return "" if os.access(path, wanted) else "others than this user"
        return who_alone(path, writing=writing)

    def is_noexec(self, path: str) -> bool:
        """Whether the file's file system is mounted with noexec."""
        try:
            return hasattr(os, "ST_NOEXEC") and bool(os.statvfs(path).f_flag & os.ST_NOEXEC)
        except (OSError, ValueError):
            return False

    def privilege_of(self, program: str) -> str:
        """What gives a program elevated privileges if this user starts it."""
        return privilege_of(program, own=True)

    def leads_to_private(self, path: str) -> bool:
        """Whether a link on the way leads to a file that not every user may read."""
        return leads_to_private(path)

    def real_path(self, path: str) -> str:
        """The canonical path."""
        return real_path(path)

    def library(self, path: str) -> Library | Failure:
        """The static facts of a library file."""
        from refloader.host.binaries.library_files import read_library_file  # rarely needed

        return read_library_file(path)

    def symbols(self, path: str) -> Symbols | Failure:
        """The symbols on which the loading of an ELF file depends."""
        from refloader.host.binaries.elf_symbols import read_symbols  # rarely needed

        return read_symbols(path)

    def symbol_names(self, path: str) -> bytes:
        """All names of symbols of an ELF file."""
        from refloader.host.binaries.elf_symbols import read_names  # rarely needed

        return read_names(path)

    def linker_cache(self) -> bytes:
        """The content of the dynamic linker's cache; empty if there is none."""
        answer = self.read(CACHE, CACHE_LIMIT)
        return answer.data if isinstance(answer, Content) else b""

    def linked_with(self, path: str) -> Library | Failure:
        """The facts of an ELF file without its exports, which are slow to read."""
        from refloader.host.binaries.elf_links import read_links  # rarely needed

        return read_links(path)


def _read_rest(descriptor: int, status: os.stat_result, limit: int) -> Content | Failure:
    """Read a file whose stated size is 0 or wrong; reject one that is not regular or exceeds the limit."""
    if not stat.S_ISREG(status.st_mode):
        return Failure(Trouble.NOT_A_FILE)
    if status.st_size > limit:
        return Failure(Trouble.TOO_LARGE, f"{status.st_size} bytes, more than the {limit} that are read")
    # A growing file, or a procfs file, whose stated size is 0, may contain more than its stated size.
    os.lseek(descriptor, 0, os.SEEK_SET)
    data = b""
    while len(data) <= limit and (more := os.read(descriptor, limit + 1 - len(data))):
        data += more
    if len(data) > limit:
        return Failure(Trouble.TOO_LARGE, f"more than the {limit} bytes that are read")
    return Content(data)


@cache
def _at_secure() -> bool:
    """Ask the system once: a running process does not change it, and every library of a program asks for it."""
    try:
        with open("/proc/self/auxv", "rb") as file:
            pairs = struct.iter_unpack("NN", file.read())
            return any(value for key, value in pairs if key == _AT_SECURE)
    except (OSError, struct.error):
        pass  # another system, or a process whose files in /proc are root's, as those of more privilege are
    import ctypes  # here, as it is slow to import

    if sys.platform == "win32":  # an administrator's process without full rights is not elevated
        return bool(ctypes.windll.shell32.IsUserAnAdmin())
    try:
        return bool(ctypes.CDLL(None).getauxval(_AT_SECURE))
    except (AttributeError, OSError):
        return os.geteuid() != os.getuid() or os.getegid() != os.getgid()
