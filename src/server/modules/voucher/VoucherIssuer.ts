import { orderLinesMax, quantityMax } from "#contract/constants.ts";
import { CliError } from "../../platform/CliError.ts";
import type { Database, QueryRunner } from "../../platform/database/Database.ts";
import { addMs } from "../../platform/time/clock.ts";
import { insertAudit } from "../audit/audit.repository.ts";
import { toVoucherStatus } from "./voucher.presenter.ts";
import * as repository from "./voucher.repository.ts";
import { generateVoucherNumber } from "./voucher-number.rules.ts";

const dayMs = 86_400_000;

/** A meal to be sold by a partner shop, and the number of vouchers. */
export interface VoucherIssueInput {
  items: { id: string; quantity: number }[];
  partner: string;
  title: string | null;
  days: number;
  count: number;
}

/** Issues and voids vouchers for operators; each action is in the audit log under the operator's name. */
export class VoucherIssuer {
  readonly #database: Database;
  readonly #operator: string;

  constructor(database: Database, operator: string) {
    this.#database = database;
    this.#operator = operator;
  }

  /**
   * Issues vouchers and returns their numbers. Throws CliError for dishes not available in a restaurant.
   */
  async issue(input: VoucherIssueInput, now: Date): Promise<string[]> {
    const rows = await this.#database.transaction((tx) => this.issueInTransaction(tx, input, now));
    return rows.map(({ id }) => id);
  }

  /** Issues vouchers inside the caller's transaction and returns them. */
  async issueInTransaction(
    tx: QueryRunner,
    input: VoucherIssueInput,
    now: Date,
  ): Promise<repository.NewVoucher[]> {
    const ids = input.items.map((item) => item.id);
    if (ids.length === 0 || ids.length > orderLinesMax || new Set(ids).size !== ids.length)
      throw new CliError(`A voucher takes 1 to ${orderLinesMax} dishes, each once.`);
    const invalidItem = input.items.find((item) => !(item.quantity >= 1 && item.quantity <= quantityMax));
    if (invalidItem !== undefined)
      throw new CliError(`Of dish ${invalidItem.id}, 1 to ${quantityMax} portions can be given.`);
    const dishes = await repository.findDishesById(tx, ids);
    const names = input.items.map(({ id, quantity }) => {
      const dish = dishes.get(id);
      if (dish === undefined || dish.retiredAt !== null || !dish.onSale || !dish.inStore)
        throw new CliError(`No store serves dish ${id} at the table or the counter.`);
      return `${dish.name}×${quantity}`;
    });
    const rows = Array.from({ length: input.count }, () => ({
      id: generateVoucherNumber(),
      partner: input.partner,
      title: input.title ?? names.join("，"),
      items: input.items,
      status: "issued" as const,
      issuedBy: this.#operator,
      createdAt: now,
      expiresAt: addMs(now, input.days * dayMs),
    }));
    await repository.insert(tx, rows);
    const entry = { actor: this.#operator, action: "voucher.issue", detail: {}, createdAt: now };
    for (const { id } of rows) await insertAudit(tx, { ...entry, target: id });
    return rows;
  }

  /** Voids a voucher. Throws CliError for a redeemed, voided or unknown one. */
  async voidVoucher(id: string, now: Date): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const voucher = await repository.lockForUpdate(tx, id);
      if (voucher === undefined) throw new CliError(`There is no voucher ${id}.`);
      if (!(await repository.voidVoucher(tx, id)))
        throw new CliError(`Voucher ${id} is ${voucher.status} and stays so.`);
      const entry = { actor: this.#operator, action: "voucher.void", target: id, detail: {}, createdAt: now };
      await insertAudit(tx, entry);
    });
  }

  /** Lists the newest vouchers with their status. */
  async list(now: Date, limit: number): Promise<{ id: string; status: string; title: string }[]> {
    const rows = await repository.list(this.#database.queries, { now }, { limit });
    return rows.map((row) => ({ id: row.id, status: toVoucherStatus(row, now), title: row.title }));
  }
}
