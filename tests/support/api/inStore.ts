import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { type VoucherIssueInput, VoucherIssuer } from "#server/modules/voucher/VoucherIssuer.ts";
import { createIdempotencyKey } from "./buyers.ts";
import { Client } from "./Client.ts";
import { defaultRestaurantId, dish } from "./people.ts";
import type { TestApp } from "./testApp.ts";

/** Builds an order form for the default dish, picked up as soon as possible, with overrides. */
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

/** Lists the bookable times of a restaurant from now on, with their remaining capacity. */
export async function listAvailableSlots(app: TestApp, restaurantId = defaultRestaurantId) {
  const visitor = new Client(app.server);
  const query = { restaurant_id: restaurantId };
  const { dates } = await visitor.data(restaurantEndpoints.slots, { query });
  const days = await Promise.all(
    dates.map((date) => visitor.data(restaurantEndpoints.slots, { query: { ...query, date } })),
  );
  return days.flatMap(({ slots }) => slots);
}

/** Issues a voucher for the default dish, with overrides; returns its number. */
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

/** Builds an order form that redeems a voucher for the default dish on pickup. */
export function voucherOrderForm(
  voucherId: string,
  overrides: Partial<CreateOrderRequest> = {},
): CreateOrderRequest {
  return pickupOrderForm({ third_party_order_id: voucherId, expected_total: 0, ...overrides });
}
