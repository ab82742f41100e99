// A Web Worker for exports and imports. It loads their program for the first task, and answers each task with the bytes of its outcome,
// or with the reason why there is none.

import init, { serve } from "./exchange.js";

const loaded = init({ module_or_path: new URL("exchange.wasm", import.meta.url) }).catch((error) => {
    throw new Error(`the program for exports and imports cannot be loaded (${error.message}); try again with a connection`);
});
let before = Promise.resolve();

async function run(name, input) {
    await before;
    try {
        await loaded;
        const bytes = serve(name, input);
        postMessage(bytes, [bytes.buffer]);
    } catch (error) {
        postMessage(String(error?.message ?? error));
    }
}

onmessage = ({ data }) => {
    before = run(...data);
};
