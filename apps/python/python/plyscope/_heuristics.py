"""Functions as heuristics: what they value, what they get, what they are called."""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, Union

from ._errors import UsageError

Agent = Union[str, Callable[..., Any]]
"""A spec such as `"negascout:depth=3"`, or a function that values states or moves."""

Progress = Callable[[int, int], object]
"""Told how much is done, and how much there is."""

Entrants = Union[Agent, Mapping[str, Agent], Iterable[Agent]]

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*\Z")


class Heuristic:
    """A function and how it is to be asked; made by `plyscope.heuristic`."""

    def __init__(self, function: Callable[..., Any], gives: str, batch: int) -> None:
        self.function = function
        self.gives = gives
        self.batch = batch
        self.__name__ = getattr(function, "__name__", type(function).__name__)
        self.__doc__ = getattr(function, "__doc__", None)

    def __call__(self, *args: Any, **more: Any) -> Any:
        return self.function(*args, **more)

    def __repr__(self) -> str:
        many = f", batches of up to {self.batch}" if self.batch else ""
        return f"<heuristic {self.__name__}: values of {self.gives}{many}>"


def heuristic(
    function: Callable[..., Any] | None = None,
    *,
    gives: Literal["states", "moves"] = "states",
    batch: bool | int = False,
) -> Any:
    """Says how a function is to be asked; a decorator.

    gives: "states": one number per state, what it is worth to the player who looks
        (`state.player`), who need not be the mover. Moves are valued by the states they lead to.
        "moves": one number per legal move, as a list in the order of `state.moves` or as a dict.
    batch: False: the function gets one `State`. True: it gets a `Batch` of up to 4096 states, with
        numpy arrays; a number: of up to so many. It returns a list or an array with an entry per state.

    A plain function is a heuristic that gets one state and values it.

    >>> @plyscope.heuristic(batch=True)
    ... def discs(batch):
    ...     return batch.cells.sum(axis=(1, 2))
    """
    if gives not in ("states", "moves"):
        raise UsageError(f"a heuristic cannot give `{gives}`", "it gives `states` or `moves`")
    most = 4096 if batch is True else int(batch)
    if not 0 <= most <= 1 << 20:
        raise UsageError(f"a batch cannot have {batch} states", "True, or a number up to 1048576")
    if function is None:
        return lambda function: Heuristic(function, gives, most)
    return Heuristic(function, gives, most)


class Told:
    """A function as the native part takes it."""

    def __init__(self, name: str, own: Heuristic) -> None:
        self.name = name
        self.function = own.function
        self.gives_moves = own.gives == "moves"
        self.takes_batches = own.batch > 0
        self.batch = own.batch or 256


class Cast:
    """Agents of one call: texts for the native part, and the functions they name."""

    def __init__(self, named: Mapping[str, Agent] | None = None) -> None:
        self.functions: list[Told] = []
        for name, agent in (named or {}).items():
            if not callable(agent):
                raise UsageError(f"`{name}` is no function", "`heuristics` names functions for use within specs")
            self._add(name, agent)

    def texts(self, entrants: Entrants, code: bool = False) -> list[str]:
        """A text for each agent: its spec, or NAME=SPEC."""
        if isinstance(entrants, str) or callable(entrants):
            return [self.text(entrants, code=code)]
        if isinstance(entrants, Mapping):
            return [self.text(agent, name, code) for name, agent in entrants.items()]
        return [text for own in entrants for text in self.texts(own, code)]

    def text(self, agent: Agent, name: str | None = None, code: bool = False) -> str:
        """The text that names an agent; of a function with a digest of its code, if asked for."""
        if isinstance(agent, str):
            return agent if name is None else f"{_label(name)}=({agent})"
        if not callable(agent):
            raise UsageError(f"{agent!r} is no agent", "give a spec such as 'negascout:depth=3', or a function")
        spec = self._add(_label(name or getattr(agent, "__name__", "function")), agent)
        if code:
            spec = f"{spec}:code={_digest(agent)}"
        return spec if name is None and not code else f"{_label(name or spec.split(':')[0])}=({spec})"

    def spec(self, agent: Agent) -> str:
        """The spec of an agent that files remember: of a function with a digest of its code."""
        text = self.text(agent, code=True)
        return text if isinstance(agent, str) else text.split("=(", 1)[1][:-1]

    def _add(self, name: str, function: Callable[..., Any]) -> str:
        own = function if isinstance(function, Heuristic) else heuristic(function)
        known = [told for told in self.functions if told.function is own.function]
        if known:
            return known[0].name
        spec = name if _NAME.match(name) else f"python-{len(self.functions) + 1}"
        if any(told.name == spec for told in self.functions):
            raise UsageError(f"two functions are called `{spec}`", "give them names: {'one': …, 'other': …}")
        self.functions.append(Told(spec, own))
        return spec


def _label(name: str) -> str:
    if name == "<lambda>":
        return "lambda"
    if not name or any(letter in name for letter in "=:("):
        raise UsageError(f"`{name}` cannot be the name of a heuristic", "leave out `=`, `:` and `(`")
    return name


def _digest(function: Callable[..., Any]) -> str:
    """What the function is made of: a benchmark by another one is another benchmark."""
    own = function.function if isinstance(function, Heuristic) else function
    try:
        made_of = inspect.getsource(own)
    except (OSError, TypeError):
        code = getattr(own, "__code__", None)
        made_of = repr((code.co_code, code.co_consts, code.co_names)) if code else repr(type(own))
    return hashlib.blake2b(made_of.encode(), digest_size=6).hexdigest()
