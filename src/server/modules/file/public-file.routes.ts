import type { FastifyInstance } from "fastify";
import { publicFileUrl } from "../../platform/files/file-url.ts";
import type { PublicImageService } from "./public-image.service.ts";

const schema = {
  summary: "An avatar or a poster",
  description: "The bytes, public to all who know the URL; a URL never changes its content.",
};

const headers = {
  // The content of a URL never changes.
  "cache-control": "public, max-age=31536000, immutable",
  "content-disposition": "inline",
};

/** Registers the endpoint for avatars and posters; saving a poster by long press needs a token-free URL. */
export function publicFileRoutes(app: FastifyInstance, images: PublicImageService): void {
  app.route<{ Params: { id: string } }>({
    method: "GET",
    url: publicFileUrl(":id"),
    exposeHeadRoute: false,
    schema,
    handler: async (request, reply) => {
      const row = await app.withLoadShedding(() => images.getImage(request.params.id));
      const { body, bytes } = await images.open(row);
      return reply.headers(headers).type(row.mime).header("content-length", bytes).send(body);
    },
  });
}
