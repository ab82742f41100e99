// Plays 1,000 games by computer in a Web Worker of the page, compares each record, with the hash of its last state, with that of
// the command line, and prints the speed of both.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { launch, step, WAIT, withFolder } from "./browser.mjs";
import { load } from "./editor.mjs";
import { serve } from "./server.mjs";

const [folder, , repository] = process.argv.slice(2);
const BATTLEWRIGHT = process.env.BATTLEWRIGHT;
/** The number of games of each scenario, so that all take about the same time. */
const GAMES = {
    "tutorial": 670, "mars-la-tour": 160, "pm-crisis-on-the-left": 100, "aac-first-orders": 60, "matz-first-day": 5, "outrance-first-assault": 5,
};

/** Plays games in a worker of `page`. Returns the records, and the milliseconds from the first of them to the last. */
const played = (page, plan) => page.evaluate(async (plan) => {
    const script = document.querySelector("script[type=module]").src;
    const text = await (await fetch(script)).text();
    const part = (pattern) => new URL(pattern.exec(text)[1], script);
    const program = await WebAssembly.compileStreaming(fetch(part(/"(battlewright-[0-9a-f]+\.wasm)"/)));
    const worker = new Worker(part(/"(worker-[0-9a-f]+\.js)"/), { type: "module" });
    const records = [];
    let began, ended;
    await new Promise((done, failed) => {
        worker.onerror = (event) => failed(new Error(event.message));
        worker.onmessage = ({ data }) => {
            if (data === null) return done();
            if (typeof data === "string") return failed(new Error(data));
            const told = JSON.parse(new TextDecoder().decode(data));
            if (told.Failed) return failed(new Error(told.Failed));
            if (!told.Game) return;
            records.push(told.Game[1]);
            ended = performance.now();
            began ??= ended;
        };
        worker.postMessage([program, "games", new TextEncoder().encode(JSON.stringify({ Games: plan }))]);
    });
    worker.terminate();
    return { records, time: ended - began };
}, plan);

await withFolder((profile) => withFolder(async (scratch) => {
    const site = await serve(folder);
    const browser = await launch(profile);
    try {
        const page = await browser.newPage();
        page.setDefaultTimeout(WAIT);
        await load(page, () => page.goto(`${site.address}edit/`));
        let all = 0;
        for (const [name, games] of Object.entries(GAMES)) {
            await step(`${games} games of ${name} end in the same states`, async () => {
                const file = join(repository, "scenarios", `${name}.toml`);
                const native = join(scratch, `${name}.jsonl`);
                const run = (games) => {
                    const began = performance.now();
                    execFileSync(BATTLEWRIGHT, ["playtest", file, "--players", "greedy,greedy", "--games", games, "--seed", 1, "--threads", 1, "--out", native], { stdio: "pipe" });
                    return performance.now() - began;
                };
                // The start of the program and the evaluation of the games are no play.
                const start = run(1);
                await rm(native);
                const time = run(games) - start;
                const [{ plan }, ...lines] = (await readFile(native, "utf8")).trim().split("\n").map((line) => JSON.parse(line));
                const there = await played(page, { engine: plan.engine, players: ["greedy", "greedy"], seed: 1, games, scenario: plan.scenario });
                const bySeed = (records) => records.sort((one, other) => one.seed - other.seed);
                assert.equal(there.records.length, games);
                assert(there.records.every((record) => /^[0-9a-f]{16}$/.test(record.state)));
                assert.deepEqual(bySeed(there.records), bySeed(lines));
                all += games;
                return `${(games * 1000 / time).toFixed(1)} games a second natively, ${((games - 1) * 1000 / there.time).toFixed(1)} in the browser, ratio ${(time * (games - 1) / games / there.time).toFixed(2)}`;
            });
        }
        assert.equal(all, 1000);
    } finally {
        await browser.close();
        site.close();
    }
}));
