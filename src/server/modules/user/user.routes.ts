import type { FastifyInstance } from "fastify";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { userSchemas } from "#contract/user/schema.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { OldPhoneVerifier } from "./OldPhoneVerifier.ts";
import type { SessionService } from "./session.service.ts";
import type { UserService } from "./user.service.ts";

/** All but the upload of avatars, which the file module registers. */
const { uploadAvatar, ...endpoints } = userEndpoints;

/** Registers the account endpoints: login, profile, phone numbers, sessions, logout. */
export function userRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    users: UserService;
    oldPhone: OldPhoneVerifier;
    sessions: SessionService;
  },
): void {
  const { users, oldPhone, sessions } = services;
  registerEndpoints(app, { endpoints, schemas: userSchemas }, guard, {
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
}
