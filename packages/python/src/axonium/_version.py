"""The package's version."""

from ._native import __version__

__all__ = ["__version__"]
