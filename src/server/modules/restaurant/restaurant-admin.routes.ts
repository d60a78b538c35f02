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
import type { RestaurantPicturesService } from "./restaurant-pictures.service.ts";

/** All but the upload of pictures, which the file module registers. */
const { uploadPicture, ...endpoints } = restaurantAdminEndpoints;

/** Registers the endpoints for admins that open, change and close restaurants, set their pictures, and find their places. */
export function restaurantAdminRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database, clock, config }: Deps,
  services: {
    restaurants: RestaurantAdminService;
    places: PlaceSearchService;
    pictures: RestaurantPicturesService;
  },
): void {
  const { restaurants, places, pictures } = services;
  const asAdmin = createAdminRunner(database.lookups);
  registerEndpoints(app, { endpoints, schemas: restaurantAdminSchemas }, guard, {
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
    savePictures: ({ staffId, body }) =>
      asAdmin(staffId, () => database.transaction((tx) => pictures.save(tx, staffId, body))),
  });
}
