#!/usr/bin/env bash
# Prints the version of this source.
set -euo pipefail
sed -n '/^\[workspace\.package\]$/,/^\[/s/^version = "\(.*\)"$/\1/p' "$(dirname "${BASH_SOURCE[0]}")/../Cargo.toml"
