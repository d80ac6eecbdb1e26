"""The abstract classes that frozen classes name as bases: nothing is inherited from them."""


class Mapping:
    """A class that says itself all that a mapping is asked for."""

    __slots__ = ()
