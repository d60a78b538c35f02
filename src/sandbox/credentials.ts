import { generateKeyPair, type KeyObject, randomBytes, randomInt } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { CorruptFileError } from "./shared/CorruptFileError.ts";
import { ensureDir } from "./shared/ensureDir.ts";

/** Credentials shared by the simulated companies and their customer (the product); keys as PEM texts. */
export type Credentials = {
  mchid: string;
  appid: string;
  merchantSerial: string;
  merchantPrivateKey: string;
  merchantPublicKey: string;
  platformKeyId: string;
  platformPrivateKey: string;
  platformPublicKey: string;
  apiV3Key: string;
  smsAccessKeyId: string;
  smsAccessKeySecret: string;
  mapsServerKey: string;
  mapsBrowserKey: string;
  wechatAppSecret: string;
  miniProgramAppid: string;
  miniProgramAppSecret: string;
};

const ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

function randomString(length: number): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
}

function toPem(key: KeyObject): string {
  return key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();
}

async function generateCredentials(): Promise<Credentials> {
  const generateKeys = () => promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const [merchant, platform] = await Promise.all([generateKeys(), generateKeys()]);
  const mchid = `1900${randomInt(100_000, 1_000_000)}`;
  return {
    mchid,
    appid: `wx${randomBytes(8).toString("hex")}`,
    merchantSerial: randomBytes(20).toString("hex").toUpperCase(),
    merchantPrivateKey: toPem(merchant.privateKey),
    merchantPublicKey: toPem(merchant.publicKey),
    platformKeyId: `PUB_KEY_ID_01${mchid}${randomBytes(10).toString("hex").toUpperCase()}`,
    platformPrivateKey: toPem(platform.privateKey),
    platformPublicKey: toPem(platform.publicKey),
    apiV3Key: randomString(32),
    smsAccessKeyId: `LTAI5t${randomString(18)}`,
    smsAccessKeySecret: randomString(30),
    mapsServerKey: randomBytes(16).toString("hex"),
    mapsBrowserKey: randomBytes(16).toString("hex"),
    wechatAppSecret: randomBytes(16).toString("hex"),
    miniProgramAppid: `wx${randomBytes(8).toString("hex")}`,
    miniProgramAppSecret: randomBytes(16).toString("hex"),
  };
}

async function writeFileAtomically(path: string, text: string): Promise<void> {
  const temporaryPath = `${path}.${process.pid}.new`;
  const file = await open(temporaryPath, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporaryPath, path);
}

/** Returns whether the credentials are complete, by checking the most recently added setting. */
function isComplete(stored: Partial<Credentials>): stored is Credentials {
  return stored.miniProgramAppSecret !== undefined;
}

/**
 * Reads the credentials stored by an earlier sandbox, or null when there are none. Throws CorruptFileError.
 */
async function readStoredCredentials(path: string): Promise<Partial<Credentials> | null> {
  try {
    const stored: unknown = JSON.parse(await readFile(path, "utf8"));
    if (!isStringRecord(stored)) throw new SyntaxError("not a set of texts");
    return stored;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (!(error instanceof SyntaxError)) throw error;
    // Generating new keys unprompted would leave a running server with keys that are no longer accepted.
    throw new CorruptFileError(
      `Restore ${path}, which is damaged, or move it away to start with new keys; a server under the old ones must be started again.`,
      { cause: error },
    );
  }
}

function isStringRecord(stored: unknown): stored is Partial<Credentials> {
  if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return false;
  return Object.values(stored).every((value) => typeof value === "string");
}

/**
 * Returns the credentials stored in `dir`/credentials.json (mode 0600), generating them on the first call.
 * Throws CorruptFileError.
 */
export async function ensureCredentials(dir: string): Promise<Credentials> {
  const path = join(dir, "credentials.json");
  ensureDir(dir);
  const stored = await readStoredCredentials(path);
  if (stored !== null && isComplete(stored)) return stored;
  // A folder of an older sandbox: existing values stay, missing ones are added.
  const credentials = { ...(await generateCredentials()), ...stored };
  await writeFileAtomically(path, `${JSON.stringify(credentials, null, 2)}\n`);
  return credentials;
}
