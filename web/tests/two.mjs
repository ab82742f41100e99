// Two people play First Orders on a server: one on a phone, one on a wide screen, each in a browser of its own. One of them is killed
// and comes back, the server is killed and comes back, once as a version that reads a rule differently, something is taken back by
// consent, a rule is doubted, and the game ends with the check of its dice and a rematch.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createRequire } from "node:module";
import { launch, pictureIn, step, WAIT, watch, withFolder } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, pictures] = process.argv.slice(2);
const picture = pictureIn(pictures);
/** The number of choices that are made by hand of the two pages. */
const CHOICES = 60;
const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const WIDE = { width: 1300, height: 900 };
/** The least height and width of what a finger must hit, in points. */
const FINGER = 44;
/** Alters the positions that the server has stored of the last two choices, as if another version had come to them. */
const ALTER = `import sqlite3, sys
file = sqlite3.connect(sys.argv[1])
file.execute("UPDATE entry SET before = before + 1 WHERE n IN (SELECT n FROM entry WHERE before IS NOT NULL ORDER BY n DESC LIMIT 2)")
file.commit()`;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The button of this name, which must be seen. */
const named = (page, name) => page.waitForSelector(`::-p-aria(${name}[role="button"])`, { visible: true });
const press = async (page, name) => (await named(page, name)).evaluate((button) => button.click());
const text = (page, selector) => page.$eval(selector, (one) => one.innerText.trim());
const holds = (page, selector, words) => page.waitForFunction((selector, words) => document.querySelector(selector)?.innerText.includes(words), {}, selector, words);
const lines = (page) => page.$$eval("#log li", (all) => all.length);
/** Shows a view of the phone; on a wide screen all are seen. */
const show = async (page, tab) => {
    if (page.viewport().width < 900) await press(page, tab);
};
const mine = (page) => page.evaluate(() => document.title.startsWith("● Your move") && document.querySelector("#question").ariaBusy !== "true");

/** Returns the page whose player must choose. */
async function chooser(pages) {
    const until = Date.now() + WAIT;
    while (Date.now() < until) {
        for (const page of pages) if (await mine(page)) return page;
        await new Promise((resume) => setTimeout(resume, 20));
    }
    throw new Error(`nobody can choose: ${await text(pages[0], "#play")}`);
}

/** Waits until the page shows another position than number `m`, and asks or waits. */
const goesOn = (page, m) => page.waitForFunction((m) => document.querySelector("#table").dataset.m !== m
    && document.querySelector("#question").ariaBusy !== "true" && !document.querySelector("#question button.main"), {}, m);
const position = (page) => page.$eval("#table", (table) => table.dataset.m);

/** Makes the choice number `n` of those that the page lists, counted round, and returns its words. */
async function choose(page, n) {
    const m = await position(page);
    for (let depth = 0; depth < 3; depth += 1) {
        const done = await page.evaluate((n) => {
            const question = document.querySelector("[aria-label=Question]");
            if (question.querySelector("button.main")) return true;
            question.querySelector("details")?.setAttribute("open", "");
            const all = question.querySelectorAll(".choices button");
            all[n % all.length]?.click();
            return Boolean(question.querySelector("button.main"));
        }, n);
        if (done) break;
    }
    const words = await text(page, "#question h3");
    const pressed = await page.$eval("#question button.main", (button) => {
        button.click();
        return button.innerText;
    });
    assert.equal(pressed, "Do it");
    await goesOn(page, m);
    assert.equal(await page.$("#question .refused"), null, `${words} is refused`);
    return words;
}

/** Returns the middle of the first mark of the map of this kind that is in sight and that nothing lies upon. */
const markOf = (page, kind) => page.evaluate((kind) => {
    const map = document.getElementById("map").getBoundingClientRect();
    for (const mark of document.querySelectorAll(`#sheet .${kind}`)) {
        const { left, top, width, height } = mark.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const within = x > map.left + 8 && x < map.right - 8 && y > map.top + 8 && y < map.bottom - 8;
        if (within && document.elementFromPoint(x, y)?.closest("#map")) return { x, y };
    }
    return null;
}, kind);

