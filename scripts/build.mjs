// @ts-check
// npm run build: builds the web pages into dist/web, and the server and the sandbox into dist/server.
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { compressFolder } from "./lib/compress.mjs";
import { fail, formatElapsed } from "./lib/fail.mjs";
import { ensureInstalled, ensureNode } from "./lib/install.mjs";
import { inRoot, root } from "./lib/paths.mjs";

const stamp = inRoot("dist", ".built");

ensureNode();
ensureInstalled();
console.log("Building …");
const startedAt = new Date();
const start = performance.now();
rmSync(stamp, { force: true });
runVite();
// Imported after the packages are installed, because it depends on one of them.
const { copyDemoMedia } = await import("./media.mjs");
await copyDemoMedia(inRoot("dist", "web"));
console.log(`Built in ${formatElapsed(start)}.`);
const packing = performance.now();
const files = await compressFolder(inRoot("dist", "web"));
console.log(`Compressed ${files} files in ${formatElapsed(packing)}.`);
// The stamp carries the start time, so that a file saved during the build counts as newer.
mkdirSync(inRoot("dist"), { recursive: true });
writeFileSync(stamp, "");
utimesSync(stamp, startedAt, startedAt);

function runVite() {
  const vite = inRoot("node_modules", "vite", "bin", "vite.js");
  const args = [vite, "build", "--app", "--logLevel", "warn"];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) fail("Vite could not build the project: see the lines above.");
}
