#!/usr/bin/env bash
# The web programs, published with all bundled scenarios and driven in headless Chromium, and in Firefox where apt has it.
#
#     tests/web.sh [PICTURES]
#     tests/web.sh --build
#
# Needs Rust, and what apt, npm and crates.io have: on a bare Debian it installs the rest. Pictures of the pages go to PICTURES.
# SUITES names those to run, all by default. BATTLEWRIGHT names the command line, and BATTLEWRIGHT_WEB the folder of the web
# programs; without them, they are built. With `--build`, only the web programs are built, into `target/web`. They are larger than
# those that `web/build.sh` makes for readers.
set -euo pipefail
pictures=${1:-}
[[ $pictures != --build ]] || { only_build=yes pictures=; }
[[ -z $pictures ]] || { mkdir -p "$pictures"; pictures=$(cd "$pictures" && pwd); }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

tests/packages.sh brotli=brotli chromium=chromium npm=npm python3=python3
mkdir "$scratch/tests"
cp web/tests/* "$scratch/tests"
npm install --prefix "$scratch/tests" --silent --no-audit --no-fund --no-package-lock
if [[ -z ${BATTLEWRIGHT_WEB:-} ]]; then
    export PATH="$scratch/tests/node_modules/.bin:$PATH"
    settings=$(web/toolchain.sh "$target/wasm-toolchain")
    (
        eval "$settings"
        WEB_PROFILE=quick CARGO_TARGET_DIR=$target/wasm web/build.sh "$target/web"
    )
    export BATTLEWRIGHT_WEB=$target/web
fi
[[ -z ${only_build:-} ]] || exit 0
if [[ -z ${BATTLEWRIGHT:-} ]]; then
    cargo build -q --locked --release --bin battlewright
    BATTLEWRIGHT=$target/release/battlewright
fi
export BATTLEWRIGHT
"$BATTLEWRIGHT" publish --out "$scratch/site" scenarios

failed=()
# Prints the ends of the suites that failed once more, since the end is what a run shows of a long text.
summary() {
    for suite in "${failed[@]}"; do
        printf '== failed: %s\n' "$suite"
        tail -n 15 "$scratch/$suite"
    done
}
# Also if the time is over, with the suite that has not ended.
trap 'failed+=("$suite"); summary; exit 1' TERM
for suite in ${SUITES:-site edit saved local resolver replay games two whole table firefox}; do
    before=()
    if [[ $suite == firefox || $suite == whole ]]; then
        apt-cache show firefox-esr &>/dev/null || continue
        # Without a display, Firefox has no WebGL.
        tests/packages.sh firefox-esr=firefox-esr libegl1 libgl1 libgl1-mesa-dri xauth xvfb
        before=(xvfb-run -a)
    fi
    printf '== %s\n' "$suite"
    "${before[@]}" node "$scratch/tests/$suite.mjs" "$scratch/site" "$pictures" "$PWD" 2>&1 | tee "$scratch/$suite" || failed+=("$suite")
done
summary
((${#failed[@]} == 0))
