import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../platform/Deps.ts";
import { removeFiles } from "../../platform/files/remove-files.ts";
import { newId } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import type { CopiedSection } from "./copied-data.repository.ts";
import * as repository from "./data-copy.repository.ts";
import { archiveCustomerData } from "./data-copy-archive.ts";

const removalsPerBatch = 50;

/** Makes the requested copies of customers' data, and removes those that have expired. */
export class DataCopyJob {
  readonly #deps: Deps;
  readonly #others: readonly CopiedSection[];

  /** `others` are the sections of further modules. */
  constructor(deps: Deps, others: readonly CopiedSection[] = []) {
    this.#deps = deps;
    this.#others = others;
  }

  async sweep(): Promise<void> {
    while (await this.#makeNext());
    await this.#removeExpired();
  }

  /** Makes the copy that waits longest; false when none waits. */
  async #makeNext(): Promise<boolean> {
    const { database, clock, config, log } = this.#deps;
    const { retryMs, maxTries } = config.limits.dataCopies;
    const now = clock.now();
    const copy = await database.transaction((tx) => repository.claimDue(tx, now, addMs(now, retryMs)));
    if (copy === undefined) return false;
    try {
      await this.#make(copy);
    } catch (err) {
      log.error({ err, copy: copy.id }, "a copy of a customer's data could not be made");
      if (copy.attemptCount >= maxTries)
        await repository.updateQueued(database.queries, copy.id, { state: "failed", nextTryAt: null });
    }
    return true;
  }

  async #make({ id, userId }: repository.DataCopyRow): Promise<void> {
    const { database, clock, config, files } = this.#deps;
    const folder = await mkdtemp(path.join(tmpdir(), "shidan-copy-"));
    try {
      const file = path.join(folder, "copy.zip");
      const source = { queries: database.queries, files };
      const options = { madeAt: clock.now(), others: this.#others };
      await pipeline(archiveCustomerData(source, userId, options), createWriteStream(file, { mode: 0o600 }));
      const { size } = await stat(file);
      const stored = await files.copyFrom(newId(), file, "zip");
      const readyAt = clock.now();
      const isSaved = await repository.updateQueued(database.queries, id, {
        state: "ready",
        nextTryAt: null,
        path: stored,
        bytes: size,
        readyAt,
        expiresAt: addMs(readyAt, config.limits.dataCopies.validMs),
      });
      // Another process was faster, or the account was deleted meanwhile.
      if (!isSaved) await removeFiles(this.#deps, [stored]);
    } finally {
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
