#!/usr/bin/env bash
# What a first build costs, from nothing: wall and CPU seconds, the size of the
# program, and the crates that take longest. Two quiet cores give figures that
# can be compared.
#
#   tests/build-time.sh            the first `cargo build --release`
#   tests/build-time.sh tests      the programs of `cargo test --workspace`
#   tests/build-time.sh touched    a release build after one game's rules were touched
set -euo pipefail
cd "$(dirname "$0")/.."
what="${1:-release}"
top="${2:-12}"
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
export CARGO_TARGET_DIR="$folder/target"

# Runs a command quietly; prints its wall and CPU seconds.
timed() {
    local label="$1"
    shift
    TIMEFORMAT="$label: %R s wall, %U s user, %S s system"
    time "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
}

# The slowest units, from the table that cargo leaves in its report of timings.
slowest() {
    local report
    report="$(ls -t "$CARGO_TARGET_DIR"/cargo-timings/cargo-timing-*.html | head -n 1)"
    python3 - "$report" "$top" <<'PY'
import json, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
units = json.loads(re.search(r"const UNIT_DATA = (\[.*?\]);\n", page, re.S).group(1))
units.sort(key=lambda unit: -unit["duration"])
for unit in units[: int(sys.argv[2])]:
    print(f'  {unit["duration"]:7.1f} s  {unit["name"]} {unit["target"]}')
PY
}

cargo fetch --locked >/dev/null 2>&1
case "$what" in
release)
    timed "first release build" cargo build --release --locked --timings
    slowest
    du -m "$CARGO_TARGET_DIR/release/plyscope" | cut -f1 | sed 's/$/ MiB program/'
    ;;
tests)
    timed "programs of all tests" cargo test --workspace --no-run --locked --timings
    slowest
    timed "running all tests" cargo test --workspace --locked
    ;;
touched)
    timed "first release build" cargo build --release --locked
    touch crates/games/breakthrough/src/rules.rs
    timed "after one game was touched" cargo build --release --locked
    ;;
*)
    echo "usage: tests/build-time.sh [release|tests|touched] [how many crates to list]" >&2
    exit 2
    ;;
esac
