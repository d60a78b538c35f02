import type { FastifyInstance } from "fastify";
import { iconPath, sharePicturePath } from "#contract/chain-settings/brand.ts";
import { chainSettingsEndpoints } from "#contract/staff/chain-settings/endpoints.ts";
import { chainSettingsSchemas } from "#contract/staff/chain-settings/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { SvgRenderer } from "../../platform/images/SvgRenderer.ts";
import type { SizedImageService } from "../file/sized-image.service.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import { BrandImagesService } from "./brand-images.service.ts";
import type { ChainSettingsCache } from "./ChainSettingsCache.ts";
import { ChainSettingsService } from "./chain-settings.service.ts";

/** Registers the endpoints of the chain's settings, and its images. */
export function chainSettingsRoutes(
  app: FastifyInstance,
  guard: Guard,
  deps: Deps & { chainSettings: ChainSettingsCache },
  {
    dishImages,
    restaurantImages,
    renderer,
  }: { dishImages: SizedImageService; restaurantImages: SizedImageService; renderer: SvgRenderer },
): void {
  const { database, chainSettings } = deps;
  const settings = new ChainSettingsService(deps, { logos: dishImages, licences: restaurantImages });
  const asAdmin = createAdminRunner(database.lookups);
  registerEndpoints(app, { endpoints: chainSettingsEndpoints, schemas: chainSettingsSchemas }, guard, {
    list: ({ staffId }) => asAdmin(staffId, () => settings.list()),
    save: ({ staffId, body, client }) => asAdmin(staffId, () => settings.save(staffId, body, client)),
    history: ({ staffId, query }) => asAdmin(staffId, () => settings.history(query)),
    work: async () => settings.getWorkSettings(),
  });
  const images = new BrandImagesService(chainSettings, dishImages, renderer, deps.log);
  for (const [url, getImage] of [
    [iconPath, () => images.getIcon()],
    [sharePicturePath, () => images.getSharePicture()],
  ] as const)
    app.route({
      method: "GET",
      url,
      config: { requestLogLevel: "debug" },
      schema: { hide: true },
      handler: async (_request, reply) => {
        const { body, bytes, mime } = await app.withLoadShedding(getImage);
        // A new logo is seen within minutes; each page asks for the icon.
        return reply
          .header("cache-control", "public, max-age=300")
          .header("content-length", bytes)
          .type(mime)
          .send(body);
      },
    });
}
