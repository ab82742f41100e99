// Two people play whole battles on a server to the end that the rules set: one in Chromium on a phone, one in Firefox on a wide
// screen. Meanwhile the browser of one of them is killed three times, the phone is without a network twice, a choice is taken back
// by consent and a rule is doubted. At the end both pages check the dice, the record is verified, and there is a rematch.
//
// SCENARIOS names the battles of the folder to play.

import assert from "node:assert/strict";
import { join } from "node:path";
import { kill as killBrowser, launch, launchFirefox, pictureIn, step, withFolder, written } from "./browser.mjs";
import { host } from "./host.mjs";
import {
    asker, caughtUp, checkDice, choose, chooser, dispute, holds, isPhone, makeGame, mark, mine, opened, PHONE, rematch, saveRecord, show, small,
    takeBack, text, together, violations, WIDE,
} from "./people.mjs";

const [folder, pictures] = process.argv.slice(2);
const picture = pictureIn(pictures);
/**
 * The battles: which browser is killed, Chromium or Firefox; after how many choices each the events of the game come; the hexes to
 * which the two go, so that they meet.
 */
const BATTLES = {
    "aac-first-orders": { killed: 1, pause: 12, goals: ["0504", "0404"], title: "First Orders" },
    "mars-la-tour": { killed: 0, pause: 30, goals: ["1507", "1312"], title: "Mars-la-Tour" },
    "aac-mars-la-tour": { killed: 1, pause: 80, goals: ["1010", "1010"], title: "Mars-la-Tour" },
};
const scenarios = (process.env.SCENARIOS ?? "aac-first-orders mars-la-tour").split(" ");
const OFFLINE = { offline: true, download: -1, upload: -1, latency: 0 };
/** What ends a step of the game, as the rules modules name it. */
const ENDS = /^(Pass|Stop here|Stand|Stay|Hold fire|Do not roll|Play none|Play no chit|No more|No other unit|.* no more)$/;
/** How often each of them is chosen where it is listed: a random player would move every counter as far as it can. */
const OFTEN = { "Stop here": 0.4, "Pass": 0.08 };
const ELSE = 0.3;
/** The number of choices among which a player takes the one that leads nearest to its goal. */
const DRAWS = 6;
/** Farther than any hex of a map. */
const FAR = 1000;

