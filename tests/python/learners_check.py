"""Logistic regression beside scikit-learn, CMA-ES beside pycma, in one run.

    cargo bench -p plyscope-learn --bench logistic -- 200000 12 rows.csv
    cargo build --release -p plyscope-learn --example learners
    python tests/python/learners_check.py target/release/examples/learners rows.csv

Coefficients must agree to 1e-6; the medians of evaluations to within a quarter. Needs numpy,
scikit-learn and cma.
"""

import json
import statistics
import subprocess
import sys
import time
import warnings

warnings.filterwarnings("ignore")

import cma
import numpy
from sklearn.linear_model import LogisticRegression


def ours(program, *args):
    return json.loads(subprocess.run([program, *args], check=True, capture_output=True).stdout)


def logistic(program, path):
    """Results between 0 and 1 are two weighted rows for scikit-learn."""
    data = numpy.loadtxt(path, delimiter=",", skiprows=1)
    numbers, results = data[:, :-1], data[:, -1]
    spreads = numbers.std(axis=0)
    scaled = numbers / spreads
    twice = numpy.vstack([scaled, scaled])
    labels = numpy.concatenate([numpy.ones(len(results)), numpy.zeros(len(results))])
    weights = numpy.concatenate([results, 1 - results])
    kept = weights > 0
    worst = 0.0
    for strength in [0.0, 0.001, 0.1]:
        own = ours(program, "logistic", path, str(strength))
        penalty = {"C": numpy.inf} if strength == 0 else {"C": 1 / (strength * len(results))}
        begun = time.perf_counter()
        theirs = LogisticRegression(tol=1e-14, max_iter=10_000, solver="newton-cholesky", **penalty)
        theirs.fit(twice[kept], labels[kept], sample_weight=weights[kept])
        seconds = time.perf_counter() - begun
        found = numpy.append(theirs.coef_[0] / spreads, theirs.intercept_[0])
        off = abs(numpy.append(own["weights"], own["intercept"]) - found).max()
        worst = max(worst, off)
        print(
            f"logistic, strength {strength}: off by {off:.1e} at the most; "
            f"{own['seconds']:.3f} s here, {seconds:.3f} s there"
        )
    assert worst < 1e-6, worst


def climbing(program):
    functions = {
        "sphere": (lambda x: float(numpy.dot(x, x)), 3.0, 2.0),
        "ellipsoid": (
            lambda x: float(numpy.dot(1e6 ** (numpy.arange(10) / 9), numpy.square(x))),
            3.0,
            2.0,
        ),
        "rosenbrock": (
            lambda x: float(
                sum(100 * (x[i] ** 2 - x[i + 1]) ** 2 + (x[i] - 1) ** 2 for i in range(9))
            ),
            0.0,
            0.5,
        ),
    }
    own = ours(program, "cma")
    for name, (function, start, step) in functions.items():
        theirs, begun, count = [], time.perf_counter(), 0
        for seed in range(1, 21):
            options = {"seed": seed, "verbose": -9, "ftarget": 1e-9, "maxfevals": 50_000}
            search = cma.CMAEvolutionStrategy([start] * 10, step, options)
            search.optimize(function)
            count += search.result.evaluations
            if search.result.fbest < 1e-9:
                theirs.append(search.result.evaluations)
        micros = (time.perf_counter() - begun) * 1e6 / count
        here = [count for count in own[name]["evaluations"] if count]
        ratio = statistics.median(here) / statistics.median(theirs)
        print(
            f"cma, {name}: {statistics.median(here):.0f} evaluations ({len(here)} of 20 runs), pycma "
            f"{cma.__version__} {statistics.median(theirs):.0f} ({len(theirs)} of 20), ratio {ratio:.2f}; "
            f"{own[name]['microseconds']:.1f} µs per evaluation, {micros:.1f} there"
        )
        assert 0.75 < ratio < 1.25, name
        assert abs(len(here) - len(theirs)) <= 8, name


if __name__ == "__main__":
    logistic(*sys.argv[1:3])
    climbing(sys.argv[1])
