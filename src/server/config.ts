import path from "node:path";
import { limits } from "./limits.ts";
import { ConfigError, type Env } from "./read-env.ts";
import { SettingReader } from "./settings/settings.ts";
import { readTracingConfig } from "./settings/tracing-config.ts";

/** The settings of this process. */
export function loadConfig(): Config {
  return parseConfig(process.env);
}

/** Reads the environment once. Throws ConfigError with a sentence when a setting cannot be used. */
export function parseConfig(env: Env) {
  const reader = new SettingReader(env);
  const read = reader.read.bind(reader);
  const { isProduction } = reader;
  const [host, port] = [read("HOST"), read("PORT")];
  const dataDir = path.resolve(read("DATA_DIR"));
  const filesDir = path.resolve(read("FILES_DIR") || path.join(dataDir, "files"));
  return {
    isProduction,
    /** Settings that production needs and that are not set. */
    missingSettings: reader.listMissing(),
    /** Sentences for the log, such as about a former name. */
    warnings: reader.warnings,
    host,
    port,
    publicUrl: read("PUBLIC_URL") || `http://${host.includes(":") ? `[${host}]` : host}:${port}`,
    dataDir,
    filesDir,
    /** The bucket for pictures instead of the folder; null without one. */
    s3: s3Config(reader, "S3", "pictures"),
    backup: backupConfig(reader, { dataDir, filesDir }),
    archive: storageConfig(reader, { prefix: "ARCHIVE", purpose: "old orders", dataDir, filesDir }),
    databaseUrl: databaseUrl(reader),
    replicaUrl: replicaUrl(reader),
    redisUrl: redisUrl(reader),
    poolSize: read("DATABASE_POOL"),
    databaseWaitMs: read("DATABASE_WAIT_MS"),
    metrics: metricsConfig(reader),
    /** The collector of traces; null without one. */
    tracing: readTracingConfig(reader),
    shutdownDelayMs: read("SHUTDOWN_DELAY_MS"),
    pgBin: read("PG_BIN") || null,
    stopsWithParent: read("PARENT_PIPE"),
    seedDemo: read("SEED_DEMO"),
    vconsole: read("VCONSOLE"),
    logLevel: read("LOG_LEVEL"),
    trustProxy: read("TRUST_PROXY"),
    responseCacheBytes: read("RESPONSE_CACHE_MB") * 1_000_000,
    staleResponseMs: read("OLD_ANSWER_MINUTES") * 60_000,
    paymentQueryTimeoutMs: read("PAYMENT_ANSWER_MS"),
    requestsPerMinute: read("REQUESTS_PER_MINUTE"),
    sms: smsConfig(reader),
    smsLimits: {
      networkHourly: read("SMS_NETWORK_HOURLY"),
      networkDaily: read("SMS_NETWORK_DAILY"),
      shop: read("SMS_SHOP_TEN_MINUTES"),
    },
    maps: {
      baseUrl: read("MAPS_BASE_URL"),
      serverKey: read("MAPS_SERVER_KEY"),
      browserKey: read("MAPS_BROWSER_KEY"),
      scriptBaseUrl: read("MAPS_SCRIPT_BASE_URL"),
      scriptKey: read("MAPS_SCRIPT_KEY") || read("MAPS_BROWSER_KEY"),
      scriptSecurityCode: read("MAPS_SCRIPT_SECURITY_CODE"),
    },
    serviceHours: read("SERVICE_HOURS"),
    storeRefundRequests: read("STORE_REFUND_REQUESTS"),
    needsSecondFactor: read("ADMIN_SECOND_FACTOR") === "required",
    dailyLimits: dailyLimits(reader),
    wechatPay: wechatPayConfig(reader),
    wechat: wechatConfig(reader),
    miniProgram: miniProgramConfig(reader),
    limits,
  };
}

/** The external database's address; null for the embedded one. */
function databaseUrl(reader: SettingReader): string | null {
  const url = reader.read("DATABASE_URL");
  return url === "embedded" ? null : url;
}

/** The address of a replica of the external database; null for none. */
function replicaUrl(reader: SettingReader): string | null {
  const url = reader.read("DATABASE_REPLICA_URL");
  if (url !== "" && databaseUrl(reader) === null)
    throw new ConfigError(
      "DATABASE_REPLICA_URL needs the PostgreSQL of DATABASE_URL, of which it is a replica.",
    );
  return url || null;
}

/** The address of Redis; null for none. */
function redisUrl(reader: SettingReader): string | null {
  const url = reader.read("REDIS_URL");
  if (url !== "" && !URL.canParse(url))
    throw new ConfigError("REDIS_URL must have a host, and a port from 1 to 65535.");
  return url || null;
}

function metricsConfig(reader: SettingReader) {
  const port = reader.read("METRICS_PORT");
  return port === 0 ? null : { host: reader.read("METRICS_HOST"), port };
}

const bucketSettingNames = ["ENDPOINT", "BUCKET", "REGION", "ACCESS_KEY_ID", "SECRET_ACCESS_KEY"] as const;

/** Reads a bucket's settings: all of them or none, because half a bucket would lose files. */
function s3Config(reader: SettingReader, prefix: "S3" | "BACKUP_S3" | "ARCHIVE_S3", purpose: string) {
  const needed = bucketSettingNames.map((name) => `${prefix}_${name}` as const);
  const missing = needed.filter((name) => !reader.isSet(name));
  if (missing.length === needed.length && !reader.isSet(`${prefix}_PATH_STYLE`)) return null;
  if (missing.length > 0)
    throw new ConfigError(`For ${purpose} in a bucket these settings are missing: ${missing.join(", ")}.`);
  return {
    endpoint: reader.read(`${prefix}_ENDPOINT`),
    bucket: reader.read(`${prefix}_BUCKET`),
    region: reader.read(`${prefix}_REGION`),
    accessKeyId: reader.read(`${prefix}_ACCESS_KEY_ID`),
    secretAccessKey: reader.read(`${prefix}_SECRET_ACCESS_KEY`),
    /** Whether the bucket's name stands in the path and not in the host's name. */
    pathStyle: reader.read(`${prefix}_PATH_STYLE`),
  };
}

