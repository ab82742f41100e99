// A person plays First Assault, a battle on a table without hexes, against the computer: by taps on a phone, and by mouse and keyboard on
// a wide screen. Units are moved to places that no list has, turned by a drag, and fire at an enemy.

import assert from "node:assert/strict";
import { join } from "node:path";
import { launch, pause, pictureIn, step, WAIT, withFolder } from "./browser.mjs";
import { host } from "./host.mjs";
import { delay, holds, named, opened, PHONE, position, press, replied, small, still, text, violations, WIDE } from "./people.mjs";

const [folder, pictures] = process.argv.slice(2);
const picture = pictureIn(pictures);
const SCENARIO = "outrance-first-assault";
/** The longest time between two taps of a double tap, in milliseconds. */
const DOUBLE = 450;
/** The time after which something goes out that is held back: longer than that. */
const LATE = 600;
/** The part of the tinted area that is nearest to the enemy: the player begins at the upper edge. */
const FORWARD = [0.5, 0.9];
/** The most choices until something is seen. */
const MOST = 120;
/** More results than a fight has, and the least contrast of letters, as WCAG and axe define it. */
const MOST_RESULTS = 40;
const CONTRAST = 4.5;

const isTouch = (page) => page.viewport().hasTouch;
const tap = (page, { x, y }) => isTouch(page) ? page.touchscreen.tap(x, y) : page.mouse.click(x, y);

/** Drags from one point of the screen to another, as a finger or a mouse does. */
async function drag(page, from, to) {
    const between = (n) => [from.x + (to.x - from.x) * n / 8, from.y + (to.y - from.y) * n / 8];
    const touch = isTouch(page) ? await page.touchscreen.touchStart(from.x, from.y) : null;
    if (!touch) {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
    }
    for (let n = 1; n <= 8; n += 1) {
        await (touch ? touch.move(...between(n)) : page.mouse.move(...between(n)));
        await pause(30);
    }
    await (touch ? touch.end() : page.mouse.up());
}

/** Returns the middles of the marks of this kind that are in sight. */
const marks = async (page, kind) => await still(page) ?? page.evaluate((kind) => {
    const map = document.getElementById("map").getBoundingClientRect();
    const middles = [...document.querySelectorAll(`#sheet .${kind}`)].map((mark) => {
        const { left, top, width, height } = mark.getBoundingClientRect();
        return { x: left + width / 2, y: top + height / 2 };
    });
    return middles.filter(({ x, y }) => x > map.left + 12 && x < map.right - 60 && y > map.top + 12 && y < map.bottom - 12);
}, kind);

/** Returns the point of the tinted area that is in sight and nearest to `share` of its height and width, for a finger. */
const legalPoint = async (page, [across, down]) => await still(page) ?? page.evaluate((across, down) => {
    const area = document.querySelector("#sheet .legal");
    if (!area) return null;
    const map = document.getElementById("map").getBoundingClientRect();
    const { x: left, y: top, width, height } = area.getBBox();
    const matrix = area.getScreenCTM();
    let best = null;
    for (let n = 0; n < 900; n += 1) {
        const at = new DOMPoint(left + width * (n % 30 + 0.5) / 30, top + height * (Math.floor(n / 30) + 0.5) / 30);
        const { x, y } = at.matrixTransform(matrix);
        if (x < map.left + 50 || x > map.right - 60 || y < map.top + 50 || y > map.bottom - 50 || !area.isPointInFill(at)) continue;
        const away = Math.hypot((at.x - left) / width - across, (at.y - top) / height - down);
        if (!best || away < best.away) best = { x, y, away };
    }
    return best;
}, across, down);

/** Returns the point on the screen that `look` finds, on the whole map if it is not in sight. */
async function sought(page, words, look) {
    let found = await look();
    if (!found) {
        await press(page, "Whole map");
        found = await look();
    }
    assert(found, `${words} is in sight`);
    return found;
}

/** Returns the middle of what is in hand. */
const inHand = async (page) => await page.waitForSelector("#sheet .hand") && sought(page, "what is in hand", async () => (await marks(page, "hand"))[0]);

/** The words of the button that is pressed of those that choose what to point at; of the only one there is nothing. */
const modeNames = (page) => page.$$eval("#question .modes button", (all) => all.map((one) => one.innerText));
/** Returns the names of the choices that are listed without opening anything. */
const listed = (page) => page.$$eval("#question .choices button", (all) => all.map((one) => one.innerText));

