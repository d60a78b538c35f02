import type { FastifyInstance } from "fastify";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { menuSchemas } from "#contract/menu/schema.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantSchemas } from "#contract/restaurant/schema.ts";
import { type Guard, type Handlers, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { cachedJson } from "../../platform/response-cache/CachedResponse.ts";
import type { RestaurantResponseCache } from "../restaurant/RestaurantResponseCache.ts";
import type { MenuService } from "./menu.service.ts";
import type { TakeawayBootstrapService } from "./takeaway-bootstrap.service.ts";

const { categories } = restaurantEndpoints;
const neverExpires = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY };

interface Services {
  menus: MenuService;
  bootstrap: TakeawayBootstrapService;
  answers: RestaurantResponseCache;
}

/** Registers the endpoints of menus and of the categories of dishes. */
export function menuRoutes(app: FastifyInstance, guard: Guard, services: Services): void {
  const { menus, bootstrap, answers } = services;
  const handlers: Handlers<typeof menuEndpoints> = {
    items: ({ query, serializer: serialiser }) => menus.items(query, serialiser),
    takeawayItems: ({ query, serializer: serialiser }) => menus.takeawayItems(query, serialiser),
    popular: ({ query, serializer: serialiser }) => menus.popular(query, serialiser),
    takeawayStart: ({ customerId, query, serializer: serialiser }) =>
      bootstrap.getBootstrap(customerId, query, serialiser),
  };
  const resource = { endpoints: menuEndpoints, schemas: menuSchemas };
  registerEndpoints(app, resource, guard, handlers, ["items", "takeawayItems", "popular"]);
  const categoryHandlers: Handlers<{ categories: typeof categories }> = {
    categories: ({ serializer: serialiser }) =>
      answers.get(["categories"], async () => {
        const text = serialiser(restaurantSchemas.categories.data)(await menus.listCategories());
        return { response: cachedJson(text), ...neverExpires };
      }),
  };
  const categoryResource = { endpoints: { categories }, schemas: restaurantSchemas };
  registerEndpoints(app, categoryResource, guard, categoryHandlers, ["categories"]);
}
