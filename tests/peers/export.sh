#!/usr/bin/env bash
# How long Battlewright takes to write maps as pictures and pages, beside tmxrasterizer on the same map as a Tiled map and
# rsvg-convert on the same map as a drawing, all to the same number of pixels. A peer that gives up is left out.
#
#     tests/peers/export.sh [RUNS]      each command runs so many times (3), in turn with the others
#
# Needs Rust, and what apt has: on a bare Debian it installs the rest.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
runs=${1:-3}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

tests/packages.sh build-essential=cc python3=python3 librsvg2-bin=rsvg-convert tiled=tmxrasterizer time

sizes=(27x21 200x200 1000x1000)
cargo build -q --locked --release --workspace --bin battlewright --example make_scenarios
release=$(realpath "${CARGO_TARGET_DIR:-target}/release")
program=$release/battlewright
"$release/examples/make_scenarios" "$folder" "${sizes[@]}"
cd "$folder"
export QT_QPA_PLATFORM=offscreen XDG_RUNTIME_DIR=$folder

# measure NAME TASK FILE COMMAND…: one run, noted as "TASK NAME seconds kilobytes", if it makes FILE.
measure() {
    local name=$1 task=$2 file=$3
    shift 3
    rm -f "$file"
    if ! timeout 900 /usr/bin/time -o time -f '%e %M' "$@" >out 2>&1 || [[ ! -s $file ]]; then
        echo "$name gave up ($task): $(tail -n 1 out)" >&2
        return
    fi
    echo "$task $name $(tail -n 1 time)" >>measured
}

for size in "${sizes[@]}"; do
    # A million hexes are drawn smaller: 168 million pixels.
    hex=60
    [[ $size == 1000x1000 ]] && hex=14
    "$program" export "$size.toml" --to svg --out "$size.svg" >out
    "$program" export "$size.toml" --to tmx --out "$size.tmx" >out
done
for ((run = 0; run < runs; run++)); do
    for size in "${sizes[@]}"; do
        hex=60
        [[ $size == 1000x1000 ]] && hex=14
        measure battlewright "png-$size" ours.png "$program" export "$size.toml" --to png --hex "${hex}px" --out ours.png
        width=$(python3 -c 'import struct; print(*struct.unpack(">I", open("ours.png", "rb").read(20)[16:]))')
        # A peer whose last pixels cannot be told from none is not asked for the largest drawing: it takes minutes.
        [[ $size == 1000x1000 ]] || measure rsvg-convert "png-$size" theirs.png rsvg-convert --unlimited --width "$width" --keep-aspect-ratio --output theirs.png "$size.svg"
        measure tmxrasterizer "png-$size" theirs.png tmxrasterizer --size "$width" "$size.tmx" theirs.png
        # A PDF has at most 40,000 hexes.
        [[ $size == 1000x1000 ]] && continue
        measure battlewright "pdf-$size" ours.pdf "$program" export "$size.toml" --to pdf --paper sheet --sheets map --units --hex 8mm --out ours.pdf
        measure rsvg-convert "pdf-$size" theirs.pdf rsvg-convert --unlimited --format pdf --output theirs.pdf "$size.svg"
    done
done

python3 - measured <<'TABLE'
import collections, statistics, sys

measured = collections.defaultdict(list)
for line in open(sys.argv[1]):
    task, name, seconds, kilobytes = line.split()
    measured[task, name].append((float(seconds), int(kilobytes) / 1024))
print(f"{'medians':<16}{'':<16}{'s':>8}{'to ours':>10}{'peak, MiB':>12}")
for task in dict.fromkeys(task for task, _ in measured):
    rows = sorted((*map(statistics.median, zip(*runs)), name) for (of, name), runs in measured.items() if of == task)
    ours = next(row[0] for row in rows if row[2] == "battlewright")
    for seconds, peak, name in rows:
        print(f"{task:<16}{name:<16}{seconds:>8.3f}{seconds / max(ours, 0.001):>9.1f}x{peak:>12.0f}")
TABLE
