import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { existsSync } from "node:fs";
import { BlockList, isIP } from "node:net";
import type { Config } from "./config.ts";
import { ConfigError } from "./read-env.ts";

const apiV3KeyBytes = 32;

/** Addresses of this machine and of networks unreachable from outside (RFC 1918, 4193, 3927, 4291). */
const privateNetworks = new BlockList();
privateNetworks.addSubnet("127.0.0.0", 8, "ipv4");
privateNetworks.addSubnet("10.0.0.0", 8, "ipv4");
privateNetworks.addSubnet("172.16.0.0", 12, "ipv4");
privateNetworks.addSubnet("192.168.0.0", 16, "ipv4");
privateNetworks.addSubnet("169.254.0.0", 16, "ipv4");
privateNetworks.addAddress("0.0.0.0", "ipv4");
privateNetworks.addAddress("::1", "ipv6");
privateNetworks.addAddress("::", "ipv6");
privateNetworks.addSubnet("fc00::", 7, "ipv6");
privateNetworks.addSubnet("fe80::", 10, "ipv6");

/**
 * Refuses settings that would publish demo accounts, charge real money in a trial, or fail only when the
 * first customer pays, and a folder for backups that is not there. CLI commands skip this check because they use only some of the settings.
 * @throws ConfigError
 */
export function assertSettings(config: Config): void {
  if (config.isProduction) assertProduction(config);
  else assertDevelopment(config);
  assertBackupFolder(config);
}

function assertBackupFolder({ backup }: Config): void {
  if (backup === null || backup.s3 !== null || existsSync(backup.folder)) return;
  throw new ConfigError(`BACKUP_DIR is ${backup.folder}, which does not exist: mount its disk or create it.`);
}

interface Provider {
  /** Common prefix of the provider's settings. */
  name: string;
  urls: Record<string, string>;
  /** Empty while the provider is not set up. */
  credential: string;
}

function listProviders({ sms, maps, wechat, wechatPay }: Config): Provider[] {
  return [
    { name: "SMS", urls: { SMS_BASE_URL: sms.baseUrl }, credential: sms.accessKeyId },
    {
      name: "MAPS",
      urls: { MAPS_BASE_URL: maps.baseUrl, MAPS_SCRIPT_BASE_URL: maps.scriptBaseUrl },
      credential: maps.serverKey,
    },
    {
      name: "WECHAT",
      urls: { WECHAT_OPEN_BASE_URL: wechat.openBaseUrl, WECHAT_API_BASE_URL: wechat.apiBaseUrl },
      credential: wechat.appSecret,
    },
    { name: "WECHAT_PAY", urls: { WECHAT_PAY_BASE_URL: wechatPay.baseUrl }, credential: wechatPay.mchid },
  ];
}

function assertDevelopment(config: Config): void {
  const { publicUrl, seedDemo } = config;
  if (publicUrl.startsWith("https:") || !isPrivateHost(publicUrl))
    throw new ConfigError(
      `PUBLIC_URL is ${publicUrl}, which others can reach: set NODE_ENV=production, or leave it to this machine.`,
    );
  const providers = listProviders(config);
  const real = providers.find(
    ({ urls, credential }) => credential !== "" && !Object.values(urls).every(isPrivateHost),
  );
  if (real !== undefined)
    throw new ConfigError(
      `The ${real.name}_ settings lead to a real provider: set NODE_ENV=production, or take them out to use the sandbox.`,
    );
  if (seedDemo && providers.some(({ credential }) => credential === ""))
    throw new ConfigError("SEED_DEMO=1 needs the sandbox, which npm start and npm run dev start beside it.");
}

function assertProduction(config: Config): void {
  const { missingSettings: missing } = config;
  if (missing.length > 0)
    throw new ConfigError(
      `In production these settings are needed: ${missing.join(", ")}.${
        missing.includes("DATABASE_URL")
          ? " DATABASE_URL=embedded keeps the data in DATA_DIR, on this machine alone."
          : ""
      }`,
    );
  if (config.seedDemo) throw new ConfigError("SEED_DEMO must not be 1 in production.");
  const urls = Object.assign(
    { PUBLIC_URL: config.publicUrl },
    ...listProviders(config).map(({ urls }) => urls),
  );
  for (const [name, url] of Object.entries<string>(urls))
    if (!url.startsWith("https:"))
      throw new ConfigError(`${name} must begin with https:// in production, not "${url}".`);
  if (new URL(config.publicUrl).pathname !== "/")
    throw new ConfigError(`PUBLIC_URL must not have a path: the pages lie at the root of their host.`);
  // The openid of the service account pays; of another account's app the provider refuses it.
  if (config.wechat.appid !== config.wechatPay.appid)
    throw new ConfigError("WECHAT_PAY_APPID must be the same as WECHAT_APPID, linked with the merchant.");
  assertPaymentKeys(config);
}

function assertPaymentKeys({ wechatPay: { privateKey, publicKey, apiV3Key } }: Config): void {
  const merchantKey = parseRsaKey("WECHAT_PAY_PRIVATE_KEY", "the merchant's private key", () =>
    createPrivateKey(privateKey),
  );
  const providerKey = parseRsaKey("WECHAT_PAY_PUBLIC_KEY", "WeChat Pay's public key", () =>
    createPublicKey(publicKey),
  );
  const isSamePair = createPublicKey(merchantKey).equals(providerKey);
  if (isSamePair)
    throw new ConfigError(
      "WECHAT_PAY_PUBLIC_KEY belongs to WECHAT_PAY_PRIVATE_KEY: it must be WeChat Pay's own, not the merchant's.",
    );
  const bytes = Buffer.byteLength(apiV3Key);
  if (bytes !== apiV3KeyBytes)
    throw new ConfigError(`WECHAT_PAY_API_V3_KEY must have ${apiV3KeyBytes} bytes, not ${bytes}.`);
}

function parseRsaKey(name: string, what: string, read: () => KeyObject): KeyObject {
  let key: KeyObject | null = null;
  try {
    key = read();
  } catch {
    // Dropped because the parser's message would quote the key.
  }
  if (key?.asymmetricKeyType !== "rsa") throw new ConfigError(`${name} must be ${what} (RSA, PEM).`);
  return key;
}

/** Returns whether a URL points to this machine or a private network. Names but localhost count as public. */
function isPrivateHost(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  const version = isIP(host);
  return version !== 0 && privateNetworks.check(host, version === 6 ? "ipv6" : "ipv4");
}
