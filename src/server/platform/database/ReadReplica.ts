import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../http/AppError.ts";
import { Database, pgCode } from "./Database.ts";
import { SharedQuery } from "./SharedQuery.ts";
import { readReplayedPosition, readWrittenPosition } from "./wal-position.repository.ts";

/** A replica that is not this far within this time in ms is left alone for a while. */
const maxLagMs = 100;
const pollMs = 5;
/** Time in ms without the replica after it lagged or failed. */
const pauseMs = 2_000;
/** Timeout in ms of a statement at the replica, whatever became of its machine. */
const queryTimeoutMs = 12_000;
/**
 * SQLSTATEs of a server that ends, starts or is gone, and of a read that stood in the way of the replica's changes (40001).
 */
const lostPattern = /^(E[A-Z]+|08\w{3}|57P0\d|40001)$/;

/** Options of a replica. */
export interface ReadReplicaOptions {
  /** Connections of its pool. */
  size: number;
  /** Is called when reads go to the primary because the replica lags ("lag") or failed, and when they go there again (null). */
  onChange: (trouble: unknown) => void;
}

/**
 * A streaming replica that serves reads while it shows everything that was acknowledged before they began; else the primary
 * serves them. A caller always reads what it wrote, and what a live event told it of.
 */
export class ReadReplica {
  /** Reads so far, by where they were served. */
  readonly counts = { replica: 0, primary: 0 };
  readonly #database: Database;
  readonly #replayed: SharedQuery<bigint>;
  readonly #onChange: ReadReplicaOptions["onChange"];
  #written: SharedQuery<bigint> | null = null;
  #pausedUntil = 0;
  #isInTrouble = false;

  constructor(url: string, { size, onChange }: ReadReplicaOptions) {
    this.#onChange = onChange;
    const onIdleError = (error: Error) => this.#pause(error);
    this.#database = new Database(url, { size, onIdleError, queryTimeoutMs });
    this.#replayed = new SharedQuery(() => readReplayedPosition(this.#database.queries));
  }

  /**
   * Runs a read at the replica, or at the primary when the replica lags or fails. `work` may run twice and must not
   * write.
   */
  async run<T>(primary: Database, work: (database: Database) => Promise<T>): Promise<T> {
    if (await this.#isUpToDate(primary)) {
      try {
        const result = await work(this.#database);
        this.counts.replica += 1;
        return result;
      } catch (error) {
        if (!isLost(error)) throw error;
        this.#pause(error);
      }
    }
    this.counts.primary += 1;
    return await work(primary);
  }

  async close(): Promise<void> {
    await this.#database.close();
  }

  async #isUpToDate(primary: Database): Promise<boolean> {
    if (performance.now() < this.#pausedUntil) return false;
    this.#written ??= new SharedQuery(() => readWrittenPosition(primary.queries));
    const needed = await this.#written.get();
    const deadline = performance.now() + maxLagMs;
    try {
      while (performance.now() < deadline) {
        const position = await Promise.race([this.#replayed.get(), sleep(maxLagMs, null)]);
        if (position !== null && position >= needed) {
          if (this.#isInTrouble) this.#onChange(null);
          this.#isInTrouble = false;
          return true;
        }
        await sleep(pollMs);
      }
    } catch (error) {
      this.#pause(error);
      return false;
    }
    this.#pause("lag");
    return false;
  }

  #pause(trouble: unknown): void {
    this.#pausedUntil = performance.now() + pauseMs;
    if (!this.#isInTrouble) this.#onChange(trouble);
    this.#isInTrouble = true;
  }
}

/** Returns whether a read failed because of the replica, so that the primary can serve it. */
function isLost(error: unknown): boolean {
  if (error instanceof AppError) return error.code === "unavailable";
  const code = pgCode(error);
  // The driver's own failures, such as a connection that ended, have no code.
  return code === null ? !(error instanceof TypeError) : lostPattern.test(code);
}
