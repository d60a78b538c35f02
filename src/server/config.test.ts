import { expect, test } from "vitest";
import { parseConfig } from "./config.ts";
import { ConfigError } from "./read-env.ts";

test("without settings the server listens on this machine alone and keeps its data in .data", () => {
  const config = parseConfig({});
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 8080,
    publicUrl: "http://127.0.0.1:8080",
    databaseUrl: null,
  });
  expect(config.dataDir).toMatch(/\.data$/);
});

const bucket = {
  S3_ENDPOINT: "https://store.example",
  S3_BUCKET: "shidan",
  S3_REGION: "cn-east-1",
  S3_ACCESS_KEY_ID: "id",
  S3_SECRET_ACCESS_KEY: "secret",
};

test("pictures lie on the disk unless a bucket is named", () => {
  expect(parseConfig({}).s3).toBeNull();
  expect(parseConfig(bucket).s3).toEqual({
    endpoint: "https://store.example",
    bucket: "shidan",
    region: "cn-east-1",
    accessKeyId: "id",
    secretAccessKey: "secret",
    pathStyle: true,
  });
  expect(parseConfig({ ...bucket, S3_PATH_STYLE: "0" }).s3).toMatchObject({ pathStyle: false });
});

test("there is no Redis unless its address is set", () => {
  expect(parseConfig({}).redisUrl).toBeNull();
  for (const REDIS_URL of [
    "redis://10.0.0.9:6379/1",
    "rediss://shidan:p%40ss@redis.example",
    "redis://[::1]:6379",
  ])
    expect(parseConfig({ REDIS_URL }).redisUrl).toBe(REDIS_URL);
});

