import { isIP } from "node:net";
import path from "node:path";
import { limits } from "./limits.ts";
import { ConfigError, type Env, flag, integer, origins, pem, text, url } from "./read-env.ts";
import { dailyLimits, needsSecondFactor } from "./staff-settings.ts";

const environments = ["development", "test", "production"];

/** Reads NODE_ENV strictly: a typing error must not turn a production shop into a development server. */
function readNodeEnv(env: Env): string {
  const raw = text(env, "NODE_ENV", "development");
  if (!environments.includes(raw))
    throw new ConfigError(`NODE_ENV must be ${environments.join(", ")} or nothing, not "${raw}".`);
  return raw;
}

/** Value of DATABASE_URL for the embedded database, which is also the default outside production. */
const embedded = "embedded";

function databaseUrl(env: Env): string | null {
  const raw = text(env, "DATABASE_URL");
  if (raw === "" || raw === embedded) return null;
  if (!/^postgres(ql)?:\/\//.test(raw))
    throw new ConfigError(`DATABASE_URL must be ${embedded}, or begin with postgres:// or postgresql://.`);
  return raw;
}

/** Reads a mini-program page path in the form that `wx.miniProgram.navigateTo` takes. */
function miniProgramPage(env: Env, name: string): string {
  const raw = text(env, name);
  if (raw !== "" && !/^(\/[\w-]+)+$/.test(raw))
    throw new ConfigError(`${name} must look like /pages/pay/index, not "${raw}".`);
  return raw;
}

/** Reads the customer-service hours, "HH:mm-HH:mm" in Asia/Shanghai. */
function serviceHours(env: Env) {
  const raw = text(env, "SERVICE_HOURS", "09:00-22:00");
  const [, from, to] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.exec(raw) ?? [];
  if (from === undefined || to === undefined)
    throw new ConfigError(`SERVICE_HOURS must look like 09:00-22:00, not "${raw}".`);
  return { from, to };
}

/** Reads what restaurants may do with refund requests for their own orders. */
function storeRefundRequests(env: Env): "none" | "see" | "answer" {
  const raw = text(env, "STORE_REFUND_REQUESTS", "see");
  if (raw !== "none" && raw !== "see" && raw !== "answer")
    throw new ConfigError(`STORE_REFUND_REQUESTS must be none, see or answer, not "${raw}".`);
  return raw;
}

/** Reads the number of proxies in front of the server, or their networks; false without any. */
function trustedProxies(env: Env): false | number | string[] {
  const raw = text(env, "TRUST_PROXY", "0");
  if (/^\d$/.test(raw)) return raw === "0" ? false : Number(raw);
  const networks = raw.split(",").map((part) => part.trim());
  if (!networks.every(isNetwork))
    throw new ConfigError(
      `TRUST_PROXY must be the number of proxies in front, or their networks separated by commas, not "${raw}".`,
    );
  return networks;
}

/** Accepts an address, or a network such as `10.0.0.0/8`. */
function isNetwork(text: string): boolean {
  const [address = "", bits, rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 6 ? 128 : 32));
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

/**
 * Loads the settings of this process.
 * @throws ConfigError
 */
export function loadConfig(): Config {
  return parseConfig(process.env);
}

/**
 * Parses the environment.
 * @throws ConfigError with a sentence when a setting is invalid
 */
export function parseConfig(env: Env) {
  const host = hostName(env, "HOST");
  const port = integer(env, "PORT", 8080, 0, 65_535);
  const dataDir = path.resolve(text(env, "DATA_DIR", ".data"));
  const isProduction = readNodeEnv(env) === "production";
  return {
    isProduction,
    /** Settings that production requires and that are empty. */
    missingSettings: productionSettings.filter((name) => text(env, name) === ""),
    host,
    port,
    publicUrl: url(env, "PUBLIC_URL", `http://${host}:${port}`),
    dataDir,
    /** Folder of customers' images; several servers need one folder that all of them reach. */
    filesDir: path.resolve(text(env, "FILES_DIR", path.join(dataDir, "files"))),
    /** S3 bucket for images, used instead of filesDir when set. */
    s3: s3Config(env),
    databaseUrl: databaseUrl(env),
    poolSize: integer(env, "DATABASE_POOL", 20, 1, 200),
    /**
     * Maximum expected wait for a database connection, in ms; requests facing a longer one are rejected at
     * once.
     */
    databaseWaitMs: integer(env, "DATABASE_WAIT_MS", 500, 10, 60_000),
    /** Host and port of the Prometheus metrics; null unless METRICS_PORT is set. */
    metrics: metricsConfig(env),
    /** Time that a stopping server keeps serving while it reports not ready, in ms. */
    shutdownDelayMs: integer(env, "DRAIN_MS", isProduction ? 2_000 : 0, 0, 60_000),
    pgBin: text(env, "PG_BIN") || null,
    /** Stops the server when standard input ends, because its parent process is gone. */
    stopsWithParent: flag(env, "PARENT_PIPE", false),
    seedDemo: flag(env, "SEED_DEMO", false),
    /** Whether seven taps on the version open vConsole, which shows the page's stored data. */
    vconsole: flag(env, "VCONSOLE", !isProduction),
    logLevel: text(env, "LOG_LEVEL", "info"),
    trustProxy: trustedProxies(env),
    /** Memory limit of the response cache, in bytes. */
    responseCacheBytes: integer(env, "ANSWER_MEMORY_MB", 64, 0, 10_000) * 1_000_000,
    /**
     * Maximum age of cached menus and restaurants that are served while the database is unavailable, in ms.
     */
    staleResponseMs: integer(env, "OLD_ANSWER_MINUTES", 10, 0, 1_440) * 60_000,
    /** Time that a customer's payment query waits for WeChat Pay, in ms. */
    paymentQueryTimeoutMs: integer(env, "PAYMENT_ANSWER_MS", 1_500, 100, 60_000),
    requestsPerMinute: integer(env, "REQUESTS_PER_MINUTE", 600, 1, 10_000_000),
    sms: smsConfig(env),
    /**
     * SMS codes allowed per client network in an hour and a day, and for the whole shop in ten minutes before
     * a proof of work is required.
     */
    smsLimits: {
      networkHourly: integer(env, "SMS_NETWORK_HOURLY", 60, 1, 1_000_000),
      networkDaily: integer(env, "SMS_NETWORK_DAILY", 200, 1, 1_000_000),
      shop: integer(env, "SMS_SHOP_TEN_MINUTES", 300, 1, 1_000_000),
    },
    maps: {
      baseUrl: url(env, "MAPS_BASE_URL", "https://restapi.amap.com"),
      serverKey: text(env, "MAPS_SERVER_KEY"),
      browserKey: text(env, "MAPS_BROWSER_KEY"),
    },
    serviceHours: serviceHours(env),
    storeRefundRequests: storeRefundRequests(env),
    needsSecondFactor: needsSecondFactor(env, isProduction),
    dailyLimits: dailyLimits(env),
    wechatPay: wechatPayConfig(env),
    wechat: wechatConfig(env),
    /** Page of the mini-program that pays an order shown in its web-view; receives `order_id`. */
    miniProgramPayPath: miniProgramPage(env, "MINI_PROGRAM_PAY_PATH"),
    limits,
  };
}

/** Settings without a safe default: without them the real systems cannot be reached. */
const productionSettings = [
  "PUBLIC_URL",
  "DATABASE_URL",
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

/**
 * Reads the S3 settings, all or none: a partly configured bucket would lose images.
 * @throws ConfigError
 */
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
    /** Whether the bucket's name is in the path instead of the host name. */
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
    /** Base URL to which browsers are redirected for authorisation. */
    openBaseUrl: url(env, "WECHAT_OPEN_BASE_URL", "https://open.weixin.qq.com"),
    apiBaseUrl: url(env, "WECHAT_API_BASE_URL", "https://api.weixin.qq.com"),
    /** Origins besides PUBLIC_URL's under which the app is opened. */
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
