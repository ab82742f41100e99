// A server of one folder on the loopback address. It sends compressed files, as hosts do.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const KINDS = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm",
};

/** Serves `folder` and returns its address. `sent` counts the bytes of the bodies. */
export function serve(folder) {
    const site = { sent: 0 };
    const server = createServer(async (request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname)).replace(/\/$/, "/index.html");
        const takes = (encoding) => (request.headers["accept-encoding"] ?? "").includes(encoding);
        const choices = [["br", ".br"], ["gzip", ".gz"], ["identity", ""]];
        const [encoding, ending] = choices.find(([encoding]) => encoding === "identity" || takes(encoding));
        try {
            const content = await readFile(join(folder, path + ending));
            site.sent += content.length;
            response.writeHead(200, {
                "Content-Type": KINDS[extname(path)] ?? "application/octet-stream", "Content-Encoding": encoding,
                "Content-Length": content.length,
            }).end(content);
        } catch {
            response.writeHead(404).end();
        }
    });
    return new Promise((ready) => server.listen(0, "127.0.0.1", () => {
        site.address = `http://127.0.0.1:${server.address().port}/`;
        site.close = () => {
            server.close();
            server.closeAllConnections();
        };
        ready(site);
    }));
}
