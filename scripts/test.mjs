// @ts-check
// npm test: runs all tests on a machine that has only Node.js; `npm test -- tests/api/orders` runs a part, and
// `npm test -- --dev tests/journeys/menu` runs journeys on the development server, again after each change.
import { ensureBrowser } from "./lib/browser.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { ensureInstalled, ensureNode } from "./lib/install.mjs";
import { ensureRedis } from "./lib/redis.mjs";
import { ensureSystemPostgres } from "./lib/systemPostgres.mjs";
import { runVitest, watchJourneys } from "./lib/vitest.mjs";
import { ensureWebKit } from "./lib/webkit.mjs";

ensureNode();
ensureInstalled();
const args = process.argv.slice(2);
if (args.includes("--dev")) {
  const files = args.filter((arg) => arg !== "--dev");
  process.exit(watchJourneys(files, { CHROMIUM_PATH: ensureBrowser() }));
}
const programs = { CHROMIUM_PATH: ensureBrowser(), SYSTEM_PG_BIN: ensureSystemPostgres() };
ensureWebKit();
const env = { ...programs, REDIS_SERVER: ensureRedis() };
ensureBuilt();
const { passed, failed, status, slowest } = runVitest(args, env);
console.log(`The slowest files:\n${slowest.join("\n")}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(status);
