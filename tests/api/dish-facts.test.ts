import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { CatalogueService } from "#server/modules/catalogue/catalogue.service.ts";
import type { Sheet } from "#server/platform/spreadsheets/WorkbookReader.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { inputOf, MenuEditor } from "../support/api/menuForms.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const facts = { allergens: ["milk", "eggs"], energy_kj: 2_105.5, sodium_mg: 0 };
const nutrition = { energy_kj: 2_105.5, sodium_mg: 0 };

let app: TestApp;
let admin: Client & { id: string };
let buyer: Buyer;
let menu: MenuEditor;
let catalogue: CatalogueService;

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  buyer = await createBuyer(app);
  menu = new MenuEditor(app, admin, buyer);
  catalogue = new CatalogueService(app);
});

afterAll(async () => {
  await app.close();
});

beforeEach(async () => {
  await app.sql("delete from dish_drafts");
});

test("allergens and nutrients are a draft until they are published, and then on customers' menus", async () => {
  const query = { restaurant_id: defaultRestaurantId };
  const readPopular = () => buyer.data(menuEndpoints.popular, { query });
  const [best] = await readPopular();
  const id = best?.spu_id ?? best?.id ?? "";
  const before = await menu.find(id);
  const draft = await menu.save(inputOf(before, facts));
  expect(draft).toMatchObject({
    ...facts,
    allergens: ["eggs", "milk"],
    protein_g: null,
    changes: ["allergens", "energy_kj", "sodium_mg"],
  });
  expect(Object.keys((await menu.onMenu(id))[0] ?? {})).not.toContain("allergens");
  await menu.publish({ spu_ids: [id] });
  const sold = await menu.onMenu(id);
  expect(sold).toMatchObject(sold.map(() => ({ allergens: ["eggs", "milk"], nutrition })));
  expect(
    await app.sql(
      "select detail from audit_log where target = $1 and action = 'menu.publish' order by id desc limit 1",
      [id],
    ),
  ).toEqual([
    { detail: { allergens: "未填 → 蛋类、乳制品", energy_kj: "未填 → 2105.5", sodium_mg: "未填 → 0" } },
  ]);
  // The home page does without, so that it stays small.
  const popular = (await readPopular()).find((item) => item.id === best?.id);
  expect(popular?.name).toBe(best?.name);
  expect(Object.keys(popular ?? {})).not.toContain("nutrition");
  await menu.save(inputOf(await menu.find(id), { allergens: null, energy_kj: null, sodium_mg: null }));
  await menu.publish({ spu_ids: [id] });
  expect(await menu.find(id)).toEqual(before);
  const [bare] = await menu.onMenu(id);
  expect(Object.keys(bare ?? {}).filter((name) => ["allergens", "nutrition"].includes(name))).toEqual([]);
});

test.each([
  [{ allergens: ["gold"] }, 400, "过敏原不正确，请重新选择"],
  [{ allergens: [] }, 400, "请选择过敏原"],
  [{ energy_kj: -1 }, 400, "能量不能小于0"],
  [{ fat_g: 100_000 }, 400, "脂肪不能大于99999.9"],
  [{ protein_g: 1.25 }, 422, "蛋白质最多一位小数"],
])("a dish with %j is refused", async (form, status, msg) => {
  expect(await menu.send(form)).toMatchObject({ status, msg });
});

test("what a spreadsheet program computed is rounded, and allergens are sorted and told once", async () => {
  const draft = await menu.save({ fat_g: 0.1 + 0.2, allergens: ["nuts", "fish", "nuts"] });
  expect(draft).toMatchObject({ fat_g: 0.3, allergens: ["fish", "nuts"] });
});

test("a draft of an earlier version has none", async () => {
  const { spu_id: id } = await menu.save(facts);
  await app.sql(
    "update dish_drafts set form = form - 'allergens' - 'energy_kj' - 'sodium_mg' where spu_id = $1",
    [id],
  );
  expect(await menu.find(id)).toMatchObject({ allergens: null, energy_kj: null, sodium_mg: null });
  await menu.publish({ spu_ids: [id] });
  expect(await app.sql("select allergens, nutrition from dishes where id = $1", [id])).toEqual([
    { allergens: null, nutrition: null },
  ]);
});

/** Exports the menu, and sets cells of one dish by header. */
async function editSheet(id: string, cells: Record<string, string>): Promise<Sheet[]> {
  const [, sheet] = await catalogue.export();
  const [headers = [], ...rows] = sheet?.rows ?? [];
  const edited = rows.map((row) =>
    row[0] === id ? row.map((cell, index) => cells[headers[index] ?? ""] ?? cell) : row,
  );
  return [{ name: "菜单", rows: [headers, ...edited] }];
}

test("the menu's sheet has a column for each, and for the minimum and the maximum", async () => {
  const sheets = await editSheet(dish.id, {
    最少份数: "2",
    最多份数: "5",
    过敏原: "乳制品、蛋类",
    "能量（千焦）": "2105.5",
    "钠（毫克）": "0",
  });
  expect(await catalogue.import("operator:test", sheets)).toMatchObject({
    problems: [],
    dishes: { changed: 1 },
  });
  expect(await menu.find(dish.id)).toMatchObject({
    ...facts,
    allergens: ["eggs", "milk"],
    min_quantity: 2,
    max_quantity: 5,
  });
  const exported = await catalogue.export();
  expect(await catalogue.import("operator:test", exported)).toMatchObject({
    problems: [],
    dishes: { added: 0, changed: 0 },
  });
  const row = exported[1]?.rows.find(([id]) => id === dish.id);
  expect(row).toEqual(expect.arrayContaining(["蛋类、乳制品", "2105.5", "0", "2", "5"]));
});

test.each([
  [{ 过敏原: "花粉" }, "过敏原", /^没有 花粉，请从 含麸质谷物、/],
  [{ "能量（千焦）": "很多" }, "能量（千焦）", /^请填数字$/],
  [{ "能量（千焦）": "-1" }, "能量（千焦）", /^能量不能小于0$/],
  [{ "脂肪（克）": "1.25" }, "脂肪（克）", /^脂肪最多一位小数$/],
  [{ 最少份数: "1.5" }, "最少份数", /^最少份数格式不正确$/],
  [{ 最多份数: "100" }, "最多份数", /^最多份数不能大于99$/],
  [{ 最少份数: "3", 最多份数: "2" }, "最多份数", /^最多份数不能小于最少份数$/],
])("a sheet with %j is refused with its cell", async (cells, column, problem) => {
  const { problems } = await catalogue.check("operator:test", await editSheet(dish.id, cells));
  expect(problems).toMatchObject([{ column, problem: expect.stringMatching(problem) }]);
});