/** Returns the least contrast of letters on the bars of up to `most` results. Runs in a page. */
async function contrast(most) {
    const { color } = await import("/host/play/choices.js");
    const linear = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    const light = (words) => words.match(/\d+/g).reduce((sum, part, at) => sum + [0.2126, 0.7152, 0.0722][at] * linear(part / 255), 0);
    const all = [];
    for (let count = 1; count <= most; count += 1) {
        for (let n = 0; n < count; n += 1) {
            const { back, ink } = color(n, count);
            const [low, high] = [light(back), ink === "#000" ? 0 : 1].sort((one, other) => one - other);
            all.push((high + 0.05) / (low + 0.05));
        }
    }
    return Math.min(...all);
}

async function ready(page) {
    await page.waitForFunction(() => !document.querySelector("#end").hidden
        || (document.title.startsWith("● Your move") && document.querySelector("#question").ariaBusy !== "true"
            && document.querySelector("#map").ariaBusy !== "true" && !document.querySelector("#question button.main")), { timeout: WAIT });
}

/** Sends what is in hand by its button, and waits for the next question. */
async function send(page) {
    const m = await position(page);
    await press(page, "Do it");
    await page.waitForFunction((m) => document.querySelector("#table").dataset.m !== m, {}, m);
    await ready(page);
    assert.equal(await page.$("#question .refused"), null, await text(page, "#question"));
}

/** Taps again on what is in hand, which does it. */
async function tapAgain(page) {
    const m = await position(page);
    await pause(DOUBLE);
    // The map makes room for the odds.
    await replied(page);
    await tap(page, await inHand(page));
    await page.waitForFunction((m) => document.querySelector("#table").dataset.m !== m, {}, m);
    await ready(page);
}

/** Taps what is in hand as soon as it has come, while what the page sends goes out late: neither the tap nor its answer does anything. */
async function tapEarly(page) {
    await replied(page);
    const at = await inHand(page);
    await press(page, "Not this");
    await page.waitForFunction(() => !document.querySelector("#question button.main"));
    await still(page);
    await delay(page, LATE);
    const m = await position(page);
    // In the page, since the machine may be busy.
    const tapped = page.evaluate(() => new Promise((done) => {
        const [map, question] = ["map", "question"].map((id) => document.getElementById(id));
        const come = new MutationObserver(() => {
            if (!question.querySelector("button.main")) return;
            come.disconnect();
            const { x, y, width, height } = document.querySelector("#sheet .hand:not(path)").getBoundingClientRect();
            // Nobody holds this pointer, so that it cannot be captured.
            map.setPointerCapture = () => {};
            for (const kind of ["pointerdown", "pointerup"]) {
                map.dispatchEvent(new PointerEvent(kind, { clientX: x + width / 2, clientY: y + height / 2, pointerType: "touch", bubbles: true }));
            }
            delete map.setPointerCapture;
            done();
        });
        come.observe(question, { childList: true });
    }));
    await tap(page, at);
    await tapped;
    // The answer, and what would be done then.
    for (let n = 0; n < 2; n += 1) await replied(page);
    await delay(page, 0);
    assert.equal(await position(page), m, "nothing is done by a tap that belongs to the first");
    await page.waitForSelector("#question button.main:not(:disabled)");
}

async function pick(page, name) {
    await page.evaluate((name) => [...document.querySelectorAll("#question .choices button")].find((one) => one.innerText === name).click(), name);
    await named(page, "Do it");
    await send(page);
}

/** Selects the next unit by two taps on the map; returns `false` if the question is another one. */
async function select(page, n) {
    if (!(await text(page, "#question h2")).includes("select a unit")) return false;
    await press(page, "Whole map");
    // The last one is picked already.
    const actors = [...await marks(page, "actor"), ...await marks(page, "picked")];
    assert(actors.length > 0, "units to select are framed");
    const at = actors[n % actors.length];
    await tap(page, at);
    await page.waitForSelector("#question button.main");
    assert.match(await text(page, "#question h3"), /^Select /);
    await tapAgain(page);
    return true;
}

