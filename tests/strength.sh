#!/usr/bin/env bash
# How strong the computer players are against each other, on each bundled scenario and from both sides: the share of games
# won by the player named first (draws count half), with a 95 % Wilson interval. The mean over both sides takes out what
# a side is worth: a player against its like comes to half in it, however unfair the scenario is.
#
#     tests/strength.sh [GAMES] [SCENARIO...]     games a pairing and side (400), scenarios by name, such as tutorial (all)
#
# PAIRS="greedy,random search:100,greedy" plays these pairings instead. Games are kept in the folder of KEPT
# (target/strength) as they are played; a run that was stopped goes on where it was. Needs Rust and Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
games=${1:-400}
shift || true
scenarios=("$@")
((${#scenarios[@]} > 0)) || for file in scenarios/*.toml; do scenarios+=("$(basename "$file" .toml)"); done
read -r -a pairs <<<"${PAIRS:-greedy,greedy greedy,random search:10,greedy search:30,greedy search:100,greedy \
search:300,greedy search:1000,greedy plan:48,greedy plan:400,greedy}"

cargo build -q --locked --release --bin battlewright
target=${CARGO_TARGET_DIR:-target}
program=$target/release/battlewright
# What is kept belongs to one program: another may play otherwise.
kept=${KEPT:-$target/strength}/$(sha256sum "$program" | cut -c1-12)
mkdir -p "$kept"

# played SCENARIO PLAYERS: plays what was not played yet, and prints the report as JSON.
played() {
    "$program" playtest "scenarios/$1.toml" --players "$2" --games "$games" \
        --out "$kept/$1.${2//[:,]/_}.$games.jsonl" --resume --format json
}

printf '%-24s %-22s %5s  %-17s %-17s %s\n' scenario players games 'as first side' 'as second side' mean
for pair in "${pairs[@]}"; do
    IFS=, read -r one other <<<"$pair"
    for scenario in "${scenarios[@]}"; do
        played "$scenario" "$one,$other" >"$kept/first.json"
        played "$scenario" "$other,$one" >"$kept/second.json"
        python3 - "$scenario" "$one v $other" "$kept/first.json" "$kept/second.json" <<'PYTHON'
import json
import math
import sys

scenario, players, *reports = sys.argv[1:]
first, second = (json.load(open(report, encoding="utf-8")) for report in reports)
n, m = first["games"], second["games"]


def wilson(p, n):
    z = 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{100 * p:3.0f}% ({100 * max(0.0, middle - half):.0f} to {100 * (middle + half):.0f})"


as_first, as_second = first["score"]["value"], 1 - second["score"]["value"]
mean = (as_first * n + as_second * m) / (n + m)
print(f"{scenario:24} {players:22} {n:5}  {wilson(as_first, n):17} {wilson(as_second, m):17} {wilson(mean, n + m)}", flush=True)
PYTHON
    done
done
