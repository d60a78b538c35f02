import type { Deps } from "../../platform/Deps.ts";
import { addMs } from "../../platform/time/clock.ts";
import { retention } from "../../retention.ts";
import { deleteCopiesBefore } from "./data-copy.repository.ts";
import { deleteFiles } from "./erasure.repository.ts";
import * as repository from "./retention.repository.ts";

const rowsPerBatch = 500;
/** A run ends after so many batches of each kind; the next one goes on. */
const batchesPerRun = 40;

/** Deletes personal data that is older than docs/privacy.md allows, in batches of their own transactions. */
export class RetentionJob {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async sweep(): Promise<void> {
    const { queries } = this.#deps.database;
    const before = (ageMs: number) => addMs(this.#deps.clock.now(), -ageMs);
    await this.#removeFiles(() =>
      repository.listUnsentImages(queries, before(retention.unusedImagesMs), rowsPerBatch),
    );
    await this.#repeat(async () => {
      await this.#removeFiles(() =>
        repository.listOldMessageFiles(queries, before(retention.messagesMs), rowsPerBatch),
      );
      return await repository.deleteOldMessages(queries, before(retention.messagesMs), rowsPerBatch);
    });
    await repository.deleteEmptyConversations(queries, before(retention.messagesMs));
    await this.#repeat(() =>
      repository.eraseOldOrderContacts(queries, before(retention.orderContactsMs), rowsPerBatch),
    );
    await this.#repeat(() =>
      repository.deleteOldAuditReads(queries, before(retention.auditReadsMs), rowsPerBatch),
    );
    await deleteCopiesBefore(queries, before(retention.dataCopiesMs));
  }

  /** Repeats a batch until it changes fewer rows than it could. */
  async #repeat(runBatch: () => Promise<number>): Promise<void> {
    for (let batch = 0; batch < batchesPerRun; batch++) if ((await runBatch()) < rowsPerBatch) return;
  }

  /** Removes files from the storage before their rows, so that none is left when this is interrupted. */
  async #removeFiles(list: () => Promise<repository.OldFile[]>): Promise<void> {
    await this.#repeat(async () => {
      const batch = await list();
      for (const { path } of batch) await this.#deps.files.remove(path);
      if (batch.length > 0)
        await deleteFiles(
          this.#deps.database.queries,
          batch.map(({ id }) => id),
        );
      return batch.length;
    });
  }
}
