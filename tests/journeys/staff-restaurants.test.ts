import { afterAll, beforeAll, expect, test } from "vitest";
import type { Phone } from "../../scripts/lib/Phone.ts";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { seriousFindings } from "./support/axe.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { createPaidOrder, createStaffToken, loginAsStaff } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const member = { name: "周师傅", number: "13900000002" };
const home = { id: "SH001", name: "食单·徐家汇店" };
const stadium = { id: "SH002", name: "食单·上海体育馆店" };
const stranger = { id: "SH003" };

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
  await environment.queryRows(
    `update restaurants set week_hours = (select week_hours from restaurants where id = $1) where id = $2`,
    [home.id, stadium.id],
  );
});

afterAll(async () => {
  await environment.close();
});

/** Opens a staff page as the member of staff with this number. */
async function openAs(number: string, path: string, expected?: RegExp): Promise<Phone> {
  const storage = storageState(environment, { service_token: await createStaffToken(environment, number) });
  const size = { width: 1440, height: 900 };
  const screen = await environment.phone({ ...size, storage, ...(expected && { expected }) });
  await screen.open(path);
  return screen;
}

async function orderAt(restaurant_id: string) {
  const customer = await createCustomer(environment);
  return await createPaidOrder(environment, customer, { order_type: "pickup", restaurant_id });
}

async function accept({ page }: Phone, { id, pickupCode }: { id: string; pickupCode: string }) {
  await page.getByRole("button", { name: `${pickupCode} 接单` }).click();
  await page
    .getByRole("region", { name: "待制作", exact: true })
    .getByRole("article", { name: pickupCode })
    .waitFor();
  expect(await environment.queryRows("select status from orders where id = $1", [id])).toEqual([
    { status: "accepted" },
  ]);
}

test("a member who gets a second restaurant works at both, and at no third", async () => {
  const board = await openAs(member.number, "/admin/orders", /status of (401|403)/);
  const { page } = board;
  await page.getByText(home.name).waitFor();
  expect(await board.button("换一家门店").count()).toBe(0);

  const admin = await openAs("13900000003", "/admin/staff");
  const row = admin.page.getByRole("row").filter({ hasText: member.number });
  await row.getByRole("button", { name: `编辑 ${member.name}` }).click();
  const dialog = admin.page.getByRole("dialog", { name: `编辑 ${member.name}` });
  await dialog.getByTitle(home.name).waitFor();
  await dialog.getByRole("combobox", { name: "门店" }).fill("体育馆");
  await admin.page.locator(".ant-select-dropdown:visible").getByText(stadium.name).click();
  await dialog.getByTitle(stadium.name).waitFor();
  await admin.page.keyboard.press("Escape");
  expect(await seriousFindings(admin.page)).toEqual([]);
  await dialog.getByRole("button", { name: "保存" }).click();
  await row.getByText(`门店 · ${home.name}、${stadium.name}`).waitFor();
  expect([...admin.unexpectedErrors]).toEqual([]);
  await admin.close();

  // The open board is left at once, because it may belong to a restaurant that is no longer theirs.
  await page.waitForURL(/\/admin\/login/);
  await loginAsStaff(board, environment, member.number);
  await page.getByText("选择要查看的门店").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const first = await orderAt(home.id);
  await board.button(`${home.name} ${home.id}`).click();
  await accept(board, first);
  await board.button("换一家门店").click();
  await page.getByRole("searchbox", { name: "门店名称或编号" }).fill("体育馆");
  await board.button("搜索").click();
  await page.getByText(home.name).waitFor({ state: "detached" });
  await board.button(`${stadium.name} ${stadium.id}`).click();
  await page.getByText(stadium.name).waitFor();
  expect(await page.getByRole("article", { name: first.pickupCode }).count()).toBe(0);
  // By the live stream of the restaurant that was chosen last.
  const second = await orderAt(stadium.id);
  await accept(board, second);

  // The choice is kept, for all pages of a restaurant.
  await page.reload();
  await page.getByRole("article", { name: second.pickupCode }).waitFor();
  await page.getByRole("link", { name: "菜品" }).first().click();
  await page.getByText(stadium.name).waitFor();
  await page.getByRole("link", { name: "退款申请" }).click();
  await page.getByText(`${stadium.name}订单的退款申请`).waitFor();
  expect(await seriousFindings(page)).toEqual([]);

  // A third one: neither by its address, nor by what the device keeps.
  const third = await page.evaluate(async (id) => {
    const headers = { authorization: `Bearer ${window.localStorage.getItem("service_token")}` };
    const { status } = await fetch(`/api/v1/order/admin/board?restaurant_id=${id}`, { headers });
    const kept = JSON.parse(window.localStorage.getItem("staff_restaurant") ?? "{}");
    window.localStorage.setItem("staff_restaurant", JSON.stringify({ ...kept, id }));
    return status;
  }, stranger.id);
  expect(third).toBe(403);
  await page.reload();
  await page.getByText("选择要查看的门店").waitFor();
  expect(await page.getByRole("row").count()).toBe(2);
  expect([...board.unexpectedErrors]).toEqual([]);
  await board.close();
});

test("a member whose restaurants are closed for good is told whom to ask", async () => {
  await environment.queryRows(
    "delete from staff_restaurants where staff_id = (select id from staff where phone = $1)",
    [member.number],
  );
  const screen = await openAs(member.number, "/admin/orders");
  await screen.page.getByText("还没有为您安排门店").waitFor();
  expect(await seriousFindings(screen.page)).toEqual([]);
  await environment.queryRows("insert into staff_restaurants select id, $2 from staff where phone = $1", [
    member.number,
    home.id,
  ]);
  await screen.button("刷新").click();
  await screen.page.getByText(home.name).waitFor();
  expect([...screen.unexpectedErrors]).toEqual([]);
  await screen.close();
});
