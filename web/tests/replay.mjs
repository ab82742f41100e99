// Opens recorded games in Chromium: steps through them, compares the verdict with that of `battlewright replay`, changes dice and
// states, and opens games from links, dropped files and a file without a server.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { launch, pause, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { serve } from "./server.mjs";

const [folder, pictures, repository] = process.argv.slice(2);
const BATTLEWRIGHT = process.env.BATTLEWRIGHT;
/** A scenario of each system; the last one is played on a table. */
const SCENARIOS = ["mars-la-tour", "pm-crisis-on-the-left", "aac-first-orders", "matz-first-day", "outrance-first-assault"];
const [HEXES, TABLE] = [SCENARIOS[0], SCENARIOS.at(-1)];
/** The longest time of a step in milliseconds. */
const MOST_STEP = 60;
/** The time after which something comes that is held back, in milliseconds. */
const LATE = 500;

const picture = pictureIn(pictures);
const text = (page, id) => page.$eval(`#${id}`, (one) => one.textContent.trim());
const linked = (game) => `#game=${deflateRawSync(game).toString("base64url")}`;

/** Lets everything that `page` loads come late, by `latency` milliseconds. */
const slow = (page, latency) => page.emulateNetworkConditions(latency ? { latency, download: -1, upload: -1 } : null);

/** Waits for the verdict and returns its title. */
async function verdict(page) {
    await page.waitForFunction(() => /good|bad/.test(document.getElementById("verdict").className));
    return text(page, "checked");
}

/** Waits for a message and returns it. */
async function message(page) {
    await page.waitForFunction(() => {
        const shown = document.getElementById("message");
        return shown.checkVisibility() && !/^(Loading|This page needs)/.test(shown.innerText);
    });
    return page.$eval("#message", (one) => one.innerText);
}

/** Opens an address from anew, even if only its fragment differs. */
async function visit(page, address) {
    await page.goto("about:blank");
    await page.goto(address);
}

