import type { FastifyInstance } from "fastify";
import { checklistEndpoints } from "#contract/staff/checklist/endpoints.ts";
import { checklistSchemas } from "#contract/staff/checklist/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { ChecklistService } from "./checklist.service.ts";

/** Registers the endpoints of the set-up's checklist, and the files that providers look for at the root. */
export function checklistRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database }: Deps,
  checklist: ChecklistService,
): void {
  const asAdmin = createAdminRunner(database.lookups);
  registerEndpoints(app, { endpoints: checklistEndpoints, schemas: checklistSchemas }, guard, {
    read: ({ staffId, query }) => asAdmin(staffId, () => checklist.read(query?.quick === true)),
    saveFile: ({ staffId, body }) => asAdmin(staffId, () => checklist.saveFile(staffId, body)),
    removeFile: ({ staffId, body }) => asAdmin(staffId, () => checklist.removeFile(staffId, body.name)),
  });
  app.route<{ Params: { name: string } }>({
    method: "GET",
    url: "/:name(^[\\w-]+).txt",
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const content = await app.withLoadShedding(() => checklist.readFile(`${request.params.name}.txt`));
      return reply.type("text/plain; charset=utf-8").header("cache-control", "no-store").send(content);
    },
  });
}
