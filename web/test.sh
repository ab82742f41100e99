#!/usr/bin/env bash
# Drives the built pages in headless Chromium: web/test.sh OUT [PICTURES]
# OUT is the folder that web/build.sh has built; pictures of the window go to PICTURES. Results are compared with those of the
# command line, which BATTLEWRIGHT names, or which is built.
set -euo pipefail
out=$(cd "${1:?usage: web/test.sh OUT [PICTURES]}" && pwd)
pictures=${2:-}
[[ -z $pictures ]] || { mkdir -p "$pictures"; pictures=$(cd "$pictures" && pwd); }
cd "$(dirname "${BASH_SOURCE[0]}")"
../tests/packages.sh chromium=chromium npm=npm
if [[ -z ${BATTLEWRIGHT:-} ]]; then
    (cd .. && cargo build --locked -p battlewright-cli)
    BATTLEWRIGHT=$(cd .. && cd "${CARGO_TARGET_DIR:-target}" && pwd)/debug/battlewright
fi
export BATTLEWRIGHT
modules=$(mktemp -d)
trap 'rm -rf "$modules"' EXIT
cp tests/package.json tests/*.mjs "$modules"
npm install --prefix "$modules" --silent --no-audit --no-fund --no-package-lock
for page in resolver replay edit; do
    if [[ -d $out/$page ]]; then
        echo "== $page"
        node "$modules/$page.mjs" "$out" "$pictures" "$PWD/.."
    fi
done
