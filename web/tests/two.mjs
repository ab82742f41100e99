// Two people play First Orders on a server: one on a phone, one on a wide screen, each in a browser of its own. One of them is killed
// and comes back, the server is killed and comes back, once as a version that reads a rule differently, something is taken back by
// consent, a rule is doubted, and the game ends with the check of its dice and a rematch.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { kill, launch, pause, pictureIn, step, withFolder, written } from "./browser.mjs";
import { host } from "./host.mjs";
import {
    asker, caughtUp, checkDice, choose, chooser, delay, dispute, followsGuide, goesOn, holds, lines, makeGame, mark, mine, named,
    opened as openedPage, PHONE, position, press, rematch, replied, saveRecord, show, small, still, sure, takeBack, text, together, violations, WIDE,
} from "./people.mjs";

const [folder, pictures, repository] = process.argv.slice(2);
const picture = pictureIn(pictures);
/** The number of choices that are made by hand of the two pages. */
const CHOICES = 60;
/** Longer than the time in which a second tap belongs to the first, in milliseconds. */
const DOUBLE = 450;
/** The time after which something goes out that is held back, in milliseconds. */
const LATE = 300;
/** Alters the positions that the server has stored of the last two choices, as if another version had come to them. */
const ALTER = `import sqlite3, sys
file = sqlite3.connect(sys.argv[1])
file.execute("UPDATE entry SET before = before + 1 WHERE n IN (SELECT n FROM entry WHERE before IS NOT NULL ORDER BY n DESC LIMIT 2)")
file.commit()`;

