#!/usr/bin/env bash
# Installs Debian's packages for those programs that are not there: names of packages, or PACKAGE=PROGRAM where a package
# brings a program that may have come from elsewhere.
#
#     tests/packages.sh build-essential=cc python3-venv tiled=tmxrasterizer
set -euo pipefail

missing=()
for wanted in "$@"; do
    case $wanted in
        *=*) command -v "${wanted#*=}" ;;
        python3-venv) python3 -c 'import ensurepip, venv' ;;
        *) dpkg-query -W -f '${Status}' "$wanted" | grep -q 'ok installed' ;;
    esac >/dev/null 2>&1 || missing+=("${wanted%%=*}")
done
((${#missing[@]} > 0)) || exit 0
sudo=()
((EUID == 0)) || sudo=(sudo)
echo "installing ${missing[*]}" >&2
"${sudo[@]}" apt-get update -q >&2
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" >&2
