import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { type VoucherIssueInput, VoucherIssuer } from "#server/modules/voucher/VoucherIssuer.ts";
import { createIdempotencyKey } from "./buyers.ts";
import { Client } from "./Client.ts";
import { defaultRestaurantId, dish } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** The usual dish taken at the counter as soon as possible, or what `more` says. */
export function pickupOrderForm(overrides: Partial<CreateOrderRequest> = {}): CreateOrderRequest {
  return {
    order_type: "pickup",
    restaurant_id: defaultRestaurantId,
    items: [{ id: dish.id, quantity: 1 }],
    booking_time: null,
    expected_total: dish.price,
    client_key: createIdempotencyKey(),
    ...overrides,
  };
}

/** The times that a store can be booked for, from now on, with the places left. */
export async function listAvailableSlots(app: TestApp, restaurantId = defaultRestaurantId) {
  const visitor = new Client(app.server);
  const query = { restaurant_id: restaurantId };
  const { dates } = await visitor.data(restaurantEndpoints.slots, { query });
  const days = await Promise.all(
    dates.map((date) => visitor.data(restaurantEndpoints.slots, { query: { ...query, date } })),
  );
  return days.flatMap(({ slots }) => slots);
}

/** The number of a new voucher for the usual dish, or for what `more` says. */
export async function issueVoucher(
  app: TestApp,
  overrides: Partial<VoucherIssueInput> = {},
): Promise<string> {
  const offer = { items: [{ id: dish.id, quantity: 1 }], partner: "团购", title: null, days: 30, count: 1 };
  const issuer = new VoucherIssuer(app.database, "test");
  const [id] = await issuer.issue({ ...offer, ...overrides }, app.clock.now());
  if (id === undefined) throw new Error("no voucher was issued");
  return id;
}

/** The wish to redeem a voucher for the usual dish at the counter. */
export function voucherOrderForm(
  voucherId: string,
  overrides: Partial<CreateOrderRequest> = {},
): CreateOrderRequest {
  return pickupOrderForm({ third_party_order_id: voucherId, expected_total: 0, ...overrides });
}
