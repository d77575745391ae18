"""Packages that only some calls need."""

from __future__ import annotations

import importlib
from types import ModuleType


def _module(name: str, extra: str, what: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ImportError(f"{what} needs {name}\n\nhint: pip install {name}, or plyscope[{extra}]") from error


def numpy() -> ModuleType:
    return _module("numpy", "arrays", "an array")


def pandas() -> ModuleType:
    return _module("pandas", "frames", "a frame")


def pyarrow() -> ModuleType:
    return _module("pyarrow", "arrow", "an Arrow table")
