import { randomBytes, timingSafeEqual } from "node:crypto";
import { WorkerPool } from "../workers/WorkerPool.ts";

/** What the process is told (pins.mjs); it answers `bytes` bytes in hexadecimal digits. */
export interface PinHashJob {
  pin: string;
  salt: string;
  bytes: number;
  /** scrypt's N: how much memory and time it takes. */
  cost: number;
}

const keyBytes = 32;
/**
 * A quarter of what PINs took at first, and enough: a million PINs are tried in hours whatever one of them costs, so that
 * who has the rows has the PINs. What keeps a card is the count of tries; a higher cost would only slow the shop.
 */
const defaultCost = 4_096;
/** Of PINs that were stored without a word about it. */
const legacyCost = "16384";
/** What a PIN is held against when there is no card: the same work, and never equal. */
const dummyHash = `${"0".repeat(32)}:${"0".repeat(keyBytes * 2)}:${defaultCost}`;

/**
 * Hashes PINs and checks them, two at a time in processes of their own: neither the server nor the threads that Node keeps
 * for files and packing wait for it. Both calls throw "unavailable" when hundreds wait.
 */
export class PinHasher {
  readonly #workers = new WorkerPool<PinHashJob, string>({
    script: "src/server/platform/security/pin-hasher.worker.mjs",
    processes: 2,
    memoryMb: 64,
    jobTimeoutMs: 20_000,
    maxJobs: 200,
  });

  /** A PIN as it is stored: a salt of its own, what scrypt makes of the two, and the cost. */
  async hash(pin: string): Promise<string> {
    const salt = randomBytes(16).toString("hex");
    return `${salt}:${await this.#derive(pin, salt, defaultCost)}:${defaultCost}`;
  }

  /** Whether a PIN is the stored one; without a stored one it takes as long to say no. */
  async matches(stored: string | undefined, pin: string): Promise<boolean> {
    const [salt = "", hash = "", cost = legacyCost] = (stored ?? dummyHash).split(":");
    const derived = Buffer.from(await this.#derive(pin, salt, Number(cost)), "hex");
    return timingSafeEqual(Buffer.from(hash, "hex"), derived) && stored !== undefined;
  }

  /** Ends the processes; what they are doing fails. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }

  async #derive(pin: string, salt: string, cost: number): Promise<string> {
    return await this.#workers.run({ pin, salt, bytes: keyBytes, cost });
  }
}
