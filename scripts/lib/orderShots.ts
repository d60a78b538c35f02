import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import sharp from "sharp";
import type { Phone } from "./Phone.ts";
import type { TestEnvironment } from "./TestEnvironment.ts";

const sizes = [
  { name: "390", width: 390, height: 844 },
  { name: "320", width: 320, height: 568 },
];

/** The demo customer's pickup order, the delivered order with a complaint, and the other orders. */
interface ShownOrders {
  token: string;
  pickupId: string;
  publicId: string;
  eatenId: string;
}

/**
 * Captures screenshots of orders in states that the walk through the app does not reach; returns the
 * unexpected errors.
 */
export async function captureOrders(environment: TestEnvironment, folder: string): Promise<string[]> {
  const shown = await prepare(environment);
  const complaints: string[] = [];
  for (const { name, ...size } of sizes) {
    const storage = {
      cookies: [],
      origins: [
        { origin: environment.installation.url, localStorage: [{ name: "token", value: shown.token }] },
      ],
    };
    const phone = await environment.phone({ ...size, storage });
    await captureSteps(phone, shown, (what) => path.join(folder, `${name}-orders-${what}.png`));
    complaints.push(...phone.unexpectedErrors);
    await phone.close();
  }
  return complaints;
}

async function captureSteps(
  phone: Phone,
  shown: ShownOrders,
  fileOf: (what: string) => string,
): Promise<void> {
  const { page } = phone;
  const take = async (what: string) => {
    await phone.waitUntilIdle();
    await page.screenshot({ path: fileOf(what) });
  };
  await phone.open("/orders");
  await page.getByText("自取").first().waitFor();
  await take("1-list");
  await phone.open(`/order/${shown.pickupId}`);
  await page.getByRole("img", { name: "订单二维码" }).waitFor();
  await take("2-to-fetch");
  await page.evaluate(() => window.scrollTo(0, 1e5));
  await take("3-to-fetch-below");
  await phone.open(`/order/${shown.eatenId}`);
  await phone.button("申请退款").click();
  await page.getByText("餐品漏送或送错").click();
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: "#d9a066" } })
    .jpeg()
    .toBuffer();
  await page.getByLabel("添加图片").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer: picture });
  await take("4-refund-form");
  await phone.open(`/order-detail?third_party_order_id=${shown.publicId}`);
  await page.getByText("取餐码").first().waitFor();
  await take("5-shared");
  await phone.open("/order-detail?third_party_order_id=nothing");
  await page.getByText("订单不存在或链接已过期").waitFor();
  await take("6-shared-missing");
}

async function prepare(environment: TestEnvironment): Promise<ShownOrders> {
  const [first, second] = await environment.queryRows<{ id: string; public_id: string; user_id: string }>(
    `select id, public_id, user_id from orders where status = 'completed'
       and user_id = (select id from users where phone = '13800138000') order by created_at desc limit 2`,
  );
  if (first === undefined || second === undefined) throw new Error("the demo's customer has too few orders");
  await environment.queryRows(
    `update orders set type = 'pickup', status = 'ready_for_pickup', refund_status = 'none', address = null,
       completed_at = null, created_at = now() - interval '25 minutes', paid_at = now() - interval '24 minutes',
       accepted_at = now() - interval '23 minutes', ready_at = now(), pickup_code = 'A018', due_at = null,
       contact_phone = '13800138000', booking_at = date_trunc('hour', now()) + interval '1 hour'
     where id = $1`,
    [first.id],
  );
  await environment.queryRows(
    "update orders set refund_status = 'none', refunded_fen = 0, completed_at = now() - interval '1 hour' where id = $1",
    [second.id],
  );
  const token = randomBytes(32).toString("base64url");
  await environment.queryRows(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
     values ($1, 'customer', $2, now(), now(), now() + interval '1 day')`,
    [createHash("sha256").update(token).digest("hex"), first.user_id],
  );
  return { token, pickupId: first.id, publicId: first.public_id, eatenId: second.id };
}
