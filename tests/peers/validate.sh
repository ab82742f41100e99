#!/usr/bin/env bash
# How long Battlewright and other validators of TOML take to check the same files: 1,000 scenarios of about 40 KB, and
# single ones of 6 MB (a map of a million hexes) and 5 MB (thousands of rows). The peers check a JSON Schema only;
# Battlewright checks with all lints, and asks the rules. Seconds of CPU are what to look at on a machine that has other
# work to do.
#
#     tests/peers/validate.sh [RUNS]      each command runs so many times (3), in turn with the others
#
# Needs Rust, and what apt, PyPI and npm have: on a bare Debian it installs the rest, the peers into a temporary folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
runs=${1:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

tests/packages.sh build-essential=cc python3-venv npm=npm time

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check tombi taplo check-jsonschema
npm install --silent --no-audit --no-fund --prefix "$folder" pajv v8r

# The program as it is handed to others: see `[profile.dist]` in Cargo.toml.
cargo build -q --locked --profile dist -p battlewright-cli
cargo build -q --locked --release -p battlewright-schema --example make_scenarios
built=$(realpath "${CARGO_TARGET_DIR:-target}")
program=$built/dist/battlewright
"$built/release/examples/make_scenarios" "$folder/files"

cd "$folder/files"
schema=$folder/schema/json/position-magnifique.schema.json
mkdir -p "$(dirname "$schema")"
"$program" schema --system position-magnifique >"$schema"
# pajv knows no newer draft; it reads the same keywords.
sed 's|https://json-schema.org/draft/2020-12/schema|http://json-schema.org/draft-06/schema#|' "$schema" >"$folder/draft-06.json"
printf '[[schemas]]\npath = "%s"\ninclude = ["**/*.toml"]\n' "$schema" >tombi.toml

# Each peer is told which schema to take; the comments in which the files name theirs would tell some of them twice.
sed -i '1{/^#:schema /d}' many/*.toml map.toml rows.toml
peers=(battlewright taplo pajv tombi v8r check-jsonschema)

# set_command NAME FILES: how a peer checks these files, which pajv wants as one pattern.
set_command() {
    local name=$1
    shift
    case $name in
        battlewright) command=("$program" validate "$@") ;;
        taplo) command=("$folder/venv/bin/taplo" lint --schema "file://$schema" "$@") ;;
        pajv) command=("$folder/node_modules/.bin/pajv" -s "$folder/draft-06.json" -d "$([[ $# == 1 ]] && echo "$1" || echo "$(dirname "$1")/*.toml")") ;;
        tombi) command=("$folder/venv/bin/tombi" lint --offline "$@") ;;
        v8r) command=("$folder/node_modules/.bin/v8r" --schema "$schema" "$@") ;;
        check-jsonschema) command=("$folder/venv/bin/check-jsonschema" --schemafile "$schema" "$@") ;;
    esac
}

# Who finds nothing where the schema is broken checks nothing.
mkdir planted
sed '0,/^movement = .*/s//movement = "fast"/' many/0000.toml >planted/type.toml
sed '0,/^kind = .*/s//kind = "infantery"/' many/0000.toml >planted/word.toml
for name in "${peers[@]}"; do
    for file in many/0000.toml planted/*.toml; do
        set_command "$name" "$file"
        status=0
        "${command[@]}" >"$folder/out" 2>&1 || status=$?
        if [[ $file == planted/* ]] && ((status == 0)) || [[ $file == many/* ]] && ((status != 0)); then
            echo "$name does not check: status $status for $file" >&2
            cat "$folder/out" >&2
            exit 1
        fi
    done
done

# measure NAME TASK COMMAND…: one run, noted as "TASK NAME seconds user system kilobytes".
measure() {
    local name=$1 task=$2 status=0
    shift 2
    /usr/bin/time -o "$folder/time" -f '%e %U %S %M' "$@" >"$folder/out" 2>&1 || status=$?
    if ((status != 0)); then
        echo "$name failed ($task):" >&2
        tail -n 5 "$folder/out" >&2
        return
    fi
    echo "$task $name $(tail -n 1 "$folder/time")" >>"$folder/measured"
}

for ((run = 0; run < runs; run++)); do
    for task in many map.toml rows.toml; do
        files=("$task")
        [[ $task == many ]] && files=(many/*.toml)
        for name in "${peers[@]}"; do
            set_command "$name" "${files[@]}"
            measure "$name" "$task" "${command[@]}"
        done
    done
done

python3 - "$folder/measured" <<'TABLE'
import collections, statistics, sys

measured = collections.defaultdict(list)
for line in open(sys.argv[1]):
    task, name, seconds, user, system, kilobytes = line.split()
    measured[task, name].append((float(seconds), float(user) + float(system), int(kilobytes) / 1024))
titles = {"many": "1,000 files of about 40 KB", "map.toml": "one map of 6 MB", "rows.toml": "5 MB of rows"}
for task, title in titles.items():
    print(f"\n{title}\n{'medians':<20}{'s':>8}{'to ours':>10}{'s of CPU':>12}{'to ours':>10}{'peak, MB':>12}")
    rows = sorted((*map(statistics.median, zip(*runs)), name) for (of, name), runs in measured.items() if of == task)
    [(all_seconds, all_cpu)] = [(row[0], row[1]) for row in rows if row[3] == "battlewright"]
    for seconds, cpu, peak, name in rows:
        to_ours = [f"{of / max(ours, 0.01):.1f} x" for of, ours in ((seconds, all_seconds), (cpu, all_cpu))]
        print(f"{name:<20}{seconds:>8.2f}{to_ours[0]:>10}{cpu:>12.2f}{to_ours[1]:>10}{peak:>12.0f}")
TABLE
