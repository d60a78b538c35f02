import { afterAll, beforeAll, expect, test } from "vitest";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { Client } from "../../support/api/Client.ts";
import { hoursJson } from "../../support/api/hours.ts";
import { createStaffClient } from "../../support/api/orders.ts";
import { createRestaurantForm } from "../../support/api/restaurantForms.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

let app: TestApp;
let visitor: Client;

/** Far from all restaurants of the demo. */
const home = { lat: 36.06, lng: 103.83 };
const allDay = hoursJson("00:00", "24:00");
const columns = `id, name, address, city_name, district_name, gb_city_code, lat, lng, phone, week_hours, accepts_orders,
  delivers, delivery_radius_m, slot_capacity, delivery_polygon`;

beforeAll(async () => {
  app = await startTestApp();
  visitor = new Client(app.server);
  // Four hundred within a kilometre that do not deliver home: half by a radius of 10 m, half by an area beside it.
  await app.sql(`insert into restaurants (${columns})
    select 'NEAR' || n, '店' || n, '路', '城', '区', '620100', ${home.lat} + 0.002 + n * 0.00001, ${home.lng}, '0',
      '${allDay}', true, true, 10, 20,
      case when n % 2 = 0 then '[[103.9, 36], [103.91, 36], [103.9, 36.01]]'::jsonb end
    from generate_series(1, 400) n`);
});

afterAll(async () => {
  await app.close();
});

const deliverTo = async (point: { lat: number; lng: number }) => {
  const query = { ...point, service: "takeaway" as const, pageSize: 50 };
  return (await visitor.data(restaurantEndpoints.list, { query })).data.stores.map(
    ({ storecode }) => storecode,
  );
};

test("a restaurant with an area up to the customer is found behind hundreds that are nearer", async () => {
  expect(await deliverTo(home)).toEqual([]);
  const admin = await createStaffClient(app, "admin");
  const open = async (overrides: object) => {
    const form = createRestaurantForm({ ...home, ...overrides }) as never;
    return (await admin.data(restaurantAdminEndpoints.create, { body: form })).restaurant_id;
  };
  // About 14 km east; the area's west edge runs through the customer's home.
  const byArea = await open({
    lng: 103.98,
    delivery_radius: 0,
    delivery_polygon: [
      [103.83, 36.0],
      [104.0, 36.0],
      [104.0, 36.12],
      [103.83, 36.12],
    ],
  });
  const byRadius = await open({ lng: 103.95, delivery_radius: 20_000 });
  const tooFar = await open({ lng: 103.95, delivery_radius: 9_000 });
  await app.content.waitForDelivery();
  expect(await deliverTo(home)).toEqual([byRadius, byArea]);
  expect(await deliverTo({ ...home, lng: 103.8299 })).toEqual([byRadius]);
  expect(await deliverTo({ ...home, lng: 103.9499 })).toEqual([byRadius, tooFar, byArea]);
});
