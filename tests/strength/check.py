"""Holds predicted strength against games: python3 tests/strength/check.py PLYSCOPE [FOLDER] [GAME…]

Makes two pools of heuristics per game (weights by hand and by chance, jittered, one-sided, sparse,
with wrong signs, beside built-in ones), rates each by a round robin one move ahead and at depth 3,
judges it, and prints a line per pool and use: rank correlation of predicted and played Elo over the
pool and over its stronger half, pairs more than 50 Elo apart that are ordered alike, pairs whose
played difference lies within the predicted interval, and `scale`: the factor by which Elo per point
in crates/judge/src/predict/model.rs would have to change to fit this pool. What is in FOLDER already
is not made again. Needs nothing but Python.
"""

import json
import math
import os
import random
import subprocess
import sys

GAMES = {"connect4": "connect4", "othello6": "othello:size=6", "othello8": "othello"}
# Games between each two under each use.
PLAYED = {"one-ply": 40, "depth-3": 12}
COUNTS = {"discs": 0.2, "moves": 2, "corners": 30, "x_squares": -10, "c_squares": -5, "frontier": -1.5}
SQUARES = {
    "othello:size=6": {"a1": 100, "b1": -20, "c1": 10, "b2": -50, "c2": -2, "c3": -1},
    "othello": {"a1": 100, "b1": -20, "c1": 10, "d1": 5, "b2": -50, "c2": -2, "d2": -2, "c3": -1, "d3": -1, "d4": -1},
}
LINES = {"1": 1, "2": 4, "3": 16, "centre": 2}
THREATS = {"now": 20, "odd": 5, "even": 4}
TABLES = ["norvig", "standard", "van-eck", "windows", "kukreja", "van-der-haar", "sixty-four"]


def key(game, side, name):
    return side + name if game == "connect4" and name in "123" else f"{side}_{name}"


