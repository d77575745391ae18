#!/usr/bin/env bash
# Makes a report with the given plyscope and checks it in a real browser: run.sh PLYSCOPE [OUTPUT-FOLDER]
# Screenshots go to the folder, target/browser unless told. Needs Debian for what is missing of chromium and npm.
set -euo pipefail
plyscope="$(realpath "${1:?usage: run.sh PLYSCOPE [OUTPUT-FOLDER]}")"
root="$(realpath "$(dirname "$0")/../..")"
out="${2:-$root/target/browser}"
mkdir -p "$out"
out="$(realpath "$out")"

missing=()
command -v node >/dev/null || missing+=(nodejs)
command -v npm >/dev/null || missing+=(npm)
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || missing+=(chromium)
if [ ${#missing[@]} -gt 0 ]; then
    apt-get update
    DEBIAN_FRONTEND=noninteractive apt-get install -y "${missing[@]}"
fi
cd "$root/tests/browser"
[ -d node_modules/playwright-core ] && [ -d node_modules/typescript ] || npm install --no-fund --no-audit --no-package-lock

cd "$root"
"$plyscope" judge connect4 --html "$out/report.html" --force >/dev/null
"$plyscope" judge connect4 --json >"$out/judgement.json"
node tests/browser/report.mjs "$out/report.html" "$out/judgement.json" "$out"

# The page of `plyscope serve`: its types, and itself if the command has the server in it.
tests/browser/node_modules/.bin/tsc -p apps/web/page
if "$plyscope" serve --home /dev/null/none 2>&1 | grep -q "without the server"; then
    echo "not tried: this plyscope has no server; build it with --features serve"
else
    (cd tests/browser && node serve.mjs "$plyscope" "$out")
fi
