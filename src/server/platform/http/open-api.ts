import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";

/** Describes the API's endpoints and serves the description. Register it before them. */
export async function registerOpenApi(server: FastifyInstance): Promise<void> {
  await server.register(swagger, {
    openapi: {
      info: {
        title: "Shidan",
        version: "1",
        description: "Replies are {code, msg, data}; code 200 is success.",
      },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
  });
  server.get("/api/docs/json", { schema: { hide: true } }, () => server.swagger());
}
