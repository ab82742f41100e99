// What two people do on the pages of `battlewright host`, for the tests. Buttons are found by role and name, as screen readers find
// them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pause, WAIT, watch } from "./browser.mjs";

export const PHONE = { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const WIDE = { width: 1300, height: 900 };
/** The least height and width of what a finger must hit, in points. */
export const FINGER = 44;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** The most buttons that are pressed for one choice: a counter, what it does, and that it is meant. */
const DEPTH = 4;
/** The least time between two choices of a page, in milliseconds: each sends some messages, of which the server takes ten a second. */
const PACE = 300;
/** When pages may choose again. */
const RESTED = new WeakMap();

/** The selector of the button of this name. */
const button = (name) => `::-p-aria([name=${name.includes('"') ? `'${name}'` : `"${name}"`}][role="button"])`;

/** Returns the button of this name, which must be seen. */
export const named = (page, name) => page.waitForSelector(button(name), { visible: true });
export const press = async (page, name) => (await named(page, name)).evaluate((one) => one.click());

/** Presses a button that asks a `question` in its place for a few seconds, and presses it again at once. */
export const sure = async (page, name, question) => assert.equal(await (await named(page, name)).evaluate((one) => {
    one.click();
    const asked = one.innerText;
    one.click();
    return asked;
}), question);

export const text = (page, selector) => page.$eval(selector, (one) => one.innerText.trim());
/** The sets of the lines that pages have shown, see `note`. */
const NOTED = new WeakMap();
export async function holds(page, selector, words) {
    const found = await page.waitForFunction(
        (selector, words) => document.querySelector(selector)?.innerText.includes(words), {}, selector, words,
    );
    // At once, since the next step may leave the page before it tells.
    const shown = NOTED.get(page);
    if (shown) for (const line of (await text(page, selector)).split("\n")) shown.add(line.trim());
    return found;
}
export const lines = (page) => page.$$eval("#log li", (all) => all.length);
/** Returns the number of the position that the page shows. */
export const position = (page) => page.$eval("#table", (table) => table.dataset.m);
export const isPhone = (page) => page.viewport().width < 900;

/** Waits until the map is no longer moved: it makes room for the question, which grows and shrinks. */
export async function still(page) {
    const place = () => page.$eval("#sheet", (sheet) => JSON.stringify(sheet.getBoundingClientRect()));
    let before;
    for (let now = await place(); now !== before; now = await place()) {
        before = now;
        await pause(150);
    }
}

/** Marks what the log shows, before the connection is lost. */
export const mark = (page) => page.$eval("#log li", (line) => { line.dataset.old = ""; });
/** Waits until the connection is back and the whole position was told anew, which removes what was marked. */
export const caughtUp = (page) => page.waitForFunction(() => document.querySelector("#state").hidden && document.querySelector("#log li:not([data-old])")
    && !document.querySelector("#log [data-old]"));

/** Shows a view of the phone; on a wide screen all are seen. */
export async function show(page, tab) {
    if (isPhone(page)) await press(page, tab);
}

/** Opens a page of this size. */
export async function opened(browser, viewport, address, seen) {
    const page = await browser.newPage();
    page.setDefaultTimeout(WAIT);
    watch(page, seen);
    if (seen.shown) await note(page, seen.shown);
    await page.setViewport(viewport);
    await page.goto(address);
    return page;
}

/** Notes in the set `shown` the lines that a page of Chromium shows, so that a guide can be held against it. */
export async function note(page, shown) {
    NOTED.set(page, shown);
    await page.exposeFunction("noteShown", (text) => {
        for (const line of text.split("\n")) shown.add(line.trim());
    });
    await page.evaluateOnNewDocument(() => {
        let waits = false;
        const tell = () => {
            waits = false;
            globalThis.noteShown(document.body?.innerText ?? "");
        };
        new MutationObserver(() => {
            if (!waits) setTimeout(tell, 50);
            waits = true;
        }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    });
}

/** Asserts that pages have `shown` what sections of the guide call by name, in bold or italic type. */
export async function followsGuide(repository, sections, shown) {
    const text = await readFile(join(repository, "docs/guide/play-at-a-distance.md"), "utf8");
    const told = text.split(/^#{2,3} /m).filter((section) => sections.includes(section.slice(0, section.indexOf("\n"))));
    assert.equal(told.length, sections.length, "the guide has these sections");
    const names = told.flatMap((section) => [...section.matchAll(/\*{1,2}([^*]+)\*{1,2}/g)]).map(([, name]) => name.replace(/\s+/g, " ").replace(/…$/, ""));
    assert(names.length > 0);
    const lines = [...shown].map((line) => line.replaceAll("’", "'"));
    assert.deepEqual(names.filter((name) => !lines.some((line) => line.includes(name))), [], "the guide names what no page has shown");
    return `${names.length} names`;
}

/** Lets what a page sends to its server go out late, by `time` milliseconds; at once if that is 0. */
export const delay = (page, time) => page.evaluate((time) => {
    const own = WebSocket.prototype;
    globalThis.sendAtOnce ??= own.send;
    own.send = time === 0 ? globalThis.sendAtOnce : function send(message) {
        setTimeout(() => this.readyState === WebSocket.OPEN && globalThis.sendAtOnce.call(this, message), time);
    };
}, time);

/** Waits until a server has answered all that its page has asked so far: it does so in this order. */
export const replied = (page) => page.evaluate(async () => {
    const { game } = await import("/host/play/state.js");
    await game.link.send({ t: "why", point: [0, 0] }).catch(() => {});
});

/** Fills the form that makes a game between people, and returns the links of both seats and of spectators. */
export async function makeGame(page, scenario, names) {
    await page.waitForFunction(() => document.querySelectorAll("#scenario option").length > 1);
    await page.select("#scenario", scenario);
    for (const [n, name] of names.entries()) await page.type(`#name-${n}`, name);
    await press(page, "Make the game");
    await page.waitForSelector("#links input");
    return page.$$eval("#links input", (all) => all.map((one) => one.value));
}

export const mine = (page) => page.evaluate(
    () => document.title.startsWith("● Your move") && document.querySelector("#question").ariaBusy !== "true",
);
export const isOver = (page) => page.$eval("#end", (end) => !end.hidden);

/** Returns the page whose player must choose; `null` if the game is over. */
export async function chooser(pages) {
    for (const until = Date.now() + WAIT; Date.now() < until;) {
        for (const page of pages) if (await mine(page)) return page;
        if (await isOver(pages[0])) return null;
        await new Promise((resume) => setTimeout(resume, 20));
    }
    throw new Error(`nobody can choose: ${await text(pages[0], "#play")}`);
}

/** Waits until all pages show the position in which a player must choose, or the last one: each is told for itself. */
export async function together(pages) {
    await chooser(pages);
    const last = Math.max(...await Promise.all(pages.map(position)));
    for (const page of pages) await page.waitForFunction((m) => Number(document.querySelector("#table").dataset.m) === m, {}, last);
}

/** Waits until the page shows another position than number `m`, and asks or waits; or until it shows a refusal or the end. */
export const goesOn = (page, m) => page.waitForFunction((m) => {
    if (!document.querySelector("#end").hidden) return true;
    const question = document.querySelector("#question");
    if (question.ariaBusy === "true") return false;
    return question.querySelector(".refused") || (document.querySelector("#table").dataset.m !== m && !question.querySelector("button.main"));
}, {}, m);

/** Makes the choice that `pick` takes of the names of those that the page lists: it returns an index. Returns the words of the choice. */
export async function choose(page, pick) {
    await pause((RESTED.get(page) ?? 0) - Date.now());
    RESTED.set(page, Date.now() + PACE);
    const m = await position(page);
    const question = await page.$("[aria-label=Question]");
    /** Returns the names of the choices, after a press if there is something to press. */
    const listed = (pressed) => question.evaluate((root, pressed) => {
        pressed?.click();
        root.querySelector("details")?.setAttribute("open", "");
        return [...root.querySelectorAll(".choices button")].map((one) => one.innerText.trim().replace(/\s+/g, " "));
    }, pressed);
    const found = async (name) => {
        const one = await question.$(button(name));
        assert(one, `a button “${name}”`);
        return one;
    };
    let names = await listed(null);
    for (let depth = 0; depth < DEPTH && !names.includes("Do it"); depth += 1) {
        const name = names[pick(names)];
        assert(name, `a choice of ${names.join(", ")}`);
        names = await listed(await found(name));
    }
    const words = await (await found("Do it")).evaluate((one) => {
        const told = document.querySelector("#question h3").innerText;
        one.click();
        return told;
    });
    await goesOn(page, m);
    assert.equal(await page.$("#question .refused"), null, `${words} is refused`);
    return words;
}

/** Returns the number of the player who may ask to take something back; -1 if none may. */
export async function asker(pages) {
    await together(pages);
    const ask = (page) => page.$$eval("#question .foot button", (all) => all.some((one) => one.innerText === "Ask to take back"));
    return (await Promise.all(pages.map(ask))).indexOf(true);
}

/** Asks on `page` to take the last choice back, and agrees on the `other`. Returns what was told. */
export async function takeBack(page, other, picture) {
    await press(page, "Ask to take back");
    await holds(page, "#ask", "must answer");
    await holds(other, "#ask", "asks to take back");
    await picture(other);
    const falls = await other.$$eval("#ask .falls li", (all) => all.length);
    const answers = await other.$$eval("#ask button", (all) => all.map((one) => one.innerText));
    await press(other, answers[0]);
    for (const told of [page, other]) {
        await told.waitForFunction(() => document.getElementById("ask").hidden);
        await show(told, "Log");
        await holds(told, "#log", "take back their last choice");
        await show(told, "Play");
    }
    return `${falls} lines fall; ${answers.join(", ")}`;
}

/** Doubts the last line of the log that names a rule. Both players see which line is meant. */
export async function dispute(page, other, doubt, picture) {
    await together([page, other]);
    await show(page, "Log");
    const words = await page.evaluate(() => {
        const line = [...document.querySelectorAll("#log li:not(.heading)")].findLast((item) => item.querySelector(".rule"));
        line.querySelector("button").click();
        return line.querySelector("button").innerText;
    });
    await press(page, "Dispute…");
    const field = await page.waitForSelector("#log form input:not([maxlength='40'])");
    await field.type(doubt);
    await page.$eval("#log form", (form) => form.requestSubmit());
    for (const told of [page, other]) await told.waitForSelector("#log .disputed");
    // On a phone, the notes of the other may be out of sight.
    assert((await other.$eval("#notes", (notes) => notes.textContent)).includes(`${words} — ${doubt}`));
    await picture(page);
    await show(page, "Play");
    return words;
}

/** Waits until both pages have checked the dice after the end, and finds nothing wrong. */
export async function checkDice(pages) {
    for (const page of pages) {
        await page.waitForFunction(() => document.querySelectorAll("#end .checks li").length === 3);
        assert.deepEqual(await page.$$eval("#end .checks .bad", (all) => all.map((one) => one.innerText)), []);
    }
}

/**
 * Saves the record of a game that is over to `folder`, from a page of Chromium, and lets the command line play it again; with `proven`, its
 * dice must be. Returns the record.
 */
export async function saveRecord(page, folder, proven = true) {
    await mkdir(folder);
    const session = await page.createCDPSession();
    await session.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
    await press(page, "Save the record");
    let files = [];
    for (const until = Date.now() + WAIT; Date.now() < until && !files.some((name) => name.endsWith(".jsonl")); files = await readdir(folder)) {
        await new Promise((resume) => setTimeout(resume, 100));
    }
    const path = join(folder, files.find((name) => name.endsWith(".jsonl")));
    // The command line checks every choice and every roll of it.
    execFileSync(process.env.BATTLEWRIGHT, ["replay", path, ...(proven ? ["--verify"] : [])]);
    const record = await readFile(path, "utf8");
    assert.match(record, /^\{"format":"battlewright game 1"/);
    assert.match(record, /"e":"end"/);
    return record;
}

/** Lets both want a rematch, the second by what `agreed` is called with. The `first` opens it, and the other has the link. */
export async function rematch(first, second, agreed = (agree) => agree()) {
    const old = await first.evaluate(() => location.hash);
    await press(first, "Rematch with exchanged sides");
    await named(second, "Agree to a rematch");
    await agreed(async () => {
        await press(second, "Agree to a rematch");
        await second.waitForSelector("#end a.button");
    });
    const address = await first.waitForSelector("#end a.button");
    await address.evaluate((link) => link.click());
    await first.waitForFunction((old) => location.hash !== old, {}, old);
}

/** Returns what axe has against a page. */
export async function violations(page) {
    await page.evaluate(AXE);
    const found = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html).join(" ")}`);
}

/** Returns the buttons of a phone that are too small for a finger. */
export const small = (page) => page.evaluate((finger) => [...document.querySelectorAll("#play button, #tabs button, #zoom button, #note-form button")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => [one.getBoundingClientRect(), one.innerText])
    .filter(([{ width, height }]) => width < finger - 0.5 || height < finger - 0.5)
    .map(([{ width, height }, words]) => `${words} ${Math.round(width)} × ${Math.round(height)}`), FINGER);
