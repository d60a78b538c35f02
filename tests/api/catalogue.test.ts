import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { demoActor } from "#server/demo/DemoSection.ts";
import { CatalogueService } from "#server/modules/catalogue/catalogue.service.ts";
import { readSheets, writeCsv, writeWorkbook } from "#server/modules/catalogue/catalogue-file.rules.ts";
import { MenuPublishService } from "#server/modules/menu/menu-publish.service.ts";
import { type Sheet, WorkbookReader } from "#server/platform/spreadsheets/WorkbookReader.ts";
import { Client } from "../support/api/Client.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let catalogue: CatalogueService;
const workbooks = new WorkbookReader();

beforeAll(async () => {
  app = await startTestApp();
  catalogue = new CatalogueService(app);
});

afterAll(async () => {
  await workbooks.stop();
  await app.close();
});

const actor = "operator:test";
const none = { added: 0, changed: 0, unchanged: 0 };

/** Exports restaurants and menu, lets a test change the texts of the rows by code and header, and returns the sheets. */
async function edit(changes: Record<string, Record<string, string>>, added: Record<string, string>[] = []) {
  const sheets = await catalogue.export();
  return sheets.map(({ name, rows: [headers = [], ...rows] }) => ({
    name,
    rows: [
      headers,
      ...[...rows, ...toRows(name, headers, added)].map((cells) =>
        cells.map((cell, index) => {
          const code = cells[headers.indexOf(name === "门店" ? "门店编号" : "规格编号")] ?? "";
          return changes[code]?.[headers[index] ?? ""] ?? cell;
        }),
      ),
    ],
  }));
}

function toRows(sheet: string, headers: string[], added: Record<string, string>[]): string[][] {
  const isOf = (row: Record<string, string>) => (sheet === "门店") === "门店名称" in row;
  return added.filter(isOf).map((row) => headers.map((header) => row[header] ?? ""));
}

const newDish = {
  菜品编号: "N1",
  规格编号: "N1",
  菜品名称: "蟹粉豆腐",
  分类: "时令",
  描述: "秋天才有",
  价格: "48.5",
  原价: "52",
  供应时段: "午餐、晚餐",
  供应星期: "周五、周六",
  外卖: "是",
  到店: "是",
  排序: "10",
  上架: "是",
};

const newRestaurant = {
  门店编号: "ZJ001",
  门店名称: "食单·张江店",
  电话: "021-05550188",
  地址: "祖冲之路 1 号",
  城市: "上海市",
  城市代码: "310100",
  区县: "浦东新区",
  经度: "121.59",
  纬度: "31.2",
  营业时间: "每天 24小时营业",
  特殊日期: "2099-10-01 休息",
  接受即时订单: "是",
  外卖配送: "是",
  配送半径: "3000",
  配送范围: "121.58,31.19 121.6,31.19 121.6,31.21 121.58,31.19",
  每时段可预约单数: "20",
};

describe("a file", () => {
  test.each([
    [
      "workbook",
      async (sheets: Sheet[]) => await readSheets(await writeWorkbook(sheets), "a.xlsx", workbooks),
    ],
    [
      "CSV files",
      async (sheets: Sheet[]) =>
        (await Promise.all(sheets.map((sheet) => readSheets(writeCsv(sheet), sheet.name, workbooks)))).flat(),
    ],
  ])("that was exported as %s changes nothing", async (_kind, roundTrip) => {
    const sheets = await roundTrip(await catalogue.export());
    const report = await catalogue.import(actor, sheets);
    expect(report).toMatchObject({ problems: [], newCategories: [], draftIds: [] });
    expect(report.restaurants).toEqual({ ...none, unchanged: (sheets[0]?.rows.length ?? 0) - 1 });
    expect(report.dishes.unchanged).toBeGreaterThan(90);
    expect(report.dishes).toMatchObject({ added: 0, changed: 0 });
  });

  test("in GBK is read; formulas are texts, and come back as they were", async () => {
    const gbk = Buffer.concat([Buffer.from([0xb2, 0xcb, 0xc6, 0xb7]), Buffer.from("\r\n=1+1\r\n")]);
    expect(await readSheets(gbk, "a.csv", workbooks)).toEqual([
      { name: "a.csv", rows: [["菜品"], ["=1+1"]] },
    ]);
    const sheet = { name: "a", rows: [["=HYPERLINK(1)", "+86", "-1", "@a", "'b", "c"]] };
    const csv = writeCsv(sheet);
    expect(csv.toString()).toBe("\uFEFF'=HYPERLINK(1),'+86,'-1,'@a,'b,c\n");
    expect((await readSheets(csv, "a", workbooks))[0]?.rows).toEqual(sheet.rows);
  });

  test.each([
    ["a picture", Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /文件无法识别/],
    ["a broken workbook", Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3]), /文件无法识别/],
    ["an open quotation", Buffer.from('菜品编号,规格编号\n"a,b'), /文件无法识别/],
  ])("that is %s is refused", async (_what, bytes, message) => {
    await expect(readSheets(bytes, "a.csv", workbooks)).rejects.toThrow(message);
  });

  test("of other columns is refused", async () => {
    const sheets = [{ name: "a.csv", rows: [["名字"], ["甲"]] }];
    await expect(catalogue.check(actor, sheets)).rejects.toThrow("a.csv 不是门店、菜单、门店菜品或员工表");
  });
});

