#!/usr/bin/env bash
# Maps derived from real extracts of OpenStreetMap: Malta and Niue, which the crate osm-io brings for its own tests (data under
# ODbL 1.0, © OpenStreetMap contributors). Nothing of them is kept in the repository.
#
#     tests/ground.sh [FOLDER]       with FOLDER, a picture of each source and its map is written there
#
# Needs Rust, and the registry that Cargo uses.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
mkdir "$scratch/src" "$scratch/data"
: >"$scratch/src/lib.rs"
cat >"$scratch/Cargo.toml" <<'MANIFEST'
[package]
name = "extracts"
version = "0.0.0"
edition = "2024"

[dependencies]
osm-io = "=0.3.0"

[workspace]
MANIFEST
cargo vendor -q --manifest-path "$scratch/Cargo.toml" --no-delete "$scratch/vendor" >/dev/null
cp "$scratch"/vendor/osm-io/tests/fixtures/{malta-latest,niue-230109}.osm.pbf "$scratch/data/"

GROUND_DATA=$scratch/data GROUND_PICTURES=${1:+$(realpath "$1")} \
    cargo test -q --locked -p battlewright-ground --test it real -- --ignored --nocapture
