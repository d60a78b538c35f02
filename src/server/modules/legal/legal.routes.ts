import type { FastifyInstance } from "fastify";
import { legalEndpoints } from "#contract/legal/endpoints.ts";
import { legalSchemas } from "#contract/legal/schema.ts";
import { staffLegalEndpoints } from "#contract/staff/legal/endpoints.ts";
import { staffLegalSchemas } from "#contract/staff/legal/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { createAdminRunner } from "../staff/staff-access.rules.ts";
import { ConsentService } from "./consent.service.ts";
import { LegalTextService } from "./legal-text.service.ts";

/** Registers the endpoints of the legal texts and of customers' consent. */
export function legalRoutes(app: FastifyInstance, guard: Guard, deps: Deps): void {
  const texts = new LegalTextService(deps);
  const consents = new ConsentService(deps);
  const asAdmin = createAdminRunner(deps.database.lookups);
  registerEndpoints(
    app,
    { endpoints: legalEndpoints, schemas: legalSchemas },
    guard,
    {
      texts: () => texts.list(),
      text: ({ query }) => texts.read(query.name),
      notices: () => texts.getNotices(),
      consent: ({ customerId }) => consents.getStatus(customerId),
      agree: ({ customerId, body }) => consents.agree(customerId, body.shown, body.via),
      withdraw: ({ customerId }) => consents.withdraw(customerId),
    },
    ["notices"],
  );
  registerEndpoints(app, { endpoints: staffLegalEndpoints, schemas: staffLegalSchemas }, guard, {
    list: ({ staffId }) => asAdmin(staffId, () => texts.listVersions()),
    read: ({ staffId, query }) => asAdmin(staffId, () => texts.readVersion(query.name, query.version)),
    save: ({ staffId, body }) => asAdmin(staffId, () => texts.save(staffId, body)),
    history: ({ staffId, query }) => asAdmin(staffId, () => texts.history(query)),
  });
}
