"""How far two lists of Elo agree."""

import math


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


def line(elo, guess):
    top = stronger(elo)
    half = spearman([elo[at] for at in top], [guess[at] for at in top])
    return f"rank {spearman(elo, guess):.3f} ({half:.2f}) far pairs alike {alike(elo, guess):.3f}"
