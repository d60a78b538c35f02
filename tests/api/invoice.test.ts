import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoiceEndpoints as endpoints } from "#contract/invoice/endpoints.ts";
import { invoiceLinkMinutes, savedTitlesMax } from "#contract/invoice/limits.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffInvoiceEndpoints as staffEndpoints } from "#contract/staff/invoice/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { companyTitle, createPdf, requestInvoice, uploadInvoice } from "../support/api/invoices.ts";
import {
  advanceOrder,
  createOrderInStatus,
  createPaidOrder,
  createStaffClient,
} from "../support/api/orders.ts";
import { settleRefunds } from "../support/api/paymentProvider.ts";
import { saveSettings } from "../support/api/settings.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../support/api/wallet.ts";

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

const readOffer = () => buyer.data(endpoints.ofOrder, { query: { order_id: orderId } });
const refund = (body: object) =>
  admin.data(orderEndpoints.refund, {
    body: { order_id: orderId, refund_no: createIdempotencyKey(), reason_code: "菜品问题", ...body },
  });
const setRefundStatus = (status: string) =>
  app.sql("update orders set refund_status = $2 where id = $1", [orderId, status]);
const issue = (invoice: { invoice_id: string; amount: number }, file = createPdf()) =>
  uploadInvoice(app, admin, { invoice_id: invoice.invoice_id, amount: invoice.amount, file });

describe("a customer's request", () => {
  test("is made once, for the money that was paid", async () => {
    const offer = await readOffer();
    expect(offer).toMatchObject({ invoice: null, problem: null, titles: [] });
    const body = { expected_amount: offer.amount, client_key: "invoice-key-1", email: "a@b.cn" };
    const requested = await requestInvoice(buyer, orderId, body);
    expect(requested.data).toMatchObject({
      ...companyTitle,
      status: "requested",
      amount: offer.amount,
      email: "a@b.cn",
    });
    expect((await requestInvoice(buyer, orderId, body)).data).toEqual(requested.data);
    expect(await requestInvoice(buyer, orderId)).toMatchObject({ status: 409, error: "conflict" });
    expect(await readOffer()).toMatchObject({
      invoice: { invoice_id: requested.data.invoice_id },
      problem: { code: "exists" },
    });
    expect((await buyer.data(endpoints.list)).list).toEqual([requested.data]);
  });

  test("names the field that is wrong, and another amount than the customer saw", async () => {
    const wrongNumber = await requestInvoice(buyer, orderId, { tax_number: "914403001922038217" });
    expect(wrongNumber).toMatchObject({ status: 400, data: { field: "tax_number" } });
    expect(await requestInvoice(buyer, orderId, { email: "nobody" })).toMatchObject({ status: 400 });
    const { amount } = await readOffer();
    expect(await requestInvoice(buyer, orderId, { expected_amount: amount + 1 })).toMatchObject({
      error: "conflict",
      data: { amount },
    });
  });

  test("is about an own order that is completed", async () => {
    const stranger = await createBuyer(app);
    expect((await requestInvoice(stranger, orderId)).status).toBe(404);
    const query = { order_id: orderId };
    expect((await stranger.call(endpoints.ofOrder, { query })).status).toBe(404);
    orderId = (await createPaidOrder(app, buyer)).order_id;
    expect((await readOffer()).problem).toMatchObject({ code: "not_completed" });
    expect(await requestInvoice(buyer, orderId)).toMatchObject({
      status: 422,
      error: "rule_broken",
      data: { reason: "not_completed" },
    });
  });

  test("is refused where the chain offers none or the time is over", async () => {
    await saveSettings(admin, "invoices", { offered: false });
    expect((await readOffer()).problem).toMatchObject({ code: "not_offered" });
    await saveSettings(admin, "invoices", { offered: true, request_days: 5 });
    app.clock.advance(6 * 86_400_000);
    expect((await readOffer()).problem).toMatchObject({ code: "too_late" });
    // The token of staff does not live that long.
    app.clock.reset();
    await saveSettings(admin, "invoices", { request_days: 180 });
    expect((await readOffer()).problem).toBeNull();
  });
});

