#!/usr/bin/env bash
# Drives the built page in headless Chromium: web/test.sh OUT [PICTURES]
# OUT is the folder that web/build.sh has built; pictures of the window go to PICTURES.
set -euo pipefail
out=$(cd "${1:?usage: web/test.sh OUT [PICTURES]}" && pwd)
pictures=${2:-}
[[ -z $pictures ]] || { mkdir -p "$pictures"; pictures=$(cd "$pictures" && pwd); }
cd "$(dirname "${BASH_SOURCE[0]}")"
../tests/packages.sh chromium=chromium npm=npm
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
cp tests/package.json tests/*.mjs "$modules"
npm install --prefix "$modules" --silent --no-audit --no-fund --no-package-lock
node "$modules/browser.mjs" "$out" "$pictures"