/** Returns the middle of the first mark of the map of this kind that is in sight and that nothing lies upon. */
const markOf = async (page, kind) => await still(page) ?? page.evaluate((kind) => {
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

await withFolder((first) => withFolder((second) => withFolder(async (scratch) => {
    const server = await host(folder, join(scratch, "games.db"));
    const seen = { origins: new Set(), errors: [], shown: new Set() };
    const browsers = [await launch(first, { webgl: false }), await launch(second, { webgl: false })];
    const opened = async (browser, viewport, address, scheme = "light") => {
        const page = await openedPage(browser, viewport, address, seen);
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        return page;
    };
    try {
        let links;
        await step("a form makes a game, and gives a link for each seat", async () => {
            const page = await opened(browsers[0], WIDE, `${server.address}host/`);
            await page.waitForFunction(() => document.querySelectorAll("#scenario option").length > 1);
            await picture(page, "two-make");
            assert.deepEqual(await violations(page), []);
            links = await makeGame(page, "aac-first-orders", ["Anna", "<i>Bruno</i>"]);
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
        /** Returns the page whose player must choose. */
        const next = async () => {
            const page = await chooser(pages());
            assert(page, "the game is over too early");
            return page;
        };
        await step("both pages add to the dice, and the game begins", async () => {
            await next();
            await holds(two, "#game", "a share of each player");
            await holds(two, "#game", "<i>Bruno</i>");
            // Rules are links, as the site has the page of them.
            const rule = await two.waitForSelector("#question a.rule");
            assert.match(await rule.evaluate((link) => link.href), /\/rules\/at-any-cost\/#rule-/);
        });
        await step("nothing is done at the first tap", async () => {
            const page = await next();
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
                const page = await next();
                const turn = 7 * made[0] + 3 * made[1] + n;
                await choose(page, (names) => turn % names.length);
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
                const page = await next();
                const before = await lines(page);
                let dot = await markOf(page, "dot");
                const actor = dot ? null : await markOf(page, "actor");
                if (actor) {
                    await tap(page, actor);
                    dot = await markOf(page, "dot");
                }
                if (dot) {
                    await picture(page, `two-dots-${page.viewport().width}`);
                    await tap(page, dot);
                    // Several counters and choices may lie there, and the page has asked which is meant.
                    for (let depth = 0; depth < 3 && !await page.$("#question button.main"); depth += 1) {
                        await page.evaluate(() => document.querySelector("#question .choices button")?.click());
                    }
                    await pause(DOUBLE);
                    // The map makes room for the odds.
                    await replied(page);
                }
                const hand = dot && await page.$("#question button.main") && await markOf(page, "hand:not(path)");
                if (!hand) {
                    await page.keyboard.press("Escape");
                    await page.keyboard.press("Escape");
                    await choose(page, (names) => tries % names.length);
                    continue;
                }
                assert.equal(await lines(page), before, "a tap draws only");
                await picture(page, `two-hand-${page.viewport().width}`);
                const m = await position(page);
                await tap(page, hand);
                await goesOn(page, m);
                assert.equal(await page.$("#question .refused"), null);
                return `after ${tries} others`;
            }
            throw new Error("no dots in forty choices");
        });
        await step("what is asked about a place does not come over what is done since", async () => {
            for (let tries = 0; tries < 40; tries += 1) {
                const page = await next();
                await page.focus("#map");
                // All in one turn of the page, so that the answer comes later.
                const taken = await page.evaluate(() => {
                    const [map, question] = ["map", "question"].map((id) => document.getElementById(id));
                    const press = (key) => map.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
                    for (const way of ["Right", "Down", "Left", "Up", "Up", "Left", "Down", "Right"]) {
                        press("Escape");
                        press("Escape");
                        press(`Arrow${way}`);
                        const before = question.innerHTML;
                        press("Enter");
                        // Where nothing can be chosen, the server is asked.
                        if (question.innerHTML !== before) continue;
                        for (let depth = 0; depth < 3 && !question.querySelector("button.main"); depth += 1) question.querySelector(".choices button")?.click();
                        return Boolean(question.querySelector("button.main"));
                    }
                    return false;
                });
                if (taken) {
                    await replied(page);
                    // An answer may have led to another question.
                    await replied(page);
                    assert.equal(await page.$("#question :is(.faces, .refused)"), null);
                    for (const key of ["Escape", "Escape", "Enter"]) await page.keyboard.press(key);
                    await page.waitForSelector("#question :is(.faces, .refused)");
                    await page.keyboard.press("Escape");
                    return `after ${tries} choices`;
                }
                for (const key of ["Escape", "Escape"]) await page.keyboard.press(key);
                await choose(page, (names) => tries % names.length);
            }
            throw new Error("no place where nothing can be chosen");
        });
        await step("the question comes back only with the next position", async () => {
            const page = await next();
            await page.evaluate(() => {
                const [question, table] = ["question", "table"].map((id) => document.getElementById(id));
                let sent = null;
                globalThis.cameBack = 0;
                new MutationObserver(() => {
                    if (question.ariaBusy === "true") sent = table.dataset.m;
                    else if (sent === table.dataset.m && question.querySelector("button.main")) globalThis.cameBack += 1;
                }).observe(question, { attributes: true, childList: true });
            });
            await choose(page, () => 0);
            assert.equal(await page.evaluate(() => globalThis.cameBack), 0);
        });
        await step("a key that is pressed twice takes back once", async () => {
            for (let tries = 0; tries < 60; tries += 1) {
                await together(pages());
                const back = (page) => page.$$eval("#question .foot button", (all) => all.some((one) => one.innerText === "Take back"));
                const page = pages()[(await Promise.all(pages().map(back))).indexOf(true)];
                if (!page) {
                    await play(1);
                    continue;
                }
                await delay(page, LATE);
                const m = await position(page);
                for (let n = 0; n < 2; n += 1) await page.keyboard.press("u");
                await goesOn(page, m);
                await replied(page);
                await delay(page, 0);
                assert.equal(await page.$("#question .refused"), null);
                return `after ${tries} choices`;
            }
            throw new Error("nothing to take back");
        });
        await step("a refusal about something else leaves what is in hand", async () => {
            for (let tries = 0; await next() !== two; tries += 1) {
                assert(tries < 60, "the other player chooses");
                await play(1);
            }
            for (let depth = 0; depth < 4 && !await two.$("#question button.main"); depth += 1) {
                await two.evaluate(() => document.querySelector("#question .choices button").click());
            }
            await named(two, "Do it");
            const offer = () => sure(two, "Offer a draw", "Really offer a draw?");
            await offer();
            await holds(two, "#ask", "must answer");
            await offer();
            await holds(two, "#question", "nother question is open");
            await named(two, "Do it");
            await press(two, "Withdraw");
            for (const page of pages()) await page.waitForSelector("#ask[hidden]");
            for (let n = 0; n < 3; n += 1) await two.keyboard.press("Escape");
        });
        await step("odds come before a fight", async () => {
            for (let tries = 0; tries < 60; tries += 1) {
                const page = await next();
                const count = await page.evaluate(() => {
                    document.querySelector("#question details")?.setAttribute("open", "");
                    return document.querySelectorAll("#question .choices button").length;
                });
                for (let n = 0; n < Math.min(count, 6); n += 1) {
                    await page.evaluate((n) => document.querySelectorAll("#question .choices button")[n]?.click(), n);
                    await replied(page);
                    const bar = await page.$("#question .bar");
                    if (bar) {
                        assert.match(await bar.evaluate((one) => one.getAttribute("aria-label")), /\d %/);
                        await picture(page, `two-odds-${page.viewport().width}`);
                        return `after ${tries} choices`;
                    }
                    await page.keyboard.press("Escape");
                    await page.keyboard.press("Escape");
                    // The server takes only so many questions.
                    await pause(200);
                }
                await choose(page, (names) => tries % names.length);
            }
            throw new Error("no odds in sixty choices");
        });
        await step("a page that is killed comes back to the same position", async () => {
            await together(pages());
            const before = await text(two, "#log");
            await written();
            await kill(browsers[1]);
            await one.waitForFunction(() => document.querySelector("#sides li:last-child .presence").classList.contains("off"));
            browsers[1] = await launch(second, { webgl: false });
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
            await together(pages());
            const before = await text(one, "#question");
            for (const page of pages()) await mark(page);
            await server.kill();
            await holds(one, "#state", "Offline: the last position is shown");
            await picture(one, "two-phone-offline");
            await server.start();
            for (const page of pages()) await caughtUp(page);
            assert.equal(await text(one, "#question"), before);
            await play(4);
        });
        await step("a game that another version reads differently is held, and goes on by consent", async () => {
            await play(4);
            await together(pages());
            const before = Number(await position(one));
            await server.kill();
            execFileSync("python3", ["-c", ALTER, join(scratch, "games.db")]);
            await server.start();
            for (const page of pages()) {
                await holds(page, "#held", "This game is held");
                await holds(page, "#held", "made under rule");
                assert.equal(await page.$("#question .choices button"), null);
            }
            for (const page of pages()) assert(await position(page) < before, "the page shows an earlier position");
            await picture(one, "two-phone-held");
            await picture(two, "two-wide-held");
            assert.deepEqual(await violations(one), []);
            assert.deepEqual(await small(one), []);
            await sure(one, "Ask to go on from here", "Really go on from here?");
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
                const one = await asker(pages());
                if (one >= 0) return takeBack(pages()[one], pages()[1 - one], (page) => picture(page, `two-asked-${page.viewport().width}`));
                await play(1);
            }
            throw new Error("nothing to ask for");
        });
        await step("a rule is doubted, and both see which line is meant", async () => {
            await dispute(one, two, "The modifier <b>is</b> missing", (page) => picture(page, "two-phone-log"));
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
        await step("a player gets a new link, and the old one opens nothing any more", async () => {
            // Another device of the same seat has no connection meanwhile.
            const other = await opened(browsers[1], WIDE, links[0]);
            await other.waitForSelector("#log li");
            await other.setOfflineMode(true);
            await holds(other, "#state", "Offline");
            await show(one, "Game");
            await sure(one, "New link for my seat", "Really? Earlier links of your seat stop working.");
            await holds(one, "#game", "Earlier links of your seat open nothing any more");
            await picture(one, "two-phone-link");
            const old = links[0];
            links[0] = one.url();
            assert.notEqual(links[0], old);
            await one.waitForFunction(() => /open nothing/.test(document.getElementById("live").textContent));
            const stranger = await opened(browsers[1], WIDE, old);
            await holds(stranger, "#message", "leads to no game");
            await stranger.close();
            await other.setOfflineMode(false);
            await holds(other, "#message", "leads to no game");
            assert(await other.$("#state[hidden]"), "it is not tried again");
            await other.close();
            await one.reload();
            await one.waitForSelector("#log li");
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
                assert.deepEqual(await small(one), []);
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
            await sure(one, "Resign", "Really resign? The other side wins.");
            await show(one, "Play");
            for (const page of pages()) await holds(page, "#end", "have resigned");
            await checkDice(pages());
            await holds(two, "#end", "You have won");
            await picture(one, "two-phone-over");
            await picture(two, "two-wide-over");
            assert.deepEqual(await violations(two), []);
        });
        await step("the record can be saved and verified", async () => {
            const record = await saveRecord(two, join(scratch, "saved"));
            return `${record.split("\n").length} lines`;
        });
        await step("the replay page steps through the game, and the way back leads to its end", async () => {
            if (!existsSync(join(folder, "replay"))) {
                assert.equal(await two.$$eval("#end button", (all) => all.some((one) => one.innerText === "Step through the game")), false);
                return "the site has none";
            }
            await press(two, "Step through the game");
            await two.waitForSelector("#viewer:not([hidden])");
            assert.match(two.url(), /\/replay\/#kept=/);
            await two.waitForFunction(() => document.getElementById("verdict").className === "good");
            assert.match(await text(two, "#checked"), /^\d+ inputs are legal$/);
            await two.keyboard.press("End");
            await holds(two, "#outcome", "have resigned");
            await holds(two, "#notes", "Well <img src=x> played");
            await holds(two, "#notes", "The modifier <b>is</b> missing");
            await two.evaluate(() => document.querySelector("#remarks li:last-child button").click());
            await picture(two, "two-replay");
            assert.deepEqual(await violations(two), []);
            await two.reload();
            await two.waitForSelector("#viewer:not([hidden])");
            await two.goBack();
            await holds(two, "#end", "have resigned");
        });
        await step("both want a rematch, and exchange their sides", async () => {
            // The phone sleeps when the other agrees.
            await rematch(one, two, async (agree) => {
                await one.setOfflineMode(true);
                await holds(one, "#state", "Offline");
                await agree();
                await one.setOfflineMode(false);
            });
            await show(one, "Game");
            await holds(one, "#game", "French: Anna — your side");
        });
        await step("a wrong link is explained", async () => {
            const wrong = await opened(browsers[0], PHONE, links[0].replace(/.$/, (letter) => letter === "0" ? "1" : "0"));
            await holds(wrong, "#message", "leads to no game");
            await wrong.close();
        });
        // Late, since a browser that has kept much writes the next things only after a minute, and a killed one has lost them.
        await step("who waits can claim the win when the time of the other has run out, without a message", async () => {
            const page = await opened(browsers[0], WIDE, `${server.address}host/`);
            const body = JSON.stringify({
                scenario: { name: "tutorial" }, names: ["", ""], computers: [null, null], undo: "own", clock: { bank: 15, increment: 0, cap: 15 },
            });
            const { first: own, second: theirs } = await page.evaluate(async (body) => {
                const headers = { "Content-Type": "application/json" };
                return (await fetch("/host/games", { method: "POST", headers, body })).json();
            }, body);
            const both = [page, await opened(browsers[1], WIDE, new URL(theirs, server.address).href)];
            await page.goto(new URL(own, server.address).href);
            const chooses = await chooser(both);
            const waits = both.find((one) => one !== chooses);
            assert.equal(await waits.$$eval("#game button", (all) => all.filter((one) => one.innerText.includes("claim the win")).length), 0);
            await named(waits, "The other has no time left: claim the win");
            for (const one of both) await one.close();
        });
        await step("the pages have shown what the guide names", () => followsGuide(repository, ["Begin", "Choose", "The dice"], seen.shown));
        const { origin: own, host: machine } = new URL(server.address);
        assert.deepEqual([...seen.origins].filter((origin) => !["null", own, `ws://${machine}`].includes(origin)), []);
        // While the server was away, pages tried to reach it.
        assert.deepEqual(seen.errors.filter((error) => !/WebSocket|ERR_CONNECTION_REFUSED/.test(error)), []);
    } finally {
        await Promise.all(browsers.map((browser) => browser.close().catch(() => {})));
        server.close();
    }
})));
