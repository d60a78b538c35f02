import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Phone, PhoneOptions } from "../../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { type Customer, storageState } from "./customer.ts";
import { createStaffToken } from "./staff.ts";

/** Agent of the demo. */
const agentNumber = "13900000001";

/** Opens a customer's phone. */
export function openChatPhone(
  environment: TestEnvironment,
  customer: Customer,
  overrides: PhoneOptions = {},
): Promise<Phone> {
  return environment.phone({ storage: storageState(environment, { token: customer.token }), ...overrides });
}

/** Locates the conversation on the screen. */
export function messageLog(phone: Phone) {
  return phone.page.getByRole("log", { name: "聊天记录" });
}

/** Locates the customer's message field. */
export function messageField(phone: Phone) {
  return phone.page.getByLabel("请输入消息");
}

/** Locates a message on the screen by its text. */
export function messageBubble(phone: Phone, text: string) {
  return messageLog(phone).getByText(text, { exact: true });
}

/** Writes and sends a message on the phone. */
export async function sendMessage(phone: Phone, text: string): Promise<void> {
  await messageField(phone).fill(text);
  await phone.button("发送").click();
}

/** Returns the id under which `createCustomer` saves a customer. */
export function customerId(customer: Customer): string {
  return `journey${customer.phone}`;
}

/** Writes to a customer as an agent of the demo; returns the message's id. */
export async function replyAsAgent(
  environment: TestEnvironment,
  userId: string,
  text: string,
): Promise<number> {
  const body = { user_id: userId, type: "text", content: text, client_key: randomUUID() };
  return (await postAsAgent<{ id: number }>(environment, "send", body)).id;
}

/** Marks a customer's messages as read by an agent. */
export async function markReadAsAgent(environment: TestEnvironment, customer: Customer): Promise<void> {
  const messages = await listMessages(environment, customer);
  await postAsAgent(environment, "read", {
    user_id: customerId(customer),
    up_to_id: messages[messages.length - 1]?.id ?? 1,
  });
}

/** Lists all messages of a customer from the database. */
export async function listMessages(environment: TestEnvironment, customer: Customer) {
  const rows = await environment.queryRows<{
    id: string;
    sender_type: string;
    type: string;
    content: string;
  }>("select id, sender_type, type, content from chat_messages where user_id = $1 order by id", [
    customerId(customer),
  ]);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** Lists the texts that a customer wrote, from the database. */
export async function listCustomerTexts(environment: TestEnvironment, customer: Customer): Promise<string[]> {
  return (await listMessages(environment, customer))
    .filter(({ sender_type, type }) => sender_type === "user" && type === "text")
    .map(({ content }) => content);
}

/** Inserts earlier messages into a customer's conversation, one a minute, the last one an hour ago. */
export async function insertPastMessages(
  environment: TestEnvironment,
  customer: Customer,
  count: number,
): Promise<void> {
  await environment.queryRows(
    `insert into conversations (user_id, status, updated_at) values ($1, 'open', now()) on conflict do nothing`,
    [customerId(customer)],
  );
  await environment.queryRows(
    `insert into chat_messages (user_id, sender_type, sender_id, type, content, created_at, read_at)
     select $1, 'user', $1, 'text', '第' || n || '条', now() - interval '1 hour' - ($2 - n) * interval '1 minute', now()
       from generate_series(1, $2::int) n`,
    [customerId(customer), count],
  );
}

/** Creates a photo of a given size in pixels, as a phone would upload it. */
export async function createPhoto(width: number, height: number) {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width, height, channels: 3, background: "#d9a066", noise } })
    .jpeg()
    .toBuffer();
  return { name: "photo.jpg", mimeType: "image/jpeg", buffer };
}

async function postAsAgent<T>(environment: TestEnvironment, path: string, body: object): Promise<T> {
  const token = await createStaffToken(environment, agentNumber);
  const response = await fetch(`${environment.installation.url}/api/v1/chat/admin/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: T; msg: string };
  if (response.status !== 200) throw new Error(`${path} was refused: ${answer.msg}`);
  return answer.data;
}
