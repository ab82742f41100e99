#!/usr/bin/env bash
# How strong the computer players are against each other, on each bundled scenario and from both sides: the share of games
# won by the player named first (draws count half), with a 95 % Wilson interval.
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
search:300,greedy search:1000,greedy}"

cargo build -q --locked --release -p battlewright-cli
target=${CARGO_TARGET_DIR:-target}
program=$target/release/battlewright
# What is kept belongs to one program: another may play otherwise.
kept=${KEPT:-$target/strength}/$(sha256sum "$program" | cut -c1-12)
mkdir -p "$kept"

printf '%-24s %-22s %5s  %-17s %-17s %s\n' scenario players games 'as first side' 'as second side' mean
for pair in "${pairs[@]}"; do
    IFS=, read -r one other <<<"$pair"
    for scenario in "${scenarios[@]}"; do
        for players in "$one,$other" "$other,$one"; do
            log=$kept/$scenario.${players//[:,]/_}.log
            touch "$log"
            # Half a line was not played to its end.
            sed -i '/^Seed [0-9]*: .*, points: /!d' "$log"
            played=$(wc -l <"$log")
            if ((played < games)); then
                "$program" play "scenarios/$scenario.toml" --players "$players" --seed "$((played + 1))..$games" |
                    grep --line-buffered '^Seed ' >>"$log"
            fi
        done
        python3 - "$scenario" "$one" "$other" "$games" "$kept/$scenario.${one//:/_}_${other//:/_}.log" \
            "$kept/$scenario.${other//:/_}_${one//:/_}.log" <<'PYTHON'
import math
import re
import sys

scenario, one, other, games, *logs = sys.argv[1:]


def share(log, place):
    """The share of the player in this place, and how many games there were."""
    won = count = 0
    for line in open(log, encoding="utf-8").readlines()[: int(games)]:
        told, sides = re.match(r"Seed \d+: turn \d+, (.*), points: (.*)", line).groups()
        # "Germans 3, French 4": the names of the sides, in order.
        names = re.match(r"(.*) -?\d+, (.*) -?\d+$", sides).groups()
        winner = told.rsplit(" (", 1)[0]
        won += 1 if winner == names[place] else 0.5 if winner not in names else 0
        count += 1
    return won / count, count


def wilson(p, n):
    z = 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{100 * p:3.0f}% ({100 * (middle - half):.0f} to {100 * (middle + half):.0f})"


(first, n), (second, m) = share(logs[0], 0), share(logs[1], 1)
mean = (first + second) / 2
print(f"{scenario:24} {one + ' v ' + other:22} {n:5}  {wilson(first, n):17} {wilson(second, m):17} {wilson(mean, n + m)}", flush=True)
PYTHON
    done
done
