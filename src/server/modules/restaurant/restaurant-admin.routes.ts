import type { FastifyInstance } from "fastify";
import { restaurantAdminEndpoints } from "#contract/restaurant-admin/endpoints.ts";
import { restaurantAdminSchemas } from "#contract/restaurant-admin/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { StoreDeskService } from "./StoreDeskService.ts";

/** The switches of a store. */
export function restaurantAdminRoutes(app: FastifyInstance, guard: Guard, desk: StoreDeskService): void {
  bindCalls(app, { endpoints: restaurantAdminEndpoints, schemas: restaurantAdminSchemas }, guard, {
    store: ({ staffId, query }) => desk.show(staffId, query?.restaurant_id),
    pause: ({ staffId, body }) => desk.pause(staffId, body),
    autoAccept: ({ staffId, body }) => desk.setAutoAccept(staffId, body),
    dishes: ({ staffId, query }) => desk.dishes(staffId, query ?? {}),
    dish: ({ staffId, body }) => desk.setDish(staffId, body),
  });
}
