// A headless browser with a profile of its own, for the tests.

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";

const FLAGS = [
    "--no-sandbox", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
];
/** The longest wait for anything, in milliseconds: the machine may be busy. */
export const WAIT = 120_000;

/** Starts Chromium with the profile in the folder `profile`. Without WebGL, it draws pages faster than by an imitation of a graphics card. */
export function launch(profile, { webgl = true } = {}) {
    const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
    const args = webgl ? FLAGS : [...FLAGS, "--disable-gpu"];
    return puppeteer.launch({ executablePath, args, userDataDir: profile, timeout: WAIT, protocolTimeout: 5 * WAIT });
}

/** Starts Firefox with the profile in the folder `profile`. */
export function launchFirefox(profile) {
    const executablePath = process.env.FIREFOX ?? "/usr/bin/firefox-esr";
    // Without a graphics card, Firefox draws only if it is told to, and if there is a display.
    const extraPrefsFirefox = { "webgl.force-enabled": true };
    return puppeteer.launch({ browser: "firefox", executablePath, extraPrefsFirefox, userDataDir: profile, timeout: WAIT, protocolTimeout: 5 * WAIT });
}

export const pause = (time) => new Promise((resume) => setTimeout(resume, time));

/** Waits until a browser has written what pages keep, which it does some seconds later. */
export const written = () => pause(6000);

/** Ends a browser as a loss of power would. */
export async function kill(browser) {
    const program = browser.process();
    program.kill("SIGKILL");
    if (program.exitCode === null && program.signalCode === null) await once(program, "exit");
}

/** Calls `use` with a new folder, which is removed afterwards. */
export async function withFolder(use) {
    const folder = await mkdtemp(join(tmpdir(), "battlewright-"));
    try {
        return await use(folder);
    } finally {
        // The parts of a browser that has ended may write for a moment.
        await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
}

/** Notes in `seen` where `page` sends requests and what goes wrong. */
export function watch(page, seen = { origins: new Set(), errors: [] }) {
    page.on("request", (request) => seen.origins.add(new URL(request.url()).origin));
    page.on("pageerror", (error) => seen.errors.push(error.message));
    page.on("console", (message) => message.type() === "error" && seen.errors.push(message.text()));
    return seen;
}

/** Runs a step and tells its time. */
export async function step(name, act) {
    const began = Date.now();
    const told = await act();
    console.log(`ok ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${told ? `: ${told}` : ""}`);
}

/** Returns a function that saves a picture of a page in `folder` under a name, and does nothing without a folder. */
export const pictureIn = (folder) => async (page, name, options) => {
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`), ...options });
};
