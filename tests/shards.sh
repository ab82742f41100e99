#!/usr/bin/env bash
# A playtest in one piece, and in parts under several batch systems: the recipes of docs/guide/many-machines.md, run as
# they stand there but for the number of games. Each must come to the same report and the same games, byte by byte. In
# Dask's run a worker is killed midway, with the game that it is playing.
#
#     tests/shards.sh [GAMES]      so many games (400), each way
#
# Needs Rust, make, GNU parallel, and Dask from PyPI: what is missing is installed, Dask into a temporary folder. BATTLEWRIGHT
# names the command line; without it, it is built.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
games=${1:-400}
guide=$PWD/docs/guide/many-machines.md
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

tests/packages.sh build-essential=make python3-venv parallel=parallel
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check 'dask[distributed]'

if [[ -z ${BATTLEWRIGHT:-} ]]; then
    cargo build -q --locked --release --bin battlewright
    BATTLEWRIGHT=${CARGO_TARGET_DIR:-target}/release/battlewright
fi
mkdir "$folder/bin"
cp "$BATTLEWRIGHT" "$folder/bin/battlewright"
export PATH=$folder/bin:$folder/venv/bin:$PATH

# recipe NAME LANGUAGE: the first block in this language under the guide's heading of this name.
recipe() {
    sed -n "/^## $1\$/,/^## /p" "$guide" | sed -n "/^\`\`\`$2\$/,/^\`\`\`\$/{/^\`\`\`/d;p}" |
        sed "s/\\b2000\\b/$games/"
}

# run NAME COMMAND…: runs it in a folder of its own with a scenario, and tells what came of it.
run() {
    local name=$1 since=$SECONDS
    shift
    mkdir "$folder/$name"
    cp scenarios/mars-la-tour.toml "$folder/$name/my-battle.toml"
    (cd "$folder/$name" && "$@") >"$folder/$name.log" 2>&1 || { cat "$folder/$name.log"; echo "$name failed"; exit 1; }
    printf '%-9s %5d games  report %s  games %s  %4d s\n' "$name" $(($(wc -l <"$folder/$name/games.jsonl") - 1)) \
        "$(sha256sum <"$folder/$name/report.txt" | cut -c 1-16)" "$(sha256sum <"$folder/$name/games.jsonl" | cut -c 1-16)" \
        $((SECONDS - since))
}

in_one_piece() {
    battlewright playtest my-battle.toml --games "$games" --players greedy,greedy --out games.jsonl >report.txt
}

with_make() {
    recipe make make >Makefile
    make -j 2
}

with_parallel() {
    recipe 'GNU parallel' sh >run.sh
    bash -e run.sh
}

# A worker and the game under way in it are killed when the third part is done; its own nanny starts another.
with_dask() {
    recipe Dask python >run.py
    python run.py >told.txt 2>errors.txt &
    local run=$! victim='' game=''
    until (($(grep -c 'is done' told.txt || true) >= 3)); do
        kill -0 "$run" || { cat errors.txt; return 1; }
        sleep 0.05
    done
    until [[ -n $victim ]]; do
        kill -0 "$run" || { echo "no worker was playing"; return 1; }
        for game in $(pgrep -x battlewright); do
            [[ $(readlink "/proc/$game/cwd") == "$PWD" ]] || continue
            # A worker is the parent of a program that plays.
            victim=$(ps -o ppid= -p "$game" | tr -d ' ')
            kill -KILL "$victim" "$game" && break || victim=''
        done
    done
    wait "$run"
    (($(grep -c 'is done' told.txt) == 20)) || return 1
    echo "worker $victim was killed" >killed.txt
}

run one-piece in_one_piece
run make with_make
run parallel with_parallel
run dask with_dask

for name in make parallel dask; do
    cmp "$folder/one-piece/report.txt" "$folder/$name/report.txt"
    cmp "$folder/one-piece/games.jsonl" "$folder/$name/games.jsonl"
done
grep -q 'was killed' "$folder/dask/killed.txt"
echo "all the same, with a worker of Dask killed midway"
