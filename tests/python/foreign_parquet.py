"""Parquet files that other tools wrote are refused, and told what is wrong with them.

Usage: python foreign_parquet.py BENCHMARK.parquet PLYSCOPE
Needs `pip install pyarrow`; only CI runs it.
"""

import pathlib
import subprocess
import sys
import tempfile

import pyarrow
import pyarrow.parquet

HINT = "hint: give a Parquet file that `truth make`, `import` or `merge` wrote"


def cases(table):
    """What others might have made of a benchmark: a table, how to write it, what must be said."""
    plain = table.replace_schema_metadata(None)
    named = plain.rename_columns(["worth" if n == "value" else n for n in plain.column_names])
    place = plain.column_names.index

    def cast(name, kind):
        return plain.set_column(place(name), name, plain[name].cast(kind))

    lists = pyarrow.array([[value] for value in plain["value"].to_pylist()])
    yield "rewritten as it was", table, {}, "its checksum does not fit"
    yield "uncompressed", table, {"compression": "none"}, "its checksum does not fit"
    yield "one row less", table.slice(1), {}, "its checksum does not fit"
    yield "without metadata", plain, {}, "carries no checksum of ours"
    yield "a column less", plain.drop_columns(["value"]), {}, "lacks the columns value"
    yield "a column more", plain.append_column("mine", plain["value"]), {}, "not ours (mine)"
    yield "another name", named, {}, "lacks the columns value"
    yield "short floats", cast("value", "float32"), {}, "column value holds FLOAT, not DOUBLE"
    yield "text for numbers", cast("ply", "string"), {}, "column ply holds BYTE_ARRAY, not INT32"
    yield "numbers for truth", cast("exact", "int32"), {}, "column exact holds INT32, not BOOLEAN"
    yield "lists", plain.set_column(place("value"), "value", lists), {}, "column value holds a list"
    yield "no rows", plain.slice(0, 0), {}, "carries no checksum of ours"
    yield "something else", pyarrow.table({"city": ["Bern"]}), {}, "lacks the columns state_id"
    yield "no columns", pyarrow.table({}), {}, "lacks the columns state_id"


def refused(plyscope, path):
    """What is said of the file; it must be refused as a wrong call, without data."""
    done = subprocess.run([plyscope, "truth", "info", path], capture_output=True, text=True)
    assert done.returncode == 2 and not done.stdout, (done.returncode, done.stdout, done.stderr)
    assert "hint: " in done.stderr and "panicked" not in done.stderr, done.stderr
    return done.stderr


def main(benchmark, plyscope):
    table = pyarrow.parquet.read_table(benchmark)
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "foreign.parquet")
        for name, foreign, options, words in cases(table):
            pyarrow.parquet.write_table(foreign, path, **options)
            said = refused(plyscope, path)
            assert words in said, f"{name}: `{words}` is not in: {said}"
            if "checksum does not fit" not in words:
                assert HINT in said, f"{name}: {said}"
            count += 1
    print(f"{count} foreign files refused, each with what is wrong")


main(*sys.argv[1:])
