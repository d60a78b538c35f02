import {
  choiceSetting,
  flagSetting,
  hostSetting,
  integerSetting,
  patternSetting,
  proxiesSetting,
  textSetting,
  urlSetting,
} from "./setting.ts";

const bucketName = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const port = { unit: "port", min: 0, max: 65_535 };

/** Where the server listens, and how it starts, logs and stops. */
export const processSettings = {
  NODE_ENV: choiceSetting(["development", "test", "production"], {
    default: "development",
    meaning: "`production` refuses the sandbox, demo data and unsafe settings",
  }),
  PORT: integerSetting({ ...port, default: "8080", meaning: "port of the server" }),
  HOST: hostSetting({ meaning: "address that the server listens on" }),
  PUBLIC_URL: urlSetting({
    defaultNote: "`http://HOST:PORT`",
    isRequiredInProduction: true,
    meaning: "address that customers open; WeChat Pay sends its notifications there",
  }),
  TRUST_PROXY: proxiesSetting({
    meaning:
      "reverse proxies in front that add to `X-Forwarded-For`: how many, or their networks such as `10.0.0.0/8`",
  }),
  REQUESTS_PER_MINUTE: integerSetting({
    default: "600",
    unit: "requests",
    min: 1,
    max: 10_000_000,
    meaning:
      "API calls and documents that one address may request in a minute; above it the server answers 429",
  }),
  SHUTDOWN_DELAY_MS: integerSetting({
    default: "0",
    productionDefault: "2000",
    unit: "ms",
    min: 0,
    max: 60_000,
    formerName: "DRAIN_MS",
    meaning: "time for which a server that received SIGTERM still serves while `/readyz` answers 503",
  }),
  METRICS_PORT: integerSetting({
    ...port,
    defaultNote: "`0` (off)",
    meaning: "port of `/metrics` for Prometheus",
  }),
  METRICS_HOST: hostSetting({ meaning: "address of `/metrics`; choose one that only operators reach" }),
  LOG_LEVEL: textSetting({
    default: "info",
    unit: "pino level",
    meaning: "least severe level that is logged",
  }),
  RESPONSE_CACHE_MB: integerSetting({
    default: "64",
    unit: "MB",
    min: 0,
    max: 10_000,
    formerName: "ANSWER_MEMORY_MB",
    meaning: "memory for cached menus and restaurant lists; `0` caches none",
  }),
  VCONSOLE: flagSetting({
    default: "1",
    productionDefault: "0",
    meaning:
      "whether seven taps on the version (我的) open vConsole in the page; a debug link (操作记录 → 调试链接) opens it either way",
  }),
  SEED_DEMO: flagSetting({
    defaultNote: "`1` beside the sandbox, else `0`",
    meaning:
      "`1` adds the demo chain to the database at each start and keeps what people changed; refused without the sandbox",
  }),
  PARENT_PIPE: flagSetting({
    meaning: "`1` stops the server when its standard input ends; `npm start` sets it",
  }),
};

/**
 * Where traces go; the names are OpenTelemetry's own. They are taken as text here: a server starts without traces rather
 * than not at all (tracing-config.ts).
 */
export const tracingSettings = {
  OTEL_EXPORTER_OTLP_ENDPOINT: textSetting({
    unit: "http or https address",
    meaning:
      "address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`; empty sends no traces and loads nothing of OpenTelemetry",
  }),
  OTEL_EXPORTER_OTLP_HEADERS: textSetting({
    unit: "`name=value`, separated by commas, values percent-encoded",
    meaning: "headers for the collector, such as its key",
  }),
  OTEL_TRACES_SAMPLER_ARG: textSetting({
    default: "1",
    unit: "0 to 1",
    meaning:
      "fraction of the requests and jobs whose traces are sent; a proxy that sends `traceparent` decides for its own",
  }),
};

