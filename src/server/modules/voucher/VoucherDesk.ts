import { orderLinesMax, quantityMax } from "#contract/constants.ts";
import { later } from "../../platform/clock.ts";
import type { Database, Queries } from "../../platform/Database.ts";
import { VoucherError } from "./VoucherError.ts";
import { voucherStatus } from "./voucher.presenter.ts";
import * as repository from "./voucher.repository.ts";
import { newVoucherNumber } from "./voucher-number.ts";

const dayMs = 86_400_000;

/** A meal to be sold by a partner shop, so many times. */
export interface VoucherOffer {
  items: { id: string; quantity: number }[];
  partner: string;
  title: string | null;
  days: number;
  count: number;
}

/** Issuing and ending vouchers, for operators; each act is in the audit log under the operator's name. */
export class VoucherDesk {
  readonly #database: Database;
  readonly #operator: string;

  constructor(database: Database, operator: string) {
    this.#database = database;
    this.#operator = operator;
  }

  /** Makes vouchers and answers their numbers. Throws VoucherError for dishes that cannot be had in a store. */
  async issue(offer: VoucherOffer, now: Date): Promise<string[]> {
    const rows = await this.#database.transaction((tx) => this.issueIn(tx, offer, now));
    return rows.map(({ id }) => id);
  }

  /** The same inside the caller's transaction; answers the vouchers. */
  async issueIn(tx: Queries, offer: VoucherOffer, now: Date): Promise<repository.NewVoucher[]> {
    const ids = offer.items.map((item) => item.id);
    if (ids.length === 0 || ids.length > orderLinesMax || new Set(ids).size !== ids.length)
      throw new VoucherError(`A voucher takes 1 to ${orderLinesMax} dishes, each once.`);
    const odd = offer.items.find((item) => !(item.quantity >= 1 && item.quantity <= quantityMax));
    if (odd !== undefined)
      throw new VoucherError(`Of dish ${odd.id}, 1 to ${quantityMax} portions can be given.`);
    const dishes = await repository.dishesById(tx, ids);
    const names = offer.items.map(({ id, quantity }) => {
      const dish = dishes.get(id);
      if (dish === undefined || dish.retiredAt !== null || !dish.inStore)
        throw new VoucherError(`No store serves dish ${id} at the table or the counter.`);
      return `${dish.name}×${quantity}`;
    });
    const rows = Array.from({ length: offer.count }, () => ({
      id: newVoucherNumber(),
      partner: offer.partner,
      title: offer.title ?? names.join("，"),
      items: offer.items,
      status: "issued" as const,
      issuedBy: this.#operator,
      createdAt: now,
      expiresAt: later(now, offer.days * dayMs),
    }));
    await repository.insert(tx, rows);
    for (const { id } of rows)
      await repository.audit(tx, { actor: this.#operator, action: "voucher.issue", target: id, at: now });
    return rows;
  }

  /** Ends a voucher. Throws VoucherError for one that is redeemed, void already or unknown. */
  async end(id: string, now: Date): Promise<void> {
    await this.#database.transaction(async (tx) => {
      const voucher = await repository.lock(tx, id);
      if (voucher === undefined) throw new VoucherError(`There is no voucher ${id}.`);
      if (!(await repository.makeVoid(tx, id)))
        throw new VoucherError(`Voucher ${id} is ${voucher.status} and stays so.`);
      await repository.audit(tx, { actor: this.#operator, action: "voucher.void", target: id, at: now });
    });
  }

  /** The newest vouchers and where each is. */
  async list(now: Date, most: number): Promise<{ id: string; status: string; title: string }[]> {
    const rows = await repository.newest(this.#database.queries, most);
    return rows.map((row) => ({ id: row.id, status: voucherStatus(row, now), title: row.title }));
  }
}
