// @ts-check
import { isIP } from "node:net";

const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i;
const HIGHEST_PORT = 65_535;
const REAL_SERVICES = [
  "WECHAT_PAY_BASE_URL",
  "WECHAT_PAY_MCHID",
  "WECHAT_APP_SECRET",
  "SMS_ACCESS_KEY_ID",
  "MAPS_SERVER_KEY",
];

/** Invalid setting; the message is one full sentence. */
export class SettingError extends Error {}

/**
 * Settings that the launcher itself needs; the server validates all others.
 * @typedef {object} Settings
 * @property {string} host
 * @property {number} port
 * @property {number} sandboxPort
 * @property {number} wechatPort port of the app inside the simulated WeChat
 * @property {boolean} production
 * @property {boolean} sandbox
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(env) {
  const port = readPort(env, "PORT", 8080);
  const sandboxPort = readPort(env, "SANDBOX_PORT", 8090);
  const wechatPort = readPort(env, "WECHAT_PORT", 8091);
  const production = env.NODE_ENV === "production";
  const sandbox = !production && REAL_SERVICES.every((name) => (env[name] ?? "") === "");
  if (sandbox) assertDistinct({ PORT: port, SANDBOX_PORT: sandboxPort, WECHAT_PORT: wechatPort });
  return { host: readHost(env), port, sandboxPort, wechatPort, production, sandbox };
}

/**
 * Reads a port from the environment; an empty text counts as absent.
 * @param {NodeJS.ProcessEnv} env @param {string} name @param {number} otherwise
 */
export function readPort(env, name, otherwise) {
  const text = (env[name] ?? "").trim();
  if (text === "") return otherwise;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= HIGHEST_PORT) return port;
  throw new SettingError(`${name} must be a whole number from 1 to ${HIGHEST_PORT}, not "${text}".`);
}

/**
 * Rejects the same port for two servers.
 * @param {Record<string, number>} ports by setting name
 * @throws {SettingError} when two ports are equal
 */
export function assertDistinct(ports) {
  const names = Object.keys(ports);
  for (const name of names) {
    const sameName = names.find((other) => other !== name && ports[other] === ports[name]);
    if (sameName !== undefined) {
      throw new SettingError(`${name} and ${sameName} must differ, both are ${ports[name]}.`);
    }
  }
}

/** @param {NodeJS.ProcessEnv} env */
function readHost(env) {
  const host = (env.HOST ?? "").trim() || "127.0.0.1";
  if (isIP(host) !== 0 || HOST_NAME.test(host)) return host;
  throw new SettingError(`HOST must be an IP address or a host name, not "${host}".`);
}
