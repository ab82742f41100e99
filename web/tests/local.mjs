// Games that the page to play on keeps itself: against the computer on a phone, of two persons at one screen, and by mail between two
// browsers. They survive a reload, a killed browser, a lost connection and a second tab; a link whose history was changed is found. A
// computer that thinks long is stopped, and keeps nobody waiting.

import assert from "node:assert/strict";
import { join } from "node:path";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { kill, launch, pictureIn, step, withFolder } from "./browser.mjs";
import { choose, followsGuide, holds, isOver, mine, opened, PHONE, position, press, saveRecord, small, sure, text, violations, WIDE } from "./people.mjs";
import { serve } from "./server.mjs";

const [folder, pictures, repository] = process.argv.slice(2);
const picture = pictureIn(pictures);

/** Slow 4G: bits a second, and the time of a way there and back in milliseconds; and how much slower a phone is than this machine. */
const SLOW = { offline: false, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8, latency: 150 };
const SLOWER = 4;

/** Waits until the player must choose, or the game is over. */
const settled = (page) => page.waitForFunction(() => !document.getElementById("end").hidden
    || (document.title.startsWith("● Your move") && document.querySelector("#question").ariaBusy !== "true"));

/** A player that thinks for hours, and the longest time in which the page answers meanwhile, in milliseconds. */
const ENDLESS = "plan:1000000000";
const AT_ONCE = 15_000;

const isSeen = (page, selector) => page.$eval(selector, (one) => one.checkVisibility());

/** Waits until a computer is thinking, and the page shows that. */
const thinks = (page) => page.waitForFunction(() => !document.getElementById("thought").hidden && / \d+ playouts/.test(document.getElementById("thought").innerText));

/** Chooses until the computer is thinking. */
async function letThink(page) {
    for (let n = 0; ; n += 1) {
        await page.waitForFunction(() => document.title.startsWith("● Your move") || !document.getElementById("thought").hidden);
        if (!await mine(page)) break;
        await choose(page, counted(n));
    }
    await thinks(page);
}

/** Waits for the cover of the screen or the player's question, and returns whether the screen is covered. */
async function isCovered(page) {
    await page.waitForFunction(() => !document.getElementById("curtain").hidden || document.title.startsWith("● Your move"));
    return page.$eval("#curtain", (one) => !one.hidden);
}

/** Lets the player whose turn it is uncover the screen. */
async function uncover(page) {
    assert(await page.$eval("#table", (table) => table.hidden), "nothing is seen");
    await page.click("#curtain-ready");
    await page.waitForFunction(() => document.title.startsWith("● Your move"));
}

/** Takes choice number `n`, counted round. */
const counted = (n) => (names) => n % names.length;

/** Returns the address of the page that begins a game of a scenario. */
async function address(page, site, name) {
    await page.goto(`${site.address}${name}/`);
    return page.$eval("a[href*='/play/#open=']", ({ href }) => href);
}

/** Opens the form for a game of a scenario, and begins it. */
async function begin(page, site, name, { other, names = [] }) {
    await page.goto(await address(page, site, name));
    await page.waitForSelector("#new-form:not([hidden])");
    await page.select("#other", other);
    for (const [n, typed] of names.entries()) await page.type(`#name-${n}`, typed);
    await press(page, "Begin");
    await page.waitForSelector("#table:not([hidden]) #question, #curtain:not([hidden])");
}

