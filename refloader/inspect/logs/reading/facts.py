"""What is read of a text: the searches of loaders, the layers and drivers in it, and what it shows of the machine."""

from dataclasses import dataclass, field

from refloader.inspect.logs.messages.combinations import Combined
from refloader.inspect.logs.reading.devices import Devices
from refloader.inspect.logs.reading.kinds import Event
from refloader.inspect.logs.reading.listings import Listings
from refloader.inspect.logs.reading.particulars import AndroidTools, Particulars
from refloader.inspect.logs.reading.pasted_files import Document
from refloader.inspect.logs.reading.prose import Prose
from refloader.inspect.logs.reading.registry_lines import RegistryLines
from refloader.inspect.logs.reading.runs import Run, Starts
from refloader.inspect.logs.reading.source_code import SourceCode
from refloader.inspect.logs.reading.told import Told
from refloader.inspect.logs.reading.trouble import Step
from refloader.inspect.logs.surroundings.cards import cards
from refloader.inspect.logs.surroundings.past import Past
from refloader.inspect.logs.surroundings.places import places
from refloader.inspect.logs.surroundings.programs import programs
from refloader.inspect.logs.surroundings.shown import Shown
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.surroundings.tried import Tried
from refloader.model.place import Use


@dataclass(slots=True)
class Search:
    """One search for manifests: its places, and the files it found. ``use`` is None if the log does not show it.

    It takes the lines from ``line`` to ``last``. ``is_old`` is whether a release printed it that lists no files:
    they are those that it reads. ``is_empty`` is whether it says that there are none.
    """

    use: Use | None
    line: int
    last: int = 0
    is_old: bool = False
    is_empty: bool = False
    places: dict[str, None] = field(default_factory=dict)
    files: dict[str, None] = field(default_factory=dict)


@dataclass(slots=True)
class Inserted:
    """A layer that the loader inserted into a chain; strings are empty if the log does not have them."""

    name: str
    device: bool = False
    library: str = ""
    manifest: str = ""


