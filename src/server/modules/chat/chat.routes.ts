import type { FastifyInstance } from "fastify";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { chatSchemas } from "#contract/chat/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import { takeUploads } from "../../platform/files/fileOf.ts";
import type { PictureService } from "../file/PictureService.ts";
import type { ChatService } from "./ChatService.ts";

/** A customer's thread; its pictures also belong to requests for refunds. */
export function chatRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: { chat: ChatService; pictures: PictureService },
): void {
  const { chat, pictures } = services;
  const { uploadImage, ...others } = chatEndpoints;
  bindCalls(app, { endpoints: others, schemas: chatSchemas }, guard, {
    history: ({ customerId, query }) => chat.history(customerId, query),
    send: ({ customerId, body }) => chat.send(customerId, body),
    read: ({ customerId, body }) => chat.read(customerId, body.up_to_id),
    state: ({ customerId }) => chat.state(customerId),
  });
  // In a scope of its own: nowhere else is a form understood.
  app.register(async (scope) => {
    await takeUploads(scope);
    bindCalls(scope, { endpoints: { uploadImage }, schemas: chatSchemas }, guard, {
      uploadImage: ({ customerId: id, signal, file }) => pictures.upload({ id, signal: signal() }, file),
    });
  });
}
