import type { FastifyInstance } from "fastify";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { chatSchemas } from "#contract/chat/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import { takeUploads } from "../../platform/files/fileOf.ts";
import type { PictureService } from "../file/PictureService.ts";

/** Messages are not built yet and answer 501; pictures also belong to requests for refunds. */
export function chatRoutes(app: FastifyInstance, guard: Guard, pictures: PictureService): void {
  const { uploadImage, ...messages } = chatEndpoints;
  bindCalls(app, { endpoints: messages, schemas: chatSchemas }, guard, {});
  // In a scope of its own: nowhere else is a form understood.
  app.register(async (scope) => {
    await takeUploads(scope);
    bindCalls(scope, { endpoints: { uploadImage }, schemas: chatSchemas }, guard, {
      uploadImage: ({ customerId, file }) => pictures.upload(customerId, file),
    });
  });
}