await withFolder((first) => withFolder((second) => withFolder(async (scratch) => {
    const site = await serve(folder);
    const seen = { origins: new Set(), errors: [], shown: new Set() };
    const browsers = [await launch(first), await launch(second)];
    let page;
    try {
        page = await opened(browsers[0], PHONE, "about:blank", seen);
        await step("a game against the computer begins on a phone", async () => {
            await begin(page, site, "tutorial", { other: "easy" });
            await settled(page);
            await picture(page, "local-phone");
            assert.deepEqual(await violations(page), []);
            assert.deepEqual(await small(page), []);
            for (let n = 0; n < 6; n += 1) {
                await settled(page);
                await choose(page, counted(n));
            }
            await settled(page);
        });
        let log;
        await step("a choice is taken back, and the same choice rolls the same", async () => {
            const m = await position(page);
            await press(page, "Take back");
            await page.waitForFunction((m) => document.querySelector("#table").dataset.m !== m, {}, m);
            await settled(page);
        });
        await step("a reload shows the same position", async () => {
            log = await text(page, "#log");
            await page.reload();
            await page.waitForSelector("#log li");
            await settled(page);
            assert.equal(await text(page, "#log"), log);
        });
        await step("a killed browser loses nothing, and the game is listed", async () => {
            await kill(browsers[0]);
            browsers[0] = await launch(first);
            page = await opened(browsers[0], PHONE, "about:blank", seen);
            await page.goto(`${site.address}play/`);
            await page.waitForSelector("#game-list a");
            await picture(page, "local-games");
            assert.deepEqual(await violations(page), []);
            // The newest first.
            await page.click("#game-list a");
            await page.waitForSelector("#log li");
            await settled(page);
            assert.equal(await text(page, "#log"), log);
        });
        await step("a second tab does not play the same game", async () => {
            const other = await opened(browsers[0], PHONE, "about:blank", seen);
            await other.goto(page.url());
            await holds(other, "#message", "open in another tab");
            await other.close();
        });
        await step("without a connection the game goes on", async () => {
            await page.evaluate(() => navigator.serviceWorker.ready);
            await page.reload();
            await page.waitForSelector("#log li");
            await page.setOfflineMode(true);
            await page.reload();
            await page.waitForSelector("#log li");
            await settled(page);
            await choose(page, counted(1));
            await settled(page);
            await picture(page, "local-offline");
            await page.setOfflineMode(false);
        });
        await step("it is played to its end, and the record is verified", async () => {
            let choices = 0;
            while (!await isOver(page)) {
                await settled(page);
                if (!await mine(page)) continue;
                await choose(page, counted(choices));
                choices += 1;
            }
            await picture(page, "local-over");
            const record = await saveRecord(page, join(scratch, "saved"), false);
            return `${choices} choices, ${record.split("\n").length} lines`;
        });
        await step("a rematch begins with exchanged sides", async () => {
            await press(page, "Rematch with exchanged sides");
            await page.waitForSelector("#end a.button");
            await page.$eval("#end a.button", (link) => link.click());
            await page.waitForFunction(() => document.getElementById("end").hidden);
            await settled(page);
        });
        await step("the form begins with a time for the turns of the computer, and lists the players of the editor", async () => {
            await page.goto(await address(page, site, "tutorial"));
            await page.waitForSelector("#new-form:not([hidden])");
            assert.equal(await page.$eval("#other", ({ value }) => value), "plan:2s");
            await holds(page, "#strategy", "in 2 s for a turn");
            const names = await page.$$eval("#other option", (all) => all.map(({ value }) => value));
            assert.deepEqual(names, ["easy", "normal", "hard", "hardest", "plan:1s", "plan:2s", "plan:5s", "plan:10s", "random", "screen", "mail"]);
            await press(page, "Begin");
            await page.waitForSelector("#table:not([hidden]) #question");
            await settled(page);
        });
        await step("who takes back, resigns or asks does not wait for a computer that thinks", async () => {
            await page.goto(await address(page, site, "tutorial"));
            await page.waitForSelector("#new-form:not([hidden])");
            await page.$eval("#other", (list, name) => {
                list.append(new Option(name, name, true, true));
                list.dispatchEvent(new Event("change"));
            }, ENDLESS);
            await press(page, "Begin");
            await page.waitForSelector("#table:not([hidden]) #question");
            await letThink(page);
            await holds(page, "#thought", "The computer is thinking for the");
            await picture(page, "local-thinks");
            assert.deepEqual(await violations(page), []);
            assert.deepEqual(await small(page), []);
            const began = Date.now();
            const m = await position(page);
            await press(page, "Take back");
            await page.waitForFunction((m) => document.querySelector("#table").dataset.m !== m, {}, m);
            await settled(page);
            assert(Date.now() - began < AT_ONCE);
            await page.waitForFunction(() => document.getElementById("thought").hidden);
            // Until the person must choose, each order of the computer is thought about.
            await letThink(page);
            let stops = 0;
            const stopped = Date.now();
            for (; !await mine(page); stops += 1) {
                await thinks(page);
                const before = await position(page);
                await press(page, "Stop thinking");
                await page.waitForFunction((m) => document.querySelector("#table").dataset.m !== m, {}, before);
                await page.waitForFunction(() => document.title.startsWith("● Your move") || (!document.getElementById("thought").hidden && !document.querySelector("#thought button").disabled));
            }
            const time = Date.now() - stopped;
            assert(time < AT_ONCE * stops, `${time} ms for ${stops} stops`);
            await letThink(page);
            await page.reload();
            await page.waitForSelector("#log li");
            await thinks(page);
            await press(page, "Game");
            await sure(page, "Resign", "Really resign? The other side wins.");
            await press(page, "Play");
            await holds(page, "#end", "The game is over");
            await page.waitForFunction(() => document.getElementById("thought").hidden);
            // What was chosen in haste is a choice like any other.
            await saveRecord(page, join(scratch, "stopped"), false);
            return `${stops} stops in ${(time / 1000).toFixed(1)} s`;
        });
        await step("the charts of the scenario are one of the views, also without a connection", async () => {
            await press(page, "Aid");
            await page.waitForSelector("#aid details");
            await page.$eval("#aid details summary", (one) => one.click());
            assert(await isSeen(page, "#aid details .chart"));
            await picture(page, "local-aid");
            assert.deepEqual(await violations(page), []);
            const titles = () => page.$$eval("#aid details summary", (all) => all.map((one) => one.textContent));
            const shown = await titles();
            await page.evaluate(() => navigator.serviceWorker.ready);
            await page.setOfflineMode(true);
            await page.reload();
            await page.waitForSelector("#table:not([hidden]) #question h2");
            await press(page, "Aid");
            await page.waitForSelector("#aid details");
            assert.deepEqual(await titles(), shown);
            await page.setOfflineMode(false);
            return `${shown.length} charts`;
        });
        await step("two persons play at one screen, which is covered between them", async () => {
            await page.setViewport(WIDE);
            await begin(page, site, "aac-first-orders", { other: "screen", names: ["Anna", "Bruno"] });
            let covers = 0;
            for (let n = 0; n < 12; n += 1) {
                if (await isCovered(page)) {
                    covers += 1;
                    if (covers === 1) await picture(page, "local-curtain");
                    assert.deepEqual(await violations(page), []);
                    await uncover(page);
                }
                await choose(page, counted(n));
            }
            assert(covers > 0);
            await picture(page, "local-screen");
            return `${covers} covers`;
        });
        await step("a reload and the list of games uncover nothing", async () => {
            for (let n = 0; n < 100 && !await isCovered(page); n += 1) await choose(page, counted(n));
            assert(await isCovered(page), "the other must choose");
            const who = await text(page, "#curtain-who");
            const again = async () => {
                assert(await isCovered(page));
                assert.equal(await text(page, "#curtain-who"), who);
            };
            await page.reload();
            await again();
            // Nor does a reload when the player was there.
            await uncover(page);
            await page.reload();
            await again();
            await page.goto(`${site.address}play/`);
            await page.waitForSelector("#game-list a");
            await page.click("#game-list a");
            await again();
            await uncover(page);
            return who;
        });
        let two;
        const linkOf = async (page) => {
            await page.waitForFunction(() => document.querySelector("#post input")?.value.startsWith("http"));
            return page.$eval("#post input", ({ value }) => value);
        };
        const passes = async (from, to) => {
            for (let n = 0; await mine(from); n += 1) {
                await choose(from, counted(n));
                await from.waitForFunction(() => document.title.startsWith("● Your move") || document.querySelector("#post input"));
            }
            const link = await linkOf(from);
            await to.goto("about:blank");
            await to.goto(link);
            return link;
        };
        await step("two persons play by mail: each link is a turn", async () => {
            await begin(page, site, "tutorial", { other: "mail", names: ["Anna", "Bruno"] });
            two = await opened(browsers[1], PHONE, "about:blank", seen);
            let link = await passes(page, two);
            await holds(two, "#arrived", "sees the game for the first time");
            await picture(two, "mail-arrived");
            assert.deepEqual(await violations(two), []);
            await press(two, "Play");
            await two.waitForSelector("#log li");
            await settled(two);
            for (let turn = 0; turn < 3; turn += 1) {
                link = await passes(two, page);
                await holds(page, "#post", "Since your last link");
                if (turn === 0) await picture(page, "mail-since");
                if (turn === 1) {
                    // A reload does not end it.
                    const told = await text(page, "#post");
                    await page.reload();
                    await holds(page, "#post", "Since your last link");
                    assert.equal(await text(page, "#post"), told);
                    await press(page, "I have read it");
                    await page.reload();
                    await page.waitForSelector("#log li");
                    await settled(page);
                    assert(!(await text(page, "#play")).includes("Since your last link"));
                }
                await settled(page);
                link = await passes(page, two);
                await settled(two);
            }
            await picture(two, "mail-phone");
            return `the last link has ${link.length} letters`;
        });
        await step("a link that is opened in a second tab goes on there, and the first tab changes nothing any more", async () => {
            const passed = async () => {
                for (let n = 0; await mine(two); n += 1) {
                    await choose(two, counted(n));
                    await two.waitForFunction(() => document.title.startsWith("● Your move") || document.querySelector("#post input"));
                }
                return linkOf(two);
            };
            const link = await passed();
            const other = await opened(browsers[0], PHONE, link, seen);
            await holds(other, "#post", "Since your last link");
            await holds(page, "#message", "open in another tab");
            assert(await page.$eval("#table", (table) => table.hidden));
            await settled(other);
            await choose(other, counted(0));
            const log = await other.$eval("#log", (list) => list.textContent);
            await other.close();
            await page.reload();
            await page.waitForSelector("#log li");
            assert.equal(await page.$eval("#log", (list) => list.textContent), log);
            await page.waitForFunction(() => document.title.startsWith("● Your move") || document.querySelector("#post input"));
            await passes(page, two);
        });
        await step("a link that tells another history is found", async () => {
            await settled(two);
            for (let n = 0; await mine(two); n += 1) {
                await choose(two, counted(n));
                await two.waitForFunction(() => document.title.startsWith("● Your move") || document.querySelector("#post input"));
            }
            const link = await linkOf(two);
            const [, head, packed] = /^(.*#mail=\w+\.)(.*)$/.exec(link);
            const lines = inflateRawSync(Buffer.from(packed, "base64url")).toString().trimEnd().split("\n");
            // A time is changed that no rule looks at.
            const at = lines.findIndex((line, n) => n > 0 && line.includes('"e":"choice"'));
            lines[at] = lines[at].replace(/"at":(\d+)/, (_, time) => `"at":${Number(time) - 1}`);
            const forged = head + deflateRawSync(`${lines.join("\n")}\n`).toString("base64url");
            await page.goto("about:blank");
            await page.goto(forged);
            await holds(page, "#arrived", "This link tells another history");
            await picture(page, "mail-rewritten");
            await press(page, "Keep my game");
            await page.waitForSelector("#log li");
            // The true one is taken.
            await page.goto("about:blank");
            await page.goto(link);
            await holds(page, "#post", "Since your last link");
            // Dice that were changed are no game.
            const rolled = lines.findIndex((line) => line.includes('"e":"picks"'));
            if (rolled > 0) {
                lines[rolled] = lines[rolled].replace(/"numbers":\[(\d)/, (_, number) => `"numbers":[${number === "6" ? 1 : Number(number) + 1}`);
                await two.goto("about:blank");
                await two.goto(head + deflateRawSync(`${lines.join("\n")}\n`).toString("base64url"));
                await holds(two, "#message", "cannot be opened");
            }
        });
        await step("a recorded game is shown where it can be stepped through", async () => {
            await page.goto(`${site.address}play/#game=AAAA`);
            await holds(page, "#message", "cannot be played here");
        });
        await step("the pages have shown what the guide names", () => followsGuide(repository, ["By mail", "Alone, and at one screen"], seen.shown));
        for (const [visit, clear] of [["first", true], ["next", false]]) {
            await step(`the ${visit} choice on a slow connection and a slow phone`, async () => {
                const start = await address(page, site, "mars-la-tour");
                const session = await page.createCDPSession();
                if (clear) await session.send("Network.clearBrowserCache");
                await page.evaluate(async () => {
                    for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
                });
                await page.goto("about:blank");
                await session.send("Network.emulateNetworkConditions", SLOW);
                await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
                const began = Date.now();
                await page.goto(start);
                await page.waitForSelector("#new-form:not([hidden])");
                const form = Date.now() - began;
                if (clear) await picture(page, "local-form");
                await press(page, "Begin");
                await settled(page);
                const choice = Date.now() - began;
                const bytes = await page.evaluate(() => performance.getEntriesByType("resource").reduce((all, one) => all + one.transferSize, 0));
                await session.send("Network.emulateNetworkConditions", { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency: 0 });
                await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
                await session.detach();
                return `form after ${(form / 1000).toFixed(1)} s, choice after ${(choice / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(2)} MB`;
            });
        }
        assert.deepEqual([...seen.origins].filter((origin) => !["null", new URL(site.address).origin].includes(origin)), []);
        assert.deepEqual(seen.errors.filter((error) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(error)), []);
    } catch (error) {
        console.error(error, page && await text(page, "body").catch(() => ""));
        if (page) await picture(page, "failed-local").catch(() => {});
        process.exitCode = 1;
    } finally {
        await Promise.all(browsers.map((browser) => browser.close().catch(() => {})));
        site.close();
    }
})));
