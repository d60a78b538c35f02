import { addressEndpoints } from "#contract/address/endpoints.ts";
import { chatEndpoints } from "#contract/chat/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { staffInvoiceEndpoints } from "#contract/staff/invoice/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { createPhoneCustomer } from "./accountMerge.ts";
import { createIdempotencyKey } from "./buyers.ts";
import { sendMessage, sendReply, uploadChatImage } from "./chat.ts";
import { blankImage, encodeMultipart, uploadForm } from "./forms.ts";
import { issueVoucher, pickupOrderForm, voucherOrderForm } from "./inStore.ts";
import { acceptInvitation, addPoints } from "./invites.ts";
import { requestInvoice, uploadInvoice } from "./invoices.ts";
import { type createPaidOrder, createStaffClient } from "./orders.ts";
import { payAtProvider, payOrder, setPaymentBehaviour, settleRefunds } from "./paymentProvider.ts";
import { createCustomer, defaultRestaurantId, dish, homeAddressForm, quotedOrderForm } from "./people.ts";
import type { TestApp } from "./testApp.ts";
import { createBoundCard } from "./wallet.ts";
import { createOpenid, exchangeCode, requestAuthCode } from "./wechat.ts";

/** Texts by which the customer can be recognized; none of them is anywhere else in the demo. */
export const personalTexts = {
  nickname: "独孤寻",
  recipient: "令狐寻",
  recipientPhone: "13655550001",
  contactPhone: "13655550002",
  details: "寻迹花园",
  houseNumber: "寻77号",
  remark: "寻门口放下",
  message: "寻我的外卖",
  reply: "寻顾客您好",
  note: "寻备注回电13655550003",
  requestText: "寻少了一份",
  staffReason: "寻先生来电核实",
  rejectedTitle: "寻驳回抬头",
  rejectedEmail: "xunbo@example.com",
};

/** Texts of an invoice, which the law on taxes has stored. */
export const invoiceTexts = { title: "寻个人抬头", email: "xunren@example.com" };

const wechatAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) MicroMessenger/8.0.60(0x18003c2f)";

export type EverythingCustomer = Awaited<ReturnType<typeof createEverythingCustomer>>;

/** Creates a customer who has used everything that the product offers, and left a text wherever one can be left. */
export async function createEverythingCustomer(app: TestApp) {
  const customer = await createPhoneCustomer(app);
  const { userId } = customer;
  const openid = createOpenid();
  await exchangeCode(app, await requestAuthCode(app, { user: openid }), { token: customer.token });
  const form = encodeMultipart([{ filename: "me.jpg", bytes: await blankImage(60, 60).jpeg().toBuffer() }]);
  const avatar = await uploadForm(app, customer.token, form, undefined, userEndpoints.uploadAvatar.path);
  const { nickname } = personalTexts;
  await customer.data(userEndpoints.updateInfo, { body: { nickname, avatar: avatar.data.id } });
  const { recipient, recipientPhone: phone, details, houseNumber: house_number } = personalTexts;
  const body = { ...homeAddressForm, recipient, phone, details, house_number };
  const { id: addressId } = await customer.data(addressEndpoints.add, { body });
  await customer.data(restaurantEndpoints.toggleFavourite, { query: { restaurant_id: defaultRestaurantId } });
  const buyer = Object.assign(customer, { addressId });
  const friend = Object.assign(await createCustomer(app), { userId: "", addressId: "" });
  await acceptInvitation(friend, buyer);
  const orderId = await orderInEveryWay(app, buyer);
  await addPoints(app, userId, 3_000, "invite");
  const cardNumber = await createBoundCard(app, userId, 8_800);
  await talkWithService(app, buyer);
  await withdraw(app, buyer);
  return Object.assign(buyer, { openid, orderId, cardNumber });
}

type Buyer = Parameters<typeof createPaidOrder>[1];

