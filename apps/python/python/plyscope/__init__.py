"""Plyscope: judge game heuristics against the truth.

>>> import plyscope
>>> def middle(state):
...     return sum(row[3] for row in state.cells)
>>> plyscope.judge("connect4", {"mine": middle, "theirs": "lines"})

`game` opens rules, `judge` holds heuristics against a benchmark, `match` and `tournament` let them
play, `truth.make` makes a benchmark, `learn` finds weights. Wherever an agent is asked for, a spec
of the command's or a function of yours will do; `heuristic` says how a function is to be asked.

Functions are called on the thread that called us, one call at a time; everything else runs on all
cores without the interpreter's lock. Ctrl-C raises KeyboardInterrupt, and what can be resumed is kept.
Long work takes `progress`, a function that is told now and then how much is done of how much.
"""

from . import truth
from ._contest import Contest, match, tournament
from ._errors import Error, FailedError, UsageError
from ._games import Advice, Game, Position, game, games
from ._heuristics import Heuristic, heuristic
from ._html import Picture
from ._judging import Judgement, judge
from ._learning import Weights, learn
from ._plyscope import VERSION as __version__
from ._plyscope import Batch, State
from .truth import Benchmark

__all__ = [
    "Advice",
    "Batch",
    "Benchmark",
    "Contest",
    "Error",
    "FailedError",
    "Game",
    "Heuristic",
    "Judgement",
    "Picture",
    "Position",
    "State",
    "UsageError",
    "Weights",
    "__version__",
    "game",
    "games",
    "heuristic",
    "judge",
    "learn",
    "match",
    "tournament",
    "truth",
]
