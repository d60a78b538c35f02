import type { FastifyInstance } from "fastify";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { chatSchemas } from "#contract/chat/schema.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { PrivateImageService } from "../file/private-image.service.ts";
import type { ChatService } from "./chat.service.ts";

/** A customer's thread; its pictures also belong to requests for refunds. */
export function chatRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { chat: ChatService; images: PrivateImageService },
): void {
  const { chat, images } = services;
  const { uploadImage, ...others } = chatEndpoints;
  registerEndpoints(app, { endpoints: others, schemas: chatSchemas }, guard, {
    history: ({ customerId, query }) => chat.listHistory(customerId, query),
    send: ({ customerId, body }) => chat.send(customerId, body),
    read: ({ customerId, body }) => chat.markRead(customerId, body.up_to_id),
    state: ({ customerId }) => chat.getState(customerId),
  });
  // In a scope of its own: nowhere else is a form understood.
  app.register(async (scope) => {
    await registerMultipart(scope);
    registerEndpoints(scope, { endpoints: { uploadImage }, schemas: chatSchemas }, guard, {
      uploadImage: ({ customerId: id, signal, file }) => images.upload({ id, signal: signal() }, file),
    });
  });
}
