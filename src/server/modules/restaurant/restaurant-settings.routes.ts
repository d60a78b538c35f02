import type { FastifyInstance } from "fastify";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { staffRestaurantSchemas } from "#contract/staff/restaurant/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { RestaurantSettingsService } from "./restaurant-settings.service.ts";

/** All but those of dishes, which the menu module registers. */
const { dishes, dish, changeDishes, ...endpoints } = staffRestaurantEndpoints;

/** Registers the endpoints of restaurant settings. */
export function restaurantSettingsRoutes(
  app: FastifyInstance,
  guard: Guard,
  settings: RestaurantSettingsService,
): void {
  registerEndpoints(app, { endpoints, schemas: staffRestaurantSchemas }, guard, {
    store: ({ staffId, query }) => settings.getSettings(staffId, query?.restaurant_id),
    pause: ({ staffId, body }) => settings.pause(staffId, body),
    todayHours: ({ staffId, body }) => settings.setTodayHours(staffId, body),
    autoAccept: ({ staffId, body }) => settings.setAutoAccept(staffId, body),
  });
}
