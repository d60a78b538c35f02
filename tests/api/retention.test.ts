import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import { sendMessage, uploadChatImage } from "../support/api/chat.ts";
import { requestInvoice, uploadInvoice } from "../support/api/invoices.ts";
import { createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { listStoredFiles } from "../support/api/searchPersonalData.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

/** Runs the job just before and just after an age; returns what `count` says then. */
async function countAround(ageMs: number, count: () => Promise<number>): Promise<[number, number]> {
  const counts: number[] = [];
  app.clock.advance(ageMs - 60_000);
  for (const stepMs of [0, 120_000]) {
    app.clock.advance(stepMs);
    await app.sweep("retention");
    counts.push(await count());
  }
  return counts as [number, number];
}

const countRows = async (sql: string, values: unknown[]) => (await app.sql(sql, values)).length;

describe("personal data that nobody needs any more", () => {
  test("images that were never sent are removed after a day", async () => {
    const buyer = await createBuyer(app);
    const before = (await listStoredFiles(app)).length;
    await uploadChatImage(app, buyer);
    const image_id = await uploadChatImage(app, buyer);
    await buyer.data(chatEndpoints.send, {
      body: { type: "image", image_id, client_key: createIdempotencyKey() },
    });
    const counts = await countAround(dayMs, async () => (await listStoredFiles(app)).length - before);
    expect(counts).toEqual([2, 1]);
  });

  test("entries that data were read go after a year, changes stay", async () => {
    const buyer = await createBuyer(app);
    const agent = await createStaffClient(app, "agent");
    const params = { userId: buyer.userId };
    await agent.data(staffChatEndpoints.customer, { params });
    await agent.data(staffChatEndpoints.addNote, {
      params,
      body: { content: "常客", client_key: createIdempotencyKey() },
    });
    const counts = await countAround(yearMs, () =>
      countRows("select 1 from audit_log where target = $1", [buyer.userId]),
    );
    expect(counts).toEqual([2, 1]);
  });

  test("messages, notes and images go after three years", async () => {
    const buyer = await createBuyer(app);
    await sendMessage(buyer, "三年前的话");
    const image_id = await uploadChatImage(app, buyer);
    await buyer.data(chatEndpoints.send, {
      body: { type: "image", image_id, client_key: createIdempotencyKey() },
    });
    const sql = `select 1 from chat_messages where user_id = $1 union all select 1 from files where owner_id = $1
      union all select 1 from conversations where user_id = $1`;
    expect(await countAround(3 * yearMs, () => countRows(sql, [buyer.userId]))).toEqual([4, 0]);
  });

  test("the contact data of finished orders go after three years; the order stays", async () => {
    const buyer = await createBuyer(app);
    const { order_id } = await createOrder(buyer, { remark: "少辣" });
    await buyer.data(orderEndpoints.cancel, { body: { order_id, reason: 1 } });
    const sql = "select 1 from orders where id = $1 and address is not null and remark <> ''";
    expect(await countAround(3 * yearMs, () => countRows(sql, [order_id]))).toEqual([1, 0]);
    expect(await countRows("select 1 from orders where id = $1 and total_fen > 0", [order_id])).toBe(1);
  });

  test("so do the remarks of orders that have no address and no number", async () => {
    const buyer = await createBuyer(app);
    const { order_id } = await createOrder(buyer, { remark: "少辣" });
    await buyer.data(orderEndpoints.cancel, { body: { order_id, reason: 1 } });
    await app.sql("update orders set address = null, contact_phone = null where id = $1", [order_id]);
    const sql = "select 1 from orders where id = $1 and remark <> ''";
    expect(await countAround(3 * yearMs, () => countRows(sql, [order_id]))).toEqual([1, 0]);
  });

  test("invoices go with their files ten years after their last change", async () => {
    const buyer = await createBuyer(app);
    const { order_id } = await createOrderInStatus(app, buyer, "completed");
    const { data: invoice } = await requestInvoice(buyer, order_id);
    const before = await listStoredFiles(app);
    const admin = await createStaffClient(app, "admin");
    const { invoice_id, amount } = invoice;
    expect(await uploadInvoice(app, admin, { invoice_id, amount })).toMatchObject({ status: 200 });
    expect(await listStoredFiles(app)).toHaveLength(before.length + 1);
    const sql = `select 1 from invoices where id = $1 union all select 1 from invoice_files where invoice_id = $1
      union all select 1 from invoice_history where invoice_id = $1`;
    expect(await countAround(3_653 * dayMs, () => countRows(sql, [invoice_id]))).toEqual([4, 0]);
    expect(await listStoredFiles(app)).toEqual(before);
    expect(await countRows("select 1 from orders where id = $1", [order_id])).toBe(1);
  });
});
