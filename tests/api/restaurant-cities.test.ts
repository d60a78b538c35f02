import { afterAll, beforeAll, expect, test } from "vitest";
import { restaurantCityEndpoints } from "#contract/restaurant-cities/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createRestaurantForm } from "../support/api/restaurantForms.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

test("the cities with restaurants follow the restaurants", async () => {
  const visitor = new Client(app.server);
  const list = async () => (await visitor.data(restaurantCityEndpoints.list)).codes;
  const before = await list();
  const rows = await app.sql<{ code: string }>(
    "select distinct gb_city_code as code from restaurants where closed_at is null order by 1",
  );
  expect(before).toEqual(rows.map(({ code }) => code));
  expect(before.length).toBeGreaterThan(1);
  expect(before).not.toContain("120100");

  const admin = await createStaffClient(app, "admin");
  const form = createRestaurantForm({ city: "天津市", city_code: "120100", lat: 39.1, lng: 117.2 });
  const { restaurant_id } = await admin.data(restaurantAdminEndpoints.create, { body: form });
  await app.content.waitForDelivery();
  expect(await list()).toEqual([...before, "120100"].sort());

  await admin.data(restaurantAdminEndpoints.close, { body: { restaurant_id } });
  await app.content.waitForDelivery();
  expect(await list()).toEqual(before);
});
