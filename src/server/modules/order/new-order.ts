import type { OrderForm } from "#contract/order/quote.schema.ts";
import { later } from "../../platform/clock.ts";
import type { Queries } from "../../platform/Database.ts";
import { newId, randomDigits } from "../../platform/ids.ts";
import { wallTime } from "../../platform/shanghai.ts";
import { byId as userById } from "../user/user.repository.ts";
import { requirePhone } from "../user/user.service.ts";
import * as repository from "./order.repository.ts";
import type { ResolvedWish } from "./order-wish.ts";
import { soldoutPolicyOf } from "./soldout-policy.ts";

/** What an order is made of; `held` is what was taken out of stock by dish. */
export interface NewOrder {
  userId: string;
  form: OrderForm;
  wish: ResolvedWish;
  held: Map<string, number>;
  at: Date;
  /** How long it may wait for its money. */
  payMs: number;
}

/** Writes an order down with its dishes and the first row of its history. What it holds must be taken already. */
export async function insertOrder(tx: Queries, made: NewOrder): Promise<repository.OrderRow> {
  const { userId, form, wish, held, at } = made;
  const id = newId();
  const items = wish.pricing.lines.map((line, index) => ({
    orderId: id,
    line: index + 1,
    dishId: line.id,
    name: line.name,
    specName: line.specName,
    image: line.image,
    priceFen: line.priceFen,
    originalPriceFen: line.originalPriceFen,
    quantity: line.quantity,
    heldStock: held.get(line.id) ?? 0,
  }));
  const payExpireAt = later(at, made.payMs);
  const scarce = wish.bookingAt !== null || items.some(({ heldStock }) => heldStock > 0);
  const contactPhone = await contactPhoneOf(tx, userId, form);
  const order = await repository.insert(
    tx,
    { id, userId, ...wishColumns(form, wish, at), scarce, contactPhone, payExpireAt, dueAt: payExpireAt },
    items,
  );
  const entry = { orderId: id, axis: "status", to: order.status, version: 1, actor: "customer", at } as const;
  await repository.addHistory(tx, { ...entry, actorId: userId });
  return order;
}

/** Who is rung up: the number of the form, for food taken in the store else the account's. */
async function contactPhoneOf(tx: Queries, userId: string, form: OrderForm): Promise<string | null> {
  if (form.contact_phone) return requirePhone(form.contact_phone);
  return form.order_type === "takeaway" ? null : ((await userById(tx, userId))?.phone ?? null);
}

/** The columns of a new order that its wish decides. */
function wishColumns(form: OrderForm, wish: ResolvedWish, at: Date) {
  const { restaurant, address, pricing } = wish;
  return {
    orderNo: `${wallTime(at).date.replaceAll("-", "").slice(2)}${randomDigits(12)}`,
    publicId: newId(),
    restaurantId: restaurant.id,
    type: form.order_type,
    status: "pending_payment" as const,
    refundStatus: "none" as const,
    version: 1,
    goodsFen: pricing.goodsFen,
    originalFen: pricing.originalFen,
    deliveryFeeFen: wish.deliveryFeeFen,
    totalFen: wish.totalFen,
    payFen: wish.totalFen,
    bookingAt: wish.bookingAt,
    voucherId: wish.voucher?.id ?? null,
    tableNo: (form.order_type === "dine_in" && form.table_no?.trim()) || null,
    remark: form.remark?.trim() ?? "",
    tablewareCount: form.tableware_count ?? 1,
    soldoutPolicy: soldoutPolicyOf(form.soldout_policy),
    address: address && {
      recipient: address.recipient,
      phone: address.phone,
      address: `${address.location} ${address.details}`.trim(),
      houseNumber: address.houseNumber,
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
    distanceM: wish.distanceM,
    heldAt: at,
    createdAt: at,
  };
}
