#!/usr/bin/env node
// Starts the program of this system. npm has installed it as an optional dependency of this package.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { constants } from "node:os";

const name = `@battlewright/${process.platform}-${process.arch}`;
let program;
try {
  program = createRequire(import.meta.url).resolve(`${name}/battlewright${process.platform === "win32" ? ".exe" : ""}`);
} catch {
  console.error(
    `battlewright: the package ${name} is missing. Install battlewright without \`--omit=optional\`; if npm has no such package, ` +
      "there is no program for this system: build it from source with Rust.",
  );
  process.exit(2);
}
const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends these to the program as well, which ends when it has written what it holds.
for (const signal of ["SIGINT", "SIGHUP"]) process.on(signal, () => {});
process.on("SIGTERM", () => child.kill("SIGTERM"));
child.on("error", (error) => {
  console.error(`battlewright: ${program} does not start: ${error.message}`);
  process.exit(2);
});
// As shells report a program that a signal has ended.
child.on("exit", (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
