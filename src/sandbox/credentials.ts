import { generateKeyPair, type KeyObject, randomBytes, randomInt } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { DamagedFileError } from "./shared/DamagedFileError.ts";
import { makeFolder } from "./shared/makeFolder.ts";

/** What the simulated companies and their customer (the product) have agreed on; PEM texts for keys. */
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
};

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";

function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");
}

function pem(key: KeyObject): string {
  return key.export({ format: "pem", type: key.type === "private" ? "pkcs8" : "spki" }).toString();
}

async function generateCredentials(): Promise<Credentials> {
  const newKeys = () => promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  const [merchant, platform] = await Promise.all([newKeys(), newKeys()]);
  const mchid = `1900${randomInt(100_000, 1_000_000)}`;
  return {
    mchid,
    appid: `wx${randomBytes(8).toString("hex")}`,
    merchantSerial: randomBytes(20).toString("hex").toUpperCase(),
    merchantPrivateKey: pem(merchant.privateKey),
    merchantPublicKey: pem(merchant.publicKey),
    platformKeyId: `PUB_KEY_ID_01${mchid}${randomBytes(10).toString("hex").toUpperCase()}`,
    platformPrivateKey: pem(platform.privateKey),
    platformPublicKey: pem(platform.publicKey),
    apiV3Key: randomText(32),
    smsAccessKeyId: `LTAI5t${randomText(18)}`,
    smsAccessKeySecret: randomText(30),
    mapsServerKey: randomBytes(16).toString("hex"),
    mapsBrowserKey: randomBytes(16).toString("hex"),
    wechatAppSecret: randomBytes(16).toString("hex"),
  };
}

async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.${process.pid}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Whether nothing is missing; the newest setting tells. */
function isWhole(kept: Partial<Credentials>): kept is Credentials {
  return kept.wechatAppSecret !== undefined;
}

/** What an older sandbox kept, or null when there was none. Throws DamagedFileError. */
async function readKept(path: string): Promise<Partial<Credentials> | null> {
  try {
    const kept: unknown = JSON.parse(await readFile(path, "utf8"));
    if (!isTexts(kept)) throw new SyntaxError("not a set of texts");
    return kept;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (!(error instanceof SyntaxError)) throw error;
    // New keys of our own accord would leave a running server with keys that nobody takes any more.
    throw new DamagedFileError(
      `Restore ${path}, which is damaged, or move it away to start with new keys; a server under the old ones must be started again.`,
      { cause: error },
    );
  }
}

function isTexts(kept: unknown): kept is Partial<Credentials> {
  if (typeof kept !== "object" || kept === null || Array.isArray(kept)) return false;
  return Object.values(kept).every((value) => typeof value === "string");
}

/** The credentials kept in `dir`/credentials.json (mode 0600), made on the first call and the same ever after. Throws DamagedFileError. */
export async function ensureCredentials(dir: string): Promise<Credentials> {
  const path = join(dir, "credentials.json");
  makeFolder(dir);
  const kept = await readKept(path);
  if (kept !== null && isWhole(kept)) return kept;
  // A folder of an older sandbox: what it has stays, what is new is added.
  const credentials = { ...(await generateCredentials()), ...kept };
  await writeWhole(path, `${JSON.stringify(credentials, null, 2)}\n`);
  return credentials;
}
