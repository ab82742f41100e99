"""What is exported of a scenario, as other people's programs read it, beside the scenario's own text.

    python exports.py SCENARIO.toml FOLDER

FOLDER holds units.csv, units.xlsx, page.md and, if the scenario has hexes, map.tmx and map.tmj. Prints a line for each format
and reader.
"""

import csv
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import openpyxl
import pytiled_parser
from markdown_it import MarkdownIt
from PIL import Image

text, folder = Path(sys.argv[1]).read_bytes().decode(), Path(sys.argv[2])
scenario = tomllib.loads(text)
ground = scenario.get("map", {})  # Empty for a table without hexes.
rows = [list(line.replace(" ", "")) for line in ground.get("hexes", "").strip().splitlines()]
columns, lines = ground.get("columns"), ground.get("rows")
flat = ground.get("orientation", "flat") == "flat"
TALL, WIDE, SIDE = 90, 104, 52
STEP = (WIDE + SIDE) // 2


def first_numbers():
    """The numbers of the first column and row, of names that are an even count of digits."""
    first, order = ground["numbering"]["first"], ground["numbering"].get("order", "column-row")
    assert first.isdigit() and len(first) % 2 == 0, first
    halves = int(first[: len(first) // 2]), int(first[len(first) // 2 :])
    return halves if order == "column-row" else halves[::-1]


def center(column, row):
    """Where the middle of a hex is in Tiled's pixels."""
    number = first_numbers()[0] + column if flat else first_numbers()[1] + row
    parity = ground.get("lower_columns" if flat else "right_rows", "odd")
    half = TALL // 2 if (number % 2 == 1) == (parity == "odd") else 0
    if flat:
        return column * STEP + WIDE // 2, row * TALL + TALL // 2 + half
    return column * TALL + TALL // 2 + half, row * STEP + WIDE // 2


def name(column, row):
    """What a hex is called."""
    parts = first_numbers()[0] + column, first_numbers()[1] + row
    if ground["numbering"].get("order", "column-row") != "column-row":
        parts = parts[::-1]
    return "".join(f"{part:0{len(ground['numbering']['first']) // 2}}" for part in parts)


hexes = {(column, row): letter for row, letters in enumerate(rows) for column, letter in enumerate(letters)}
units = {unit["id"]: unit for unit in scenario.get("unit", [])}


def patch(picture, x, y):
    """The pixels around a point: what tells one terrain from another."""
    return picture.crop((x - 20, y - 20, x + 20, y + 20)).tobytes()


def rasterized(kind):
    """The tiles as Tiled's own program draws them, hex by hex; the size as well."""
    out = folder / f"{kind}.png"
    program = shutil.which("tmxrasterizer") or sys.exit("tmxrasterizer is missing: install the package tiled")
    runtime = folder / "runtime"
    runtime.mkdir(mode=0o700, exist_ok=True)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": str(runtime)}
    for layers in [["--show-layer", "terrain"], []]:
        command = [program, *layers, folder / f"map.{kind}", out.with_stem("all") if not layers else out]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    drawn = Image.open(out).convert("RGBA")
    # A map of a single row or column has no half hex beside it.
    along, across = (columns, lines) if flat else (lines, columns)
    size = along * STEP + (WIDE - SIDE) // 2, across * TALL + (TALL // 2 if along > 1 else 0)
    assert drawn.size == (size if flat else size[::-1]), (drawn.size, size)
    tiles = Image.open(folder / "map-images" / "terrain.png").convert("RGBA")
    wide, high = (WIDE, TALL) if flat else (TALL, WIDE)
    wanted = {}
    for at, letter in enumerate(ground["terrain"]):
        left, top = at % 12 * wide, at // 12 * high
        wanted[letter] = patch(tiles, left + wide // 2, top + high // 2)
    looks = {letter: (row.get("look"), row.get("color")) for letter, row in ground["terrain"].items()}
    assert len(set(wanted.values())) == len(set(looks.values())), "terrains that should differ look alike"
    for (column, row), letter in hexes.items():
        found = patch(drawn, *center(column, row))
        if letter == "_":
            assert not any(found[3::4]), f"something is drawn at {name(column, row)}, where no hex is"
        else:
            assert found == wanted[letter], f"{name(column, row)} does not look like {letter}"
    # The corners of hexes meet without a gap.
    inner = [(c, r) for c, r in hexes if all(hexes.get((c + x, r + y), "_") != "_" for x in (-1, 0, 1) for y in (-1, 0, 1))]
    for cell in inner:
        x, y = center(*cell)
        box = drawn.crop((x - wide // 2, y - high // 2, x + wide // 2, y + high // 2))
        assert box.getchannel("A").getextrema()[0] == 255, f"there is a gap at {name(*cell)}"
    print(f"{kind}   tmxrasterizer    {len(hexes)} hexes compared")


def parsed(kind):
    """Hexes, layers and counters as pytiled-parser reads them."""
    world = pytiled_parser.parse_map(folder / f"map.{kind}")
    assert world.orientation == "hexagonal" and world.hex_side_length == SIDE
    assert (world.map_size.width, world.map_size.height) == (columns, lines)
    assert world.stagger_axis == ("x" if flat else "y")
    shifted = center(0, 0)[1] > center(1, 0)[1] if flat else center(0, 0)[0] > center(0, 1)[0]
    assert world.stagger_index == ("even" if shifted else "odd")
    assert world.properties["title"] == scenario["title"]
    layers = {layer.name: layer for layer in world.layers}
    letters = {}
    for first, tileset in world.tilesets.items():
        for number, tile in (tileset.tiles or {}).items():
            if tileset.name == "terrain":
                letters[first + number] = tile.properties["letter"]
    for row, numbers in enumerate(layers["terrain"].data):
        for column, number in enumerate(numbers):
            assert letters.get(number, "_") == hexes.get((column, row), "_"), (column, row)
    standing = {}
    for counter in layers["units"].tiled_objects:
        x, y = counter.coordinates.x + counter.size.width / 2, counter.coordinates.y - counter.size.height / 2
        cells = min(hexes, key=lambda cell: (center(*cell)[0] - x) ** 2 + (center(*cell)[1] - y) ** 2)
        standing[counter.properties["id"]] = name(*cells)
    wanted = {id: unit["at"] for id, unit in units.items() if "at" in unit}
    assert {id: hex for id, hex in standing.items() if id in units} == wanted
    coming = {counter.properties["id"]: counter.properties for counter in layers["reinforcements"].tiled_objects}
    for id, unit in units.items():
        if "enters" in unit:
            assert coming[id]["enters.turn"] == unit["enters"]["turn"], id
    roads = layers["roads"].tiled_objects if "roads" in layers else []
    assert [len(road.points) for road in roads] == [len(road["path"]) for road in scenario.get("road", [])]
    sides = sum(len(line.points) - 1 for line in layers["hexsides"].tiled_objects)
    assert sides == sum(len(row["between"]) for row in scenario.get("hexside", []))
    places = {spot.properties["id"] for spot in layers["places"].tiled_objects}
    assert places == {place["id"] for place in scenario.get("place", [])}
    print(f"{kind}   pytiled-parser   {len(layers)} layers, {len(standing)} counters, {len(roads)} roads compared")


def cell(unit, head):
    """What a unit has at the path that a column is called by."""
    value = unit
    for part in head.replace("[", ".").replace("]", "").split("."):
        if isinstance(value, list):
            value = value[int(part)] if int(part) < len(value) else None
        else:
            value = value.get(part) if isinstance(value, dict) else None
    return value


def compare(reader, heads, table, typed):
    """Every cell with the unit's own field."""
    assert len(table) == len(units)
    for row, unit in zip(table, units.values()):
        for head, found in zip(heads, row):
            wanted = cell(unit, head)
            wanted = "yes" if wanted is True else None if wanted is False else wanted
            wanted = "; ".join(map(str, wanted)) if isinstance(wanted, list) else wanted
            if typed:
                assert found == wanted and type(found) is type(wanted), (unit["id"], head, found, wanted)
            else:
                # A text that a spreadsheet would take for a formula has an apostrophe before it.
                mark = "'" if isinstance(wanted, str) and wanted.startswith(("=", "+", "-", "@")) else ""
                assert found == mark + ("" if wanted is None else str(wanted)), (unit["id"], head, found, wanted)
    print(f"{reader} {len(table)} units, {len(table) * len(heads)} cells compared")


def spreadsheets():
    with open(folder / "units.csv", encoding="utf-8-sig", newline="") as file:
        heads, *table = csv.reader(file)
    compare("csv   csv             ", heads, table, typed=False)
    book = openpyxl.load_workbook(folder / "units.xlsx")
    assert book.sheetnames == ["Units", "Reinforcements", "Places", "Terrain"]
    assert all(sheet.freeze_panes == "A2" for sheet in book)
    heads, *table = book["Units"].iter_rows(values_only=True)
    compare("xlsx  openpyxl        ", heads, table, typed=True)
    coming = list(book["Reinforcements"].iter_rows(min_row=2, values_only=True))
    wanted = {id: unit["enters"]["turn"] for id, unit in units.items() if "enters" in unit}
    assert {row[4]: row[0] for row in coming if row[4] in units} == wanted


def place(at):
    """The first words of the cell of a place: a hex, or a point in inches."""
    return at if ground else ", ".join(f'{inches}"' for inches in at.split(","))


def page():
    """The cells of the page's tables."""
    tokens = MarkdownIt("gfm-like", {"linkify": False}).parse((folder / "page.md").read_text())
    cells, row = [], None
    for at, token in enumerate(tokens):
        if token.type == "tr_open":
            row = []
        elif token.type in ("td_open", "th_open"):
            row.append("".join(child.content for child in tokens[at + 1].children))
        elif token.type == "tr_close":
            cells.append(row)
    for id, unit in units.items():
        found = [row for row in cells if id in row]
        assert len(found) == 1, (id, found)
        assert " ".join(unit["name"].split()) in found[0], (unit["name"], found)
        if "at" in unit:
            start = found[0][0]
            assert start == place(unit["at"]) if ground else start.startswith(place(unit["at"])), (unit["at"], found)
        assert "enters" not in unit or str(unit["enters"]["turn"]) == found[0][0], found
    titles = [tokens[at + 1].content for at, token in enumerate(tokens) if token.type == "heading_open"]
    assert scenario["title"] in titles[0].replace("\\", ""), titles
    print(f"md    markdown-it      {len(cells)} rows of tables, {len(units)} units found")


for kind in ("tmx", "tmj") if ground else ():
    rasterized(kind)
    parsed(kind)
spreadsheets()
page()