const tap = (page, { x, y }) => page.viewport().hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);

/** Returns what axe has against a page. */
async function violations(page) {
    await page.evaluate(AXE);
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(" ")}`);
}

/** Returns the buttons of a phone that are too small for a finger. */
const small = (page, finger) => page.evaluate((finger) => [...document.querySelectorAll("#play button, #tabs button, #zoom button, #note-form button")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.getBoundingClientRect(), one.innerText])
    .filter(([{ width, height }]) => width < finger - 0.5 || height < finger - 0.5)
    .map(([{ width, height }, words]) => `${words} ${Math.round(width)} × ${Math.round(height)}`), finger);

await withFolder((first) => withFolder((second) => withFolder(async (scratch) => {
    const server = await host(folder, join(scratch, "games.db"));
    const seen = { origins: new Set(), errors: [] };
    const browsers = [await launch(first), await launch(second)];
    const opened = async (browser, viewport, address, scheme = "light") => {
        const page = await browser.newPage();
        page.setDefaultTimeout(WAIT);
        watch(page, seen);
        await page.setViewport(viewport);
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.goto(address);
        return page;
    };
    try {
        let links;
        await step("a form makes a game, and gives a link for each seat", async () => {
            const page = await opened(browsers[0], WIDE, `${server.address}host/`);
            await page.waitForFunction(() => document.querySelectorAll("#scenario option").length > 1);
            await picture(page, "two-make");
            assert.deepEqual(await violations(page), []);
            await page.select("#scenario", "aac-first-orders");
            await page.type("#name-0", "Anna");
            await page.type("#name-1", "<i>Bruno</i>");
            await press(page, "Make the game");
            await page.waitForSelector("#links input");
            links = await page.$$eval("#links input", (all) => all.map((one) => one.value));
            await picture(page, "two-made");
            await page.close();
            assert.equal(links.length, 3);
            assert(links.every((link) => link.startsWith(`${server.address}host/play/#`)), "tokens are in fragments");
        });
        const one = await opened(browsers[0], PHONE, links[0]);
        await step("the first page waits for the second, whose share the dice need", async () => {
            await holds(one, "#question", "both players have opened");
            await picture(one, "two-phone-waits");
        });
        let two = await opened(browsers[1], WIDE, links[1]);
        const pages = () => [one, two];
        await step("both pages add to the dice, and the game begins", async () => {
            assert(await chooser(pages()));
            await holds(two, "#game", "a share of each player");
            await holds(two, "#game", "<i>Bruno</i>");
            // Rules are links, as the site has the page of them.
            const rule = await two.waitForSelector("#question a.rule");
            assert.match(await rule.evaluate((link) => link.href), /\/rules\/at-any-cost\/#rule-/);
        });
        await step("nothing is done at the first tap", async () => {
            const page = await chooser(pages());
            const before = await lines(page);
            await page.evaluate(() => document.querySelector("#question .choices button").click());
            await named(page, "Do it");
            assert.equal(await lines(page), before);
            await press(page, "Not this");
            assert(await mine(page));
        });

        const made = [0, 0];
        const play = async (count) => {
            for (let n = 0; n < count; n += 1) {
                const page = await chooser(pages());
                await choose(page, 7 * made[0] + 3 * made[1] + n);
                made[pages().indexOf(page)] += 1;
            }
        };
        await step("both play", async () => {
            await play(CHOICES / 2);
            await picture(one, "two-phone");
            await picture(two, "two-wide");
            assert(made.every((count) => count > 0), `${made}`);
            return `${made} choices`;
        });
        await step("a tap on a counter and two on a dot make a choice", async () => {
            for (let tries = 0; tries < 40; tries += 1) {
                const page = await chooser(pages());
                const before = await lines(page);
                let dot = await markOf(page, "dot");
                const actor = dot ? null : await markOf(page, "actor");
                if (actor) {
                    await tap(page, actor);
                    await new Promise((resume) => setTimeout(resume, 100));
                    dot = await markOf(page, "dot");
                }
                if (!dot) {
                    await page.keyboard.press("Escape");
                    await choose(page, tries);
                    continue;
                }
                await picture(page, `two-dots-${page.viewport().width}`);
                await tap(page, dot);
                // Several counters and choices may lie there, and the page has asked which is meant.
                for (let depth = 0; depth < 3 && !await page.$("#question button.main"); depth += 1) {
                    await page.evaluate(() => document.querySelector("#question .choices button")?.click());
                }
                const drawn = await page.$("#question button.main") && await markOf(page, "hand:not(path)");
                if (!drawn) {
                    await page.keyboard.press("Escape");
                    continue;
                }
                assert.equal(await lines(page), before, "a tap draws only");
                await picture(page, `two-hand-${page.viewport().width}`);
                await new Promise((resume) => setTimeout(resume, 500));
                const m = await position(page);
                // The odds have come, and the map has made room for them.
                await tap(page, await markOf(page, "hand:not(path)"));
                await goesOn(page, m);
                assert.equal(await page.$("#question .refused"), null);
                return `after ${tries} others`;
            }
            throw new Error("no dots in forty choices");
        });
        await step("odds come before a fight", async () => {
            for (let tries = 0; tries < 60; tries += 1) {
                const page = await chooser(pages());
                const count = await page.evaluate(() => {
                    document.querySelector("#question details")?.setAttribute("open", "");
                    return document.querySelectorAll("#question .choices button").length;
                });
                for (let n = 0; n < Math.min(count, 6); n += 1) {
                    await page.evaluate((n) => document.querySelectorAll("#question .choices button")[n]?.click(), n);
                    await new Promise((resume) => setTimeout(resume, 80));
                    const bar = await page.$("#question .bar");
                    if (bar) {
                        assert.match(await bar.evaluate((one) => one.getAttribute("aria-label")), /\d %/);
                        await picture(page, `two-odds-${page.viewport().width}`);
                        return `after ${tries} choices`;
                    }
                    await page.keyboard.press("Escape");
                    await page.keyboard.press("Escape");
                }
                await choose(page, tries);
            }
            throw new Error("no odds in sixty choices");
        });
        await step("a page that is killed comes back to the same position", async () => {
            const before = await text(two, "#log");
            browsers[1].process().kill("SIGKILL");
            await one.waitForFunction(() => document.querySelector("#sides li:last-child .presence").classList.contains("off"));
            browsers[1] = await launch(second);
            two = await opened(browsers[1], WIDE, `${server.address}host/play/`);
            await two.waitForSelector("#game-list a");
            await picture(two, "two-games");
            await two.click("#game-list a");
            await two.waitForSelector("#log li");
            assert.equal(await text(two, "#log"), before);
            await one.waitForFunction(() => document.querySelector("#sides li:last-child .presence").classList.contains("on"));
            await play(4);
        });
        await step("a server that is killed comes back, and pages wait for it", async () => {
            const before = await text(one, "#question");
            await server.kill();
            await holds(one, "#state", "Offline: the last position is shown");
            await picture(one, "two-phone-offline");
            await server.start();
            await one.waitForSelector("#state[hidden]");
            await two.waitForSelector("#state[hidden]");
            assert.equal(await text(one, "#question"), before);
            await play(4);
        });
        await step("a game that another version reads differently is held, and goes on by consent", async () => {
            await play(4);
            const before = await Promise.all(pages().map(lines));
            await server.kill();
            execFileSync("python3", ["-c", ALTER, join(scratch, "games.db")]);
            await server.start();
            for (const page of pages()) {
                await holds(page, "#held", "This game is held");
                await holds(page, "#held", "made under rule");
                assert.equal(await page.$("#question .choices button"), null);
            }
            assert((await lines(one)) < before[0], "the log ends with the position");
            await picture(one, "two-phone-held");
            await picture(two, "two-wide-held");
            assert.deepEqual(await violations(one), []);
            assert.deepEqual(await small(one, FINGER), []);
            await press(one, "Ask to go on from here");
            await press(one, "Really go on from here?");
            await holds(one, "#ask", "must answer");
            await holds(two, "#ask", "asks to go on from the position");
            await press(two, "Yes");
            for (const page of pages()) {
                await page.waitForSelector("#held[hidden]");
                await show(page, "Log");
                await holds(page, "#log", "The players go on from here");
                await show(page, "Play");
            }
            await play(4);
        });
        await step("a choice is taken back by consent, and the other sees what falls", async () => {
            for (let tries = 0; tries < 60; tries += 1) {
                const asks = pages().map((page) => page.$$eval("#question .foot button", (all) => all.some((one) => one.innerText === "Ask to take back")));
                const asker = (await Promise.all(asks)).indexOf(true);
                if (asker >= 0) {
                    const [page, other] = [pages()[asker], pages()[1 - asker]];
                    await press(page, "Ask to take back");
                    await holds(page, "#ask", "must answer");
                    await holds(other, "#ask", "asks to take back");
                    await picture(other, `two-asked-${other.viewport().width}`);
                    const falls = await other.$$eval("#ask .falls li", (all) => all.length);
                    const yes = await other.$$eval("#ask button", (all) => all.map((one) => one.innerText));
                    await press(other, yes[0]);
                    for (const told of pages()) {
                        await told.waitForFunction(() => document.getElementById("ask").hidden);
                        await show(told, "Log");
                        await holds(told, "#log", "take back their last choice");
                        await show(told, "Play");
                    }
                    return `${falls} lines fall; ${yes.join(", ")}`;
                }
                await play(1);
            }
            throw new Error("nothing to ask for");
        });
        await step("a rule is doubted, and both see which line is meant", async () => {
            await show(one, "Log");
            const words = await one.evaluate(() => {
                const line = [...document.querySelectorAll("#log li:not(.heading)")].findLast((item) => item.querySelector(".rule"));
                line.querySelector("button").click();
                return line.querySelector("button").innerText;
            });
            await press(one, "Dispute…");
            const field = await one.waitForSelector("#log form input:not([maxlength='40'])");
            await field.type("The modifier <b>is</b> missing");
            await one.$eval("#log form", (form) => form.requestSubmit());
            for (const page of pages()) await page.waitForSelector("#log .disputed");
            assert((await text(two, "#notes")).includes(`${words} — The modifier <b>is</b> missing`));
            await picture(one, "two-phone-log");
            await show(one, "Play");
        });
        await step("notes are plain text, and the phone counts them", async () => {
            await two.type("#note", "Well <img src=x> played");
            await press(two, "Send");
            await one.waitForFunction(() => /Notes \(\d+\)/.test(document.getElementById("tabs").innerText));
            await one.evaluate(() => document.querySelector("#tabs [data-tab=notes]").click());
            await holds(one, "#notes", "Well <img src=x> played");
            await picture(one, "two-phone-notes");
            await show(one, "Play");
        });
        await step("keys move a cursor on the map, choose and help", async () => {
            await two.focus("#map");
            for (const key of ["ArrowRight", "ArrowDown", "ArrowLeft"]) await two.keyboard.press(key);
            assert(await two.$("#sheet .cursor"));
            assert((await text(two, "#live")).length > 0);
            await two.keyboard.press("Enter");
            await two.waitForFunction(() => document.querySelector("#question h3, #question .refused, #question .choices"));
            await picture(two, "two-wide-cursor");
            await two.keyboard.press("Escape");
            await two.keyboard.press("?");
            assert(await two.$eval("#help", (help) => help.open));
        });
        await step("a spectator sees the position and no choices", async () => {
            const page = await opened(browsers[1], WIDE, links[2], "dark");
            await page.waitForSelector("#log li");
            assert.equal(await page.$("#question .choices"), null);
            assert.equal(await page.$eval("#note-form", (form) => form.checkVisibility()), false);
            await holds(page, "#game", "You watch");
            await picture(page, "two-spectator-dark");
            await page.close();
        });
        await step("the pages have no violations of axe, and targets for fingers", async () => {
            for (const tab of ["Log", "Boards", "Game", "Play"]) {
                await show(one, tab);
                assert.deepEqual(await violations(one), []);
                await picture(one, `two-phone-${tab.toLowerCase()}`);
                assert.deepEqual(await small(one, FINGER), []);
            }
            assert.deepEqual(await violations(two), []);
            assert.equal(await one.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
            for (const page of pages()) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
            for (const page of pages()) assert.deepEqual(await violations(page), []);
            await picture(one, "two-phone-dark");
            await picture(two, "two-wide-dark");
            for (const page of pages()) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
        });
        await step("they play on", async () => {
            await play(Math.max(0, CHOICES - made[0] - made[1]));
            return `${made} choices`;
        });
        await step("the loser resigns, and both pages check the dice", async () => {
            await show(one, "Game");
            await press(one, "Resign");
            await press(one, "Really resign? The other side wins.");
            await show(one, "Play");
            for (const page of pages()) {
                await holds(page, "#end", "have resigned");
                await page.waitForFunction(() => document.querySelectorAll("#end .checks li").length === 3);
                assert.deepEqual(await page.$$eval("#end .checks .bad", (all) => all.map((one) => one.innerText)), []);
            }
            await holds(two, "#end", "You have won");
            await picture(one, "two-phone-over");
            await picture(two, "two-wide-over");
            assert.deepEqual(await violations(two), []);
        });
        await step("the record can be saved and verified", async () => {
            const saved = join(scratch, "saved");
            await mkdir(saved);
            const session = await two.createCDPSession();
            await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: saved });
            await press(two, "Save the record");
            let files = [];
            for (const until = Date.now() + WAIT; Date.now() < until && !files.some((name) => name.endsWith(".jsonl")); files = await readdir(saved)) {
                await new Promise((resume) => setTimeout(resume, 100));
            }
            const path = join(saved, files.find((name) => name.endsWith(".jsonl")));
            const record = await readFile(path, "utf8");
            // The command line checks every choice and every roll of it.
            execFileSync(process.env.BATTLEWRIGHT, ["replay", path, "--verify"]);
            assert.match(record, /^\{"format":"battlewright game 1"/);
            assert.match(record, /"e":"end"/);
            return `${record.split("\n").length} lines`;
        });
        await step("both want a rematch, and exchange their sides", async () => {
            await press(one, "Rematch with exchanged sides");
            await press(two, "Agree to a rematch");
            const address = await one.waitForSelector("#end a.button");
            await two.waitForSelector("#end a.button");
            await address.evaluate((link) => link.click());
            await one.waitForFunction((old) => location.hash !== old, {}, new URL(links[0]).hash);
            await show(one, "Game");
            await holds(one, "#game", "French: Anna — your side");
        });
        await step("a wrong link is explained", async () => {
            const wrong = await opened(browsers[0], PHONE, links[0].replace(/.$/, (letter) => letter === "0" ? "1" : "0"));
            await holds(wrong, "#message", "leads to no game");
            await wrong.close();
        });
        const { origin: own, host: machine } = new URL(server.address);
        assert.deepEqual([...seen.origins].filter((origin) => !["null", own, `ws://${machine}`].includes(origin)), []);
        // While the server was away, pages tried to reach it.
        assert.deepEqual(seen.errors.filter((error) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(error)), []);
    } finally {
        await Promise.all(browsers.map((browser) => browser.close().catch(() => {})));
        server.close();
    }
})));
