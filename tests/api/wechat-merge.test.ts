import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { pointsEndpoints } from "#contract/points/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import {
  bindPhone,
  createPhoneCustomer,
  createWechatCustomer,
  getAccount,
  getProfile,
} from "../support/api/accountMerge.ts";
import { createOrder, takeawayOrderForm } from "../support/api/buyers.ts";
import { requestAndReadCode } from "../support/api/login.ts";
import { payOrder } from "../support/api/paymentProvider.ts";
import { homeAddressForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard, addPoints as giveOnce } from "../support/api/wallet.ts";
import { exchangeCode, loginWechatCustomer, requestAuthCode } from "../support/api/wechat.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function addPointsTo(userId: string, ...deltas: number[]) {
  for (const delta of deltas) await giveOnce(app, userId, delta);
}

describe("binding a number that has an account merges the two", () => {
  test("with the orders, addresses and points of both, and both logins", async () => {
    const old = await createPhoneCustomer(app);
    await old.data(addressEndpoints.add, { body: homeAddressForm });
    const fresh = await createWechatCustomer(app);
    const order = await createOrder(fresh);
    await payOrder(app, fresh, order);
    const unpaid = await createOrder(fresh);
    await addPointsTo(old.userId, 300, -100);
    await addPointsTo(fresh.userId, 50, 25);

    const { status, data } = await bindPhone(app, fresh, old.phone);
    expect(status).toBe(200);
    expect(data).toMatchObject({ user_id: old.userId, has_wechat: true, points: 275 });
    expect(data.nickname).toBe(old.user.nickname);
    // Sessions of either login stay valid, for the merged account.
    expect(await getProfile(fresh)).toEqual(data);
    expect(await getProfile(old)).toEqual(data);
    const ids = (await old.data(orderEndpoints.list)).list.map((item) => item.order_id);
    expect(ids.sort()).toEqual([order.order_id, unpaid.order_id].sort());
    await payOrder(app, old, unpaid);
    const addresses = await app.sql<{ is_default: boolean }>(
      "select is_default from addresses where user_id = $1",
      [old.userId],
    );
    expect(addresses.filter((item) => item.is_default)).toHaveLength(1);
    expect(addresses).toHaveLength(2);
    expect(
      (await exchangeCode(app, await requestAuthCode(app, { user: fresh.openid }))).data.user.user_id,
    ).toBe(old.userId);

    const closed = await getAccount(app, fresh.userId);
    expect(closed).toMatchObject({ merged_into: old.userId, openid: null, phone: null });
    expect(closed.disabled_at).not.toBeNull();
  });

  test("with the points in one account with one running balance", async () => {
    const old = await createPhoneCustomer(app);
    const fresh = await loginWechatCustomer(app);
    await addPointsTo(old.userId, 10, 20);
    await addPointsTo(fresh.userId, 1, 2, 3);
    await bindPhone(app, fresh, old.phone);
    const ledger = await app.sql<{ delta: number; balance_after: number }>(
      "select delta, balance_after from points_ledger where user_id = $1 order by id",
      [old.userId],
    );
    expect(ledger.map((item) => item.delta)).toEqual([10, 20, 1, 2, 3]);
    expect(ledger.map((item) => item.balance_after)).toEqual([10, 30, 31, 33, 36]);
    expect(
      await app.sql("select user_id, balance from points_accounts where user_id = any($1)", [
        [old.userId, fresh.userId],
      ]),
    ).toEqual([{ user_id: old.userId, balance: 36 }]);
  });

  test("with the points that an order reserves, the card that pays, and the points it earned", async () => {
    const old = await createPhoneCustomer(app);
    const fresh = await createWechatCustomer(app);
    await addPointsTo(old.userId, 500);
    await addPointsTo(fresh.userId, 1_000);
    await createBoundCard(app, fresh.userId, 20_000);
    const waiting = await createOrder(fresh);
    const body = { order_id: waiting.order_id, points_payment: 600 };
    await fresh.data(orderEndpoints.pay, { body });
    const eaten = await createOrder(fresh);
    const byCard = { order_id: eaten.order_id, payment_method: "card", points_payment: 200 };
    await fresh.data(orderEndpoints.pay, { body: byCard });

    expect((await bindPhone(app, fresh, old.phone)).status).toBe(200);
    await app.ledgerCheck.check();
    expect(await old.data(pointsEndpoints.account)).toMatchObject({
      balance: 1_300 + 31,
      reserved: 600,
      pending: 31,
      available: 700,
    });
    await old.data(orderEndpoints.pay, { body: { ...body, payment_method: "card" } });
    await old.data(orderEndpoints.cancel, { body: { order_id: eaten.order_id } });
    expect((await old.data(cardEndpoints.show))?.balance).toBe(20_000 - 3_800 + 600);
    expect(await old.data(pointsEndpoints.account)).toMatchObject({ reserved: 0, available: 900 });
    await app.ledgerCheck.check();
  });

  test("with the inviters and invitees of both, without a circle", async () => {
    const grand = await createPhoneCustomer(app);
    const old = await createPhoneCustomer(app);
    const fresh = await loginWechatCustomer(app);
    const freshCodeWord = (await getProfile(fresh)).invite_code;
    const inviterOf = async (userId: string) =>
      (
        await app.sql<{ inviter_id: string }>("select inviter_id from invites where invitee_id = $1", [
          userId,
        ])
      )[0]?.inviter_id;
    const guest = await createPhoneCustomer(app, freshCodeWord);
    await app.sql("insert into invites values ($1, $2, 'registered', null, 0, now(), null)", [
      fresh.userId,
      grand.userId,
    ]);
    await bindPhone(app, fresh, old.phone);
    expect(await inviterOf(guest.userId)).toBe(old.userId);
    expect(await inviterOf(old.userId)).toBe(grand.userId);
    // An invite link of the closed account still counts for the merged one.
    expect(await inviterOf((await createPhoneCustomer(app, freshCodeWord)).userId)).toBe(old.userId);
  });

  test("without an invitation between the two, or one that would close a circle", async () => {
    const old = await createPhoneCustomer(app);
    const middle = await createPhoneCustomer(app, old.user.invite_code);
    const fresh = await loginWechatCustomer(app);
    await app.sql("insert into invites values ($1, $2, 'registered', null, 0, now(), null)", [
      fresh.userId,
      middle.userId,
    ]);
    await bindPhone(app, fresh, old.phone);
    const rows = await app.sql("select invitee_id, inviter_id from invites where invitee_id = any($1)", [
      [old.userId, fresh.userId, middle.userId],
    ]);
    expect(rows).toEqual([{ invitee_id: middle.userId, inviter_id: old.userId }]);
  });

  test("also with a favourite in both, a card, and a conversation", async () => {
    const old = await createPhoneCustomer(app);
    const fresh = await loginWechatCustomer(app);
    const stores = await app.sql<{ id: string }>("select id from restaurants order by id limit 2");
    for (const [user, store] of [
      [old.userId, stores[0]!.id],
      [fresh.userId, stores[0]!.id],
      [fresh.userId, stores[1]!.id],
    ])
      await app.sql("insert into favourites values ($1, $2, now())", [user, store]);
    await createBoundCard(app, fresh.userId, 500);
    for (const { userId } of [old, fresh]) {
      await app.sql(
        "insert into conversations (user_id, status, unread_by_staff, updated_at) values ($1, 'open', 2, now())",
        [userId],
      );
      await app.sql(
        `insert into chat_messages (user_id, sender_type, type, content, created_at)
         values ($1, 'user', 'text', '你好', now())`,
        [userId],
      );
    }
    expect((await bindPhone(app, fresh, old.phone)).status).toBe(200);
    const count = async (table: string) =>
      (
        await app.sql<{ n: number }>(`select count(*) as n from ${table} where user_id = $1`, [old.userId])
      )[0]!.n;
    expect(await Promise.all(["favourites", "cards", "conversations", "chat_messages"].map(count))).toEqual([
      2, 1, 1, 2,
    ]);
    expect(
      await app.sql("select unread_by_staff from conversations where user_id = $1", [old.userId]),
    ).toEqual([{ unread_by_staff: 4 }]);
  });

  test("leaves nothing behind in any table that references a customer", async () => {
    const old = await createPhoneCustomer(app);
    const fresh = await createWechatCustomer(app);
    const { order_id } = await createOrder(fresh);
    await app.sql(
      `with title as (insert into invoice_titles (id, user_id, title_type, title, used_at)
         values ('merged', $1, 'person', '个人', now()))
       insert into invoices (id, order_id, user_id, status, title_type, title, amount_fen, created_at)
         values ('merged', $2, $1, 'requested', 'person', '个人', 1, now())`,
      [fresh.userId, order_id],
    );
    await bindPhone(app, fresh, old.phone);
    const columns = await app.sql<{ source: string; name: string }>(`
      select conrelid::regclass::text as source, attname as name from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
      where contype = 'f' and confrelid = 'users'::regclass`);
    expect(columns.length).toBeGreaterThan(10);
    for (const { source, name } of [...columns, { source: "tokens", name: "subject_id" }]) {
      const left = await app.sql(`select 1 from ${source} where ${name} = $1`, [fresh.userId]);
      expect({ source, left }).toEqual({ source, left: [] });
    }
  });

  test("and loses no order that is created concurrently", async () => {
    for (let round = 0; round < 10; round++) {
      const old = await createPhoneCustomer(app);
      const fresh = await createWechatCustomer(app);
      const code = await requestAndReadCode(app, old.phone);
      const [made] = await Promise.all([
        fresh.call(orderEndpoints.create, { body: takeawayOrderForm(fresh) }),
        fresh.call(userEndpoints.updateInfo, { body: { phone: old.phone.phone, code }, ip: old.phone.ip }),
      ]);
      expect([200, 409]).toContain(made.status);
      expect((await getProfile(fresh)).user_id).toBe(old.userId);
      const list = await fresh.data(orderEndpoints.list);
      expect(list.total).toBe(made.status === 200 ? 1 : 0);
    }
  });
});
