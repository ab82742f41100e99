// Reads [{ schema, files }] on standard input; says what Ajv finds in each file, which smol-toml reads.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(process.argv[2] + "/");
const { parse } = require("smol-toml");
const Ajv = require("ajv/dist/2020.js").default;

const told = {};
for (const { schema, files } of JSON.parse(readFileSync(0, "utf8"))) {
  const check = new Ajv({ allErrors: true, strict: true }).compile(JSON.parse(readFileSync(schema, "utf8")));
  for (const file of files) {
    const scenario = parse(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
    told[file] = check(scenario) ? [] : check.errors.map((error) => `${error.instancePath} ${error.message}`);
  }
}
console.log(JSON.stringify(told));
