// A Web Worker: runs tasks of the program that the page has loaded, one after the other, and sends their updates and at the end
// of each `null`, or the reason why it has failed.

import init, { serve } from "./battlewright.js";

let before;

async function run(program, name, input) {
    await before;
    try {
        await init({ module_or_path: program });
        serve(name, input, (update) => postMessage(update));
        postMessage(null);
    } catch (error) {
        postMessage(String(error?.message ?? error));
    }
}

onmessage = ({ data }) => {
    before = run(...data);
};
