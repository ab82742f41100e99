// Packs the command line for npm:
//
//     node cli/npm/pack.mjs OUT                   the package `battlewright`, which starts the program of a system
//     node cli/npm/pack.mjs OUT TARGET PROGRAM    the package of a system: PROGRAM, which is built for the triple TARGET
//
// One package a system, as esbuild and Biome have it: npm downloads the one that fits, and runs no script when it installs. All
// programs in one package would be five times the download. Writes an archive into the folder OUT and prints its name.
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const TARGETS = {
  "x86_64-unknown-linux-gnu": { os: "linux", cpu: "x64", libc: "glibc" },
  "aarch64-unknown-linux-gnu": { os: "linux", cpu: "arm64", libc: "glibc" },
  "x86_64-apple-darwin": { os: "darwin", cpu: "x64" },
  "aarch64-apple-darwin": { os: "darwin", cpu: "arm64" },
  "x86_64-pc-windows-msvc": { os: "win32", cpu: "x64" },
};
const packageOf = ({ os, cpu }) => `@battlewright/${os}-${cpu}`;

const own = dirname(fileURLToPath(import.meta.url));
const cli = dirname(own);
const root = dirname(cli);

// The fields that all packages have. The repository is that of the workflow, which npm compares with its proof of origin.
function manifest(name, description) {
  const cargo = readFileSync(join(root, "Cargo.toml"), "utf8");
  const [, version] = cargo.match(/^\[workspace\.package\]$[^[]*^version = "(.*)"$/m);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository } = process.env;
  return {
    name,
    version,
    description,
    license: "MIT OR Apache-2.0",
    ...(repository && { repository: { type: "git", url: `git+${server}/${repository}.git` } }),
    publishConfig: { access: "public" },
  };
}

function launcher(folder) {
  const file = "battlewright.mjs";
  copyFileSync(join(own, file), join(folder, file));
  const all = manifest("battlewright", "Check, play, test and print hex-and-counter wargame scenarios");
  const systems = Object.values(TARGETS).map((target) => [packageOf(target), all.version]);
  return {
    ...all,
    keywords: ["wargame", "hex", "scenario", "linter", "language-server"],
    bin: { battlewright: file },
    engines: { node: ">=18" },
    optionalDependencies: Object.fromEntries(systems),
    files: [file, "LICENSE-*"],
  };
}

function system(folder, triple, program) {
  const target = TARGETS[triple];
  if (!target) throw new Error(`no package is made for ${triple}`);
  const file = target.os === "win32" ? "battlewright.exe" : "battlewright";
  copyFileSync(program, join(folder, file));
  chmodSync(join(folder, file), 0o755);
  const { os, cpu, libc } = target;
  return {
    ...manifest(packageOf(target), `The program of the package battlewright for ${os} on ${cpu}`),
    os: [os],
    cpu: [cpu],
    ...(libc && { libc: [libc] }),
    preferUnplugged: true,
    files: [file, "LICENSE-*"],
  };
}

const [out, triple, program] = process.argv.slice(2);
if (!out || (triple && !program)) throw new Error("usage: node cli/npm/pack.mjs OUT [TARGET PROGRAM]");
const folder = mkdtempSync(join(tmpdir(), "battlewright-npm-"));
try {
  for (const file of ["README.md", "LICENSE-APACHE", "LICENSE-MIT"]) copyFileSync(join(cli, file), join(folder, file));
  const made = triple ? system(folder, triple, resolve(program)) : launcher(folder);
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(made, null, 2)}\n`);
  mkdirSync(out, { recursive: true });
  const archive = execFileSync("npm", ["pack", "--silent", "--pack-destination", resolve(out)], { cwd: folder, encoding: "utf8" });
  process.stdout.write(archive);
} finally {
  rmSync(folder, { recursive: true });
}
