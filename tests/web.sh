#!/usr/bin/env bash
# The web programs, published with all bundled scenarios and driven in headless Chromium, and in Firefox where apt has it.
#
#     tests/web.sh [PICTURES]
#     tests/web.sh --build
#
# Needs Rust, and what apt, npm and crates.io have: on a bare Debian it installs the rest. Pictures of the pages go to PICTURES.
# BATTLEWRIGHT names the command line, and BATTLEWRIGHT_WEB the folder of the web programs; without them, they are built. With
# `--build`, only the web programs are built, into `target/web`. They are larger than those that `web/build.sh` makes for readers.
set -euo pipefail
pictures=${1:-}
[[ $pictures != --build ]] || { only_build=yes pictures=; }
[[ -z $pictures ]] || { mkdir -p "$pictures"; pictures=$(cd "$pictures" && pwd); }
cd "$(dirname "${BASH_SOURCE[0]}")/.."
target=${CARGO_TARGET_DIR:-$PWD/target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

tests/packages.sh brotli=brotli chromium=chromium npm=npm
mkdir "$scratch/tests"
cp web/tests/* "$scratch/tests"
npm install --prefix "$scratch/tests" --silent --no-audit --no-fund --no-package-lock
if [[ -z ${BATTLEWRIGHT_WEB:-} ]]; then
    version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' web/Cargo.lock)
    export PATH="$scratch/tests/node_modules/.bin:$target/wasm-bindgen/bin:$PATH"
    if [[ $(wasm-bindgen --version 2>/dev/null) != "wasm-bindgen $version" ]]; then
        CARGO_TARGET_DIR=$target/wasm-bindgen/build \
            cargo install -q --debug --locked --root "$target/wasm-bindgen" wasm-bindgen-cli --version "$version"
        rm -rf "$target/wasm-bindgen/build"
    fi
    settings=$(web/toolchain.sh "$target/wasm-toolchain")
    (
        eval "$settings"
        WEB_PROFILE=quick CARGO_TARGET_DIR=$target/wasm web/build.sh "$target/web"
    )
    export BATTLEWRIGHT_WEB=$target/web
fi
[[ -z ${only_build:-} ]] || exit 0
if [[ -z ${BATTLEWRIGHT:-} ]]; then
    cargo build -q --locked --release -p battlewright-cli
    BATTLEWRIGHT=$target/release/battlewright
fi
export BATTLEWRIGHT
"$BATTLEWRIGHT" publish --out "$scratch/site" scenarios

failed=()
# suite NAME [COMMAND…]: runs a suite, with a command before it.
suite() {
    printf '== %s\n' "$1"
    "${@:2}" node "$scratch/tests/$1.mjs" "$scratch/site" "$pictures" "$PWD" || failed+=("$1")
}
suite site
suite edit
suite resolver
suite replay
suite games
if apt-cache show firefox-esr &>/dev/null; then
    # Without a display, Firefox has no WebGL.
    tests/packages.sh firefox-esr=firefox-esr libegl1 libgl1 libgl1-mesa-dri xauth xvfb
    suite firefox xvfb-run -a
fi
((${#failed[@]} == 0)) || { echo "failed: ${failed[*]}"; exit 1; }
