import { createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../platform/Deps.ts";
import { storagePath } from "../../platform/files/FileStorage.ts";
import { removeFiles } from "../../platform/files/remove-files.ts";
import { newId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import { continueTrace } from "../../platform/tracing/trace.ts";
import type { CopiedSection } from "./copied-data.repository.ts";
import * as repository from "./data-copy.repository.ts";
import { archiveCustomerData } from "./data-copy-archive.ts";

const removalsPerBatch = 50;
const folderPrefix = "shidan-copy-";
/** Age from which a temporary folder belongs to a process that was killed, in ms. */
const abandonedMs = 86_400_000;

/** Makes the requested copies of customers' data, and removes those that have expired. */
export class DataCopyJob {
  readonly #deps: Deps;
  readonly #others: readonly CopiedSection[];
  #isTidy = false;

  /** `others` are the sections of further modules. */
  constructor(deps: Deps, others: readonly CopiedSection[] = []) {
    this.#deps = deps;
    this.#others = others;
  }

  async sweep(): Promise<void> {
    if (!this.#isTidy) await this.#removeAbandonedFolders();
    this.#isTidy = true;
    while (await this.#makeNext());
    await this.#removeExpired();
  }

  /** Makes the copy that waits longest; false when none waits. */
  async #makeNext(): Promise<boolean> {
    const { database, clock, config } = this.#deps;
    const now = clock.now();
    const leasedUntil = addMs(now, config.limits.dataCopies.leaseMs);
    const copy = await database.transaction((tx) => repository.claimDue(tx, now, leasedUntil));
    if (copy === undefined) return false;
    await continueTrace(copy.traceparent, { name: "data copy" }, () => this.#tryMake(copy));
    return true;
  }

  async #tryMake(copy: repository.DataCopyRow): Promise<void> {
    const { database, clock, config, files, log } = this.#deps;
    const { retryMs, maxTries } = config.limits.dataCopies;
    let current: Pick<repository.DataCopyRow, "id" | "path"> = copy;
    try {
      if (copy.path !== null) await files.remove(copy.path);
      // The row names the archive before it is stored: one that a killed process leaves is found and removed.
      const fileId = newId();
      const planned = { id: copy.id, path: storagePath(fileId, "zip") };
      if (!(await repository.updateQueued(database.queries, copy, { path: planned.path }))) return;
      current = planned;
      await this.#make(copy.userId, planned, fileId);
    } catch (err) {
      log.error({ err, copy: copy.id }, "a copy of a customer's data could not be made");
      const hasFailed = copy.attemptCount >= maxTries;
      const values = hasFailed
        ? { state: "failed" as const, nextTryAt: null }
        : { nextTryAt: addMs(clock.now(), retryMs) };
      await repository.updateQueued(database.queries, current, values);
    }
  }

  async #make(userId: string, planned: { id: string; path: string }, fileId: string): Promise<void> {
    const { database, clock, config, files } = this.#deps;
    const folder = await mkdtemp(path.join(tmpdir(), folderPrefix));
    try {
      const file = path.join(folder, "copy.zip");
      const source = { queries: database.queries, files };
      const options = { madeAt: clock.now(), others: this.#others };
      await pipeline(archiveCustomerData(source, userId, options), createWriteStream(file, { mode: 0o600 }));
      const { size } = await stat(file);
      await files.copyFrom(fileId, file, "zip");
      const readyAt = clock.now();
      const isSaved = await repository.updateQueued(database.queries, planned, {
        state: "ready",
        nextTryAt: null,
        bytes: size,
        readyAt,
        expiresAt: addMs(readyAt, config.limits.dataCopies.validMs),
      });
      // Another process was faster, or the account was deleted meanwhile.
      if (!isSaved) await removeFiles(this.#deps, [planned.path]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes what killed processes of this machine left of archives. */
  async #removeAbandonedFolders(): Promise<void> {
    for (const name of (await readdir(tmpdir())).filter((entry) => entry.startsWith(folderPrefix))) {
      const folder = path.join(tmpdir(), name);
      const changed = await stat(folder).catch(() => null);
      if (changed !== null && Date.now() - changed.mtimeMs > abandonedMs)
        await rm(folder, { recursive: true, force: true });
    }
  }

  /** The file first: a run that ends in between removes it again, and never leaves one that no row names. */
  async #removeExpired(): Promise<void> {
    const { database, files, clock } = this.#deps;
    for (;;) {
      const batch = await repository.listExpired(database.queries, clock.now(), removalsPerBatch);
      if (batch.length === 0) return;
      for (const { path: stored } of batch) await files.remove(stored);
      await repository.clearPaths(
        database.queries,
        batch.map(({ id }) => id),
      );
    }
  }
}
