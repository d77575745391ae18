"""The figures that crates/arena/tests/all/ratings_reference.rs expects, from the tools of others.

Needs `pip install numpy scipy statsmodels choix`. Prints; nothing runs it but a person.
"""

from math import log, log10, sqrt

import choix
import numpy
import statsmodels.api as sm
from scipy.optimize import brentq
from scipy.stats import binomtest, norm
from statsmodels.stats.proportion import proportion_confint

ELO = 400 / log(10)
Z95 = norm.ppf(0.975)


def match(counts):
    """Elo, likelihood of superiority and normalised Elo as fastchess and cutechess define them."""
    counts = numpy.array(counts, float)
    units, scores, games = counts.sum(), numpy.linspace(0, 1, len(counts)), (len(counts) - 1) // 2
    mean = counts @ scores / units
    variance = counts @ (scores - mean) ** 2 / units
    error = sqrt(variance / units)
    ends = [mean, mean - Z95 * error, mean + Z95 * error]
    print("score", mean, "superiority", norm.cdf((mean - 0.5) / error))
    print("  elo", [400 * log10(end / (1 - end)) for end in ends])
    print("  normalised", [(end - 0.5) / sqrt(games * variance) * 2 * ELO for end in ends])


def log_likelihood(counts, elo):
    """The most that a distribution over the cells with this mean score can reach."""
    weights = numpy.array([max(count, 1e-3) for count in counts])
    lead = numpy.linspace(0, 1, len(counts)) - 1 / (1 + 10 ** (-elo / 400))
    ends = -1 / lead[-1], -1 / lead[0]
    tilt = brentq(lambda t: sum(weights * lead / (1 + t * lead)), *(end * (1 - 1e-13) for end in ends), xtol=1e-15)
    return sum(weights * numpy.log(weights / (1 + tilt * lead)))


def test(counts, elo0, elo1):
    """The same as fishtest's LLR_logistic(elo0, elo1, counts)."""
    print(counts, elo0, elo1, log_likelihood(counts, elo1) - log_likelihood(counts, elo0))


def davidson(players, met):
    """As a Poisson regression of all counts: log mean = encounter + gap / 2 · sign, or ln ν for draws."""
    rows, counts = [], []
    for number, (first, second, *results) in enumerate(met):
        for sign, count in zip((1, 0, -1), results):
            strengths = numpy.zeros(players)
            strengths[first] += sign / 2
            strengths[second] -= sign / 2
            encounter = numpy.eye(len(met))[number]
            rows.append([*encounter, *strengths[1:], sign == 0])
            counts.append(count)
    model = sm.GLM(numpy.array(counts), numpy.array(rows, float), family=sm.families.Poisson())
    fit = model.fit(tol=1e-14, maxiter=200)
    values, covariance = fit.params[len(met) :], fit.cov_params()[len(met) :, len(met) :]
    draw = numpy.exp(values[-1])
    scale = ELO * 2 / (2 + draw)
    centred = numpy.vstack([numpy.zeros(players - 1), numpy.eye(players - 1)])
    centred = centred - centred.mean(axis=0)
    strengths = centred @ values[:-1]
    moves = numpy.column_stack([scale * centred, -scale * draw / (2 + draw) * strengths])
    spread = moves @ covariance @ moves.T
    print("nu", draw, "elo", scale * strengths, "errors", numpy.sqrt(numpy.diag(spread)))
    print("  error of first - last", sqrt(spread[0, 0] + spread[-1, -1] - 2 * spread[0, -1]))


def citations():
    met = [(0, 1, 730, 33), (0, 2, 498, 320), (0, 3, 221, 284), (1, 2, 68, 813), (1, 3, 17, 276), (2, 3, 142, 325)]
    rows = [numpy.eye(4)[first] - numpy.eye(4)[second] for first, second, *_ in met]
    fit = sm.GLM([m[2:] for m in met], numpy.array(rows)[:, 1:], family=sm.families.Binomial()).fit(tol=1e-14)
    print("relative to the first", fit.params, fit.bse)
    games = [pair for a, b, wins, losses in met for pair in [(a, b)] * wins + [(b, a)] * losses]
    strengths = choix.mm_pairwise(4, games, tol=1e-12)
    print("  elo by choix", ELO * (strengths - strengths.mean()))


numpy.set_printoptions(precision=12)
match([14, 50, 102, 61, 23])
match([120, 260, 160])
test([14, 50, 102, 61, 23], 0, 5)
test([14, 50, 102, 61, 23], -10, 30)
test([0, 3, 40, 9, 0], 0, 10)
test([0, 0, 0, 0, 12], 0, 50)
test([9, 0, 0, 0, 41], 0, 100)
test([1000, 8000, 21000, 8400, 1100], 0.5, 2.5)
test([120, 260, 160], 0, 5)
citations()
davidson(4, [(0, 1, 22, 12, 16), (0, 2, 25, 15, 10), (0, 3, 33, 9, 8), (1, 2, 20, 16, 14), (1, 3, 28, 11, 11), (2, 3, 24, 10, 16)])
for successes, trials, chance in [(7, 20, 0.5), (3, 50, 0.2), (0, 10, 0.3), (60, 2000, 0.025), (5, 10, 0.5)]:
    print(successes, trials, chance, binomtest(successes, trials, chance).pvalue)
print(proportion_confint(48, 50, method="wilson"), proportion_confint(20, 20, method="wilson"))
