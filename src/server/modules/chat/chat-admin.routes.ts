import type { FastifyInstance } from "fastify";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import { chatAdminSchemas } from "#contract/chat-admin/schema.ts";
import { bindCalls, type Guard } from "../../platform/bind.ts";
import { takeUploads } from "../../platform/files/fileOf.ts";
import type { PictureService } from "../file/PictureService.ts";
import type { CustomerDesk } from "./CustomerDesk.ts";
import type { CustomerPhoneDesk } from "./CustomerPhoneDesk.ts";
import type { StaffChatService } from "./StaffChatService.ts";

/** What agents and admins do with threads. */
export function chatAdminRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    chat: StaffChatService;
    desk: CustomerDesk;
    phones: CustomerPhoneDesk;
    pictures: PictureService;
  },
): void {
  const { chat, desk, phones, pictures } = services;
  const { uploadImage, ...others } = chatAdminEndpoints;
  bindCalls(app, { endpoints: others, schemas: chatAdminSchemas }, guard, {
    sessions: ({ staffId, query }) => chat.sessions(staffId, query ?? {}),
    counts: ({ staffId }) => chat.counts(staffId),
    messages: ({ staffId, params, query }) => chat.messages(staffId, params.userId, query),
    send: ({ staffId, body }) => chat.send(staffId, body),
    read: ({ staffId, body }) => chat.read(staffId, body.user_id, body.up_to_id),
    session: ({ staffId, body }) => chat.change(staffId, body),
    notes: ({ staffId, params, query }) => desk.notes(staffId, params.userId, query ?? {}),
    addNote: ({ staffId, params, body }) => desk.addNote(staffId, params.userId, body),
    customer: ({ staffId, params }) => desk.customer(staffId, params.userId),
    changePhone: ({ staffId, params, body }) => phones.change(staffId, params.userId, body),
    userOrders: ({ staffId, params, query }) => desk.userOrders(staffId, params.userId, query ?? {}),
    order: ({ staffId, params }) => desk.order(staffId, params.orderId),
    staff: ({ staffId }) => desk.staff(staffId),
  });
  // In a scope of its own: nowhere else is a form understood.
  app.register(async (scope) => {
    await takeUploads(scope, 1);
    bindCalls(scope, { endpoints: { uploadImage }, schemas: chatAdminSchemas }, guard, {
      uploadImage: ({ staffId: id, signal, form }) => pictures.uploadFor({ id, signal: signal() }, form),
    });
  });
}
