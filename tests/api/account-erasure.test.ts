import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accountEndpoints } from "#contract/account/endpoints.ts";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { staffChatEndpoints } from "#contract/staff/chat/endpoints.ts";
import { addEntry, findByNumber, update } from "#server/modules/card/card.repository.ts";
import { newId } from "#server/platform/security/ids.ts";
import { getAccount } from "../support/api/accountMerge.ts";
import { createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import { sendMessage, textMessage } from "../support/api/chat.ts";
import {
  createQualifiedGuest,
  grantDueRewards,
  listPointMovements,
  refundOrder,
} from "../support/api/invites.ts";
import { requestInvoice } from "../support/api/invoices.ts";
import { createOrderInStatus, createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard } from "../support/api/wallet.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

async function makeDue(userId: string): Promise<void> {
  await app.sql("update users set deletion_due_at = now() - interval '1 minute' where id = $1", [userId]);
}

async function erase(userId: string): Promise<void> {
  await makeDue(userId);
  await app.sweep("account-deletions");
  expect(await getAccount(app, userId)).toMatchObject({ deleted_at: expect.any(Date) });
}

/** Waits until a session of the database waits for a lock of another. */
async function waitForLock(): Promise<void> {
  await expect
    .poll(async () => (await app.sql("select 1 from pg_locks where not granted")).length, { timeout: 20_000 })
    .toBeGreaterThan(0);
}

describe("the deletion of an account", () => {
  test("has not ended while another process may still be interrupted in it", async () => {
    const buyer = await createBuyer(app);
    const { id } = await sendMessage(buyer, "第一条");
    await app.sql(
      `insert into chat_messages (user_id, sender_type, sender_id, type, content, created_at)
       select user_id, sender_type, sender_id, type, 'nr ' || nth, created_at
       from chat_messages, generate_series(2, 600) nth where id = $1`,
      [id],
    );
    await makeDue(buyer.userId);
    // The other process has taken a batch, and is killed after that.
    let commit = () => {};
    const isOver = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let begin = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const other = app.database.transaction(async (tx) => {
      await tx.execute(`delete from chat_messages where id in
        (select id from chat_messages where user_id = '${buyer.userId}' order by id limit 500)`);
      begin();
      await isOver;
    });
    await hasBegun;
    const run = app.sweep("account-deletions");
    await waitForLock().finally(commit);
    await Promise.all([other, run]);
    const left = () => app.sql("select 1 from chat_messages where user_id = $1", [buyer.userId]);
    const { deleted_at } = await getAccount(app, buyer.userId);
    expect(deleted_at === null || (await left()).length === 0).toBe(true);
    await app.sweep("account-deletions");
    expect(await left()).toEqual([]);
    expect(await getAccount(app, buyer.userId)).toMatchObject({ deleted_at: expect.any(Date) });
  });

  test("takes no points from a friend that are on their way", async () => {
    const inviter = await createBuyer(app);
    const { guest } = await createQualifiedGuest(app, inviter);
    await erase(guest.userId);
    await grantDueRewards(app);
    expect(await listPointMovements(app, inviter.userId)).toMatchObject([["invite", expect.any(Number)]]);
  });

  test("leaves an account that gets no message, note or image any more", async () => {
    const buyer = await createBuyer(app);
    const { order_id } = await createOrderInStatus(app, buyer, "completed");
    await erase(buyer.userId);
    const agent = await createStaffClient(app, "agent");
    const message = { user_id: buyer.userId, ...textMessage("您好") };
    expect(await agent.call(staffChatEndpoints.send, { body: message })).toMatchObject({ status: 404 });
    const note = { content: "回电", client_key: createIdempotencyKey() };
    const params = { userId: buyer.userId };
    expect(await agent.call(staffChatEndpoints.addNote, { params, body: note })).toMatchObject({
      status: 404,
    });
    await refundOrder(app, order_id, "all");
    expect(await app.sql("select state from refunds where order_id = $1", [order_id])).toEqual([
      { state: "success" },
    ]);
    expect(await app.sql("select 1 from conversations where user_id = $1", [buyer.userId])).toEqual([]);
  });

  test("tells the points that are on their way among those that will be lost", async () => {
    const buyer = await createBuyer(app);
    await addPoints(app, buyer.userId, 300);
    await addPoints(app, buyer.userId, 200, {
      availableAt: new Date(app.clock.now().getTime() + 86_400_000),
    });
    expect((await buyer.data(accountEndpoints.deletion)).points).toBe(500);
  });
});

test("who binds a card of a deleted account sees its issue, and nothing of the former holder", async () => {
  const [former, next] = [await createBuyer(app), await createBuyer(app)];
  const number = await createBoundCard(app, former.userId, 5_000);
  const card = (await findByNumber(app.database.queries, number))!;
  const entry = { id: newId(), type: "adjust" as const, deltaFen: -300, createdAt: app.clock.now() };
  await app.database.transaction((tx) => addEntry(tx, card, { ...entry, reference: newId() }));
  const read = async (holder: typeof next) =>
    (await holder.data(cardEndpoints.ledger, {})).list.map(({ type }) => type);
  expect(await read(former)).toEqual(["adjust", "issue"]);
  await erase(former.userId);
  app.clock.advance(60_000);
  await update(app.database.queries, card.id, { userId: next.userId, boundAt: app.clock.now() });
  expect(await read(next)).toEqual(["issue"]);
});

test("a deletion rejects the invoice that is still requested, and leaves nothing of its person", async () => {
  const buyer = await createBuyer(app);
  const { order_id } = await createOrderInStatus(app, buyer, "completed");
  const title = {
    title_type: "person",
    title: "待开抬头",
    email: "dai@example.com",
    tax_number: undefined,
  };
  const { data: invoice } = await requestInvoice(buyer, order_id, title);
  await erase(buyer.userId);
  await app.sweep("account-deletions");
  const [row] = await app.sql("select status, title, tax_number, email, reason from invoices where id = $1", [
    invoice.invoice_id,
  ]);
  expect(row).toEqual({
    status: "rejected",
    title: "已注销用户",
    tax_number: null,
    email: null,
    reason: null,
  });
  const history = await app.sql(
    "select from_state, to_state, actor from invoice_history where invoice_id = $1 order by id",
    [invoice.invoice_id],
  );
  expect(history).toEqual([
    { from_state: null, to_state: "requested", actor: "customer" },
    { from_state: "requested", to_state: "rejected", actor: "system" },
  ]);
});
