#!/usr/bin/env bash
# Packs programs for a release: .github/pack.sh TARGET PROGRAMS WEB
#
# TARGET is the triple that the programs in the folder PROGRAMS are built for, WEB the folder of the web programs, which
# `battlewright` finds beside itself. Writes an archive that install.sh unpacks into this folder, and prints its name.
set -euo pipefail

target=${1:?usage: .github/pack.sh TARGET PROGRAMS WEB}
programs=${2:?usage: .github/pack.sh TARGET PROGRAMS WEB}
web=${3:?usage: .github/pack.sh TARGET PROGRAMS WEB}
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
name=battlewright-$("$source/.github/version.sh")-$target
suffix=
[[ $target != *windows* ]] || suffix=.exe

rm -rf "$name"
mkdir "$name"
cp "$programs/battlewright$suffix" "$programs/battlewright-editor$suffix" "$source/README.md" "$source"/LICENSE-* "$name"
cp -R "$web" "$name/web"
if [[ -z $suffix ]]; then
    archive=$name.tar.gz
    tar -czf "$archive" "$name"
elif command -v 7z >/dev/null; then
    archive=$name.zip
    7z a -bso0 -bsp0 "$archive" "$name"
else
    archive=$name.zip
    python3 -m zipfile --create "$archive" "$name"
fi
rm -rf "$name"
echo "$archive"
