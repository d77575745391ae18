"""Holds predicted strength against games: python3 tests/strength/study.py PLYSCOPE [FOLDER] [--fit] [--mcts] [GAME…]

Makes pools by recipe and seed, rates each by a round robin one move ahead and at depth 3 (with --mcts
also as what steers tree search, on one pool per game), judges it, and prints a line per pool and use:
rank correlation of predicted and played Elo over the pool and over its stronger half, pairs more than
50 Elo apart that are ordered alike, pairs whose played difference lies within the predicted interval.
Behind it the rank correlation that a second rating by as many games would have with the first. The
same for what states alone and games against the panel alone would say. With --fit it prints the
constants of crates/judge/src/predict/model.rs by the pools for fitting alone, by these without each
game, and how far they carry on the others. What is in FOLDER already is not made again. Needs nothing
but Python.
"""

import os
import sys

import fit
from measures import again, line
from pools import pool
from runs import LABELS, judged, played

# Recipe, seed, size, and whether constants may be fitted to it: held out of everything are `learned`,
# `good`, `patterns` and `searches`.
POOLS = [
    ("mixed", 1, 40, True),
    ("decades", 3, 32, True),
    ("mixed", 2, 32, True),
    ("decades", 6, 32, True),
    ("good", 5, 32, False),
    ("learned", 4, 32, False),
    ("patterns", 7, 20, False),
    ("searches", 8, 28, False),
]
# Whoever searches plays as it is, which is the first use.
AS_THEY_ARE = ("searches",)
# Games between each two under each use.
PLAYED = {"one-ply": 60, "depth-3": 24}


class Case:
    """A pool in one use: who is in it, what was played, and what was predicted."""

    def __init__(self, label, recipe, seed, is_fitted, use, told, elo):
        self.game, self.name, self.use, self.is_fitted = label, f"{recipe} {seed}", use, is_fitted
        self.names = list(elo)
        self.elo, self.errors = [elo[name] for name in self.names], elo.errors
        own = {one["name"]: one for one in told["predicted"] if one["use"] == use}
        self.predicted = [own[name] for name in self.names]
        place = {name: at for at, name in enumerate(self.names)}
        pairs = (one for one in told["predicted_pairs"] if one["use"] == use)
        self.pairs = [(place[one["a"]], place[one["b"]], one) for one in pairs]

    def told(self):
        """The lines of this case."""
        label = f"{self.game} {self.name} ({'fitted' if self.is_fitted else 'held out'}) {self.use}"
        held = [one["low"] <= self.elo[a] - self.elo[b] <= one["high"] for a, b, one in self.pairs]
        width = sum(one["high"] - one["low"] for _, _, one in self.pairs) / len(self.pairs) / 2
        print(f"{label}: {line(self.elo, [one['elo'] for one in self.predicted])}", end="")
        whole, half = again(self.elo, self.errors)
        print(f" intervals hold {sum(held) / len(held):.3f} (±{width:.0f}) rated again {whole:.3f} ({half:.2f})", flush=True)
        for by in ("by_states", "by_games"):
            values = [one[by] for one in self.predicted]
            if None not in values:
                print(f"    {by.replace('_', ' ')} alone: {line(self.elo, values)}", flush=True)


def cases(program, folder, labels, uses):
    for label in labels:
        for recipe, seed, size, is_fitted in POOLS:
            place = os.path.join(folder, f"{label}-{recipe}{seed}")
            members = pool(program, LABELS[label], recipe, seed, size, place)
            told = judged(program, LABELS[label], members, place)
            for use, games in uses.items():
                if recipe in AS_THEY_ARE and use != "one-ply":
                    continue
                elo = played(program, LABELS[label], use, members, games, place)
                yield Case(label, recipe, seed, is_fitted, use, told, elo)


def main():
    options = [word for word in sys.argv[1:] if word.startswith("--")]
    program, *words = [word for word in sys.argv[1:] if not word.startswith("--")]
    labels = [word for word in words if word in LABELS] or list(LABELS)
    folder = next((word for word in words if word not in LABELS), "strength-study")
    found = []
    for case in cases(program, folder, labels, PLAYED):
        case.told()
        found.append(case)
    if "--mcts" in options:
        for case in cases(program, folder, labels, {"mcts": 12}):
            case.told()
    if "--fit" in options:
        fit.report(found)


if __name__ == "__main__":
    main()
