"""Pools of heuristics by recipe and seed: what predictions of strength are fitted to and tested on.

A recipe tells how the heuristics of a pool come about, a seed which ones; `study.py` keeps recipes
for fitting and recipes for testing apart.
"""

import json
import math
import os
import random
import subprocess
import sys

COUNTS = {"discs": 0.2, "moves": 2, "corners": 30, "x_squares": -10, "c_squares": -5, "frontier": -1.5}
SQUARES = {
    "othello:size=6": {"a1": 100, "b1": -20, "c1": 10, "b2": -50, "c2": -2, "c3": -1},
    "othello": {"a1": 100, "b1": -20, "c1": 10, "d1": 5, "b2": -50, "c2": -2, "d2": -2, "c3": -1, "d3": -1, "d4": -1},
}
LINES = {"1": 1, "2": 4, "3": 16, "centre": 2}
THREATS = {"now": 20, "odd": 5, "even": 4}
TABLES = ["norvig", "standard", "van-eck", "windows", "kukreja", "van-der-haar", "sixty-four"]


class Pool:
    """A pool that grows: names and specs, with weights as files in a folder."""

    def __init__(self, program, game, seed, folder):
        self.program, self.game, self.folder = program, game, folder
        self.chance = random.Random(seed)
        self.members = []
        self.is_othello = game.startswith("othello")
        os.makedirs(folder, exist_ok=True)

    def bases(self):
        """Sensible weights: the feature set, whether it has sides, and a weight per name."""
        if self.is_othello:
            return [("counts", COUNTS), ("squares", SQUARES[self.game])]
        return [("lines", LINES), ("threats", THREATS)]

    def key(self, side, name):
        return side + name if not self.is_othello and name in "123" else f"{side}_{name}"

    def add(self, name, spec):
        self.members.append((name, spec))

    def add_weights(self, name, features, weights):
        if not any(weights.values()):
            return
        path = os.path.join(self.folder, f"{name}.toml")
        with open(path, "w") as file:
            file.write(f'game = "{self.game}"\nfeatures = "{features}"\n\n[weights]\n')
            file.writelines(f"{key} = {float(value)!r}\n" for key, value in weights.items())
        self.add(name, f"linear:weights={path}")

    def add_learned(self, name, kind, *options):
        """What `plyscope learn` makes; its file is made once."""
        ending = "pat" if kind == "patterns" else "toml"
        path = os.path.join(self.folder, f"{name}.{ending}")
        # Drawn whether or not the file is there, so that later heuristics are the same in every run.
        seed = str(self.chance.randrange(10**6))
        if not os.path.exists(path):
            command = [self.program, "learn", self.game, *options, "--seed", seed, "--threads", "1", "-o", path]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                sys.exit(done.stderr)
        self.add(name, f"patterns:weights={path}" if kind == "patterns" else f"linear:weights={path}")

    def add_random_games(self, name, features, games, seed):
        """What `learned:` makes of random games of this game, as a file.

        The spec itself is another heuristic where points are counted otherwise: the benchmarks of
        Othello count discs, and tournaments are played for the win alone.
        """
        path = os.path.join(self.folder, f"{name}.toml")
        if os.path.exists(path):
            self.add(name, f"linear:weights={path}")
            return
        spec = f"learned:features={features},games={games},seed={seed}"
        done = subprocess.run([self.program, "explain", self.game, "--by", spec, "--json"], capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
        terms = json.loads(done.stdout)["terms"]
        self.add_weights(name, features, {term["feature"]: term["weight"] for term in terms})


def own_evaluators(pool):
    if pool.is_othello:
        own = [(f"ws-{table}", f"weighted-squares:table={table}") for table in TABLES]
        own += [(name, name) for name in ["mobility", "disc-count", "inverse-mobility"]]
    else:
        own = [(name, name) for name in ["lines", "threats", "mobility", "inverse-mobility"]]
    return [*own, ("noise", "random:seed=5")]


def both_sides(pool, features, base, of):
    """Weights for both sides by a function of side, name and usual weight."""
    if features == "squares":
        return {name: of("own", name, value) for name, value in base.items()}
    own = {pool.key("own", name): of("own", name, value) for name, value in base.items()}
    return own | {pool.key("their", name): of("their", name, -value) for name, value in base.items()}


def mirrored(pool, features, base, of):
    """Weights that are the negative for the other side."""
    mine = {name: of(name, value) for name, value in base.items()}
    return both_sides(pool, features, base, lambda side, name, _: mine[name] if side == "own" else -mine[name])


def by_hand(pool, kind, features, base):
    """Weights of one heuristic, made from sensible ones in a way that the kind names."""
    chance = pool.chance
    spread = lambda by: math.exp(chance.gauss(0, by))
    each = lambda of: both_sides(pool, features, base, of)
    if kind == "hand":
        return mirrored(pool, features, base, lambda _, value: value * spread(1))
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
        return mirrored(pool, features, base, lambda _, value: math.copysign(chance.randint(0, 10), value))
    return mirrored(pool, features, base, lambda _, value: value * spread(0.5) * (-1 if chance.random() < 0.25 else 1))


def mixed(pool, size, seed):
    """Built-in evaluators beside weights by hand and by chance, of one or two feature sets."""
    chance = pool.chance
    own = own_evaluators(pool)
    for name, spec in own if seed % 2 else own[::2]:
        pool.add(name, spec)
    kinds = ["hand", "jitter", "random", "onesided", "asym", "sparse", "int", "signs"]
    if pool.is_othello:
        kinds += ["sq-jitter", "sq-random", "mob", "disc"]
    number = 0
    while len(pool.members) < size:
        number += 1
        kind = kinds[number % len(kinds)]
        features, base = ("counts", COUNTS) if pool.is_othello else chance.choice(pool.bases())
        if kind == "sq-jitter":
            features, step = "squares", chance.choice([0.2, 0.5, 1])
            made = {
                name: value * math.exp(chance.gauss(0, 0.5)) + step * 15 * chance.gauss(0, 1)
                for name, value in SQUARES[pool.game].items()
            }
        elif kind == "sq-random":
            features = "squares"
            made = {name: chance.gauss(0, 1) * abs(value) ** 0.5 for name, value in SQUARES[pool.game].items()}
        elif kind == "mob":
            features, made = "mobility", {"own_moves": chance.gauss(1, 1), "their_moves": chance.gauss(-1, 1)}
        elif kind == "disc":
            features, made = "discs", {"own_discs": chance.gauss(0, 1), "their_discs": chance.gauss(0, 1)}
        else:
            made = by_hand(pool, kind, features, base)
        pool.add_weights(f"{kind}{number}", features, made)


def decades(pool, size, _):
    """Fresh weights over two and a half decades, up to two fifths of the signs wrong; some learned
    from 10 to 1,000 random games."""
    chance = pool.chance
    number = 0
    while len(pool.members) < size:
        number += 1
        features, base = chance.choice(pool.bases())
        if number % 4 == 0:
            pool.add_random_games(f"learned{number}", features, round(10 ** chance.uniform(1, 3)), number)
            continue
        wrong = chance.uniform(0, 0.4)
        sign = lambda value: math.copysign(1, value) * (-1 if chance.random() < wrong else 1)
        fresh = lambda _, value: sign(value) * 10 ** chance.uniform(-1, 1.5)
        pool.add_weights(f"fresh{number}", features, mirrored(pool, features, base, fresh))


def learned(pool, size, _):
    """What learners made of little and of more: ridge, logistic, TD, patterns, and the same jittered."""
    chance = pool.chance
    sets = [features for features, _ in pool.bases()]
    patterns = ["regions", "straight2", "straight3"] if pool.is_othello else ["lines", "straight"]
    number = 0
    while len(pool.members) < size:
        number += 1
        kind = ["ridge", "logistic", "td", "patterns", "random-games"][number % 5]
        features = chance.choice(sets)
        name = f"{kind}{number}"
        if kind == "patterns":
            games = round(10 ** chance.uniform(1.3, 2.8))
            pool.add_learned(name, kind, "--method", kind, "--set", chance.choice(patterns), "--budget", f"games={games}")
        elif kind == "td":
            games = round(10 ** chance.uniform(1.6, 2.7))
            pool.add_learned(name, kind, "--method", kind, "--features", features, "--budget", f"games={games}")
        elif kind == "random-games":
            pool.add_random_games(name, features, round(10 ** chance.uniform(1, 2)), number)
        else:
            states, playouts = round(10 ** chance.uniform(1.6, 2.6)), chance.choice([2, 10])
            labels = ["--by", f"flat:playouts={playouts}", "--states", str(states)]
            pool.add_learned(name, kind, "--method", kind, "--features", features, *labels)


def good(pool, size, _):
    """Sensible weights that differ a little, of all feature sets: a pool without bad players."""
    chance = pool.chance
    for name, spec in own_evaluators(pool)[: 7 if pool.is_othello else 2]:
        pool.add(name, spec)
    number = 0
    while len(pool.members) < size:
        number += 1
        features, base = chance.choice(pool.bases())
        by = chance.choice([0.2, 0.5, 0.8])
        near = lambda _, value: value * math.exp(chance.gauss(0, by))
        pool.add_weights(f"good{number}", features, mirrored(pool, features, base, near))


def patterns(pool, size, _):
    """Tables of patterns from little training to much, beside what ships: a pool of the strong and the half trained."""
    chance = pool.chance
    for name, spec in own_evaluators(pool)[: 4 if pool.is_othello else 2]:
        pool.add(name, spec)
    if pool.game != "othello:size=6":
        pool.add("shipped", "patterns")
    sets = ["regions", "straight2", "straight3"] if pool.is_othello else ["lines", "straight"]
    number = 0
    while len(pool.members) < size:
        number += 1
        games = round(10 ** chance.uniform(1.5, 3.9))
        options = ["--method", "patterns", "--set", chance.choice(sets), "--budget", f"games={games}"]
        options += ["--lambda", str(chance.choice([0.5, 0.8, 1])), "--depth", str(chance.choice([1, 2, 3]))]
        pool.add_learned(f"patterns{number}", "patterns", *options)


def searches(pool, size, _):
    """Searches to several depths, tree searches, samplers, and those that play a share of random moves: as they are."""
    chance = pool.chance
    kinds = ["bare", "two", "three", "four", "mcts", "steered", "flat", "stray", "stray-search"]
    number = 0
    while len(pool.members) < size:
        number += 1
        kind = kinds[number % len(kinds)]
        features, base = chance.choice(pool.bases())
        by = chance.choice([0.2, 0.5, 0.8])
        wrong = chance.choice([0, 0, 0.25])
        near = lambda _, value: value * math.exp(chance.gauss(0, by)) * (-1 if chance.random() < wrong else 1)
        pool.add_weights(f"{kind}{number}", features, mirrored(pool, features, base, near))
        name, own = pool.members.pop()
        playouts, share = round(10 ** chance.uniform(1.3, 2.5)), round(chance.uniform(0.02, 0.5), 2)
        depth = {"two": 2, "three": 3, "four": 4}.get(kind, chance.choice([2, 3]))
        search = f"negascout:depth={depth},table=0,eval=({own})"
        pool.add(
            name,
            {
                "bare": own,
                "mcts": f"mcts:playouts={playouts},memory=4",
                "steered": f"mcts:playouts={playouts // 4 + 5},memory=4,eval=({own})",
                "flat": f"flat:playouts={playouts // 4 + 5}",
                "stray": f"wandering:by=({own}),share={share}",
                "stray-search": f"wandering:by=({search}),share={share}",
            }.get(kind, search),
        )


RECIPES = {
    "mixed": mixed,
    "decades": decades,
    "learned": learned,
    "good": good,
    "patterns": patterns,
    "searches": searches,
}


def pool(program, game, recipe, seed, size, folder):
    """Names and specs of the heuristics of a pool."""
    own = Pool(program, game, f"{recipe} {seed}", folder)
    RECIPES[recipe](own, size, seed)
    return own.members
