// @ts-check
// npm start: runs the demo chain from a fresh clone without further setup.

import { printAddresses } from "./lib/addresses.mjs";
import { ensureBuilt } from "./lib/build.mjs";
import { formatElapsed } from "./lib/fail.mjs";
import { ensureInstalled, ensureNode } from "./lib/install.mjs";
import { inRoot } from "./lib/paths.mjs";
import { serve, settingsOrFail } from "./lib/serve.mjs";

const start = performance.now();
ensureNode();
const settings = settingsOrFail();
ensureInstalled({ toServe: true });
ensureBuilt();
const served = await serve({
  settings,
  server: [inRoot("dist", "server", "main.js")],
  sandbox: [inRoot("dist", "server", "sandbox.js")],
});
printAddresses(served.url, served, formatElapsed(start));
