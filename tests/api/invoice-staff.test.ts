import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invoiceEndpoints } from "#contract/invoice/endpoints.ts";
import { invoiceFileBytesMax } from "#contract/invoice/limits.ts";
import type { Invoice } from "#contract/invoice/schema.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffInvoiceEndpoints as endpoints, invoiceFilePath } from "#contract/staff/invoice/endpoints.ts";
import { listFilePath } from "#contract/staff/list-files/limits.ts";
import { WorkbookReader } from "#server/platform/spreadsheets/WorkbookReader.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { type Buyer, createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { blankImage, listStoredFiles } from "../support/api/forms.ts";
import { companyTitle, createPdf, requestInvoice, uploadInvoice } from "../support/api/invoices.ts";
import { createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const workbooks = new WorkbookReader();
let app: TestApp;
let buyer: Buyer;
let admin: Client & { id: string };
let agent: Client & { id: string };
let orderId: string;
let invoice: Invoice;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  agent = await createStaffClient(app, "agent");
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  orderId = (await createOrderInStatus(app, buyer, "completed")).order_id;
  invoice = (await requestInvoice(buyer, orderId)).data;
});

afterAll(async () => {
  await workbooks.stop();
  await app.close();
});

const fields = () => ({ invoice_id: invoice.invoice_id, amount: invoice.amount });
const readOwn = async () =>
  (await buyer.data(invoiceEndpoints.ofOrder, { query: { order_id: orderId } })).invoice;
const download = (url: string, member: Client, query: Record<string, string> = {}) =>
  app.server.inject({ method: "GET", url, query, headers: { authorization: `Bearer ${member.token}` } });
const auditOf = (target: string) =>
  app.sql<{ action: string; actor: string }>(
    "select action, actor from audit_log where target = $1 and action like 'invoice.%' order by id",
    [target],
  );

describe("an invoice is issued", () => {
  test("with its PDF and number; the same again changes nothing, another PDF replaces it", async () => {
    const number = { ...fields(), invoice_number: " 2531 7000 0000 1234 5678" };
    const first = await uploadInvoice(app, admin, { ...number });
    expect(first.data).toMatchObject({ status: "issued", invoice_number: "25317000000012345678" });
    const again = await uploadInvoice(app, admin, { ...number });
    expect(again.data).toEqual(first.data);
    const renumbered = await uploadInvoice(app, admin, { ...number, invoice_number: "25317000000012345679" });
    expect(renumbered.data).toMatchObject({
      invoice_number: "25317000000012345679",
      file_id: first.data.file_id,
    });
    const replaced = await uploadInvoice(app, admin, { ...number, file: createPdf("corrected") });
    expect(replaced.data.file_id).not.toBe(first.data.file_id);
    const detail = await agent.data(endpoints.detail, { query: { invoice_id: invoice.invoice_id } });
    expect(detail.history.map(({ from, to, actor, note }) => [from, to, actor, note])).toEqual([
      [null, "requested", "customer", null],
      ["requested", "issued", "staff", null],
      ["issued", "issued", "staff", "更改了发票号码"],
      ["issued", "issued", "staff", "更换了发票文件"],
    ]);
    expect(await readOwn()).toMatchObject({ status: "issued" });
    expect((await auditOf(orderId)).map(({ action }) => action)).toEqual([
      "invoice.issue",
      "invoice.replace",
      "invoice.replace",
    ]);
    const opened = await download(`${invoiceFilePath}/${replaced.data.file_id}`, agent);
    expect(opened.rawPayload.equals(createPdf("corrected"))).toBe(true);
    const store = await createStaffClient(app, "store");
    expect((await download(`${invoiceFilePath}/${replaced.data.file_id}`, store)).statusCode).toBe(403);
    expect((await download(`${invoiceFilePath}/${replaced.data.file_id}`, buyer)).statusCode).toBe(401);
  });

  test("never with what is no whole PDF, is too large, or has another amount or number", async () => {
    const before = await listStoredFiles(app);
    const picture = await blankImage(20, 20).jpeg().toBuffer();
    const files = [picture, "%PDF-1.7 cut off", "<html>%PDF-1.7 %%EOF"];
    for (const file of files)
      expect(await uploadInvoice(app, admin, { ...fields(), file })).toMatchObject({
        status: 400,
        data: { field: "file" },
      });
    const large = Buffer.concat([createPdf(), Buffer.alloc(invoiceFileBytesMax), createPdf()]);
    expect(await uploadInvoice(app, admin, { ...fields(), file: large })).toMatchObject({ status: 413 });
    expect(await uploadInvoice(app, admin, { ...fields(), amount: 1 })).toMatchObject({
      error: "conflict",
      data: { amount: invoice.amount },
    });
    // One without its last digit too.
    for (const number of ["12", "2531700000001234567"])
      expect(await uploadInvoice(app, admin, { ...fields(), invoice_number: number })).toMatchObject({
        status: 400,
        data: { field: "invoice_number" },
      });
    expect(await uploadInvoice(app, admin, { ...fields(), invoice_id: "nobody" })).toMatchObject({
      status: 404,
    });
    expect(await listStoredFiles(app)).toEqual(before);
    expect(await readOwn()).toMatchObject({ status: "requested" });
  });

  test("not while money is going back", async () => {
    const body = { order_id: orderId, reason: "少送了", client_key: createIdempotencyKey() };
    await buyer.data(orderEndpoints.refundRequest, { body });
    expect(await uploadInvoice(app, admin, fields())).toMatchObject({ status: 409, error: "conflict" });
  });
});

