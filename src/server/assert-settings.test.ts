import { generateKeyPairSync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { assertSettings } from "./assert-settings.ts";
import { parseConfig } from "./config.ts";
import { ConfigError } from "./read-env.ts";

type Env = Record<string, string>;

const check = (env: Env) => () => assertSettings(parseConfig(env));
const newPair = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2_048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
const [merchant, provider] = [newPair(), newPair()];
const otherKind = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
  type: "pkcs8",
  format: "pem",
});

const sandbox: Env = {
  SMS_BASE_URL: "http://127.0.0.1:8090/aliyun-sms",
  SMS_ACCESS_KEY_ID: "k",
  MAPS_BASE_URL: "http://192.168.1.5:8090/amap",
  MAPS_SCRIPT_BASE_URL: "http://192.168.1.5:8090/amap-script",
  MAPS_SERVER_KEY: "k",
  WECHAT_OPEN_BASE_URL: "http://localhost:8090",
  WECHAT_API_BASE_URL: "http://[::1]:8090",
  WECHAT_APP_SECRET: "k",
  WECHAT_PAY_BASE_URL: "http://127.0.0.1:8090/wxpay",
  WECHAT_PAY_MCHID: "k",
};

describe("outside of production", () => {
  test.each<[string, Env]>([
    ["nothing at all", {}],
    ["the sandbox and the demo", { ...sandbox, SEED_DEMO: "1" }],
    [
      "a phone in the same network",
      { ...sandbox, HOST: "192.168.1.5", PUBLIC_URL: "http://192.168.1.5:8080" },
    ],
  ])("%s is served", (_what, env) => {
    expect(check(env)).not.toThrow();
  });

  test.each<[string, Env, string]>([
    ["a folder for backups that is away", { BACKUP_DIR: "/none/backup" }, "mount its disk or create it"],
    [
      "an address that others reach",
      { PUBLIC_URL: "http://shop.example" },
      "PUBLIC_URL is http://shop.example",
    ],
    ["an address by https", { PUBLIC_URL: "https://127.0.0.1" }, "set NODE_ENV=production"],
    ["a public number", { PUBLIC_URL: "http://8.8.8.8" }, "which others can reach"],
    ["one real provider", { ...sandbox, SMS_BASE_URL: "https://dysmsapi.aliyuncs.com" }, "The SMS_ settings"],
    ["a real merchant by default", { WECHAT_PAY_MCHID: "1900000001" }, "The WECHAT_PAY_ settings"],
    ["the demo without the sandbox", { SEED_DEMO: "1" }, "SEED_DEMO=1 needs the sandbox"],
    [
      "the demo beside a part of it",
      { ...sandbox, MAPS_SERVER_KEY: "", SEED_DEMO: "1" },
      "needs the sandbox",
    ],
  ])("%s is refused", (_what, env, sentence) => {
    expect(check(env)).toThrow(ConfigError);
    expect(check(env)).toThrow(sentence);
  });
});

const names = ["SMS_ACCESS_KEY_ID", "SMS_ACCESS_KEY_SECRET", "SMS_SIGN_NAME", "SMS_TEMPLATE_CODE"];
const more = ["MAPS_SERVER_KEY", "MAPS_BROWSER_KEY", "WECHAT_APPID", "WECHAT_APP_SECRET"];
const pay = ["MCHID", "APPID", "MERCHANT_SERIAL", "PUBLIC_KEY_ID"].map((name) => `WECHAT_PAY_${name}`);
const production: Env = {
  NODE_ENV: "production",
  PUBLIC_URL: "https://shop.example",
  DATABASE_URL: "postgres://db.example/shidan",
  ...Object.fromEntries([...names, ...more, ...pay].map((name) => [name, "x"])),
  WECHAT_PAY_PRIVATE_KEY: merchant.privateKey,
  WECHAT_PAY_PUBLIC_KEY: provider.publicKey,
  WECHAT_PAY_API_V3_KEY: "k".repeat(32),
};

describe("in production", () => {
  test.each<[string, Env]>([
    ["whole settings", production],
    ["the embedded database by its word", { ...production, DATABASE_URL: "embedded" }],
    [
      "keys in one line",
      { ...production, WECHAT_PAY_PRIVATE_KEY: merchant.privateKey.replaceAll("\n", "\\n") },
    ],
  ])("%s are served", (_what, env) => {
    expect(check(env)).not.toThrow();
  });

  test.each<[string, Env, string]>([
    [
      "nothing else",
      { NODE_ENV: "production" },
      "In production these settings are needed: PUBLIC_URL, DATABASE_URL",
    ],
    ["no word about the database", { DATABASE_URL: "" }, "DATABASE_URL=embedded keeps the data in DATA_DIR"],
    ["no secret for WeChat", { WECHAT_APP_SECRET: "" }, "settings are needed: WECHAT_APP_SECRET."],
    ["the demo", { SEED_DEMO: "1" }, "SEED_DEMO must not be 1"],
    ["a plain address", { PUBLIC_URL: "http://shop.example" }, "PUBLIC_URL must begin with https://"],
    [
      "an address with a path",
      { PUBLIC_URL: "https://shop.example/food" },
      "PUBLIC_URL must not have a path",
    ],
    ["another account's app", { WECHAT_PAY_APPID: "y" }, "WECHAT_PAY_APPID must be the same as WECHAT_APPID"],
    [
      "a plain provider",
      { WECHAT_PAY_BASE_URL: "http://127.0.0.1:8090/wxpay" },
      "WECHAT_PAY_BASE_URL must begin with https",
    ],
    [
      "a broken key",
      { WECHAT_PAY_PRIVATE_KEY: "x" },
      "WECHAT_PAY_PRIVATE_KEY must be the merchant's private key",
    ],
    [
      "a key of another kind",
      { WECHAT_PAY_PRIVATE_KEY: String(otherKind) },
      "WECHAT_PAY_PRIVATE_KEY must be",
    ],
    [
      "no public key",
      { WECHAT_PAY_PUBLIC_KEY: "x" },
      "WECHAT_PAY_PUBLIC_KEY must be WeChat Pay's public key",
    ],
    [
      "the merchant's own public key",
      { WECHAT_PAY_PUBLIC_KEY: merchant.publicKey },
      "it must be WeChat Pay's own",
    ],
    [
      "a short key",
      { WECHAT_PAY_API_V3_KEY: "k".repeat(31) },
      "WECHAT_PAY_API_V3_KEY must have 32 bytes, not 31",
    ],
  ])("%s is refused", (what, env, sentence) => {
    const settings = what === "nothing else" ? env : { ...production, ...env };
    expect(check(settings)).toThrow(ConfigError);
    expect(check(settings)).toThrow(sentence);
  });

  test("error messages do not contain the key", () => {
    const settings = { ...production, WECHAT_PAY_PRIVATE_KEY: "secret-of-the-merchant" };
    expect(check(settings)).toThrow(/^(?!.*secret-of-the-merchant)/);
  });
});
