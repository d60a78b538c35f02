import type { FastifyInstance } from "fastify";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { userSchemas } from "#contract/user/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import { takeUploads } from "../../platform/files/fileOf.ts";
import type { AvatarService } from "./AvatarService.ts";
import type { UserService } from "./user.service.ts";

/** The calls of accounts: login, profile, logout. */
export function userRoutes(
  app: FastifyInstance,
  guard: Guard,
  { users, avatars }: { users: UserService; avatars: AvatarService },
): void {
  const { uploadAvatar, ...others } = userEndpoints;
  bindCalls(app, { endpoints: others, schemas: userSchemas }, guard, {
    sendCode: ({ body, ip }) => users.sendCode(body.phone, ip),
    login: ({ body }) => users.login(body),
    logout: async ({ tokenHash }) => {
      await users.logout(tokenHash);
      return null;
    },
    info: ({ customerId }) => users.info(customerId),
    updateInfo: ({ customerId, body }) => users.change(customerId, body),
  });
  // In a scope of its own: nowhere else is a form understood.
  app.register(async (scope) => {
    await takeUploads(scope);
    bindCalls(scope, { endpoints: { uploadAvatar }, schemas: userSchemas }, guard, {
      uploadAvatar: ({ customerId, file }) => avatars.upload(customerId, file),
    });
  });
}
