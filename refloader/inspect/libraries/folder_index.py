"""The files of the folders that a dynamic linker searches, by name: each folder is listed once for all names."""

from collections.abc import Sequence

from refloader.host.port import Host, Listing, Trouble

_EMPTY = (Trouble.MISSING, Trouble.NOT_A_FOLDER)


class FolderIndex:
    """Which of some folders may have a file of a name. A folder that cannot be listed whole may have any."""

    def __init__(self, host: Host, folders: Sequence[str]) -> None:
        self._folders = folders
        self._unlisted: list[int] = []
        self._places: dict[str, list[int]] = {}
        for number, folder in enumerate(folders):
            listing = host.list(folder)
            if isinstance(listing, Listing) and not listing.truncated:
                for name in listing.names:
                    self._places.setdefault(name, []).append(number)
            elif isinstance(listing, Listing) or listing.trouble not in _EMPTY:
                self._unlisted.append(number)

    def folders_of(self, name: str) -> tuple[str, ...]:
        """Return the folders that may have the file, in the order of the search."""
        numbers = sorted({*self._places.get(name, ()), *self._unlisted})
        return tuple(self._folders[number] for number in numbers)
