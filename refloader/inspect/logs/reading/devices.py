"""The devices that ``vulkaninfo`` lists, with the numbers of their cards: which of them are one card listed twice."""

import re
from dataclasses import dataclass, field

PROCESSOR = re.compile(r"llvmpipe|lavapipe|SwiftShader|softpipe|Basic Render", re.IGNORECASE)
"""Devices that are the processor."""

_OF_DZN = "Microsoft Direct3D12 ("
"""What Mesa's dzn puts before the name of a card, which it reaches by Direct3D."""

_HEAD = re.compile(r"^(?:GPU\d{1,2}:|GPU id\b.{0,80}:?|VkPhysicalDeviceProperties:?)$")
_VALUE = re.compile(
    r"^\"?(?P<key>vendorID|deviceID|apiVersion|deviceName|driverID|driverName|driverInfo|deviceUUID)\"?\s*[=:]\s*\"?(?P<value>[^\"\n]{1,200}?)\"?,?\s*$"
)
_COUNTED = re.compile(r"GPU(?: id)?\s*[:=]?\s*(?P<number>\d{1,2})\b")
_HEADED = re.compile(r"^GPU\d{1,2}:\s{1,20}(?=deviceName|apiVersion|vendorID)")
NEXT_VALUE = re.compile(
    r"(?:,\s{1,20}|\s{2,20})(?=(?:vendorID|deviceID|deviceType|apiVersion|deviceName|driverID|driverName|driverInfo)\s*=)"
)
"""How a device begins of which somebody has joined the lines, and where its values part."""

_OTHER_LIST = re.compile(r"^(?:GPU0:$|.{0,120}[$#%>❯➜λ] ?\S)")
"""A line behind which another list begins: the head of the first device, or a command behind a prompt."""

_MOST = 64


@dataclass(slots=True)
class Listed:
    """One device, as far as the text has it, with the line of its name, a number for its list, and its own."""

    line: int = 0
    listing: int = 0
    head: str = ""
    values: dict[str, str] = field(default_factory=dict)

    @property
    def card(self) -> tuple[str, str]:
        """The numbers of the card; empty if they are not known or those of a processor."""
        vendor, device = self.values.get("vendorID", ""), self.values.get("deviceID", "")
        return (vendor, device) if vendor and device and vendor.lower() != "0x10005" else ("", "")

    @property
    def model(self) -> str:
        """The card's name without what drivers add in brackets; empty for a processor, or if the text has numbers."""
        name = self.values.get("deviceName", "").removeprefix(_OF_DZN).partition(" (")[0].rstrip(")")
        return "" if PROCESSOR.search(name) or "vendorID" in self.values else name

    @property
    def driver(self) -> str:
        """The driver's name, or its id."""
        return self.values.get("driverID", "") or self.values.get("driverName", "")


@dataclass(slots=True)
class Devices:
    """The devices of a text, in its order."""

    listed: list[Listed] = field(default_factory=list)
    _listing: int = 0

    def line(self, line: str, number: int) -> None:
        """Note what a line says of a device."""
        if _OTHER_LIST.match(line):
            self._listing = number
        if _HEAD.match(line):
            self._headed(line, number)
        head = _HEADED.match(line)
        if head is not None:
            self._headed(line.partition(":")[0], number)
        for part in NEXT_VALUE.split(line[head.end() :] if head is not None else line):
            self._value(part, number)

    def _value(self, part: str, number: int) -> None:
        """Note one value of a device; some people join the lines of a device."""
        found = _VALUE.match(part)
        if found is None:
            return
        if not self.listed or found["key"] in self.listed[-1].values:
            self._begin()
        self.listed[-1].values[found["key"]] = found["value"]
        if found["key"] == "deviceName":
            self.listed[-1].line = number

    def _headed(self, head: str, number: int) -> None:
        """Begin a device with its head; that of the first device begins another list."""
        counted = _COUNTED.match(head)
        if counted is not None and int(counted["number"]) == 0:
            self._listing = number
        self._begin()
        if counted is not None and self.listed and not self.listed[-1].values:
            self.listed[-1].listing, self.listed[-1].head = self._listing, counted["number"]

    def _begin(self) -> None:
        if len(self.listed) < _MOST and (not self.listed or self.listed[-1].values):
            self.listed.append(Listed(listing=self._listing))

    def builds(self) -> tuple[Listed, Listed] | None:
        """Return two devices of one list that are one card by two builds of one driver; None if there are none.

        They have one ``deviceUUID`` and two places in the list. Two cards of one kind have numbers of their own.
        """
        first: dict[tuple[str, ...], Listed] = {}
        for each in self.listed:
            name, uuid = each.values.get("deviceName", ""), each.values.get("deviceUUID", "")
            if not (name and uuid and each.head and each.line) or PROCESSOR.search(name):
                continue
            other = first.setdefault((str(each.listing), name, each.driver, uuid), each)
            info = [device.values.get("driverInfo", "") for device in (other, each)]
            if other.head != each.head and all(info) and info[0] != info[1]:
                return other, each
        return None

    def twins(self) -> tuple[Listed, Listed] | None:
        """Return two devices with the numbers of one card that two drivers list; None if there are none.

        Two cards of one kind have one driver, so they are no twins. Names without numbers count within one list: two
        lists may be of two times.
        """
        first: dict[tuple[str, ...], Listed] = {}
        for each in self.listed:
            card = each.card if all(each.card) else (str(each.listing), each.model)
            if not card[1] or not each.driver or not each.line:
                continue
            other = first.setdefault(card, each)
            if other.driver != each.driver:
                return other, each
        return None
