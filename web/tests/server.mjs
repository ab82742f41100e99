// A server of one folder on the loopback address.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
};

/** Serves `folder` and returns its address. */
export function serve(folder) {
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
        try {
            const content = await readFile(join(folder, path));
            response.writeHead(200, { "Content-Type": KINDS[extname(path)] ?? "application/octet-stream" }).end(content);
        } catch {
            response.writeHead(404).end();
        }
    });
    return new Promise((ready) => server.listen(0, "127.0.0.1", () => {
        ready({ address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() });
    }));
}
