import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { figuresFilePath } from "#contract/staff/figures/endpoints.ts";
import { figureTables } from "#contract/staff/figures/limits.ts";
import { ChainFiguresService } from "#server/modules/figures/chain-figures.service.ts";
import { FigureTablesService } from "#server/modules/figures/figure-tables.service.ts";
import { FiguresService } from "#server/modules/figures/figures.service.ts";
import { WorkbookReader } from "#server/platform/spreadsheets/WorkbookReader.ts";
import { toLocalTime } from "#server/platform/time/local-time.ts";
import { createBuyer, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { createBoundCard } from "../support/api/wallet.ts";

const workbooks = new WorkbookReader();
let app: TestApp;
let admin: Client & { id: string };
let today: string;

beforeAll(async () => {
  app = await startTestApp();
  const buyer = await createBuyer(app);
  await createBoundCard(app, buyer.userId, 10_000);
  const { order_id } = await createOrder(buyer);
  await buyer.data(orderEndpoints.pay, { body: { order_id, payment_method: "card" } });
  today = toLocalTime(app.clock.now()).date;
  // A restaurant whose name a spreadsheet would run.
  await app.sql("update restaurants set name = '=HYPERLINK(\"x\")' where id = 'SH001'");
  await app.sweep("figures");
  admin = await createStaffClient(app, "admin");
});

afterAll(async () => {
  await workbooks.stop();
  await app.close();
});

async function download(query: Record<string, string>, client: Client = admin) {
  return await app.server.inject({
    method: "GET",
    url: figuresFilePath,
    query: { from: today, to: today, ...query },
    headers: { authorization: `Bearer ${client.token}` },
  });
}

test("each table is a CSV file with heads, and is in the audit log", async () => {
  for (const table of figureTables) {
    const response = await download({ table });
    expect(response.statusCode, table).toBe(200);
    expect(response.headers["content-type"]).toContain("text/csv");
    expect(response.headers["content-disposition"]).toContain(`${table}_${today}_${today}.csv`);
    const rows = parse(response.body, { bom: true }) as string[][];
    expect(rows.length, table).toBeGreaterThan(table === "cancellations" ? 0 : 1);
  }
  const entries = await app.sql<{ detail: { table: string } }>(
    "select detail from audit_log where action = 'figures.export' and actor = $1 order by id",
    [admin.id],
  );
  expect(entries.map(({ detail }) => detail.table)).toEqual([...figureTables]);
});

test("the daily close holds what the restaurant took, with amounts in yuan", async () => {
  const response = await download({ table: "daily-close" });
  const rows = parse(response.body, { bom: true, columns: true }) as Record<string, string>[];
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({
    日期: today,
    门店编号: "SH001",
    订单: "1",
    会员卡收款: "38.00",
    实收净额: "38.00",
  });
});

test("a keyword is trimmed", async () => {
  for (const [keyword, count] of [
    ["  sh001 ", 1],
    ["没有这家店", 0],
  ] as const)
    for (const table of ["restaurants", "daily-close"])
      expect(
        (parse((await download({ table, keyword })).body, { bom: true }) as string[][]).slice(1),
      ).toHaveLength(count);
});

test.each([
  ["restaurants", "restaurant_figures", "sales_fen"],
  ["dishes", "dish_figures", "quantity"],
] as const)(
  "the file of %s has each row once, in the order of codes, while sums change",
  async (table, name, sum) => {
    const count = 12_000;
    const day = "2001-01-01";
    const code = "'D' || lpad(n::text, 5, '0')";
    await app.sql(
      table === "dishes"
        ? `insert into dish_figures (restaurant_id, span, start, dish_id, quantity)
           select '*', 'day', '${day}', ${code}, n from generate_series(1, ${count}) n`
        : `insert into restaurant_figures (restaurant_id, span, start, sales_fen)
           select ${code}, 'day', '${day}', n from generate_series(1, ${count}) n`,
    );
    const tables = new FigureTablesService(app, {
      figures: new FiguresService(app),
      chain: new ChainFiguresService(app),
    });
    const codes: unknown[] = [];
    for await (const batch of tables.open(table, { from: day, to: day })) {
      codes.push(...batch.map(([first]) => first));
      // The last becomes the first.
      await app.sql(`update ${name} set ${sum} = ${count} - ${sum} where start = '${day}'`);
    }
    const wanted = Array.from({ length: count }, (_, nth) => `D${String(nth + 1).padStart(5, "0")}`);
    expect(codes.slice(1)).toEqual(wanted);
  },
);

test("a name that would run as a formula is a text, in both formats", async () => {
  const csv = await download({ table: "restaurants" });
  expect((parse(csv.body, { bom: true }) as string[][])[1]?.[1]).toBe('\'=HYPERLINK("x")');
  const xlsx = await download({ table: "restaurants", format: "xlsx" });
  const [sheet] = await workbooks.read(xlsx.rawPayload);
  expect(sheet?.rows[1]?.slice(0, 4)).toEqual(["SH001", '=HYPERLINK("x")', "1", "38"]);
});

describe("a file is refused", () => {
  test.each([
    [{ table: "customers" }, "没有这张表"],
    [{ table: "days", format: "pdf" }, "没有这种文件格式"],
    [{ table: "days", to: "2001-01-01" }, "结束日期不能早于开始日期"],
    [{ table: "days", from: "" }, "没有这一天，请重新选择开始日期"],
  ])("for %j with a sentence", async (query, message) => {
    const response = await download(query);
    expect([response.statusCode, response.json().msg]).toEqual([400, message]);
  });

  test("to agents, restaurant staff and strangers", async () => {
    for (const role of ["agent", "store"] as const)
      expect((await download({ table: "days" }, await createStaffClient(app, role))).statusCode).toBe(403);
    expect((await download({ table: "days" }, await createBuyer(app))).statusCode).toBe(401);
  });
});
