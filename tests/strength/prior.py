"""What a judgement is worth beside games: python3 tests/strength/prior.py PLYSCOPE [FOLDER] [GAME…]

Takes the pools of study.py, with what was played and predicted there (made if it is not in FOLDER),
draws 8 and 32 games of each heuristic against opponents by chance, with results by the played Elo,
and rates by games alone and with the prediction as a normal prior, as `--prior judge` does. Prints a
table: rank correlation with the played order by games alone → with the prior, and in brackets how
often the 95 % interval of the difference of two holds the played one.
"""

import math
import random
import sys

from measures import spearman
from runs import LABELS
from study import PLAYED, cases

REPETITIONS = 12
GAMES = (8, 32)
LOGIT = 400 / math.log(10)
# By games alone: the standard deviation of a prior so wide that it keeps ratings finite, no more.
WIDE = 1000.0
# Newton's steps.
STEPS = 8


def eliminated(matrix, sides):
    """What solves `matrix · x = side` for every side, row by row; the matrix is positive definite."""
    size = len(matrix)
    rows = [own + side for own, side in zip(matrix, sides)]
    for at in range(size):
        own = rows[at]
        for other in range(at + 1, size):
            factor = rows[other][at] / own[at]
            if factor:
                rows[other] = [value - factor * mine for value, mine in zip(rows[other], own)]
    found = [[]] * size
    for at in reversed(range(size)):
        rest = rows[at][size:]
        for other in range(at + 1, size):
            factor = rows[at][other]
            rest = [value - factor * known for value, known in zip(rest, found[other])]
        found[at] = [value / rows[at][at] for value in rest]
    return found


def rate(games, prior):
    """The most likely Elo under a normal prior (mean and deviation of each), and the matrix whose
    inverse is its covariance."""
    size = len(prior)
    elo = [mean for mean, _ in prior]
    for _ in range(STEPS):
        slope = [[(mean - own) / deviation**2] for own, (mean, deviation) in zip(elo, prior)]
        bend = [[0.0] * size for _ in prior]
        for at, (_, deviation) in enumerate(prior):
            bend[at][at] = deviation**-2
        for a, b, result in games:
            expected = 1 / (1 + math.exp((elo[b] - elo[a]) / LOGIT))
            slope[a][0] += (result - expected) / LOGIT
            slope[b][0] -= (result - expected) / LOGIT
            weight = expected * (1 - expected) / LOGIT**2
            bend[a][a] += weight
            bend[b][b] += weight
            bend[a][b] -= weight
            bend[b][a] -= weight
        # No step is longer than the curve is known.
        steps = (max(-LOGIT, min(LOGIT, own)) for (own,) in eliminated(bend, slope))
        elo = [own + step for own, step in zip(elo, steps)]
    return elo, bend


def drawn(elo, each, chance):
    """Games of each against others by chance."""
    found = []
    places = list(range(len(elo)))
    for _ in range(each):
        chance.shuffle(places)
        for a, b in zip(places[::2], places[1::2]):
            wins = 1 / (1 + math.exp((elo[b] - elo[a]) / LOGIT))
            found.append((a, b, float(chance.random() < wins)))
    return found


def held(truth, elo, bend):
    size = len(truth)
    covariance = eliminated(bend, [[float(at == other) for other in range(size)] for at in range(size)])
    inside = count = 0
    for a in range(len(truth)):
        for b in range(a):
            deviation = math.sqrt(covariance[a][a] + covariance[b][b] - 2 * covariance[a][b])
            count += 1
            inside += abs(elo[a] - elo[b] - truth[a] + truth[b]) <= 1.96 * deviation
    return inside / count


def cell(case, each):
    chance = random.Random(f"{case.game} {case.name} {case.use} {each}")
    prior = [(one["elo"], (one["high"] - one["low"]) / 2 / 1.96) for one in case.predicted]
    alone = both = share = 0.0
    for _ in range(REPETITIONS):
        games = drawn(case.elo, each, chance)
        elo, _ = rate(games, [(0.0, WIDE)] * len(prior))
        alone += spearman(case.elo, elo)
        elo, bend = rate(games, prior)
        both += spearman(case.elo, elo)
        share += held(case.elo, elo, bend)
    alone, both, share = alone / REPETITIONS, both / REPETITIONS, share / REPETITIONS
    return f"{alone:.2f} → {both:.2f} ({share:.2f})".replace("0.", ".")


def main():
    program, *words = sys.argv[1:]
    labels = [word for word in words if word in LABELS] or list(LABELS)
    folder = next((word for word in words if word not in LABELS), "strength-study")
    heading = [f"{each} games each, {use}" for each in GAMES for use in PLAYED]
    print(f"| pool | {' | '.join(heading)} |\n|---{'|---' * len(heading)}|")
    rows = {}
    for case in cases(program, folder, labels, PLAYED):
        row = rows.setdefault((case.game, case.name), {})
        row.update({(each, case.use): cell(case, each) for each in GAMES})
    for (game, name), row in rows.items():
        cells = " | ".join(row.get((each, use), "–") for each in GAMES for use in PLAYED)
        print(f"| {game}, {name} | {cells} |")


if __name__ == "__main__":
    main()
