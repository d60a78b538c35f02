import type { FastifyInstance } from "fastify";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { userSchemas } from "#contract/user/schema.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { AvatarService } from "./avatar.service.ts";

const { uploadAvatar } = userEndpoints;

/** Registers the endpoint that uploads a customer's avatar. */
export function avatarRoutes(app: FastifyInstance, guard: Guard, avatars: AvatarService): void {
  // Own scope: only uploads parse multipart forms.
  app.register(async (scope) => {
    await registerMultipart(scope);
    registerEndpoints(scope, { endpoints: { uploadAvatar }, schemas: userSchemas }, guard, {
      uploadAvatar: ({ customerId: id, signal, file }) => avatars.upload({ id, signal: signal() }, file),
    });
  });
}
