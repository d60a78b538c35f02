// @ts-check
// npm run dev: runs the app from the sources like npm start, reloading web pages and restarting the server on
// change.
import { existsSync, watch } from "node:fs";
import { join } from "node:path";
import { printAddresses } from "./lib/addresses.mjs";
import { fail, formatElapsed } from "./lib/fail.mjs";
import { ensureInstalled, ensureNode } from "./lib/install.mjs";
import { inRoot } from "./lib/paths.mjs";
import { orFail, serve, settingsOrFail } from "./lib/serve.mjs";
import { assertDistinct, readPort } from "./lib/settings.mjs";

const SETTLE_MS = 100;
const start = performance.now();
ensureNode();
ensureInstalled();
const settings = settingsOrFail();
const apiPort = orFail(() => {
  const port = readPort(process.env, "API_PORT", 8081);
  const { port: pages, sandboxPort, wechatPort } = settings;
  assertDistinct({ PORT: pages, API_PORT: port, SANDBOX_PORT: sandboxPort, WECHAT_PORT: wechatPort });
  return port;
});

await ensureDemoMedia(inRoot("dist", "web"));
/** @type {import("vite").ViteDevServer | undefined} */
let pages;
const served = await serve({
  settings,
  server: ["--import", "tsx", inRoot("src", "server", "main.ts")],
  sandbox: ["--import", "tsx", inRoot("src", "sandbox", "main.ts")],
  serverEnv: { HOST: "127.0.0.1", PORT: String(apiPort) },
  patient: true,
  onStop: async () => await pages?.close(),
});
pages = await servePages();
restartOnChange(served.server, "src/server", "src/contract");
if (served.sandbox !== undefined) restartOnChange(served.sandbox, "src/sandbox");
printAddresses(`http://${settings.host}:${settings.port}`, served, formatElapsed(start));

/**
 * Copies the demo's images to where a build puts them, from where the server serves them.
 * @param {string} outDir
 */
async function ensureDemoMedia(outDir) {
  if (existsSync(join(outDir, "media"))) return;
  const { copyDemoMedia } = await import("./media.mjs");
  await copyDemoMedia(outDir);
}

/** Starts the Vite development server of the web pages in this process, so that it ends with it. */
async function servePages() {
  process.env.API_URL = served.url;
  const { createServer } = await import("vite");
  const server = await createServer({
    configFile: inRoot("vite.config.ts"),
    server: { host: settings.host, port: settings.port, strictPort: true },
    clearScreen: false,
  });
  try {
    return await server.listen();
  } catch (error) {
    await served.server.stop();
    await served.sandbox?.stop();
    return fail(`The web pages cannot be served: ${error instanceof Error ? error.message : error}.`);
  }
}

/**
 * @param {import("./lib/SupervisedProcess.mjs").SupervisedProcess} supervised
 * @param {...string} folders
 */
function restartOnChange(supervised, ...folders) {
  /** @type {NodeJS.Timeout | undefined} */
  let settled;
  for (const folder of folders) {
    watch(inRoot(folder), { recursive: true }, (_kind, name) => {
      if (name === null || /\.test\.tsx?$/.test(name)) return;
      clearTimeout(settled);
      // Debounce: an editor writes a file in several steps.
      settled = setTimeout(() => supervised.restart(), SETTLE_MS);
    });
  }
}
