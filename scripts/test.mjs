// @ts-check
// npm test: runs all tests on a machine that has only Node.js; `npm test -- tests/api/orders` runs a part.
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled, ensureNode } from "./lib/install.mjs";
import { ensureSystemPostgres } from "./lib/systemPostgres.mjs";
import { runVitest } from "./lib/vitest.mjs";
import { ensureWebKit } from "./lib/webkit.mjs";

ensureNode();
ensureInstalled();
const env = { CHROMIUM_PATH: ensureBrowser(), SYSTEM_PG_BIN: ensureSystemPostgres() };
ensureWebKit();
ensureBuilt();
const { passed, failed, status, slowest } = runVitest(process.argv.slice(2), env);
console.log(`The slowest files:\n${slowest.join("\n")}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(status);
