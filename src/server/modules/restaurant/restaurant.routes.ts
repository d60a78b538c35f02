import type { FastifyInstance } from "fastify";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantSchemas } from "#contract/restaurant/schema.ts";
import {
  type Guard,
  type Handlers,
  registerEndpoints,
  type Serializer,
} from "../../platform/http/register-endpoints.ts";
import { cachedJson } from "../../platform/response-cache/CachedResponse.ts";
import type { ExpiringResponse, RestaurantResponseCache } from "./RestaurantResponseCache.ts";
import type { RestaurantPage, RestaurantService } from "./restaurant.service.ts";

/** All but the categories of dishes, which the menu module registers. */
const { categories, ...endpoints } = restaurantEndpoints;
const { list, cities } = restaurantSchemas;

function toExpiringResponse({ data, from, until }: RestaurantPage, serialiser: Serializer): ExpiringResponse {
  return { response: cachedJson(serialiser(list.data)({ data })), from, until };
}

/** Registers the endpoints that find and show restaurants. */
export function restaurantRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { restaurants: RestaurantService; answers: RestaurantResponseCache },
): void {
  const { restaurants, answers } = services;
  const handlers: Handlers<typeof endpoints> = {
    list: ({ query, serializer: serialiser }) =>
      answers.get(["list", query], async () => toExpiringResponse(await restaurants.list(query), serialiser)),
    detail: ({ query, serializer: serialiser }) =>
      answers.get(["detail", query], async () =>
        toExpiringResponse(await restaurants.getDetail(query), serialiser),
      ),
    cities: ({ serializer: serialiser }) =>
      answers.get(["cities"], async () => {
        const codes = await restaurants.listCities();
        return { response: cachedJson(serialiser(cities.data)({ codes })), from: 0, until: Infinity };
      }),
    search: ({ query }) => restaurants.search(query),
    slots: ({ query }) => restaurants.slots(query),
    toggleFavourite: ({ customerId, query }) => restaurants.toggleFavourite(customerId, query.restaurant_id),
    favourites: ({ customerId }) => restaurants.listFavourites(customerId),
  };
  registerEndpoints(app, { endpoints, schemas: restaurantSchemas }, guard, handlers, [
    "list",
    "detail",
    "cities",
  ]);
}
