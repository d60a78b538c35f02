// @ts-check

import { endWithNpm } from "./endWithNpm.mjs";
import { fail } from "./fail.mjs";
import { nodeEnv } from "./nodeEnv.mjs";
import { StartError, SupervisedProcess } from "./SupervisedProcess.mjs";
import { readSettings, SettingError } from "./settings.mjs";
import { outliveFullDisk } from "./writeLine.mjs";

/**
 * @typedef {import("./SupervisedProcess.mjs").Ready} Ready
 * @typedef {import("./settings.mjs").Settings} Settings
 */

/**
 * @typedef {object} Plan
 * @property {Settings} settings
 * @property {string[]} server Node.js arguments of the server
 * @property {string[]} sandbox Node.js arguments of the sandbox
 * @property {Record<string, string>} [serverEnv] overrides the environment
 * @property {boolean} [patient] after a crash, wait for a change of the sources
 * @property {number} [firstPauseMs] see SupervisedProcess
 * @property {() => Promise<void>} [onStop] runs first when everything stops
 */

/**
 * @typedef {object} Served
 * @property {SupervisedProcess} server
 * @property {SupervisedProcess | undefined} sandbox
 * @property {string} url the server's address
 * @property {string | undefined} sandboxUrl
 * @property {string | undefined} wechatUrl the app inside the simulated WeChat
 */

/** Reads the launcher's settings; ends the command with the error sentence of an invalid one. */
export function settingsOrFail() {
  return orFail(() => readSettings(process.env));
}

/**
 * Calls a settings reader; ends the command with the error sentence of an invalid setting.
 * @template T
 * @param {() => T} read
 * @returns {T}
 */
export function orFail(read) {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingError) fail(error.message);
    throw error;
  }
}

/**
 * Starts the sandbox (unless real services are configured) and then the server, restarts both on failure, and
 * stops them in the opposite order on SIGINT and SIGTERM. Ends the command with the code of the one that cannot start.
 * @param {Plan} plan
 * @returns {Promise<Served>}
 */
export async function serve(plan) {
  /** @type {Record<string, string>} */
  let sandboxEnv = {};
  outliveFullDisk();
  const { settings } = plan;
  const shutdown = once(async (/** @type {number} */ code) => {
    await plan.onStop?.();
    await server.stop();
    await sandbox?.stop();
    process.exit(code);
  });
  const { patient = false, firstPauseMs } = plan;
  const common = { patient, onEnd: shutdown, ...(firstPauseMs === undefined ? {} : { firstPauseMs }) };
  const server = new SupervisedProcess({
    ...common,
    name: "server",
    args: plan.server,
    event: "ready",
    env: () => ({
      ...nodeEnv,
      ...sandboxEnv,
      ...process.env,
      ...serverEnv(settings),
      ...plan.serverEnv,
    }),
  });
  const sandbox = settings.sandbox
    ? new SupervisedProcess({
        ...common,
        name: "sandbox",
        args: plan.sandbox,
        event: "sandbox-ready",
        env: () => ({ ...process.env, ...sandboxPorts(settings) }),
        onReady: ({ env = {} }) => {
          const changed = JSON.stringify(env) !== JSON.stringify(sandboxEnv);
          sandboxEnv = env;
          // A sandbox with new keys invalidates those of the server.
          if (changed && server.isRunning) server.restart();
        },
      })
    : undefined;
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => shutdown(0));
  endWithNpm(() => shutdown(1));
  try {
    const sandboxReady = await sandbox?.start();
    const ready = await server.start();
    const { url: sandboxUrl, wechatUrl } = sandboxReady ?? {};
    return { server, sandbox, url: ready.url, sandboxUrl, wechatUrl };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    if (!error.told && !shutdown.called) console.error(error.message);
    await shutdown(error.code || 1);
    throw error;
  }
}

/** @param {Settings} settings */
function sandboxPorts({ host, port, sandboxPort, wechatPort }) {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const name = reachable.includes(":") ? `[${reachable}]` : reachable;
  return {
    SANDBOX_PORT: String(sandboxPort),
    WECHAT_PORT: String(wechatPort),
    APP_URL: `http://${name}:${port}`,
  };
}

/** @param {Settings} settings */
function serverEnv({ host, port, sandbox }) {
  const seed = process.env.SEED_DEMO ?? (sandbox ? "1" : undefined);
  return { HOST: host, PORT: String(port), ...(seed === undefined ? {} : { SEED_DEMO: seed }) };
}

/**
 * Returns the same promise for every call, so that a second signal does no harm.
 * @param {(code: number) => Promise<void>} work
 */
function once(work) {
  /** @type {Promise<void> | undefined} */
  let result;
  const run = (/** @type {number} */ code) => {
    run.called = true;
    result ??= work(code);
    return result;
  };
  run.called = false;
  return run;
}
