"""The built parts of refloader: libraries and programs that ``refloader.native`` finds here. Holds no code."""

__version__ = "0.1.0"
