// Finds and uses the controls of the editor by role and name, as screen readers do.

import { WAIT } from "./browser.mjs";

/** Returns the address that plays a scenario in the editor, in the place of that of the page to play on. */
export const inEditor = (address) => address.replace("/play/#open=", "/edit/#play=").replace(/&map=.*/, "");

/** Loads the page by `go` and waits until the editor has drawn it. */
export async function load(page, go) {
    await go();
    await page.waitForSelector("#message", { hidden: true });
    await page.waitForSelector("#mirror [role=button]");
}

/** The element with this role and name; the name may be a pattern. */
export async function find(page, role, name) {
    const test = name instanceof RegExp ? [name.source, true] : [name, false];
    const handle = await page.waitForFunction((role, [name, pattern]) => {
        const matches = (label) => label !== null && (pattern ? new RegExp(name).test(label) : label === name);
        return [...document.querySelectorAll(`#mirror [role="${role}"]`)].find((element) =>
            matches(element.getAttribute("aria-label")) && element.getAttribute("aria-disabled") !== "true");
    }, {}, role, test);
    return handle.asElement();
}

/** Clicks where the element is, with the pointer. */
export async function click(page, role, name) {
    const element = await find(page, role, name);
    const box = await element.boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Paints with the terrain brush from one point to another. */
export async function paint(page, from, to) {
    await find(page, "button", "Terrain brush");
    await settle(page);
    await click(page, "button", "Terrain brush");
    await settle(page);
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 8 });
    await page.mouse.up();
    await until(page, /^\* /);
    await settle(page);
}

/** Asks for a click, as a screen reader does. */
export async function activate(page, role, name) {
    const element = await find(page, role, name);
    await element.evaluate((element) => element.click());
}

/** Returns the text of the whole tree. */
export const words = (page) => page.$eval("#mirror", (root) => [...root.querySelectorAll("div")]
    .map((element) => element.getAttribute("aria-label") ?? (element.children.length ? "" : element.textContent)).join("\n"));

export async function until(page, pattern) {
    await page.waitForFunction((pattern) => {
        const text = [...document.querySelectorAll("#mirror div")]
            .map((element) => element.getAttribute("aria-label") ?? (element.children.length ? "" : element.textContent));
        return text.some((text) => new RegExp(pattern).test(text));
    }, {}, pattern.source);
}

/** Waits until the page itself tells something. */
export const says = (page, pattern) => page.waitForFunction((pattern) => {
    const message = document.getElementById("message");
    return !message.hidden && new RegExp(pattern).test(message.innerText);
}, {}, pattern.source);

/** Lets the page draw what it was asked for: until its tree stays the same over some frames, however long they take. */
export const settle = (page) => page.evaluate(() => new Promise((done) => {
    const STILL = 8;
    const MOST = 80;
    let frames = 0;
    let changed = 0;
    const watched = new MutationObserver(() => { changed = frames; });
    watched.observe(document.getElementById("mirror"), { attributes: true, characterData: true, childList: true, subtree: true });
    requestAnimationFrame(function next() {
        frames += 1;
        if (frames < changed + STILL && frames < MOST) return requestAnimationFrame(next);
        watched.disconnect();
        done();
    });
}));

/** Waits until a game between computer players is over: no player is busy, and none can go on. */
export const ended = (page) => page.waitForFunction(() => {
    const all = [...document.querySelectorAll("#mirror div")];
    const step = all.find((element) => element.getAttribute("role") === "button" && element.getAttribute("aria-label") === "Step");
    const busy = all.some((element) => /^The computer (is playing|must choose)|^Replaying input/.test(element.getAttribute("aria-label") ?? element.textContent));
    return step?.getAttribute("aria-disabled") === "true" && !busy;
}, { timeout: 4 * WAIT });

/** Carries out a command by its name, in the command palette. */
export async function command(page, name) {
    await page.keyboard.down("Control");
    await page.keyboard.press("p");
    await page.keyboard.up("Control");
    const field = await find(page, "textbox", "Command");
    // The field gets the keyboard in the frame after.
    await settle(page);
    await page.keyboard.type(name);
    // The first row of the list is carried out, once the list follows what was typed.
    await page.waitForFunction((name) => [...document.querySelectorAll("#mirror [role=button]")]
        .map((element) => element.getAttribute("aria-label") ?? "").find((label) => /^\w+:  /.test(label))?.includes(`:  ${name}`), {}, name);
    await page.keyboard.press("Enter");
    await page.waitForFunction((field) => !field.isConnected, {}, field);
    await settle(page);
}

/** Seats `player` for the sides whose names match. */
export async function seat(page, player, sides = /./) {
    await find(page, "button", "Return to editing");
    const all = await page.$$eval("#mirror [role=combobox]", (all) => all.map((one) => one.getAttribute("aria-label")));
    for (const name of all.filter((name) => name?.startsWith("Player of ") && sides.test(name))) {
        const list = await find(page, "combobox", name);
        await activate(page, "combobox", name);
        await activate(page, "button", player);
        await page.waitForFunction((list, player) => list.textContent === player, {}, list, player);
        await settle(page);
    }
}

/** Lets the computer play both sides of the game to its end. */
export async function playToEnd(page) {
    await seat(page, "Easy computer");
    await command(page, "Run to end");
    await ended(page);
}
