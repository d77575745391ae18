"""Matches and tournaments."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import Any

from . import _plyscope
from ._errors import UsageError
from ._heuristics import Agent, Cast, Entrants, Progress
from ._html import table
from ._needs import pandas
from .truth import spec_of


class Contest:
    """What games between agents came to; shows itself in a notebook."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    @property
    def agents(self) -> list[dict[str, Any]]:
        """Games, wins, draws, losses and score of every agent, and its Elo where more than two took part."""
        return self.data["agents"]

    @property
    def pairings(self) -> list[dict[str, Any]]:
        """The same for each two, seen by the first, with the difference in Elo."""
        return self.data["pairings"]

    @property
    def elo(self) -> dict[str, float] | None:
        """How much stronger the first agent of a match is: value, low and high end of its 95 % interval."""
        return self.pairings[0].get("elo") if len(self.pairings) == 1 else None

    def to_pandas(self) -> Any:
        """A row per agent."""
        return pandas().json_normalize(self.agents)

    def _repr_html_(self) -> str:
        rows = [
            [own["name"], own["games"], own["wins"], own["draws"], own["losses"], str(own["score"])]
            for own in sorted(self.agents, key=lambda own: -own["score"])
        ]
        html = table(["agent", "games", "wins", "draws", "losses", "score"], rows, self.data["game"])
        return html if self.elo is None else f"{html}<p>{_told(self)}</p>"

    def __repr__(self) -> str:
        return f"<Contest: {_told(self)}>"


def _told(own: Contest) -> str:
    scores = ", ".join(f"{agent['name']} {agent['score']}" for agent in own.agents)
    if own.elo is None:
        return scores
    low, high = own.elo["low"], own.elo["high"]
    band = "" if low is None or high is None else f" ({low:.0f} to {high:.0f})"
    return f"{scores}; {own.pairings[0]['first']} is {own.elo['value']:.0f} Elo stronger{band}"


def match(
    game: str | Any,
    one: Agent | Mapping[str, Agent],
    other: Agent | Mapping[str, Agent],
    *,
    games: int | None = None,
    openings: str = "random",
    heuristics: Mapping[str, Agent] | None = None,
    record: str | os.PathLike[str] | None = None,
    seed: int = 1,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Contest:
    """Plays games between two agents, in pairs from the same opening with colours swapped.

    one, other: specs or functions; `{"mine": my_function}` gives a name.
    games: 100 unless told otherwise. openings: as `plyscope match --openings` takes them.
    heuristics: functions by name, for use within specs.
    record: a file that keeps every game; the same call goes on after an interrupt.
    progress: called now and then with the number of games played and of all.
    """
    for own in (one, other):
        if isinstance(own, Mapping) and len(own) != 1:
            raise UsageError(f"a side of a match is one agent, not {len(own)}", "plyscope.tournament takes several")
    return _hold(
        game, [one, other], games, openings, False, heuristics, record, seed, nodes, depth, time, threads,
        progress,
    )


def tournament(
    game: str | Any,
    agents: Entrants,
    *,
    games: int | None = None,
    openings: str = "random",
    gauntlet: bool = False,
    heuristics: Mapping[str, Agent] | None = None,
    record: str | os.PathLike[str] | None = None,
    seed: int = 1,
    nodes: int | None = None,
    depth: int | None = None,
    time: float | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Contest:
    """Plays games between each two of several agents, or of the first against all others (`gauntlet`)."""
    return _hold(
        game, agents, games, openings, gauntlet, heuristics, record, seed, nodes, depth, time, threads,
        progress,
    )


def _hold(
    game: Any,
    agents: Any,
    games: int | None,
    openings: str,
    gauntlet: bool,
    heuristics: Mapping[str, Agent] | None,
    record: str | os.PathLike[str] | None,
    seed: int,
    *rest: Any,
) -> Contest:
    cast = Cast(heuristics)
    texts = cast.texts(agents, code=record is not None)
    path = None if record is None else os.fspath(record)
    told = _plyscope.hold(
        spec_of(game), texts, cast.functions, games, openings, gauntlet, path, seed, *rest
    )
    return Contest(json.loads(told))
