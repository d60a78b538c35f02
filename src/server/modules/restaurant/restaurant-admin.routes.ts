import type { FastifyInstance } from "fastify";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { restaurantAdminSchemas } from "#contract/staff/restaurant-admin/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { PlaceSearchService } from "../place/place-search.service.ts";
import { presentRestaurantPlace } from "../place/restaurant-place.presenter.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import { presentMapScript } from "./map-script.presenter.ts";
import type { RestaurantAdminService } from "./restaurant-admin.service.ts";

/** Registers the endpoints for admins that open, change and close restaurants, and find their places. */
export function restaurantAdminRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock, config }: Deps,
  { restaurants, places }: { restaurants: RestaurantAdminService; places: PlaceSearchService },
): void {
  const asAdmin = createAdminRunner(database.queries);
  registerEndpoints(app, { endpoints: restaurantAdminEndpoints, schemas: restaurantAdminSchemas }, guard, {
    list: ({ staffId, query }) => asAdmin(staffId, () => restaurants.list(query ?? {})),
    places: ({ staffId, query }) =>
      asAdmin(staffId, async () => ({
        places: (await places.search(staffId, query)).map(presentRestaurantPlace),
      })),
    map: ({ staffId }) => asAdmin(staffId, async () => ({ script: presentMapScript(config.maps) })),
    create: ({ staffId, body: { client_key, ...form } }) =>
      asAdmin(staffId, () =>
        database.transaction((tx) => {
          const request = {
            subjectId: staffId,
            endpoint: "restaurant/admin/restaurants",
            idempotencyKey: client_key,
            body: form,
            createdAt: clock.now(),
          };
          return withIdempotencyKey(tx, request, () => restaurants.create(tx, staffId, form));
        }),
      ),
    update: ({ staffId, body }) =>
      asAdmin(staffId, () => database.transaction((tx) => restaurants.update(tx, staffId, body))),
    close: ({ staffId, body }) => asAdmin(staffId, () => restaurants.close(staffId, body.restaurant_id)),
  });
}
