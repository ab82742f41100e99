#!/usr/bin/env bash
# Makes FOLDER/standalone.html of the files of the replay page in FOLDER: one file that asks for nothing, from a disk or a mail.
# `@GAME@` stands in it once, for the text of a replay file as a JSON string whose every `<` is written `\u003c`.
set -euo pipefail
cd "${1:?usage: web/replay/standalone.sh FOLDER}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# hash FILE: prints the hash of an inline script or style, as a Content-Security-Policy has it.
hash() {
    # shellcheck disable=SC2059 # The escapes of the format are the bytes.
    printf "$(sha256sum "$1" | cut -c 1-64 | sed 's/../\\x&/g')" | base64
}

{
    # The modules as one: names of the page may be those of the glue, so that they stand in a block.
    sed 's/^export \(function\|class\)/\1/; /^export /d' replay.js
    printf '{\nconst init = __wbg_init;\n'
    sed '/^import /d; s/^export //' map.js page.js
    printf '}\n'
} >"$scratch/program.js"
if grep -qi '</script\|<!--\|@GAME@\|^export \|^import ' "$scratch/program.js"; then
    echo "standalone.sh: the program cannot stand in a page" >&2
    exit 1
fi
{
    while IFS= read -r line; do
        case $line in
        *Content-Security-Policy*)
            printf "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-%s' 'wasm-unsafe-eval'; style-src 'sha256-%s'; img-src data:; base-uri 'none'; form-action 'none'\">\n" \
                "$(hash "$scratch/program.js")" "$(hash style.css)"
            ;;
        *'rel="stylesheet"'*) printf '<style>' && cat style.css && printf '</style>\n' ;;
        *'rel="preload"'* | *'rel="modulepreload"'*) ;;
        *'<script type="module"'*) printf '<script type="module">' && cat "$scratch/program.js" && printf '</script>\n' ;;
        '</body>')
            printf '<script type="application/octet-stream" id="program">'
            gzip -9 -n -c replay.wasm | base64 -w 0
            printf '</script>\n<script type="application/json" id="game">@GAME@</script>\n%s\n' "$line"
            ;;
        *) printf '%s\n' "$line" ;;
        esac
    done <index.html
} >"$scratch/standalone.html"
mv "$scratch/standalone.html" standalone.html
