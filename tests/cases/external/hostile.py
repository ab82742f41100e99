"""A player that breaks the protocol of external players in the way that its first argument names. It writes its process id to the
file of its second argument, and ignores the signals that it can."""
import json
import os
import signal
import sys
import threading
import time

mode, pid_file = sys.argv[1:3]
for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(name, signal.SIG_IGN)
with open(pid_file, "a") as pids:
    print(os.getpid(), file=pids)


def send(message):
    print(json.dumps(message), flush=True)


def endless(text):
    while True:
        os.write(1, text)


def choice(message, **changes):
    send({"type": "choice", "id": message["id"], "notation": message["actions"][0]["notation"], **changes})


def misbehave(message):
    if mode == "late":
        time.sleep(600)
    elif mode == "illegal":
        choice(message, notation="fly to the moon")
    elif mode == "wrong-id":
        choice(message, id=message["id"] + 1)
    elif mode == "endless-lines":
        threading.Thread(target=lambda: [None for _ in iter(lambda: os.read(0, 65536), b"")], daemon=True).start()
        endless(b'{"type":"ask","id":1,"what":"weigh"}\n' * 1000)
    elif mode == "endless-line":
        endless(b"[" * 65536)
    elif mode == "empty-lines":
        endless(b"\n" * 65536)
    elif mode == "huge":
        send({"type": "choice", "id": message["id"], "notation": "x" * (1 << 21)})
    elif mode == "no-newline":
        sys.stdout.write(json.dumps({"type": "choice", "id": message["id"]}))
        sys.stdout.flush()
        time.sleep(600)
    elif mode == "half-line":
        sys.stdout.write('{"type":"choi')
        sys.stdout.flush()
        os._exit(0)
    elif mode == "not-utf-8":
        os.write(1, b'{"type":"choice","notation":"\xff\xfe"}\n')
    elif mode == "broken-json":
        os.write(1, b'{"type":"choice",}\n')
    elif mode == "nested":
        os.write(1, b'{"type":"choice","x":' + b"[" * 500_000 + b"\n")
    elif mode == "dies":
        print("a last word", file=sys.stderr, flush=True)
        os._exit(7)
    elif mode == "is-killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif mode == "closes-output":
        os.close(1)
        time.sleep(600)
    elif mode == "closes-input":
        os.close(0)
        send({"type": "ask", "id": 1, "what": "weigh"})
        time.sleep(600)
    elif mode == "never-reads":
        # Each answer is larger than what a pipe holds.
        for _ in range(10_000):
            send({"type": "ask", "id": 1, "what": "view"})
        time.sleep(600)
    elif mode == "talks":
        while True:
            os.write(2, b"\x1b[2Jtalk talk talk\n" * 1000)
    elif mode == "forks":
        for number in range(10_000):
            send({"type": "ask", "id": number, "what": "fork"})
            json.loads(sys.stdin.readline())
    elif mode == "playouts":
        while True:
            send({"type": "ask", "id": 1, "what": "playouts", "games": 1000})
            json.loads(sys.stdin.readline())
    elif mode == "leaves-a-child":
        if os.fork() == 0:
            with open(pid_file, "a") as pids:
                print(os.getpid(), file=pids)
            time.sleep(600)
        time.sleep(600)
    elif mode == "ready-again":
        send({"type": "ready"})
    elif mode == "stays":
        choice(message)
    else:
        raise ValueError(mode)


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] in ("hello", "game"):
        send({"type": "ready", "name": mode})
    elif message["type"] == "choose":
        misbehave(message)
# Only "stays" comes here: its input has ended, and it does not end.
time.sleep(600)
