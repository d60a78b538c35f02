import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { createCustomer } from "./support/customer.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { openWechat, wechatLog } from "./support/wechat.ts";

let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

test("a link with an invite code: silent login, address by location, menu, order, paid by the sheet", async () => {
  const inviter = await createCustomer(environment, null);
  await environment.queryRows("update users set invite_code = 'ABCD2345' where phone = $1", [inviter.phone]);
  const { phone, openid } = await openWechat(environment, { position: null });
  const { page } = phone;
  await phone.open("/takeaway-menu?invite_code=ABCD2345");
  await phone.button("同意并继续").click();
  await phone.button("选择收货地址").first().click();
  await page.waitForURL(/\/address-select/);
  await phone.addAddress({
    recipient: "王小明",
    phone: "138 1234 5678",
    keyword: "漕溪",
    place: "中金国际广场",
    house: "1201室",
  });
  await page.getByText("中金国际广场").first().click();
  await page.waitForURL(/\/takeaway-menu/);
  await page.getByText("食单·徐家汇店").waitFor();
  await page.getByRole("searchbox", { name: "搜索商品" }).fill("滑蛋虾仁饭");
  await phone.button("增加滑蛋虾仁饭").click();
  await phone.button(/^选好了/).click();
  await page.getByText("配送费").waitFor();
  await phone.button(/提交订单/).dblclick();
  await phone.button("确认支付").click();
  await page.getByRole("heading", { name: "已付款" }).waitFor();
  expect(phone.path).toMatch(/^\/order\/[\w-]+$/);

  const [customer] = await environment.queryRows<{ id: string; invite_code: string; inviter: string | null }>(
    `select u.id, u.invite_code, i.phone as inviter from users u left join invites b on b.invitee_id = u.id
       left join users i on i.id = b.inviter_id where u.openid = $1`,
    [openid],
  );
  expect(customer?.inviter).toBe(inviter.phone);
  const money = await environment.queryRows(
    `select o.status, a.state, a.channel from orders o join payment_attempts a on a.order_id = o.id where o.user_id = $1`,
    [customer?.id],
  );
  expect(money).toEqual([{ status: "paid", state: "success", channel: "jsapi" }]);

  const { calls: endpoints } = await wechatLog(environment);
  expect(endpoints).toContainEqual({ name: "geoLocation", result: "geo_location:ok" });
  // A verification interrupted by a navigation is repeated by the next page.
  expect(endpoints.filter(({ name }) => name === "preVerifyJSAPI").at(-1)?.result).toBe("preVerifyJSAPI:ok");
  await phone.open("/");
  await expect
    .poll(async () => (await wechatLog(environment)).shares.friend?.link)
    .toBe(`${phone.url}/?invite_code=${customer?.invite_code}`);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
