#!/usr/bin/env bash
# The same benchmark alone, by a private Slurm and by HyperQueue, with a node, a task and the submitter
# killed; and weights bred alone and by Slurm: run.sh PLYSCOPE. Needs Debian for what is missing of Slurm, and Python for HyperQueue.
set -euo pipefail
plyscope="$(realpath "${1:?usage: run.sh PLYSCOPE}")"
here="$(realpath "$(dirname "$0")")"
work="$(mktemp -d)"
chmod 755 "$work"
begun=$SECONDS
say() { printf '%4d s  %s\n' $((SECONDS - begun)) "$*"; }

if ! command -v slurmctld >/dev/null || ! command -v munged >/dev/null; then
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge; } \
        >"$work/apt.log" 2>&1 || {
        echo "skipped: Slurm is not here and cannot be installed ($(tail -1 "$work/apt.log"))"
        # In CI that is a failure: nothing was seen.
        [ "${CI:-}" != true ]
        exit
    }
fi

make=(truth make connect4 --by mcts:playouts=100k --states 400 --plies 8..)
"$plyscope" "${make[@]}" -o "$work/alone.parquet" >/dev/null 2>&1
say "alone: $(stat -c %s "$work/alone.parquet") bytes"

down() { bash "$here/slurm-down.sh" "$work/slurm" 2>/dev/null || true; }
trap 'down; rm -rf "$work"' EXIT
# An array may have fewer elements than there are shards, so that the limit is met.
variable="$(SLURM_MAX_ARRAY=30 bash "$here/slurm-up.sh" "$work/slurm" 4 1)"
eval "$variable"
say "Slurm is up: $(sinfo -h -o '%D nodes %T')"

plan="$work/plan"
"$plyscope" plan --shards 40 "${make[@]}" -o "$plan" >/dev/null 2>&1
submit() { exec "$plyscope" submit "$plan" --to slurm --every 1s; }
number() { "$plyscope" status "$plan" --json | sed "s/.*\"$1\":\([0-9]*\).*/\1/"; }
submit 2>"$work/submit.log" &
submitter=$!
until [ "$(number done)" -ge 5 ]; do
    kill -0 "$submitter" || { cat "$work/submit.log"; exit 1; }
    sleep 0.3
done

node="$work/slurm/run/slurmd.n2.pid"
kill -9 "$(cat "$node")"
say "killed the slurmd of n2; $(number done) of 40 shards were done"
# A shard may end between the look and the kill.
until kill -9 "$(pgrep -f "shard $plan" | head -1)" 2>/dev/null; do :; done
say "killed a task"
kill -9 "$submitter"
wait "$submitter" 2>/dev/null || true
say "killed the submitter"

timeout 100 bash -c "$(declare -f submit); plyscope='$plyscope' plan='$plan'; submit" 2>>"$work/submit.log"
say "all shards are done: $(grep -c submitted "$work/submit.log") arrays were submitted"
"$plyscope" collect "$plan" -o "$work/slurm.parquet" >/dev/null 2>&1
cmp "$work/alone.parquet" "$work/slurm.parquet"
say "Slurm: the same bytes"

learn=(learn connect4 --method genetic --features lines --by negascout:depth=2,table=0 --population 6 --generations 4 --hall 3 --replay 4)
"$plyscope" "${learn[@]}" -o "$work/alone.toml" >/dev/null 2>&1
"$plyscope" plan --shards 12 "${learn[@]}" -o "$work/breeding" >/dev/null 2>&1
timeout 100 "$plyscope" submit "$work/breeding" --to slurm --every 1s 2>"$work/breeding.log"
"$plyscope" collect "$work/breeding" -o "$work/slurm.toml" >/dev/null 2>&1
cmp "$work/alone.toml" "$work/slurm.toml"
say "Slurm, wave after wave: the same weights, by $(grep -c submitted "$work/breeding.log") arrays"
down

venv="${PLYSCOPE_CI_VENV:-$work/venv}"
[ -x "$venv/bin/python" ] || python3 -m venv "$venv" >/dev/null 2>&1 || true
if "$venv/bin/pip" install --quiet hyperqueue >"$work/pip.log" 2>&1; then
    "$plyscope" plan --shards 40 "${make[@]}" -o "$work/queue" >/dev/null 2>&1
    "$venv/bin/python" "$here/hyperqueue_shards.py" "$plyscope" "$work/queue"
    "$plyscope" collect "$work/queue" -o "$work/queue.parquet" >/dev/null 2>&1
    cmp "$work/alone.parquet" "$work/queue.parquet"
    say "HyperQueue: the same bytes"
else
    say "skipped: HyperQueue cannot be installed ($(tail -1 "$work/pip.log"))"
fi
