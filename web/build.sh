#!/usr/bin/env bash
# Builds the web programs, which `battlewright publish` puts into its folders: web/build.sh [OUT [PROGRAM…]]
# OUT is `target/web` by default. Programs: `app` is the editor, with the page `edit`; `play` plays games against the computer, at
# one screen and by mail; `replay` steps through recorded games; `resolver` is the resolver of La Guerre à Outrance. All by default.
# Needs Rust, node, wasm-opt (Binaryen), brotli and gzip. If Rust lacks the target wasm32-unknown-unknown, toolchain.sh adds it.
# WEB_PROFILE=quick builds larger programs in a third of the time. CONTRIBUTING.md tells time and memory.
set -euo pipefail
out=${1:-${CARGO_TARGET_DIR:-$(dirname "${BASH_SOURCE[0]}")/../target}/web}
(($# == 0)) || shift
(($#)) || set -- app play replay resolver
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$(dirname "${BASH_SOURCE[0]}")"

# Debian's 108 damages the tables of a program.
if (($(wasm-opt --version 2>/dev/null | sed 's/^[^0-9]*\([0-9]*\).*/\1/') + 0 < 120)); then
    echo "build.sh: wasm-opt 120 or later is missing: run \`npm install --prefix ~/.local --global binaryen\`, with ~/.local/bin in PATH" >&2
    exit 1
fi
for needed in brotli=brotli node=nodejs; do
    command -v "${needed%=*}" >/dev/null && continue
    echo "build.sh: ${needed%=*} is missing: apt-get install ${needed#*=}" >&2
    exit 1
done

# Without the target, the build would fail after minutes.
if [[ -z ${WEB_CARGO_FLAGS:-} && ! -d $(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib ]]; then
    echo "build.sh: Rust has no target wasm32-unknown-unknown; web/toolchain.sh adds it" >&2
    settings=$(./toolchain.sh "${CARGO_TARGET_DIR:-../target}/wasm-toolchain")
    eval "$settings"
fi

# Drawings are nested; the stack of a page does not grow.
export RUSTFLAGS="${RUSTFLAGS:-} -C link-arg=-zstack-size=8388608 --cfg getrandom_backend=\"wasm_js\""
read -ra flags <<<"${WEB_CARGO_FLAGS:-}"
target=${CARGO_TARGET_DIR:-target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The best compression of the editor takes a minute.
quality=11
[[ ${WEB_PROFILE:-} != quick ]] || quality=9
# Those that Rust uses.
features=(--enable-{bulk-memory,multivalue,mutable-globals,nontrapping-float-to-int,reference-types,sign-ext,simd})
# Vectors halve what paints letters and pictures. The other pages also open in browsers from before 2023, which lack them.
with_vectors="$RUSTFLAGS -C target-feature=+simd128"

# build PROFILE PACKAGE…: compiles packages, which share what they depend on. Quick builds share it with all others.
build() {
    local packages=("${@:2}") rust=$RUSTFLAGS
    packages=("${packages[@]/#/--package=}")
    [[ $1 != quick ]] || packages=(--workspace --exclude battlewright-bindgen)
    [[ $1 == small ]] || rust=$with_vectors
    RUSTFLAGS=$rust cargo build "${packages[@]}" --profile "$1" --locked --target wasm32-unknown-unknown "${flags[@]}"
}

# module PROFILE PACKAGE NAME FOLDER: makes NAME.js and NAME.wasm in FOLDER of a package that was compiled.
module() {
    # It runs here, and not in a browser.
    env -u RUSTC -u RUSTC_BOOTSTRAP -u RUSTFLAGS \
        cargo run -q --locked --package battlewright-bindgen -- "$target/wasm32-unknown-unknown/$1/${2//-/_}.wasm" "$3" "$4"
    if [[ $1 == quick ]]; then
        mv "$4/$3_bg.wasm" "$4/$3.wasm"
    else
        wasm-opt -Oz "${features[@]}" "$4/$3_bg.wasm" -o "$4/$3.wasm"
        rm "$4/$3_bg.wasm"
    fi
}

# program PROFILE PACKAGE NAME FOLDER: does both, for a program that has only what it needs.
program() {
    build "$1" "$2"
    module "$@"
}

# by_content FOLDER FILE…: puts a hash of its content into the name of each file, and the new name into the files after it.
by_content() {
    local folder=$1 file new
    shift
    while (($# > 0)); do
        file=$1
        shift
        case $file in
        index.html | offline.js) continue ;;
        esac
        new=${file%.*}-$(sha256sum "$folder/$file" | cut -c 1-12).${file##*.}
        mv "$folder/$file" "$folder/$new"
        (($# == 0)) || (cd "$folder" && sed -i "s/\([\"'\/]\)${file//./\\.}\([\"']\)/\1$new\2/g" "$@")
    done
}

# compress FOLDER: adds what hosts send to browsers that take it.
compress() {
    find "$1" -type f ! -name '*.br' ! -name '*.gz' -exec brotli -q "$quality" -k -f {} + -exec gzip "-$((quality < 9 ? quality : 9))" -k -f {} +
}

# put NAME: puts a folder that was made into OUT.
put() {
    echo "build.sh: compressing $1; the editor takes a minute" >&2
    compress "$scratch/$1"
    rm -rf "${out:?}/$1"
    cp -R "$scratch/$1" "$out/$1"
}

# sizes FOLDER: prints the sizes of the files, plain and with brotli.
sizes() {
    local file
    find "$1" -type f ! -name '*.br' ! -name '*.gz' | sort | while read -r file; do
        printf '%9d %9d %s\n' "$(stat -c %s "$file")" "$(stat -c %s "$file.br")" "${file#"$out/"}"
    done
}

for page in "$@"; do
    made=$scratch/$page
    mkdir "$made"
    case $page in
    app)
        cp -R page/. "$made"
        build "${WEB_PROFILE:-dist}" battlewright-web battlewright-exchange
        module "${WEB_PROFILE:-dist}" battlewright-web battlewright "$made"
        module "${WEB_PROFILE:-dist}" battlewright-exchange exchange "$made"
        sed -i "s/data-size=\"0\"/data-size=\"$(stat -c %s "$made/battlewright.wasm")\"/" "$made/index.html"
        by_content "$made" battlewright.wasm battlewright.js worker.js exchange.wasm exchange.js exchange-worker.js style.css main.js index.html
        # Folders of their own: the page, and what is only fetched when it is needed.
        mkdir "$scratch/edit" "$scratch/exchange"
        mv "$made/index.html" "$scratch/edit"
        mv "$made"/exchange* "$scratch/exchange"
        put edit
        put exchange
        ;;
    play)
        program "${WEB_PROFILE:-small}" battlewright-play-page play "$made"
        node play/assemble.mjs "$made"
        ;;
    replay)
        cp -R replay/page/. "$made"
        program "${WEB_PROFILE:-small}" battlewright-replay-page replay "$made"
        replay/standalone.sh "$made"
        by_content "$made" replay.wasm replay.js map.js style.css page.js index.html
        ;;
    resolver)
        cp -R resolver/page/. "$made"
        program "${WEB_PROFILE:-small}" battlewright-resolver-page resolver "$made"
        program "${WEB_PROFILE:-small}" battlewright-resolver-rules-page rules "$made"
        node resolver/form.mjs "$made"
        by_content "$made" rules.wasm rules.js resolver.wasm resolver.js form.js style.css page.js index.html offline.js
        ;;
    *)
        echo "build.sh: there is no program $page: app, play, replay, resolver" >&2
        exit 2
        ;;
    esac
    put "$page"
    printf '    plain    brotli\n'
    sizes "$out/$page"
done
