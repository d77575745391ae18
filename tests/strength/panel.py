"""Makes the panel of a game: python3 tests/strength/panel.py PLYSCOPE GAME FILE [FOLDER]

Takes 30 heuristics of the recipe `mixed` with a seed that no pool has, rates them by a round robin
one move ahead and at depth 3, judges them, and writes them with their Elo as the file that
`plyscope judge` plays against. Ratings are moved by a constant so that their mean is where the
benchmark's states alone put the panel: Elo above a blind chooser. Those that are hardly better than
that in some use are left out, because everybody beats them. What is in FOLDER already is not made
again.
"""

import os
import sys

from pools import pool
from runs import LABELS, judged, played

SEED, SIZE = 901, 30
# Elo above a blind chooser in both uses that a member must have.
ENOUGH = 60
# Games against each member one move ahead and at depth 3, by what they cost, and random moves
# before them.
GAMES = {"connect4": (24, 12), "othello6": (16, 8), "othello8": (8, 2)}
PLIES = 6


def number(value):
    return f"{value:.6g}"


def weights(path):
    """Features and weights of a file, as a panel keeps them."""
    with open(path) as file:
        lines = [line.split(" = ") for line in file if " = " in line]
    features = next(value.strip() for name, value in lines if name == "features")
    own = [f"{name} = {number(float(value))}" for name, value in lines if name not in ("game", "features")]
    return f"features = {features}\nweights = {{ {', '.join(own)} }}"


def main():
    program, label, path, folder = (sys.argv[1:] + ["strength-study"])[:4]
    game = LABELS[label]
    folder = os.path.join(folder, f"{label}-panel")
    members = pool(program, game, "mixed", SEED, SIZE, folder)
    by_states = judged(program, game, members, folder)["predicted"]
    elo = {}
    for use, games in [("one-ply", 100), ("depth-3", 40)]:
        rated = played(program, game, use, members, games, folder)
        level = sum(own["by_states"] for own in by_states if own["use"] == use) / len(members)
        mean = sum(rated.values()) / len(members)
        elo[use] = {name: rated[name] - mean + level for name in rated}
    with open(path, "w") as file:
        file.write(f"# Made by: python3 tests/strength/panel.py PLYSCOPE {label} FILE\n")
        file.write(f"plies = {PLIES}\ngames = {list(GAMES[label])}\n")
        kept = [own for own in members if min(elo[use][own[0]] for use in elo) >= ENOUGH]
        for name, spec in kept:
            is_file = spec.startswith("linear:weights=")
            own = weights(spec.removeprefix("linear:weights=")) if is_file else f'spec = "{spec}"'
            ratings = ", ".join(f"{elo[use][name]:.1f}" for use in ("one-ply", "depth-3"))
            file.write(f"\n[[member]]  # {name}\n{own}\nelo = [{ratings}]\n")


if __name__ == "__main__":
    main()
