import { createHash, randomBytes, randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import sharp from "sharp";
import type { Phone } from "./Phone.ts";
import type { TestEnvironment } from "./TestEnvironment.ts";

const sizes = [
  { name: "390", width: 390, height: 844 },
  { name: "320", width: 320, height: 568 },
];

/** Captures screenshots of the conversation with customer service; returns the unexpected errors. */
export async function captureChat(environment: TestEnvironment, folder: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const { name, ...size } of sizes) {
    const customer = await createNewcomer(environment, name);
    const storage = {
      cookies: [],
      origins: [
        { origin: environment.installation.url, localStorage: [{ name: "token", value: customer.token }] },
      ],
    };
    const phone = await environment.phone({
      ...size,
      storage,
      expected: /Failed to load resource|sending a message/,
    });
    await captureSteps(environment, phone, customer, (what) => path.join(folder, `${name}-chat-${what}.png`));
    complaints.push(...phone.unexpectedErrors);
    await phone.close();
  }
  return complaints;
}

interface Newcomer {
  id: string;
  token: string;
  orderId: string;
}

async function captureSteps(
  environment: TestEnvironment,
  phone: Phone,
  customer: Newcomer,
  fileOf: (what: string) => string,
): Promise<void> {
  const { page } = phone;
  const take = async (what: string) => {
    await phone.waitUntilIdle();
    await page.screenshot({ path: fileOf(what) });
  };
  const sendText = async (text: string) => {
    await page.getByLabel("请输入消息").fill(text);
    await phone.button("发送").click();
  };
  await phone.open("/customer-service");
  await phone.button("申请退款").waitFor();
  await take("1-start");
  await phone.open(`/customer-service?order_id=${customer.orderId}`);
  await phone.button("发送订单").waitFor();
  await take("2-order-at-hand");
  await phone.button("发送订单").click();
  await waitForMessages(environment, customer, 1);
  await sendText("你好，这单还没有送到，已经等了很久了，麻烦帮我看一下骑手到哪里了");
  await waitForMessages(environment, customer, 2);
  await replyAsAgent(environment, customer.id, "您好，我来帮您看看");
  await replyAsAgent(
    environment,
    customer.id,
    "骑手已经取餐，大约十分钟后送到，让您久等了。如果超过时间还没有到，可以直接在这里告诉我们",
  );
  await page.getByText("骑手已经取餐").waitFor();
  const picture = { create: { width: 1200, height: 900, channels: 3, background: "#d9a066" } } as const;
  const buffer = await sharp(picture).jpeg().toBuffer();
  await page
    .getByLabel("图片", { exact: true })
    .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
  await page.getByRole("img", { name: "我发送的图片" }).waitFor();
  await waitForMessages(environment, customer, 3);
  await replyAsAgent(environment, customer.id, "收到，谢谢");
  await page.getByText("收到，谢谢").waitFor();
  await take("3-thread");
  await page.route("**/api/v1/chat/send", (route) => route.abort());
  await sendText("好的，那我再等等");
  await page.getByRole("alert").getByText("网络不可用").waitFor();
  await page.getByLabel("请输入消息").fill("请问还要多久呢？".repeat(120));
  await take("4-failed-and-long");
  await page.getByLabel("请输入消息").fill("");
  await phone.button("查看我发送的图片").click();
  await page.getByRole("dialog").waitFor();
  await take("5-picture");
  await page.keyboard.press("Escape");
  // The history step that closes the image preview must be finished.
  await phone.waitUntilIdle();
  await phone.open("/profile");
  await replyAsAgent(environment, customer.id, "您的餐点送到了吗？");
  await page.getByLabel("1条未读消息").first().waitFor();
  await take("6-unread");
}

/** Waits until this number of the customer's messages is stored. */
async function waitForMessages(environment: TestEnvironment, { id }: Newcomer, count: number): Promise<void> {
  const sql = "select 1 from chat_messages where user_id = $1 and sender_type = 'user'";
  while ((await environment.queryRows(sql, [id])).length < count) await setTimeout(100);
}

async function replyAsAgent(environment: TestEnvironment, userId: string, content: string): Promise<void> {
  const [agent] = await environment.queryRows<{ id: string }>(
    "select id from staff where phone = '13900000001'",
  );
  const token = await createToken(environment, agent?.id ?? "", "staff");
  const response = await fetch(`${environment.installation.url}/api/v1/chat/admin/send`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ user_id: userId, type: "text", content, client_key: randomUUID() }),
  });
  if (!response.ok) throw new Error(`a reply was refused: ${await response.text()}`);
}

/**
 * Creates a customer with one order and no conversation yet: the order of the demo's customer changes owner.
 */
async function createNewcomer(environment: TestEnvironment, name: string): Promise<Newcomer> {
  const id = `shot${name}`;
  await environment.queryRows(
    "insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, '', $1, now())",
    [id, `13711110${name}`],
  );
  const [order] = await environment.queryRows<{ id: string }>(
    `update orders set user_id = $1 where id = (select id from orders where status = 'completed' order by created_at limit 1)
     returning id`,
    [id],
  );
  if (order === undefined) throw new Error("the demo has no order left");
  return { id, token: await createToken(environment, id, "customer"), orderId: order.id };
}

async function createToken(
  environment: TestEnvironment,
  id: string,
  audience: "customer" | "staff",
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await environment.queryRows(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
     values ($1, $3, $2, now(), now(), now() + interval '1 day')`,
    [createHash("sha256").update(token).digest("hex"), id, audience],
  );
  if (audience === "customer")
    await environment.queryRows(
      `insert into consents (user_id, document, version, action, via, created_at)
       select $1, document, 0, 'agreed', 'sms_login', now() from unnest(array['agreement', 'privacy']) document`,
      [id],
    );
  return token;
}
