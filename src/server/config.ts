import { isIP } from "node:net";
import path from "node:path";
import { limits } from "./limits.ts";

/** A setting that cannot be used; the message is one sentence for the operator. */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>;

function text(env: Env, name: string, fallback = ""): string {
  return env[name]?.trim() || fallback;
}

function integer(env: Env, name: string, fallback: number, min: number, max: number): number {
  const raw = text(env, name);
  if (raw === "") return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max) {
    throw new ConfigError(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
  }
  return value;
}

function flag(env: Env, name: string, fallback: boolean): boolean {
  const raw = text(env, name);
  if (raw === "") return fallback;
  if (raw !== "0" && raw !== "1") throw new ConfigError(`${name} must be 0 or 1, not "${raw}".`);
  return raw === "1";
}

function url(env: Env, name: string, fallback = ""): string {
  const raw = text(env, name, fallback);
  if (raw === "") return "";
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol)) {
    throw new ConfigError(`${name} must be an http or https address, not "${raw}".`);
  }
  return raw.replace(/\/+$/, "");
}

/** Addresses separated by commas; of each, the origin alone counts. */
function origins(env: Env, name: string): string[] {
  const parts = text(env, name).split(",");
  return parts
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => new URL(url({ [name]: part }, name)).origin);
}

/** A PEM may come with real line breaks or with "\n" written out, as environment files need it. */
function pem(env: Env, name: string): string {
  return text(env, name).replaceAll("\\n", "\n");
}

