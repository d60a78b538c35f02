import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileUrl } from "../../platform/files/file-url.ts";
import { AppError } from "../../platform/http/AppError.ts";
import { authenticateAs, type Guard } from "../../platform/http/caller.ts";
import type { PrivateImageService, Viewer } from "./private-image.service.ts";

const schema = {
  summary: "A picture that a customer sent",
  description: "The bytes, for its owner's token or any token of staff.",
  security: [{ bearer: [] }],
};

const headers = {
  // Private to the viewer, and not cached longer than a conversation is usually viewed.
  "cache-control": "private, max-age=3600",
  vary: "authorization",
  "content-disposition": 'attachment; filename="picture.webp"',
};

async function authenticateViewer(request: FastifyRequest, guard: Guard): Promise<Viewer> {
  try {
    return { ...(await authenticateAs(request, guard, "customer")), audience: "customer" };
  } catch (error) {
    if (!(error instanceof AppError && error.code === "unauthenticated")) throw error;
    return { ...(await authenticateAs(request, guard, "staff")), audience: "staff" };
  }
}

/** Registers the endpoint that serves private images. */
export function fileRoutes(app: FastifyInstance, guard: Guard, images: PrivateImageService): void {
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  app.route<{ Params: { id: string } }>({
    method: "GET",
    url: fileUrl(":id"),
    exposeHeadRoute: false,
    schema,
    preParsing: async (request, _reply, payload) => {
      viewers.set(request, await app.withLoadShedding(() => authenticateViewer(request, guard)));
      return payload;
    },
    handler: async (request, reply) => {
      const viewer = viewers.get(request) as Viewer;
      const row = await app.withLoadShedding(() => images.getImage(viewer, request.params.id));
      const { body, bytes } = await images.open(row);
      return reply.headers(headers).type(row.mime).header("content-length", bytes).send(body);
    },
  });
}
