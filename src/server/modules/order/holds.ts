import { AppError } from "../../platform/AppError.ts";
import type { Queries } from "../../platform/Database.ts";
import { wallText } from "../../platform/shanghai.ts";
import * as menu from "../menu/menu.repository.ts";
import { returnPlace, takePlace } from "../restaurant/slot.repository.ts";
import { nextFree, slotsOf } from "../restaurant/slots.ts";
import { free as freeVoucher } from "../voucher/voucher.repository.ts";
import type { OrderRow } from "./order.repository.ts";
import * as repository from "./order.repository.ts";
import type { ResolvedWish } from "./order-wish.ts";
import { placesHeld } from "./unpaid-holds.repository.ts";

/**
 * Takes the place in the slot, then all lines out of stock by dish, or throws and takes none; of what is limited no more
 * than the customer's share, unless the order is paid at once. The customer must be locked. Whoever holds these rows
 * takes them in this order, a voucher before them. Answers what was held by dish.
 */
export async function takeHolds(
  tx: Queries,
  userId: string,
  wish: ResolvedWish,
  now: Date,
): Promise<Map<string, number>> {
  const { restaurant, unpaid } = wish;
  if (wish.bookingAt !== null) await takeSlot(tx, userId, { ...wish, bookingAt: wish.bookingAt }, now);
  const held = new Map<string, number>();
  for (const line of [...wish.pricing.lines].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const taken = await menu.takeStock(tx, restaurant.id, line, unpaid && (unpaid.get(line.id) ?? 0));
    if (taken === null) throw new AppError("out_of_stock", { id: line.id, left: null });
    held.set(line.id, taken.held);
  }
  return held;
}

async function takeSlot(
  tx: Queries,
  userId: string,
  { restaurant, bookingAt, unpaid }: ResolvedWish & { bookingAt: Date },
  now: Date,
): Promise<void> {
  const own = unpaid && (await placesHeld(tx, userId, restaurant.id, bookingAt));
  if (await takePlace(tx, restaurant, bookingAt, own)) return;
  const next = nextFree(await slotsOf(tx, restaurant, now), bookingAt);
  const sentence = own ? "该时段名额有限，请先付款之前的订单，或换个时间" : undefined;
  throw new AppError("slot_full", { next: next && wallText(next) }, sentence);
}

/** Gives back what an order held. The caller has marked it as holding nothing, so that this happens once. */
export async function returnHolds(tx: Queries, order: OrderRow): Promise<void> {
  if (order.voucherId !== null) await freeVoucher(tx, order.voucherId, order.id);
  if (order.bookingAt !== null) await returnPlace(tx, order.restaurantId, order.bookingAt);
  const items = await repository.itemsOf(tx, [order.id]);
  const wasSold = order.paidAt !== null;
  for (const item of items.sort((a, b) => (a.dishId < b.dishId ? -1 : 1))) {
    if (item.heldStock > 0) await menu.returnStock(tx, order.restaurantId, item.dishId, item.heldStock);
    if (wasSold) await menu.countSales(tx, order.restaurantId, item.dishId, -item.quantity);
  }
  await repository.clearHeldStock(tx, order.id);
}
