import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { invoiceEndpoints } from "#contract/invoice/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../../support/api/buyers.ts";
import type { Client } from "../../support/api/Client.ts";
import { listStoredFiles } from "../../support/api/forms.ts";
import { createPdf, requestInvoice, uploadInvoice } from "../../support/api/invoices.ts";
import { createOrderInStatus, createStaffClient } from "../../support/api/orders.ts";
import { settleRefunds } from "../../support/api/paymentProvider.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
let admin: Client & { id: string };
let orderId: string;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  orderId = (await createOrderInStatus(app, buyer, "completed")).order_id;
});

afterEach(async () => {
  await settleRefunds(app);
  app.clock.reset();
});

afterAll(async () => {
  await app.close();
});

const readInvoice = async () =>
  (await buyer.data(invoiceEndpoints.ofOrder, { query: { order_id: orderId } })).invoice;

test("of requests at the same time one counts", async () => {
  const responses = await Promise.all(Array.from({ length: 6 }, () => requestInvoice(buyer, orderId)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of responses) expect([200, 409, 429]).toContain(status);
  const rows = await app.sql("select id from invoices where order_id = $1", [orderId]);
  expect(rows).toHaveLength(1);
});

test("of PDFs uploaded at the same time each that was accepted is stored, no other", async () => {
  const { data } = await requestInvoice(buyer, orderId);
  const before = (await listStoredFiles(app)).length;
  const fields = { invoice_id: data.invoice_id, amount: data.amount };
  const uploads = await Promise.all(
    Array.from({ length: 4 }, () => uploadInvoice(app, admin, { ...fields, file: createPdf("the same") })),
  );
  expect(uploads.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const rows = await app.sql("select id from invoice_files where invoice_id = $1", [data.invoice_id]);
  expect(rows).toHaveLength(1);
  expect((await listStoredFiles(app)).length).toBe(before + 1);
});

test("a refund and the issue at the same time never leave an issued invoice of too much unmarked", async () => {
  for (let round = 0; round < 3; round++) {
    buyer = await createBuyer(app);
    orderId = (await createOrderInStatus(app, buyer, "completed")).order_id;
    const { data } = await requestInvoice(buyer, orderId);
    const refund = {
      order_id: orderId,
      refund_no: createIdempotencyKey(),
      type: "amount" as const,
      amount: 1_000,
      reason_code: "菜品问题",
    };
    const [issued, refunded] = await Promise.all([
      uploadInvoice(app, admin, { invoice_id: data.invoice_id, amount: data.amount }),
      admin.call(orderEndpoints.refund, { body: refund }),
    ]);
    expect(refunded.status).toBe(200);
    await settleRefunds(app);
    const invoice = await readInvoice();
    if (issued.status === 200)
      expect(invoice).toMatchObject({ status: "issued", amount: data.amount, needs_reversal: true });
    else
      expect(invoice).toMatchObject({
        status: "requested",
        amount: data.amount - 1_000,
        needs_reversal: false,
      });
  }
});
