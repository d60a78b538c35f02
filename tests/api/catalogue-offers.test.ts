import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { CatalogueService } from "#server/modules/catalogue/catalogue.service.ts";
import { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { dish, defaultRestaurantId as storeId } from "../support/api/people.ts";
import { createRestaurantMember, readRestaurants, setRestaurants } from "../support/api/restaurantStaff.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const otherDish = { id: "102031" };
const actor = "operator:test";
const offerHeaders = ["门店编号", "规格编号", "名称", "门店价格", "供应", "每天份数"];
const staffHeaders = ["手机号", "姓名", "角色", "门店编号"];
const unchanged = { added: 0, changed: 0, unchanged: 1 };

let app: TestApp;
let catalogue: CatalogueService;
let store: Client;

beforeAll(async () => {
  app = await startTestApp();
  catalogue = new CatalogueService(app);
  store = await createStaffClient(app, "store");
});

afterEach(async () => {
  await app.sql(
    "delete from store_dishes where price_fen is not null or not offered or daily_stock is not null",
  );
  await app.ledgerCheck.resetBaseline();
});

afterAll(async () => {
  await app.close();
});

const offers = (...rows: string[][]) => [{ name: "门店菜品", rows: [offerHeaders, ...rows] }];
const staff = (...rows: string[][]) => [{ name: "员工", rows: [staffHeaders, ...rows] }];
const readRow = async (dishId: string) =>
  (
    await app.sql(
      `select price_fen::int as price, offered, stock, daily_stock, stock_reset_at is not null as resets
         from store_dishes where restaurant_id = $1 and dish_id = $2`,
      [storeId, dishId],
    )
  )[0];

describe("dishes of single restaurants", () => {
  test("get price, availability and portions; the same again and the export change nothing", async () => {
    const sheets = offers(
      [storeId, dish.id, "随便", "28.5", "是", "12"],
      [storeId, otherDish.id, "", "", "否", ""],
    );
    expect(await catalogue.check(actor, sheets)).toMatchObject({
      problems: [],
      offers: { added: 0, changed: 2, unchanged: 0 },
      changes: [
        {
          row: 2,
          code: `${storeId} ${dish.id}`,
          name: "随便",
          cells: [
            { column: "门店价格", change: "总部价 → ¥28.50" },
            { column: "每天份数", change: "不限 → 12" },
          ],
        },
        { row: 3, cells: [{ column: "供应", change: "是 → 否" }] },
      ],
    });
    expect(await readRow(dish.id)).not.toMatchObject({ price: 2_850 });
    await catalogue.import(actor, sheets);
    expect(await readRow(dish.id)).toEqual({
      price: 2_850,
      offered: true,
      stock: 12,
      daily_stock: 12,
      resets: true,
    });
    expect(await readRow(otherDish.id)).toMatchObject({ price: null, offered: false });
    await app.content.waitForDelivery();
    const query = { restaurant_id: storeId };
    const menu = await new Client(app.server).data(menuEndpoints.items, { query });
    expect(menu.find(({ id }) => id === dish.id)).toMatchObject({ price: 2_850, stock: 12 });
    expect(menu.find(({ id }) => id === otherDish.id)).toBeUndefined();
    for (const again of [sheets, [await catalogue.exportOffers()]])
      expect((await catalogue.import(actor, again)).offers).toEqual({ added: 0, changed: 0, unchanged: 2 });
    const [entry] = await app.sql(
      "select actor, detail from audit_log where action = 'menu.offer-import' order by id desc limit 1",
    );
    expect(entry).toEqual({
      actor,
      detail: { dishes: `${dish.id} ¥28.50，每天 12 份；${otherDish.id} 总部价，不供应` },
    });
    const prices = await app.sql("select to_fen::int from dish_price_changes where actor = $1", [actor]);
    expect(prices).toEqual([{ to_fen: 2_850 }]);
  });

  test("keep what restaurants set themselves with an empty cell; of many rows no more are exported than asked for", async () => {
    await catalogue.import(actor, offers([storeId, dish.id, "", "28.5", "是", ""]));
    const [sheet] = [await catalogue.exportOffers()];
    await store.data(staffRestaurantEndpoints.dish, { body: { dish_id: dish.id, daily_stock: 20 } });
    sheet.rows[1]![3] = "29.5";
    await catalogue.import(actor, [sheet]);
    expect(await readRow(dish.id)).toMatchObject({ price: 2_950, stock: 20, daily_stock: 20 });
    await expect(catalogue.exportOffers(0)).rejects.toThrow("门店菜品超过 0 行");
  });

  test("return to the chain with empty cells; sold portions stay as long as the portions a day do", async () => {
    await catalogue.import(actor, offers([storeId, dish.id, "", "28.5", "是", "12"]));
    await app.sql("update store_dishes set stock = 3 where daily_stock = 12");
    await catalogue.import(actor, offers([storeId, dish.id, "", "29", "是", "12"]));
    expect(await readRow(dish.id)).toMatchObject({ price: 2_900, stock: 3, daily_stock: 12 });
    await catalogue.import(actor, offers([storeId, dish.id, "", "", "是", "不限"]));
    expect(await readRow(dish.id)).toEqual({
      price: null,
      offered: true,
      stock: null,
      daily_stock: null,
      resets: false,
    });
  });

  test.each([
    [["NOWHERE", dish.id, "", "", "是", ""], "门店编号 没有门店 NOWHERE，或已关店"],
    [[storeId, "X1", "", "", "是", ""], "规格编号 没有规格 X1，或还没有发布"],
    [[storeId, dish.id, "", "0", "是", ""], "门店价格 请填大于 0 的金额，最多两位小数"],
    [[storeId, dish.id, "", "", "也许", ""], "供应 请填 是 或 否"],
    [[storeId, dish.id, "", "", "是", "1.5"], "每天份数 请填 0 到 99999 的整数，或 不限"],
    [[storeId, otherDish.id, "", "", "是", ""], `规格编号 门店 ${storeId} 的规格 ${otherDish.id} 重复`],
  ])("%j are wrong: %s", async (row, expected) => {
    const { problems } = await catalogue.import(
      actor,
      offers([storeId, otherDish.id, "", "9.9", "是", ""], row),
    );
    expect(problems.map(({ column, problem }) => `${column} ${problem}`)).toEqual([expected]);
    expect((await readRow(otherDish.id))?.price ?? null).toBeNull();
  });
});

describe("members of staff", () => {
  test("are added and changed; the same again changes nothing", async () => {
    const row = ["139 0000 7001", "新来的", "门店", storeId];
    expect((await catalogue.import(actor, staff(row))).staff).toEqual({ added: 1, changed: 0, unchanged: 0 });
    expect((await catalogue.import(actor, staff(row))).staff).toEqual(unchanged);
    const moved = ["13900007001", "新来的", "客服", ""];
    const report = await catalogue.import(actor, staff(moved));
    expect(report.staff).toEqual({ added: 0, changed: 1, unchanged: 0 });
    expect(report.changes).toMatchObject([
      {
        code: "13900007001",
        name: "新来的",
        cells: [
          { column: "角色", change: "门店 → 客服" },
          { column: "门店编号", change: `${storeId} → 空` },
        ],
      },
    ]);
    const [member] = await app.sql<{ id: string }>(
      "select id, name, role from staff where phone = '13900007001'",
    );
    expect(member).toMatchObject({ name: "新来的", role: "agent" });
    expect(await readRestaurants(app, member!.id)).toEqual([]);
    const entries = await app.sql(
      "select action from audit_log where actor = $1 and action like 'staff.%' order by id",
      [actor],
    );
    expect(entries).toEqual([{ action: "staff.add" }, { action: "staff.update" }]);
    expect((await catalogue.import(actor, [await catalogue.exportStaff()])).staff).toMatchObject({
      added: 0,
      changed: 0,
    });
  });

  test.each(["SH001、SH002", "SH002,SH001", "SH001，SH002", "SH002; SH001", "SH001；SH002", "SH001\nSH002"])(
    "work at several restaurants: %j; the export and the same again change nothing",
    async (codes) => {
      const member = await createRestaurantMember(app, ["SH003"]);
      const row = (text: string) => [member.phone, "店里同事", "门店", text];
      expect((await catalogue.import(actor, staff(row(codes)))).staff).toMatchObject({ changed: 1 });
      expect(await readRestaurants(app, member.id)).toEqual(["SH001", "SH002"]);
      expect((await catalogue.import(actor, staff(row(codes)))).staff).toEqual(unchanged);
      const sheet = await catalogue.exportStaff();
      expect(sheet.rows).toContainEqual(row("SH001、SH002"));
      expect((await catalogue.import(actor, [sheet])).staff).toMatchObject({ added: 0, changed: 0 });
      await setRestaurants(app, member.id, []);
      expect((await catalogue.import(actor, staff(row("")))).staff).toEqual(unchanged);
    },
  );

  test("a moved member is logged out", async () => {
    const member = await createStaffClient(app, "store");
    const [row] = await app.sql<{ phone: string; name: string }>(
      "select phone, name from staff where id = $1",
      [member.id],
    );
    await catalogue.import(actor, staff([row!.phone, row!.name, "门店", "SH002"]));
    expect((await member.call(staffRestaurantEndpoints.store)).status).toBe(401);
    await setRestaurants(app, member.id, [storeId]);
  });

  test.each([
    [["139", "甲", "客服", ""], "手机号 手机号格式不正确"],
    [["13900007002", "", "客服", ""], "姓名 请输入姓名"],
    [["13900007002", "甲", "老板", ""], "角色 请填 客服、门店、管理员 中的一个"],
    [["13900007002", "甲", "门店", ""], "门店编号 请选择门店"],
    [["13900007002", "甲", "门店", "NOWHERE"], "门店编号 没有编号为 NOWHERE 的门店"],
    [["13900007002", "甲", "门店", "SH001、X1,X2"], "门店编号 没有编号为 X1、X2 的门店"],
    [["13900007003", "甲", "客服", ""], "手机号 手机号 13900007003 重复"],
  ])("%j are wrong, and nobody is added: %s", async (row, expected) => {
    const { problems } = await catalogue.import(actor, staff(["13900007003", "乙", "客服", ""], row));
    expect(problems.map(({ column, problem }) => `${column} ${problem}`)).toEqual([expected]);
    expect(
      await app.sql("select 1 from staff where phone like '1390000700%' and phone > '13900007001'"),
    ).toEqual([]);
  });

  test("become admin, stop being one, or come back after their dismissal by no file", async () => {
    for (const row of [
      ["13900000003", "许店长", "客服", ""],
      ["13900000001", "甲", "管理员", ""],
      ["13900007009", "甲", "管理员", ""],
    ])
      expect((await catalogue.import(actor, staff(row))).problems).toMatchObject([
        { column: "角色", problem: "管理员请在员工页添加或更改" },
      ]);
    await app.sql("update staff set disabled_at = now() where phone = '13900007001'");
    expect(
      (await catalogue.import(actor, staff(["13900007001", "新来的", "客服", ""]))).problems,
    ).toMatchObject([{ column: "手机号", problem: "新来的 已被移除，请在员工页重新添加" }]);
  });
});
