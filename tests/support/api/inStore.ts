import type { OrderForm } from "#contract/order/quote.schema.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { VoucherDesk, type VoucherOffer } from "#server/modules/voucher/VoucherDesk.ts";
import { newKey } from "./buyers.ts";
import { Client } from "./Client.ts";
import { dish, store } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** The usual dish taken at the counter as soon as possible, or what `more` says. */
export function pickupWish(more: Partial<OrderForm> = {}): OrderForm {
  return {
    order_type: "pickup",
    restaurant_id: store,
    items: [{ id: dish.id, quantity: 1 }],
    booking_time: null,
    expected_total: dish.price,
    client_key: newKey(),
    ...more,
  };
}

/** The times that a store can be booked for, from now on, with the places left. */
export async function offeredSlots(app: TestApp, restaurantId = store) {
  const visitor = new Client(app.server);
  const query = { restaurant_id: restaurantId };
  const { dates } = await visitor.data(restaurantEndpoints.slots, { query });
  const days = await Promise.all(
    dates.map((date) => visitor.data(restaurantEndpoints.slots, { query: { ...query, date } })),
  );
  return days.flatMap(({ slots }) => slots);
}

/** The number of a new voucher for the usual dish, or for what `more` says. */
export async function newVoucher(app: TestApp, more: Partial<VoucherOffer> = {}): Promise<string> {
  const offer = { items: [{ id: dish.id, quantity: 1 }], partner: "团购", title: null, days: 30, count: 1 };
  const desk = new VoucherDesk(app.database, "test");
  const [id] = await desk.issue({ ...offer, ...more }, app.clock.now());
  if (id === undefined) throw new Error("no voucher was issued");
  return id;
}

/** The wish to redeem a voucher for the usual dish at the counter. */
export function voucherWish(voucherId: string, more: Partial<OrderForm> = {}): OrderForm {
  return pickupWish({ third_party_order_id: voucherId, expected_total: 0, ...more });
}
