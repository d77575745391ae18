#!/usr/bin/env bash
# Instructions that the hot loops take, counted by valgrind: a figure that does not depend on what
# else the machine does, so that "no slower than 3 %" can be seen between two commits.
#
#   tests/instructions.sh PROGRAM             one line per loop
#   tests/instructions.sh PROGRAM OLD         the same beside an older program, with ratios
#   ONLY='8×8|Match' tests/instructions.sh …  the loops whose names fit
#
# PROGRAM is a `plyscope`, e.g. target/release/plyscope. The start of the program is taken off. All
# loops run in one thread. Valgrind has no AVX-512: where the program would take it, AVX2 is counted.
set -euo pipefail
if [ $# -lt 1 ] || [ $# -gt 2 ]; then
    echo "usage: tests/instructions.sh PROGRAM [OLD]" >&2
    exit 2
fi
for program in "$@"; do
    [ -x "$program" ] || { echo "$program is no program" >&2; exit 2; }
done
command -v valgrind >/dev/null || { echo "this needs valgrind" >&2; exit 2; }
cd "$(mktemp -d)"
trap 'rm -rf "$PWD"' EXIT

# A name, then the arguments. Each takes some tens to hundreds of millions of instructions.
works=(
    "Connect Four perft|perft connect4 9"
    "Connect Four 8×8 perft|perft connect4:width=8,height=8 8"
    "Connect Four 6×6 perft|perft connect4:width=6,height=6 8"
    "Othello perft|perft othello 8"
    "Othello 6×6 perft|perft othello:size=6 8"
    "Gomoku perft|perft gomoku 3"
    "Breakthrough perft|perft breakthrough 5"
    "Chess perft|perft chess 4"
    "Connect Four playouts|advise connect4 --by flat:playouts=50000"
    "Connect Four 8×8 playouts|advise connect4:width=8,height=8 --by flat:playouts=20000"
    "Othello playouts|advise othello --by flat:playouts=1000"
    "Gomoku playouts|advise gomoku --by flat:playouts=10"
    "Connect Four alpha-beta|advise connect4 --by alphabeta:depth=8"
    "Connect Four 8×8 alpha-beta|advise connect4:width=8,height=8 --by alphabeta:depth=7"
    "Connect Four 6×6 alpha-beta|advise connect4:width=6,height=6 --by alphabeta:depth=8"
    "Othello NegaScout|advise othello --by negascout:depth=11"
    "Othello 6×6 NegaScout|advise othello:size=6 --by negascout:depth=12"
    "Chess NegaScout|advise chess --by negascout:depth=4"
    "Connect Four tree search|advise connect4 --by mcts:playouts=50000"
    "Othello tree search|advise othello --by mcts:playouts=5000"
    "Connect Four 8×8 two-tier|advise connect4:width=8,height=8 --by two-tier:depth=14"
    "Connect Four solver|advise connect4 4444445553 --by solver:book=no"
    "Connect Four 6×6 solver|advise connect4:width=6,height=6 3333444 --by solver"
    "Othello solver|advise othello d3c3c4e3e2b4b3d2f3e1f4g4c5b5g3c2e6f2g2h3f1f5c6d6f6g5b2c1d1g1c7b8d7d8h5h4h1h6b1h2a5a4a3a1 --by solver"
    "Othello 6×6 solver|advise othello:size=6 c2b2b3d2c1a3e4d1b1a1a2b4a4a5b5b6 --by solver"
    "Match of one-ply agents|match connect4 lines threats --games 400"
    "Judging by four metrics|judge connect4 --heuristic lines --metric strict-best --metric regret --metric kendall --metric squared-error --json"
)

# The instructions of a run, in thousands.
count() {
    local said
    said="$(valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null \
        "$@" --threads 1 2>&1 >/dev/null)" || { echo "$said" >&2; echo "failed: $*" >&2; exit 1; }
    sed -n 's/.*I *refs: *//p' <<<"$said" | tr -d ',' | sed 's/...$//'
}

declare -A start
for program in "$@"; do
    start[$program]="$(count "$program" games connect4)"
done
for work in "${works[@]}"; do
    name="${work%%|*}"
    [[ "$name" =~ ${ONLY:-.} ]] || continue
    read -ra arguments <<<"${work#*|}"
    counts=()
    for program in "$@"; do
        whole="$(count "$program" "${arguments[@]}")"
        counts+=($((whole - start[$program])))
    done
    if [ $# = 1 ]; then
        printf '%-32s %9d thousand\n' "$name" "${counts[0]}"
    else
        ratio="$(awk "BEGIN { print ${counts[0]} / ${counts[1]} }")"
        printf '%-32s %9d thousand, before %9d: %.3f\n' "$name" "${counts[0]}" "${counts[1]}" "$ratio"
    fi
done
