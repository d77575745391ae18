"""Fits the rows that `plyscope learn` exported once more, by numpy and statsmodels, and compares.

    plyscope learn othello --features squares --by expected-outcome --states 40k \
        --method least-squares --export-rows rows.csv --json -o squares.toml > fit.json
    python tests/python/regression_check.py rows.csv fit.json

needs numpy, pandas and statsmodels. Prints the largest relative difference of
each kind of figure and fails above 1e-6; where rows stand in groups, errors
and tests are those of statsmodels with `cov_type="cluster"`.
"""

import json
import sys

import numpy as np
import pandas
import statsmodels.api as sm

rows = pandas.read_csv(sys.argv[1])
fit = json.load(open(sys.argv[2]))["fit"]
x = sm.add_constant(rows.iloc[:, 4:].to_numpy(float))
y = rows.value.to_numpy()
if fit["groups"] is None:
    theirs = sm.OLS(y, x).fit()
else:
    theirs = sm.OLS(y, x).fit(cov_type="cluster", cov_kwds={"groups": rows.group}, use_t=True)
lstsq = np.linalg.lstsq(x, y, rcond=None)[0]
ours = [fit["intercept"], *fit["coefficients"]]


def of(name):
    return np.array([own[name] for own in ours], float)


compared = {
    "coefficients, numpy lstsq": (of("weight"), lstsq),
    "coefficients": (of("weight"), theirs.params),
    "standard errors": (of("se"), theirs.bse),
    "t": (of("t"), theirs.tvalues),
    "p": (of("p"), theirs.pvalues),
    "R²": (fit["r2"], theirs.rsquared),
    "adjusted R²": (fit["adjusted_r2"], theirs.rsquared_adj),
    "F": (fit["f"], theirs.fvalue),
    "p of F": (fit["f_p"], theirs.f_pvalue),
}
worst = 0.0
print(f"{len(y)} rows, R² {theirs.rsquared:.4f}, F {theirs.fvalue:.1f}")
for name, (own, known) in compared.items():
    own, known = np.atleast_1d(own), np.atleast_1d(known)
    # Chances too small for a double are 0 in both.
    size = np.where(np.abs(known) > 1e-300, np.abs(known), 1.0)
    off = float(np.max(np.abs(own - known) / size))
    worst = max(worst, off)
    print(f"{off:8.1e}  {name}")
sys.exit(worst > 1e-6)
