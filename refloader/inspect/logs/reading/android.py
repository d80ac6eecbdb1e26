"""What tools of Android print of its settings for debug layers, and of the programs that they are for."""

import re
from dataclasses import dataclass, field

_SETTING = re.compile(
    r"(?:^|global )(?P<name>enable_gpu_debug_layers|gpu_debug_app|gpu_debug_layer_app"
    r"|gpu_debug_layers)[= ](?P<value>[\w.:]{1,300})$"
)
_PACKAGE = re.compile(
    r"\bdumpsys package (?P<name>[a-z][\w.]{2,100})\b|^Package \[(?P<listed>[a-z][\w.]{2,100})\]"
)
_FLAGS = re.compile(r"^(?:pkg)?[Ff]lags=\[(?P<flags>[A-Z_ ]{1,400})\]")
_DEBUGGABLE = re.compile(r"getprop ro\.debuggable$")
_ASKED = re.compile(
    r"settings get global (?P<name>enable_gpu_debug_layers|gpu_debug_app|gpu_debug_layer_app|gpu_debug_layers)$"
)
_MOST = 100


@dataclass(slots=True)
class AndroidTools:
    """The settings of a text, the flags of its packages with their lines, and whether the system is a debug build."""

    settings: dict[str, str] = field(default_factory=dict)
    flags: dict[str, tuple[str, int]] = field(default_factory=dict)
    is_debug: bool = False
    _package: str = ""
    _asks: bool = False
    _setting: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line says."""
        if self._asks:
            self.is_debug |= line.strip() == "1"
        if self._setting and re.fullmatch(r"[\w.:]{1,300}", line.strip()):
            self.settings.setdefault(self._setting, line.strip())
        asked = _ASKED.search(line)
        self._setting = asked["name"] if asked is not None else ""
        self._asks = _DEBUGGABLE.search(line) is not None
        setting, package, flags = _SETTING.search(line), _PACKAGE.search(line), _FLAGS.match(line)
        if setting is not None:
            self.settings.setdefault(setting["name"], setting["value"])
        if package is not None:
            self._package = package["name"] or package["listed"]
        if flags is not None and self._package and len(self.flags) < _MOST:
            self.flags.setdefault(self._package, (flags["flags"], number))
