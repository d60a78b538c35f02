import type { Voucher } from "#contract/order/public.schema.ts";
import type { IssuedVoucher } from "#contract/staff/admin/schema.ts";
import { type DayRange, parseDayRange } from "../../platform/time/day-range.ts";
import type { findDishesById, NewVoucher, VoucherFilter, VoucherRow } from "./voucher.repository.ts";

/** What vouchers are asked for. */
export interface VoucherQuery extends DayRange {
  status?: VoucherFilter["status"];
  keyword?: string;
}

/** Returns the filter of a query. Throws as `parseDayRange`. */
export function parseVoucherFilter({ status, keyword, ...days }: VoucherQuery, now: Date): VoucherFilter {
  return { status, keyword: keyword?.trim(), now, ...parseDayRange(days) };
}

/** Returns the status of a voucher; an unredeemed one expires. */
export function toVoucherStatus(
  voucher: Pick<VoucherRow, "status" | "expiresAt">,
  now: Date,
): Voucher["status"] {
  return voucher.status === "issued" && voucher.expiresAt <= now ? "expired" : voucher.status;
}

/** Converts a voucher to the admin form; `publicUrl` is the app's public URL. */
export function presentIssuedVoucher(voucher: NewVoucher, publicUrl: string, now: Date): IssuedVoucher {
  return {
    number: voucher.id,
    link: `${publicUrl}/self-service?third_party_order_id=${voucher.id}`,
    partner: voucher.partner,
    title: voucher.title,
    items: voucher.items,
    status: toVoucherStatus(voucher, now),
    issued_by: voucher.issuedBy,
    created_at: voucher.createdAt.toISOString(),
    expires_at: voucher.expiresAt.toISOString(),
    order_id: voucher.orderId ?? null,
  };
}

/** Converts a voucher to the form shown to all who have its link. */
export function presentVoucher(
  voucher: VoucherRow,
  details: { dishes: Awaited<ReturnType<typeof findDishesById>>; orderPublicId: string | null },
  now: Date,
): Voucher {
  return {
    third_party_order_id: voucher.id,
    partner: voucher.partner,
    title: voucher.title,
    status: toVoucherStatus(voucher, now),
    items: voucher.items.map(({ id, quantity }) => {
      const dish = details.dishes.get(id);
      return {
        id,
        name: dish?.spuName ?? dish?.name ?? "已下架商品",
        spec_name: dish?.specName ?? null,
        image: dish?.image ?? "",
        quantity,
      };
    }),
    expires_at: voucher.expiresAt.toISOString(),
    order_public_id: details.orderPublicId,
  };
}
