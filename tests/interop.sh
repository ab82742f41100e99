#!/usr/bin/env bash
# Everything that Battlewright writes for other programs, read by other people's programs: one line for each format and
# reader, with what was placed and compared.
#
#     tests/interop.sh
#
# Needs Rust, and what apt, PyPI and npm have: on a bare Debian it installs the rest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

tests/packages.sh build-essential=cc npm=npm poppler-utils=pdftotext qpdf librsvg2-bin=rsvg-convert tiled=tmxrasterizer \
    python3-venv

exec cargo test -q --locked --workspace --test interop -- --nocapture
