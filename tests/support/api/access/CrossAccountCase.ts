import { addressEndpoints } from "#contract/address/endpoints.ts";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { invoiceEndpoints } from "#contract/invoice/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../buyers.ts";
import { blankImage, uploadImage } from "../forms.ts";
import { issueVoucher } from "../inStore.ts";
import { requestInvoice, uploadInvoice } from "../invoices.ts";
import { fundCustomer } from "../money/fundCustomer.ts";
import { createOrderInStatus, createStaffClient } from "../orders.ts";
import { homeAddressForm } from "../people.ts";
import type { TestApp } from "../testApp.ts";

/** Text contained in everything the victim owns; no other caller may read it. */
export const canaryText = "金丝雀甲乙丙";

/** A victim: a customer who owns one of everything. */
export interface CrossAccountCase {
  buyer: Buyer;
  phone: string;
  addressId: string;
  unpaidId: string;
  paidId: string;
  publicId: string;
  voucher: string;
  withdrawalId: string;
  invoiceId: string;
  /** In fen. */
  invoiceAmount: number;
  titleId: string;
  pictureId: string;
  messageId: number;
}

/** Creates the victim; the paid order has a pending refund request. */
export async function createCrossAccountCase(app: TestApp): Promise<CrossAccountCase> {
  const buyer = await createBuyer(app);
  const phone = "15199990000";
  await app.sql("update users set nickname = $2, phone = $3 where id = $1", [
    buyer.userId,
    canaryText,
    phone,
  ]);
  await fundCustomer(app, buyer.userId);
  await buyer.data(addressEndpoints.add, {
    body: { ...homeAddressForm, recipient: canaryText, is_default: false },
  });
  const paid = await createOrderInStatus(app, buyer, "completed");
  const invoice = await createIssuedInvoice(app, buyer, paid.order_id);
  const unpaid = await createOrder(buyer, { remark: canaryText });
  const refundRequestInput = {
    order_id: paid.order_id,
    reason: "少送了",
    text: canaryText,
    client_key: createIdempotencyKey(),
  };
  await buyer.data(orderEndpoints.refundRequest, { body: refundRequestInput });
  const picture = await uploadImage(app, buyer.token, await blankImage(40, 30).jpeg().toBuffer());
  const text = { type: "text", content: canaryText, client_key: createIdempotencyKey() };
  const message = await buyer.data(chatEndpoints.send, { body: text });
  const withdrawalInput = { points: 1_000, client_key: createIdempotencyKey() };
  const { withdrawal_id } = await buyer.data(withdrawalEndpoints.withdraw, { body: withdrawalInput });
  return {
    buyer,
    phone,
    addressId: buyer.addressId,
    unpaidId: unpaid.order_id,
    paidId: paid.order_id,
    publicId: paid.third_party_order_id,
    voucher: await issueVoucher(app),
    withdrawalId: withdrawal_id,
    ...invoice,
    pictureId: picture.data.id,
    messageId: message.id,
  };
}

/** Has an invoice issued on a completed order, whose title is kept. */
async function createIssuedInvoice(app: TestApp, buyer: Buyer, orderId: string) {
  const overrides = { title: canaryText, save_title: true };
  const { invoice_id, amount } = (await requestInvoice(buyer, orderId, overrides)).data;
  await uploadInvoice(app, await createStaffClient(app, "admin"), { invoice_id, amount });
  const { titles } = await buyer.data(invoiceEndpoints.ofOrder, { query: { order_id: orderId } });
  return { invoiceId: invoice_id, invoiceAmount: amount, titleId: titles[0]!.title_id };
}

/** What the victim owns: the condition for a table's rows. */
const ownedRows = {
  users: "id = $1",
  addresses: "user_id = $1",
  orders: "user_id = $1",
  payment_attempts: "order_id in (select id from orders where user_id = $1)",
  refunds: "order_id in (select id from orders where user_id = $1)",
  refund_requests: "order_id in (select id from orders where user_id = $1)",
  points_ledger: "user_id = $1",
  points_accounts: "user_id = $1",
  cards: "user_id = $1",
  card_ledger: "card_id in (select id from cards where user_id = $1)",
  withdrawals: "user_id = $1",
  invoices: "user_id = $1",
  invoice_titles: "user_id = $1",
  invoice_files: "invoice_id in (select id from invoices where user_id = $1)",
  chat_messages: "user_id = $1",
  conversations: "user_id = $1",
  chat_notes: "user_id = $1",
  favourites: "user_id = $1",
  consents: "user_id = $1",
  files: "owner_id = $1",
  invites: "invitee_id = $1 or inviter_id = $1",
};

/** One statement for all tables, named so that a connection plans it once: it runs before and after each call. */
const hashQuery = {
  name: "hash-owned-rows",
  text: Object.entries(ownedRows)
    .map(
      ([table, condition]) => `select '${table}' as table,
        md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${table} t where ${condition}`,
    )
    .join(" union all "),
};

/** Hashes everything the victim owns, by table, to prove that a rejected caller changed none of it. */
export async function hashOwnedRows(
  app: TestApp,
  { buyer }: CrossAccountCase,
): Promise<Record<string, string>> {
  const { rows } = await app.database.pool.query<{ table: string; hash: string }>({
    ...hashQuery,
    values: [buyer.userId],
  });
  return Object.fromEntries(rows.map(({ table, hash }) => [table, hash]));
}
