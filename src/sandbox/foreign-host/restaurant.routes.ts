import type { FastifyInstance } from "fastify";
import { type ForeignRestaurant, restaurants, restaurantsNear, restaurantView } from "./catalogue.ts";
import type { HostState } from "./HostState.ts";
import { failure, success } from "./responses.ts";

type Query = Record<string, string | undefined>;

/** Restaurants and menus with the field names of the published API, omitting fields that have a default. */
export function restaurantRoutes(state: HostState) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get<{ Querystring: Query }>("/api/v1/restaurant/list", async ({ query }) => {
      const longitude = Number(query.lng ?? query.longitude ?? 121.437);
      const nearby = restaurantsNear(longitude, Number(query.lat ?? query.latitude ?? 31.1898));
      const from = (Number(query.page ?? 1) - 1) * Number(query.pageSize ?? 10);
      const page = nearby.slice(from, from + Number(query.pageSize ?? 10));
      return success(
        toRestaurantList(page.map(({ restaurant, distance }) => restaurantView(restaurant, distance))),
      );
    });
    app.get<{ Querystring: Query }>("/api/v1/restaurant/detail", async ({ query }, reply) => {
      const found = findRestaurant(query.id);
      return found === undefined
        ? failure(reply, 404, "餐厅信息不存在")
        : success(toRestaurantList([restaurantView(found)]));
    });
    app.get<{ Querystring: Query }>("/api/v1/restaurant/search", async ({ query }) => {
      const found = restaurants.filter(({ storename }) => storename.includes(query.keyword ?? ""));
      return success(toRestaurantList(found.map((restaurant) => restaurantView(restaurant))));
    });
    app.get("/api/v1/restaurant/categories", async () => success([]));
    app.get("/api/v1/restaurant/favorites", async () => {
      const found = restaurants.filter(({ storecode }) => state.favourites.has(storecode));
      return success(
        found.map(({ storecode, storename, address }) => ({
          restaurant_id: storecode,
          restaurant_name: storename,
          restaurant_address: address,
        })),
      );
    });
    app.post<{ Querystring: Query }>("/api/v1/restaurant/favorite/toggle", async ({ query }) => {
      const id = query.restaurant_id ?? "";
      if (!state.favourites.delete(id)) state.favourites.add(id);
      return success();
    });
    for (const path of ["/api/v1/menu/items", "/api/v1/takeaway-menu/items"])
      app.get<{ Querystring: Query }>(path, async ({ query }, reply) => {
        const found = findRestaurant(query.restaurant_id);
        return found === undefined ? failure(reply, 404, "餐厅信息不存在") : success(found.dishes);
      });
  };
}

function toRestaurantList(list: object[]) {
  return { data: { stores: list } };
}

function findRestaurant(storecode: string | undefined): ForeignRestaurant | undefined {
  return restaurants.find((restaurant) => restaurant.storecode === storecode);
}
