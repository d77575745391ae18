"""Writes what the tests of crates/learn are held against, by numpy, scipy, statsmodels and scikit-learn.

    python tests/python/regression_reference.py crates/learn/tests/data

makes the rows (from a fixed seed) and the expected figures. Run it only to
change them; the tests read the files it wrote. Longley's rows are those of
the National Institute of Standards and Technology's reference datasets.
"""

import json
import sys
from pathlib import Path

import numpy as np
import scipy.stats
import statsmodels.api as sm
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from statsmodels.stats.outliers_influence import variance_inflation_factor

folder = Path(sys.argv[1])
chance = np.random.default_rng(20240501)


def write_rows(name, names, x, y, extra=None):
    columns = [*names, "value"] + (["fold"] if extra is not None else [])
    whole = np.column_stack([x, y] + ([extra] if extra is not None else []))
    lines = [",".join(columns)] + [",".join(repr(float(n)) for n in row) for row in whole]
    (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")


def ordinary(x, y):
    fit = sm.OLS(y, sm.add_constant(x)).fit()
    centred = (x - x.mean(0)) / x.std(0)
    return {
        "weights": fit.params.tolist(),
        "se": fit.bse.tolist(),
        "t": fit.tvalues.tolist(),
        "p": fit.pvalues.tolist(),
        "r2": fit.rsquared,
        "adjusted_r2": fit.rsquared_adj,
        "f": fit.fvalue,
        "f_p": fit.f_pvalue,
        "residual_se": float(np.sqrt(fit.mse_resid)),
        "vif": [variance_inflation_factor(sm.add_constant(x), i + 1) for i in range(x.shape[1])],
        "condition": float(np.linalg.cond(centred)),
    }


def ridge(x, y, alpha):
    model = make_pipeline(StandardScaler(), Ridge(alpha=alpha, solver="cholesky")).fit(x, y)
    weights = model[-1].coef_ / model[0].scale_
    return [float(model.predict(np.zeros((1, x.shape[1])))[0]), *weights.tolist()], model


expected = {}

# Longley, in the order of the NIST file; y is total employment.
longley = sm.datasets.longley.load_pandas()
x, y = longley.exog.to_numpy(float), longley.endog.to_numpy(float)
write_rows("longley", list(longley.exog.columns), x, y)
expected["longley"] = ordinary(x, y)

# Counts that go together, as features of games do.
rows = 400
a = chance.integers(0, 12, rows)
b = np.clip(a + chance.integers(-2, 3, rows), 0, None)
c = chance.integers(0, 5, rows)
d = 60.0 - 2 * a + chance.normal(0, 1.5, rows)
e = chance.normal(1000, 0.25, rows)
f = (chance.random(rows) < 0.1).astype(float)
x = np.column_stack([a, b, c, d, e, f]).astype(float)
y = 0.3 * a - 0.2 * b + 0.05 * c * c + 0.6 * (e - 1000) + chance.standard_t(5, rows)
fold = np.arange(rows) % 5
write_rows("counts", ["a", "b", "c", "d", "e", "f"], x, y, fold)
expected["counts"] = ordinary(x, y)
clustered = sm.OLS(y, sm.add_constant(x)).fit(
    cov_type="cluster", cov_kwds={"groups": np.arange(rows) // 3}, use_t=True)
expected["counts"]["in_threes"] = {
    "se": clustered.bse.tolist(),
    "p": clustered.pvalues.tolist(),
    "f": float(clustered.fvalue),
    "f_p": float(clustered.f_pvalue),
}
expected["counts"]["ridge"] = [
    {"strength": s, "weights": ridge(x, y, s * rows)[0]} for s in [1e-4, 0.01, 0.3, 10.0]
]
curve = []
for strength in [0.0, 1e-3, 0.03, 1.0, 30.0]:
    sums, means = 0.0, []
    for k in range(5):
        train, test = fold != k, fold == k
        alpha = strength * train.sum()
        if strength == 0:
            predicted = sm.OLS(y[train], sm.add_constant(x[train])).fit().predict(sm.add_constant(x[test]))
        else:
            predicted = ridge(x[train], y[train], alpha)[1].predict(x[test])
        errors = (y[test] - predicted) ** 2
        sums += errors.sum()
        means.append(errors.mean())
    curve.append({
        "strength": strength,
        "error": sums / rows,
        "error_se": float(np.std(means, ddof=1) / np.sqrt(5)),
        "r2": 1 - sums / ((y - y.mean()) ** 2).sum(),
    })
expected["counts"]["curve"] = curve

# Two ties and a constant: the weights of least sum of squares, as numpy gives them on deviations.
rows = 150
a, b, e = (chance.integers(0, 9, rows).astype(float) for _ in range(3))
c = 2 * a - b + 3
d = np.full(rows, 4.0)
f = 0.5 * e
g = chance.normal(0, 1, rows)
x = np.column_stack([a, b, c, d, e, f, g])
y = a + 0.5 * b - e + 2 * g + chance.normal(0, 1, rows)
write_rows("tied", ["a", "b", "c", "d", "e", "f", "g"], x, y)
weights, _, rank, _ = np.linalg.lstsq(x - x.mean(0), y - y.mean(), rcond=1e-10)
independent = sm.OLS(y, sm.add_constant(x[:, [0, 1, 4, 6]])).fit()
expected["tied"] = {
    "weights": [float(y.mean() - x.mean(0) @ weights), *weights.tolist()],
    "rank": int(rank),
    "r2": independent.rsquared,
    "f": independent.fvalue,
    "f_p": independent.f_pvalue,
    "g_se": float(independent.bse[4]),
    "g_p": float(independent.pvalues[4]),
}

# Tails, far out and with as many degrees of freedom as a million rows have.
expected["tails"] = {
    "t": [[t, n, 2 * float(scipy.stats.t.sf(t, n))]
          for n in (1, 3, 12, 386, 39_990, 1_000_000) for t in (0.01, 0.7, 1.96, 5.0, 14.0, 30.0)],
    "f": [[f, m, n, float(scipy.stats.f.sf(f, m, n))]
          for m, n in ((1, 5), (6, 9), (6, 393), (10, 39_989), (60, 999_939))
          for f in (0.2, 0.9, 1.3, 4.0, 12.0)],
}
(folder / "expected.json").write_text(json.dumps(expected, indent=1) + "\n")
