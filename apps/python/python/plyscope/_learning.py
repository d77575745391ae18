"""Learning weights."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from . import _plyscope
from ._errors import UsageError
from ._heuristics import Agent, Cast, Progress
from ._html import table
from ._needs import pandas
from .truth import Benchmark, Choice, spec_of


class Weights:
    """Learned weights with their tests; shows itself in a notebook."""

    def __init__(self, data: dict[str, Any], text: str) -> None:
        self.data = data
        self.text = text
        """The weights file: `linear:weights=FILE` is an agent once it is saved."""

    @property
    def weights(self) -> dict[str, float]:
        """The weight of every feature."""
        return {own["name"]: own["weight"] for own in self.data["fit"]["coefficients"]}

    @property
    def r2(self) -> float:
        """The share of the values' variance that is explained."""
        return self.data["fit"]["r2"]

    @property
    def warnings(self) -> list[str]:
        """What a user should know of them."""
        return self.data["warnings"]

    def to_pandas(self) -> Any:
        """A row per feature."""
        return pandas().json_normalize(self.data["fit"]["coefficients"])

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Writes the weights file."""
        with open(path, "w" if replace else "x", encoding="utf-8") as file:
            file.write(self.text)

    def _repr_html_(self) -> str:
        rows = [[name, float(weight)] for name, weight in self.weights.items()]
        caption = f"{self.data['game']}, features {self.data['features']}, R² {self.r2:.3f}, {self.data['states']} states"
        return table(["feature", "weight"], rows, caption)

    def __repr__(self) -> str:
        return f"<Weights of {len(self.weights)} features of {self.data['game']}, R² {self.r2:.3f}>"


def learn(
    game: str | Any,
    benchmark: str | os.PathLike[str] | Benchmark | None = None,
    *,
    by: Agent | None = None,
    features: str | None = None,
    only: Sequence[str] = (),
    rows: Literal["states", "moves"] = "states",
    strength: float | None = None,
    folds: int = 10,
    states: int | None = None,
    per_ply: int | None = None,
    source: Literal["playouts", "agents", "positions", "all"] = "playouts",
    plies: tuple[int | None, int | None] | None = None,
    symmetry: bool = False,
    agents: Agent | Sequence[Agent] | None = None,
    random: float = 0.1,
    positions: Iterable[str] | None = None,
    heuristics: Mapping[str, Agent] | None = None,
    output: str | os.PathLike[str] | None = None,
    replace: bool = False,
    seed: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Weights:
    """Learns weights for features of a game by regression.

    Values come from a benchmark, or of states that are chosen now (as `truth.make` does) from `by`:
    a spec or a function.

    strength: ridge's; 0 for least squares, by cross-validation over `folds` parts if not given.
    output: the weights file; labels are kept beside it until it is written.
    progress: called now and then with the number of labelled states and of all.
    """
    if (benchmark is None) == (by is None):
        raise UsageError("weights are learned from a benchmark or by an agent", "give `benchmark` or `by`, not both")
    if rows not in ("states", "moves"):
        raise UsageError(f"a row cannot be one of the {rows}", "there are states and moves")
    if folds == 1 or folds < 0:
        raise UsageError("cross-validation cannot leave out the only part there is", "`folds` is 0, or 2 and more")
    cast = Cast(heuristics)
    choice = Choice(
        cast, states, per_ply, source, plies, symmetry, True, 0.0, agents, random, positions
    )
    known = benchmark if benchmark is None or isinstance(benchmark, Benchmark) else Benchmark(benchmark)
    spec = "" if by is None else cast.spec(by)
    path = None if output is None else os.fspath(output)
    data, text = _plyscope.learn(
        spec_of(game), known and known._own, spec, cast.functions, choice, features, list(only), rows,
        strength, folds, path, replace, seed, nodes, time, threads, progress,
    )
    return Weights(json.loads(data), text)
