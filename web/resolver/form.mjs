// Writes FOLDER/form.js: the fields of the form as the program of the resolver in FOLDER tells them, so that the page can show the
// form before the program has come: node web/resolver/form.mjs FOLDER

import { readFileSync, writeFileSync } from "node:fs";

const folder = process.argv[2];
const glue = readFileSync(`${folder}/resolver.js`, "utf8");
const { initSync, form } = await import(`data:text/javascript,${encodeURIComponent(glue)}`);
initSync({ module: readFileSync(`${folder}/resolver.wasm`) });
writeFileSync(`${folder}/form.js`, `export const { fields, most } = ${form()};\n`);
