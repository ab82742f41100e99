// The worker of the rules. It holds one game, and carries out calls one after the other.

import init, { PlayedGame, about, font, linked, opponents, pack, unpack } from "./play.js";

const plain = { about, font, linked, opponents, pack, unpack };
let ready;
let game = null;

const CALLS = {
    begin(order, now) {
        game?.free();
        game = PlayedGame.begin(order, now);
    },
    resume(text) {
        game?.free();
        game = null;
        game = PlayedGame.resume(text);
    },
};

addEventListener("message", async ({ data: { module, n, name, args } }) => {
    if (module) {
        ready = init({ module_or_path: module });
        return;
    }
    try {
        await ready;
        const act = CALLS[name] ?? plain[name];
        postMessage({ n, answer: act ? act(...args) : game[name](...args) });
    } catch (error) {
        const failed = error instanceof WebAssembly.RuntimeError;
        const why = failed ? `The rules have stopped because of an error (${error.message}). The game is kept up to the last choice: reload the page.` : String(error?.message ?? error);
        postMessage({ n, error: why });
    }
});
