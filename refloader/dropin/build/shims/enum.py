"""Replaces enum: members are constants that are looked up, iterated and compared. No enum is defined at run time."""

from collections.abc import Iterator
from typing import Any


class EnumType(type):
    """The metaclass of enums."""

    def __iter__(cls) -> Iterator[Any]:
        return iter(cls._by_value.values())

    def __len__(cls) -> int:
        return len(cls._by_value)

    def __getitem__(cls, name: str) -> Any:
        return cls.__members__[name]

    def __contains__(cls, value: object) -> bool:
        return value in cls._by_value

    def __call__(cls, value: Any) -> Any:
        """Return the member with that value."""
        try:
            return cls._by_value[value]
        except KeyError:
            raise ValueError(f"{value!r} is not a valid {cls.__qualname__}") from None

    __members__: dict[str, Any]
    _by_value: dict[Any, Any]


class Enum(metaclass=EnumType):
    """Members are singletons, compared by identity."""

    __slots__ = ("__hash__", "_value_", "name", "value")
    # A member's hash is its name's, as in the standard library: an address would not be the same in each process, as
    # an image of the interpreter needs it. From a slot, the name's own method is called without Python code.

    name: str
    value: Any

    def __str__(self) -> str:
        return f"{self.__class__.__name__}.{self.name}"

    def __repr__(self) -> str:
        return f"<{self.__class__.__name__}.{self.name}: {self.value!r}>"


class StrEnum(str, metaclass=EnumType):
    """Members are strings."""

    __slots__ = ("_value_", "name", "value")

    name: str
    value: str

    def __repr__(self) -> str:
        return f"<{self.__class__.__name__}.{self.name}: {self.value!r}>"

    __str__ = str.__str__


class IntEnum(int, metaclass=EnumType):
    """Members are numbers."""

    name: str
    value: int

    def __repr__(self) -> str:
        return f"<{self.__class__.__name__}.{self.name}: {self.value!r}>"

    __str__ = int.__repr__


def add_members(cls: Any, members: tuple[tuple[str, Any], ...]) -> None:
    """Add the members to a class; a second name for the same value is an alias of the first."""
    by_name: dict[str, Any] = {}
    by_value: dict[Any, Any] = {}
    data = str if issubclass(cls, str) else int if issubclass(cls, int) else None
    for name, value in members:
        member = by_value.get(value)
        if member is None:
            member = data.__new__(cls, value) if data else object.__new__(cls)
            member.name, member.value, member._value_ = name, value, value
            if not data:
                member.__hash__ = name.__hash__
            by_value[value] = member
        by_name[name] = member
        setattr(cls, name, member)
    cls.__members__ = by_name
    cls._by_value = by_value
