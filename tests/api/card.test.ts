import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardEndpoints as endpoints } from "#contract/card/endpoints.ts";
import { type Buyer, createBuyer, createBuyers, createIdempotencyKey } from "../support/api/buyers.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard, createCard } from "../support/api/wallet.ts";

const minute = 60_000;

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  app.clock.freeze();
  buyer = await createBuyer(app);
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const bindCard = (who: Buyer, body: object) => who.callWithRetry(endpoints.bind, { body });

describe("binding a card", () => {
  test("by number and PIN returns the last digits and the balance, and the same when repeated", async () => {
    expect(await buyer.data(endpoints.show)).toBeNull();
    const card = await createCard(app, 5_000);
    const bound = {
      number: card.number.slice(-4),
      balance: 5_000,
      bound_at: app.clock.now().toISOString(),
    };
    expect(await bindCard(buyer, card)).toMatchObject({ status: 200, data: bound });
    app.clock.advance(minute);
    expect(await bindCard(buyer, card)).toMatchObject({ status: 200, data: bound });
    expect(await buyer.data(endpoints.show)).toEqual(bound);
  });

  test("is refused for another customer's card, and for a second one", async () => {
    const card = await createCard(app, 5_000);
    await bindCard(buyer, card);
    const other = await createBuyer(app);
    expect(await bindCard(other, card)).toMatchObject({ status: 409, error: "card_taken" });
    expect(await bindCard(buyer, await createCard(app, 100))).toMatchObject({
      status: 409,
      error: "card_taken",
    });
    expect(await other.data(endpoints.show)).toBeNull();
  });

  test("by many customers concurrently succeeds for one", async () => {
    const card = await createCard(app, 5_000);
    const rivals = await createBuyers(app, 10);
    const responses = [];
    responses.push(...(await Promise.all(rivals.map((rival) => bindCard(rival, card)))));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ error }) => error === "card_taken")).toHaveLength(9);
  });

  test("two cards concurrently by one customer binds one", async () => {
    const two = [await createCard(app, 100), await createCard(app, 200)];
    const responses = await Promise.all(two.map((card) => bindCard(buyer, card)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("of a disabled card is refused like a wrong PIN", async () => {
    const card = await createCard(app, 100);
    await app.sql("update cards set disabled_at = now() where number = $1", [card.number]);
    expect(await bindCard(buyer, card)).toMatchObject({ status: 422, error: "bad_pin" });
  });

  test.each([
    [{ number: "8800", pin: "123456" }],
    [{ number: "880000000000000000000", pin: "123456" }],
    [{ number: "8800 0000 0000", pin: "123456" }],
    [{ number: "880000000000", pin: "12345" }],
    [{ number: "880000000000", pin: "1234567" }],
    [{ number: "880000000000" }],
  ])("with %j is a 400", async (body) => {
    expect((await bindCard(buyer, body)).status).toBe(400);
  });
});

describe("the entries of the card", () => {
  test("are visible to its holder only, in pages and with descriptions", async () => {
    await createBoundCard(app, buyer.userId, 5_000);
    const { list, total } = await buyer.data(endpoints.ledger, { query: {} });
    expect(total).toBe(1);
    expect(list).toMatchObject([
      { type: "issue", text: "开卡储值", delta: 5_000, balance_after: 5_000, order_id: null },
    ]);
    const other = await createBuyer(app);
    expect(await other.data(endpoints.ledger, { query: {} })).toMatchObject({ list: [], total: 0 });
  });
});

describe("an admin", () => {
  const form = (overrides: object = {}) => ({
    amount: 20_000,
    count: 2,
    client_key: createIdempotencyKey(),
    ...overrides,
  });

  test("issues cards that can be bound, and receives the PINs once", async () => {
    const admin = await createStaffClient(app, "admin");
    const body = form({ note: "开业" });
    const { list } = await admin.data(endpoints.adminIssue, { body });
    expect(list).toHaveLength(2);
    const again = await admin.data(endpoints.adminIssue, { body });
    expect(again.issue_id).toMatch(/^[\w-]{22}$/);
    expect(again.list).toEqual(list.map(({ number }) => ({ number, pin: "" })));
    expect(await bindCard(buyer, list[0]!)).toMatchObject({ status: 200, data: { balance: 20_000 } });
    const storedResponses = await app.sql("select response from idempotency_keys where key = $1", [
      body.client_key,
    ]);
    expect(JSON.stringify(storedResponses)).not.toContain(list[0]!.pin);
    const auditEntries = await app.sql(
      "select a.detail from audit_log a join cards c on c.id = a.target where c.number = $1 and a.action = 'card.issue' and a.actor = $2",
      [list[0]!.number, admin.id],
    );
    expect(auditEntries).toMatchObject([{ detail: { amount: 20_000, note: "开业" } }]);
  });

  test("finds cards by number, by their last digits and by the holder's phone, and sees no whole number", async () => {
    const admin = await createStaffClient(app, "admin");
    const number = await createBoundCard(app, buyer.userId, 700);
    const [{ phone } = { phone: "" }] = await app.sql<{ phone: string }>(
      "select phone from users where id = $1",
      [buyer.userId],
    );
    const tail = number.slice(-4);
    const shown = { number: tail, balance: 700, issued_by: "test" };
    for (const keyword of [number, tail, phone]) {
      const { list } = await admin.data(endpoints.adminList, { query: { keyword } });
      expect(list).toEqual(expect.arrayContaining([expect.objectContaining(shown)]));
      expect(JSON.stringify(list)).not.toContain(number);
      expect(JSON.stringify(list)).not.toContain(phone);
    }
    const all = await admin.data(endpoints.adminList, { query: { pageSize: 1 } });
    expect(all).toMatchObject({ list: [shown], has_more: true });
    expect((await admin.data(endpoints.adminList, { query: { keyword: "nothing" } })).total).toBe(0);
  });

  test("is the only role with access", async () => {
    for (const role of ["agent", "store"] as const) {
      const member = await createStaffClient(app, role);
      expect((await member.call(endpoints.adminIssue, { body: form() })).error).toBe("forbidden");
      expect((await member.call(endpoints.adminList, { query: {} })).error).toBe("forbidden");
    }
  });

  test.each([{ amount: 0 }, { amount: 1_000_001 }, { count: 0 }, { count: 51 }, { client_key: "x" }])(
    "is refused %j",
    async (overrides) => {
      const admin = await createStaffClient(app, "admin");
      expect((await admin.call(endpoints.adminIssue, { body: form(overrides) })).status).toBe(400);
    },
  );
});
