"""Judging heuristics."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from . import _plyscope
from ._errors import UsageError
from ._heuristics import Agent, Cast, Entrants
from ._html import Picture, number, table
from ._needs import pandas
from .truth import Benchmark


class Judgement:
    """What heuristics were found to be worth; shows itself in a notebook."""

    def __init__(self, own: _plyscope.Judgement) -> None:
        self._own = own
        self.data: dict[str, Any] = json.loads(own.json())

    @property
    def heuristics(self) -> list[str]:
        """What the heuristics are called."""
        return [own["name"] for own in self.data["heuristics"]]

    @property
    def metrics(self) -> list[str]:
        """The metrics, the deciding one first."""
        names = [own["name"] for own in self.data["metrics"]]
        decides = self.deciding
        return sorted(names, key=lambda name: name != decides)

    @property
    def deciding(self) -> str | None:
        """The metric by which heuristics are compared."""
        deciding = self.data["deciding"]
        return deciding and deciding["metric"]

    @property
    def verdict(self) -> str | None:
        """Who is expected to win how many games, in words; nothing where that cannot be predicted."""
        return self.data["verdict"]

    def predicted(self) -> Any:
        """A frame, a row per heuristic and use (`one-ply`, `depth-3`, `mcts`): the expected Elo above
        the mean of those judged together, and the ends of its 95 % interval."""
        return pandas().DataFrame(self.data["predicted"])

    @property
    def verdicts(self) -> list[str]:
        """What each comparison of two heuristics found, in words."""
        return [own["verdict"] for own in self.data["comparisons"]]

    def mean(self, heuristic: str, metric: str | None = None) -> float | None:
        """The mean of a metric, the deciding one unless told otherwise."""
        metric = metric or self.deciding
        for own in self.data["heuristics"]:
            for score in own["scores"]:
                if own["name"] == heuristic and score["metric"] == metric:
                    return score["all"] and score["all"]["mean"]
        raise UsageError(
            f"there is no metric `{metric}` of `{heuristic}`",
            f"there are {', '.join(self.metrics)} of {', '.join(self.heuristics)}",
        )

    def to_pandas(self) -> Any:
        """A row per heuristic and metric: mean, its 95 % band, what chance would get, states."""
        rows = [
            {"heuristic": own["name"], "metric": score["metric"], **(score["all"] or {})}
            for own in self.data["heuristics"]
            for score in own["scores"]
        ]
        return pandas().DataFrame(rows)

    def curves(self) -> Any:
        """A frame, a row per heuristic, metric and ply (or phase, or player)."""
        rows = [
            {"heuristic": own["name"], "metric": score["metric"], **group}
            for own in self.data["heuristics"]
            for score in own["scores"]
            for group in score["groups"]
        ]
        return pandas().DataFrame(rows)

    def scores(self) -> Any:
        """A frame, a row per heuristic and state, a column per metric."""
        frames = []
        states = self._own.states()
        metrics = [own["name"] for own in self.data["metrics"]]
        for place, name in enumerate(self.heuristics):
            columns = {
                "heuristic": name,
                "state_id": [own[0] for own in states],
                "ply": [own[1] for own in states],
                "player": [own[2] for own in states],
            }
            columns.update(zip(metrics, self._own.scores(place) or []))
            frames.append(pandas().DataFrame(columns))
        return pandas().concat(frames, ignore_index=True)

    def plot(self, metric: str | None = None) -> Picture:
        """A metric of all heuristics over the game, with 95 % bands; the deciding one unless told otherwise."""
        metric = metric or self.deciding or self.metrics[0]
        svg = self._own.svg(metric)
        if svg is None:
            raise UsageError(f"there is no metric `{metric}` to draw", f"there are {', '.join(self.metrics)}")
        return Picture(svg)

    def html(self) -> str:
        """The report: one page that needs nothing else."""
        return self._own.page()

    def save(self, path: str | os.PathLike[str], *, replace: bool = False) -> None:
        """Writes the report to a file."""
        with open(path, "w" if replace else "x", encoding="utf-8") as file:
            file.write(self.html())

    def _repr_html_(self) -> str:
        shown = self.metrics[:8]
        rows = []
        for own in self.data["heuristics"]:
            scores = {score["metric"]: score["all"] for score in own["scores"]}
            rows.append([own["name"], *(_told(scores.get(name)) for name in shown)])
        caption = f"{self.data['states']} states of {self.data['source']['name']}; {self._own.truth()}"
        html = f"<p><strong>{_escape(self.verdict)}</strong></p>" if self.verdict else ""
        html += table(["heuristic", *shown], rows, caption)
        html += "".join(f"<p>{_escape(own)}</p>" for own in self.verdicts[:6])
        svg = self._own.svg(self.deciding) if self.deciding else None
        return html + (svg or "")

    def __repr__(self) -> str:
        metric = self.deciding or (self.metrics or [None])[0]
        if metric is None:
            return "<Judgement without metrics>"
        means = ", ".join(f"{name} {number(self.mean(name, metric))}" for name in self.heuristics)
        return f"<Judgement on {self.data['states']} states, {metric}: {means}>"


def _told(mean: Mapping[str, Any] | None) -> str:
    return "–" if mean is None else number(mean["mean"])


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def judge(
    benchmark: str | os.PathLike[str] | Benchmark,
    heuristics: Entrants | None = None,
    *,
    metrics: Sequence[str] = (),
    by: Literal["ply", "phase", "player", "all"] = "ply",
    where: str | None = None,
    functions: Mapping[str, Agent] | None = None,
    worst: int = 6,
    seed: int = 1,
    nodes: int | None = None,
    time: float | None = None,
    threads: int | None = None,
) -> Judgement:
    """Holds heuristics against the truth.

    benchmark: a file, the name of one that ships, a game, or a `Benchmark`.
    heuristics: `{"mine": my_function, "theirs": "mobility"}`: functions (see `plyscope.heuristic`) and specs,
        by name; or a list of them, or one. The game's evaluators if not given.
    metrics: by name, or as expressions; the usual ones if none are given.
    where: only states for which an expression holds, e.g. `"ply > 20"`.
    functions: further functions, for use within specs: `{"deep": "negascout:depth=2,eval=mine"}`.
    """
    if by not in ("ply", "phase", "player", "all"):
        raise UsageError(f"states cannot be put together by `{by}`", "there are ply, phase, player and all")
    own = benchmark if isinstance(benchmark, Benchmark) else Benchmark(benchmark)
    cast = Cast(functions)
    texts = [] if heuristics is None else cast.texts(heuristics)
    wanted = [metrics] if isinstance(metrics, str) else list(metrics)
    found = _plyscope.judge(
        own._own, texts, cast.functions, wanted, by, where, worst, seed, nodes, time, threads
    )
    return Judgement(found)