describe("an order paid otherwise", () => {
  afterEach(async () => {
    await saveSettings(admin, "invoices", { card_orders: false });
  });

  const complete = async () =>
    advanceOrder(await createStaffClient(app, "store"), orderId, [
      "accepted",
      "preparing",
      "delivering",
      "completed",
    ]);

  test("by member card is invoiced with the card, unless the chain does it with the order", async () => {
    await createBoundCard(app, buyer.userId, 100_000);
    orderId = (await createOrder(buyer)).order_id;
    await buyer.data(orderEndpoints.pay, { body: { order_id: orderId, payment_method: "card" } });
    await complete();
    expect(await readOffer()).toMatchObject({ amount: 0, problem: { code: "member_card" } });
    await saveSettings(admin, "invoices", { card_orders: true });
    expect((await readOffer()).problem).toBeNull();
  });

  test("in part with points is invoiced without them", async () => {
    await addPoints(app, buyer.userId, 1_000);
    await createBoundCard(app, buyer.userId, 100_000);
    const order = await createOrder(buyer);
    orderId = order.order_id;
    const body = { order_id: orderId, payment_method: "card" as const, points_payment: 500 };
    await buyer.data(orderEndpoints.pay, { body });
    await complete();
    await saveSettings(admin, "invoices", { card_orders: true });
    expect(await readOffer()).toMatchObject({ amount: order.total_amount - 500, problem: null });
  });
});

describe("a refund", () => {
  test("of everything before the request leaves nothing to invoice, of a part the rest", async () => {
    const { amount } = await readOffer();
    await refund({ type: "amount", amount: 1_000 });
    await settleRefunds(app);
    expect(await readOffer()).toMatchObject({ amount: amount - 1_000, problem: null });
    await refund({ type: "full" });
    await settleRefunds(app);
    expect(await readOffer()).toMatchObject({ amount: 0, problem: { code: "refunded" } });
  });

  test("after the request lowers its amount, and ends it with the last of the money", async () => {
    const { data } = await requestInvoice(buyer, orderId);
    await refund({ type: "amount", amount: 1_000 });
    await settleRefunds(app);
    expect((await readOffer()).invoice).toMatchObject({
      status: "requested",
      amount: data.amount - 1_000,
    });
    await refund({ type: "full" });
    await settleRefunds(app);
    expect((await readOffer()).invoice).toMatchObject({
      status: "rejected",
      reason: "订单已全额退款，没有可以开票的金额",
    });
  });

  test("after the invoice demands its reversal, after which what is left is invoiced", async () => {
    const { data } = await requestInvoice(buyer, orderId);
    expect((await issue(data)).status).toBe(200);
    await refund({ type: "amount", amount: 1_000 });
    await settleRefunds(app);
    expect((await readOffer()).invoice).toMatchObject({ status: "issued", needs_reversal: true });
    const marked = await admin.data(staffEndpoints.list, { query: { state: "needs_reversal" } });
    expect(marked.list.map(({ invoice_id }) => invoice_id)).toContain(data.invoice_id);
    // Another PDF would not be the reversal.
    expect(await issue(data, createPdf("other"))).toMatchObject({ error: "conflict" });
    const body = { invoice_id: data.invoice_id, reason: "订单退款，冲红重开", client_key: "void-key-1" };
    expect(await admin.data(staffEndpoints.void, { body })).toMatchObject({
      status: "voided",
      needs_reversal: false,
    });
    await saveSettings(admin, "invoices", { request_days: 1 });
    await app.sql("update orders set completed_at = completed_at - interval '2 days' where id = $1", [
      orderId,
    ]);
    const again = await requestInvoice(buyer, orderId);
    await saveSettings(admin, "invoices", { request_days: 180 });
    expect(again.data).toMatchObject({ status: "requested", amount: data.amount - 1_000 });
    // The voided one stays in reach of its customer.
    expect((await readOffer()).earlier).toMatchObject([{ invoice_id: data.invoice_id, status: "voided" }]);
  });

  test("that is under way beside one that ended keeps invoices from being asked for and issued", async () => {
    await refund({ type: "amount", amount: 500 });
    await settleRefunds(app);
    const { data } = await requestInvoice(buyer, orderId);
    await refund({ type: "amount", amount: 700 });
    // As the end of another refund leaves it.
    await setRefundStatus("partially_refunded");
    expect(await issue(data)).toMatchObject({ status: 409, error: "conflict" });
    const body = { invoice_id: data.invoice_id, reason: "抬头不符", client_key: "reject-key-2" };
    await admin.data(staffEndpoints.reject, { body });
    expect((await readOffer()).problem).toMatchObject({ code: "refunding" });
    expect((await requestInvoice(buyer, orderId)).data).toMatchObject({ reason: "refunding" });
    await setRefundStatus("refunding");
  });
});

