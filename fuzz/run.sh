#!/usr/bin/env bash
# Builds the fuzz targets, on any Rust; with the name of a target, runs it for so many seconds.
#
#   fuzz/run.sh                 builds all
#   fuzz/run.sh --check         only sees whether they would build: a third of the time; with a
#                               folder, there
#   fuzz/run.sh mnk 600         runs one
#
# The flags are those of `cargo fuzz --sanitizer none`: they count which code an input reaches.
# No memory sanitizer is needed, for nothing that reads text has unsafe code.
set -euo pipefail
cd "$(dirname "$0")"

flags="--cfg fuzzing -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4"
for feature in inline-8bit-counters pc-table trace-compares; do
    flags+=" -Cllvm-args=-sanitizer-coverage-$feature"
done
# The versions that the workspace was tested with.
cp ../Cargo.lock Cargo.lock
if [ "${1:-}" = --check ]; then
    exec cargo check --bins --quiet --target-dir "${2:-target}"
fi
# With a target triple, build scripts and macros are spared the flags.
triple="$(rustc -vV | sed -n 's/^host: //p')"
RUSTFLAGS="$flags" cargo build --release --target "$triple" --quiet

target="${1:-}"
if [ -n "$target" ]; then
    mkdir -p "corpus/$target" "artifacts/$target"
    exec "target/$triple/release/$target" "corpus/$target" "seeds/$target" \
        -artifact_prefix="artifacts/$target/" -max_total_time="${2:-60}" -rss_limit_mb=2048 -timeout=20
fi
