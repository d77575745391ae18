#!/usr/bin/env bash
# Ends the private Slurm of slurm-up.sh, by its own pid files: slurm-down.sh FOLDER
base="${1:?usage: slurm-down.sh FOLDER}"
for file in "$base"/run/*.pid "$base/munge/pid"; do
    [ -f "$file" ] && kill "$(cat "$file")" 2>/dev/null
done
sleep 1
true
