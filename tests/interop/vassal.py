"""A module of VASSAL as pywargame reads it: where every piece that starts on the main map stands.

    python vassal.py MODULE.vmod

Prints, as JSON, each piece's id, side and numbers by its traits and those of its prototypes, the name of its hex, and the
pixel at which pywargame finds that name on the board's grid; and of those that wait on other maps what their traits say.
"""

import json
import sys
import zipfile

from pywargame.vassal import BuildFile, VMod


def marks(traits, prototypes):
    """What the traits of a piece say of it, those of its prototypes too."""
    said = {}
    for trait in traits:
        if trait.ID == "mark":
            # pywargame leaves the sign that a slash is no separator.
            said[trait["name"]] = trait["value"].replace("\\/", "/")
        if trait.ID == "prototype":
            said.update(marks(prototypes[trait["name"]].getTraits(), prototypes))
    return said


def pictures(traits):
    """The pictures that a piece shows."""
    for trait in traits:
        if trait.ID == "emb2":
            yield from trait.getImages()
        if trait.ID == "piece" and trait["filename"]:
            yield trait["filename"]


module = sys.argv[1]
files = zipfile.ZipFile(module).namelist()
with VMod(module, "r") as vmod:
    game = BuildFile(vmod.getBuildFile()).getGame()
prototypes = game.getPrototypes()[0].getPrototypes()
board = game.getMaps()["Map"]
zones = board.getBoards()["Map"].getZones()
assert f"images/{board.getBoards()['Map']['image']}" in files
placed = []
for stack in board.getAtStarts(single=False):
    at = zones["Map"].getHexGrids()[0].getLocation(stack["location"])
    assert at is not None, stack["location"]
    for zone in zones.values():
        # VASSAL names a place by its zone otherwise.
        assert zone["locationFormat"] == "$gridLocation$", (zone["name"], zone["locationFormat"])
        same = zone.getHexGrids()[0].getLocation(stack["location"])
        assert same == at, (zone["name"], stack["location"], same, at)
    for piece in stack.getPieces(asdict=False):
        traits = piece.getTraits()
        missing = [name for name in pictures(traits) if f"images/{name}" not in files]
        assert not missing, missing
        own = (int(stack["x"]), int(stack["y"]))
        far = max(abs(own[0] - at[0]), abs(own[1] - at[1]))
        assert far <= 1, (stack["location"], own, at)
        placed.append({"hex": stack["location"], "x": at[0], "y": at[1], "marks": marks(traits, prototypes)})
others = [stack for name, map in game.getMaps().items() if name != "Map" for stack in map.getAtStarts(single=False) or []]
waiting = [
    marks(piece.getTraits(), prototypes) for stack in others for piece in stack.getPieces(asdict=False)
]
print(json.dumps({"name": game["name"], "placed": placed, "waiting": waiting}))
