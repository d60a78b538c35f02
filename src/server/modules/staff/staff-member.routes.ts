import type { FastifyInstance } from "fastify";
import { staffMemberEndpoints } from "#contract/staff/member/endpoints.ts";
import { staffMemberSchemas } from "#contract/staff/member/schema.ts";
import type { Deps } from "../../platform/Deps.ts";
import { withIdempotencyKey } from "../../platform/database/idempotency.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import { SecondFactorConfirmation } from "./SecondFactorConfirmation.ts";
import { createAdminRunner } from "./staff-access.rules.ts";
import type { StaffMemberService } from "./staff-member.service.ts";

/** Registers the endpoints for admins about members of staff. */
export function staffMemberRoutes(
  app: FastifyInstance,
  guard: Guard,
  deps: Deps,
  members: StaffMemberService,
): void {
  const { database, clock } = deps;
  const factor = new SecondFactorConfirmation(deps);
  const asAdmin = createAdminRunner(database.lookups);
  registerEndpoints(app, { endpoints: staffMemberEndpoints, schemas: staffMemberSchemas }, guard, {
    list: ({ staffId, query }) => asAdmin(staffId, () => members.list(staffId, query ?? {})),
    add: ({ staffId, client, body: { client_key, code, ...form } }) =>
      asAdmin(staffId, async () => {
        if (form.role === "admin") await factor.confirm(staffId, code, client);
        return await database.transaction((tx) => {
          const request = {
            subjectId: staffId,
            endpoint: "chat/admin/members",
            idempotencyKey: client_key,
            body: form,
            createdAt: clock.now(),
          };
          return withIdempotencyKey(tx, request, () => members.add(tx, staffId, form));
        });
      }),
    update: ({ staffId, client, body: { code, ...form } }) =>
      asAdmin(staffId, async () => {
        if (await members.makesAdmin(form)) await factor.confirm(staffId, code, client);
        return await members.update(staffId, form);
      }),
    dismiss: ({ staffId, body }) => asAdmin(staffId, () => members.dismiss(staffId, body.staff_id)),
    sessions: ({ staffId, tokenHash, query }) => asAdmin(staffId, () => members.sessions(tokenHash, query)),
    endSessions: ({ staffId, tokenHash, body }) =>
      asAdmin(staffId, () => members.endSessions(staffId, tokenHash, body.staff_id)),
  });
}
