import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { Database, type QueryRunner } from "./Database.ts";
import { pgCode } from "./database-errors.ts";
import { measureClient, type Preparation } from "./MeasuredPool.ts";
import { SharedQuery } from "./SharedQuery.ts";
import { StatementNames } from "./StatementNames.ts";
import { readReplayedPosition, readWrittenPosition, type WalPosition } from "./wal-position.repository.ts";

/** A replica that is not this far within this time in ms is left alone for a while. */
const maxLagMs = 100;
const pollMs = 5;
/** Time in ms without the replica after it lagged or failed. */
const pauseMs = 2_000;
/** Timeout in ms of a statement at the replica, whatever became of its machine. */
const queryTimeoutMs = 12_000;
/** Time in ms for its connections to end at a close. */
const closeMs = 1_000;
/**
 * Codes of a server that is gone, lacks something or is damaged, and of reads that stood in the way of the replica's changes
 * (40001, 40P01); 26000 and 42P05 of a pooler that mixes up prepared statements.
 */
const troublePattern = /^(E[A-Z_]+|08\w{3}|26000|40001|40P01|42P05|53\w{3}|55000|57P\w{2}|58\w{3}|XX\w{3})$/;
/** The driver's own failures, which have no code. */
const lostPattern =
  /Query read timeout|Connection terminated|timeout exceeded|connection timeout|not queryable/i;

/** Options of a replica. */
export interface ReadReplicaOptions {
  /** Connections of its pool. */
  size: number;
  /** Is called when reads go to the primary because the replica lags ("lag") or failed, and when they go there again (null). */
  onChange: (trouble: unknown) => void;
}

/** A read, as it is run at either database. */
export interface Read<T> {
  atReplica: (queries: QueryRunner) => Promise<T>;
  atPrimary: () => Promise<T>;
  /** Whether its statements are prepared when they are sent often. */
  isPrepared?: boolean;
}

/**
 * A streaming replica that serves reads while it shows everything that was acknowledged before they began; else the primary
 * serves them. A caller always reads what it wrote, and what a live event told it of.
 */
export class ReadReplica {
  /** Reads so far, by where they were served. */
  readonly counts = { replica: 0, primary: 0 };
  readonly #database: Database;
  readonly #onChange: ReadReplicaOptions["onChange"];
  readonly #names = new StatementNames();
  #written: SharedQuery<WalPosition> | null = null;
  #pausedUntil = 0;
  #isInTrouble = false;

  constructor(url: string, { size, onChange }: ReadReplicaOptions) {
    this.#onChange = onChange;
    const onIdleError = (error: Error) => this.#pause(error);
    this.#database = new Database(url, { size, onIdleError, queryTimeoutMs });
  }

  /**
   * Runs a read at the replica, or at the primary when the replica lags, fails or has no connection left. It may run twice
   * and must not write.
   */
  async run<T>(primary: Database, { atReplica, atPrimary, isPrepared = false }: Read<T>): Promise<T> {
    const result = await this.#tryReplica(
      primary,
      atReplica,
      isPrepared ? { names: this.#names, isAlone: true } : undefined,
    );
    this.counts[result === null ? "primary" : "replica"] += 1;
    return result === null ? await atPrimary() : result.value;
  }

  async close(): Promise<void> {
    // A machine that is gone never confirms that its connections end.
    await Promise.race([
      this.#database.close(),
      sleep(closeMs).then(() => this.#database.destroyConnections()),
    ]);
  }

  async #tryReplica<T>(
    primary: Database,
    read: (queries: QueryRunner) => Promise<T>,
    preparation: Preparation | undefined,
  ): Promise<{ value: T } | null> {
    if (performance.now() < this.#pausedUntil || this.#isBusy) return null;
    const needed = await this.#readWrittenPosition(primary);
    if (needed === null) return null;
    let client: pg.PoolClient | null = null;
    let isUsable = false;
    try {
      client = await this.#connect();
      if (client === null) return null;
      // Behind a proxy each connection may lead to another replica: the one that is up to date runs the read.
      const queries = drizzle({ client: measureClient(client, preparation) });
      isUsable = await this.#isUpToDate(queries, needed);
      if (!isUsable) return null;
      return { value: await read(queries) };
    } catch (error) {
      if (!isTrouble(error)) throw error;
      isUsable = false;
      this.#pause(error);
      return null;
    } finally {
      // One that is not may have a transaction open, or lead to a machine that is gone.
      client?.release(!isUsable);
    }
  }

  /** Returns a connection; null, and pauses, if a new one is not there at once. */
  async #connect(): Promise<pg.PoolClient | null> {
    const connecting = this.#database.pool.connect();
    const client = await within(connecting);
    if (client === null) {
      this.#pause("lag");
      connecting.then((late) => late.release()).catch(() => undefined);
    }
    return client;
  }

  /** Whether a read would have to wait for a connection. */
  get #isBusy(): boolean {
    const { waitingCount, idleCount, totalCount, options } = this.#database.pool;
    return waitingCount > 0 || (idleCount === 0 && totalCount >= (options.max ?? 1));
  }

  /** Returns the position that a replica needs; null when the primary does not tell it at once. */
  async #readWrittenPosition(primary: Database): Promise<WalPosition | null> {
    this.#written ??= new SharedQuery(() => readWrittenPosition(primary.queries));
    const query = this.#written;
    try {
      const position = await within(query.get());
      // A connection that hangs, or all are busy: later reads do not wait for it.
      if (position === null && this.#written === query) this.#written = null;
      if (position === null) this.#pausedUntil = performance.now() + maxLagMs;
      return position;
    } catch (error) {
      // If the primary is gone, the read itself says so.
      this.#pause(error);
      return null;
    }
  }

  async #isUpToDate(queries: QueryRunner, needed: WalPosition): Promise<boolean> {
    const deadline = performance.now() + maxLagMs;
    while (performance.now() < deadline) {
      const position = await within(readReplayedPosition(queries));
      if (position?.timeline === needed.timeline && position.offset >= needed.offset) {
        if (this.#isInTrouble) this.#onChange(null);
        this.#isInTrouble = false;
        return true;
      }
      await sleep(pollMs);
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

/** Returns the result, or null if it takes longer than a replica may lag. */
async function within<T>(result: Promise<T>): Promise<T | null> {
  const timer = new AbortController();
  try {
    return await Promise.race([result, sleep(maxLagMs, null, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

/** Returns whether a read failed because of the replica, so that the primary can serve it. */
function isTrouble(error: unknown): boolean {
  const code = pgCode(error);
  if (code !== null) return troublePattern.test(code);
  return error instanceof Error && lostPattern.test(String(error.cause ?? error));
}
