// A Web Worker: runs one task of the program that the page has loaded, and sends its updates.

import init, { serve } from "./battlewright.js";

onmessage = async ({ data: [program, name, input] }) => {
    try {
        await init({ module_or_path: program });
        serve(name, input, (update) => postMessage(update));
        postMessage(null);
    } catch (error) {
        postMessage(String(error?.message ?? error));
    }
};
