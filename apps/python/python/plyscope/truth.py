"""Benchmarks: states with the worth of every move."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from . import _plyscope
from ._errors import UsageError
from ._heuristics import Agent, Cast, Progress
from ._html import table
from ._needs import numpy, pandas, pyarrow


class Benchmark:
    """States with the worth of every move, and how they came about.

    Its columns are made once, in memory that Arrow tables, numpy arrays and frames then look at
    without a copy; they cannot be written to. Texts and truth values are copied for numpy and
    pandas, which lay them out in another way.
    """

    def __init__(self, own: _plyscope.Benchmark | str | os.PathLike[str]) -> None:
        is_own = isinstance(own, _plyscope.Benchmark)
        self._own = own if is_own else _plyscope.Benchmark(os.fspath(own))
        self._columns: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """The file, or the name of a benchmark that ships."""
        return self._own.name

    @property
    def game(self) -> str:
        """The spec of its game."""
        return self.meta["game"]

    @property
    def meta(self) -> dict[str, str]:
        """How it came about: game, selector, labeller, limits, inputs, seeds, version."""
        return dict(self._own.meta)

    def __len__(self) -> int:
        return len(self._own)

    def __getitem__(self, at: int) -> dict[str, Any]:
        """One state with its moves."""
        row = self._own.state(at + len(self) if at < 0 else at) if -len(self) <= at else None
        if row is None:
            raise IndexError(f"there are {len(self)} states, and {at} is none of them")
        text, ply, player, moves = row
        names = ("value", "exact", "plies", "visits", "q")
        labels = [{"move": move, **dict(zip(names, known))} for move, known in moves]
        return {"state": text, "ply": ply, "player": player, "moves": labels}

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[at] for at in range(len(self)))

    def arrow(self) -> Any:
        """An Arrow table, a row per state and move, over the columns as they are: nothing is copied."""
        arrow = pyarrow()
        arrays, names = [], []
        for name, (kind, length, lacking, buffers) in self._made().items():
            names.append(name)
            kinds = {"bool": arrow.bool_, "large_string": arrow.large_string}
            make = kinds.get(kind) or getattr(arrow, kind)
            views = [None if own is None else arrow.py_buffer(own) for own in buffers]
            arrays.append(arrow.Array.from_buffers(make(), length, views, lacking))
        return arrow.Table.from_arrays(arrays, names=names)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """For whatever reads Arrow: polars, duckdb, pandas. Needs pyarrow."""
        return self.arrow().__arrow_c_stream__(requested_schema)

    def numpy(self) -> dict[str, Any]:
        """Arrays by column, a row per state and move.

        Numbers are views that copy nothing; where one is missing stands NaN, or −1 of plies and visits.
        """
        np = numpy()
        arrays = {}
        for name, (kind, length, _, buffers) in self._made().items():
            if kind == "large_string":
                arrays[name] = np.array(_texts(buffers), dtype=object)
            elif kind == "bool":
                bits = np.frombuffer(buffers[1], dtype=np.uint8)
                arrays[name] = np.unpackbits(bits, count=length, bitorder="little").astype(bool)
            else:
                arrays[name] = np.frombuffer(buffers[1], dtype=kind)
        return arrays

    def to_pandas(self) -> Any:
        """A frame, a row per state and move."""
        return pandas().DataFrame(self.numpy(), copy=False)

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Writes it as a Parquet file."""
        self._own.save(os.fspath(path), replace)

    def _made(self) -> dict[str, Any]:
        if self._columns is None:
            self._columns = {name: rest for name, *rest in self._own.columns()}
        return self._columns

    def _repr_html_(self) -> str:
        rows = [[name, value] for name, value in self.meta.items() if value]
        return table(["", ""], [["states", str(len(self))], *rows], self.name)

    def __repr__(self) -> str:
        return f"<Benchmark {self.name}: {len(self)} states of {self.game} by {self.meta['labeller']}>"


def _texts(buffers: Sequence[bytes | None]) -> list[str | None]:
    there, ends, letters = buffers
    assert ends is not None and letters is not None
    places = memoryview(ends).cast("q")
    known = range(len(places) - 1)
    is_there = [there is None or bool(there[at >> 3] >> (at & 7) & 1) for at in known]
    return [letters[places[at] : places[at + 1]].decode() if is_there[at] else None for at in known]