/** Where data lies. */
export const dataSettings = {
  DATA_DIR: textSetting({
    default: ".data",
    unit: "folder",
    meaning:
      "folder of the embedded database and of the sandbox's data, for one process at a time (Linux keeps the lock by network namespace: never share one folder between containers)",
  }),
  DATABASE_URL: patternSetting(/^(embedded|postgres(ql)?:\/\/.*)$/s, {
    default: "embedded",
    defaultNote: "`embedded`; none in production",
    isRequiredInProduction: true,
    unit: "`embedded` or `postgres://…`",
    isSecret: true,
    form: "be embedded, or begin with postgres:// or postgresql://",
    meaning: "PostgreSQL 15 or newer; `embedded` starts one of its own in `DATA_DIR`",
  }),
  DATABASE_REPLICA_URL: patternSetting(/^(postgres(ql)?:\/\/.*)?$/s, {
    default: "",
    defaultNote: "none",
    unit: "`postgres://…`",
    isSecret: true,
    form: "begin with postgres:// or postgresql://",
    meaning:
      "streaming replica of `DATABASE_URL` for lists, searches, boards and figures; the primary serves what it cannot",
  }),
  DATABASE_POOL: integerSetting({
    default: "20",
    unit: "connections",
    min: 1,
    max: 200,
    meaning: "database connections of one server process",
  }),
  DATABASE_WAIT_MS: integerSetting({
    default: "500",
    unit: "ms",
    min: 10,
    max: 60_000,
    meaning:
      "longest wait of a request for a connection; the server answers 503 to one that would wait longer",
  }),
  REDIS_URL: patternSetting(/^(rediss?:\/\/[^\s/?#]+(\/\d*)?)?$/, {
    default: "",
    defaultNote: "none",
    unit: "`redis://…` or `rediss://…`",
    isSecret: true,
    form: "look like redis://user:password@host:6379/0 or rediss://…, with the password percent-encoded",
    meaning:
      "Redis 6.2 or newer that wakes live streams and counts limits instead of PostgreSQL; the number at the end has to be an installation's own",
  }),
  OLD_ANSWER_MINUTES: integerSetting({
    default: "10",
    unit: "minutes",
    min: 0,
    max: 1_440,
    meaning:
      "greatest age of cached menus and restaurants shown while the database is unavailable; `0` shows none",
  }),
  PG_BIN: textSetting({
    unit: "folder",
    meaning: "programs of a system PostgreSQL for the embedded database, instead of those from npm",
  }),
  FILES_DIR: textSetting({
    unit: "folder",
    defaultNote: "`DATA_DIR/files`",
    meaning:
      "pictures that customers send; several servers need a folder that all of them reach, or a bucket",
  }),
};

/** What each bucket of an S3-compatible service needs besides its name. */
const bucket = {
  endpoint: urlSetting({ meaning: "address of the S3 service" }),
  region: textSetting({ meaning: "region of the bucket" }),
  accessKeyId: textSetting({ meaning: "id of the access key" }),
  secretAccessKey: textSetting({ meaning: "secret of the access key" }),
  pathStyle: flagSetting({
    default: "1",
    meaning: "`0` puts the bucket's name into the host's name (Amazon S3, Aliyun OSS)",
  }),
};

const bucketNameSetting = (meaning: string) =>
  patternSetting(bucketName, { unit: "text", form: "be the name of a bucket", meaning });

/** An S3-compatible bucket for pictures instead of the folder. */
export const bucketSettings = {
  S3_ENDPOINT: bucket.endpoint,
  S3_BUCKET: bucketNameSetting("name of the bucket"),
  S3_REGION: bucket.region,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  S3_PATH_STYLE: bucket.pathStyle,
};

/** Where backups of the embedded database go: a folder or a bucket. */
export const backupSettings = {
  BACKUP_DIR: textSetting({
    unit: "folder",
    meaning:
      "folder for backups that exists, on another disk or machine than `DATA_DIR`; unset, nothing is backed up",
  }),
  BACKUP_DAYS: integerSetting({
    default: "7",
    unit: "days",
    min: 1,
    max: 365,
    meaning: "time back to which the backups can restore any state; older ones are removed",
  }),
  BACKUP_S3_ENDPOINT: bucket.endpoint,
  BACKUP_S3_BUCKET: bucketNameSetting("name of the bucket, which holds nothing but the backups"),
  BACKUP_S3_REGION: bucket.region,
  BACKUP_S3_ACCESS_KEY_ID: bucket.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  BACKUP_S3_PATH_STYLE: bucket.pathStyle,
};

/** Where `npm run archive` writes the history of old orders: a folder or a bucket. */
export const archiveSettings = {
  ARCHIVE_DIR: textSetting({
    unit: "folder",
    meaning: "folder for the history of old orders that exists, on another disk or machine than `DATA_DIR`",
  }),
  ARCHIVE_S3_ENDPOINT: bucket.endpoint,
  ARCHIVE_S3_BUCKET: bucketNameSetting("name of the bucket, which must not be public"),
  ARCHIVE_S3_REGION: bucket.region,
  ARCHIVE_S3_ACCESS_KEY_ID: bucket.accessKeyId,
  ARCHIVE_S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  ARCHIVE_S3_PATH_STYLE: bucket.pathStyle,
};
