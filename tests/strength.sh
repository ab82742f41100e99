#!/usr/bin/env bash
# The ladder of the computer players: how strong each is against a weaker one, on each bundled scenario and from both sides. It
# prints rows of the table in docs/guide/computer-players.md: the share of games won by the player named first (a draw counts half),
# with the 95 % Wilson interval, and by how many victory points it led. The mean over both sides takes out what a side is worth: equal
# players reach 50 % and a lead of 0. Where one side always wins, only the lead tells the players apart.
#
#     tests/strength.sh [GAMES] [SCENARIO...]     games a pairing and side (100), scenarios by name, such as tutorial (all)
#
# PAIRS="greedy,random search:100,greedy" plays these pairings instead. Games are written to the folder of KEPT
# (target/strength) as they end; a run that was stopped goes on where it was. Needs Rust and Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
games=${1:-100}
shift || true
scenarios=("$@")
((${#scenarios[@]} > 0)) || for file in scenarios/*.toml; do scenarios+=("$(basename "$file" .toml)"); done
read -r -a pairs <<<"${PAIRS:-greedy,random plan:48,greedy plan:400,greedy plan:400,plan:48 search:400,greedy}"

cargo build -q --locked --release --bin battlewright
target=${CARGO_TARGET_DIR:-target}
program=$target/release/battlewright
# The games belong to one program: another may play otherwise.
kept=${KEPT:-$target/strength}/$(sha256sum "$program" | cut -c1-12)
mkdir -p "$kept"

# played SCENARIO PLAYERS: plays the games that are missing, and prints the report as JSON.
played() {
    "$program" playtest "scenarios/$1.toml" --players "$2" --games "$games" \
        --out "$kept/$1.${2//[:,]/_}.$games.jsonl" --resume --format json
}

echo '| scenario | players | games per side | as first side | as second side | both | lead in points |'
echo '|---|---|---|---|---|---|---|'
for pair in "${pairs[@]}"; do
    IFS=, read -r one other <<<"$pair"
    for scenario in "${scenarios[@]}"; do
        played "$scenario" "$one,$other" >"$kept/first.json"
        played "$scenario" "$other,$one" >"$kept/second.json"
        python3 - "$one, $other" "$kept/first.json" "$kept/second.json" <<'PYTHON'
import json
import math
import sys

players, *reports = sys.argv[1:]
first, second = (json.load(open(report, encoding="utf-8")) for report in reports)


def wilson(wins, n):
    p, z = wins / n, 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{100 * p:.0f} % ({100 * max(0.0, middle - half):.0f} to {100 * min(1.0, middle + half):.0f})"


n, m = first["games"], second["games"]
as_first, as_second = first["score"]["value"] * n, (1 - second["score"]["value"]) * m
shares = [wilson(as_first, n), wilson(as_second, m), wilson(as_first + as_second, n + m)]
margins = first["margin"], second["margin"]
lead = (margins[0]["mean"] - margins[1]["mean"]) / 2
error = math.hypot(margins[0]["margin"], margins[1]["margin"]) / 2
# No minus stands before a zero.
lead, low, high = (round(points, 1) + 0.0 for points in (lead, lead - error, lead + error))
print(f"| {first['title']} | {players} | {n} | {' | '.join(shares)} | {lead} ({low} to {high}) |", flush=True)
PYTHON
    done
done
