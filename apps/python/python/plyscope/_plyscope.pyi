"""The native part: takes and gives texts, numbers and bytes."""

from collections.abc import Callable
from typing import Any

from numpy import int8, uint8
from numpy.typing import NDArray

VERSION: str

class State:
    """A state and the player who looks at it."""

    @property
    def player(self) -> int:
        """Who looks: 0 began the game. A value is what the state is worth to this player."""
    @property
    def mover(self) -> int:
        """Who is to move."""
    @property
    def text(self) -> str:
        """The state as the game writes it."""
    @property
    def moves(self) -> list[str]:
        """The legal moves."""
    @property
    def letters(self) -> str:
        """The letters of the cells, row by row from the top."""
    @property
    def cells(self) -> list[list[int]]:
        """Rows of numbers from the top: 0 empty, above 0 of the player who looks, below 0 of others."""

class Batch:
    """States, none of which is over, each with the player who looks at it."""

    def __len__(self) -> int: ...
    @property
    def players(self) -> NDArray[uint8]:
        """Who looks at each state: 0 began the game."""
    @property
    def movers(self) -> NDArray[uint8]:
        """Who is to move in each state."""
    @property
    def letters(self) -> NDArray[uint8]:
        """The letters of the cells: states × rows × columns."""
    @property
    def cells(self) -> NDArray[int8]:
        """The cells as numbers: states × rows × columns; above 0 of the player who looks, below 0 of others."""
    @property
    def texts(self) -> list[str]:
        """The states as the game writes them."""
    @property
    def moves(self) -> list[list[str]]:
        """The legal moves of each state."""

class Game:
    def __init__(self, spec: str) -> None: ...
    @property
    def spec(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def points(self) -> tuple[int, int]: ...
    def listings(self) -> list[list[tuple[str, str]]]: ...
    def start(self) -> Position: ...
    def position(self, text: str, reading: str) -> Position: ...

class Position:
    @property
    def text(self) -> str: ...
    @property
    def moves(self) -> list[str]: ...
    @property
    def played(self) -> list[str]: ...
    @property
    def mover(self) -> int: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def payoffs(self) -> list[int] | None: ...
    @property
    def key(self) -> int: ...
    @property
    def letters(self) -> str: ...
    @property
    def cells(self) -> list[list[int]]: ...
    def picture(self) -> str: ...
    def svg(self) -> str: ...
    def play(self, moves: str) -> Position: ...
    def playout(self, seed: int) -> Position: ...
    def advise(
        self,
        spec: str,
        functions: list[Any],
        seed: int,
        nodes: int | None,
        depth: int | None,
        time: float | None,
    ) -> str: ...

class Benchmark:
    def __init__(self, name: str) -> None: ...
    @property
    def name(self) -> str: ...
    @property
    def meta(self) -> list[tuple[str, str]]: ...
    def __len__(self) -> int: ...
    def state(self, at: int) -> tuple[str, int, int, list[tuple[str | None, tuple[Any, ...]]]] | None: ...
    def columns(self) -> list[tuple[str, str, int, int, list[bytes | None]]]: ...
    def save(self, path: str, replace: bool) -> None: ...

class Judgement:
    def json(self) -> str: ...
    def page(self) -> str: ...
    def svg(self, metric: str) -> str | None: ...
    def truth(self) -> str: ...
    def states(self) -> list[tuple[int, int, str]]: ...
    def scores(self, heuristic: int) -> list[list[float | None]] | None: ...

def games() -> list[tuple[str, str]]: ...
def judge(
    benchmark: Benchmark,
    heuristics: list[str],
    functions: list[Any],
    metrics: list[str],
    by: str,
    condition: str | None,
    worst: int,
    seed: int,
    nodes: int | None,
    time: float | None,
    threads: int | None,
) -> Judgement: ...
def hold(
    game: str,
    entrants: list[str],
    functions: list[Any],
    games: int | None,
    openings: str,
    gauntlet: bool,
    record: str | None,
    seed: int,
    nodes: int | None,
    depth: int | None,
    time: float | None,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> str: ...
def make(
    game: str,
    by: str,
    functions: list[Any],
    choice: Any,
    output: str,
    replace: bool,
    seed: int,
    nodes: int | None,
    time: float | None,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> Benchmark: ...
def learn(
    game: str,
    benchmark: Benchmark | None,
    by: str,
    functions: list[Any],
    choice: Any,
    features: str | None,
    only: list[str],
    rows: str,
    strength: float | None,
    folds: int,
    output: str | None,
    replace: bool,
    seed: int,
    nodes: int | None,
    time: float | None,
    threads: int | None,
    progress: Callable[[int, int], object] | None,
) -> tuple[str, str]: ...