const drop = (page, name, content) => page.evaluate((name, content) => {
    const data = new DataTransfer();
    data.items.add(new File([content], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
}, name, content);

await withFolder((profile) => withFolder(async (root) => {
    const put = async (path, content) => {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), content);
        await writeFile(join(root, `${path}.br`), brotliCompressSync(content));
    };
    for (const part of ["replay", "rules"]) await cp(join(folder, part), join(root, part), { recursive: true });
    const games = new Map();
    for (const name of SCENARIOS) {
        const path = join(root, `${name}.jsonl`);
        execFileSync(BATTLEWRIGHT, ["play", join(repository, "scenarios", `${name}.toml`), "--seed", "1", "--quiet", "--replay", path]);
        const game = await readFile(path, "utf8");
        games.set(name, { path, game, told: execFileSync(BATTLEWRIGHT, ["replay", path], { encoding: "utf8" }).trim().split("\n") });
        await put(`${name}/game-0123456789ab.jsonl`, game);
    }
    const game = games.get(HEXES).game;
    const site = await serve(root);
    const address = (name) => `${site.address}replay/#open=../${name}/game-0123456789ab.jsonl`;
    const browser = await launch(profile);
    try {
        const page = await browser.newPage();
        page.setDefaultTimeout(WAIT);
        const seen = watch(page);
        await page.setViewport({ width: 1440, height: 900 });
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);

        await step("a game opens and weighs little", async () => {
            await visit(page, address(HEXES));
            await page.waitForSelector("#viewer:not([hidden])");
            const ready = await page.evaluate(() => performance.now());
            await verdict(page);
            const sizes = await page.evaluate(() => performance.getEntriesByType("resource")
                .filter(({ name }) => name.includes("/replay/")).map(({ encodedBodySize }) => encodedBodySize));
            const all = sizes.reduce((sum, size) => sum + size, 0);
            assert(all > 100_000, `${all} bytes`);
            return `${all} bytes, shown after ${Math.round(ready)} ms`;
        });
        for (const name of SCENARIOS) {
            await step(`the verdict on ${name} is that of the command line`, async () => {
                const { told } = games.get(name);
                const count = /: (\d+) inputs, every state as recorded$/.exec(told[0])[1];
                await visit(page, address(name));
                assert.equal(await verdict(page), `${count} of ${count} states as recorded`);
                assert.equal(await text(page, "outcome"), "", "the result is not given away");
                await page.keyboard.press("End");
                assert.deepEqual(await page.$$eval("#outcome p", (all) => all.map((one) => one.textContent)), told.slice(1));
                await picture(page, `replay-${name}`);
                // The least of some rounds: the machine may be busy.
                const times = await page.evaluate(() => {
                    const time = (button) => {
                        const began = performance.now();
                        for (let n = 0; n < 20; n += 1) document.getElementById(button).click();
                        return (performance.now() - began) / 20;
                    };
                    const rounds = Array.from({ length: 5 }, () => [time("back"), time("forward")]);
                    return [0, 1].map((way) => Math.min(...rounds.map((round) => round[way])));
                });
                assert(times.every((time) => time < MOST_STEP), `${times}`);
                return `${count} inputs, back ${times[0].toFixed(1)} ms, forward ${times[1].toFixed(1)} ms`;
            });
        }
        await visit(page, address(HEXES));
        await verdict(page);
        const pieces = () => page.$eval("#sheet svg:nth-of-type(2)", (pieces) => pieces.innerHTML);
        await step("keys and buttons step, and a position looks the same from both sides", async () => {
            const start = await pieces();
            assert(start.length > 10_000);
            for (let n = 0; n < 30; n += 1) await page.keyboard.press("ArrowRight");
            assert.match(await text(page, "now"), /^30 of /);
            const there = await pieces();
            assert.notEqual(there, start);
            await page.keyboard.press("End");
            await page.$eval("#slider", (slider) => {
                slider.value = 31;
                slider.dispatchEvent(new Event("input", { bubbles: true }));
            });
            await page.click("#back");
            assert.match(await text(page, "now"), /^30 of /);
            assert.equal(await pieces(), there);
            await page.keyboard.press("Home");
            assert.equal(await pieces(), start);
            assert.match(await text(page, "now"), /Start of the game/);
        });
        await step("an entry of the log leads to its position and its marks", async () => {
            const at = await page.$$eval("#log li:not(.heading) button", (all) => all.findIndex((one) => /: \d{4} to \d{4}/.test(one.textContent)));
            const entry = (await page.$$("#log li:not(.heading) button"))[at];
            const words = await entry.evaluate((one) => one.textContent);
            await entry.click();
            assert((await text(page, "now")).includes(words));
            assert.equal(await entry.evaluate((one) => one.getAttribute("aria-current")), "step");
            assert(await page.$$eval("#sheet .marks circle", (all) => all.length) >= 4, "from and to are marked");
            assert.match(await text(page, "status"), /^Turn \d+ of \d+/);
            await picture(page, "replay-moved");
        });
        await step("rules are links where the site has them", async () => {
            await page.waitForSelector("#log a.rule");
            const rules = await page.$$eval("#log .rule", (all) => all.map((one) => [one.textContent, one.getAttribute("href"), one.title]));
            for (const [number, href, title] of rules) {
                assert.equal(href, `../rules/mars-la-tour/#rule-${number.split(" ")[0]}`);
                assert(title.startsWith(`${number} `) && title.length > number.length + 1);
            }
            return `${rules.length} links`;
        });
        await step("it plays, pauses and tells screen readers less while it does", async () => {
            await page.keyboard.press("Home");
            await page.select("#speed", "60");
            await page.focus("#log");
            await page.keyboard.press("Space");
            await page.waitForFunction(() => Number(document.getElementById("slider").value) > 20);
            assert.equal(await page.$eval("#now", (now) => now.getAttribute("aria-live")), "off");
            await page.keyboard.press("Space");
            const [rest, live] = await page.$eval("#slider", (slider) => [slider.value, document.getElementById("now").getAttribute("aria-live")]);
            await new Promise((resume) => setTimeout(resume, 300));
            assert.equal(await page.$eval("#slider", (slider) => slider.value), rest);
            assert.equal(live, "polite");
            await page.click("#play");
            const inputs = await page.$eval("#slider", (slider) => slider.max);
            await page.waitForFunction((inputs) => document.getElementById("slider").value === inputs, {}, inputs);
            await page.waitForFunction(() => document.getElementById("play").textContent === "Play");
            assert.match(await text(page, "outcome"), /Winner/);
        });
        await step("the map can be zoomed and dragged", async () => {
            const place = () => page.$eval("#sheet", (sheet) => sheet.style.transform);
            await page.click("#whole");
            const whole = await place();
            await page.click("#closer");
            const closer = await place();
            assert.notEqual(closer, whole);
            await page.mouse.move(500, 300);
            await page.mouse.wheel({ deltaY: -400 });
            const wheeled = await place();
            assert.notEqual(wheeled, closer);
            await page.mouse.down();
            await page.mouse.move(560, 340, { steps: 4 });
            await page.mouse.up();
            assert.notEqual(await place(), wheeled);
            await picture(page, "replay-zoomed");
            await page.click("#whole");
            assert.equal(await place(), whole);
        });
        await step("controls have names", async () => {
            const nameless = await page.$$eval("button, input, select, [role=img], section, ol", (all) => all.filter((one) =>
                !(one.getAttribute("aria-label") || one.textContent.trim() || one.closest("label")?.textContent.trim())).map((one) => one.outerHTML));
            assert.deepEqual(nameless, []);
            assert.match(await page.$eval("#slider", (slider) => slider.getAttribute("aria-valuetext")), /^Input \d+ of \d+\. Turn/);
        });

        const lines = game.trim().split("\n");
        const rolled = lines.findIndex((line) => line.includes("\"dice\""));
        const changed = (at, change) => lines.map((line, index) => index === at ? change(line) : line).join("\n");
        /** Waits for the verdict that an input differs: that on the game before is still shown. */
        const differs = (input) => page.waitForFunction(
            (title) => document.getElementById("checked").textContent === title, {}, `Input ${input} of ${lines.length - 1} differs`,
        );
        const another = changed(rolled, (line) => line.replace(/"dice":\[(\d)/, (_, die) => `"dice":[${die === "1" ? 2 : 1}`));
        await step("a changed die is found and named", async () => {
            await drop(page, "game.jsonl", another);
            await differs(rolled);
            const told = await page.$eval("#outcome", (one) => one.innerText);
            assert.match(told, new RegExp(`Input ${rolled} \\(dice [^)]+\\) is line ${rolled + 1} of the file`));
            assert.match(told, /Expected: state [0-9a-f]{16}\.[^]*Found: state [0-9a-f]{16}\./);
            await writeFile(join(root, "another.jsonl"), another);
            const printed = spawnSync(BATTLEWRIGHT, ["replay", join(root, "another.jsonl")], { encoding: "utf8" });
            const [, expected, found] = /expected (state \w+), found (state \w+)/.exec(printed.stdout);
            assert(told.includes(`Expected: ${expected}.`) && told.includes(`Found: ${found}.`));
            await page.keyboard.press("End");
            assert.match(await text(page, "now"), new RegExp(`^${rolled - 1} of`));
            await picture(page, "replay-differs");
        });
        await step("a changed state and a changed choice are found", async () => {
            const at = Math.floor(lines.length / 2);
            await drop(page, "game.jsonl", changed(at, (line) => line.replace(/"state":"../, (state) => `${state.slice(0, -2)}${state.endsWith("00") ? "11" : "00"}`)));
            await differs(at);
            const chosen = lines.findIndex((line, index) => index > 5 && line.includes("\"do\""));
            await drop(page, "game.jsonl", changed(chosen, (line) => line.replace(/"do":"[^"]*"/, "\"do\":\"fly away\"")));
            await differs(chosen);
            assert.match(await text(page, "outcome"), /fly away[^]*that this is legal/);
        });
        await step("another version of the engine is named where a game differs", async () => {
            await drop(page, "game.jsonl", another.replace(/"engine":"[^"]*"/, "\"engine\":\"9.9.9\""));
            await page.waitForFunction(() => /version 9\.9\.9/.test(document.getElementById("outcome").textContent));
            assert.match(await text(page, "outcome"), /Use that version/);
        });

        const short = lines.map((line, index) => {
            if (index === 0) return line;
            const { state, ...rest } = JSON.parse(line);
            assert.equal(state.length, 16);
            return JSON.stringify(rest);
        }).join("\n");
        await step("a game without states comes in a link", async () => {
            await visit(page, `${site.address}replay/${linked(short)}`);
            assert.equal(await verdict(page), `${lines.length - 1} inputs are legal; no states are recorded`);
            return `${linked(short).length} letters`;
        });
        await step("a file can be picked", async () => {
            await visit(page, `${site.address}replay/`);
            assert.match(await message(page), /No game is open\.[^]*\.jsonl/);
            await picture(page, "replay-empty");
            await (await page.$("#file")).uploadFile(games.get(TABLE).path);
            assert.match(await verdict(page), /states as recorded/);
        });
        await step("of the games that are opened at the same time, the last one is shown", async () => {
            const title = () => text(page, "title");
            await visit(page, address(TABLE));
            await verdict(page);
            const last = await title();
            await slow(page, LATE);
            await page.goto("about:blank");
            const late = page.waitForResponse((answer) => answer.url().includes(`${HEXES}/game`));
            await page.goto(address(HEXES), { waitUntil: "domcontentloaded" });
            await drop(page, "game.jsonl", games.get(TABLE).game);
            await verdict(page);
            await late;
            await pause(LATE);
            assert.equal(await title(), last, "a dropped file waits for the program, and stays");
            const missing = page.waitForResponse((answer) => answer.url().includes("nowhere"));
            await page.evaluate(() => { location.hash = "#open=../nowhere/game-000000000000.jsonl"; });
            await drop(page, "game.jsonl", game);
            await missing;
            await pause(LATE);
            assert(await page.$("#viewer:not([hidden])"), "what comes too late closes nothing");
            assert.notEqual(await title(), last);
            await slow(page, 0);
        });
        await step("the end of the check leaves what the reader looks at", async () => {
            await page.emulateCPUThrottling(6);
            await visit(page, address(HEXES));
            const scrolled = await page.waitForFunction(() => {
                const log = document.getElementById("log");
                if (document.getElementById("verdict").className) return "too late";
                if (log.scrollHeight < log.clientHeight + 200) return "";
                log.scrollTop = 100;
                return "in time";
            });
            assert.equal(await scrolled.jsonValue(), "in time");
            await verdict(page);
            assert.equal(await page.$eval("#log", (log) => log.scrollTop), 100);
            await page.emulateCPUThrottling(null);
        });
        const broken = [
            ["a broken link", linked(short).slice(0, 66), /cut off or changed/],
            ["letters that no link has", "#game=<>", /letters are missing or wrong/],
            ["a bomb", linked(Buffer.alloc(50_000_000, 32)), /more than 4 MiB/],
            ["a scenario", linked("title").replace("game", "scenario"), /holds a scenario/],
            ["something else", "#nothing", /neither a scenario nor a game/],
            ["no replay", linked("hello"), /not a recorded game[^]*line 1/],
            ["a later format", linked(short.replace("replay 1", "replay 9")), /use the version of Battlewright that wrote it/],
            ["a scenario that cannot be played", linked(short.replace("mars-la-tour\\\"", "waterloo\\\"")), /cannot be played/],
            ["a missing file", "#open=../nowhere/game-000000000000.jsonl", /not on this site \(404\)[^]*Ask for the link again/],
            ["a file of another site", "#open=https://example.org/game.jsonl", /another site: example\.org/],
        ];
        for (const [name, fragment, told] of broken) {
            await step(`${name} is explained`, async () => {
                await visit(page, `${site.address}replay/${fragment}`);
                assert.match(await message(page), told);
            });
        }
        await step("a browser without WebAssembly is told so", async () => {
            const old = await browser.newPage();
            await old.evaluateOnNewDocument(() => delete globalThis.WebAssembly);
            await old.goto(address(HEXES));
            assert.match(await message(old), /WebAssembly is missing[^]*Use a current version/);
            await old.close();
        });
        await step("a file without a server shows its game and asks for nothing", async () => {
            const empty = await readFile(join(folder, "replay", "standalone.html"), "utf8");
            assert.equal(empty.split("@GAME@").length, 2);
            const path = join(root, "standalone.html");
            await writeFile(path, empty.replace("@GAME@", () => JSON.stringify(game).replaceAll("<", "\\u003c")));
            const alone = await browser.newPage();
            alone.setDefaultTimeout(WAIT);
            const requests = [];
            const errors = watch(alone).errors;
            alone.on("request", (request) => requests.push(request.url()));
            await alone.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
            await alone.goto(pathToFileURL(path).href);
            assert.match(await verdict(alone), /states as recorded/);
            await alone.click("#last");
            assert.match(await text(alone, "outcome"), /Winner/);
            await picture(alone, "replay-standalone");
            assert.deepEqual(requests.filter((url) => url !== "data:,"), [pathToFileURL(path).href]);
            assert.deepEqual(errors, []);
            await alone.close();
            return `${empty.length} bytes, ${gzipSync(empty).length} with gzip`;
        });
        for (const [name, scheme] of [[HEXES, "light"], [TABLE, "dark"], [HEXES, "dark"], [TABLE, "light"]]) {
            await step(`${name} fits a phone, ${scheme}`, async () => {
                await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true });
                await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
                await visit(page, address(name));
                await verdict(page);
                await (await page.$$("#log li:not(.heading) button"))[8].evaluate((entry) => entry.click());
                const room = await page.evaluate(() => [document.documentElement.scrollWidth, document.getElementById("map").clientHeight]);
                assert.equal(room[0], 390, "nothing is cut off");
                assert(room[1] >= 240, `the map is ${room[1]} points high`);
                await picture(page, `replay-phone-${name}-${scheme}`);
                await page.setViewport({ width: 1440, height: 900 });
                await picture(page, `replay-wide-${name}-${scheme}`);
            });
        }
        assert.deepEqual([...seen.origins].filter((origin) => !["null", new URL(site.address).origin].includes(origin)), []);
        // The site does not have the missing game.
        assert.deepEqual(seen.errors.filter((error) => !/404/.test(error)), []);
    } finally {
        await browser.close();
        site.close();
    }
}));
