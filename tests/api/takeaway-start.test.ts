import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { menuSet } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { dish, homeForm, newCustomer, store } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const start = menuEndpoints.takeawayStart;
/** Hundreds of kilometres from every store. */
const farAway = { ...homeForm, poi_info: { ...homeForm.poi_info, location: "91.082000,29.627000" } };
const position = { lat: 31.1898, lng: 121.437 };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function customerAt(form: typeof homeForm = homeForm) {
  const customer = await newCustomer(app);
  return { customer, address: await customer.data(addressEndpoints.add, { body: form }) };
}

/** The same by the three calls that ask for one part each. */
async function partsFor(customer: Client) {
  const [address] = await customer.data(addressEndpoints.list);
  const query = { ...position, service: "takeaway" as const, pageSize: 1 };
  const [nearest] = (await customer.data(restaurantEndpoints.list, { query })).data.stores;
  const items = await customer.data(menuEndpoints.takeawayItems, {
    query: { restaurant_id: nearest?.storecode ?? "", category_id: menuSet.takeaway },
  });
  return { address, store: nearest, items };
}

describe("one call for address, store and menu", () => {
  test("answers what the three calls answer", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const { customer, address } = await customerAt();
    const { menu, ...answer } = await customer.data(start);
    expect({ ...answer, items: menu?.items }).toEqual(await partsFor(customer));
    expect([answer.address?.id, answer.store?.storecode]).toEqual([address.id, store]);
    expect(await customer.data(start, { query: { address_id: address.id } })).toEqual({ menu, ...answer });
  });

  test("names the menu by what is in it, and leaves it out for who holds it", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const { customer } = await customerAt();
    const version = (await customer.data(start)).menu?.version ?? "";
    const query = { restaurant_id: store, category_id: menuSet.takeaway };
    const items = await customer.call(menuEndpoints.takeawayItems, { query });
    expect(`W/"${version}"`).toBe(String(items.headers.etag).replace('W/"', `W/"${store}-`));
    const held = await customer.data(start, { query: { menu_version: version } });
    expect(held.menu).toEqual({ version, items: null });
    expect(held.store?.storecode).toBe(store);
    await app.sql("update store_dishes set sold_out = true where restaurant_id = $1 and dish_id = $2", [
      store,
      dish.id,
    ]);
    await app.content.settle();
    const changed = await customer.data(start, { query: { menu_version: version } });
    expect(changed.menu?.version).not.toBe(version);
    expect(changed.menu?.items?.find(({ id }) => id === dish.id)?.stock).toBe(0);
    await app.sql("update store_dishes set sold_out = false where restaurant_id = $1 and dish_id = $2", [
      store,
      dish.id,
    ]);
    await app.content.settle();
    const back = await customer.data(start, { query: { menu_version: version } });
    expect(back.menu).toEqual({ version, items: null });
  });

  test("says where a customer without an address stands, and one out of everybody's reach", async () => {
    const nobody = await newCustomer(app);
    expect(await nobody.data(start)).toEqual({ address: null, store: null, menu: null });
    const { customer, address } = await customerAt(farAway);
    expect(await customer.data(start)).toEqual({ address, store: null, menu: null });
  });

  test("goes by the address that is named, and by the default without one", async () => {
    const { customer, address } = await customerAt();
    const far = await customer.data(addressEndpoints.add, { body: { ...farAway, is_default: false } });
    expect((await customer.data(start, { query: { address_id: far.id } })).store).toBeNull();
    expect((await customer.data(start)).address?.id).toBe(address.id);
  });
});

describe("nobody is shown", () => {
  test("somebody else's address, or one that is gone", async () => {
    const { address } = await customerAt();
    const { customer } = await customerAt();
    for (const address_id of [address.id, "nowhere"]) {
      const answer = await customer.call(start, { query: { address_id } });
      expect(answer).toMatchObject({ status: 404, error: "not_found" });
    }
  });

  test("anything without a customer's token, or for words that are none", async () => {
    const stranger = await new Client(app.server).call(start);
    expect(stranger).toMatchObject({ status: 401, error: "unauthenticated" });
    const { customer } = await customerAt();
    for (const query of [{ address_id: "a b" }, { menu_version: "x".repeat(65) }]) {
      expect(await customer.call(start, { query })).toMatchObject({ status: 400, error: "validation" });
    }
  });
});

describe("the answer on its way", () => {
  test("comes packed around the menu that is packed once, and is the same", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const { customer } = await customerAt();
    const ask = (encoding: string) =>
      app.server.inject({
        url: start.path,
        headers: { authorization: `Bearer ${customer.token}`, "accept-encoding": encoding },
      });
    const plain = await ask("identity");
    expect(plain.headers).toMatchObject({ "cache-control": "no-store", vary: "accept-encoding" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const packed of [await ask("gzip, deflate, br"), await ask("gzip")]) {
      expect(packed.headers["content-encoding"]).toBe("gzip");
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    }
  });
});
