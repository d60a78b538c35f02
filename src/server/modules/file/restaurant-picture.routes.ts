import type { FastifyInstance } from "fastify";
import { dishImageLimits } from "#contract/menu/dish-image.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { restaurantAdminSchemas as schemas } from "#contract/staff/restaurant-admin/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { SizedImageService } from "./sized-image.service.ts";

const { uploadPicture } = restaurantAdminEndpoints;

/** Registers the endpoint for admins that uploads a picture of a restaurant or of a licence. */
export function restaurantPictureRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database }: Deps,
  images: SizedImageService,
): void {
  const asAdmin = createAdminRunner(database.lookups);
  // Own scope: only uploads parse multipart forms.
  app.register(async (scope) => {
    await registerMultipart(scope, 0, dishImageLimits.bytesMax);
    registerEndpoints(scope, { endpoints: { uploadPicture }, schemas }, guard, {
      uploadPicture: ({ staffId: id, signal, file }) =>
        asAdmin(id, () => images.upload({ id, signal: signal() }, file)),
    });
  });
}
