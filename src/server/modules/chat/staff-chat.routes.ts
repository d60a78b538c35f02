import type { FastifyInstance } from "fastify";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { staffChatSchemas } from "#contract/staff/chat/schema.ts";
import { registerMultipart } from "../../platform/files/multipart.ts";
import { type Guard, registerEndpoints } from "../../platform/http/register-endpoints.ts";
import type { PrivateImageService } from "../file/private-image.service.ts";
import type { CustomerPhoneService } from "./customer-phone.service.ts";
import type { CustomerProfileService } from "./customer-profile.service.ts";
import type { StaffChatService } from "./staff-chat.service.ts";

/** Registers the conversation endpoints for agents and admins. */
export function staffChatRoutes(
  app: FastifyInstance,
  guard: Guard,
  services: {
    chat: StaffChatService;
    profiles: CustomerProfileService;
    phones: CustomerPhoneService;
    images: PrivateImageService;
  },
): void {
  const { chat, profiles, phones, images } = services;
  const { uploadImage, ...others } = staffChatEndpoints;
  registerEndpoints(app, { endpoints: others, schemas: staffChatSchemas }, guard, {
    sessions: ({ staffId, query }) => chat.listConversations(staffId, query ?? {}),
    counts: ({ staffId }) => chat.getCounts(staffId),
    messages: ({ staffId, params, query }) => chat.listMessages(staffId, params.userId, query),
    send: ({ staffId, body }) => chat.send(staffId, body),
    read: ({ staffId, body }) => chat.markRead(staffId, body.user_id, body.up_to_id),
    session: ({ staffId, body }) => chat.updateConversation(staffId, body),
    notes: ({ staffId, params, query }) => profiles.listNotes(staffId, params.userId, query ?? {}),
    addNote: ({ staffId, params, body }) => profiles.addNote(staffId, params.userId, body),
    customer: ({ staffId, params }) => profiles.getProfile(staffId, params.userId),
    changePhone: ({ staffId, params, body, client }) =>
      phones.updatePhone(staffId, params.userId, body, client),
    userOrders: ({ staffId, params, query }) => profiles.listOrders(staffId, params.userId, query ?? {}),
    order: ({ staffId, params }) => profiles.order(staffId, params.orderId),
    staff: ({ staffId }) => profiles.listAssignees(staffId),
  });
  // Own scope: multipart forms are parsed nowhere else.
  app.register(async (scope) => {
    await registerMultipart(scope, 1);
    registerEndpoints(scope, { endpoints: { uploadImage }, schemas: staffChatSchemas }, guard, {
      uploadImage: ({ staffId: id, signal, form }) =>
        images.uploadForCustomer({ id, signal: signal() }, form),
    });
  });
}