function databaseUrl(env: Env): string | null {
  const raw = text(env, "DATABASE_URL");
  if (raw === "") return null;
  if (!/^postgres(ql)?:\/\//.test(raw))
    throw new ConfigError("DATABASE_URL must begin with postgres:// or postgresql://.");
  return raw;
}

/** From when until when staff answer, "HH:mm-HH:mm" in Asia/Shanghai. */
function serviceHours(env: Env) {
  const raw = text(env, "SERVICE_HOURS", "09:00-22:00");
  const [, from, to] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(raw) ?? [];
  if (from === undefined || to === undefined)
    throw new ConfigError(`SERVICE_HOURS must look like 09:00-22:00, not "${raw}".`);
  return { from, to };
}

function hostName(env: Env, name: string): string {
  const raw = text(env, name, "127.0.0.1");
  if (isIP(raw) === 0 && raw !== "localhost")
    throw new ConfigError(`${name} must be an IP address or localhost, not "${raw}".`);
  return raw;
}

function metricsConfig(env: Env) {
  const port = integer(env, "METRICS_PORT", 0, 0, 65_535);
  return port === 0 ? null : { host: hostName(env, "METRICS_HOST"), port };
}

/** The settings of this process. */
export function loadConfig(): Config {
  return parseConfig(process.env);
}

/** Reads the environment once. Throws ConfigError with a sentence when a setting cannot be used. */
export function parseConfig(env: Env) {
  requireForProduction(env);
  const host = hostName(env, "HOST");
  const port = integer(env, "PORT", 8080, 0, 65_535);
  const dataDir = path.resolve(text(env, "DATA_DIR", ".data"));
  const isProduction = text(env, "NODE_ENV") === "production";
  return {
    isProduction,
    host,
    port,
    publicUrl: url(env, "PUBLIC_URL", `http://${host}:${port}`),
    dataDir,
    /** Where pictures of customers are kept; several servers need one folder that all of them reach. */
    filesDir: path.resolve(text(env, "FILES_DIR", path.join(dataDir, "files"))),
    /** Where they are kept instead, when it is set. */
    s3: s3Config(env),
    databaseUrl: databaseUrl(env),
    poolSize: integer(env, "DATABASE_POOL", 20, 1, 200),
    /** Where figures for Prometheus are served; nowhere unless a port is named. */
    metrics: metricsConfig(env),
    /** How long a server that is told to stop serves on, saying that it is not ready. */
    drainMs: integer(env, "DRAIN_MS", isProduction ? 2_000 : 0, 0, 60_000),
    pgBin: text(env, "PG_BIN") || null,
    /** Stop when standard input ends: the launcher that holds its other end is gone. */
    endsWithParent: flag(env, "PARENT_PIPE", false),
    seedDemo: flag(env, "SEED_DEMO", false),
    /** Whether seven taps on the version open vConsole, which shows what the page has stored. */
    vconsole: flag(env, "VCONSOLE", !isProduction),
    logLevel: text(env, "LOG_LEVEL", "info"),
    trustProxy: flag(env, "TRUST_PROXY", false),
    /** How much memory answers that are made once and sent many times may take. */
    answerMemoryBytes: integer(env, "ANSWER_MEMORY_MB", 64, 0, 10_000) * 1_000_000,
    requestsPerMinute: integer(env, "REQUESTS_PER_MINUTE", 600, 1, 10_000_000),
    sms: smsConfig(env),
    maps: {
      baseUrl: url(env, "MAPS_BASE_URL", "https://restapi.amap.com"),
      serverKey: text(env, "MAPS_SERVER_KEY"),
      browserKey: text(env, "MAPS_BROWSER_KEY"),
    },
    serviceHours: serviceHours(env),
    wechatPay: wechatPayConfig(env),
    wechat: wechatConfig(env),
    limits,
  };
}

/** What has no safe default: without it the real systems cannot be reached. */
const productionSettings = [
  "PUBLIC_URL",
  "SMS_ACCESS_KEY_ID",
  "SMS_ACCESS_KEY_SECRET",
  "SMS_SIGN_NAME",
  "SMS_TEMPLATE_CODE",
  "MAPS_SERVER_KEY",
  "MAPS_BROWSER_KEY",
  "WECHAT_APPID",
  "WECHAT_APP_SECRET",
  "WECHAT_PAY_MCHID",
  "WECHAT_PAY_APPID",
  "WECHAT_PAY_MERCHANT_SERIAL",
  "WECHAT_PAY_PRIVATE_KEY",
  "WECHAT_PAY_PUBLIC_KEY_ID",
  "WECHAT_PAY_PUBLIC_KEY",
  "WECHAT_PAY_API_V3_KEY",
];

function requireForProduction(env: Env): void {
  if (text(env, "NODE_ENV") !== "production") return;
  const missing = productionSettings.filter((name) => text(env, name) === "");
  if (missing.length > 0)
    throw new ConfigError(`In production these settings are needed: ${missing.join(", ")}.`);
  if (flag(env, "SEED_DEMO", false)) throw new ConfigError("SEED_DEMO must not be 1 in production.");
}

/** All of it or nothing: a bucket that is named halfway would lose pictures. */
function s3Config(env: Env) {
  const needed = ["S3_ENDPOINT", "S3_BUCKET", "S3_REGION", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"];
  const missing = needed.filter((name) => text(env, name) === "");
  if (missing.length === needed.length && text(env, "S3_PATH_STYLE") === "") return null;
  if (missing.length > 0)
    throw new ConfigError(`For pictures in a bucket these settings are missing: ${missing.join(", ")}.`);
  const bucket = text(env, "S3_BUCKET");
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError(`S3_BUCKET must be the name of a bucket, not "${bucket}".`);
  return {
    endpoint: url(env, "S3_ENDPOINT"),
    bucket,
    region: text(env, "S3_REGION"),
    accessKeyId: text(env, "S3_ACCESS_KEY_ID"),
    secretAccessKey: text(env, "S3_SECRET_ACCESS_KEY"),
    /** Whether the bucket's name stands in the path and not in the host's name. */
    pathStyle: flag(env, "S3_PATH_STYLE", true),
  };
}

function smsConfig(env: Env) {
  return {
    baseUrl: url(env, "SMS_BASE_URL", "https://dysmsapi.aliyuncs.com"),
    accessKeyId: text(env, "SMS_ACCESS_KEY_ID"),
    accessKeySecret: text(env, "SMS_ACCESS_KEY_SECRET"),
    signName: text(env, "SMS_SIGN_NAME"),
    templateCode: text(env, "SMS_TEMPLATE_CODE"),
  };
}

function wechatConfig(env: Env) {
  return {
    appid: text(env, "WECHAT_APPID"),
    appSecret: text(env, "WECHAT_APP_SECRET"),
    /** Where browsers are sent for authorisation. */
    openBaseUrl: url(env, "WECHAT_OPEN_BASE_URL", "https://open.weixin.qq.com"),
    apiBaseUrl: url(env, "WECHAT_API_BASE_URL", "https://api.weixin.qq.com"),
    /** Origins beside PUBLIC_URL's under which this app is opened. */
    origins: origins(env, "WECHAT_ORIGINS"),
  };
}

function wechatPayConfig(env: Env) {
  return {
    baseUrl: url(env, "WECHAT_PAY_BASE_URL", "https://api.mch.weixin.qq.com"),
    mchid: text(env, "WECHAT_PAY_MCHID"),
    appid: text(env, "WECHAT_PAY_APPID"),
    merchantSerial: text(env, "WECHAT_PAY_MERCHANT_SERIAL"),
    privateKey: pem(env, "WECHAT_PAY_PRIVATE_KEY"),
    publicKeyId: text(env, "WECHAT_PAY_PUBLIC_KEY_ID"),
    publicKey: pem(env, "WECHAT_PAY_PUBLIC_KEY"),
    apiV3Key: text(env, "WECHAT_PAY_API_V3_KEY"),
  };
}

export type Config = ReturnType<typeof parseConfig>;
