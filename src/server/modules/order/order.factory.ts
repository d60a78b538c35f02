import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import type { QueryRunner } from "../../platform/database/Database.ts";
import { requirePhone } from "../../platform/http/require-phone.ts";
import { newId, newRisingId, orderIdKind, randomDigits } from "../../platform/security/ids.ts";
import { addMs } from "../../platform/time/clock.ts";
import { toLocalTime } from "../../platform/time/local-time.ts";
import { findById as findUserById } from "../user/user.repository.ts";
import * as repository from "./order.repository.ts";
import type { ResolvedOrder } from "./quote.service.ts";
import { parseSoldoutPolicy } from "./soldout-policy.rules.ts";

/** Input for a new order; `reservedStock` is the number of portions reserved by dish. */
export interface NewOrder {
  userId: string;
  input: CreateOrderRequest;
  resolved: ResolvedOrder;
  reservedStock: Map<string, number>;
  at: Date;
  /** Time for payment in ms. */
  payMs: number;
}

/** Inserts an order with its dishes and its first history entry. Slot and stock must be reserved already. */
export async function createOrder(tx: QueryRunner, draft: NewOrder): Promise<repository.OrderRow> {
  const { userId, input, resolved, reservedStock, at } = draft;
  const id = newRisingId(orderIdKind, at);
  const items = resolved.pricing.lines.map((line, index) => ({
    orderId: id,
    line: index + 1,
    dishId: line.id,
    name: line.name,
    specName: line.specName,
    image: line.image,
    priceFen: line.priceFen,
    originalPriceFen: line.originalPriceFen,
    quantity: line.quantity,
    reservedStock: reservedStock.get(line.id) ?? 0,
  }));
  const payExpireAt = addMs(at, draft.payMs);
  const scarce = resolved.bookingAt !== null || items.some(({ reservedStock }) => reservedStock > 0);
  const contactPhone = await resolveContactPhone(tx, userId, input);
  const order = await repository.insert(
    tx,
    {
      id,
      userId,
      ...toOrderColumns(input, resolved, at),
      scarce,
      contactPhone,
      payExpireAt,
      dueAt: payExpireAt,
    },
    items,
  );
  const entry = { orderId: id, field: "status", to: order.status, version: 1, actor: "customer" } as const;
  await repository.addHistory(tx, { ...entry, actorId: userId, createdAt: at });
  return order;
}

/** Returns the contact phone: the number of the form, or the account's for in-store orders. */
async function resolveContactPhone(
  tx: QueryRunner,
  userId: string,
  input: CreateOrderRequest,
): Promise<string | null> {
  if (input.contact_phone) return requirePhone(input.contact_phone);
  return input.order_type === "takeaway" ? null : ((await findUserById(tx, userId))?.phone ?? null);
}

/** Returns the columns of a new order that depend on the request. */
function toOrderColumns(input: CreateOrderRequest, resolved: ResolvedOrder, at: Date) {
  const { restaurant, address, pricing } = resolved;
  return {
    orderNo: `${toLocalTime(at).date.replaceAll("-", "").slice(2)}${randomDigits(12)}`,
    publicId: newId(),
    restaurantId: restaurant.id,
    type: input.order_type,
    status: "pending_payment" as const,
    refundStatus: "none" as const,
    version: 1,
    goodsFen: pricing.goodsFen,
    originalFen: pricing.originalFen,
    deliveryFeeFen: resolved.deliveryFeeFen,
    packingFeeFen: resolved.packingFeeFen,
    deliveryMinutes: resolved.isTakeaway ? resolved.terms.minutes : null,
    totalFen: resolved.totalFen,
    payFen: resolved.payFen,
    bookingAt: resolved.bookingAt,
    voucherId: resolved.voucher?.id ?? null,
    tableNo: (input.order_type === "dine_in" && input.table_no?.trim()) || null,
    remark: input.remark?.trim() ?? "",
    tablewareCount: input.tableware_count ?? 1,
    soldoutPolicy: parseSoldoutPolicy(input.soldout_policy),
    address: address && {
      recipient: address.recipient,
      phone: address.phone,
      address: `${address.location} ${address.details}`.trim(),
      houseNumber: address.houseNumber,
      street: address.poiAddress,
      lat: address.lat,
      lng: address.lng,
    },
    restaurant: {
      id: restaurant.id,
      name: restaurant.name,
      address: restaurant.address,
      phone: restaurant.phone,
      lat: restaurant.lat,
      lng: restaurant.lng,
    },
    distanceM: resolved.distanceM,
    reservedAt: at,
    createdAt: at,
  };
}
