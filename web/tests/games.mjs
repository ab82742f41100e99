// Plays 1,000 games by computer in a Web Worker of the page, compares each record, and so the hash of its last state, with that of
// the command line, and prints how fast both play.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { launch, step, WAIT, withFolder } from "./chromium.mjs";
import { serve } from "./server.mjs";

const [folder, , repository] = process.argv.slice(2);
const BATTLEWRIGHT = process.env.BATTLEWRIGHT;
/** How many games of each scenario: a thousand, of all systems. */
const GAMES = {
    "tutorial": 600, "position-magnifique-small": 0,
};

/** Plays games in a worker of `page`. Returns the records and the milliseconds between the first and the last of them. */
const played = (page, scenario, games) => page.evaluate(async (scenario, games, engine) => {
    const script = document.querySelector("script[type=module]").src;
    const text = await (await fetch(script)).text();
    const part = (pattern) => new URL(pattern.exec(text)[1], script);
    const program = await WebAssembly.compileStreaming(fetch(part(/"(battlewright-[0-9a-f]+\.wasm)"/)));
    const worker = new Worker(part(/"(worker-[0-9a-f]+\.js)"/), { type: "module" });
    const plan = { Games: { engine, players: ["greedy", "greedy"], seed: 1, games, scenario } };
    const records = [];
    let began;
    let ended;
    await new Promise((done, failed) => {
        worker.onerror = (event) => failed(new Error(event.message));
        worker.onmessage = ({ data }) => {
            if (data === null) return done();
            if (typeof data === "string") return failed(new Error(data));
            const told = JSON.parse(new TextDecoder().decode(data));
            if (told.Failed) return failed(new Error(told.Failed));
            if (!told.Game) return;
            records.push(told.Game[1]);
            began ??= performance.now();
            ended = performance.now();
        };
        worker.postMessage([program, "games", new TextEncoder().encode(JSON.stringify(plan))]);
    });
    worker.terminate();
    return { records, time: ended - began };
}, scenario, games, process.env.ENGINE);
