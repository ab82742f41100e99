// `battlewright serve`, for the tests.

import { spawn } from "node:child_process";

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
