import { randomBytes, timingSafeEqual } from "node:crypto";
import { WorkerPool } from "../workers/WorkerPool.ts";

/**
 * Request to the worker process (pin-hasher.worker.mjs), which returns `bytes` bytes as hexadecimal digits.
 */
export interface PinHashJob {
  pin: string;
  salt: string;
  bytes: number;
  /** scrypt's N: its memory and time cost. */
  cost: number;
}

const keyBytes = 32;
/**
 * A quarter of the first versions' cost, and enough: a million PINs can be tried in hours at any bearable
 * cost, so leaked rows mean leaked PINs. Cards are protected by the limit of attempts; a higher cost would
 * only slow the server.
 */
const defaultCost = 4_096;
/** Cost of hashes stored without a cost. */
const legacyCost = "16384";
/** Compared with when there is no card: takes the same work, and never matches. */
const dummyHash = `${"0".repeat(32)}:${"0".repeat(keyBytes * 2)}:${defaultCost}`;

/**
 * Hashes and verifies PINs, two at a time in separate processes, so that neither the server nor Node's thread
 * pool (files, compression) waits. Both methods throw AppError("unavailable") when hundreds of jobs wait.
 */
export class PinHasher {
  readonly #workers = new WorkerPool<PinHashJob, string>({
    script: "src/server/platform/security/pin-hasher.worker.mjs",
    processes: 2,
    memoryMb: 64,
    jobTimeoutMs: 20_000,
    maxJobs: 200,
  });

  /** Returns a PIN's hash for storage: salt, scrypt's output and the cost, joined by colons. */
  async hash(pin: string): Promise<string> {
    const salt = randomBytes(16).toString("hex");
    return `${salt}:${await this.#derive(pin, salt, defaultCost)}:${defaultCost}`;
  }

  /** Returns whether a PIN matches the stored hash; takes the same time without a stored hash. */
  async matches(stored: string | undefined, pin: string): Promise<boolean> {
    const [salt = "", hash = "", cost = legacyCost] = (stored ?? dummyHash).split(":");
    const derived = Buffer.from(await this.#derive(pin, salt, Number(cost)), "hex");
    return timingSafeEqual(Buffer.from(hash, "hex"), derived) && stored !== undefined;
  }

  /** Stops the worker processes; their current jobs fail. */
  async stop(): Promise<void> {
    await this.#workers.stop();
  }

  async #derive(pin: string, salt: string, cost: number): Promise<string> {
    return await this.#workers.run({ pin, salt, bytes: keyBytes, cost });
  }
}
