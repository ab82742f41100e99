#!/usr/bin/env bash
# Everything that Battlewright writes for other programs, read by other people's programs: one line for each format and
# reader, with what was placed and compared.
#
#     tests/interop.sh
#
# Needs Rust, and what apt, PyPI and npm have: on a bare Debian it installs the rest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

missing=()
# wanted PACKAGE PROGRAM: what to install, unless there is the program that it brings.
wanted() {
    command -v "$2" >/dev/null || missing+=("$1")
}
wanted build-essential cc
wanted npm npm
wanted poppler-utils pdftotext
wanted librsvg2-bin rsvg-convert
wanted tiled tmxrasterizer
python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)
if ((${#missing[@]} > 0)); then
    sudo=()
    ((EUID == 0)) || sudo=(sudo)
    "${sudo[@]}" apt-get update -q
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
fi

exec cargo test -q --locked --workspace --test interop -- --nocapture
