import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountEndpoints as endpoints } from "#contract/account/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { deletionWaitMs, requestDeletion, requestDeletionCode } from "../support/api/accountDeletion.ts";
import { bindPhone, createPhoneCustomer, getAccount } from "../support/api/accountMerge.ts";
import { createIdempotencyKey } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { sendMessage } from "../support/api/chat.ts";
import { addPoints } from "../support/api/invites.ts";
import { createSession, differentCode } from "../support/api/login.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { payOrder, setPaymentBehaviour, settleRefunds } from "../support/api/paymentProvider.ts";
import { createPhone, dish, quotedOrderForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard } from "../support/api/wallet.ts";
import { loginWechatCustomer } from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

type Customer = Awaited<ReturnType<typeof createPhoneCustomer>>;

const getStatus = async (client: Client) => (await client.call(userEndpoints.info)).status;

async function createPaidOrder(customer: Customer): Promise<string> {
  await setPaymentBehaviour(app, {
    provider: "normal",
    notify: "lost",
    refund: "success",
    refund_delay_ms: 0,
  });
  const body = await quotedOrderForm(customer, [{ id: dish.id, quantity: 1 }]);
  const order = await customer.data(orderEndpoints.create, { body });
  await payOrder(app, customer, order);
  return order.order_id;
}

async function completeOrder(orderId: string): Promise<void> {
  const store = await createStaffClient(app, "store");
  for (const to of ["accepted", "preparing", "delivering", "completed"] as const)
    await store.data(orderEndpoints.advance, { body: { order_id: orderId, to } });
}

async function refund(orderId: string, refund_no: string) {
  const admin = await createStaffClient(app, "admin");
  const body = {
    order_id: orderId,
    refund_no,
    type: "amount",
    amount: 500,
    reason_code: "菜品问题",
  } as const;
  return await admin.data(orderEndpoints.refund, { body });
}

async function letWaitPass(): Promise<void> {
  app.clock.advance(deletionWaitMs + 1_000);
  await app.sweep("account-deletions");
}

describe("the request to delete an account", () => {
  test("tells what will be lost, and how long it can be cancelled", async () => {
    const customer = await createPhoneCustomer(app);
    await addPoints(app, customer.userId, 300, "invite");
    const number = await createBoundCard(app, customer.userId, 12_300);
    expect(await customer.data(endpoints.deletion)).toEqual({
      phone: customer.user.phone,
      requested_at: null,
      due_at: null,
      wait_days: 7,
      obstacles: [],
      points: 300,
      card: { last_four: number.slice(-4), balance: 12_300 },
    });
  });

  test("needs the code of the account's number, and ends all sessions", async () => {
    const customer = await createPhoneCustomer(app);
    const { ip } = customer.phone;
    expect(await customer.call(endpoints.requestDeletion, { body: {}, ip })).toMatchObject({ status: 400 });
    const code = await requestDeletionCode(app, customer, customer.phone);
    const wrong = { code: differentCode(code) };
    expect(await customer.call(endpoints.requestDeletion, { body: wrong, ip })).toMatchObject({
      status: 401,
      error: "bad_code",
    });
    expect(await customer.call(endpoints.requestDeletion, { body: { code }, ip })).toMatchObject({
      status: 200,
    });
    expect(await getStatus(customer)).toBe(401);
  });

  test("is not confirmed by a code for something else", async () => {
    const customer = await createPhoneCustomer(app);
    const { ip } = customer.phone;
    const { list } = await customer.data(userEndpoints.sessions);
    expect(list).toHaveLength(1);
    await customer.data(userEndpoints.sendOldPhoneCode, { ip });
    const code = await requestDeletionCode(app, customer, customer.phone);
    expect(await customer.call(userEndpoints.proveOldPhone, { body: { code }, ip })).toMatchObject({
      error: "bad_code",
    });
  });

  test("of a customer who has only WeChat is confirmed by the login", async () => {
    const customer = await loginWechatCustomer(app);
    expect(await customer.call(endpoints.sendDeletionCode)).toMatchObject({ status: 422 });
    expect((await customer.call(endpoints.requestDeletion, { body: {} })).status).toBe(200);
  });

  test("is refused while orders, refunds or withdrawals are under way, which are named", async () => {
    const customer = await createPhoneCustomer(app);
    const orderId = await createPaidOrder(customer);
    expect((await customer.data(endpoints.deletion)).obstacles).toEqual([
      { kind: "open_order", count: 1, order_id: orderId },
    ]);
    expect(await requestDeletion(app, customer, customer.phone)).toMatchObject({
      status: 422,
      error: "rule_broken",
      data: { field: "obstacles" },
    });
    await completeOrder(orderId);
    const apply = { order_id: orderId, reason: "少送了", client_key: createIdempotencyKey() };
    await customer.data(orderEndpoints.refundRequest, { body: apply });
    await addPoints(app, customer.userId, 2_000, "invite");
    const withdrawal = { points: 1_000, client_key: createIdempotencyKey() };
    await customer.data(withdrawalEndpoints.withdraw, { body: withdrawal });
    expect((await customer.data(endpoints.deletion)).obstacles).toEqual([
      { kind: "refund_request", count: 1, order_id: orderId },
      { kind: "withdrawal", count: 1, order_id: null },
    ]);
  });

  test("is cancelled by a customer who logs in again within seven days", async () => {
    const customer = await createPhoneCustomer(app);
    await requestDeletion(app, customer, customer.phone);
    app.clock.advance(deletionWaitMs - 60_000);
    const session = await createSession(app, customer.phone);
    expect(session.user).toMatchObject({ user_id: customer.userId, deletion_due_at: expect.any(String) });
    const back = new Client(app.server, session.token);
    expect((await back.call(endpoints.cancelDeletion)).status).toBe(200);
    expect((await back.data(userEndpoints.info)).deletion_due_at).toBeNull();
    await letWaitPass();
    expect(await getStatus(back)).toBe(200);
  });
});

