"""Computes the judge's metrics with scipy, scikit-learn and plain counting.

Writes the cases and figures that crates/judge/tests/all/reference.rs holds the
metrics against:  python metrics.py > crates/judge/tests/reference.json
Needs numpy, scipy and scikit-learn.
"""
import itertools, json, math, random
import numpy as np
from scipy import stats
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss, mean_absolute_error, mean_squared_error, ndcg_score

random.seed(5)


def orders(guess):
    """Every order that sorting by guess can give when ties fall by lot."""
    n = len(guess)
    for perm in itertools.permutations(range(n)):
        if all(guess[a] >= guess[b] for a, b in zip(perm, perm[1:])):
            yield perm


def k_best(truth, guess, k):
    best = max(truth)
    hits = [any(truth[m] == best for m in perm[:k]) for perm in orders(guess)]
    return sum(hits) / len(hits)


def k_best_chance(truth, k):
    best = max(truth)
    sets = list(itertools.combinations(range(len(truth)), min(k, len(truth))))
    return sum(any(truth[m] == best for m in own) for own in sets) / len(sets)


def top_k(truth, guess, k):
    found = [np.mean([truth[m] for m in perm[:k]]) for perm in orders(guess)]
    return float(np.mean(found))


def softmax(guess, temperature):
    g = np.array(guess, float)
    g = (g - g.min()) / (g.max() - g.min()) if g.max() > g.min() else np.ones(len(g))
    w = np.exp(g / temperature)
    return w / w.sum()


def figures(truth, guess):
    t, g = np.array(truth, float), np.array(guess, float)
    tied = g == g.max()
    ranks = stats.rankdata(g)
    spread = t.max() > t.min()
    out = {
        "strict-best": float(np.mean(t[tied] == t.max())),
        "strict-best chance": float(np.mean(t == t.max())),
        "expected:by=argmax": float(t[tied].mean()),
        "expected:by=rank": float((t * ranks).sum() / ranks.sum()),
        "expected:by=softmax,temperature=0.25": float((t * softmax(guess, 0.25)).sum()),
        "expected:by=epsilon-greedy,epsilon=0.2": float(0.8 * t[tied].mean() + 0.2 * t.mean()),
        "regret": float(t.max() - t[tied].mean()),
        "regret chance": float(t.max() - t.mean()),
        "absolute-error": float(mean_absolute_error(t, np.clip(g, -1, 1))),
        "squared-error": float(mean_squared_error(t, np.clip(g, -1, 1))),
        "brier": float(np.mean(((np.clip(g, -1, 1) + 1) / 2 - (t + 1) / 2) ** 2)),
        "max-difference": float(t.max() - t.min()),
    }
    for k in (1, 2, 3):
        out[f"k-best:k={k}"] = k_best(truth, guess, k)
        out[f"k-best:k={k} chance"] = k_best_chance(truth, k)
    if len(truth) >= 2:
        out["expected:by=top-k,k=2"] = top_k(truth, guess, 2)
    if g.max() > g.min():
        w = (g - g.min()) / (g - g.min()).sum()
        out["expected:by=proportional"] = float((t * w).sum())
    if spread:
        out["ndcg"] = float(ndcg_score([t - t.min()], [g]))
        orders_all = list(itertools.permutations(range(len(t))))[:5040]
        gains = [sum((t[m] - t.min()) / math.log2(i + 2) for i, m in enumerate(p)) for p in orders_all]
        out["ndcg chance"] = float(np.mean(gains) / max(gains))
        out["kendall"] = float(stats.kendalltau(g, t).statistic) if g.max() > g.min() else 0.0
        out["spearman"] = float(stats.spearmanr(g, t).statistic) if g.max() > g.min() else 0.0
        pairs = list(itertools.combinations(range(len(t)), 2))
        gap = sum(abs(t[a] - t[b]) for a, b in pairs)
        bad = sum(abs(t[a] - t[b]) * (0.5 if g[a] == g[b] else float((t[a] - t[b]) * (g[a] - g[b]) < 0)) for a, b in pairs)
        out["inversions"] = bad / gap
        out["normal-regret"] = float((t.max() - t[tied].mean()) / (t.max() - t.min()))
    # A win is 1, a loss 0; scikit-learn takes no draws, so only drawless states have these two.
    if not (t == 0).any():
        p = np.clip((np.clip(g, -1, 1) + 1) / 2, 0.001, 0.999)
        out["log-loss"] = float(log_loss((t + 1) / 2, p, labels=[0, 1]))
        out["brier"] = float(brier_score_loss((t + 1) / 2, (np.clip(g, -1, 1) + 1) / 2, labels=[0, 1]))
    return out


CASES = [
    ([1, 0, -1], [0.5, 0.5, 0.5]),
    ([0], [0.3]),
    ([1, 1, 1], [0.1, 0.2, 0.3]),
    ([1, -1], [-1, 1]),
    ([1, 0, 0, -1, -1, 1, 0], [0.2, 0.2, -0.4, 0.2, -0.9, 0.1, 0.1]),
    ([-1, -1, 1, -1], [0.9, 0.8, 0.7, 0.9]),
]
for _ in range(60):
    n = random.randint(1, 7)
    CASES.append(([random.choice([-1, 0, 1]) for _ in range(n)], [round(random.uniform(-1, 1), 1) for _ in range(n)]))

x = [round(random.gauss(0, 2), 1) for _ in range(80)]
y = [float(np.sign(v + random.gauss(0, 1.5))) for v in x]
iso = IsotonicRegression(out_of_bounds="clip").fit(x, y)
at = [round(-6 + 0.5 * i, 2) for i in range(25)]
print(json.dumps({
    "cases": [{"truth": t, "guess": g, "figures": figures(t, g)} for t, g in CASES],
    "isotonic": {"x": x, "y": y, "at": at, "points": [float(v) for v in iso.predict(at)]},
}))
