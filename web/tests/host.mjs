// `battlewright host`, for the tests.

import { spawn } from "node:child_process";
import { once } from "node:events";

/** Hosts games on the site in `folder`, kept in the file `data`. Returns the address, and functions that kill the server and start it again. */
export async function host(folder, data) {
    let server;
    let port = "0";
    const start = async () => {
        server = spawn(process.env.BATTLEWRIGHT, ["host", folder, "--data", data, "--port", port], { stdio: ["ignore", "pipe", "inherit"] });
        let said = "";
        for await (const part of server.stdout.iterator({ destroyOnReturn: false })) {
            said += part;
            const address = /http:\/\/[^/\s]+\//.exec(said)?.[0];
            if (address) {
                server.stdout.resume();
                port = new URL(address).port;
                return address;
            }
        }
        throw new Error(`battlewright host ended: ${said}`);
    };
    process.once("exit", () => server.kill("SIGKILL"));
    const address = await start();
    return {
        address,
        start,
        /** Ends the server as a loss of power would. */
        async kill() {
            server.kill("SIGKILL");
            await once(server, "exit");
        },
        close: () => server.kill(),
    };
}