/** A folder or, without one, a bucket for files that outlive the server's own disk; null for neither. */
function storageConfig(
  reader: SettingReader,
  {
    prefix,
    purpose,
    dataDir,
    filesDir,
  }: {
    prefix: "BACKUP" | "ARCHIVE";
    purpose: string;
    dataDir: string;
    filesDir: string;
  },
) {
  const s3 = s3Config(reader, `${prefix}_S3`, purpose);
  const folder = reader.read(`${prefix}_DIR`);
  if (s3 === null && folder === "") return null;
  if (s3 !== null && folder !== "")
    throw new ConfigError(`Set ${prefix}_DIR or the bucket of ${prefix}_S3_BUCKET for ${purpose}, not both.`);
  if (folder !== "" && isInside(path.resolve(folder), dataDir))
    throw new ConfigError(
      `${prefix}_DIR must not lie in DATA_DIR: it would be lost together with the database.`,
    );
  if (folder !== "" && isInside(path.resolve(folder), filesDir))
    throw new ConfigError(
      `${prefix}_DIR must not lie in FILES_DIR: it would be lost together with the pictures, and be one of them.`,
    );
  return { folder: path.resolve(folder), s3 };
}

/** Where backups go, and for how many days; null for no backups. */
function backupConfig(reader: SettingReader, folders: Record<"dataDir" | "filesDir", string>) {
  const storage = storageConfig(reader, { prefix: "BACKUP", purpose: "backups", ...folders });
  if (storage !== null && databaseUrl(reader) !== null)
    throw new ConfigError(
      "The BACKUP_ settings are for the embedded database: the PostgreSQL of DATABASE_URL archives its WAL itself (docs/operations.md).",
    );
  return storage && { ...storage, days: reader.read("BACKUP_DAYS") };
}

/** Whether a path is a folder itself or lies in it; both are absolute. */
function isInside(file: string, folder: string): boolean {
  const [first] = path.relative(folder, file).split(path.sep);
  return first !== "..";
}

/** What staff may give out in a day: each member, and the chain. */
function dailyLimits(reader: SettingReader) {
  return {
    cards: {
      staffFen: reader.read("CARDS_DAILY_STAFF_YUAN") * 100,
      chainFen: reader.read("CARDS_DAILY_YUAN") * 100,
    },
    refunds: {
      staffFen: reader.read("REFUNDS_DAILY_STAFF_YUAN") * 100,
      chainFen: reader.read("REFUNDS_DAILY_YUAN") * 100,
    },
  };
}

function smsConfig(reader: SettingReader) {
  return {
    baseUrl: reader.read("SMS_BASE_URL"),
    accessKeyId: reader.read("SMS_ACCESS_KEY_ID"),
    accessKeySecret: reader.read("SMS_ACCESS_KEY_SECRET"),
    signName: reader.read("SMS_SIGN_NAME"),
    templateCode: reader.read("SMS_TEMPLATE_CODE"),
    /** "" for no message to the old number of an account. */
    phoneChangedTemplateCode: reader.read("SMS_PHONE_CHANGED_TEMPLATE_CODE"),
  };
}

function wechatConfig(reader: SettingReader) {
  return {
    appid: reader.read("WECHAT_APPID"),
    appSecret: reader.read("WECHAT_APP_SECRET"),
    openBaseUrl: reader.read("WECHAT_OPEN_BASE_URL"),
    apiBaseUrl: reader.read("WECHAT_API_BASE_URL"),
    origins: reader.read("WECHAT_ORIGINS"),
  };
}

/** Reads the mini-program's settings: all of them or none, because its payment needs each. */
function miniProgramConfig(reader: SettingReader) {
  const [payPath, appid, appSecret] = [
    reader.read("MINI_PROGRAM_PAY_PATH"),
    reader.read("MINI_PROGRAM_APPID"),
    reader.read("MINI_PROGRAM_APP_SECRET"),
  ];
  if (payPath === "" && appid === "" && appSecret === "") return null;
  if (payPath === "" || appid === "" || appSecret === "")
    throw new ConfigError(
      "For payments in a mini-program MINI_PROGRAM_PAY_PATH, MINI_PROGRAM_APPID and MINI_PROGRAM_APP_SECRET are all needed; leave all of them out otherwise.",
    );
  return { payPath, appid, appSecret };
}

function wechatPayConfig(reader: SettingReader) {
  return {
    baseUrl: reader.read("WECHAT_PAY_BASE_URL"),
    mchid: reader.read("WECHAT_PAY_MCHID"),
    appid: reader.read("WECHAT_PAY_APPID"),
    merchantSerial: reader.read("WECHAT_PAY_MERCHANT_SERIAL"),
    privateKey: reader.read("WECHAT_PAY_PRIVATE_KEY"),
    publicKeyId: reader.read("WECHAT_PAY_PUBLIC_KEY_ID"),
    publicKey: reader.read("WECHAT_PAY_PUBLIC_KEY"),
    apiV3Key: reader.read("WECHAT_PAY_API_V3_KEY"),
  };
}

export type Config = ReturnType<typeof parseConfig>;
