import type { AddressRequest } from "#contract/address/schema.ts";
import { consentTextNames } from "#contract/legal/texts.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { CreateOrderRequest } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { generateToken, newId, sha256 } from "#server/platform/security/ids.ts";
import { addresses, tokens, users } from "#server/schema/accounts.ts";
import { consents } from "#server/schema/settings.ts";
import { Client } from "./Client.ts";
import { defaultRestaurantId, dish, homeAddressForm } from "./people.ts";
import type { TestApp } from "./testApp.ts";

const monthMs = 30 * 86_400_000;
let buyerCount = 0;
let keyCount = 0;

/** A customer with an address near the default position, created without a login by text message. */
export type Buyer = Client & { userId: string; addressId: string };

function toAddressRow(userId: string, form: AddressRequest, now: Date): typeof addresses.$inferInsert {
  const { poi_info: poi } = form;
  const [lng = 0, lat = 0] = poi.location.split(",").map(Number);
  return {
    id: newId(),
    userId,
    recipient: form.recipient,
    phone: form.phone,
    location: form.location,
    details: form.details,
    houseNumber: form.house_number,
    isDefault: true,
    lat,
    lng,
    poiId: poi.id,
    poiName: poi.name,
    poiAddress: poi.address,
    poiLocation: poi.location,
    poiAdcode: poi.adcode,
    poiCitycode: poi.citycode,
    poiCityname: poi.cityname,
    poiAdname: poi.adname,
    poiPname: poi.pname ?? "",
    poiType: poi.type,
    poiTypecode: poi.typecode,
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * Creates many customers at once, each logged in (for `lifeMs`, however the clock is moved) and with one
 * address.
 */
export async function createBuyers(app: TestApp, count: number, lifeMs = monthMs): Promise<Buyer[]> {
  const now = app.clock.now();
  const people = Array.from({ length: count }, () => {
    buyerCount += 1;
    const userId = newId();
    return {
      userId,
      token: generateToken(),
      nth: buyerCount,
      address: toAddressRow(userId, homeAddressForm, now),
    };
  });
  const { queries } = app.database;
  await queries.insert(users).values(
    people.map(({ userId, nth }) => ({
      id: userId,
      phone: `159${String(10_000_000 + nth)}`,
      nickname: `买家${nth}`,
      inviteCode: `T${String(nth).padStart(7, "0")}`,
      createdAt: now,
    })),
  );
  await queries.insert(tokens).values(
    people.map(({ userId, token }) => ({
      hash: sha256(token),
      audience: "customer" as const,
      subjectId: userId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + lifeMs),
    })),
  );
  await queries.insert(consents).values(
    people.flatMap(({ userId }) =>
      consentTextNames.map((document) => ({
        userId,
        document,
        version: 0,
        action: "agreed" as const,
        via: "sms_login" as const,
        createdAt: now,
      })),
    ),
  );
  await queries.insert(addresses).values(people.map(({ address }) => address));
  return people.map(({ userId, token, address }) =>
    Object.assign(new Client(app.server, token), { userId, addressId: address.id }),
  );
}

/** Creates one such customer. */
export async function createBuyer(app: TestApp): Promise<Buyer> {
  return (await createBuyers(app, 1))[0]!;
}

/** Creates an idempotency key that no other request of this file has. */
export function createIdempotencyKey(): string {
  keyCount += 1;
  return `wish-key-${keyCount}`;
}

/** Returns the total of a takeaway nearby in fen, with figures of its own: the server's are what is tested. */
export function toTotalFen(goodsFen: number): number {
  return goodsFen + (goodsFen >= 5_000 ? 0 : 500);
}

/**
 * Builds a takeaway order form for one portion of the default dish (33 yuan plus 5 for delivery), with
 * overrides.
 */
export function takeawayOrderForm(
  buyer: Buyer,
  overrides: Partial<CreateOrderRequest> = {},
): CreateOrderRequest {
  return {
    order_type: "takeaway",
    restaurant_id: defaultRestaurantId,
    items: [{ id: dish.id, quantity: 1 }],
    address_id: buyer.addressId,
    expected_total: toTotalFen(dish.price),
    client_key: createIdempotencyKey(),
    ...overrides,
  };
}

/** Creates an unpaid order. */
export async function createOrder(
  buyer: Buyer,
  overrides: Partial<CreateOrderRequest> = {},
): Promise<OrderReceipt> {
  return await buyer.data(orderEndpoints.create, { body: takeawayOrderForm(buyer, overrides) });
}
