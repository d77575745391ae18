"""Reads a benchmark with the tools of others: pyarrow, pandas and DuckDB.

Usage: python read_benchmark.py FILE.parquet
Needs `pip install pyarrow pandas duckdb`; only CI runs it.
"""

import sys

import duckdb
import pandas
import pyarrow.parquet

TYPES = {
    "state_id": "int64",
    "game": "string",
    "state": "string",
    "key": "uint64",
    "ply": "int32",
    "player": "string",
    "move": "string",
    "value": "double",
    "exact": "bool",
    "plies": "int32",
    "visits": "int64",
    "q": "double",
}


def main(path):
    table = pyarrow.parquet.read_table(path)
    found = {field.name: str(field.type) for field in table.schema}
    assert found == TYPES, found

    meta = pyarrow.parquet.read_metadata(path).metadata
    for key in ("format", "game", "selector", "labeller", "seed", "version", "plan", "states"):
        assert f"plyscope.{key}".encode() in meta, key
    game = meta[b"plyscope.game"].decode()
    states = int(meta[b"plyscope.states"])

    frame = pandas.read_parquet(path)
    assert list(frame.columns) == list(TYPES)
    assert len(frame) == table.num_rows > 0
    assert set(frame.game) == {game}
    assert set(frame.player) <= {"first", "second"}
    assert frame.state_id.nunique() == states == frame.state_id.max() + 1
    assert not frame.duplicated(["state_id", "player", "move"]).any()
    one_state_each = frame.groupby("state_id")[["state", "key", "ply", "player"]].nunique()
    assert (one_state_each == 1).all().all()

    rows, counted, exact = duckdb.sql(
        f"select count(*), count(distinct state), count(*) filter (exact) from '{path}'"
    ).fetchall()[0]
    assert (rows, counted, exact) == (len(frame), states, frame.exact.sum())
    best = duckdb.sql(f"select ply, max(value) from '{path}' group by ply order by ply").fetchall()
    assert best == [(ply, value) for ply, value in frame.groupby("ply").value.max().items()]
    print(f"{path}: {states} states of {game}, {rows} moves, {exact} of them proved")


for path in sys.argv[1:]:
    main(path)