@dataclass(slots=True)
class Log:
    """The facts in a log, in its order; ``events`` are those with a line of their own.

    ``versions`` are those that loaders report as their own, ``taken`` lines of programs that say which device
    they use. ``defined`` has the manifest of a layer if one line names both, ``switches`` the variables that
    enable or disable a layer. ``paths`` are the libraries that a listing names, one a line. ``signs`` are what
    the text shows of the machine beside that, and ``os_release`` what such a file there says, as far as the text
    shows it. ``listings`` are those of folders, ``cards`` the devices with the numbers of their cards,
    ``graphics`` the cards in a list of the machine's hardware, and ``named_cards`` those that somebody names,
    with their lines in ``card_lines``. ``sign_lines`` has the lines of the signs, ``pasted`` the manifests whose
    content the text has, ``settings`` the settings files. ``naming`` is which library a manifest names, with the
    line, and ``asked`` are folders that the calls of a program opened. ``trouble`` is the first line that says
    that something failed, and that nothing else is known of. ``variable_lines`` are the lines of the variables,
    ``built`` the processors of libraries, ``named`` the libraries that lines of manifests name, ``adapters`` the
    cards that Windows lists, and ``flatpak_drivers`` the extensions of Flatpak with a driver of NVIDIA. ``runs``
    are the commands of the text, ``variable_files`` the files in which it shows variables to be set,
    ``installed`` and ``ordered`` the packages that are there and those that a command installs, ``left`` those
    that are removed and have left files, and ``registry`` the values of Windows' registry. ``unowned`` are files
    that no package owns, ``absent`` packages that are not there, ``mentioned`` the layers that programs name, and
    ``android`` is what its tools print. ``driver_libraries`` are the libraries of drivers that commands list,
    ``nothing_found`` is the line of a search for manifests that printed nothing, ``spoken`` are names like those
    of variables, and ``vulkanless`` is a card without a driver for Vulkan: its name, the sentence and the line.
    ``by_meta_layer`` are layers that an override layer put into a chain. ``cached`` are libraries in the cache of
    the linker with their paths, in its order, and ``quoted`` are variables whose values stand between quotation
    marks. ``steps`` are lines that show how far a program came, ``drivers_asked`` is the last line in which a
    release up to 1.3.231 asks the drivers that it has read, and ``wondered`` is one in which somebody says that
    another version is used. ``particulars`` is what lines of programs name, ``starts`` how programs are started,
    ``prose`` what people tell of their machine, ``told`` what they tell of one fault, ``tried`` what they
    tried in vain, ``past`` what they say to
    be over, ``code`` the source code of a program, ``places`` where programs run, ``programs`` which they are,
    and ``whole_cards`` the rows of the cards that are named. ``unread`` are the first and the last line that were
    left out of a large log.
    """

    lines: int = 0
    unread: tuple[int, int] = (0, 0)
    about_loader: int = 0
    searches: list[Search] = field(default_factory=list)
    inserted: dict[str, Inserted] = field(default_factory=dict)
    chains: list[tuple[str, ...]] = field(default_factory=list)
    defined: dict[str, str] = field(default_factory=dict)
    switches: dict[str, dict[str, None]] = field(default_factory=dict)
    manifests: dict[str, Use | None] = field(default_factory=dict)
    libraries: dict[str, str] = field(default_factory=dict)
    used: dict[str, str] = field(default_factory=dict)
    versions: dict[str, None] = field(default_factory=dict)
    taken: set[int] = field(default_factory=set)
    available: dict[str, str] = field(default_factory=dict)
    devices: dict[str, None] = field(default_factory=dict)
    variables: dict[str, str] = field(default_factory=dict)
    errors: dict[str, None] = field(default_factory=dict)
    events: list[Event] = field(default_factory=list)
    paths: dict[str, None] = field(default_factory=dict)
    signs: dict[Sign, str] = field(default_factory=dict)
    sign_lines: dict[Sign, int] = field(default_factory=dict)
    pasted: list[Document] = field(default_factory=list)
    naming: dict[str, tuple[str, int]] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    variable_lines: dict[str, int] = field(default_factory=dict)
    built: dict[str, tuple[str, int]] = field(default_factory=dict)
    named: dict[str, int] = field(default_factory=dict)
    adapters: dict[str, int] = field(default_factory=dict)
    flatpak_drivers: dict[str, int] = field(default_factory=dict)
    os_release: str = ""
    listings: Listings = field(default_factory=Listings)
    cards: Devices = field(default_factory=Devices)
    graphics: tuple[str, ...] = ()
    named_cards: tuple[str, ...] = ()
    card_lines: dict[str, int] = field(default_factory=dict)
    trouble: tuple[int, str] | None = None
    settings: list[Document] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    variable_files: dict[str, str] = field(default_factory=dict)
    installed: dict[str, int] = field(default_factory=dict)
    ordered: dict[str, int] = field(default_factory=dict)
    unowned: dict[str, int] = field(default_factory=dict)
    absent: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    mentioned: dict[str, int] = field(default_factory=dict)
    android: AndroidTools = field(default_factory=AndroidTools)
    registry: RegistryLines = field(default_factory=RegistryLines)
    driver_libraries: dict[str, int] = field(default_factory=dict)
    nothing_found: int = 0
    spoken: dict[str, int] = field(default_factory=dict)
    vulkanless: tuple[str, str, int] = ("", "", 0)
    by_meta_layer: dict[str, int] = field(default_factory=dict)
    cached: dict[str, list[tuple[str, int]]] = field(default_factory=dict)
    quoted: dict[str, None] = field(default_factory=dict)
    steps: list[tuple[int, Step]] = field(default_factory=list)
    wondered: int = 0
    drivers_asked: int = 0
    particulars: Particulars = field(default_factory=Particulars)
    starts: Starts = field(default_factory=Starts)
    prose: Prose = field(default_factory=Prose)
    code: SourceCode = field(default_factory=SourceCode)
    told: Told = field(default_factory=Told)
    tried: Tried = field(default_factory=Tried)
    past: Past = field(default_factory=Past)
    places: Shown = field(default_factory=lambda: Shown(places, of_here=True))
    programs: Shown = field(default_factory=lambda: Shown(programs))
    selected: tuple[str, int] = ("", 0)
    selectable: dict[str, str] = field(default_factory=dict)
    combined: Combined = field(default_factory=Combined)
    whole_cards: Shown = field(default_factory=lambda: Shown(cards, of_here=True))

    def printed(self, name: str, value: str, number: int) -> None:
        """Note a variable that a command has printed: a tilde in it is one that no shell has replaced."""
        self.variables.setdefault(name, value)
        self.variable_lines.setdefault(name, number)
        if value.startswith("~/") and self.variables[name] == value:
            self.quoted.setdefault(name)
