import type { FastifyInstance } from "fastify";
import { dishImagePath } from "#contract/menu/dish-image.ts";
import { restaurantImagePath } from "#contract/restaurant-pictures/restaurant-image.ts";
import { publicFileUrl } from "../../platform/files/file-url.ts";
import type { PublicImageService } from "./public-image.service.ts";
import type { SizedImageService } from "./sized-image.service.ts";

const description = "The bytes, public to all who know the URL; a URL never changes its content.";

const headers = {
  // The content of a URL never changes.
  "cache-control": "public, max-age=31536000, immutable",
  "content-disposition": "inline",
};

/** Registers the endpoints for images that pages load by URL alone: avatars and posters, those of dishes, and those of restaurants. */
export function publicFileRoutes(
  app: FastifyInstance,
  images: PublicImageService,
  sizedImages: { dish: SizedImageService; restaurant: SizedImageService },
): void {
  app.route<{ Params: { id: string } }>({
    method: "GET",
    url: publicFileUrl(":id"),
    exposeHeadRoute: false,
    config: { requestLogLevel: "debug" },
    schema: { summary: "An avatar or a poster", description },
    handler: async (request, reply) => {
      const row = await app.withLoadShedding(() => images.getImage(request.params.id));
      const { body, bytes } = await images.open(row);
      return reply.headers(headers).type(row.mime).header("content-length", bytes).send(body);
    },
  });
  const sized = [
    [dishImagePath, "An image of a dish", sizedImages.dish],
    [restaurantImagePath, "A picture of a restaurant or of its licence", sizedImages.restaurant],
  ] as const;
  for (const [path, summary, service] of sized)
    app.route<{ Params: { id: string; name: string } }>({
      method: "GET",
      url: `${path}/:id/:name`,
      exposeHeadRoute: false,
      config: { requestLogLevel: "debug" },
      schema: { summary, description },
      handler: async (request, reply) => {
        const { id, name } = request.params;
        const { file, mime } = await service.open(id, name);
        return reply.headers(headers).type(mime).header("content-length", file.bytes).send(file.body);
      },
    });
}
