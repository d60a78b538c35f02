import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const derive = promisify<string, string, number, Buffer>(scrypt);
const keyBytes = 32;
/** What a PIN is held against when there is no card: the same work, and never equal. */
const nobodys = `${"0".repeat(32)}:${"0".repeat(keyBytes * 2)}`;

/** A PIN as it is stored: a salt of its own and what scrypt makes of the two. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await derive(pin, salt, keyBytes)).toString("hex")}`;
}

/** Whether a PIN is the stored one; without a stored one it takes as long to say no. */
export async function isPin(stored: string | undefined, pin: string): Promise<boolean> {
  const [salt = "", hash = ""] = (stored ?? nobodys).split(":");
  const isEqual = timingSafeEqual(Buffer.from(hash, "hex"), await derive(pin, salt, keyBytes));
  return isEqual && stored !== undefined;
}