def load(name: str | os.PathLike[str]) -> Benchmark:
    """The benchmark of a file, one that ships by its name, or that of a game."""
    return Benchmark(name)


class Choice:
    """Which states are chosen, as the native part takes it."""

    def __init__(
        self,
        cast: Cast,
        states: int | None,
        per_ply: int | None,
        source: str,
        plies: tuple[int | None, int | None] | None,
        symmetry: bool,
        keep_single: bool,
        critical: float,
        agents: Agent | Sequence[Agent] | None,
        random: float,
        positions: Iterable[str] | None,
    ) -> None:
        if source not in ("playouts", "agents", "positions", "all"):
            raise UsageError(f"states cannot come from `{source}`", "there are playouts, agents, positions and all")
        for what, count in (("states", states), ("per_ply", per_ply)):
            if count is not None and count < 1:
                raise UsageError(f"`{what}` is {count}", "ask for at least one state")
        if states is not None and per_ply is not None:
            raise UsageError("`states` and `per_ply` exclude each other", "leave one of them out")
        if critical < 0:
            raise UsageError(f"`{critical}` is no difference between values", "`critical` is 0 or more")
        if not 0 <= random <= 1:
            raise UsageError(f"`{random}` is no share of random moves", "`random` is from 0 to 1")
        if (agents is None) == (source == "agents"):
            raise UsageError("`agents` goes with source='agents'", "give both or none")
        if (positions is None) == (source == "positions"):
            raise UsageError("`positions` goes with source='positions'", "give both or none")
        players = None
        if agents is not None:
            listed = [agents] if isinstance(agents, str) or callable(agents) else list(agents)
            if len(listed) not in (1, 2):
                raise UsageError(f"{len(listed)} agents cannot play", "give one for both players, or two")
            players = (cast.spec(listed[0]), cast.spec(listed[-1]))
        self.states, self.per_ply, self.source = states, per_ply, source
        low, high = plies or (None, None)
        self.plies = None if plies is None else (low or 0, 2**32 - 1 if high is None else high)
        self.symmetry, self.keep_single, self.critical = symmetry, keep_single, float(critical)
        self.agents, self.random, self.positions = players, float(random), list(positions or [])


def make(
    game: str | Any,
    by: Agent,
    output: str | os.PathLike[str],
    *,
    states: int | None = None,
    per_ply: int | None = None,
    source: Literal["playouts", "agents", "positions", "all"] = "playouts",
    plies: tuple[int | None, int | None] | None = None,
    symmetry: bool = False,
    keep_single: bool = False,
    critical: float = 0.0,
    agents: Agent | Sequence[Agent] | None = None,
    random: float = 0.1,
    positions: Iterable[str] | None = None,
    heuristics: Mapping[str, Agent] | None = None,
    replace: bool = False,
    seed: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Benchmark:
    """Chooses states, has every move of each valued, and writes a Parquet file.

    by: the labeller, a spec such as `"solver"` or a function. A file by a function names a digest of
        its code as part of the labeller, so that a changed function does not resume an old run.
    output: the file; a journal beside it keeps what is done, and the same call goes on after an interrupt.
    states, per_ply: how many in all (500), or of each ply.
    source: random games, games of `agents` with a share of `random` moves, a list of `positions`, or all states.
    plies: the first and the last ply, both included; None for no bound.
    progress: called now and then with the number of labelled states and of all.
    """
    cast = Cast(heuristics)
    choice = Choice(
        cast, states, per_ply, source, plies, symmetry, keep_single, critical, agents, random, positions
    )
    spec = cast.spec(by)
    path = os.fspath(output)
    made = _plyscope.make(
        spec_of(game), spec, cast.functions, choice, path, replace, seed, nodes, time, threads,
        progress,
    )
    return Benchmark(made)


def spec_of(game: Any) -> str:
    """The spec of a game that is given as text or as a `Game`."""
    return game if isinstance(game, str) else game.spec
