"""What `truth choose` gains: python3 tests/strength/choose.py PLYSCOPE [FOLDER] [GAME…]

Lets the panel's 30 heuristics of the recipe `mixed` choose 200 states of the benchmark of whole games,
then compares, on pools that had no part in choosing, how well the mean of a metric over those states
ranks heuristics with how well it does over 200 and 1,000 states by chance (mean of 20 draws) and over
all. Each cell is the mean over pools and both uses, in brackets within the stronger half. What is in
FOLDER already, such as the played Elo of study.py, is not made again.
"""

import csv
import os
import random
import subprocess
import sys

from measures import spearman, stronger
from panel import RECIPES
from pools import pool
from runs import LABELS, played
from study import PLAYED, POOLS

CHOSEN, MORE, DRAWS = 200, 1000, 20
METRICS = ("inversions", "regret")
GAMES = ("connect4", "othello6")


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def heuristics(members):
    return [word for name, spec in members for word in ("--heuristic", f"{name}=({spec})")]


def chosen(program, label, metric, folder):
    """The states that the panel's heuristics choose."""
    place = os.path.join(folder, f"{label}-choosing")
    recipe, seed, size, _ = RECIPES[0]
    members = pool(program, LABELS[label], recipe, seed, size, place)
    path = os.path.join(place, f"{metric}.parquet")
    command = [program, "truth", "choose", f"{label}-play", "-n", str(CHOSEN), "--metric", metric]
    if not os.path.exists(path):
        run([*command, *heuristics(members), "-o", path])
    rows = run([program, "truth", "export", path, "--format", "csv"])
    return {row["state"] for row in csv.DictReader(rows.splitlines())}


def scores(program, label, members, folder):
    """By metric, heuristic and state: what each state scores; lower is better in both metrics."""
    path = os.path.join(folder, "scores.csv")
    command = [program, "judge", f"{label}-play", "--worst", "0", "--no-html", "--export-scores", path]
    metrics = [word for metric in METRICS for word in ("--metric", metric)]
    if not os.path.exists(path):
        run([*command, *metrics, *heuristics(members)])
    found = {metric: {} for metric in METRICS}
    with open(path) as file:
        for row in csv.DictReader(file):
            for metric in METRICS:
                if row[metric]:
                    found[metric].setdefault(row["heuristic"], {})[row["state"]] = float(row[metric])
    return found


def ranks(of, states, elo):
    """Rank correlation of mean scores over some states with Elo, over all and over the stronger half."""
    names = list(elo)
    means = []
    for name in names:
        own = [of[name][state] for state in states if state in of[name]]
        means.append(-sum(own) / max(1, len(own)))
    values = [elo[name] for name in names]
    top = stronger(values)
    return spearman(values, means), spearman([values[at] for at in top], [means[at] for at in top])


def mean(cells):
    return tuple(sum(own) / len(cells) for own in zip(*cells))


def by_chance(of, states, count, elo):
    chance = random.Random(count)
    return mean([ranks(of, chance.sample(states, min(count, len(states))), elo) for _ in range(DRAWS)])


def main():
    program, *words = sys.argv[1:]
    labels = [word for word in words if word in LABELS] or list(GAMES)
    folder = next((word for word in words if word not in LABELS), "strength-study")
    print(f"| benchmark, metric | {CHOSEN} chosen | {CHOSEN} by chance | {MORE:,} by chance | all |\n|---|---|---|---|---|")
    for label in labels:
        picked = {metric: chosen(program, label, metric, folder) for metric in METRICS}
        cells = {metric: [] for metric in METRICS}
        for recipe, seed, size, _ in POOLS:
            place = os.path.join(folder, f"{label}-{recipe}{seed}")
            members = pool(program, LABELS[label], recipe, seed, size, place)
            found = scores(program, label, members, place)
            for use, games in PLAYED.items():
                elo = played(program, LABELS[label], use, members, games, place)
                for metric, of in found.items():
                    states = sorted({state for own in of.values() for state in own})
                    sets = [ranks(of, picked[metric], elo)]
                    sets += [by_chance(of, states, count, elo) for count in (CHOSEN, MORE)]
                    cells[metric].append([*sets, ranks(of, states, elo)])
        for metric, own in cells.items():
            columns = [mean([row[at] for row in own]) for at in range(4)]
            told = " | ".join(f"{whole:.2f} ({half:.2f})" for whole, half in columns)
            print(f"| `{label}-play`, `{metric}` | {told} |".replace("0.", "."), flush=True)


if __name__ == "__main__":
    main()