describe("the PDF", () => {
  const open = (url: string) =>
    app.server.inject({ method: "GET", url: url.replace(/^https?:\/\/[^/]+/, "") });

  test("is opened by its owner's link, for some minutes, by nobody without it", async () => {
    const { data } = await requestInvoice(buyer, orderId);
    const query = { invoice_id: data.invoice_id };
    expect((await buyer.call(endpoints.link, { query })).status).toBe(404);
    await issue(data);
    const { url, reversal_url } = await buyer.data(endpoints.link, { query });
    expect(reversal_url).toBeNull();
    const opened = await open(url!);
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-disposition": 'inline; filename="invoice.pdf"',
    });
    expect(opened.rawPayload.equals(createPdf())).toBe(true);
    expect((await open(url!.replace(/signature=.{3}/, "signature=aaa"))).statusCode).toBe(403);
    expect((await open(url!.replace(/expires=\d/, "expires=9"))).statusCode).toBe(403);
    expect((await open(url!.replace(/\?.*/, ""))).statusCode).toBe(403);
    const stranger = await createBuyer(app);
    expect((await stranger.call(endpoints.link, { query })).status).toBe(404);
    app.clock.advance(invoiceLinkMinutes * 60_000 + 1_000);
    expect((await open(url!)).statusCode).toBe(403);
  });

  test("of a voided invoice is replaced by that of its reversal", async () => {
    const { data } = await requestInvoice(buyer, orderId);
    await issue(data);
    const query = { invoice_id: data.invoice_id };
    const body = { ...query, reason: "抬头错误", client_key: createIdempotencyKey() };
    const early = await uploadInvoice(app, admin, { ...query }, staffEndpoints.attachReversal.path);
    expect(early).toMatchObject({ error: "conflict" });
    await admin.data(staffEndpoints.void, { body });
    expect((await buyer.call(endpoints.link, { query })).status).toBe(404);
    const file = createPdf("reversal");
    await uploadInvoice(app, admin, { ...query, file }, staffEndpoints.attachReversal.path);
    const link = await buyer.data(endpoints.link, { query });
    expect(link.url).toBeNull();
    expect((await open(link.reversal_url!)).rawPayload.equals(file)).toBe(true);
  });
});

test("titles are kept on request, the newest first, and deleted by their owner only", async () => {
  await requestInvoice(buyer, orderId, { save_title: true });
  const [title] = (await readOffer()).titles;
  expect(title).toMatchObject(companyTitle);
  for (let nth = 0; nth < savedTitlesMax; nth++) {
    await app.sql("update invoices set status = 'rejected' where order_id = $1", [orderId]);
    app.clock.advance(1_000);
    const person = { title_type: "person", title: `顾客${nth}`, save_title: true };
    expect((await requestInvoice(buyer, orderId, person)).status).toBe(200);
  }
  const { titles } = await readOffer();
  expect(titles).toHaveLength(savedTitlesMax);
  expect(titles[0]).toMatchObject({ title: `顾客${savedTitlesMax - 1}`, tax_number: null });
  const body = { title_id: titles[0]!.title_id };
  const stranger = await createBuyer(app);
  expect((await stranger.call(endpoints.deleteTitle, { body })).status).toBe(404);
  await buyer.data(endpoints.deleteTitle, { body });
  expect((await readOffer()).titles).toHaveLength(savedTitlesMax - 1);
});
