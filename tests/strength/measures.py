"""How far two lists of Elo agree."""

import math
import random


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
    return product / math.sqrt(squares) if squares else 0.0


def stronger(elo):
    """Places of the stronger half."""
    median = sorted(elo)[len(elo) // 2]
    return [at for at in range(len(elo)) if elo[at] >= median]


def alike(elo, guess):
    """The share of pairs more than 50 Elo apart that are ordered alike; those predicted equal count half."""
    pairs = [(a, b) for a in range(len(elo)) for b in range(a) if abs(elo[a] - elo[b]) > 50]
    signs = [(elo[a] - elo[b]) * (guess[a] - guess[b]) for a, b in pairs]
    return sum(1 if sign > 0 else 0.5 if sign == 0 else 0 for sign in signs) / max(1, len(signs))


def again(elo, errors, repetitions=200):
    """The rank correlation of two ratings of the same strengths by as many games each, over all and within
    the stronger half: nothing that predicts such a rating can be expected to reach more.

    Strengths are drawn together by the share of the spread that is noise, and both ratings drawn around them.
    """
    chance = random.Random(1)
    mean = sum(elo) / len(elo)
    spread = sum((own - mean) ** 2 for own in elo)
    kept = max(0.0, 1 - sum(error**2 for error in errors) / spread) ** 0.5
    strengths = [mean + kept * (own - mean) for own in elo]
    whole = half = 0.0
    for _ in range(repetitions):
        one, other = ([chance.gauss(own, error) for own, error in zip(strengths, errors)] for _ in range(2))
        top = stronger(one)
        whole += spearman(one, other)
        half += spearman([one[at] for at in top], [other[at] for at in top])
    return whole / repetitions, half / repetitions


def line(elo, guess):
    top = stronger(elo)
    half = spearman([elo[at] for at in top], [guess[at] for at in top])
    return f"rank {spearman(elo, guess):.3f} ({half:.2f}) far pairs alike {alike(elo, guess):.3f}"
