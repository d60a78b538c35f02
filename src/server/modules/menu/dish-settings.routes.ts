import type { FastifyInstance } from "fastify";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { staffRestaurantSchemas } from "#contract/staff/restaurant/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { DishSettingsService } from "./dish-settings.service.ts";

const { dishes, dish, changeDishes } = staffRestaurantEndpoints;

/** Registers the endpoints by which a restaurant's staff list and change its dishes. */
export function dishSettingsRoutes(app: FastifyInstance, guard: Guard, settings: DishSettingsService): void {
  registerEndpoints(
    app,
    { endpoints: { dishes, dish, changeDishes }, schemas: staffRestaurantSchemas },
    guard,
    {
      dishes: ({ staffId, query }) => settings.listDishes(staffId, query ?? {}),
      dish: ({ staffId, body }) => settings.updateDish(staffId, body),
      changeDishes: ({ staffId, body }) => settings.updateDishes(staffId, body),
    },
  );
}
