"""Makes the panel of a game: python3 tests/strength/panel.py PLYSCOPE GAME FILE [FOLDER]

Takes heuristics of three recipes with seeds that no pool has, rates them by a round robin one move
ahead and at depth 3, and writes them as the file that `plyscope judge` plays against: their Elo, and
what each made of each other, by which `judge` tells how two of their kinds would fare together. Bad
players stay: without them those of a pool that has many cannot be told apart. Behind them stand some
strong ones, searches to other depths, who are met by those who win most games against the others. What
is in FOLDER already is not made again.
"""

import json
import os
import sys

from pools import pool
from runs import LABELS, USES, round_robin

# Recipe, seed, size, and kinds that are left out: they are no weighted sums, which a panel's file keeps.
RECIPES = [("mixed", 901, 30, ()), ("decades", 902, 20, ("learned",)), ("learned", 903, 20, ("patterns", "random-games"))]
# Games against each member one move ahead and at depth 3, by what they cost, and random moves
# before them.
GAMES = {"connect4": (32, 32), "othello6": (32, 14), "othello8": (24, 6)}
# What games against it are wrong about, in Elo, however many there are: by study.py --fit.
ERRORS = {"connect4": (8, 5), "othello6": (11, 8), "othello8": (17, 23)}
PLIES = 6
# Games between each two members.
RATED = {"one-ply": 120, "depth-3": 60}
# Strong ones: a member of the panel or a spec, and the depths to which it searches in both uses; 1 is
# one move ahead.
STRONG = {
    "connect4": [
        ("m-lines", (2, 4)),
        ("m-lines", (3, 5)),
        ("patterns", (1, 3)),
        ("patterns", (2, 4)),
        ("l-td12", (3, 5)),
        ("patterns", (3, 5)),
        ("patterns", (4, 6)),
    ],
    "othello6": [
        ("l-td12", (2, 4)),
        ("m-hand12", (2, 4)),
        ("l-td12", (3, 5)),
        ("m-hand12", (3, 5)),
        ("l-td12", (4, 6)),
    ],
    "othello8": [
        ("m-hand12", (2, 4)),
        ("m-signs7", (2, 4)),
        ("patterns", (1, 1)),
        ("patterns", (1, 2)),
        ("m-hand12", (3, 5)),
        ("patterns", (2, 3)),
        ("patterns", (3, 4)),
    ],
}
# Games against each strong one.
STRONG_GAMES = {"connect4": (48, 48), "othello6": (32, 12), "othello8": (32, 12)}


def number(value):
    return f"{value:.6g}"


def parts(path):
    """The features that a file has weights of, and its table of weights."""
    with open(path) as file:
        head, table = file.read().split("[weights]")
    features = next(line.split(" = ")[1] for line in head.splitlines() if line.startswith("features"))
    lines = (line.split("#")[0].split(" = ") for line in table.splitlines() if " = " in line)
    return features, {name: float(value) for name, value in lines}


def members(program, game, folder):
    """Names and specs; weights are files that have nothing else, as in the panel."""
    found = []
    for recipe, seed, size, left in RECIPES:
        for name, spec in pool(program, game, recipe, seed, size, os.path.join(folder, recipe[0])):
            if name.startswith(left):
                continue
            name = f"{recipe[0]}-{name}"
            if spec.startswith("linear:weights="):
                features, table = parts(spec.removeprefix("linear:weights="))
                path = os.path.join(folder, f"{name}.toml")
                with open(path, "w") as file:
                    file.write(f'game = "{game}"\nfeatures = {features}\n\n[weights]\n')
                    file.writelines(f"{key} = {value!r}\n" for key, value in table.items())
                spec = f"linear:weights={path}"
            found.append((name, spec))
    return found


def points(folder, use, names):
    """What each made of those before it, half a point for a draw."""
    with open(os.path.join(folder, f"{use}.json")) as file:
        pairings = json.loads(file.readline())["pairings"]
    own = {(one["second"], one["first"]): one["games"] - one["score"] for one in pairings}
    return {name: [own[name, other] for other in names[:at]] for at, name in enumerate(names)}


def strong(label, all):
    """Names, specs and depths of the strong ones."""
    specs = dict(all)
    return [(f"{name}-{'-'.join(map(str, depths))}", specs.get(name, name), depths) for name, depths in STRONG[label]]


def searching(spec, depth):
    return spec if depth == 1 else f"negascout:depth={depth},table=0,eval=({spec})"


def own(spec):
    """The lines that say who a member is."""
    if not spec.startswith("linear:weights="):
        return f'spec = "{spec}"'
    features, table = parts(spec.removeprefix("linear:weights="))
    listed = ", ".join(f"{key} = {number(value)}" for key, value in table.items())
    return f"features = {features}\nweights = {{ {listed} }}"


def main():
    program, label, path, folder = (sys.argv[1:] + ["strength-study"])[:4]
    game = LABELS[label]
    folder = os.path.join(folder, f"{label}-panel")
    all = members(program, game, folder)
    names = [name for name, _ in all]
    above = strong(label, all)
    elo, met = {}, {}
    for at, (use, games) in enumerate(RATED.items()):
        agents = [(name, USES[use].format(spec)) for name, spec in all]
        agents += [(name, searching(spec, depths[at])) for name, spec, depths in above]
        found = round_robin(program, game, use, agents, games, folder)
        mean = sum(found[name] for name in names) / len(names)
        elo[use] = {name: rating - mean for name, rating in found.items()}
        met[use] = points(folder, use, names)
    ratings = lambda name: ", ".join(f"{elo[use][name]:.1f}" for use in RATED)
    with open(path, "w") as file:
        file.write(f"# Made by: python3 tests/strength/panel.py PLYSCOPE {label} FILE\n")
        file.write(f"plies = {PLIES}\ngames = {list(GAMES[label])}\nstrong_games = {list(STRONG_GAMES[label])}\n")
        file.write(f"errors = {list(ERRORS[label])}\n")
        file.write(f"rated = {list(RATED.values())}\n")
        for name, spec in all:
            rows = ", ".join(f"[{', '.join(number(own) for own in met[use][name])}]" for use in RATED)
            file.write(f"\n[[member]]  # {name}\n{own(spec)}\nelo = [{ratings(name)}]\npoints = [{rows}]\n")
        for name, spec, depths in above:
            file.write(f"\n[[strong]]  # {name}\n{own(spec)}\nelo = [{ratings(name)}]\ndepths = {list(depths)}\n")


if __name__ == "__main__":
    main()
