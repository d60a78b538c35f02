import type { Voucher } from "#contract/order/public.schema.ts";
import type { Database } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { presentVoucher } from "./voucher.presenter.ts";
import * as repository from "./voucher.repository.ts";

/** Shows vouchers to all who have the link. */
export class VoucherService {
  readonly #deps: { database: Database; clock: Clock };

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps;
  }

  /** Throws "not_found" for an unknown number. */
  async getVoucher(id: string): Promise<Voucher> {
    const { lookups } = this.#deps.database;
    const voucher = await repository.findById(lookups, id);
    if (voucher === undefined) throw new AppError("not_found", {}, "餐券不存在");
    const ids = voucher.items.map((item) => item.id);
    const [dishes, orderPublicId] = await Promise.all([
      repository.findDishesById(lookups, ids),
      voucher.orderId === null ? null : repository.findOrderPublicId(lookups, voucher.orderId),
    ]);
    return presentVoucher(voucher, { dishes, orderPublicId }, this.#deps.clock.now());
  }
}
