import { expect, test } from "vitest";
import { ConfigError, parseConfig } from "./config.ts";

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

test.each([
  [{ PORT: "abc" }, "PORT must be a whole number from 0 to 65535"],
  [{ HOST: "example" }, "HOST must be an IP address or localhost"],
  [{ DATABASE_URL: "mysql://x" }, "DATABASE_URL must begin with postgres://"],
  [{ MAPS_BASE_URL: "ftp://x" }, "MAPS_BASE_URL must be an http or https address"],
  [{ WECHAT_ORIGINS: "https://a.example, b" }, "WECHAT_ORIGINS must be an http or https address"],
  [{ TRUST_PROXY: "yes" }, "TRUST_PROXY must be 0 or 1"],
  [{ S3_BUCKET: "shidan" }, "S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY."],
  [{ S3_PATH_STYLE: "0" }, "For pictures in a bucket these settings are missing: S3_ENDPOINT, S3_BUCKET"],
  [{ ...bucket, S3_BUCKET: "../files" }, "S3_BUCKET must be the name of a bucket"],
  [{ ...bucket, S3_ENDPOINT: "store:9000" }, "S3_ENDPOINT must be an http or https address"],
  [{ ...bucket, S3_PATH_STYLE: "yes" }, "S3_PATH_STYLE must be 0 or 1"],
  [{ NODE_ENV: "production" }, "In production these settings are needed: PUBLIC_URL, SMS_ACCESS_KEY_ID"],
])("a wrong setting is refused with a sentence: %j", (env, sentence) => {
  expect(() => parseConfig(env)).toThrow(ConfigError);
  expect(() => parseConfig(env)).toThrow(sentence);
});

test("production needs the WeChat account that customers log in with", () => {
  const others = ["SMS_ACCESS_KEY_ID", "SMS_ACCESS_KEY_SECRET", "SMS_SIGN_NAME", "SMS_TEMPLATE_CODE"];
  const maps = ["MAPS_SERVER_KEY", "MAPS_BROWSER_KEY"];
  const pay = [
    "MCHID",
    "APPID",
    "MERCHANT_SERIAL",
    "PRIVATE_KEY",
    "PUBLIC_KEY_ID",
    "PUBLIC_KEY",
    "API_V3_KEY",
  ];
  const names = [...others, ...maps, ...pay.map((name) => `WECHAT_PAY_${name}`)];
  const env = { NODE_ENV: "production", PUBLIC_URL: "https://shop.example" };
  const settings = { ...env, ...Object.fromEntries(names.map((name) => [name, "x"])) };
  expect(() => parseConfig(settings)).toThrow(
    new ConfigError("In production these settings are needed: WECHAT_APPID, WECHAT_APP_SECRET."),
  );
  const whole = { ...settings, WECHAT_APPID: "wx1", WECHAT_APP_SECRET: "s" };
  expect(parseConfig(whole).wechat).toMatchObject({ appid: "wx1", appSecret: "s" });
});

test("keys may be written with their line breaks spelled out", () => {
  expect(parseConfig({ WECHAT_PAY_PRIVATE_KEY: "a\\nb" }).wechatPay.privateKey).toBe("a\nb");
});
