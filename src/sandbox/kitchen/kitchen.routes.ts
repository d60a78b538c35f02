import type { FastifyInstance } from "fastify";
import type { Kitchen } from "./Kitchen.ts";
import { renderKitchenPage } from "./kitchenPage.ts";

const switchSchema = {
  type: "object",
  additionalProperties: false,
  required: ["on"],
  properties: { on: { type: "boolean" } },
};

function toKitchenStatus({ isEnabled, state, steps }: Kitchen) {
  return { on: isEnabled, state, steps };
}

/** The kitchen's page and its switch. */
export function kitchenRoutes(kitchen: Kitchen) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/kitchen", async ({ headers }, reply) => {
      reply.header("Cache-Control", "no-store");
      if (headers.accept?.includes("application/json") === true) return toKitchenStatus(kitchen);
      return reply.type("text/html; charset=utf-8").send(renderKitchenPage(kitchen));
    });
    app.post<{ Body: { on: boolean } }>(
      "/kitchen",
      { schema: { body: switchSchema } },
      async ({ body, headers }, reply) => {
        await kitchen.setEnabled(body.on);
        const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
        return isForm ? reply.redirect("/kitchen", 303) : toKitchenStatus(kitchen);
      },
    );
  };
}