describe("an account whose seven days are over", () => {
  test("loses its sessions, and its number may register again as a new customer", async () => {
    const customer = await createPhoneCustomer(app);
    const number = await createBoundCard(app, customer.userId, 5_000);
    await requestDeletion(app, customer, customer.phone);
    const session = await createSession(app, customer.phone);
    await letWaitPass();
    expect(await getStatus(new Client(app.server, session.token))).toBe(401);
    expect(await getAccount(app, customer.userId)).toMatchObject({
      phone: null,
      openid: null,
      nickname: "已注销用户",
      deleted_at: expect.any(Date),
      deletion_due_at: null,
    });
    const again = await createSession(app, customer.phone);
    expect(again).toMatchObject({ is_new: true });
    expect(again.user.user_id).not.toBe(customer.userId);
    const cards = await app.sql("select user_id, balance_fen from cards where number = $1", [number]);
    expect(cards).toEqual([{ user_id: null, balance_fen: 5_000 }]);
  });

  test("stays until its order is over, and is then shown to staff without a name", async () => {
    const customer = await createPhoneCustomer(app);
    await requestDeletion(app, customer, customer.phone);
    const back = new Client(app.server, (await createSession(app, customer.phone)).token);
    const orderId = await createPaidOrder(Object.assign(back, customer, { token: back.token }));
    await letWaitPass();
    expect(await getAccount(app, customer.userId)).toMatchObject({ phone: customer.phone.phone });
    await completeOrder(orderId);
    await app.sweep("account-deletions");
    const agent = await createStaffClient(app, "agent");
    const params = { userId: customer.userId };
    expect(await agent.data(staffChatEndpoints.customer, { params })).toMatchObject({
      name: "已注销用户",
      phone: null,
    });
    const [order] = await app.sql("select address, contact_phone, remark from orders where id = $1", [
      orderId,
    ]);
    expect(order).toEqual({ address: null, contact_phone: null, remark: "" });
  });

  test("is deleted while a refund is under way, which still ends", async () => {
    const customer = await createPhoneCustomer(app);
    const orderId = await createPaidOrder(customer);
    await completeOrder(orderId);
    await requestDeletion(app, customer, customer.phone);
    // Until the job of refunds runs, the provider has not even been asked.
    await refund(orderId, "after-deletion");
    app.clock.advance(deletionWaitMs + 1_000);
    await app.sweep("account-deletions");
    expect((await getAccount(app, customer.userId)).phone).toBeNull();
    app.clock.reset();
    await settleRefunds(app);
    const rows = await app.sql("select state, money_fen from refunds where order_id = $1", [orderId]);
    expect(rows).toEqual([{ state: "success", money_fen: 500 }]);
  });

  test("is closed for good when the job is interrupted, and deleted by the next run", async () => {
    const customer = await createPhoneCustomer(app);
    await sendMessage(customer, "还在吗");
    await requestDeletion(app, customer, customer.phone);
    await app.sql("alter table chat_notes rename to chat_notes_gone");
    await letWaitPass();
    await app.sql("alter table chat_notes_gone rename to chat_notes");
    const closed = await getAccount(app, customer.userId);
    expect(closed).toMatchObject({ phone: null, deleted_at: null, deletion_due_at: expect.any(Date) });
    const again = await createSession(app, customer.phone);
    expect(again.user.user_id).not.toBe(customer.userId);
    // Another process may run at the same time.
    await Promise.all([app.sweep("account-deletions"), app.sweep("account-deletions")]);
    expect(await getAccount(app, customer.userId)).toMatchObject({
      deleted_at: expect.any(Date),
      deletion_due_at: null,
    });
    expect(await app.sql("select 1 from conversations where user_id = $1", [customer.userId])).toEqual([]);
  });

  test("takes the names of the accounts that were merged into it along", async () => {
    const customer = await createPhoneCustomer(app);
    const guest = await loginWechatCustomer(app);
    await guest.data(userEndpoints.updateInfo, { body: { nickname: "并入的名字" } });
    await bindPhone(app, guest, customer.phone);
    app.clock.advance(61_000);
    await requestDeletion(app, customer, customer.phone);
    await letWaitPass();
    expect(await getAccount(app, guest.userId)).toMatchObject({ nickname: "已注销用户", avatar: null });
  });

  test("cannot take over, nor be taken over by, another account while it waits", async () => {
    const customer = await createPhoneCustomer(app);
    await requestDeletion(app, customer, customer.phone);
    const guest = await loginWechatCustomer(app);
    app.clock.advance(61_000);
    expect(await bindPhone(app, guest, customer.phone)).toMatchObject({ status: 409, error: "conflict" });
    expect((await bindPhone(app, guest, createPhone())).status).toBe(200);
  });
});
