import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cardEndpoints } from "#contract/card/endpoints.ts";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { exportedLists, listFilePath } from "#contract/staff/list-files/limits.ts";
import { staffMemberEndpoints } from "#contract/staff/member/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { WorkbookReader } from "#server/platform/spreadsheets/WorkbookReader.ts";
import type { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const workbooks = new WorkbookReader();
const count = 1_203;
let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  // Several of one moment, and microseconds: a batch ends between rows of the same time.
  await app.sql(
    `insert into vouchers (id, partner, title, items, status, issued_by, created_at, expires_at)
     select 'v' || lpad(n::text, 5, '0'), case n % 2 when 0 then '=cmd|x' else '巷口书店' end, '套餐', '[]',
       case n % 4 when 0 then 'void' else 'issued' end, 'operator',
       timestamptz '2026-03-01 10:00:00.123456+08' + (n / 300) * interval '1 day',
       case n % 3 when 0 then timestamptz '2020-01-01' else timestamptz '2090-01-01' end
     from generate_series(1, $1) n`,
    [count],
  );
  await app.sql(
    `insert into security_events (kind, created_at, subject, network, detail, count)
     values ('wrong_code', timestamptz '2026-03-01 10:00+08', '138****8000', '203.0.113.0', 'user/login', 3)`,
  );
});

afterAll(async () => {
  await workbooks.stop();
  await app.close();
});

async function download(query: Record<string, string>, client: Client = admin) {
  return await app.server.inject({
    method: "GET",
    url: listFilePath,
    query,
    headers: { authorization: `Bearer ${client.token}` },
  });
}

const readCsv = async (query: Record<string, string>) =>
  parse((await download(query)).body, { bom: true, columns: true }) as Record<string, string>[];

