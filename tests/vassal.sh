#!/usr/bin/env bash
# Opens the bundled scenarios as modules in VASSAL itself and asks it in which hexes the counters are.
#
# VASSAL_JAR names the Vengine.jar of an installed VASSAL 3.7; nothing is downloaded. Java, a JDK, comes from the same place
# as VASSAL's own, and xvfb-run (Debian's xvfb) gives it a screen.
set -euo pipefail
cd "$(dirname "$0")/.."

if [[ -z ${VASSAL_JAR:-} ]]; then
    echo "skipped: VASSAL_JAR does not name a Vengine.jar"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
javac -cp "$VASSAL_JAR" -d "$work" tests/vassal/PieceLocations.java
cargo build --quiet --bin battlewright
failed=0
for scenario in scenarios/*.toml; do
    module=$work/$(basename "$scenario" .toml).vmod
    target/debug/battlewright export "$scenario" --out "$module" >/dev/null
    # Only the engine's jar: it finds its own libraries and pictures beside it.
    echo "$scenario"
    HOME=$work xvfb-run --auto-servernum java -Duser.home="$work" -cp "$VASSAL_JAR:$work" PieceLocations "$module" || failed=1
done
exit "$failed"
