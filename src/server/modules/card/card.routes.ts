import type { FastifyInstance } from "fastify";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { cardSchemas } from "#contract/card/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { CardAdminService } from "./CardAdminService.ts";
import type { CardService } from "./card.service.ts";

export function cardRoutes(
  app: FastifyInstance,
  guard: Guard,
  { cards, admin }: { cards: CardService; admin: CardAdminService },
): void {
  bindCalls(app, { endpoints: cardEndpoints, schemas: cardSchemas }, guard, {
    show: ({ customerId }) => cards.show(customerId),
    ledger: ({ customerId, query }) => cards.ledger(customerId, query ?? {}),
    bind: ({ customerId, body }) => cards.bind(customerId, body),
    adminList: ({ staffId, query }) => admin.list(staffId, query ?? {}),
    adminIssue: ({ staffId, body }) => admin.issue(staffId, body),
    adminPinsRead: ({ staffId, body }) => admin.pinsRead(staffId, body.issue_id),
    adminTellPins: ({ staffId, body }) => admin.tellPins(staffId, body.issue_id),
  });
}
