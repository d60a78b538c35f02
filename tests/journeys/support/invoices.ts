import { randomUUID } from "node:crypto";
import type { TestEnvironment } from "../../../scripts/lib/TestEnvironment.ts";
import { requestAs } from "../../../scripts/lib/wallet.ts";
import type { Customer } from "./customer.ts";
import { advanceOrder, createPaidOrder } from "./staff.ts";

/** Creates a paid order and completes it; returns its id. */
export async function createCompletedOrder(
  environment: TestEnvironment,
  customer: Customer,
): Promise<string> {
  const { id } = await createPaidOrder(environment, customer);
  for (const step of ["accepted", "preparing", "delivering", "completed"])
    await advanceOrder(environment, id, step);
  return id;
}

/** Asks for an invoice of a person on an order; returns its id. */
export async function requestInvoice(
  environment: TestEnvironment,
  customer: Customer,
  orderId: string,
): Promise<string> {
  const body = {
    order_id: orderId,
    title_type: "person",
    title: "苏小雨",
    save_title: true,
    client_key: randomUUID(),
  };
  const { invoice_id } = await requestAs<{ invoice_id: string }>(
    environment,
    customer.token,
    "POST",
    "invoice/request",
    body,
  );
  return invoice_id;
}

/**
 * Gives the demo customer an issued invoice with a PDF that nobody opens, and lets another order of theirs be paid by
 * WeChat, so that one can be asked for; returns the ids of both orders.
 */
export async function prepareInvoices(
  environment: TestEnvironment,
  userId: string,
): Promise<{ invoicedId: string; invoiceableId: string }> {
  const completed = await environment.queryRows<{ id: string }>(
    `select id from orders where user_id = $1 and status = 'completed' and refund_status = 'none' and paid_fen > 0
       order by created_at desc limit 2`,
    [userId],
  );
  const [invoicedId = "", invoiceableId = ""] = completed.map(({ id }) => id);
  await environment.queryRows("update orders set payment_method = 'wechat' where id = $1", [invoiceableId]);
  await environment.queryRows(
    `with invoice as (
       insert into invoices (id, order_id, user_id, status, title_type, title, tax_number, amount_fen, created_at, changed_at)
         select 'screens-invoice', id, user_id, 'issued', 'company', '华为技术有限公司', '914403001922038216', paid_fen, now(), now()
         from orders where id = $1 returning id),
     title as (
       insert into invoice_titles (id, user_id, title_type, title, tax_number, used_at)
         values ('screens-title', $2, 'company', '华为技术有限公司', '914403001922038216', now()))
     insert into invoice_files (id, invoice_id, kind, path, bytes, digest, uploaded_by, created_at)
       select 'screens-pdf', id, 'invoice', 'none.pdf', 1, 'none', 'journey', now() from invoice`,
    [invoicedId, userId],
  );
  return { invoicedId, invoiceableId };
}
