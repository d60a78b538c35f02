import { expect } from "vitest";
import type { SpecificationCase } from "./SpecificationContext.ts";

interface RestaurantList {
  data: { stores: { storecode: string }[] };
}

const storeFields = {
  storecode: expect.any(String),
  storename: expect.any(String),
  address: expect.any(String),
  distance: expect.any(Number),
  status: expect.any(String),
  starttime: expect.any(String),
  endtime: expect.any(String),
  bookingExt: { boolOpenTime: expect.any(Boolean), boolImmediate: expect.any(Boolean) },
  dayParts: expect.any(Array),
  cityName: expect.any(String),
  districtName: expect.any(String),
  gbCityCode: expect.stringMatching(/^\d{6}$/),
};

const itemFields = {
  id: expect.any(String),
  name: expect.any(String),
  price: expect.any(Number),
  original_price: expect.any(Number),
  image: expect.any(String),
  description: expect.any(String),
  sales: expect.any(Number),
  category: expect.any(String),
  cat_rank: expect.any(Number),
  category_icon: expect.any(String),
};

const takeawayFields = {
  ...itemFields,
  delivery_fee: expect.any(Number),
  min_order_amount: expect.any(Number),
  delivery_time: expect.any(String),
  is_available_for_delivery: true,
};

const favourite = { restaurant_id: "SH001", restaurant_name: "徐家汇店", restaurant_address: "虹桥路1号" };

/** Restaurant and menu: 8 endpoints. */
export const restaurantCases: SpecificationCase[] = [
  {
    name: "GET restaurant/list",
    run: async ({ client }) => {
      const query = { lat: 31.1898, lng: 121.437, latitude: 31.1898, longitude: 121.437 };
      const { data } = await client.data<RestaurantList>("GET", "/api/v1/restaurant/list", {
        query: { ...query, page: 1, pageSize: 10 },
      });
      expect(data.stores).toHaveLength(10);
      for (const one of data.stores) expect(one).toMatchObject(storeFields);
    },
  },
  {
    name: "GET restaurant/detail",
    run: async ({ client }) => {
      const query = { id: "SH001", gbCityCode: "310100" };
      const { data } = await client.data<RestaurantList>("GET", "/api/v1/restaurant/detail", { query });
      expect(data.stores[0]).toMatchObject({ ...storeFields, storecode: "SH001" });
    },
  },
  {
    name: "GET menu/items",
    run: async ({ client }) => {
      const query = { restaurant_id: "SH001", category_id: 2 };
      const items = await client.data<unknown[]>("GET", "/api/v1/menu/items", { query });
      expect(items.length).toBeGreaterThan(20);
      for (const item of items) expect(item).toMatchObject(itemFields);
    },
  },
  {
    name: "GET takeaway-menu/items",
    run: async ({ client }) => {
      const query = { restaurant_id: "SH001", category_id: 1 };
      const items = await client.data<unknown[]>("GET", "/api/v1/takeaway-menu/items", { query });
      expect(items.length).toBeGreaterThan(20);
      for (const item of items) expect(item).toMatchObject(takeawayFields);
    },
  },
  {
    name: "GET restaurant/categories",
    run: async ({ client }) => {
      const list = await client.data<unknown[]>("GET", "/api/v1/restaurant/categories");
      expect(list[0]).toMatchObject({ id: expect.any(String), name: expect.any(String) });
    },
  },
  {
    name: "GET restaurant/search",
    run: async ({ client }) => {
      const query = { gbCityCode: "310100", keyword: "徐家汇" };
      const { data } = await client.data<RestaurantList>("GET", "/api/v1/restaurant/search", { query });
      expect(data.stores[0]).toMatchObject(storeFields);
    },
  },
  {
    name: "POST restaurant/favorite/toggle",
    run: async ({ client }) => {
      await client.data("POST", "/api/v1/restaurant/favorite/toggle", { query: favourite });
    },
  },
  {
    name: "GET restaurant/favorites",
    run: async ({ client }) => {
      const [first] = await client.data<unknown[]>("GET", "/api/v1/restaurant/favorites");
      expect(first).toMatchObject({
        restaurant_id: "SH001",
        restaurant_name: expect.any(String),
        restaurant_address: expect.any(String),
      });
    },
  },
];
