import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cardEndpoints as endpoints } from "#contract/card/endpoints.ts";
import { createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

type Member = Awaited<ReturnType<typeof createStaffClient>>;
type Secret = { number: string; pin: string };

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

test("file reads continue while cards are issued four times at once", { timeout: 120_000 }, async () => {
  const admin = await createStaffClient(app, "admin");
  let isIssued = false;
  const issuing = Array.from({ length: 4 }, async () => {
    const body = { amount: 100, count: 20, client_key: createIdempotencyKey() };
    const { list } = await admin.data(endpoints.adminIssue, { body });
    isIssued = true;
    return list.length;
  });
  let reads = 0;
  while (!isIssued) {
    await readFile(new URL(import.meta.url));
    if (!isIssued) reads += 1;
    await sleep(20);
  }
  expect(await Promise.all(issuing)).toEqual([20, 20, 20, 20]);
  expect(reads).toBeGreaterThan(10);
});

describe("PINs that were never read", { timeout: 120_000 }, () => {
  const issue = async (admin: Member, count = 3) => {
    const body = { amount: 5_000, count, client_key: createIdempotencyKey() };
    const { list } = await admin.data(endpoints.adminIssue, { body });
    // Request of an app that lost the response and requests the PINs again.
    const { issue_id: issueId } = await admin.data(endpoints.adminIssue, { body });
    return { list, request: { body: { issue_id: issueId ?? "" } } };
  };
  const shown = async (admin: Member, number: string) =>
    (await admin.data(endpoints.adminList, { query: { keyword: number } })).list[0]?.unread_issue;

  test("are reissued once, for the unbound cards, with an audit log entry", async () => {
    const admin = await createStaffClient(app, "admin");
    const { list, request } = await issue(admin);
    const [first, second, third] = list as [Secret, Secret, Secret];
    const buyer = await createBuyer(app);
    await buyer.data(endpoints.bind, { body: first });
    expect(await shown(admin, first.number)).toBeNull();
    expect(await shown(admin, second.number)).toBe(request.body.issue_id);
    const issued = await admin.data(endpoints.adminTellPins, request);
    expect(issued.issue_id).toBe(request.body.issue_id);
    expect(issued.list.map(({ number }) => number).sort()).toEqual([second.number, third.number].sort());
    expect(await admin.call(endpoints.adminTellPins, request)).toMatchObject({
      status: 409,
      error: "conflict",
    });
    expect(await shown(admin, second.number)).toBeNull();
    const other = await createBuyer(app);
    const again = issued.list.find(({ number }) => number === second.number);
    if (again?.pin !== second.pin)
      expect((await other.call(endpoints.bind, { body: second })).error).toBe("bad_pin");
    expect(await other.data(endpoints.bind, { body: again })).toMatchObject({ balance: 5_000 });
    const auditEntries = await app.sql(
      "select c.number from audit_log a join cards c on c.id = a.target where a.action = 'card.tell-pin' and a.actor = $1 and c.number = any($2) order by c.number",
      [admin.id, list.map(({ number }) => number)],
    );
    expect(auditEntries).toEqual(
      [second, third].map(({ number }) => ({ number })).sort((a, b) => (a.number < b.number ? -1 : 1)),
    );
  });

  test("are returned to one of many concurrent requests", async () => {
    const admin = await createStaffClient(app, "admin");
    const { request } = await issue(admin);
    const responses = await Promise.all([1, 2, 3].map(() => admin.call(endpoints.adminTellPins, request)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("are unavailable once their issuer has confirmed reading them", async () => {
    const admin = await createStaffClient(app, "admin");
    const { list, request } = await issue(admin, 1);
    const { read_at: readAt } = await admin.data(endpoints.adminPinsRead, request);
    app.clock.advance(60_000);
    expect((await admin.data(endpoints.adminPinsRead, request)).read_at).toBe(readAt);
    expect(await shown(admin, list[0]?.number ?? "")).toBeNull();
    expect(await admin.call(endpoints.adminTellPins, request)).toMatchObject({
      status: 409,
      error: "conflict",
    });
  });

  test("are unavailable to staff who did not issue the cards", async () => {
    const { list, request } = await issue(await createStaffClient(app, "admin"), 1);
    await app.sql(
      "insert into staff (id, phone, name, role, created_at) values ('other-admin', '13900009999', '另一位', 'admin', now())",
    );
    const token = await createToken(app, "staff", "other-admin");
    const other = Object.assign(new Client(app.server, token), { id: "other-admin" });
    expect((await other.call(endpoints.adminTellPins, request)).status).toBe(404);
    expect((await other.call(endpoints.adminPinsRead, request)).status).toBe(404);
    expect(await shown(other, list[0]?.number ?? "")).toBeNull();
  });

  test("are not returned when every card is bound", async () => {
    const admin = await createStaffClient(app, "admin");
    const { list, request } = await issue(admin, 1);
    await (await createBuyer(app)).data(endpoints.bind, { body: list[0] });
    expect(await admin.call(endpoints.adminTellPins, request)).toMatchObject({
      status: 409,
      msg: "这些卡都已绑定或停用",
    });
  });
});