test("a variant that an unpublished dish has is not given to another, and drafts that are left can be published", async () => {
  const sheets = await edit({}, [newDish]);
  expect((await catalogue.import(actor, sheets)).problems).toEqual([]);
  const moved = await edit({}, [{ ...newDish, 菜品编号: "N9" }]);
  const [, menu] = moved;
  menu!.rows = menu!.rows.filter((row) => row[0] !== "N1");
  expect((await catalogue.import(actor, moved)).problems).toMatchObject([
    { column: "规格编号", problem: "规格编号 N1 属于菜品 N1" },
  ]);
  expect((await catalogue.import(actor, await edit({}))).draftIds).toEqual(["N1"]);
  await app.sql("delete from dish_drafts");
  await app.sql("delete from menu_categories where name = '时令'");
});

describe("an import", () => {
  test("opens and changes restaurants, adds and changes dishes as drafts; the same again changes nothing", async () => {
    const sheets = await edit({ SH002: { 电话: "021-11112222" }, "10205": { 价格: "34.5", 原价: "" } }, [
      newDish,
      newRestaurant,
    ]);
    const trial = await catalogue.check(actor, sheets);
    expect(trial).toMatchObject({
      problems: [],
      newCategories: ["时令"],
      restaurants: { added: 1, changed: 1 },
      dishes: { added: 1, changed: 1 },
    });
    expect(trial.changes).toEqual([
      {
        sheet: "门店",
        row: expect.any(Number),
        code: "SH002",
        name: expect.stringContaining("食单"),
        isNew: false,
        cells: [{ column: "电话", change: expect.stringMatching(/ → 021-11112222$/) }],
      },
      {
        sheet: "门店",
        row: sheets[0]?.rows.length,
        code: "ZJ001",
        name: newRestaurant.门店名称,
        isNew: true,
        cells: [],
      },
      {
        sheet: "菜单",
        row: expect.any(Number),
        code: "10205",
        name: "滑蛋虾仁饭",
        isNew: false,
        cells: [{ column: "价格", change: "¥33.00（原价 ¥38.00） → ¥34.50" }],
      },
      { sheet: "菜单", row: sheets[1]?.rows.length, code: "N1", name: "蟹粉豆腐", isNew: true, cells: [] },
    ]);
    expect(await app.sql("select 1 from restaurants where id = 'ZJ001'")).toEqual([]);
    const report = await catalogue.import(actor, sheets);
    expect(report).toEqual({ ...trial, draftIds: expect.arrayContaining(["N1", "10205"]) });
    expect(await app.sql("select phone, version from restaurants where id = 'SH002'")).toEqual([
      { phone: "021-11112222", version: 2 },
    ]);
    const [opened] = await app.sql("select delivery_polygon from restaurants where id = 'ZJ001'");
    const area = [
      [121.58, 31.19],
      [121.6, 31.19],
      [121.6, 31.21],
    ];
    expect(opened).toEqual({ delivery_polygon: area });
    const again = await catalogue.import(actor, sheets);
    expect(again).toMatchObject({ restaurants: { added: 0, changed: 0 }, dishes: { added: 0, changed: 0 } });
    await new MenuPublishService(app).publish(actor, report.draftIds, undefined);
    await app.content.waitForDelivery();
    const query = { restaurant_id: "ZJ001", booking_time: "2027-01-01 12:00" };
    const menu = await new Client(app.server).data(menuEndpoints.items, { query });
    expect(menu.find(({ id }) => id === "N1")).toMatchObject({
      name: "蟹粉豆腐",
      price: 4_850,
      original_price: 5_200,
      category: "时令",
    });
    expect(menu.find(({ id }) => id === "10205")).toMatchObject({ price: 3_450, original_price: 3_450 });
    expect(
      await app.sql("select distinct actor from dish_price_changes where actor <> $1", [demoActor]),
    ).toEqual([{ actor }]);
  });

  test("with problems changes nothing, and says row by row what is wrong", async () => {
    const before = await app.sql("select count(*)::int as n from audit_log");
    const sheets = await edit(
      {
        SH001: { 配送半径: "很远", 外卖配送: "有" },
        SH003: { 纬度: "121" },
        "10201": { 菜品名称: "别的" },
        "102011": { 价格: "0" },
        "102031": { 供应时段: "半夜" },
        "10205": { 原价: "1" },
        "10206": { 分类: "" },
      },
      [
        { ...newRestaurant, 门店编号: "sh-9" },
        { ...newRestaurant, 门店编号: "SH002" },
        { ...newDish, 菜品编号: "N2" },
        { ...newDish, 菜品编号: "N3", 规格编号: "N3", 图片: "/etc/passwd" },
        { ...newDish, 菜品编号: "N4", 规格编号: "N4", 开始日期: "2027-13-01" },
      ],
    );
    const { problems } = await catalogue.import(actor, sheets);
    const found = problems.map(({ sheet, column, problem }) => `${sheet} ${column} ${problem}`);
    expect(found).toEqual(expect.arrayContaining(["门店 配送半径 请填数字", "门店 外卖配送 请填 是 或 否"]));
    expect(await app.sql("select count(*)::int as n from audit_log")).toEqual(before);
  });

  test.each<[Record<string, Record<string, string>>, Record<string, string>[], string]>([
    [{ SH003: { 纬度: "121" } }, [], "门店 纬度 纬度不能大于54"],
    [{ SH003: { 配送范围: "121.4,31.2 121.5" } }, [], "门店 配送范围 每个顶点请填 经度,纬度"],
    [
      { SH003: { 配送范围: "121.46,31.22 121.48,31.24 121.48,31.22 121.46,31.24" } },
      [],
      "门店 配送范围 配送范围的边不能交叉或重叠",
    ],
    [{ SH003: { 营业时间: "8点" } }, [], "门店 营业时间 请按这样填写：周一至周五 10:00-14:00"],
    [{ SH003: { 营业时间: "25:00-26:00" } }, [], "门店 营业时间 营业时间格式不正确"],
    [{ SH003: { 特殊日期: "国庆 休息" } }, [], "门店 特殊日期 请按这样填写：2026-10-01 休息"],
    [{ SH003: { 营业时间: "08:00-08:00" } }, [], "门店 营业时间 周一的开始和结束时间不能相同"],
    [{}, [{ ...newRestaurant, 门店编号: "sh-9" }], "门店 门店编号 请填 2–16 位大写字母或数字"],
    [{}, [{ ...newRestaurant, 门店编号: "SH002" }], "门店 门店编号 门店编号 SH002 重复"],
    [{ "10205": { 价格: "0" } }, [], "菜单 价格 请填大于 0 的金额，最多两位小数"],
    [{ "10205": { 价格: "1.234" } }, [], "菜单 价格 请填大于 0 的金额，最多两位小数"],
    [{ "10205": { 原价: "1" } }, [], "菜单 规格 原价要高于现价 ¥34.50，没有优惠请留空"],
    [
      { "10205": { 供应时段: "半夜" } },
      [],
      "菜单 供应时段 没有 半夜，请从 早餐、午餐、下午茶、晚餐、夜宵 里选",
    ],
    [{ "10205": { 分类: "" } }, [], "菜单 分类 请填 1–12 个字的分类"],
    [{ "102012": { 菜品名称: "别的" } }, [], "菜单 菜品名称 和第"],
    [{}, [{ ...newDish, 菜品编号: "N2", 规格编号: "10205" }], "菜单 规格编号 规格编号 10205 重复"],
    [{}, [{ ...newDish, 菜品编号: "N 3", 规格编号: "N3" }], "菜单 菜品编号 请填字母、数字、- 或 _"],
    [{}, [{ ...newDish, 菜品编号: "N3", 规格编号: "N3", 图片: "/a" }], "菜单 图片 图片不存在，请重新上传"],
    [
      {},
      [{ ...newDish, 菜品编号: "N4", 规格编号: "N4", 开始日期: "2027-13-01" }],
      "菜单 开始日期 日期不存在，请重新选择",
    ],
  ])("tells that %j %j is wrong: %s", async (changes, added, expected) => {
    const { problems } = await catalogue.check(actor, await edit(changes, added));
    const found = problems.map(({ sheet, column, problem }) => `${sheet} ${column} ${problem}`);
    expect(found.some((text) => text.startsWith(expected))).toBe(true);
  });

  test("without a column says which one", async () => {
    const [, menu] = await catalogue.export();
    const rows = menu!.rows.map((cells) => cells.slice(0, -1));
    expect((await catalogue.check(actor, [{ name: "a.csv", rows }])).problems).toEqual([
      { sheet: "a.csv", row: 1, column: "上架", problem: "缺少这一列" },
    ]);
  });
});
