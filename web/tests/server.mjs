// `battlewright serve`, for the tests.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";

/** Serves `folder` until `close` is called, and returns its address. */
export async function serve(folder) {
    const server = spawn(process.env.BATTLEWRIGHT, ["serve", folder], { stdio: ["ignore", "pipe", "inherit"] });
    process.once("exit", () => server.kill());
    let said = "";
    for await (const part of server.stdout.iterator({ destroyOnReturn: false })) {
        said += part;
        const address = /http:\S+\//.exec(said)?.[0];
        if (address) {
            server.stdout.resume();
            return { address, close: () => server.kill() };
        }
    }
    throw new Error(`battlewright serve ended: ${said}`);
}

/** Returns `url` without percent-encoding, or as it is if it has a bare `%`. */
function readable(url) {
    try {
        return decodeURI(url);
    } catch {
        return url;
    }
}

/**
 * Passes requests on to the server at `address`, and notes in `asked` the path of each, and the bytes that went to the browser.
 * Returns its own address.
 */
export async function counted(address) {
    const asked = [];
    const { hostname, port, host } = new URL(address);
    const proxy = createServer(({ method, url, headers }, to) => {
        const note = { path: readable(url), bytes: 0 };
        asked.push(note);
        const passed = request({ hostname, port, path: url, method, headers: { ...headers, host } }, (answer) => {
            to.writeHead(answer.statusCode, answer.headers);
            answer.on("data", ({ length }) => (note.bytes += length));
            answer.pipe(to);
        });
        passed.on("error", () => to.destroy());
        passed.end();
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const close = () => {
        proxy.close();
        proxy.closeAllConnections();
    };
    return { address: `http://127.0.0.1:${proxy.address().port}/`, asked, close };
}
