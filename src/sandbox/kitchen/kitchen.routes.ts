import type { FastifyInstance } from "fastify";
import type { Kitchen } from "./Kitchen.ts";
import { renderKitchenPage } from "./kitchenPage.ts";

const switchSchema = {
  type: "object",
  additionalProperties: false,
  required: ["on"],
  properties: { on: { type: "boolean" } },
};

function view({ isOn, state, steps }: Kitchen) {
  return { on: isOn, state, steps };
}

/** The kitchen's page and its switch. */
export function kitchenRoutes(kitchen: Kitchen) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/kitchen", async ({ headers }, reply) => {
      reply.header("Cache-Control", "no-store");
      if (headers.accept?.includes("application/json") === true) return view(kitchen);
      return reply.type("text/html; charset=utf-8").send(renderKitchenPage(kitchen));
    });
    app.post<{ Body: { on: boolean } }>(
      "/kitchen",
      { schema: { body: switchSchema } },
      async ({ body, headers }, reply) => {
        await kitchen.turn(body.on);
        const isForm = headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
        return isForm ? reply.redirect("/kitchen", 303) : view(kitchen);
      },
    );
  };
}
