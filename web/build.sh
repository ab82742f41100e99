#!/usr/bin/env bash
# Builds the editor as a web page into a folder that any static host serves: web/build.sh OUT
# Needs Rust with the target wasm32-unknown-unknown (or WEB_CARGO_FLAGS to build its standard library), wasm-bindgen of the
# locked version, wasm-opt (binaryen) and brotli. WEB_PROFILE=release builds faster and larger.
set -euo pipefail
out=${1:?usage: web/build.sh OUT}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")"

version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/version = "\(.*\)"/\1/p}' Cargo.lock)
if [[ $(wasm-bindgen --version 2>/dev/null) != "wasm-bindgen $version" ]]; then
    echo "build.sh: wasm-bindgen $version is missing: cargo install wasm-bindgen-cli --version $version" >&2
    exit 1
fi
for tool in wasm-opt brotli; do
    command -v "$tool" >/dev/null || { echo "build.sh: $tool is missing: apt-get install binaryen brotli" >&2; exit 1; }
done

# Drawings are nested; the stack of a page does not grow.
export RUSTFLAGS="${RUSTFLAGS:-} -C link-arg=-zstack-size=8388608 --cfg getrandom_backend=\"wasm_js\""
read -ra flags <<<"${WEB_CARGO_FLAGS:-}"
profile=${WEB_PROFILE:-dist}
cargo build --profile "$profile" --locked --target wasm32-unknown-unknown "${flags[@]}"
target=${CARGO_TARGET_DIR:-target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
wasm-bindgen --target web --no-typescript --out-dir "$scratch" "$target/wasm32-unknown-unknown/$profile/battlewright_web.wasm"
wasm-opt "${WEB_WASM_OPT:--Os}" --all-features "$scratch/battlewright_web_bg.wasm" -o "$scratch/small.wasm"
mv "$scratch/small.wasm" "$scratch/battlewright_web_bg.wasm"
size=$(stat -c %s "$scratch/battlewright_web_bg.wasm")
cp -R page/. "$out"
cp -R "$scratch/." "$out"
sed -i "s/data-size=\"0\"/data-size=\"$size\"/" "$out/index.html"
printf 'wasm: %d bytes, %d with brotli\n' "$size" "$(brotli -q 11 -c "$out/battlewright_web_bg.wasm" | wc -c)"
