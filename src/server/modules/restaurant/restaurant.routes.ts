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
import type { MenuService } from "../menu/menu.service.ts";
import type { ExpiringResponse, RestaurantResponseCache } from "./RestaurantResponseCache.ts";
import type { RestaurantPage, RestaurantService } from "./restaurant.service.ts";

const { list, categories } = restaurantSchemas;
const neverExpires = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

function toExpiringResponse({ data, from, until }: RestaurantPage, serialiser: Serializer): ExpiringResponse {
  return { response: cachedJson(serialiser(list.data)({ data })), from, until };
}

export function restaurantRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { restaurants: RestaurantService; menus: MenuService; answers: RestaurantResponseCache },
): void {
  const { restaurants, menus, answers } = services;
  const handlers: Handlers<typeof restaurantEndpoints> = {
    list: ({ query, serializer: serialiser }) =>
      answers.get(["list", query], async () => toExpiringResponse(await restaurants.list(query), serialiser)),
    detail: ({ query, serializer: serialiser }) =>
      answers.get(["detail", query], async () =>
        toExpiringResponse(await restaurants.getDetail(query), serialiser),
      ),
    search: ({ query }) => restaurants.search(query),
    categories: ({ serializer: serialiser }) =>
      answers.get(["categories"], async () => {
        const text = serialiser(categories.data)(await menus.listCategories());
        return { response: cachedJson(text), ...neverExpires };
      }),
    slots: ({ query }) => restaurants.slots(query),
    toggleFavourite: ({ customerId, query }) => restaurants.toggleFavourite(customerId, query.restaurant_id),
    favourites: ({ customerId }) => restaurants.listFavourites(customerId),
  };
  const resource = { endpoints: restaurantEndpoints, schemas: restaurantSchemas };
  registerEndpoints(app, resource, guard, handlers, ["list", "detail", "categories"]);
}
