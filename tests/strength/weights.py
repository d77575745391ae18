"""Whether weights by how often play comes to a ply help: python3 tests/strength/weights.py PLYSCOPE [FOLDER] [GAME…]

Needs the pools of study.py in FOLDER. Judges each on the benchmark of whole games with every ply
counted the same and with plies weighed by play, without changing any constant, and prints the rank
correlation with Elo over the pool (in brackets within the stronger half) by states alone and with
games against the panel, equal → by play, and the means over pools.
"""

import os
import sys

from measures import spearman, stronger
from pools import pool
from runs import LABELS, judged, played
from study import PLAYED, POOLS, Case


def ranks(case, by):
    guess = [one[by] for one in case.predicted]
    top = stronger(case.elo)
    return spearman(case.elo, guess), spearman([case.elo[at] for at in top], [guess[at] for at in top])


def told(name, cells):
    shown = []
    for equal, play in cells:
        shown.append(f"{equal[0]:.3f} ({equal[1]:.2f}) → {play[0]:.3f} ({play[1]:.2f})")
    print(f"| {name} | {' | '.join(shown)} |", flush=True)


def mean(rows):
    def of(pairs):
        return tuple(tuple(sum(own[use][at] for own in pairs) / len(pairs) for at in (0, 1)) for use in (0, 1))

    return [of([row[column] for row in rows]) for column in range(len(rows[0]))]


def main():
    program, *words = sys.argv[1:]
    labels = [word for word in words if word in LABELS] or list(LABELS)
    folder = next((word for word in words if word not in LABELS), "strength-study")
    for label in labels:
        rows = {use: [] for use in PLAYED}
        for recipe, seed, size, is_fitted in POOLS:
            place = os.path.join(folder, f"{label}-{recipe}{seed}")
            members = pool(program, LABELS[label], recipe, seed, size, place)
            told_by = [
                judged(program, f"{label}-play", members, place, f"judged-{name}", ("--weights", name))
                for name in ("equal", "play")
            ]
            for use, games in PLAYED.items():
                elo = played(program, LABELS[label], use, members, games, place)
                both = [Case(label, recipe, seed, is_fitted, use, own, elo) for own in told_by]
                row = [tuple(ranks(case, by) for case in both) for by in ("by_states", "elo")]
                rows[use].append(row)
                told(f"{label}, {recipe} {seed}, {use}", row)
        for use, own in rows.items():
            told(f"**{label}, mean, {use}**", mean(own))


if __name__ == "__main__":
    main()
