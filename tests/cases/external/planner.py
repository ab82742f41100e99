"""A player that asks for the names of plans before its first choice, and tells what playouts under plans by these names give."""
import json
import sys


def send(kind, **fields):
    print(json.dumps({"type": kind, **fields}), flush=True)


def ask(what, **fields):
    send("ask", id=0, what=what, **fields)
    return json.loads(sys.stdin.readline())


def tell(text):
    print(text, file=sys.stderr, flush=True)


def try_plans():
    names = ask("plans")
    group, objective = names["groups"][0]["name"], names["objectives"][0]["name"]
    tell(f"{group} to {objective}")
    for name, posture in [(group, "take"), (group, "reserve"), ("Nobody", "take")]:
        plan = [{"group": name, "posture": posture, "at": objective}]
        answer = ask("playouts", games=3, seed=1, plan=plan)
        tell(answer.get("error") or f"{posture}: {len(answer['results'])} results")


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "game"):
        send("ready", view=False)
    elif message["type"] == "choose":
        if message["id"] == 1:
            try_plans()
        worths = ask("weigh")["worths"]
        best = message["actions"][worths.index(max(worths))]
        send("choice", id=message["id"], notation=best["notation"])