describe("a list as a file", () => {
  test.each(exportedLists)("is a CSV file of %s with heads", async (list) => {
    const response = await download({ list });
    expect(response.statusCode).toBe(200);
    expect(response.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(response.headers["content-disposition"]).toMatch(
      new RegExp(`^attachment; filename="${list}_20\\d\\d-\\d\\d-\\d\\d.csv"$`),
    );
    const [heads = []] = parse(response.body, { bom: true }) as string[][];
    expect(heads.length).toBeGreaterThan(4);
  });

  test("holds every row once, the newest first, though batches end among rows of the same time", async () => {
    const rows = await readCsv({ list: "vouchers" });
    const numbers = rows.map(({ 编号 }) => 编号 ?? "").filter((number) => number.startsWith("v0"));
    expect(numbers).toEqual(
      Array.from({ length: count }, (_, index) => `v${String(count - index).padStart(5, "0")}`),
    );
  });

  test("has the filters of the list", async () => {
    const day = { from: "2026-03-02", until: "2026-03-02" };
    const rows = await readCsv({ list: "vouchers", ...day, status: "issued", keyword: "巷口书店" });
    const { list } = await admin.data(adminEndpoints.vouchers, {
      query: { ...day, status: "issued", keyword: "巷口书店", pageSize: 50 },
    });
    expect(rows.length).toBeGreaterThan(50);
    expect(rows.slice(0, 50).map(({ 编号 }) => 编号)).toEqual(list.map(({ number }) => number));
    expect(new Set(rows.map((row) => `${row.状态} ${row.合作方} ${row.发放时间}`))).toEqual(
      new Set(["未使用 巷口书店 2026-03-02 10:00"]),
    );
    const expired = await readCsv({ list: "vouchers", status: "expired" });
    expect(new Set(expired.map(({ 状态 }) => 状态))).toEqual(new Set(["已过期"]));
  });

  test("makes texts of what a spreadsheet would run, and a workbook of the same rows", async () => {
    const rows = await readCsv({ list: "vouchers", keyword: "=cmd|x" });
    expect(rows[0]?.合作方).toBe("'=cmd|x");
    const workbook = await download({ list: "vouchers", keyword: "=cmd|x", format: "xlsx" });
    const [sheet] = await workbooks.read(workbook.rawPayload);
    expect(sheet?.rows).toHaveLength(rows.length + 1);
    expect(sheet?.rows[1]?.[2]).toBe("=cmd|x");
  });

  test("is in the audit log with its filters, without a full phone", async () => {
    await download({ list: "cards", keyword: "13800138000", holder: "bound", format: "xlsx" });
    const [entry] = await app.sql<{ target: string; detail: object }>(
      "select target, detail from audit_log where action = 'list.export' and actor = $1 order by id desc limit 1",
      [admin.id],
    );
    expect(entry).toEqual({
      target: "cards",
      detail: { format: "xlsx", keyword: "138****8000", holder: "bound" },
    });
    const rows = await readCsv({ list: "audit", action: "list.export" });
    // This file is in the log too before it is read.
    expect(rows[0]).toMatchObject({ 对象: "audit" });
    expect(rows[1]).toMatchObject({ 操作: "list.export", 对象: "cards" });
    // A spreadsheet would run an id that begins with a minus sign.
    expect(rows[1]?.操作人编号).toBe(admin.id.replace(/^-/, "'-"));
  });

  test("of the audit log masks phones in its details", async () => {
    await app.sql(
      `insert into audit_log (actor, action, target, detail, created_at)
       values ('operator:anna', 'staff.add', 's1', '{"name":"周","phone":"13900000002","order":"202603011390000000299"}', now())`,
    );
    const [row] = await readCsv({ list: "audit", action: "staff.add", actor: "operator:anna" });
    expect(JSON.parse(row?.详情 ?? "")).toEqual({
      name: "周",
      phone: "139****0002",
      order: "202603011390000000299",
    });
  });

  test("of withdrawals masks the customers' phones", async () => {
    await app.sql(
      `insert into withdrawals (id, user_id, points, status, created_at)
       select 'w1', id, 1000, 'reviewing', now() from users where phone is not null limit 1`,
    );
    for (const row of await readCsv({ list: "withdrawals", status: "reviewing" }))
      expect(row.手机).toMatch(/^1\d{2}\*{4}\d{4}$/);
    await app.sql("delete from withdrawals where id = 'w1'");
  });

  test("names who issued or reviewed, and the order of a voucher by its number", async () => {
    const [{ name } = { name: "" }] = await app.sql<{ name: string }>(
      "select name from staff where id = $1",
      [admin.id],
    );
    const [order] = await app.sql<{ id: string; order_no: string }>(
      "select id, order_no from orders limit 1",
    );
    await app.sql(
      `insert into vouchers (id, partner, title, items, status, issued_by, order_id, created_at, expires_at)
       select 'named' || n, '命名', '套餐', '[]', 'redeemed', (array[$1, 'demo', 'operator:anna', 'gone'])[n],
         case n when 1 then $2 end, now() - n * interval '1 minute', timestamptz '2090-01-01'
       from generate_series(1, 4) n`,
      [admin.id, order?.id],
    );
    const rows = await readCsv({ list: "vouchers", keyword: "命名" });
    expect(rows.map(({ 发放人 }) => 发放人)).toEqual([name, "演示数据", "命令行 anna", "gone"]);
    expect(rows.map(({ 订单编号 }) => 订单编号)).toEqual([order?.order_no, "", "", ""]);
    await app.sql("delete from vouchers where id like 'named%'");

    const [card] = await app.sql<{ id: string; issued_by: string }>(
      `select id, issued_by from cards order by created_at desc, id desc limit 1`,
    );
    await app.sql(`update cards set issued_by = $1 where id = $2`, [admin.id, card?.id]);
    expect((await readCsv({ list: "cards" }))[0]).toMatchObject({ 发卡人: name });
    await app.sql(`update cards set issued_by = $1 where id = $2`, [card?.issued_by, card?.id]);

    await app.sql(
      `insert into withdrawals (id, user_id, points, status, reason, created_at, reviewed_at, reviewed_by)
       select 'w2', id, 1000, 'rejected', '试', now(), now(), $1 from users where phone is not null limit 1`,
      [admin.id],
    );
    const [reviewed] = await readCsv({ list: "withdrawals", status: "rejected" });
    expect(reviewed).toMatchObject({ 处理人: name, 驳回原因: "试" });
    await app.sql("delete from withdrawals where id = 'w2'");
  });

  test("of restaurants is by code, of a city or of those closed for good", async () => {
    await app.sql(
      `insert into restaurants (id, name, address, city_name, district_name, gb_city_code, lat, lng, phone, week_hours,
         accepts_orders, delivers, delivery_radius_m, slot_capacity, closed_at)
       select 'X' || lpad(n::text, 4, '0'), '=店', '路', '三沙市', '区', '460300', 16.8, 112.3, '13800138000', '[]', true,
         n % 2 = 0, 0, 0, case n when 1 then timestamptz '2026-03-01 10:00+08' end from generate_series(1, 1002) n`,
    );
    const rows = await readCsv({ list: "restaurants", city_code: "460300" });
    expect(rows.map(({ 门店编号 }) => 门店编号)).toEqual(
      Array.from({ length: 1_001 }, (_, index) => `X${String(index + 2).padStart(4, "0")}`),
    );
    expect(rows[0]).toMatchObject({ 门店名称: "'=店", 服务: "外卖、即时单" });
    expect(JSON.stringify(rows)).not.toContain("13800138000");
    const query = { city_code: "460300", keyword: "X0003" };
    const { list } = await admin.data(restaurantAdminEndpoints.list, { query });
    expect(list.map(({ restaurant_id }) => restaurant_id)).toEqual(["X0003"]);
    expect((await readCsv({ list: "restaurants", city_code: "310100" })).length).toBeGreaterThan(0);
    const closed = await readCsv({ list: "restaurants", closed: "true" });
    expect(closed).toMatchObject([{ 门店编号: "X0001", 关店时间: "2026-03-01 10:00" }]);
    await app.sql("delete from restaurants where id like 'X%'");
  });

  test("of members of staff is by name, with their restaurants and masked phones", async () => {
    const rows = await readCsv({ list: "staff", role: "store" });
    const { list } = await admin.data(staffMemberEndpoints.list, { query: { role: "store" } });
    expect(rows.map(({ 姓名 }) => 姓名)).toEqual(list.map(({ name }) => name));
    for (const row of rows) expect(row.手机).toMatch(/^1\d{2}\*{4}\d{4}$/);
    expect(rows[0]).toMatchObject({
      角色: "门店",
      门店: list[0]?.restaurants.map(({ name }) => name).join("、"),
    });
    expect(await readCsv({ list: "staff", dismissed: "true" })).toEqual([]);
  });

  test.each([
    ["cards", "8000123412345678", "****5678"],
    ["cards", "13800138000", "138****8000"],
    ["vouchers", "aB3_dE5-gH7iJ9kL1mN3oP", "****N3oP"],
    ["vouchers", "巷口书店", "巷口书店"],
  ])("of %s searched for %s is in the audit log as one for %s", async (list, keyword, logged) => {
    expect((await download({ list, keyword })).statusCode).toBe(200);
    const sql = "select detail from audit_log where action = 'list.export' order by id desc limit 1";
    expect(await app.sql(sql)).toEqual([{ detail: { format: "csv", keyword: logged } }]);
  });

  test.each([
    [{ list: "users" }, "没有这张列表"],
    [{ list: "cards", format: "pdf" }, "没有这种文件格式"],
    [{ list: "cards", status: "issued" }, "筛选条件不正确"],
    [{ list: "vouchers", page: "2" }, "没有这个筛选条件"],
    [{ list: "security", kind: "unknown" }, "筛选条件不正确"],
    [{ list: "audit", from: "2026-02-30" }, "日期不存在"],
  ])("of %j is refused", async (query, message) => {
    const response = await download(query as Record<string, string>);
    expect(response.statusCode).toBe(400);
    expect(response.json().msg).toContain(message);
  });

  test("is for admins only", async () => {
    for (const role of ["agent", "store"] as const) {
      const client = await createStaffClient(app, role);
      for (const list of exportedLists) expect((await download({ list }, client)).statusCode).toBe(403);
    }
    expect((await app.server.inject({ url: `${listFilePath}?list=audit` })).statusCode).toBe(401);
  });
});

describe("a list of the head office", () => {
  test("of cards is filtered by holder and by day of issue", async () => {
    const { list: bound } = await admin.data(cardEndpoints.adminList, { query: { holder: "bound" } });
    const { list: unbound } = await admin.data(cardEndpoints.adminList, { query: { holder: "unbound" } });
    expect(bound.every(({ holder }) => holder !== null)).toBe(true);
    expect(unbound.every(({ holder }) => holder === null)).toBe(true);
    const none = await admin.data(cardEndpoints.adminList, {
      query: { from: "2020-01-01", until: "2020-01-02" },
    });
    expect(none).toMatchObject({ list: [], total: 0 });
  });

  test("of security events is filtered by day", async () => {
    const { list } = await admin.data(adminEndpoints.securityEvents, {
      query: { from: "2026-03-01", until: "2026-03-01" },
    });
    expect(list).toMatchObject([{ kind: "wrong_code", count: 3 }]);
  });

  test("refuses days that end before they begin", async () => {
    const backwards = { query: { from: "2026-03-02", until: "2026-03-01" } };
    for (const response of [
      await admin.call(adminEndpoints.vouchers, backwards),
      await admin.call(adminEndpoints.securityEvents, backwards),
      await admin.call(cardEndpoints.adminList, backwards),
      await admin.call(withdrawalEndpoints.adminList, backwards),
    ])
      expect(response).toMatchObject({ status: 422, data: { field: "until" } });
  });
});
