import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { TestEnvironment } from "./TestEnvironment.ts";

const questions = [
  ["你好，外卖少了一份汤，麻烦看一下", "已经等了一会儿了"],
  ["请问能开发票吗？"],
  ["地址填错了，可以改吗？", "是 1202 室", "谢谢"],
];

/** Sends messages as a few customers, each about an order; returns the last customer and order. */
export async function seedConversations(
  environment: TestEnvironment,
): Promise<{ userId: string; orderId: string }> {
  const people = await environment.queryRows<{ user_id: string; id: string }>(
    `select distinct on (user_id) user_id, id from orders where paid_at is not null
     order by user_id, created_at desc limit $1`,
    [questions.length],
  );
  let last = { userId: "", orderId: "" };
  for (const [index, { user_id: userId, id: orderId }] of people.entries()) {
    const token = await createToken(environment, userId);
    await sendMessage(environment, token, { type: "order", order_id: orderId });
    for (const content of questions[index] ?? [])
      await sendMessage(environment, token, { type: "text", content });
    last = { userId, orderId };
  }
  return last;
}

async function createToken(environment: TestEnvironment, userId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await environment.queryRows(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
     values ($1, 'customer', $2, now(), now(), now() + interval '1 day')`,
    [createHash("sha256").update(token).digest("hex"), userId],
  );
  return token;
}

async function sendMessage(
  environment: TestEnvironment,
  token: string,
  message: Record<string, string>,
): Promise<void> {
  const response = await fetch(`${environment.installation.url}/api/v1/chat/send`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...message, client_key: randomUUID() }),
  });
  if (!response.ok) throw new Error(`the message was refused: ${await response.text()}`);
}
