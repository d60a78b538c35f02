import type { Deps } from "../../platform/Deps.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { randomCode } from "../../platform/security/ids.ts";
import { lockInvites } from "../invite/invite-binding.repository.ts";
import * as users from "../user/user.repository.ts";
import { listDue, listObstacles } from "./deletion.repository.ts";
import * as repository from "./erasure.repository.ts";

const accountsPerBatch = 20;
const rowsPerBatch = 500;
const filesPerBatch = 50;

/** Name that ledgers and orders of a deleted account show. */
export const deletedName = "已注销用户";

/** Deletes what another module stores about a customer. May run again after it was interrupted. */
export type EraseCustomerData = (deps: Deps, userId: string) => Promise<void>;

/**
 * Deletes accounts whose time to cancel is over. The first step closes an account for good; each further one is a
 * transaction of its own that changes nothing when it is repeated, and the last one records the end, so that a run
 * that was killed is continued by any process.
 */
export class AccountErasureJob {
  readonly #deps: Deps;
  readonly #others: readonly EraseCustomerData[];

  /** `others` delete the data of further modules. */
  constructor(deps: Deps, others: readonly EraseCustomerData[] = []) {
    this.#deps = deps;
    this.#others = others;
  }

  /** Deletes all accounts that are due; a failure of one does not hold up the others. */
  async sweep(): Promise<void> {
    const { database, clock, log } = this.#deps;
    let last: { dueAt: Date; id: string } | null = null;
    for (;;) {
      const due = await listDue(database.queries, clock.now(), last, accountsPerBatch);
      for (const { id } of due)
        await this.erase(id).catch((err: unknown) =>
          log.error({ err, user: id }, "an account could not be deleted yet"),
        );
      last = due.at(-1) ?? null;
      if (last === null || due.length < accountsPerBatch) return;
    }
  }

  /**
   * Deletes one account, or waits for its orders and withdrawals, and for another process that has not ended. Throws what
   * prevents a step.
   */
  async erase(userId: string): Promise<void> {
    const { database, clock, log } = this.#deps;
    if (!(await database.transaction((tx) => this.#close(tx, userId)))) return;
    await this.#removeFiles(userId);
    await this.#repeat((tx) => repository.deleteMessages(tx, userId, rowsPerBatch));
    await this.#repeat((tx) => repository.eraseOrderContacts(tx, userId, rowsPerBatch));
    await database.transaction(async (tx) => {
      await repository.deleteConversation(tx, userId);
      await repository.eraseOrderTexts(tx, userId);
      await repository.eraseAuditTexts(tx, userId);
    });
    await database.transaction(async (tx) => {
      await lockInvites(tx);
      await repository.deleteBelongings(tx, userId);
    });
    for (const eraseOther of this.#others) await eraseOther(this.#deps, userId);
    const hasEnded = await database.transaction(async (tx) => {
      await repository.deleteEvents(tx, userId);
      // Another process may have taken a batch and not committed it: it may still be interrupted.
      if (await repository.hasRemains(tx, userId)) return false;
      await users.update(tx, userId, { deletionDueAt: null, deletedAt: clock.now() });
      return true;
    });
    if (hasEnded) log.info({ user: userId }, "an account was deleted");
  }

  /** Removes name, number and WeChat user, and ends the sessions; false while something is under way. */
  async #close(tx: QueryRunner, userId: string): Promise<boolean> {
    const user = await users.lockExclusively(tx, userId);
    const isDue = user?.deletionDueAt != null && user.deletionDueAt <= this.#deps.clock.now();
    if (!isDue) return false;
    // Closed by an earlier run that was interrupted.
    if (user.disabledAt !== null && user.phone === null && user.openid === null) return true;
    // A refund that is under way needs the payment alone, and ends without the customer.
    if ((await listObstacles(tx, userId)).some(({ kind }) => kind !== "refund")) return false;
    await users.update(tx, userId, {
      phone: null,
      openid: null,
      unionid: null,
      nickname: deletedName,
      avatar: null,
      inviteCode: randomCode(12),
      disabledAt: this.#deps.clock.now(),
    });
    await repository.eraseMergedAccounts(tx, userId, deletedName);
    await repository.deleteSessionsOf(tx, userId);
    return true;
  }

  /** Removes images and archives from the storage before their rows, so that none is left when this is interrupted. */
  async #removeFiles(userId: string): Promise<void> {
    const { database, files } = this.#deps;
    for (;;) {
      const batch = await repository.listFiles(database.queries, userId, filesPerBatch);
      for (const { path } of batch) await files.remove(path);
      if (batch.length > 0)
        await repository.deleteFiles(
          database.queries,
          batch.map(({ id }) => id),
        );
      if (batch.length < filesPerBatch) break;
    }
    for (;;) {
      const copies = await repository.listCopies(database.queries, userId);
      if (copies.length === 0) return;
      for (const { path } of copies) if (path !== null) await files.remove(path);
      await repository.deleteCopies(database.queries, copies);
    }
  }

  /** Runs a batch in transactions of its own until it changes fewer rows than it could. */
  async #repeat(runBatch: (tx: QueryRunner) => Promise<number>): Promise<void> {
    while ((await this.#deps.database.transaction(runBatch)) >= rowsPerBatch);
  }
}
