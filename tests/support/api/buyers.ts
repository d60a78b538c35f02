import type { AddressForm } from "#contract/address/schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderForm } from "#contract/order/quote.schema.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { newId, newSecret, sha256 } from "#server/platform/ids.ts";
import { addresses, tokens, users } from "#server/schema/accounts.ts";
import { Client } from "./Client.ts";
import { dish, homeForm, store } from "./people.ts";
import type { TestApp } from "./testApp.ts";

const monthMs = 30 * 86_400_000;
let made = 0;
let keys = 0;

/** A customer with an address near the default position, made without the way through text messages. */
export type Buyer = Client & { userId: string; addressId: string };

function addressRow(userId: string, form: AddressForm, now: Date): typeof addresses.$inferInsert {
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

/** Makes many customers at once, each logged in (for `lifeMs`, however the clock is moved) and with one address. */
export async function newBuyers(app: TestApp, count: number, lifeMs = monthMs): Promise<Buyer[]> {
  const now = app.clock.now();
  const people = Array.from({ length: count }, () => {
    made += 1;
    const userId = newId();
    return { userId, token: newSecret(), nth: made, address: addressRow(userId, homeForm, now) };
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
  await queries.insert(addresses).values(people.map(({ address }) => address));
  return people.map(({ userId, token, address }) =>
    Object.assign(new Client(app.server, token), { userId, addressId: address.id }),
  );
}

/** One of them. */
export async function newBuyer(app: TestApp): Promise<Buyer> {
  return (await newBuyers(app, 1))[0]!;
}

/** A key that no other wish of this file has. */
export function newKey(): string {
  keys += 1;
  return `wish-key-${keys}`;
}

/** A takeaway wish for one portion of the usual dish (33 yuan and 5 for bringing it), or what `more` says. */
export function wishOf(buyer: Buyer, more: Partial<OrderForm> = {}): OrderForm {
  return {
    order_type: "takeaway",
    restaurant_id: store,
    items: [{ id: dish.id, quantity: 1 }],
    address_id: buyer.addressId,
    expected_total: dish.price + 500,
    client_key: newKey(),
    ...more,
  };
}

/** An order that waits for its money. */
export async function newOrder(buyer: Buyer, more: Partial<OrderForm> = {}): Promise<OrderReceipt> {
  return await buyer.data(orderEndpoints.create, { body: wishOf(buyer, more) });
}
