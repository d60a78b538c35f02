import type { QueryRunner } from "../../platform/database/Database.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { formatLocalTime } from "../../platform/time/local-time.ts";
import * as menu from "../menu/menu.repository.ts";
import { releaseSlot, reserveSlot } from "../restaurant/slot.repository.ts";
import { findNextFreeSlot, listSlots } from "../restaurant/slot.service.ts";
import { release as releaseVoucher } from "../voucher/voucher.repository.ts";
import type { OrderRow } from "./order.repository.ts";
import * as repository from "./order.repository.ts";
import type { ResolvedOrder } from "./quote.service.ts";
import { countReservedSlots } from "./unpaid-reservation.repository.ts";

/**
 * Reserves the slot, then all lines by dish, or throws and reserves nothing; of limited stock no more than
 * the customer's share, unless the order is paid at once. The customer must be locked. These rows are always
 * locked in this order, after a voucher. Returns the reserved portions by dish.
 */
export async function reserveForOrder(
  tx: QueryRunner,
  userId: string,
  resolved: ResolvedOrder,
  now: Date,
): Promise<Map<string, number>> {
  const { restaurant, unpaid } = resolved;
  if (resolved.bookingAt !== null)
    await reserveBookingSlot(tx, userId, { ...resolved, bookingAt: resolved.bookingAt }, now);
  const reservedStock = new Map<string, number>();
  for (const line of [...resolved.pricing.lines].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const reservation = await menu.reserveStock(
      tx,
      restaurant.id,
      line,
      unpaid && (unpaid.get(line.id) ?? 0),
    );
    if (reservation === null) throw new AppError("out_of_stock", { id: line.id, left: null });
    reservedStock.set(line.id, reservation.reserved);
  }
  return reservedStock;
}

async function reserveBookingSlot(
  tx: QueryRunner,
  userId: string,
  { restaurant, bookingAt, unpaid, chain }: ResolvedOrder & { bookingAt: Date },
  now: Date,
): Promise<void> {
  const ownUnpaid = unpaid && (await countReservedSlots(tx, userId, restaurant.id, bookingAt));
  if (await reserveSlot(tx, restaurant, bookingAt, ownUnpaid)) return;
  const next = findNextFreeSlot(await listSlots(tx, restaurant, now, chain), bookingAt);
  const message = ownUnpaid ? "该时段名额有限，请先付款之前的订单，或换个时间" : undefined;
  throw new AppError("slot_full", { next: next && formatLocalTime(next) }, message);
}

/** Releases what an order reserved. The caller has marked it as released, so that this happens once. */
export async function releaseReservations(tx: QueryRunner, order: OrderRow): Promise<void> {
  if (order.voucherId !== null) await releaseVoucher(tx, order.voucherId, order.id);
  if (order.bookingAt !== null) await releaseSlot(tx, order.restaurantId, order.bookingAt);
  const items = await repository.listItems(tx, [order.id]);
  const wasPaid = order.paidAt !== null;
  const times = menu.getPortionTimes(order);
  for (const item of items.sort((a, b) => (a.dishId < b.dishId ? -1 : 1))) {
    if (item.reservedStock > 0)
      await menu.releaseStock(tx, order.restaurantId, item.dishId, item.reservedStock, times);
    if (wasPaid) await menu.addSales(tx, order.restaurantId, item.dishId, -item.quantity);
  }
  await repository.clearReservedStock(tx, order.id);
}
