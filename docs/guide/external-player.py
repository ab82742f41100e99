#!/usr/bin/env python3
"""Plays like greedy, but tries out each choice of a fight in playouts. See external-players.md."""
import json
import sys

CHOICES, GAMES = 4, 12


def send(kind, **fields):
    print(json.dumps({"type": kind, **fields}), flush=True)


def receive():
    line = sys.stdin.readline()
    return json.loads(line) if line else sys.exit()


def ask(what, **fields):
    send("ask", id=0, what=what, **fields)
    return receive()


def wins(side, notation):
    results = ask("playouts", notation=notation, games=GAMES, seed=1).get("results", [])
    return sum(result is not None and result["winner"] == side for result in results)


def choose(side, actions):
    worths = ask("weigh")["worths"]
    ranked = sorted(range(len(actions)), key=lambda at: -worths[at])[:CHOICES]
    best = [actions[at]["notation"] for at in ranked]
    if len(best) > 1 and any(ask("odds", notation=notation).get("odds") for notation in best):
        return max(best, key=lambda notation: wins(side, notation))
    return best[0]


while message := receive():
    if message["type"] == "hello":
        send("ready", name="Fights by playouts", author="Battlewright")
    elif message["type"] == "game":
        side = message["side"]
        send("ready", view=False)
    elif message["type"] == "choose":
        send("choice", id=message["id"], notation=choose(side, message["actions"]))
