import { chatEndpoints } from "#contract/chat/endpoints.ts";
import type { Message } from "#contract/chat/message.schema.ts";
import { chatAdminEndpoints } from "#contract/chat-admin/endpoints.ts";
import type { ChatSession } from "#contract/chat-admin/session.schema.ts";
import { type Buyer, newKey } from "./buyers.ts";
import type { Client } from "./Client.ts";
import { blank, sendPicture } from "./forms.ts";
import type { TestApp } from "./testApp.ts";

/** A text with a key of its own. */
export function textOf(content: string) {
  return { type: "text", content, client_key: newKey() };
}

/** A customer writes. */
export function say(customer: Client, content: string): Promise<Message> {
  return customer.data(chatEndpoints.send, { body: textOf(content) });
}

/** A member of staff writes to a customer. */
export function reply(member: Client, userId: string, content: string): Promise<Message> {
  return member.data(chatAdminEndpoints.send, { body: { user_id: userId, ...textOf(content) } });
}

/** A customer's picture, not sent yet; answers its id. */
export async function upload(app: TestApp, customer: Client): Promise<string> {
  const { data } = await sendPicture(app, customer.token, await blank(20, 10).jpeg().toBuffer());
  return data.id;
}

/** A customer's thread as the queue shows it. */
export async function sessionOf(member: Client, buyer: Buyer): Promise<ChatSession | undefined> {
  for (let page = 1; ; page++) {
    const { list, has_more } = await member.data(chatAdminEndpoints.sessions, {
      query: { page, pageSize: 50 },
    });
    const found = list.find(({ user_id }) => user_id === buyer.userId);
    if (found !== undefined || !has_more) return found;
  }
}
