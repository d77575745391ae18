"""Fits a million rows with Plyscope's bench and with numpy, in one run.

    python tests/python/regression_speed.py [ROWS] [FEATURES]

needs numpy. Both get the same rows in memory; numpy's time is that of lstsq
alone, without standard errors or cross-validation.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

rows = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
features = int(sys.argv[2]) if len(sys.argv) > 2 else 30
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "rows.f64"
    command = ["cargo", "bench", "-q", "-p", "plyscope-learn", "--", str(rows), str(features), str(path)]
    print(subprocess.run(command, check=True, capture_output=True, text=True).stdout, end="")
    whole = np.fromfile(path, "<f8").reshape(rows, features + 1)
x = np.column_stack([np.ones(rows), whole[:, :-1]])
y = whole[:, -1].copy()
begin = time.perf_counter()
weights, unexplained, _, _ = np.linalg.lstsq(x, y, rcond=None)
print(f"{time.perf_counter() - begin:8.3f} s  numpy lstsq, R² {1 - unexplained[0] / ((y - y.mean()) ** 2).sum():.6f}")
begin = time.perf_counter()
weights = np.linalg.solve(x.T @ x, x.T @ y)
print(f"{time.perf_counter() - begin:8.3f} s  numpy, normal equations by BLAS")
