import type { Deps } from "../../platform/Deps.ts";
import { addMs } from "../../platform/time/clock.ts";
import { retention } from "../../retention.ts";
import { deleteCopiesBefore } from "./data-copy.repository.ts";
import { deleteFiles } from "./erasure.repository.ts";
import * as repository from "./retention.repository.ts";

const rowsPerBatch = 500;
/** A run ends after so many batches of each kind; the next one goes on. */
const batchesPerRun = 40;
/** Time for which images are looked at again, in ms: a row may become visible after later ones. */
const overlapMs = 3_600_000;

/** Deletes personal data that is older than docs/privacy.md allows, in batches of their own transactions. */
export class RetentionJob {
  readonly #deps: Deps;
  /** Time until which this process has looked for unsent images. */
  #imagesSeenUntil = new Date(0);

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async sweep(): Promise<void> {
    const { queries } = this.#deps.database;
    const before = (ageMs: number) => addMs(this.#deps.clock.now(), -ageMs);
    const messages = before(retention.messagesMs);
    await this.#try("unsent images", () => this.#removeUnsentImages(before(retention.unusedImagesMs)));
    await this.#try("messages", () =>
      this.#repeat(async () => {
        await this.#removeFiles(() => repository.listOldMessageFiles(queries, messages, rowsPerBatch));
        return await repository.deleteOldMessages(queries, messages, rowsPerBatch);
      }),
    );
    const steps: Record<string, () => Promise<number>> = {
      conversations: () => repository.deleteEmptyConversations(queries, messages, rowsPerBatch),
      notes: () => repository.deleteOldNotes(queries, messages, rowsPerBatch),
      "contacts of orders": () =>
        repository.eraseOldOrderContacts(queries, before(retention.orderContactsMs), rowsPerBatch),
      "audit entries": () =>
        repository.deleteOldAuditReads(queries, before(retention.auditReadsMs), rowsPerBatch),
    };
    for (const [what, runBatch] of Object.entries(steps)) await this.#try(what, () => this.#repeat(runBatch));
    await this.#try("invoices", () => this.#removeInvoices(before(retention.invoicesMs)));
    await this.#try("data copies", () => deleteCopiesBefore(queries, before(retention.dataCopiesMs)));
  }

  /** Runs a step; one that fails is logged and holds up no other. */
  async #try(what: string, run: () => Promise<unknown>): Promise<void> {
    await run().catch((err: unknown) =>
      this.#deps.log.error({ err, what }, "old personal data could not be deleted yet"),
    );
  }

  /** Removes the PDFs from the storage before the rows, so that none is left when this is interrupted. */
  async #removeInvoices(before: Date): Promise<void> {
    const { database, files } = this.#deps;
    await this.#repeat(async () => {
      const { ids, paths } = await repository.listOldInvoices(database.queries, before, rowsPerBatch);
      for (const path of paths) await files.remove(path);
      await database.transaction((tx) => repository.deleteInvoices(tx, ids));
      return ids.length;
    });
  }

  /** Looks at each image once: none becomes unsent later. */
  async #removeUnsentImages(before: Date): Promise<void> {
    const span = { from: this.#imagesSeenUntil, before };
    const isDone = await this.#removeFiles(() =>
      repository.listUnsentImages(this.#deps.database.queries, span, rowsPerBatch),
    );
    if (isDone) this.#imagesSeenUntil = addMs(before, -overlapMs);
  }

  /** Repeats a batch until it changes fewer rows than it could; false when more are left for the next run. */
  async #repeat(runBatch: () => Promise<number>): Promise<boolean> {
    for (let batch = 0; batch < batchesPerRun; batch++) if ((await runBatch()) < rowsPerBatch) return true;
    return false;
  }

  /** Removes files from the storage before their rows, so that none is left when this is interrupted. */
  async #removeFiles(list: () => Promise<repository.OldFile[]>): Promise<boolean> {
    return await this.#repeat(async () => {
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
