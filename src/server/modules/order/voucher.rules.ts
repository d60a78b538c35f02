import { errors } from "#contract/errors.ts";
import type { QuoteProblem, QuoteRequest } from "#contract/order/quote.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError, ruleBroken } from "../../platform/http/AppError.ts";
import { toVoucherStatus } from "../voucher/voucher.presenter.ts";
import { findById, type VoucherRow } from "../voucher/voucher.repository.ts";

function toComparable(items: { id: string; quantity: number }[]): string[] {
  return items.map(({ id, quantity }) => `${id}×${quantity}`).sort();
}

/**
 * Returns the voucher of a request, or null. Throws for an unknown voucher and for dishes it does not
 * include.
 */
export async function resolveVoucher(queries: QueryRunner, input: QuoteRequest): Promise<VoucherRow | null> {
  if (!input.third_party_order_id) return null;
  const voucher = await findById(queries, input.third_party_order_id);
  if (voucher === undefined) throw new AppError("not_found", { field: "third_party_order_id" }, "餐券不存在");
  if (toComparable(voucher.items).join() !== toComparable(input.items).join())
    throw ruleBroken("商品与餐券不符，请重新打开餐券", "items");
  return voucher;
}

/** Returns why a voucher cannot be redeemed now; null when it can. */
export function findVoucherProblem(voucher: VoucherRow, now: Date): QuoteProblem | null {
  const status = toVoucherStatus(voucher, now);
  if (status === "issued") return null;
  const error = status === "redeemed" ? "voucher_used" : "voucher_expired";
  return { error, msg: status === "void" ? "餐券已失效" : errors[error][1], missing: null };
}
