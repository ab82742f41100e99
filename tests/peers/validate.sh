#!/usr/bin/env bash
# How long Battlewright and other validators of TOML take to check the same files: 1,000 scenarios of about 40 KB, and
# single ones of 6 MB (a map of a million hexes) and 5 MB (thousands of rows). The peers check a JSON Schema only;
# Battlewright checks with all lints, and asks the rules.
#
#     tests/peers/validate.sh [RUNS]      each command runs so many times (3), in turn with the others
#
# Needs Rust, and what apt, PyPI and npm have: on a bare Debian it installs the rest, the peers into a temporary folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
runs=${1:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

missing=()
for package in build-essential python3-venv npm time; do
    case $package in
        build-essential) command -v cc ;;
        python3-venv) python3 -c 'import venv, ensurepip' ;;
        npm) command -v npm ;;
        time) test -x /usr/bin/time ;;
    esac >/dev/null 2>&1 || missing+=("$package")
done
if ((${#missing[@]} > 0)); then
    sudo=()
    ((EUID == 0)) || sudo=(sudo)
    "${sudo[@]}" apt-get update -q
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
fi

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check tombi taplo check-jsonschema
npm install --silent --no-audit --no-fund --prefix "$folder" pajv v8r

cargo build -q --locked --release -p battlewright-cli
cargo run -q --locked --release -p battlewright-schema --example make_scenarios -- "$folder/files"
program=$(realpath "${CARGO_TARGET_DIR:-target}/release/battlewright")

cd "$folder/files"
schema=$folder/schema/json/position-magnifique.schema.json
mkdir -p "$(dirname "$schema")"
"$program" schema --system position-magnifique >"$schema"
# pajv knows no newer draft; it reads the same keywords.
sed 's|https://json-schema.org/draft/2020-12/schema|http://json-schema.org/draft-06/schema#|' "$schema" >"$folder/draft-06.json"
printf '[[schemas]]\npath = "%s"\ninclude = ["**/*.toml"]\n' "$schema" >tombi.toml

# measure NAME TASK COMMAND…: one run, noted as "TASK NAME seconds kilobytes".
measure() {
    local name=$1 task=$2 status=0
    shift 2
    /usr/bin/time -o "$folder/time" -f '%e %M' "$@" >"$folder/out" 2>&1 || status=$?
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
        measure battlewright "$task" "$program" validate "${files[@]}"
        measure tombi "$task" "$folder/venv/bin/tombi" lint --offline "${files[@]}"
        measure check-jsonschema "$task" "$folder/venv/bin/check-jsonschema" --schemafile "$schema" "${files[@]}"
        measure pajv "$task" "$folder/node_modules/.bin/pajv" -s "$folder/draft-06.json" -d "$task$([[ $task == many ]] && echo '/*.toml')"
        # These two take minutes where the others take seconds.
        ((run == 0)) || continue
        measure taplo "$task" "$folder/venv/bin/taplo" lint --schema "file://$schema" "${files[@]}"
        measure v8r "$task" "$folder/node_modules/.bin/v8r" --schema "$schema" "${files[@]}"
    done
done

python3 - "$folder/measured" <<'TABLE'
import collections, statistics, sys

times, memory = collections.defaultdict(list), collections.defaultdict(list)
for line in open(sys.argv[1]):
    task, name, seconds, kilobytes = line.split()
    times[task, name].append(float(seconds))
    memory[task, name].append(int(kilobytes))
titles = {"many": "1,000 files of about 40 KB", "map.toml": "one map of 6 MB", "rows.toml": "5 MB of rows"}
for task, title in titles.items():
    print(f"\n{title}\n{'':<20}{'median, s':>12}{'to ours':>12}{'peak, MB':>12}")
    rows = sorted((statistics.median(all), name) for (of, name), all in times.items() if of == task)
    ours = max(dict((name, median) for median, name in rows)["battlewright"], 0.01)
    for median, name in rows:
        print(f"{name:<20}{median:>12.2f}{median / ours:>10.1f} x{max(memory[task, name]) / 1024:>12.0f}")
TABLE
