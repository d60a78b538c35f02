import type { FastifyInstance } from "fastify";
import { chainSettingsEndpoints } from "#contract/staff/chain-settings/endpoints.ts";
import { chainSettingsSchemas } from "#contract/staff/chain-settings/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import type { ChainSettingsService } from "./chain-settings.service.ts";

/** Registers the endpoints of the chain's settings. */
export function chainSettingsRoutes(
  app: FastifyInstance,
  guard: Guard,
  { database }: Deps,
  settings: ChainSettingsService,
): void {
  const asAdmin = createAdminRunner(database.queries);
  registerEndpoints(app, { endpoints: chainSettingsEndpoints, schemas: chainSettingsSchemas }, guard, {
    list: ({ staffId }) => asAdmin(staffId, () => settings.list(staffId)),
    save: ({ staffId, body, client }) => asAdmin(staffId, () => settings.save(staffId, body, client)),
    history: ({ staffId, query }) => asAdmin(staffId, () => settings.history(query)),
    work: async () => settings.getWorkSettings(),
  });
}