/** Returns numbers from 0 to 1 that look random, the same for the same seed. */
function numbers(seed) {
    let state = seed;
    return () => {
        state = (state + 0x6d2b79f5) | 0;
        let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
        mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** Returns how far a hex in the name of a choice is from another, roughly; far without one. */
function away(name, goal) {
    const hex = /\b(\d\d)(\d\d)\b/.exec(name);
    return hex ? Math.hypot(hex[1] - goal.slice(0, 2), hex[2] - goal.slice(2)) : FAR;
}

/** Returns a function that takes one of the names of choices: the nearest to the goal of some that it draws. */
function picker(random, goal) {
    const one = (count) => Math.floor(random() * count);
    return (names) => {
        const ends = names.findIndex((name) => ENDS.test(name));
        if (ends >= 0 && random() < (OFTEN[names[ends]] ?? ELSE)) return ends;
        const drawn = Array.from({ length: DRAWS }, () => one(names.length));
        return drawn.sort((n, other) => away(names[n], goal) - away(names[other], goal))[0];
    };
}

async function battle(scenario, server, profiles, scratch) {
    const { killed, pause, goals, title } = BATTLES[scenario];
    const seen = { origins: new Set(), errors: [] };
    const start = (n) => n === 0 ? launch(profiles[0], { webgl: false }) : launchFirefox(profiles[1]);
    const browsers = [await start(0), await start(1)];
    const sizes = [PHONE, WIDE];
    const pages = [];
    const shot = (page, name) => picture(page, `whole-${scenario}-${isPhone(page) ? "phone" : "wide"}-${name}`);
    const random = numbers(scenario.length);
    const picks = goals.map((goal) => picker(random, goal));
    const made = [0, 0];
    const sum = () => made[0] + made[1];
    /** Waits until the map is drawn: its ground, what lies beneath the counters, they, and the marks. */
    const drawn = (page) => page.waitForFunction(() => document.querySelectorAll("#sheet > svg").length === 4);
    /** Makes one choice. Returns `false` if the game is over. */
    const play = async () => {
        const page = await chooser(pages);
        if (!page) return false;
        await choose(page, picks[pages.indexOf(page)]);
        made[pages.indexOf(page)] += 1;
        return true;
    };
    /** Waits until both pages show the same position. */
    const agree = async () => {
        await together(pages);
        for (const selector of ["#place", "#tracks", "#sides b"]) {
            const told = await Promise.all(pages.map((page) => page.$$eval(selector, (all) => all.map((one) => one.textContent).join("; "))));
            assert.equal(told[0], told[1]);
        }
    };
    const presence = (page, n, is) => page.waitForFunction(
        (n, is) => document.querySelectorAll("#sides .presence")[n].classList.contains(is), {}, n, is,
    );
    const kill = async () => {
        const other = pages[1 - killed];
        await together(pages);
        const before = await pages[killed].$$eval("#log li", (all) => all.map((one) => one.textContent));
        await written();
        await killBrowser(browsers[killed]);
        await presence(other, killed, "off");
        browsers[killed] = await start(killed);
        const page = await opened(browsers[killed], sizes[killed], `${server.address}host/play/`, seen);
        // The list of the page of all games leads back, as the browser has kept the link.
        await (await page.waitForSelector(`::-p-aria([name="${title}"][role="link"])`)).evaluate((link) => link.click());
        await page.waitForSelector("#log li");
        pages[killed] = page;
        await presence(other, killed, "on");
        await agree();
        // Doubts are told after the log that they are about.
        await page.waitForFunction((lines) => [...document.querySelectorAll("#log li")].map((one) => one.textContent).join("\n") === lines, {}, before.join("\n"));
        return `${before.length} lines`;
    };
    const offline = async () => {
        const [one, two] = pages;
        await together(pages);
        await mark(one);
        await one.emulateNetworkConditions(OFFLINE);
        await holds(one, "#state", "Offline: the last position is shown");
        await presence(two, 0, "off");
        const asked = await mine(one);
        await shot(one, asked ? "offline-asked" : "offline");
        // The other goes on alone.
        let alone = 0;
        for (; alone < 5 && await mine(two); alone += 1) {
            await choose(two, picks[1]);
            made[1] += 1;
        }
        await one.emulateNetworkConditions(null);
        await caughtUp(one);
        await presence(two, 0, "on");
        await agree();
        return `the other made ${alone} choices`;
    };
    const back = async () => {
        const who = await asker(pages);
        const told = await takeBack(pages[who], pages[1 - who], (page) => shot(page, "asked"));
        await agree();
        return told;
    };
    const doubt = () => dispute(pages[0], pages[1], "Is this so?", (page) => shot(page, "disputed"));
    const swap = async () => {
        for (const [n, page] of pages.entries()) {
            await page.setViewport(sizes[1 - n]);
            await page.waitForSelector("#log li");
            await drawn(page);
            await shot(page, n === 0 ? "chromium" : "firefox");
            if (n === 1) assert.deepEqual(await small(page), []);
            await page.setViewport(sizes[n]);
            await page.waitForSelector("#log li");
        }
        await agree();
        return "pictures are taken";
    };
    const always = () => true;
    const chooses = (n) => async () => await chooser(pages) === pages[n];
    /** What happens, and when it can. */
    const EVENTS = [
        ["the browser is killed, and comes back", always, kill],
        ["the phone is without a network while it is asked", chooses(0), offline],
        ["a choice is taken back by consent", async () => await asker(pages) >= 0, back],
        ["the browser is killed again", always, kill],
        ["a rule is doubted", () => pages[0].$("#log .rule"), doubt],
        ["the phone is without a network, and catches up", chooses(1), offline],
        ["both go to another screen for a moment", chooses(1), swap],
        ["the browser is killed a third time", always, kill],
    ];
    try {
        let links;
        await step(`${scenario}: a game is made, and both open it`, async () => {
            const page = await opened(browsers[0], WIDE, `${server.address}host/`, seen);
            links = await makeGame(page, scenario, ["Anna", "Bruno"]);
            await page.close();
            for (const n of [0, 1]) pages.push(await opened(browsers[n], sizes[n], links[n], seen));
            assert(await chooser(pages));
            for (const page of pages) await drawn(page);
            for (const page of pages) await shot(page, "begin");
        });
        const began = Date.now();
        let next = pause;
        for (const [name, when, act] of EVENTS) {
            while (sum() < next || !await when()) assert(await play(), `the game is over before this: ${name}`);
            next = sum() + pause;
            await step(`${scenario}: ${name}`, async () => `after ${next - pause} choices; ${await act()}`);
            for (const page of pages) await shot(page, `after-${sum()}`);
        }
        await step(`${scenario}: they play to the end`, async () => {
            while (await play());
            return `${made} choices in ${Math.round((Date.now() - began) / 1000)} s with all events`;
        });
        await step(`${scenario}: both see the end, and check the dice`, async () => {
            for (const page of pages) {
                await page.waitForFunction(() => !document.querySelector("#end").hidden);
                assert(!(await text(page, "#end")).includes("resigned"));
            }
            await checkDice(pages);
            for (const page of pages) await shot(page, "over");
            for (const tab of ["Log", "Boards", "Notes", "Game", "Play"]) {
                await show(pages[0], tab);
                await shot(pages[0], `over-${tab.toLowerCase()}`);
                assert.deepEqual(await small(pages[0]), []);
            }
            for (const page of pages) assert.deepEqual(await violations(page), []);
            return text(pages[1], "#end .outcome");
        });
        await step(`${scenario}: the record is verified`, async () => {
            const record = (await saveRecord(pages[0], join(scratch, scenario))).trim().split("\n").map((line) => JSON.parse(line));
            const count = (e) => record.filter((line) => line.e === e).length;
            return JSON.stringify(Object.fromEntries([...new Set(record.slice(1).map(({ e }) => e))].map((e) => [e, count(e)])));
        });
        await step(`${scenario}: a rematch`, async () => {
            await rematch(...pages);
            await show(pages[0], "Game");
            await holds(pages[0], "#game", "Anna — your side");
            await show(pages[0], "Play");
        });
        const { origin: own, host: machine } = new URL(server.address);
        assert.deepEqual([...seen.origins].filter((origin) => !["null", own, `ws://${machine}`].includes(origin)), []);
        // Without a network, the phone tried to reach the server.
        assert.deepEqual(seen.errors.filter((error) => !/WebSocket|ERR_INTERNET_DISCONNECTED/.test(error)), []);
    } catch (error) {
        for (const [n, page] of pages.entries()) await picture(page, `whole-${scenario}-failed-${n}`).catch(() => {});
        throw error;
    } finally {
        await Promise.all(browsers.map((browser) => browser.close().catch(() => {})));
    }
}

await withFolder(async (scratch) => {
    const server = await host(folder, join(scratch, "games.db"));
    try {
        for (const scenario of scenarios) {
            await withFolder((first) => withFolder((second) => battle(scenario, server, [first, second], scratch)));
        }
    } finally {
        server.close();
    }
});
