import type { FastifyInstance } from "fastify";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { userSchemas } from "#contract/user/schema.ts";
import { AppError } from "../../platform/AppError.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import type { UserService } from "./user.service.ts";

export function userRoutes(app: FastifyInstance, guard: Guard, users: UserService): void {
  const part = { endpoints: userEndpoints, schemas: userSchemas };
  bindCalls(app, part, guard, {
    sendCode: ({ body, ip }) => users.sendCode(body.phone, ip),
    login: ({ body }) => users.login(body),
    logout: async ({ tokenHash }) => {
      await users.logout(tokenHash);
      return null;
    },
    info: ({ customerId }) => users.info(customerId),
    updateInfo: async ({ customerId, body }) => {
      if (body.avatar !== undefined) throw new AppError("not_built");
      return await users.change(customerId, body);
    },
  });
}