/** Plays until `found` says that the question is the wanted one. Units go forward as far as they may. */
async function playUntil(page, found, forward) {
    let stays = false;
    for (let n = 0; n < MOST; n += 1) {
        await ready(page);
        if (await page.$eval("#end", (end) => !end.hidden)) throw new Error("the game is over");
        if (await found()) return n;
        if (await select(page, n)) continue;
        const names = await listed(page);
        const end = names.find((name) => name.startsWith("End"));
        const at = forward && !stays && await page.$("#sheet .legal") ? await legalPoint(page, forward) : null;
        if (at) {
            await tap(page, at);
            await page.waitForSelector("#question button.main");
            if (await page.$("#question button.main:not(:disabled)")) {
                await send(page);
                // A move that has used all its movement is over. A unit cannot end its move upon others: it goes back and stays.
                const next = await listed(page);
                const ends = next.find((name) => name.startsWith("End"));
                stays = !ends && next.includes("Take it back");
                if (ends || stays) await pick(page, ends ?? "Take it back");
                continue;
            }
            await page.keyboard.press("Escape");
        }
        stays = false;
        const first = names.find((name) => ["Maneuver", "March"].includes(name));
        await pick(page, first ?? end ?? names.find((name) => name === "Hold") ?? names[0]);
    }
    throw new Error(`not in ${MOST} choices: ${await text(page, "#question")}`);
}

const degrees = (page) => page.$eval("#question .tools span", (one) => one.innerText);
const changes = (page, before) => page.waitForFunction((before) => document.querySelector("#question .tools span")?.innerText !== before, {}, before);

/** Plays a game on a page of this size. */
async function play(server, browser, seen, size, name) {
    const lobby = await opened(browser, WIDE, `${server.address}host/`, seen);
    const link = await lobby.evaluate(async (scenario) => {
        const body = JSON.stringify({ scenario: { name: scenario }, names: ["Anna", ""], computers: [null, "greedy"], undo: "own", clock: null });
        const response = await fetch("/host/games", { method: "POST", headers: { "content-type": "application/json" }, body });
        return (await response.json()).first;
    }, SCENARIO);
    await lobby.close();
    const page = await opened(browser, size, new URL(link, server.address).href, seen);
    try {
        await playOn(page, size, name);
    } catch (error) {
        await picture(page, `table-${name}-failed`);
        console.error(await text(page, "#play"));
        throw error;
    }
    await page.close();
}

