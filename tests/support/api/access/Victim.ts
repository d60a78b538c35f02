import { addressEndpoints } from "#contract/address/endpoints.ts";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { type Buyer, newBuyer, newKey, newOrder } from "../buyers.ts";
import { blank, sendPicture } from "../forms.ts";
import { newVoucher } from "../inStore.ts";
import { orderAt } from "../kitchen.ts";
import { fillPurse } from "../money/purse.ts";
import { homeForm } from "../people.ts";
import type { TestApp } from "../testApp.ts";

/** Words that stand in everything the victim owns; nobody else may read them. */
export const canary = "金丝雀甲乙丙";

/** A customer who has one of everything. */
export interface Victim {
  buyer: Buyer;
  phone: string;
  addressId: string;
  unpaidId: string;
  paidId: string;
  publicId: string;
  voucher: string;
  withdrawalId: string;
  pictureId: string;
  messageId: number;
}

/** Makes the victim; the paid order waits for an answer to a request for a refund. */
export async function newVictim(app: TestApp): Promise<Victim> {
  const buyer = await newBuyer(app);
  const phone = "15199990000";
  await app.sql("update users set nickname = $2, phone = $3 where id = $1", [buyer.userId, canary, phone]);
  await fillPurse(app, buyer.userId);
  await buyer.data(addressEndpoints.add, { body: { ...homeForm, recipient: canary, is_default: false } });
  const paid = await orderAt(app, buyer, "completed");
  const unpaid = await newOrder(buyer, { remark: canary });
  const ask = { order_id: paid.order_id, reason: "少送了", text: canary, client_key: newKey() };
  await buyer.data(orderEndpoints.refundRequest, { body: ask });
  const picture = await sendPicture(app, buyer.token, await blank(40, 30).jpeg().toBuffer());
  const text = { type: "text", content: canary, client_key: newKey() };
  const message = await buyer.data(chatEndpoints.send, { body: text });
  const payout = { points: 1_000, client_key: newKey() };
  const { withdrawal_id } = await buyer.data(withdrawalEndpoints.withdraw, { body: payout });
  return {
    buyer,
    phone,
    addressId: buyer.addressId,
    unpaidId: unpaid.order_id,
    paidId: paid.order_id,
    publicId: paid.third_party_order_id,
    voucher: await newVoucher(app),
    withdrawalId: withdrawal_id,
    pictureId: picture.data.id,
    messageId: message.id,
  };
}

/** Everything the victim owns, as one fingerprint: whoever is refused has changed nothing of it. */
export async function fingerprint(app: TestApp, { buyer }: Victim): Promise<Record<string, string>> {
  const owned = {
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
    chat_messages: "user_id = $1",
    chat_sessions: "user_id = $1",
    chat_notes: "user_id = $1",
    favourites: "user_id = $1",
    files: "owner_id = $1",
    invites: "invitee_id = $1 or inviter_id = $1",
  };
  const prints: Record<string, string> = {};
  for (const [table, condition] of Object.entries(owned)) {
    const [row] = await app.sql<{ print: string }>(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print from ${table} t where ${condition}`,
      [buyer.userId],
    );
    prints[table] = row!.print;
  }
  return prints;
}
