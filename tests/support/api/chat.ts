import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { ChatMessage } from "#contract/chat/message.schema.ts";
import type { ConversationSummary } from "#contract/staff/chat/conversation.schema.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { type Buyer, createIdempotencyKey } from "./buyers.ts";
import type { Client } from "./Client.ts";
import { blankImage, uploadImage } from "./forms.ts";
import type { TestApp } from "./testApp.ts";

/** Builds a text message with its own idempotency key. */
export function textMessage(content: string) {
  return { type: "text", content, client_key: createIdempotencyKey() };
}

/** Sends a message as a customer. */
export function sendMessage(customer: Client, content: string): Promise<ChatMessage> {
  return customer.data(chatEndpoints.send, { body: textMessage(content) });
}

/** Sends a message to a customer as a member of staff. */
export function sendReply(member: Client, userId: string, content: string): Promise<ChatMessage> {
  return member.data(staffChatEndpoints.send, { body: { user_id: userId, ...textMessage(content) } });
}

/** Uploads a customer's image without sending it; returns its id. */
export async function uploadChatImage(app: TestApp, customer: Client): Promise<string> {
  const { data } = await uploadImage(app, customer.token, await blankImage(20, 10).jpeg().toBuffer());
  return data.id;
}

/** Finds a customer's conversation in the queue. */
export async function findConversation(
  member: Client,
  buyer: Buyer,
): Promise<ConversationSummary | undefined> {
  for (let page = 1; ; page++) {
    const { list, has_more } = await member.data(staffChatEndpoints.sessions, {
      query: { page, pageSize: 50 },
    });
    const found = list.find(({ user_id }) => user_id === buyer.userId);
    if (found !== undefined || !has_more) return found;
  }
}