async function playOn(page, size, name) {
    const touch = isTouch(page);
    await step(`${name}: a unit is selected by two taps`, async () => {
        await ready(page);
        await picture(page, `table-${name}-select`);
        await select(page, 0);
        await picture(page, `table-${name}-act`);
        assert.deepEqual((await modeNames(page)).slice(0, 1), ["Fire"]);
    });
    await step(`${name}: a maneuver is drawn, turned and made`, async () => {
        const tries = await playUntil(page, async () => {
            const help = await text(page, "#question");
            return help.includes("path of the center of the front") && await page.$("#sheet .legal");
        }, null);
        const place = () => sought(page, "a place to go to", () => legalPoint(page, [0.6, 0.7]));
        let at = await place();
        if (!touch) {
            // What is awaited when the game is left does not keep the next one waiting.
            await delay(page, LATE);
            await page.mouse.move(at.x + 4, at.y);
            const { hash } = new URL(page.url());
            await page.evaluate(() => { location.hash = ""; });
            await page.waitForSelector("#table[hidden]");
            await delay(page, 0);
            await page.evaluate((hash) => { location.hash = hash; }, hash);
            await page.waitForSelector("#table:not([hidden])");
            await ready(page);
            at = await place();
            await page.mouse.move(at.x, at.y);
            await holds(page, "#pointed", " of ");
            await picture(page, `table-${name}-hover`);
        }
        const before = await position(page);
        await tap(page, at);
        await holds(page, "#question .spent", " of ");
        await page.waitForSelector("#question button.main:not(:disabled)");
        assert(await page.$("#sheet .plan:not(.wrong)"));
        await picture(page, `table-${name}-leg`);
        assert.equal(await position(page), before, "nothing is done at the first tap");
        if (touch) assert.deepEqual(await small(page), []);
        let facing = await degrees(page);
        const enabled = await (await named(page, "Turn right by 10°")).evaluate((one) => {
            const isEnabled = () => !document.querySelector("#question button.main").disabled;
            const before = isEnabled();
            one.click();
            return [before, isEnabled()];
        });
        assert.deepEqual(enabled, [true, false], "nothing is done before the answer about the new facing has come");
        await changes(page, facing);
        facing = await degrees(page);
        const grip = await inHand(page);
        await drag(page, grip, { x: grip.x + 70, y: grip.y });
        await page.waitForFunction(() => /^(8[5-9]|9[0-5])/.test(document.querySelector("#question .tools span").innerText));
        await pause(400);
        await picture(page, `table-${name}-turned`);
        // A place that is too far is refused in words.
        await press(page, "Not this");
        await press(page, "Whole map");
        const far = await page.$eval("#sheet", (sheet) => sheet.getBoundingClientRect().toJSON());
        await tap(page, { x: far.left + 60, y: far.bottom - 60 });
        await page.waitForSelector("#question .refused");
        assert(await page.$eval("#question button.main", (one) => one.disabled));
        assert(await page.$("#sheet .plan.wrong"));
        await picture(page, `table-${name}-refused`);
        await press(page, "Not this");
        const to = () => sought(page, "a place to go to", () => legalPoint(page, [0.5, 0.7]));
        // Who turns before the plan has come sees it turned.
        at = await to();
        await delay(page, LATE);
        await tap(page, at);
        await page.keyboard.press("]");
        await page.waitForSelector("#question .tools");
        await delay(page, 0);
        facing = await degrees(page);
        await page.keyboard.press("]");
        await changes(page, facing);
        assert.equal(Number.parseFloat(await degrees(page)), (Number.parseFloat(facing) + 10) % 360);
        await press(page, "Not this");
        await tap(page, await to());
        // What is pointed at without a tap is drawn, too.
        await page.waitForSelector("#question button.main:not(:disabled)");
        await tapAgain(page);
        await page.waitForSelector("#sheet .mark.path");
        await picture(page, `table-${name}-next-leg`);
        const ends = (await listed(page)).find((one) => one.startsWith("End"));
        await pick(page, ends);
        return `after ${tries} choices`;
    });
    if (!touch) {
        await step(`${name}: keys choose, move a cursor and turn`, async () => {
            await playUntil(page, async () => (await modeNames(page)).length > 1 && (await modeNames(page))[0] === "Fire", null);
            await page.keyboard.press("2");
            assert.equal(await page.$eval("#question .modes [aria-pressed=true]", (one) => one.innerText), "Assault");
            await playUntil(page, async () => page.$("#sheet .legal"), FORWARD);
            await page.focus("#map");
            for (let n = 0; n < 3; n += 1) {
                await page.keyboard.down("Shift");
                await page.keyboard.press("ArrowUp");
                await page.keyboard.up("Shift");
            }
            await page.waitForSelector("#pointed:not([hidden])");
            const words = await text(page, "#live");
            assert(words.length > 5, words);
            await page.keyboard.press("Enter");
            await page.waitForSelector("#question .tools");
            const facing = await degrees(page);
            await page.keyboard.press("]");
            await changes(page, facing);
            await picture(page, `table-${name}-keys`);
            await page.keyboard.press("Escape");
        });
    }
    await step(`${name}: fire at an enemy, with its odds`, async () => {
        const tries = await playUntil(page, async () => {
            if ((await modeNames(page))[0] !== "Fire") return false;
            const { length } = await marks(page, "dot");
            for (let n = 0; n < length; n += 1) {
                // Each tap may move the map.
                const target = (await marks(page, "dot"))[n];
                if (!target) break;
                await tap(page, target);
                await page.waitForSelector("#question :is(button.main, .faces)");
                // Fire out of range is allowed, and has no odds.
                const isFire = (await text(page, "#question h3")).startsWith("Fire at") && await page.$("#question button.main:not(:disabled)");
                await replied(page);
                if (isFire && await page.$("#question .bar")) return true;
                await page.keyboard.press("Escape");
                await page.waitForFunction(() => !document.querySelector("#question :is(button.main, .faces)"));
            }
            return false;
        }, FORWARD);
        await picture(page, `table-${name}-fire`);
        assert.deepEqual(await violations(page), []);
        if (touch) {
            assert.deepEqual(await small(page), []);
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), size.width);
        }
        await tapEarly(page);
        await send(page);
        return `after ${tries} choices`;
    });
}

await withFolder((profile) => withFolder(async (scratch) => {
    const server = await host(folder, join(scratch, "games.db"));
    const seen = { origins: new Set(), errors: [] };
    const browser = await launch(profile);
    try {
        await step("letters on the bars of odds can be read, however many results there are", async () => {
            const page = await opened(browser, WIDE, `${server.address}host/`, seen);
            const least = await page.evaluate(contrast, MOST_RESULTS);
            await page.close();
            assert(least >= CONTRAST, `contrast ${least}`);
            return `contrast ${least.toFixed(2)}`;
        });
        await play(server, browser, seen, PHONE, "phone");
        await play(server, browser, seen, WIDE, "wide");
        assert.deepEqual(seen.errors, []);
    } finally {
        await browser.close();
        server.close();
    }
}));
