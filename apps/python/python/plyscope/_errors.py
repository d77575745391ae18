"""What goes wrong, as exceptions."""

from __future__ import annotations


class Error(Exception):
    """Anything that goes wrong in Plyscope: `what` it is, and a `hint` where there is one."""

    def __init__(self, what: str, hint: str | None = None) -> None:
        super().__init__(what if hint is None else f"{what}\n\nhint: {hint}")
        self.what = what
        self.hint = hint


class UsageError(Error, ValueError):
    """The call asked for something that cannot be: a wrong name, number, text or answer."""


class FailedError(Error, RuntimeError):
    """The call was right, and something failed all the same: a file, a thread, another program."""
