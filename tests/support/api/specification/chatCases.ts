import { expect, vi } from "vitest";
import { blankImage } from "../forms.ts";
import { readLatestCode } from "../people.ts";
import type { SpecificationCase } from "./SpecificationContext.ts";

const staffPhone = "13900000003";

/** Service auth: 3 endpoints. First, because staff requests need the service token. */
export const staffAuthCases: SpecificationCase[] = [
  {
    name: "POST service_auth/send-code",
    run: async ({ client }) => {
      await client.data("POST", "/api/v1/service_auth/send-code", { body: { phone: staffPhone } });
    },
  },
  {
    name: "POST service_auth/login",
    run: async ({ app, client }) => {
      // The message is sent after the response, so that the response time reveals nothing.
      const code = await vi.waitFor(() => readLatestCode(app, staffPhone), { timeout: 30_000 });
      const { token } = await client.data<{ token: string }>("POST", "/api/v1/service_auth/login", {
        body: { phone: staffPhone, code },
      });
      client.serviceToken = token;
    },
  },
  {
    name: "GET service_auth/info",
    run: async ({ client }) => {
      expect(await client.data("GET", "/api/v1/service_auth/info")).toMatchObject({ role: "admin" });
    },
  },
];

/** Chat: 7 endpoints. */
export const chatCases: SpecificationCase[] = [
  {
    name: "POST chat/send",
    run: async ({ client }) => {
      const body = { type: "text", content: "您好，请问多久能送到？", client_key: "specification-chat-1" };
      expect(await client.data("POST", "/api/v1/chat/send", { body })).toMatchObject({
        id: expect.any(Number),
        sender_type: "user",
        content: body.content,
      });
    },
  },
  {
    name: "POST chat/upload-image",
    run: async ({ client }) => {
      const form = new FormData();
      const bytes = await blankImage(20, 10).jpeg().toBuffer();
      form.set("file", new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }), "photo.jpg");
      const image = await client.data("POST", "/api/v1/chat/upload-image", { form });
      expect(image).toMatchObject({ url: expect.any(String), width: 20, height: 10 });
    },
  },
  {
    name: "GET chat/history",
    run: async ({ client }) => {
      const { list } = await client.data<{ list: { content: string }[] }>("GET", "/api/v1/chat/history");
      expect(list.map(({ content }) => content)).toContain("您好，请问多久能送到？");
    },
  },
  {
    name: "GET chat/admin/sessions",
    run: async ({ client, userId }) => {
      const { list } = await client.data<{ list: { user_id: string }[] }>(
        "GET",
        "/api/v1/chat/admin/sessions",
      );
      expect(list.map(({ user_id }) => user_id)).toContain(userId);
    },
  },
  {
    name: "GET chat/admin/messages/{userId}",
    run: async ({ client, userId }) => {
      const path = "/api/v1/chat/admin/messages/{userId}";
      const { list } = await client.data<{ list: { content: string }[] }>("GET", path, {}, { userId });
      expect(list.map(({ content }) => content)).toContain("您好，请问多久能送到？");
    },
  },
  {
    name: "POST chat/admin/send",
    run: async ({ client, userId }) => {
      const body = { user_id: userId, type: "text", content: "马上到", client_key: "specification-chat-2" };
      expect(await client.data("POST", "/api/v1/chat/admin/send", { body })).toMatchObject({
        sender_type: "staff",
        content: "马上到",
      });
    },
  },
  {
    name: "GET chat/admin/user-orders/{userId}",
    run: async ({ client, userId, orderId }) => {
      const path = "/api/v1/chat/admin/user-orders/{userId}";
      const { list } = await client.data<{ list: { order_id: string }[] }>("GET", path, {}, { userId });
      expect(list.map(({ order_id }) => order_id)).toContain(orderId);
    },
  },
];
