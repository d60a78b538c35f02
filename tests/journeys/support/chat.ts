import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Phone, PhoneOptions } from "../../../scripts/lib/Phone.ts";
import type { Stage } from "../../../scripts/lib/stage.ts";
import { type Customer, remembering } from "./customer.ts";
import { newStaffToken } from "./staff.ts";

/** Answers customers in the demo. */
const agentNumber = "13900000001";

/** A customer's phone. */
export function chatPhone(stage: Stage, customer: Customer, more: PhoneOptions = {}): Promise<Phone> {
  return stage.phone({ storage: remembering(stage, { token: customer.token }), ...more });
}

/** The conversation on the screen. */
export function log(phone: Phone) {
  return phone.page.getByRole("log", { name: "聊天记录" });
}

/** Where the customer writes. */
export function field(phone: Phone) {
  return phone.page.getByLabel("请输入消息");
}

/** A message on the screen by its text. */
export function bubble(phone: Phone, text: string) {
  return log(phone).getByText(text, { exact: true });
}

/** Writes and sends on the phone. */
export async function say(phone: Phone, text: string): Promise<void> {
  await field(phone).fill(text);
  await phone.button("发送").click();
}

/** The id under which `newCustomer` keeps somebody. */
export function idOf(customer: Customer): string {
  return `journey${customer.phone}`;
}

/** An agent of the demo writes to the customer with this id; answers the number of the message. */
export async function reply(stage: Stage, userId: string, text: string): Promise<number> {
  const body = { user_id: userId, type: "text", content: text, client_key: randomUUID() };
  return (await asAgent<{ id: number }>(stage, "send", body)).id;
}

/** An agent has read what a customer wrote. */
export async function readAll(stage: Stage, customer: Customer): Promise<void> {
  const said = await thread(stage, customer);
  await asAgent(stage, "read", { user_id: idOf(customer), up_to_id: said[said.length - 1]?.id ?? 1 });
}

/** All messages of a customer as they lie in the database. */
export async function thread(stage: Stage, customer: Customer) {
  const rows = await stage.rows<{ id: string; sender_type: string; type: string; content: string }>(
    "select id, sender_type, type, content from chat_messages where user_id = $1 order by id",
    [idOf(customer)],
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/** The texts that a customer wrote, as the server has them. */
export async function written(stage: Stage, customer: Customer): Promise<string[]> {
  return (await thread(stage, customer))
    .filter(({ sender_type, type }) => sender_type === "user" && type === "text")
    .map(({ content }) => content);
}

/** Puts earlier messages into a customer's thread, one a minute, the last one an hour ago. */
export async function hadTalked(stage: Stage, customer: Customer, count: number): Promise<void> {
  await stage.rows(
    `insert into chat_sessions (user_id, status, updated_at) values ($1, 'open', now()) on conflict do nothing`,
    [idOf(customer)],
  );
  await stage.rows(
    `insert into chat_messages (user_id, sender_type, sender_id, type, content, created_at, read_at)
     select $1, 'user', $1, 'text', '第' || n || '条', now() - interval '1 hour' - ($2 - n) * interval '1 minute', now()
       from generate_series(1, $2::int) n`,
    [idOf(customer), count],
  );
}

/** A photo of a given size as a phone would choose it. */
export async function photo(width: number, height: number) {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width, height, channels: 3, background: "#d9a066", noise } })
    .jpeg()
    .toBuffer();
  return { name: "photo.jpg", mimeType: "image/jpeg", buffer };
}

async function asAgent<T>(stage: Stage, path: string, body: object): Promise<T> {
  const token = await newStaffToken(stage, agentNumber);
  const response = await fetch(`${stage.installation.url}/api/v1/chat/admin/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { data: T; msg: string };
  if (response.status !== 200) throw new Error(`${path} was refused: ${answer.msg}`);
  return answer.data;
}
