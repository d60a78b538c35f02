import type { FastifyInstance } from "fastify";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { cardSchemas } from "#contract/card/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { MemberCardService } from "./card.service.ts";
import type { MemberCardAdminService } from "./card-admin.service.ts";

export function memberCardRoutes(
  app: FastifyInstance,
  guard: Guard,
  { cards, admin }: { cards: MemberCardService; admin: MemberCardAdminService },
): void {
  registerEndpoints(app, { endpoints: cardEndpoints, schemas: cardSchemas }, guard, {
    show: ({ customerId }) => cards.findCard(customerId),
    ledger: ({ customerId, query }) => cards.listEntries(customerId, query ?? {}),
    bind: ({ customerId, body }) => cards.bind(customerId, body),
    adminList: ({ staffId, query }) => admin.list(staffId, query ?? {}),
    adminIssue: ({ staffId, body }) => admin.issue(staffId, body),
    adminPinsRead: ({ staffId, body }) => admin.markPinsRead(staffId, body.issue_id),
    adminTellPins: ({ staffId, body }) => admin.reissuePins(staffId, body.issue_id),
  });
}
