import type { FastifyInstance } from "fastify";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { userSchemas } from "#contract/user/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import { takeUploads } from "../../platform/files/fileOf.ts";
import type { AvatarService } from "./AvatarService.ts";
import type { OldPhone } from "./OldPhone.ts";
import type { SessionService } from "./SessionService.ts";
import type { UserService } from "./user.service.ts";

/** The calls of accounts: login, profile, numbers, sessions, logout. */
export function userRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { users: UserService; avatars: AvatarService; oldPhone: OldPhone; sessions: SessionService },
): void {
  const { users, avatars, oldPhone, sessions } = services;
  const { uploadAvatar, ...others } = userEndpoints;
  bindCalls(app, { endpoints: others, schemas: userSchemas }, guard, {
    sendCode: async ({ body, asker, whoever }) => users.sendCode(body, asker, await whoever()),
    login: ({ body, asker }) => users.login(body, asker),
    logout: async ({ tokenHash }) => {
      await users.logout(tokenHash);
      return null;
    },
    info: ({ customerId }) => users.info(customerId),
    updateInfo: ({ customerId: userId, tokenHash, body, asker }) =>
      users.change({ userId, tokenHash }, body, asker),
    sendOldPhoneCode: ({ customerId, query, asker }) => oldPhone.sendCode(customerId, query ?? {}, asker),
    proveOldPhone: async ({ customerId: userId, tokenHash, body, asker }) => ({
      expires_in: await oldPhone.prove({ userId, tokenHash }, body.code, asker),
    }),
    sessions: ({ customerId: userId, tokenHash, query }) => sessions.list({ userId, tokenHash }, query ?? {}),
    endSession: async ({ customerId: userId, tokenHash, body }) => {
      await sessions.end({ userId, tokenHash }, body.session_id);
      return null;
    },
    endOtherSessions: async ({ customerId: userId, tokenHash }) => ({
      ended: await sessions.endOthers({ userId, tokenHash }),
    }),
  });
  // In a scope of its own: nowhere else is a form understood.
  app.register(async (scope) => {
    await takeUploads(scope);
    bindCalls(scope, { endpoints: { uploadAvatar }, schemas: userSchemas }, guard, {
      uploadAvatar: ({ customerId: id, signal, file }) => avatars.upload({ id, signal: signal() }, file),
    });
  });
}
