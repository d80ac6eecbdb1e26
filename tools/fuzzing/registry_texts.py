"""Exports of a Windows registry by grammar: keys that matter to loaders, values of every type, in every encoding."""

from random import Random

from fuzzing.documents import TEXTS
from refloader.model.windows_registry import ADAPTERS, COMPONENTS, MACHINE, USER, USERS

_HIVES = (
    MACHINE,
    MACHINE,
    USER,
    f"{USERS}\\S-1-5-21-1-2-3-1001",
    f"{USERS}\\.DEFAULT",
    "HKLM",
    "HKCU",
    "HKEY_OTHER",
    "",
)
_BRANCHES = (
    "SOFTWARE\\",
    "SOFTWARE\\WOW6432Node\\",
    "Software\\wow6432node\\",
    "SOFTWARE\\Classes\\",
    "",
    "SYSTEM\\",
)
_NAMES = (
    "ExplicitLayers",
    "ImplicitLayers",
    "Drivers",
    "LoaderSettings",
    "Settings",
    "implicitlayers",
    "Other",
    "",
)
_CLASS = "SYSTEM\\{}\\Control\\Class\\{}\\{}"
_SETS = ("CurrentControlSet", "ControlSet001", "ControlSet002", "Select")
_NUMBERS = ("0000", "0001", "0001\\SoftwareComponents", "Configuration", "00000", "")
_DEVICE = (
    "VulkanDriverName",
    "VulkanDriverNameWow",
    "VulkanExplicitLayers",
    "VulkanImplicitLayersWow",
    "Current",
    "x",
)
_PATHS = (
    *(
        "C:\\\\Program Files\\\\Acme\\\\layer.json",
        "C:\\layer.json",
        "layer.json",
        "\\\\\\\\server\\\\share\\\\x.json",
        "",
    ),
    *(
        "C:\\\\Windows\\\\System32\\\\layer.txt",
        "%SystemRoot%\\\\x.json",
        "D:",
        "\\\\??\\\\C:\\\\x.json",
        "C:/x/y.json",
        "\\",
    ),
)
_HEADS = (
    *["Windows Registry Editor Version 5.00"] * 6,
    *(
        "REGEDIT4",
        "Windows Registry Editor Version 9.99",
        "REGEDIT",
        "",
        "\ufeffWindows Registry Editor Version 5.00",
    ),
)
_ENCODINGS = ("utf-16", "utf-16", "utf-16-le", "utf-16-be", "utf-8", "utf-8", "utf-8-sig", "cp1252", "utf-32")


def exports(random: Random) -> bytes:
    """An export with some keys and values, some of them odd."""
    end = random.choice(("\r\n", "\r\n", "\n", "\r"))
    lines = [random.choice(_HEADS), ""]
    for _ in range(random.choice((0, 1, 2, 3, 5, 30))):
        lines.append(
            random.choice(("[", "[", "[", "[", "[-", " ["))
            + _key(random)
            + random.choice(("]", "]", "]", "]x", ""))
        )
        lines += [_value(random) for _ in range(random.choice((0, 1, 1, 2, 3, 40)))]
        lines += [random.choice(("", "", "; comment", "x", "\\"))]
    text = end.join(lines) + random.choice((end, end, ""))
    return text.encode(random.choice(_ENCODINGS), "replace" if random.random() < 0.5 else "backslashreplace")


def _text(random: Random) -> str:
    return random.choice(_PATHS) if random.random() < 0.8 else random.choice(TEXTS)


def _key(random: Random) -> str:
    hive = random.choice(_HIVES)
    choice = random.randrange(10)
    if choice < 6:
        return f"{hive}\\{random.choice(_BRANCHES)}Khronos\\Vulkan\\{random.choice(_NAMES)}"
    if choice < 9:
        kind = random.choice((ADAPTERS, COMPONENTS, ADAPTERS.upper(), "{}"))
        return f"{hive}\\{_CLASS.format(random.choice(_SETS), kind, random.choice(_NUMBERS))}"
    return f"{hive}\\{random.choice((_text(random), 'SYSTEM' + chr(92) + 'Select', 'x' + chr(92) * 60))}"


def _value(random: Random) -> str:
    names = (*_DEVICE, *_PATHS)
    name = random.choice(names) if random.random() < 0.85 else random.choice(TEXTS[:90])
    left = random.choice((f'"{name}"', f'"{name}"', f'"{name}"', "@", f'"{name}', name))
    middle = random.choice(("=", "=", "=", " = ", "", "=="))
    return left + middle + _data(random) + random.choice(("", "", "", " ", " ; x"))


def _data(random: Random) -> str:
    choice = random.randrange(8)
    if choice < 2:
        return f"dword:{random.choice(('00000000', '00000001', 'ffffffff', '0', '1', '123456789', 'x', '-1', ''))}"
    if choice < 4:
        return f'"{_text(random)}"'
    if choice == 4:
        return random.choice(("-", "", '"', "hex", "hex(", "hex()", "dword", "hex(zz):00", "qword:1"))
    kind = random.choice(
        ("hex", "hex(7)", "hex(2)", "hex(b)", "hex(1)", "hex(4)", "hex(0)", "hex(ffffffff)", "hex(5)")
    )
    data = (
        "\0".join(_text(random) for _ in range(random.randrange(4))).encode("utf-16-le", "surrogatepass")
        if random.random() < 0.6
        else random.randbytes(random.choice((0, 1, 3, 4, 5, 7, 8, 9, 40)))
    )[:2000]
    wrap = random.choice((",", ",", ",\\\r\n  ", ",\\\n", ", ", ",,"))
    return f"{kind}:{wrap.join(f'{byte:02x}' for byte in data)}{random.choice(('', '', ',', chr(92), ',zz'))}"
