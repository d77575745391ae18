"""Other rules for the width of intervals: python3 tests/strength/widths.py PLYSCOPE [FOLDER]

Needs the pools of study.py in FOLDER. A rule gives the variance of a predicted difference as a sum of
terms with weights that are not negative; weights are fitted by likelihood to the pools that are not
reported, and all widths then multiplied so that 95 % of the fitted pairs lie within. Left out at a time
is a game, or a recipe of pools, or a recipe with weights for each game apart. A line per rule: cells of
36 below 90 %, within 90 to 98 % and above; the least share; half the mean width.
"""

import sys

from runs import LABELS
from study import PLAYED, cases

# Fewer pairs do for fitting; all are reported.
EVERY, ROUNDS = 4, 40


def terms(rule, case, pair):
    a, b, one = pair
    mine, theirs = case.predicted[a], case.predicted[b]
    by_states = mine["by_states"] - theirs["by_states"]
    by_games = mine["by_games"] - theirs["by_games"]
    deviation = (one["high"] - one["low"]) / 2 / 1.96
    own = {
        "present": [deviation**2],
        "free": [1e3, 5e3 * one["apart"], one["elo"] ** 2, mine["games_error"] ** 2 + theirs["games_error"] ** 2],
    }[rule.split("+")[0]]
    return own + [(by_states - by_games) ** 2] if rule.endswith("+apart") else own


def rows(rule, case, every=1):
    found = []
    for pair in case.pairs[::every]:
        a, b, one = pair
        found.append((terms(rule, case, pair), case.elo[a] - case.elo[b] - one["elo"]))
    return found


def fitted(rule, train):
    data = [rows(rule, case, EVERY) for case in train]
    flat = [row for own in data for row in own]
    weights = [0.1] * len(flat[0][0])
    for _ in range(ROUNDS):
        up, down = [1e-12] * len(weights), [1e-12] * len(weights)
        for own, missed in flat:
            variance = sum(w * x for w, x in zip(weights, own)) + 1e-9
            for at, x in enumerate(own):
                up[at] += x * missed * missed / variance**2
                down[at] += x / variance
        weights = [w * (u / d) ** 0.5 for w, u, d in zip(weights, up, down)]
    ratios = sorted(missed * missed / (sum(w * x for w, x in zip(weights, own)) + 1e-9) for own, missed in flat)
    factor = ratios[int(0.95 * len(ratios))] / 1.96**2
    return [w * factor for w in weights]


def held(rule, case, weights):
    """The share of pairs within, and half the mean width."""
    inside = width = 0.0
    own = rows(rule, case)
    for x, missed in own:
        margin = 1.96 * sum(w * y for w, y in zip(weights, x)) ** 0.5
        inside += abs(missed) <= margin
        width += margin
    return inside / len(own), width / len(own)


def told(name, shares, widths):
    low, high = sum(own < 0.8995 for own in shares), sum(own > 0.9805 for own in shares)
    mean = sum(widths) / len(widths)
    print(f"| {name} | {low} | {len(shares) - low - high} | {high} | {min(shares):.2f} | ±{mean:.0f} |", flush=True)


def left_out(rule, found, group, by_game):
    shares, widths = [], []
    for case in found:
        train = [
            own
            for own in found
            if own.use == case.use and group(own) != group(case) and (own.game == case.game or not by_game)
        ]
        key = (rule, case.use, group(case), by_game and case.game)
        if key not in KNOWN:
            KNOWN[key] = fitted(rule, train)
        share, width = held(rule, case, KNOWN[key])
        shares.append(share)
        widths.append(width)
    return shares, widths


KNOWN = {}


def main():
    program, folder = (sys.argv[1:] + ["strength-study"])[:2]
    found = list(cases(program, folder, list(LABELS), PLAYED))
    print("| widths | below .90 | .90 to .98 | above .98 | least | mean |\n|---|---|---|---|---|---|")
    now = [held("present", case, [1.0]) for case in found]
    told("as they are", [own for own, _ in now], [own for _, own in now])
    for rule in ("present", "present+apart", "free", "free+apart"):
        for name, group, by_game in (
            ("without the game", lambda case: case.game, False),
            ("without the recipe", lambda case: case.name.split()[0], False),
            ("of each game, without the recipe", lambda case: case.name.split()[0], True),
        ):
            told(f"{rule}, {name}", *left_out(rule, found, group, by_game))


if __name__ == "__main__":
    main()
