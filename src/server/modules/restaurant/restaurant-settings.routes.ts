import type { FastifyInstance } from "fastify";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { staffRestaurantSchemas } from "#contract/staff/restaurant/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { DishSettingsService } from "../menu/dish-settings.service.ts";
import type { RestaurantSettingsService } from "./restaurant-settings.service.ts";

/** Registers the endpoints of restaurant settings, dishes included. */
export function restaurantSettingsRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { settings: RestaurantSettingsService; dishes: DishSettingsService },
): void {
  const { settings, dishes } = services;
  registerEndpoints(app, { endpoints: staffRestaurantEndpoints, schemas: staffRestaurantSchemas }, guard, {
    store: ({ staffId, query }) => settings.getSettings(staffId, query?.restaurant_id),
    pause: ({ staffId, body }) => settings.pause(staffId, body),
    autoAccept: ({ staffId, body }) => settings.setAutoAccept(staffId, body),
    dishes: ({ staffId, query }) => dishes.listDishes(staffId, query ?? {}),
    dish: ({ staffId, body }) => dishes.updateDish(staffId, body),
  });
}
