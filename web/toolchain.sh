#!/usr/bin/env bash
# Makes sure that Rust can build for WebAssembly, and prints the settings to source: eval "$(web/toolchain.sh FOLDER)"
# rustup installs the target where it can. Elsewhere, Debian's packages of the compiler for WebAssembly are unpacked in FOLDER,
# without being installed; they come without a compiled standard library for this target, which cargo then builds.
set -euo pipefail
folder=${1:?usage: web/toolchain.sh FOLDER}

if [[ -d $(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib ]] || rustup -q target add wasm32-unknown-unknown >/dev/null 2>&1; then
    exit 0
fi
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
if [[ ! -x $folder/rustc ]]; then
    cd "$folder"
    version=$(apt-cache policy rustc-web | sed -n 's/  Candidate: //p')
    [[ -n $version && $version != "(none)" ]] || {
        echo "toolchain.sh: neither rustup nor apt has a compiler for WebAssembly: rustup target add wasm32-unknown-unknown" >&2
        exit 1
    }
    apt-get download -q {rustc-web,rust-web-src,libstd-rust-web-dev,"libstd-rust-web-$(cut -d . -f 1,2 <<<"$version")"}="$version" >&2
    for package in *.deb; do dpkg -x "$package" root; done
    llvm=$(objdump -p root/usr/lib/*/librustc_driver-*.so | sed -n 's/ *NEEDED *libLLVM[.-].*so\.\([0-9]*\).*/\1/p' | head -n 1)
    apt-get download -q "libllvm$llvm" >&2
    dpkg -x libllvm"$llvm"_*.deb root
    rm ./*.deb
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$(dirname "$(echo "$folder"/root/usr/lib/*/librustc_driver-*.so)")" "$folder/root/usr/bin/rustc" >rustc.new
    chmod +x rustc.new
    mv rustc.new rustc
fi
# The linker comes with Rust. Building a standard library is no stable feature of cargo.
linker=$(echo "$(rustc --print sysroot)"/lib/rustlib/*/bin/rust-lld)
printf 'export RUSTC=%q RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=%q\n' "$folder/rustc" "$linker"
printf 'export WEB_CARGO_FLAGS="-Z build-std=std,panic_abort"\n'
