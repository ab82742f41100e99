#!/usr/bin/env bash
# Installs a released `battlewright`, with the web programs beside it:
#
#     .github/install.sh FOLDER [VERSION]
#
# VERSION is by default that of this source, and the repository of the release the one that the action came from. The
# archive must have the hash that SHA256SUMS of the release states. If there is no release of this version, or none for
# this system, the program is built from this source, which needs Rust. Every other failure is an error.
# With `gh` and GH_TOKEN, the archive must also be attested to come from the release workflow of the repository on GitHub:
# whoever can replace a file of a release can replace its hash, but attest nothing. Without them, a notice says so.
# Prints the folder of the program. On GitHub, later steps find the program by its name.
set -euo pipefail

source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Only HTTPS, also after a redirect. The tests serve a release on their own machine.
protocols=${BATTLEWRIGHT_TEST_PROTOCOLS:-=https}

# told error|notice MESSAGE: not on standard output, which is the folder alone. GitHub shows it on the page of the run, and
# obeys every line that looks like a command: what is in the message stays on its line.
told() {
    local message=$2
    if [[ -n ${GITHUB_ACTIONS:-} ]]; then
        message=${message//'%'/%25}
        message=${message//$'\r'/%0D}
        message=${message//$'\n'/%0A}
        echo "::$1 title=Battlewright::$message" >&2
    else
        echo "install.sh: $2" >&2
    fi
}

fail() {
    told error "$1"
    exit 1
}

# The repository of the releases: the one that the runner took this action from.
repository() {
    local path=${GITHUB_ACTION_PATH:-} repository=${BATTLEWRIGHT_REPOSITORY:-${GITHUB_REPOSITORY:-}}
    path=${path//\\//}
    if [[ $path =~ /_actions/([^/]+/[^/]+)/ ]]; then
        repository=${BASH_REMATCH[1]}
    fi
    [[ -n $repository ]] || fail "the repository of the releases is not known: set BATTLEWRIGHT_REPOSITORY to OWNER/NAME"
    echo "$repository"
}

# The address of the releases.
releases() {
    local repository
    repository=$(repository) || exit
    echo "${GITHUB_SERVER_URL:-https://github.com}/$repository/releases/download"
}

# attested ARCHIVE: fails unless the release workflow of the repository made it. A notice says why GitHub is not asked.
attested() {
    local repository missing=
    if [[ ${GITHUB_SERVER_URL:-https://github.com} != https://github.com ]]; then
        missing="$GITHUB_SERVER_URL attests no files"
    elif ! command -v gh >/dev/null; then
        missing="the program \`gh\` is missing"
    elif [[ -z ${GH_TOKEN:-} ]]; then
        missing="GH_TOKEN is not set"
    fi
    if [[ -n $missing ]]; then
        told notice "${1##*/} has the hash of its release; its attestation was not asked for: $missing"
        return 0
    fi
    repository=$(repository) || exit
    gh attestation verify "$1" --repo "$repository" --signer-workflow "$repository/.github/workflows/release.yml" >&2 ||
        fail "${1##*/} is not attested by the release workflow of $repository: it is not run; report it to the project"
}

# The target triple of this system, as archives name it; empty if none is built for it.
platform() {
    case "${RUNNER_OS:-$(uname -s)} ${RUNNER_ARCH:-$(uname -m)}" in
    "Linux X64" | "Linux x86_64") echo x86_64-unknown-linux-gnu ;;
    "Linux ARM64" | "Linux aarch64") echo aarch64-unknown-linux-gnu ;;
    "macOS X64" | "Darwin x86_64") echo x86_64-apple-darwin ;;
    "macOS ARM64" | "Darwin arm64") echo aarch64-apple-darwin ;;
    "Windows X64" | MINGW*" x86_64" | MSYS*" x86_64") echo x86_64-pc-windows-msvc ;;
    esac
}

# download ADDRESS FILE: prints the HTTP status. Fails if no whole answer comes.
download() {
    curl --proto "$protocols" --proto-redir "$protocols" --tlsv1.2 --location --silent --show-error \
        --retry 3 --retry-connrefused --connect-timeout 20 --max-time 600 --write-out '%{http_code}' --output "$2" "$1"
}

hash_of() {
    if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

# from_source REASON: builds the program of this source.
from_source() {
    [[ $version == "$own" ]] ||
        fail "$1, and this source is version $own: use a version that is released, or the action at v$version"
    command -v cargo >/dev/null || fail "$1, and Rust is missing to build it: install it from https://rustup.rs"
    told notice "$1: building it from source, which takes minutes and brings no web programs"
    cargo install --quiet --locked --path "$source/cli" --root "$folder" >&2 || fail "the program cannot be built, see above"
    finish "$folder/bin"
}

# finish FOLDER: tells where the program is.
finish() {
    local where=$1
    # Windows has another notation of paths than its bash.
    ! command -v cygpath >/dev/null || where=$(cygpath -w "$1")
    [[ -z ${GITHUB_PATH:-} ]] || echo "$where" >>"$GITHUB_PATH"
    echo "$where"
    exit 0
}

(($# == 1 || $# == 2)) || { echo "usage: .github/install.sh FOLDER [VERSION]" >&2; exit 2; }
folder=$1
own=$("$source/.github/version.sh")
version=${2:-$own}
version=${version#v}
[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?$ ]] || fail "\`$version\` is no version: write it like 0.1.0"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
target=$(platform)
[[ -n $target ]] || from_source "there is no released program for ${RUNNER_OS:-$(uname -s)} ${RUNNER_ARCH:-$(uname -m)}"
command -v curl >/dev/null || fail "curl is missing, which downloads the program"

address=${BATTLEWRIGHT_TEST_RELEASES:-$(releases)}/v$version
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Hashes first: they tell whether there is a release, and for which systems.
status=$(download "$address/SHA256SUMS" "$scratch/SHA256SUMS") || fail "$address/SHA256SUMS cannot be downloaded: try again"
case $status in
200) ;;
404) from_source "there is no release of version $version" ;;
*) fail "$address/SHA256SUMS: the server answers with status $status: try again later" ;;
esac

name=battlewright-$version-$target
case $target in
*windows*) archive=$name.zip ;;
*) archive=$name.tar.gz ;;
esac
# Two spaces, or a space and a star, between a hash and its file.
expected=$(awk -v file="$archive" '$2 == file || $2 == "*" file { print $1 }' "$scratch/SHA256SUMS")
[[ -n $expected ]] || from_source "the release of version $version has no program for $target"
[[ $expected =~ ^[0-9a-f]{64}$ ]] || fail "$address/SHA256SUMS: the hash of $archive is malformed: report it to the project"

status=$(download "$address/$archive" "$scratch/$archive") || fail "$address/$archive did not arrive whole: try again"
[[ $status == 200 ]] || fail "$address/$archive: the server answers with status $status, though SHA256SUMS lists the file"
found=$(hash_of "$scratch/$archive")
[[ $found == "$expected" ]] ||
    fail "$archive has the SHA-256 $found instead of $expected: it is not the released file, and is not run; report it to the project"
attested "$scratch/$archive"

case $archive in
*.zip) unzip -q "$scratch/$archive" -d "$scratch" ;;
*) tar -xzf "$scratch/$archive" -C "$scratch" ;;
esac || fail "$archive cannot be unpacked: report it to the project"
[[ -d $scratch/$name ]] || fail "$archive has no folder $name: report it to the project"
# Web programs of another version have other names, and would be published beside these.
[[ ! -e $folder/battlewright && ! -e $folder/battlewright.exe ]] || rm -rf "${folder:?}/web"
cp -R "$scratch/$name/." "$folder"
finish "$folder"