def weights(game, kind, base, chance):
    """Weights of one heuristic, made from sensible ones in a way that the kind names."""
    both = {("own", name): value for name, value in base.items()}
    both |= {("their", name): -value for name, value in base.items()}
    spread = lambda by: math.exp(chance.gauss(0, by))

    def symmetric(mine):
        return {key(game, side, name): mine[name] if side == "own" else -mine[name] for side, name in both}

    def each(of):
        return {key(game, side, name): of(side, name, value) for (side, name), value in both.items()}

    if kind == "hand":
        return symmetric({name: value * spread(1) for name, value in base.items()})
    if kind == "jitter":
        step = chance.choice([0.25, 0.5, 1, 2])
        size = math.sqrt(sum(value * value for value in base.values()) / len(base))
        return each(lambda _, __, value: value + step * size * 0.5 * chance.gauss(0, 1))
    if kind == "random":
        return each(lambda _, __, value: abs(value) * chance.gauss(0, 1))
    if kind == "onesided":
        kept = chance.choice(["own", "their"])
        return each(lambda side, _, value: value * spread(0.5) if side == kept else 0)
    if kind == "asym":
        return each(lambda _, __, value: value * spread(0.8))
    if kind == "sparse":
        kept = chance.sample(list(base), max(1, len(base) // 2))
        return each(lambda _, name, value: value * spread(0.5) if name in kept else 0)
    if kind == "int":
        return symmetric({name: math.copysign(chance.randint(0, 10), value) for name, value in base.items()})
    flipped = {name: value * spread(0.5) * (-1 if chance.random() < 0.25 else 1) for name, value in base.items()}
    return symmetric(flipped)


def pool(game, seed, size, folder):
    """Names and specs of the heuristics of a pool, their weights as files in the folder."""
    chance = random.Random(seed)
    is_othello = game.startswith("othello")
    if is_othello:
        own = [(f"ws-{table}", f"weighted-squares:table={table}") for table in TABLES]
        own += [(name, name) for name in ["mobility", "disc-count", "inverse-mobility"]]
        bases = [("counts", COUNTS)]
    else:
        own = [(name, name) for name in ["lines", "threats", "mobility", "inverse-mobility"]]
        bases = [("lines", LINES), ("threats", THREATS)]
    own.append(("noise", "random:seed=5"))
    all_of_them = own if seed % 2 else own[::2]
    kinds = ["hand", "jitter", "random", "onesided", "asym", "sparse", "int", "signs"]
    if is_othello:
        kinds += ["sq-jitter", "sq-random", "mob", "disc"]
    os.makedirs(folder, exist_ok=True)
    number = 0
    while len(all_of_them) < size:
        number += 1
        kind = kinds[number % len(kinds)]
        features, base = chance.choice(bases)
        if kind == "sq-jitter":
            features, step = "squares", chance.choice([0.2, 0.5, 1])
            made = {
                name: value * math.exp(chance.gauss(0, 0.5)) + step * 15 * chance.gauss(0, 1)
                for name, value in SQUARES[game].items()
            }
        elif kind == "sq-random":
            features = "squares"
            made = {name: chance.gauss(0, 1) * abs(value) ** 0.5 for name, value in SQUARES[game].items()}
        elif kind == "mob":
            features, made = "mobility", {"own_moves": chance.gauss(1, 1), "their_moves": chance.gauss(-1, 1)}
        elif kind == "disc":
            features, made = "discs", {"own_discs": chance.gauss(0, 1), "their_discs": chance.gauss(0, 1)}
        else:
            made = weights(game, kind, base, chance)
        if not any(made.values()):
            continue
        path = os.path.join(folder, f"{kind}{number}.toml")
        with open(path, "w") as file:
            file.write(f'game = "{game}"\nfeatures = "{features}"\n\n[weights]\n')
            file.writelines(f"{name} = {float(value)!r}\n" for name, value in made.items())
        all_of_them.append((f"{kind}{number}", f"linear:weights={path}"))
    return all_of_them


def run(command, path):
    """The first JSON object that a command writes, kept in a file."""
    if not os.path.exists(path):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        with open(path, "w") as file:
            file.write(done.stdout)
    with open(path) as file:
        return json.loads(file.readline())


def agent(use, spec):
    return spec if use == "one-ply" else f"negascout:depth=3,table=4,eval=({spec})"


def ranks(values):
    order = sorted(range(len(values)), key=lambda at: values[at])
    found = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for at in order[begin:end]:
            found[at] = (begin + end - 1) / 2
        begin = end
    return found


def spearman(one, other):
    one, other = ranks(one), ranks(other)
    middle = (len(one) - 1) / 2
    product = sum((a - middle) * (b - middle) for a, b in zip(one, other))
    squares = sum((a - middle) ** 2 for a in one) * sum((b - middle) ** 2 for b in other)
    return product / math.sqrt(squares)


def report(label, use, judged, played):
    names = list(played)
    predicted = {own["name"]: own["elo"] for own in judged["predicted"] if own["use"] == use}
    elo, guess = [played[name] for name in names], [predicted[name] for name in names]
    median = sorted(elo)[len(elo) // 2]
    strong = [at for at in range(len(names)) if elo[at] >= median]
    pairs = [own for own in judged["predicted_pairs"] if own["use"] == use]
    far, alike, held, products, squares = 0, 0, 0, 0.0, 0.0
    for own in pairs:
        difference = played[own["a"]] - played[own["b"]]
        held += own["low"] <= difference <= own["high"]
        products += difference * own["elo"]
        squares += own["elo"] ** 2
        if abs(difference) > 50:
            far += 1
            alike += difference * own["elo"] > 0
    width = sum(own["high"] - own["low"] for own in pairs) / len(pairs) / 2
    print(
        f"{label} {use}: rank {spearman(guess, elo):.2f}"
        f" ({spearman([guess[at] for at in strong], [elo[at] for at in strong]):.2f})"
        f" far pairs alike {alike / far:.3f} intervals hold {held / len(pairs):.3f} (±{width:.0f})"
        f" scale {products / squares:.2f}",
        flush=True,
    )


def main():
    program, folder, *wanted = sys.argv[1:] + ["strength-check"][len(sys.argv) - 2 :]
    for label in wanted or GAMES:
        game = GAMES[label]
        for seed, size in [(1, 52), (2, 40)]:
            place = os.path.join(folder, f"{label}-{seed}")
            members = pool(game, seed, size, place)
            heuristics = [word for name, spec in members for word in ("--heuristic", f"{name}=({spec})")]
            judged = run(
                [program, "judge", game, "--json", "--metric", "regret", "--worst", "0", *heuristics],
                os.path.join(place, "judged.json"),
            )
            for use, games in PLAYED.items():
                entrants = [f"{name}=({agent(use, spec)})" for name, spec in members]
                command = [program, "tournament", game, *entrants, "--games", str(games), "--json"]
                found = run(command, os.path.join(place, f"{use}.json"))
                played = {own["name"]: own["elo"]["value"] for own in found["agents"]}
                report(f"{label} pool {seed}", use, judged, played)


if __name__ == "__main__":
    main()
