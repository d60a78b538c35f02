import type { FastifyInstance } from "fastify";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { userSchemas } from "#contract/user/schema.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { AvatarService } from "../file/avatar.service.ts";
import type { OldPhoneVerifier } from "./OldPhoneVerifier.ts";
import type { SessionService } from "./session.service.ts";
import type { UserService } from "./user.service.ts";

/** Registers the account endpoints: login, profile, phone numbers, sessions, logout. */
export function userRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    users: UserService;
    avatars: AvatarService;
    oldPhone: OldPhoneVerifier;
    sessions: SessionService;
  },
): void {
  const { users, avatars, oldPhone, sessions } = services;
  const { uploadAvatar, ...otherEndpoints } = userEndpoints;
  registerEndpoints(app, { endpoints: otherEndpoints, schemas: userSchemas }, guard, {
    sendCode: async ({ body, client, optionalCustomer }) =>
      users.sendCode(body, client, await optionalCustomer()),
    login: ({ body, client }) => users.login(body, client),
    logout: async ({ tokenHash }) => {
      await users.logout(tokenHash);
      return null;
    },
    info: ({ customerId }) => users.info(customerId),
    updateInfo: ({ customerId: userId, tokenHash, body, client }) =>
      users.updateProfile({ userId, tokenHash }, body, client),
    sendOldPhoneCode: ({ customerId, query, client }) => oldPhone.sendCode(customerId, query ?? {}, client),
    proveOldPhone: async ({ customerId: userId, tokenHash, body, client }) => ({
      expires_in: await oldPhone.verify({ userId, tokenHash }, body.code, client),
    }),
    sessions: ({ customerId: userId, tokenHash, query }) => sessions.list({ userId, tokenHash }, query ?? {}),
    endSession: async ({ customerId: userId, tokenHash, body }) => {
      await sessions.endSession({ userId, tokenHash }, body.session_id);
      return null;
    },
    endOtherSessions: async ({ customerId: userId, tokenHash }) => ({
      ended: await sessions.endOtherSessions({ userId, tokenHash }),
    }),
  });
  // Own scope: multipart forms are parsed nowhere else.
  app.register(async (scope) => {
    await registerMultipart(scope);
    registerEndpoints(scope, { endpoints: { uploadAvatar }, schemas: userSchemas }, guard, {
      uploadAvatar: ({ customerId: id, signal, file }) => avatars.upload({ id, signal: signal() }, file),
    });
  });
}
