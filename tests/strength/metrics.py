"""Which metric goes with strength, over all games: python3 tests/strength/metrics.py PLYSCOPE [FOLDER] [BENCHMARK…]

Runs `judge BENCHMARK --against-strength` for every game that has a benchmark, and prints a table:
Spearman's rank correlation of each metric and played Elo, one move ahead / at depth 3 / in tree
search, in brackets within the stronger half of the pool. `=` stands where the whole pool lies within
20 Elo, so that there is no strength to predict. What is in FOLDER already is not made again. Needs
nothing but Python.
"""

import json
import os
import subprocess
import sys

# The benchmark, heuristics in the pool, and games between each two.
STUDIES = {
    "tictactoe": (40, 10),
    "connect4-play": (40, 10),
    "othello6-play": (40, 10),
    "othello8-play": (40, 6),
    "breakthrough-play": (40, 10),
    "gomoku9-play": (24, 4),
    "pentago": (24, 4),
    "chess-play": (24, 4),
}
METRICS = [
    "strict-best",
    "k-best:k=2",
    "regret",
    "normal-regret",
    "inversions",
    "ndcg",
    "spearman",
    "kendall",
    "accuracy",
    "absolute-error",
    "squared-error",
    "log-loss",
]
# Elo within which a pool is all alike.
ALIKE = 20


def study(program, benchmark, folder):
    out = os.path.join(folder, f"strength-{benchmark}")
    path = os.path.join(out, "strength.json")
    if not os.path.exists(path):
        pool, games = (str(number) for number in STUDIES[benchmark])
        command = [program, "judge", benchmark, "--against-strength", "--pool", pool, "--games", games]
        subprocess.run([*command, "-o", out, "--force"], check=True)
    with open(path) as file:
        return json.load(file)


def span(found, use):
    elo = [one["elo"][use][0] for one in found["heuristics"]]
    return max(elo) - min(elo)


def cell(found, metric):
    """The correlations of one metric in one game, use by use."""
    own = [one for one in found["predictors"] if one["metric"] == metric]
    if not own:
        return "–"
    told = []
    for use, (whole, half) in enumerate(zip(own[0]["all"], own[0]["stronger"])):
        if span(found, use) < ALIKE:
            told.append("=")
        else:
            told.append(f"{number(whole)} ({number(half)})")
    return " / ".join(told)


def number(estimate):
    return "–" if estimate is None else f"{estimate['rho']:.2f}".replace("0.", ".").replace("-", "−")


def main():
    program, *rest = sys.argv[1:]
    folder = rest[0] if rest else "strength-studies"
    benchmarks = rest[1:] or list(STUDIES)
    found = [study(os.path.abspath(program), one, folder) for one in benchmarks]
    print("| metric | " + " | ".join(benchmarks) + " |")
    print("|---|" + "---|" * len(benchmarks))
    for metric in METRICS:
        print(f"| `{metric}` | " + " | ".join(cell(one, metric) for one in found) + " |")
    spans = (" / ".join(f"{span(one, use):.0f}" for use in range(len(one["uses"]))) for one in found)
    print("| Elo from the best to the worst | " + " | ".join(spans) + " |")


if __name__ == "__main__":
    main()