test("a rejection has a reason, after which the customer asks again; both hear of it", async () => {
  const reader = await EventReader.open(app.url, buyer.token);
  const body = { invoice_id: invoice.invoice_id, reason: "抬头与税号不符", client_key: "reject-key-1" };
  const rejected = await admin.data(endpoints.reject, { body });
  expect(await admin.data(endpoints.reject, { body })).toEqual(rejected);
  expect(await readOwn()).toMatchObject({ status: "rejected", reason: "抬头与税号不符" });
  await expect
    .poll(() => reader.events.filter(({ name }) => name === "invoice").map(({ data }) => data))
    .toEqual([
      { invoice_id: invoice.invoice_id, order_id: orderId, status: "rejected", needs_reversal: false },
    ]);
  await reader.close();
  expect(await uploadInvoice(app, admin, fields())).toMatchObject({ error: "conflict" });
  expect((await requestInvoice(buyer, orderId)).status).toBe(200);
  expect(await auditOf(orderId)).toEqual([{ action: "invoice.reject", actor: admin.id }]);
});

describe("the list", () => {
  const list = async (query: object) =>
    (await agent.data(endpoints.list, { query })).list.map(({ invoice_id }) => invoice_id);

  test("is filtered by state, day, restaurant and text, and counted", async () => {
    const today = toLocalTime(app.clock.now()).date;
    const { order_no, phone, restaurant_id } = await agent.data(endpoints.detail, {
      query: { invoice_id: invoice.invoice_id },
    });
    expect(phone).toMatch(/^\d{3}\*{4}\d{4}$/);
    const own = { keyword: order_no };
    expect(await list(own)).toEqual([invoice.invoice_id]);
    expect(await list({ ...own, state: "requested", from: today, until: today, restaurant_id })).toEqual([
      invoice.invoice_id,
    ]);
    expect(await list({ ...own, state: "issued" })).toEqual([]);
    expect(await list({ ...own, from: "2099-01-01" })).toEqual([]);
    expect(await list({ ...own, restaurant_id: "nobody" })).toEqual([]);
    for (const keyword of ["华为技术", "914403001922038216"])
      expect(await list({ keyword })).toContain(invoice.invoice_id);
    expect(await list({ keyword: "%" })).toEqual([]);
    const page = await agent.data(endpoints.list, { query: { pageSize: 1 } });
    expect(page).toMatchObject({ pageSize: 1, has_more: true });
    expect(page.total).toBeGreaterThan(1);
    const wrong = { query: { from: "2026-02-30" } };
    expect((await agent.call(endpoints.list, wrong)).status).toBe(400);
  });

  test("is exported with texts that no spreadsheet runs, and without whole numbers", async () => {
    await app.sql("update invoices set title = '=1+1' where id = $1", [invoice.invoice_id]);
    const { order_no } = await agent.data(endpoints.detail, { query: { invoice_id: invoice.invoice_id } });
    const csv = await download(listFilePath, admin, { list: "invoices", keyword: order_no });
    const [head, row, ...others] = parse(csv.body, { bom: true }) as string[][];
    expect(others).toEqual([]);
    const cells = Object.fromEntries(head!.map((name, at) => [name, row![at]]));
    expect(cells).toMatchObject({
      状态: "待开票",
      订单号: order_no,
      抬头: "'=1+1",
      税号: companyTitle.tax_number,
      "金额（元）": (invoice.amount / 100).toFixed(2),
    });
    expect(cells.顾客手机号).toContain("****");
    const workbook = await download(listFilePath, admin, {
      list: "invoices",
      format: "xlsx",
      state: "requested",
    });
    expect(workbook.rawPayload.subarray(0, 2).toString()).toBe("PK");
    expect((await download(listFilePath, agent, { list: "invoices" })).statusCode).toBe(403);
    for (const wrong of [{ state: "nobody" }, { from: "2026-02-30" }, { until: "0000-01-01" }] as Record<
      string,
      string
    >[])
      expect((await download(listFilePath, admin, { list: "invoices", ...wrong })).statusCode).toBe(400);
    const audited = "select 1 from audit_log where action = 'list.export' and target = 'invoices'";
    expect(await app.sql(audited)).toHaveLength(2);
  });
});
