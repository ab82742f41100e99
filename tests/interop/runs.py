"""Writes the scripts of workflows and actions into files for shellcheck: runs.py FOLDER FILE…"""

import pathlib
import sys

import yaml

folder = pathlib.Path(sys.argv[1])


def scripts(value):
    """Yields each `run` within a workflow or an action."""
    if isinstance(value, dict):
        if isinstance(value.get("run"), str):
            yield value["run"]
        for part in value.values():
            yield from scripts(part)
    elif isinstance(value, list):
        for part in value:
            yield from scripts(part)


for name in sys.argv[2:]:
    for number, script in enumerate(scripts(yaml.safe_load(pathlib.Path(name).read_text("utf-8"))), 1):
        path = folder / f"{pathlib.Path(name).stem}-{number}.sh"
        # As GitHub runs them with `shell: bash`.
        path.write_text(f"#!/usr/bin/env bash\nset -eo pipefail\n{script}\n", "utf-8")
        print(path)
