import type { FastifyInstance } from "fastify";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { inviteSchemas } from "#contract/invite/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { InviteService } from "./invite.service.ts";
import type { PosterService } from "./poster.service.ts";

/** Registers the invite endpoints. */
export function inviteRoutes(
  app: FastifyInstance,
  guard: Guard,
  { invites, posters }: { invites: InviteService; posters: PosterService },
): void {
  registerEndpoints(app, { endpoints: inviteEndpoints, schemas: inviteSchemas }, guard, {
    inviter: ({ query }) => invites.describeInviter(query.invite_code),
    code: ({ customerId }) => invites.code(customerId),
    poster: ({ customerId }) => posters.getPoster(customerId),
    records: ({ customerId, query }) => invites.listInvites(customerId, query),
    stats: ({ customerId }) => invites.getStats(customerId),
    bind: async ({ customerId, body }) => {
      await invites.bind(customerId, body.invite_code);
      return null;
    },
  });
}
