import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { menuCategoryIds } from "#contract/constants.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { createCustomer, defaultRestaurantId, dish, homeAddressForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const takeawayEndpoint = menuEndpoints.takeawayStart;
/** Hundreds of kilometres from every restaurant. */
const farAway = {
  ...homeAddressForm,
  poi_info: { ...homeAddressForm.poi_info, location: "91.082000,29.627000" },
};
const position = { lat: 31.1898, lng: 121.437 };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function createCustomerAt(form: typeof homeAddressForm = homeAddressForm) {
  const customer = await createCustomer(app);
  return { customer, address: await customer.data(addressEndpoints.add, { body: form }) };
}

/** Fetches the same by the three endpoints for one part each. */
async function fetchExpectedParts(customer: Client) {
  const [address] = await customer.data(addressEndpoints.list);
  const query = { ...position, service: "takeaway" as const, pageSize: 1 };
  const [nearest] = (await customer.data(restaurantEndpoints.list, { query })).data.stores;
  const items = await customer.data(menuEndpoints.takeawayItems, {
    query: { restaurant_id: nearest?.storecode ?? "", category_id: menuCategoryIds.takeaway },
  });
  return { address, store: nearest, items };
}

describe("one endpoint for address, restaurant and menu", () => {
  test("returns the same as the three endpoints", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const { customer, address } = await createCustomerAt();
    const { menu, ...response } = await customer.data(takeawayEndpoint);
    expect({ ...response, items: menu?.items }).toEqual(await fetchExpectedParts(customer));
    expect([response.address?.id, response.store?.storecode]).toEqual([address.id, defaultRestaurantId]);
    expect(await customer.data(takeawayEndpoint, { query: { address_id: address.id } })).toEqual({
      menu,
      ...response,
    });
  });

  test("tags the menu by its content, and omits it for a client that has it", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const { customer } = await createCustomerAt();
    const version = (await customer.data(takeawayEndpoint)).menu?.version ?? "";
    const query = { restaurant_id: defaultRestaurantId, category_id: menuCategoryIds.takeaway };
    const items = await customer.call(menuEndpoints.takeawayItems, { query });
    expect(`W/"${version}"`).toBe(String(items.headers.etag).replace('W/"', `W/"${defaultRestaurantId}-`));
    const cachedStart = await customer.data(takeawayEndpoint, { query: { menu_version: version } });
    expect(cachedStart.menu).toEqual({ version, items: null });
    expect(cachedStart.store?.storecode).toBe(defaultRestaurantId);
    await app.sql("update store_dishes set sold_out = true where restaurant_id = $1 and dish_id = $2", [
      defaultRestaurantId,
      dish.id,
    ]);
    await app.content.waitForDelivery();
    const changed = await customer.data(takeawayEndpoint, { query: { menu_version: version } });
    expect(changed.menu?.version).not.toBe(version);
    expect(changed.menu?.items?.find(({ id }) => id === dish.id)?.stock).toBe(0);
    await app.sql("update store_dishes set sold_out = false where restaurant_id = $1 and dish_id = $2", [
      defaultRestaurantId,
      dish.id,
    ]);
    await app.content.waitForDelivery();
    const back = await customer.data(takeawayEndpoint, { query: { menu_version: version } });
    expect(back.menu).toEqual({ version, items: null });
  });

  test("returns the position of a customer without an address, and reports one outside every delivery area", async () => {
    const customerWithoutAddress = await createCustomer(app);
    expect(await customerWithoutAddress.data(takeawayEndpoint)).toEqual({
      address: null,
      store: null,
      menu: null,
    });
    const { customer, address } = await createCustomerAt(farAway);
    expect(await customer.data(takeawayEndpoint)).toEqual({ address, store: null, menu: null });
  });

  test("uses the given address, and the default without one", async () => {
    const { customer, address } = await createCustomerAt();
    const far = await customer.data(addressEndpoints.add, { body: { ...farAway, is_default: false } });
    expect((await customer.data(takeawayEndpoint, { query: { address_id: far.id } })).store).toBeNull();
    expect((await customer.data(takeawayEndpoint)).address?.id).toBe(address.id);
  });
});

describe("the endpoint refuses", () => {
  test("another customer's address, or a deleted one", async () => {
    const { address } = await createCustomerAt();
    const { customer } = await createCustomerAt();
    for (const address_id of [address.id, "nowhere"]) {
      const response = await customer.call(takeawayEndpoint, { query: { address_id } });
      expect(response).toMatchObject({ status: 404, error: "not_found" });
    }
  });

  test("requests without a customer's token, or with invalid fields", async () => {
    const stranger = await new Client(app.server).call(takeawayEndpoint);
    expect(stranger).toMatchObject({ status: 401, error: "unauthenticated" });
    const { customer } = await createCustomerAt();
    for (const query of [{ address_id: "a b" }, { menu_version: "x".repeat(65) }]) {
      expect(await customer.call(takeawayEndpoint, { query })).toMatchObject({
        status: 400,
        error: "validation",
      });
    }
  });
});

describe("the response on the wire", () => {
  test("wraps the cached compressed menu, and is equal when decompressed", async () => {
    app.clock.set("2026-03-02T12:00:10+08:00");
    const { customer } = await createCustomerAt();
    const requestWithEncoding = (encoding: string) =>
      app.server.inject({
        url: takeawayEndpoint.path,
        headers: { authorization: `Bearer ${customer.token}`, "accept-encoding": encoding },
      });
    const plain = await requestWithEncoding("identity");
    expect(plain.headers).toMatchObject({ "cache-control": "no-store", vary: "accept-encoding" });
    expect(plain.headers["content-encoding"]).toBeUndefined();
    for (const packed of [
      await requestWithEncoding("gzip, deflate, br"),
      await requestWithEncoding("gzip"),
    ]) {
      expect(packed.headers["content-encoding"]).toBe("gzip");
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    }
  });
});
