import type { FastifyInstance } from "fastify";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { restaurantSchemas } from "#contract/restaurant/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { MenuService } from "../menu/menu.service.ts";
import type { RestaurantService } from "./restaurant.service.ts";

export function restaurantRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { restaurants: RestaurantService; menus: MenuService },
): void {
  const { restaurants, menus } = services;
  bindCalls(app, { endpoints: restaurantEndpoints, schemas: restaurantSchemas }, guard, {
    list: ({ query }) => restaurants.list(query),
    detail: ({ query }) => restaurants.detail(query),
    search: ({ query }) => restaurants.search(query),
    categories: () => menus.categories(),
    slots: ({ query }) => restaurants.slots(query),
    toggleFavourite: ({ customerId, query }) => restaurants.toggleFavourite(customerId, query.restaurant_id),
    favourites: ({ customerId }) => restaurants.favourites(customerId),
  });
}
