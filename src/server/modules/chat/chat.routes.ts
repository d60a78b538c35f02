import type { FastifyInstance } from "fastify";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { chatSchemas } from "#contract/chat/schema.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { PrivateImageService } from "../file/private-image.service.ts";
import type { ChatService } from "./chat.service.ts";

/** Registers the endpoints of a customer's conversation; its images are also used in refund requests. */
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
  // Own scope: multipart forms are parsed nowhere else.
  app.register(async (scope) => {
    await registerMultipart(scope);
    registerEndpoints(scope, { endpoints: { uploadImage }, schemas: chatSchemas }, guard, {
      uploadImage: ({ customerId: id, signal, file }) => images.upload({ id, signal: signal() }, file),
    });
  });
}
