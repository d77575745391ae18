"""Predicted strength in games without a panel: python3 tests/strength/unseen.py PLYSCOPE [FOLDER] [GAME…]

A pool of 16 heuristics per game (what ships, and weights around sensible ones, some signs wrong) is
judged and rated by a round robin, and a line is printed per use, as study.py does. No constant was
fitted to any of these games.
"""

import math
import os
import random
import sys

from pools import Pool
from runs import judged, played
from study import Case

SIZE, SEED = 16, 7
PIECES = {"pawns": 1, "knights": 3, "bishops": 3, "rooks": 5, "queens": 9}
# The spec, evaluators that ship, sensible weights by feature set, and games per pair by use.
GAMES = {
    "breakthrough": (
        "breakthrough",
        ["pawns", "material", "mobility"],
        {"pawns": {"pawns": 10, "foremost": 3, "moves": 0.5, "hanging": -5}},
        {"one-ply": 40, "depth-3": 12},
    ),
    "gomoku9": (
        "gomoku:size=9",
        ["patterns", "shapes"],
        {
            "patterns": {"twos": 1, "threes": 10, "fours": 100},
            "shapes": {
                "open_twos": 2, "half_twos": 1, "open_threes": 20, "half_threes": 5, "open_fours": 200, "half_fours": 20,
            },
        },
        {"one-ply": 40, "depth-3": 12},
    ),
    "chess": (
        "chess",
        ["rich", "material", "attack"],
        {
            "material": PIECES,
            "rich": {f"{name}_{phase}": value for name, value in PIECES.items() for phase in ("mid", "end")}
            | {"knight_centre_mid": 0.1, "bishop_centre_mid": 0.1, "king_centre_end": 0.2, "pawn_advance_end": 0.2},
        },
        {"one-ply": 20, "depth-3": 8},
    ),
}


def members(program, label, folder):
    """Names and specs of the pool of a game."""
    game, shipped, bases, _ = GAMES[label]
    own = Pool(program, game, f"unseen {SEED}", folder)
    chance = random.Random(SEED)
    for name in [*shipped, "random:seed=5"]:
        own.add(name.split(":")[0], name)
    number = 0
    while len(own.members) < SIZE:
        number += 1
        features, base = chance.choice(list(bases.items()))
        wrong = chance.choice([0, 0, 0.2, 0.4])
        mine = {
            name: value * math.exp(chance.gauss(0, 0.8)) * (-1 if chance.random() < wrong else 1)
            for name, value in base.items()
        }
        if label != "chess":
            theirs = {f"their_{name}": -value * math.exp(chance.gauss(0, 0.4)) for name, value in mine.items()}
            mine = {f"own_{name}": value for name, value in mine.items()} | theirs
        own.add_weights(f"{features}{number}", features, mine)
    return own.members


def main():
    program, *words = sys.argv[1:]
    labels = [word for word in words if word in GAMES] or list(GAMES)
    folder = next((word for word in words if word not in GAMES), "strength-study")
    for label in labels:
        game, _, _, uses = GAMES[label]
        place = os.path.join(folder, f"{label}-unseen")
        pool = members(program, label, place)
        told = judged(program, game, pool, place)
        for use, games in uses.items():
            elo = played(program, game, use, pool, games, place)
            Case(label, "unseen", SEED, False, use, told, elo).told()


if __name__ == "__main__":
    main()
