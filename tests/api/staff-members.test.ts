import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { staffEventsPath } from "#contract/events.ts";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { staffMemberEndpoints as endpoints } from "#contract/staff/member/endpoints.ts";
import { createIdempotencyKey } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { EventReader } from "../support/api/EventReader.ts";
import { createToken } from "../support/api/namedEndpoints.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createPhone, readLatestCode } from "../support/api/people.ts";
import { createAdmin, loginBySms } from "../support/api/secondFactor.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  admin = await createStaffClient(app, "admin");
});

afterAll(async () => {
  await app.close();
});

type Form = Record<string, unknown>;

/** Adds a member of staff with a new phone number. */
async function addMember(form: Form = {}) {
  const body = { name: "王小燕", role: "agent" as const, phone: createPhone().phone, ...form };
  return await admin.call(endpoints.add, { body: { ...body, client_key: createIdempotencyKey() } });
}

const update = (form: Form) =>
  admin.call(endpoints.update, {
    body: { staff_id: "", name: "王小燕", role: "agent", ...form },
  });
const dismiss = (staff_id: string) => admin.call(endpoints.dismiss, { body: { staff_id } });
const listAudit = (id: string) =>
  app.sql("select actor, action from audit_log where target = $1 and action <> 'staff.login' order by id", [
    id,
  ]);
const isTokenValid = async (token: string) =>
  (await new Client(app.server, token).call(staffAuthEndpoints.info)).status === 200;

describe("adding", () => {
  test("a new member logs in, and the list shows when", async () => {
    const { data } = await addMember({ role: "store", restaurant_ids: ["SH001"] });
    expect(data).toMatchObject({
      name: "王小燕",
      role: "store",
      restaurants: [{ restaurant_id: "SH001", name: "食单·徐家汇店" }],
      last_login_at: null,
      dismissed_at: null,
      sessions: 0,
      is_self: false,
    });
    app.clock.freeze();
    const { status } = await loginBySms(app, data);
    expect(status).toBe(200);
    const at = app.clock.now().toISOString();
    app.clock.reset();
    const { list } = await admin.data(endpoints.list, { query: { keyword: data.phone } });
    expect(list).toEqual([{ ...data, sessions: 1, last_login_at: at }]);
    expect(await listAudit(data.staff_id)).toEqual([{ actor: admin.id, action: "staff.add" }]);
  });

  test("the same intent twice adds one member", async () => {
    const body = {
      name: "李一",
      role: "agent" as const,
      phone: createPhone().phone,
      client_key: createIdempotencyKey(),
    };
    const first = await admin.data(endpoints.add, { body });
    expect(await admin.data(endpoints.add, { body })).toEqual(first);
    expect(await admin.call(endpoints.add, { body: { ...body, name: "李二" } })).toMatchObject({
      status: 409,
      error: "key_reused",
    });
  });

  test.each([
    [{ name: "  " }, 400, "请输入姓名"],
    [{ phone: "12" }, 400, "手机号格式不正确"],
    [{ role: "store" }, 400, "请选择门店"],
    [{ role: "store", restaurant_ids: [] }, 400, "请选择门店"],
    [{ role: "store", restaurant_ids: ["SH001", "NOWHERE"] }, 404, "没有编号为 NOWHERE 的门店"],
    [{ phone: "13900000001" }, 409, /^这个手机号已登记给/],
  ])("is refused with a reason: %j", async (form, status, msg) => {
    const refused = await addMember(form);
    expect(refused.status).toBe(status);
    expect(refused.msg).toMatch(msg);
  });

  test("restaurants are ignored where the role has none", async () => {
    expect((await addMember({ restaurant_ids: ["SH001"] })).data.restaurants).toEqual([]);
  });
});

describe("the list", () => {
  test("finds by a part of the name or number, by role, and page by page", async () => {
    const mark = createIdempotencyKey().slice(0, 8);
    for (const name of ["甲", "乙", "丙"]) await addMember({ name: `${mark}${name}` });
    await addMember({ name: `${mark}丁`, role: "store", restaurant_ids: ["SH001"] });
    const find = (query: object) =>
      admin.data(endpoints.list, { query: { keyword: mark, pageSize: 2, ...query } });
    const pages = [await find({ page: 1 }), await find({ page: 2 })];
    expect(pages.map(({ list, has_more }) => [list.length, has_more])).toEqual([
      [2, true],
      [2, false],
    ]);
    expect((await find({ role: "store" })).list.map(({ name }) => name)).toEqual([`${mark}丁`]);
  });

  test("takes signs of a pattern literally", async () => {
    const { data } = await addMember({ name: "百分_之%\\百" });
    for (const keyword of ["_之%\\", "%\\百"])
      expect((await admin.data(endpoints.list, { query: { keyword } })).list).toEqual([data]);
    expect((await admin.data(endpoints.list, { query: { keyword: "百_分" } })).list).toEqual([]);
  });
});