test.each([
  [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535"],
  [{ HOST: "example" }, "HOST must be an IP address or localhost"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must be embedded, or begin with postgres://"],
  [{ REDIS_URL: "redis.example:6379" }, "REDIS_URL must look like redis://user:password@host:6379/0"],
  [{ REDIS_URL: "redis://host/name" }, "REDIS_URL must look like"],
  [{ REDIS_URL: "redis://host:99999" }, "REDIS_URL must have a host, and a port"],
  [{ MAPS_BASE_URL: "ftp://x" }, "MAPS_BASE_URL must be an http or https address"],
  [{ MINI_PROGRAM_PAY_PATH: "pages/pay?x=1" }, "MINI_PROGRAM_PAY_PATH must look like /pages/pay/index"],
  [
    { MINI_PROGRAM_APPID: "wx1" },
    "MINI_PROGRAM_PAY_PATH, MINI_PROGRAM_APPID and MINI_PROGRAM_APP_SECRET are all",
  ],
  [{ WECHAT_ORIGINS: "https://a.example, b" }, "WECHAT_ORIGINS must be an http or https address"],
  [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be the number of proxies in front, or their networks"],
  [{ TRUST_PROXY: "10.0.0.0/33" }, "TRUST_PROXY must be"],
  [{ S3_BUCKET: "shidan" }, "S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY."],
  [
    { BACKUP_DIR: "/b", BACKUP_S3_BUCKET: "shop" },
    "For backups in a bucket these settings are missing: BACKUP_S3_ENDPOINT",
  ],
  [
    { BACKUP_DIR: "/b", DATABASE_URL: "postgres://x/y" },
    "The BACKUP_ settings are for the embedded database",
  ],
  [{ DATA_DIR: "/d", BACKUP_DIR: "/d/backup" }, "BACKUP_DIR must not lie in DATA_DIR"],
  [{ FILES_DIR: "/f", BACKUP_DIR: "/f/backup" }, "BACKUP_DIR must not lie in FILES_DIR"],
  [{ FILES_DIR: "/f", BACKUP_DIR: "/f" }, "BACKUP_DIR must not lie in FILES_DIR"],
  [{ FILES_DIR: "/f", BACKUP_DIR: "/f/..backup" }, "BACKUP_DIR must not lie in FILES_DIR"],
  [{ BACKUP_DIR: "/b", BACKUP_DAYS: "0" }, "BACKUP_DAYS"],
  [{ DATA_DIR: "/d", ARCHIVE_DIR: "/d/archive" }, "ARCHIVE_DIR must not lie in DATA_DIR"],
  [
    { ARCHIVE_S3_BUCKET: "shop" },
    "For old orders in a bucket these settings are missing: ARCHIVE_S3_ENDPOINT",
  ],
  [{ S3_PATH_STYLE: "0" }, "For pictures in a bucket these settings are missing: S3_ENDPOINT, S3_BUCKET"],
  [{ ...bucket, S3_BUCKET: "../files" }, "S3_BUCKET must be the name of a bucket"],
  [{ ...bucket, S3_ENDPOINT: "store:9000" }, "S3_ENDPOINT must be an http or https address"],
  [{ ...bucket, S3_PATH_STYLE: "yes" }, "S3_PATH_STYLE must be 0 or 1"],
  [{ NODE_ENV: "prodution" }, "NODE_ENV must be development, test or production, not"],
])("a wrong setting is refused with a sentence: %j", (env, sentence) => {
  expect(() => parseConfig(env)).toThrow(ConfigError);
  expect(() => parseConfig(env)).toThrow(sentence);
});

test.each([
  ["ANSWER_MEMORY_MB", "RESPONSE_CACHE_MB", "8", { responseCacheBytes: 8_000_000 }],
  ["DRAIN_MS", "SHUTDOWN_DELAY_MS", "300", { shutdownDelayMs: 300 }],
])("%s is still read, with a warning that names %s", (formerName, name, raw, expected) => {
  const warnings = [`Rename ${formerName} to ${name}: version 0.3.0 stops reading ${formerName}.`];
  expect(parseConfig({ [formerName]: raw })).toMatchObject({ ...expected, warnings });
  expect(parseConfig({ [formerName]: "77", [name]: raw })).toMatchObject({ ...expected, warnings });
  expect(parseConfig({ [name]: raw })).toMatchObject({ ...expected, warnings: [] });
  expect(() => parseConfig({ [formerName]: "x" })).toThrow(`${formerName} must be a whole number`);
});

test("a wrong address of the database is not quoted, because it may hold a password", () => {
  expect(() => parseConfig({ DATABASE_URL: "mysql://shop:secret@db" })).toThrow(/^(?!.*secret).*$/);
});

test("the public address of an IPv6 host is in brackets", () => {
  expect(parseConfig({ HOST: "::1" }).publicUrl).toBe("http://[::1]:8080");
});

test("keys may be written with their line breaks spelled out", () => {
  expect(parseConfig({ WECHAT_PAY_PRIVATE_KEY: "a\\nb" }).wechatPay.privateKey).toBe("a\nb");
});

test.each<[string, false | number | string[]]>([
  ["", false],
  ["0", false],
  ["1", 1],
  ["2", 2],
  ["10.0.0.0/8, ::1", ["10.0.0.0/8", "::1"]],
])("TRUST_PROXY=%s trusts %j", (text, trusted) => {
  expect(parseConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trusted);
});

test("the embedded database may be asked for by its word", () => {
  expect(parseConfig({ DATABASE_URL: "embedded" }).databaseUrl).toBeNull();
});

test("traces go nowhere unless a collector is named", () => {
  expect(parseConfig({ OTEL_TRACES_SAMPLER_ARG: "0.5" }).tracing).toBeNull();
  const collector = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318/",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20eA%3D%3D , x-team = shop,",
    OTEL_TRACES_SAMPLER_ARG: ".25",
  };
  expect(parseConfig(collector).tracing).toEqual({
    endpoint: "http://127.0.0.1:4318",
    headers: { authorization: "Basic eA==", "x-team": "shop" },
    fraction: 0.25,
  });
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "secret"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "key=secret%"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "two words=secret"],
  ["OTEL_TRACES_SAMPLER_ARG", "2"],
  ["OTEL_TRACES_SAMPLER_ARG", "."],
  ["OTEL_TRACES_SAMPLER_ARG", "-0.5"],
])("%s=%s is a warning without the secret, and nothing is traced", (name, text) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", [name]: text };
  const { tracing, warnings } = parseConfig(env);
  expect(tracing).toBeNull();
  expect(warnings).toEqual([
    expect.stringMatching(new RegExp(`^No traces are sent: ${name}(?!.*secret).*$`)),
  ]);
});

test("a collector's port for gRPC is a hint, because other servers may listen on it", () => {
  const { tracing, warnings } = parseConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4317" });
  expect(tracing).toMatchObject({ endpoint: "http://127.0.0.1:4317" });
  expect(warnings).toEqual([expect.stringContaining("over HTTP, usually to port 4318")]);
});
