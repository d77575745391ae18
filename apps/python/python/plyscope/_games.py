"""Games and positions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

from . import _plyscope
from ._heuristics import Agent, Cast
from ._html import Picture, table
from ._needs import pandas


def game(spec: str) -> Game:
    """Opens a game by name, e.g. `"connect4"`, `"othello:size=6"` or `"gdl:FILE"`."""
    return Game(spec)


def games() -> dict[str, str]:
    """The games that ship, each with a sentence."""
    return dict(_plyscope.games())


class Game:
    """The rules of a game, and what can be named for it."""

    def __init__(self, spec: str) -> None:
        self._own = _plyscope.Game(spec)

    @property
    def spec(self) -> str:
        """The text that names it, with every parameter that is not the default."""
        return self._own.spec

    @property
    def name(self) -> str:
        """Its name, without parameters."""
        return self._own.name

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._own.players

    @property
    def points(self) -> tuple[int, int]:
        """The fewest and the most points that a player can end with."""
        return self._own.points

    def agents(self) -> dict[str, str]:
        """Agents that can be named, each with a sentence."""
        return dict(self._own.listings()[0])

    def evaluators(self) -> dict[str, str]:
        """Evaluators of states that can be named, each with a sentence; each is an agent, too."""
        return dict(self._own.listings()[1])

    def heuristics(self) -> dict[str, str]:
        """Heuristics of moves that can be named, each with a sentence; each is an agent, too."""
        return dict(self._own.listings()[2])

    def start(self) -> Position:
        """The position before the first move."""
        return Position(self._own.start())

    def position(self, text: str = "", reading: Literal["either", "moves", "state"] = "either") -> Position:
        """The position that a text describes: moves from the start, or the game's own state text."""
        if reading not in ("either", "moves", "state"):
            raise ValueError(f"`{reading}` is no way to read a position; there are either, moves and state")
        return Position(self._own.position(text, reading))

    def __repr__(self) -> str:
        return f"plyscope.game({self.spec!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game, (self.spec,))


class Position:
    """A position of a game. Moves lead to other positions and leave this one as it is."""

    def __init__(self, own: _plyscope.Position) -> None:
        self._own = own

    @property
    def text(self) -> str:
        """The state as the game writes it."""
        return self._own.text

    @property
    def moves(self) -> list[str]:
        """The legal moves; none if the game is over."""
        return self._own.moves

    @property
    def played(self) -> list[str]:
        """The moves made since the position that the game began from."""
        return self._own.played

    @property
    def mover(self) -> int:
        """Who is to move: 0 began the game."""
        return self._own.mover

    @property
    def player(self) -> int:
        """Who looks: the mover. So a heuristic can be tried on a position."""
        return self._own.mover

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self._own.is_over

    @property
    def payoffs(self) -> list[int] | None:
        """The points of all players if the game is over."""
        return self._own.payoffs

    @property
    def letters(self) -> str:
        """The letters of the cells, row by row from the top."""
        return self._own.letters

    @property
    def cells(self) -> list[list[int]]:
        """Rows of numbers from the top: 0 empty, above 0 of the mover, below 0 of others."""
        return self._own.cells

    def play(self, *moves: str) -> Position:
        """The position after some moves; a text may hold several."""
        return Position(self._own.play(" ".join(moves)))

    def playout(self, seed: int = 1) -> Position:
        """A random game from here: the position in which it ended."""
        return Position(self._own.playout(seed))

    def advise(
        self,
        by: Agent = "solver",
        *,
        heuristics: Mapping[str, Agent] | None = None,
        seed: int = 1,
        nodes: int | None = None,
        depth: int | None = None,
        time: float | None = None,
    ) -> Advice:
        """What an agent says of every move: a spec, or a function.

        heuristics: functions by name, for use within specs: `by="negascout:depth=2,eval=mine"`.
        """
        cast = Cast(heuristics)
        spec = cast.text(by)
        return Advice(json.loads(self._own.advise(spec, cast.functions, seed, nodes, depth, time)))

    def svg(self) -> Picture:
        """The board as a picture."""
        return Picture(self._own.svg())

    def _repr_html_(self) -> str:
        return f"<div style='max-width:22em'>{self._own.svg()}</div>"

    def __str__(self) -> str:
        return self._own.picture()

    def __repr__(self) -> str:
        return f"<Position {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.text == other.text

    def __hash__(self) -> int:
        return self._own.key


class Advice:
    """What an agent says of the moves of a position."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    @property
    def best(self) -> list[str]:
        """The moves that it likes best."""
        return self.data["best"]

    @property
    def values(self) -> dict[str, float | None]:
        """What every move is worth to the mover."""
        return {own["move"]: own["value"] for own in self.data["moves"]}

    @property
    def exact(self) -> dict[str, bool]:
        """Of every move, whether its value is proved."""
        return {own["move"]: own["exact"] for own in self.data["moves"]}

    @property
    def line(self) -> list[str]:
        """How it thinks that the game goes on."""
        return self.data["line"]

    def to_pandas(self) -> Any:
        """A row per move."""
        return pandas().DataFrame(self.data["moves"])

    def _repr_html_(self) -> str:
        rows = [
            [own["move"] + (" ★" if own["move"] in self.best else ""), own["value"], own["exact"], own["plies"] or "–"]
            for own in sorted(self.data["moves"], key=lambda own: -(own["value"] or 0))
        ]
        return table(["move", "value", "proved", "plies"], rows, f"{self.data['position']} by {self.data['by']}")

    def __repr__(self) -> str:
        moves = ", ".join(f"{move} {value}" for move, value in self.values.items())
        return f"<Advice by {self.data['by']}: {' '.join(self.best)} of {moves}>"