/** Returns the id of an order that was completed, complained about and refunded. */
async function orderInEveryWay(app: TestApp, buyer: Buyer): Promise<string> {
  await setPaymentBehaviour(app, { notify: "lost", refund: "success", refund_delay_ms: 0 });
  const { remark, contactPhone: contact_phone } = personalTexts;
  const takeaway = await quotedOrderForm(buyer, [{ id: dish.id, quantity: 2 }], { remark });
  const order = await buyer.data(orderEndpoints.create, { body: takeaway });
  const pay = { body: { order_id: order.order_id }, headers: { "user-agent": wechatAgent } };
  await buyer.data(orderEndpoints.pay, pay);
  await payAtProvider(app, order);
  await buyer.data(orderEndpoints.payQuery, { query: { order_id: order.order_id } });
  const store = await createStaffClient(app, "store");
  for (const to of ["accepted", "preparing", "delivering", "completed"] as const)
    await store.data(orderEndpoints.advance, { body: { order_id: order.order_id, to } });
  await invoiceOrder(app, buyer, order.order_id);
  await complain(app, buyer, order.order_id);
  const unpaid = await buyer.data(orderEndpoints.create, {
    body: pickupOrderForm({ contact_phone, remark }),
  });
  await buyer.data(orderEndpoints.cancel, { body: { order_id: unpaid.order_id, reason: 1 } });
  const cancelled = await buyer.data(orderEndpoints.create, { body: pickupOrderForm({ contact_phone }) });
  await payOrder(app, buyer, cancelled);
  await buyer.data(orderEndpoints.cancel, { body: { order_id: cancelled.order_id, reason: 1 } });
  const refused = await buyer.data(orderEndpoints.create, { body: pickupOrderForm({ contact_phone }) });
  await payOrder(app, buyer, refused);
  await store.data(orderEndpoints.advance, {
    body: { order_id: refused.order_id, to: "cancelled", reason: personalTexts.staffReason },
  });
  const voucher = await issueVoucher(app);
  const meal = await buyer.data(orderEndpoints.create, {
    body: voucherOrderForm(voucher, { contact_phone }),
  });
  for (const to of ["accepted", "preparing", "ready_for_pickup", "completed"] as const)
    await store.data(orderEndpoints.advance, { body: { order_id: meal.order_id, to } });
  await settleRefunds(app);
  app.clock.reset();
  return order.order_id;
}

/** Has a first request rejected, and the second one issued. */
async function invoiceOrder(app: TestApp, buyer: Buyer, orderId: string): Promise<void> {
  const request = async (overrides: Record<string, unknown>) => {
    const person = { title_type: "person", tax_number: undefined, ...overrides };
    const { status, data, msg } = await requestInvoice(buyer, orderId, person);
    if (status !== 200) throw new Error(`the invoice was refused: ${msg}`);
    return data;
  };
  const admin = await createStaffClient(app, "admin");
  const { rejectedTitle: title, rejectedEmail: email, staffReason: reason } = personalTexts;
  const { invoice_id } = await request({ title, email });
  await admin.data(staffInvoiceEndpoints.reject, {
    body: { invoice_id, reason, client_key: createIdempotencyKey() },
  });
  const second = await request({ save_title: true, ...invoiceTexts });
  const issued = await uploadInvoice(app, admin, { invoice_id: second.invoice_id, amount: second.amount });
  if (issued.status !== 200) throw new Error("the invoice was not issued");
}

async function complain(app: TestApp, buyer: Buyer, order_id: string): Promise<void> {
  const image = await uploadChatImage(app, buyer);
  const { requestText: text, staffReason } = personalTexts;
  const body = { order_id, reason: "少送了", text, images: [image], client_key: createIdempotencyKey() };
  await buyer.data(orderEndpoints.refundRequest, { body });
  const admin = await createStaffClient(app, "admin");
  const refund = {
    order_id,
    refund_no: `everything-${order_id}`,
    type: "amount",
    amount: 500,
    reason_code: "菜品问题",
    note: staffReason,
  };
  await admin.data(orderEndpoints.refund, { body: refund });
}

async function talkWithService(app: TestApp, buyer: Buyer): Promise<void> {
  const { message, reply, note, recipientPhone } = personalTexts;
  await sendMessage(buyer, `${message} ${recipientPhone}`);
  const image_id = await uploadChatImage(app, buyer);
  await buyer.data(chatEndpoints.send, {
    body: { type: "image", image_id, client_key: createIdempotencyKey() },
  });
  const agent = await createStaffClient(app, "agent");
  await sendReply(agent, buyer.userId, `${reply} ${personalTexts.nickname}`);
  const params = { userId: buyer.userId };
  await agent.data(staffChatEndpoints.addNote, {
    params,
    body: { content: note, client_key: createIdempotencyKey() },
  });
  await agent.data(staffChatEndpoints.customer, { params });
}

async function withdraw(app: TestApp, buyer: Buyer): Promise<void> {
  const body = { points: 1_000, client_key: createIdempotencyKey() };
  const { withdrawal_id } = await buyer.data(withdrawalEndpoints.withdraw, { body });
  const admin = await createStaffClient(app, "admin");
  const review = { withdrawal_id, approve: false, reason: personalTexts.staffReason };
  await admin.data(withdrawalEndpoints.review, { body: { ...review, client_key: createIdempotencyKey() } });
}
