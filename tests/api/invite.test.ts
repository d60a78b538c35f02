import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inviteEndpoints as endpoints } from "#contract/invite/endpoints.ts";
import { type Buyer, createBuyer, createBuyers } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { acceptInvitation, createGuest } from "../support/api/invites.ts";
import { createPaidOrder } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const dayMs = 86_400_000;
let app: TestApp;
let inviter: Buyer;
let guest: Buyer;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  [inviter, guest] = (await createBuyers(app, 2)) as [Buyer, Buyer];
});

afterEach(() => app.clock.reset());

afterAll(async () => {
  await app.close();
});

const bindCode = (code: string) => guest.call(endpoints.bind, { body: { invite_code: code } });

async function findInviterId({ userId }: Buyer): Promise<string | undefined> {
  const sql = "select inviter_id from invites where invitee_id = $1";
  return (await app.sql<{ inviter_id: string }>(sql, [userId]))[0]?.inviter_id;
}

test("a customer's code stands in a link to the app", async () => {
  const [row] = await app.sql<{ invite_code: string }>("select invite_code from users where id = $1", [
    inviter.userId,
  ]);
  const code = row!.invite_code;
  expect(await inviter.data(endpoints.code)).toEqual({
    invite_code: code,
    invite_url: `${app.config.publicUrl}/?invite_code=${code}`,
  });
});

test("who opens a link sees the sender's masked name and image, and the rewards, but nothing of an unknown one", async () => {
  await app.sql("update users set nickname = '欧阳小明' where id = $1", [inviter.userId]);
  const { invite_code } = await inviter.data(endpoints.code);
  const describeInviter = (code: string) =>
    new Client(app.server).data(endpoints.inviter, { query: { invite_code: code } });
  expect(await describeInviter(invite_code.toLowerCase())).toEqual({
    name: "欧**",
    avatar: null,
    rewards: { inviter_points: 500, invitee_points: 200, minimum_order: 2_000, delay_days: 7 },
  });
  expect(await describeInviter("NOBODY22")).toBeNull();
  await app.sql("update users set disabled_at = now() where id = $1", [inviter.userId]);
  expect(await describeInviter(invite_code)).toBeNull();
});

describe("accepting an invitation", () => {
  test("happens once, in any spelling; repeating the same code changes nothing", async () => {
    const { invite_code } = await inviter.data(endpoints.code);
    expect((await bindCode(` ${invite_code.toLowerCase()} `)).status).toBe(200);
    expect((await bindCode(invite_code)).status).toBe(200);
    expect(await findInviterId(guest)).toBe(inviter.userId);
    expect(await inviter.data(endpoints.stats)).toMatchObject({ invited: 1, can_bind: true });
    expect(await guest.data(endpoints.stats)).toMatchObject({ can_bind: false });
  });

  test("of another inviter afterwards is refused", async () => {
    await acceptInvitation(guest, inviter);
    expect(await acceptInvitation(guest, await createBuyer(app))).toMatchObject({
      status: 422,
      error: "invite_invalid",
      msg: "您已填写过邀请码，不能更改",
    });
    expect(await findInviterId(guest)).toBe(inviter.userId);
  });

  test("with an unknown code or the customer's own is refused", async () => {
    expect(await bindCode("ZZZZZZZZ")).toMatchObject({ error: "invite_invalid", msg: /^邀请码不存在/ });
    expect(await acceptInvitation(guest, guest)).toMatchObject({
      error: "invite_invalid",
      msg: "不能填写自己的邀请码",
    });
    expect(await findInviterId(guest)).toBeUndefined();
  });

  test("of a direct or indirect invitee is refused", async () => {
    const middle = await createGuest(app, inviter);
    expect((await acceptInvitation(guest, middle)).status).toBe(200);
    expect(await acceptInvitation(inviter, guest)).toMatchObject({
      error: "invite_invalid",
      data: { reason: "loop" },
    });
    expect(await findInviterId(inviter)).toBeUndefined();
  });

  test("is refused after a week with a paid order, and allowed with either missing", async () => {
    const [eager, quiet] = (await createBuyers(app, 2)) as [Buyer, Buyer];
    await createPaidOrder(app, guest);
    await createPaidOrder(app, eager);
    app.clock.advance(6 * dayMs);
    expect((await acceptInvitation(eager, inviter)).status).toBe(200);
    app.clock.advance(dayMs);
    expect((await acceptInvitation(quiet, inviter)).status).toBe(200);
    expect(await acceptInvitation(guest, inviter)).toMatchObject({
      error: "invite_invalid",
      data: { reason: "late" },
    });
    expect(await guest.data(endpoints.stats)).toMatchObject({ can_bind: false });
    expect(await findInviterId(guest)).toBeUndefined();
  });

  test("a hundred times concurrently binds once, and of two customers who invite each other one is bound", async () => {
    const hosts = await createBuyers(app, 100);
    const responses = await Promise.all(hosts.map((host) => acceptInvitation(guest, host)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 422]));
    const winner = hosts[responses.findIndex(({ status }) => status === 200)];
    expect(await findInviterId(guest)).toBe(winner?.userId);
    const [a, b] = (await createBuyers(app, 2)) as [Buyer, Buyer];
    const both = await Promise.all([acceptInvitation(a, b), acceptInvitation(b, a)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  test.each([{}, { invite_code: "" }, { invite_code: "A".repeat(33) }, { invite_code: 12345678 }])(
    "with %j is not understood",
    async (body) => {
      expect((await guest.call(endpoints.bind, { body })).status).toBe(400);
    },
  );
});

describe("the list of invited friends", () => {
  test("is newest first, paginated, with masked names, and visible to the inviter only", async () => {
    for (const name of ["张三丰", "👩‍🍳大厨", "李"]) {
      const friend = await createGuest(app, inviter);
      await app.sql("update users set nickname = $2 where id = $1", [friend.userId, name]);
      app.clock.advance(1_000);
    }
    const first = await inviter.data(endpoints.records, { query: { pageSize: 2 } });
    expect(first).toMatchObject({ total: 3, page: 1, pageSize: 2, has_more: true });
    expect(first.list.map(({ name }) => name)).toEqual(["李**", "👩**"]);
    expect(first.list[0]).toMatchObject({ status: "registered", points: 0 });
    const second = await inviter.data(endpoints.records, { query: { page: 2, pageSize: 2 } });
    expect(second).toMatchObject({ has_more: false, list: [{ name: "张**" }] });
    expect(JSON.stringify([first, second])).not.toMatch(/三丰|大厨/);
    expect(await guest.data(endpoints.records)).toMatchObject({ list: [], total: 0 });
  });

  test("includes a count", async () => {
    const nothing = { invited: 0, ordered: 0, rewarded_points: 0, withdrawable: 0, today: 0, can_bind: true };
    expect(await inviter.data(endpoints.stats)).toMatchObject(nothing);
    await acceptInvitation(guest, inviter);
    expect(await inviter.data(endpoints.stats)).toMatchObject({ ...nothing, invited: 1 });
  });

  test("has pages of a size that the contract allows", async () => {
    for (const query of [{ page: 0 }, { pageSize: 51 }])
      expect((await inviter.call(endpoints.records, { query })).status).toBe(400);
  });
});