describe("changing", () => {
  test("a new name keeps the sessions, a new role or restaurant ends them", async () => {
    const { staff_id } = (await addMember({ role: "store", restaurant_ids: ["SH001"] })).data;
    const isLoggedInAfter = async (form: Form) => {
      const token = await createToken(app, "staff", staff_id);
      expect((await update({ staff_id, role: "store", restaurant_ids: ["SH001"], ...form })).status).toBe(
        200,
      );
      return await isTokenValid(token);
    };
    expect(await isLoggedInAfter({ name: "王大燕" })).toBe(true);
    expect(await isLoggedInAfter({ restaurant_ids: ["SH002"] })).toBe(false);
    expect(await isLoggedInAfter({ role: "agent" })).toBe(false);
    expect((await admin.data(endpoints.list, { query: { keyword: "王" } })).list).toContainEqual(
      expect.objectContaining({ staff_id, role: "agent", restaurants: [] }),
    );
  });

  test("nobody changes the own role, and no unknown or dismissed member is changed", async () => {
    expect(await update({ staff_id: admin.id })).toMatchObject({
      status: 422,
      msg: "不能更改自己的角色，请联系其他管理员",
    });
    const { staff_id } = (await addMember()).data;
    await dismiss(staff_id);
    for (const id of [staff_id, "nobody"])
      expect(await update({ staff_id: id })).toMatchObject({ status: 404, msg: "没有这位员工" });
  });
});

describe("dismissing", () => {
  test("ends sessions and the second factor at once, streams within a second, and refuses a login", async () => {
    const member = await createAdmin(app);
    await app.sql("insert into staff_factors (staff_id, secret, confirmed_at) values ($1, 'JBSW', now())", [
      member.id,
    ]);
    await new Client(app.server).data(staffAuthEndpoints.sendCode, { body: { phone: member.phone } });
    await expect.poll(() => readLatestCode(app, member.phone).catch(() => null), waitOptions).not.toBeNull();
    const code = await readLatestCode(app, member.phone);
    const token = await createToken(app, "staff", member.id);
    const stream = await EventReader.open(app.url, token, undefined, staffEventsPath);
    expect(await dismiss(member.id)).toMatchObject({ status: 200, data: null });
    expect(await isTokenValid(token)).toBe(false);
    await expect.poll(() => stream.isEnded, waitOptions).toBe(true);
    const login = { body: { phone: member.phone, code } };
    expect(await new Client(app.server).call(staffAuthEndpoints.login, login)).toMatchObject({
      status: 401,
      error: "bad_code",
    });
    expect(await app.sql("select 1 from staff_factors where staff_id = $1", [member.id])).toEqual([]);
    const dismissed = await admin.data(endpoints.list, { query: { dismissed: true, keyword: member.phone } });
    expect(dismissed.list).toMatchObject([
      { staff_id: member.id, sessions: 0, dismissed_at: expect.any(String) },
    ]);
    expect((await admin.data(endpoints.list, { query: { keyword: member.phone } })).list).toEqual([]);
  });

  test("somebody who returns keeps the record, with the new position", async () => {
    const { staff_id, phone } = (await addMember()).data;
    await dismiss(staff_id);
    const { data } = await addMember({ phone, name: "王燕", role: "store", restaurant_ids: ["SH001"] });
    expect(data).toMatchObject({ staff_id, name: "王燕", role: "store", dismissed_at: null });
    expect(await listAudit(staff_id)).toEqual(
      ["staff.add", "staff.dismiss", "staff.return"].map((action) => ({ actor: admin.id, action })),
    );
  });

  test("oneself, an unknown and a dismissed member are refused", async () => {
    expect(await dismiss(admin.id)).toMatchObject({ status: 422, msg: "不能移除自己，请联系其他管理员" });
    const { staff_id } = (await addMember()).data;
    await dismiss(staff_id);
    for (const id of [staff_id, "nobody"]) expect(await dismiss(id)).toMatchObject({ status: 404 });
  });

  test("two admins who dismiss each other at the same time: one stays", async () => {
    const own = await startTestApp();
    vi.setConfig({ testTimeout: 60_000 });
    const pair = [await createAdmin(own), await createAdmin(own)] as const;
    await own.sql("update staff set disabled_at = now() where role = 'admin' and id <> all($1)", [
      pair.map(({ id }) => id),
    ]);
    const clients = await Promise.all(
      pair.map(async ({ id }) => new Client(own.server, await createToken(own, "staff", id))),
    );
    const answers = await Promise.all(
      clients.map((client, index) =>
        client.call(endpoints.dismiss, { body: { staff_id: pair[1 - index]?.id ?? "" } }),
      ),
    );
    const [dismissed, refused] = answers.map(({ status }) => status).sort();
    expect(dismissed).toBe(200);
    // Refused by the rule, or because the own session had ended before.
    expect([401, 422]).toContain(refused);
    expect(
      await own.sql("select count(*)::int as n from staff where role = 'admin' and disabled_at is null"),
    ).toEqual([{ n: 1 }]);
    await own.close();
  });
});

describe("sessions", () => {
  test("are listed with the own one first, and all others end together", async () => {
    for (let n = 0; n < 2; n += 1) await createToken(app, "staff", admin.id);
    const query = { staff_id: admin.id, pageSize: 50 };
    const { list } = await admin.data(endpoints.sessions, { query });
    expect(list.length).toBeGreaterThanOrEqual(3);
    expect(list.map(({ is_current }) => is_current).indexOf(true)).toBe(0);
    const body = { staff_id: admin.id };
    expect(await admin.data(endpoints.endSessions, { body })).toEqual({ ended: list.length - 1 });
    expect((await admin.data(endpoints.sessions, { query })).list).toHaveLength(1);
  });

  test("of an unknown member are not found", async () => {
    expect(await admin.call(endpoints.sessions, { query: { staff_id: "nobody" } })).toMatchObject({
      status: 404,
    });
    expect(await admin.call(endpoints.endSessions, { body: { staff_id: "nobody" } })).toMatchObject({
      status: 404,
    });
  });
});
