"""What the messages of dynamic linkers mean: of glibc, musl, Android and macOS, whatever library they are about.

Each row has the words of the message, what they mean, and what mends it; ``{name}`` is the library, ``{word}`` its
name and ``{path}`` its path as words of a command line. Versions, symbols and missing libraries, whose change depends
on the machine, have rows without a change.
"""

import re
from dataclasses import dataclass

_STATIC_TLS = (
    "load the library first (LD_PRELOAD={word}), or give the linker more room: "
    "GLIBC_TUNABLES=glibc.rtld.optional_static_tls=16384 (glibc 2.33 or later)"
)
_ON_MUSL = (
    "use an image with glibc (debian:stable-slim, ubuntu): NVIDIA's driver and other libraries built for glibc "
    "do not run on musl, with gcompat neither; for AMD and Intel, Alpine's mesa-vulkan-ati or mesa-vulkan-intel"
)
_OF_WAYLAND = r"undefined symbol:? (?:wl_|_?xdg_)\w+"


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a message of a linker means, and what mends it; empty where that depends on the machine."""

    words: re.Pattern[str]
    means: str
    change: str = ""


def _row(words: str, means: str, change: str = "") -> Meaning:
    return Meaning(re.compile(words, re.IGNORECASE), means, change)


MEANINGS = (
    _row(
        r"symbol lookup error: /snap/(?:core\d*|snapd)/|/snap/core\d*/.*GLIBC_PRIVATE",
        "the variables of a snap, from whose terminal or program it is started, lead it to the C library of that "
        "snap; Vulkan has no part in it",
        "start it from a terminal that is no snap, or take the snap's variables away (env | grep /snap/ shows them: "
        "unset GTK_PATH GTK_EXE_PREFIX GIO_MODULE_DIR LOCPATH LD_LIBRARY_PATH), or install that program as no snap",
    ),
    _row(
        r"version GLIBC_PRIVATE",
        "parts of two builds of the C library are mixed in the process",
        "have the program use the system's C library: take the folders with copies of libc.so.6 and libpthread.so.0 "
        "out of LD_LIBRARY_PATH and out of what the program brings (ldd {path} shows which ones it gets)",
    ),
    _row(
        r"static TLS block",
        "the libraries that are loaded already leave it no room for its thread-local variables",
        _STATIC_TLS,
    ),
    _row(
        r"failed to map segment.*(?:Operation not permitted|Permission denied)",
        "its folder is on a file system that is mounted noexec, or a security module forbids it",
        "see whether the file system is mounted noexec (findmnt -T {path}), and move it to one that is not, or mount "
        "that again with exec",
    ),
    _row(
        r"failed to map segment.*Cannot allocate memory",
        "the process has no address space or memory left for it",
    ),
    _row(
        r"failed to map segment",
        "its file system is mounted noexec, a security module forbids it, or there is no memory left",
        "see whether the file system is mounted noexec (findmnt -T {path}), and move it to one that is not, or mount "
        "that again with exec",
    ),
    _row(
        r"cannot enable executable stack",
        "it wants an executable stack, which this system refuses",
        "install a newer build of {name}; meanwhile: patchelf --clear-execstack {word}, or execstack -c {word}",
    ),
    _row(
        r"cannot (?:restore segment prot after reloc|make segment writable for relocation|change memory protections)",
        "SELinux or another security module forbids it to change its own code",
        "see whether a denial is in the log (sudo ausearch -m avc -ts recent), and install a build of {name} that is "
        "position-independent",
    ),
    _row(
        r"CPU ISA level is lower than required",
        "it was built for newer processors (x86-64-v2, v3 or v4) than this one",
        "install a build of {name} for this processor: the distribution's own, not that of an optimised repository",
    ),
    _row(
        r"DT_RELR without GLIBC_ABI_DT_RELR|unsupported version \d+ of Ver(?:need|def)"
        r"|ELF file (?:OS )?ABI (?:version )?invalid",
        "it was built for a newer C library than this one",
        "install a build of {name} for this system",
    ),
    _row(
        r"ELF load command (?:alignment|address).*page-aligned"
        r"|program alignment \(\d+\) cannot be smaller than system page size",
        "it was built for smaller pages of memory than this kernel has (4 KiB against 16 KiB or 64 KiB)",
        "install a build of {name} for this kernel, or start a kernel with pages of 4 KiB (on a Raspberry Pi 5 "
        "kernel=kernel8.img in config.txt)",
    ),
    _row(
        r"data encoding not little-endian|unexpected e_machine|is for EM_\w+ instead of|wrong architecture",
        "it is for another processor than that of the process",
        "install a build of {name} for the processor of the program",
    ),
    _row(
        r"cannot (?:dynamically )?load (?:position-independent )?executable", "it is a program and no library"
    ),
    _row(
        _OF_WAYLAND,
        "the libwayland-client.so.0 that the program got is older than the one it was built with, as programs that "
        "bring their own have it",
        "have the program use the system's libwayland-client.so.0: remove the copy that it brings, or take its "
        "folder out of LD_LIBRARY_PATH (ldd {path} | grep wayland shows which one it gets); else update libwayland",
    ),
    _row(
        r"undefined symbol:? (?:xcb_|X[A-Z])\w+",
        "the X11 library (libxcb, libX11) that the program got is older than the one it was built with",
        "have the program use the system's libxcb and libX11: remove the copies that it brings, or take their folder "
        "out of LD_LIBRARY_PATH (ldd {path} shows which ones it gets)",
    ),
    _row(
        r"undefined symbol:? (?:vk_icd\w+|vkGetInstanceProcAddr)\b",
        "it has none of the functions by which a loader enters a driver for Vulkan, so that it is none",
        "have library_path of the manifest name the driver's library (of NVIDIA libGLX_nvidia.so.0; libGL.so.1 was "
        "that of releases before 384), or install the driver again, and remove the old manifest",
    ),
    _row(
        r"undefined symbol:? (?:drm|amdgpu_|radeon_|gbm_)\w+",
        "the libdrm or libgbm that the program got is older than the one it was built with, so that they do not fit "
        "together",
        "have the program use the system's libdrm: remove the copy that it brings, or take its folder out of "
        "LD_LIBRARY_PATH (ldd {path} shows which one it gets); else upgrade libdrm with Mesa",
    ),
    _row(
        r"undefined symbol:? (?:_ZN4llvm|LLVM)\w+",
        "the LLVM that the program got is another release than the one it was built with",
        "install {name} and LLVM from one release of the distribution; see which one it gets: ldd {path} | grep LLVM",
    ),
    _row(
        r"undefined symbol:? (?:_Z(?:T[VISC])?N?K?(?:St|S[absiod]|10__cxxabi)|_Z(?:n[wa]|d[la])|__cxa)\w+",
        "the C++ library that the program got is older than the one it was built with, or another one",
    ),
    _row(
        r"undefined symbol:? _Z\w+",
        "a library of C++ that it needs is of another release than the one it was built with, or is missing",
    ),
    _row(
        r"Error relocating: (?:__\w+_chk|gnu_get_libc_version|__(?:register_atfork|rawmemchr|libc_\w+|res_\w+|isoc\w+"
        r"|strdup|longjmp\w*)|backtrace\w*|mallinfo2?|fcntl64|secure_getenv|dlvsym|strtoll_l|strtoull_l)\b",
        "it was built for glibc, and the C library here is musl (Alpine), which has no such function",
        _ON_MUSL,
    ),
    _row(
        r"^Error loading\b.* \[(?:ld-linux[\w.-]*|libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2)\]$",
        "it is glibc's, and the C library here is musl (Alpine), so what needs it was built for glibc",
        _ON_MUSL,
    ),
    _row(
        r"(?:cannot open shared object|^Error loading).* \[(?:\S*/)?lib(?:d3d12|d3d12core|dxcore)\.so\]$",
        "it is Direct3D of Windows, which WSL has in /usr/lib/wsl/lib",
        "in PowerShell: wsl --update, then wsl --shutdown; see that ldconfig -p | grep d3d12 lists it (else: echo "
        "/usr/lib/wsl/lib | sudo tee /etc/ld.so.conf.d/ld.wsl.conf; sudo ldconfig); a container has to be given "
        "-v /usr/lib/wsl:/usr/lib/wsl and --device /dev/dxg",
    ),
    _row(
        r"Symbol not found: \(?_(?:OBJC_CLASS_\$_|OBJC_METACLASS_\$_|k)?(?:MTL|NS|CA|IOSurface|CG|objc_)",
        "it was built for a newer macOS than this one, whose frameworks do not have that",
        "install a build of {name} for this macOS (an older MoltenVK or Vulkan SDK), or upgrade macOS",
    ),
    _row(
        r"Error relocating|symbol not found|cannot locate symbol",
        "a library that it needs is of another release",
    ),
    _row(
        r"not accessible for the namespace",
        "Android lets programs load no libraries from there",
        "put the library into the APK (lib/ABI), or have the program use one of the system's public libraries",
    ),
    _row(
        r"is (?:32|64)-bit instead of (?:32|64)-bit",
        "it is for the other word size",
        "install the build of {name} for the word size of the program",
    ),
    _row(
        r"bad ELF magic|invalid ELF header|not a mach-o file",
        "it is no library: cut, empty, or another kind of file",
    ),
    _row(
        r"Too many open files",
        "the process may open no more files",
        "raise its limit of open files (ulimit -n 4096 before the program, LimitNOFILE= in a unit of systemd), and "
        "see what opens so many: ls -l /proc/PID/fd",
    ),
    _row(
        r"cannot open shared object file: Permission denied",
        "the user may not read it, or one of its folders",
        "sudo chmod a+rX {path}, and see that its folders may be entered (namei -l {path})",
    ),
    _row(r"Too many levels of symbolic links", "it is a link that leads to itself", "install {name} again"),
    _row(r"Input/output error|Stale file handle", "the disk or the network cannot read it"),
)

LINKER_WORDS = (
    r"cannot (?:open shared object|allocate memory in static|enable executable|restore segment|make segment|"
    r"change memory|read file data|load executable|dynamically load)|undefined symbol|symbol lookup|invalid ELF|"
    r"file too short|version [`'\"]|failed to map|only ET_DYN|ELF (?:load command|file)|CPU ISA|DT_RELR|"
    r"unsupported version|object file has no"
)
"""How the messages of glibc begin that say why a library is not loaded."""


def meaning_of_linker(why: str, library: str) -> Meaning | None:
    """Return what a message of a linker on a library means; None if no row has it."""
    message = f"{why} [{library}]"
    return next((row for row in MEANINGS if row.words.search(message)), None)
