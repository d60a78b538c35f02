import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Installation } from "../../scripts/lib/Installation.ts";
import { WebKitPhone } from "../../scripts/lib/WebKitPhone.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60(0x18003c2f) NetType/WIFI Language/zh_CN";

let folder: string;
let installation: Installation;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-iphone-"));
  installation = await Installation.create(path.join(folder, "data"));
  await installation.startSandbox();
  await installation.startServer();
});

afterAll(async () => {
  await installation.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await behave({ platform: "ios", config: "normal", location: "normal", payment: "ask", snapshot: false });
});

/** Sets how the simulated client behaves. */
async function behave(change: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${installation.wechatUrl}/__wechat/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  expect(response.status).toBe(200);
}

async function rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

async function withPhone(work: (phone: WebKitPhone) => Promise<void>): Promise<void> {
  const phone = await WebKitPhone.open(iPhone);
  try {
    await work(phone);
  } finally {
    await phone.close();
  }
}

async function addAddress(phone: WebKitPhone): Promise<void> {
  await phone.press("选择收货地址");
  await phone.waitUrl(/\/address-select/);
  await phone.press("新增地址");
  await phone.fill("收货人", "王小明");
  await phone.fill("手机号", "13812345678");
  await phone.pressField("详细地址");
  await phone.waitText("已定位到上海");
  await phone.fill("关键词", "漕溪");
  await phone.press("搜索");
  await phone.pressText("中金国际广场");
  await phone.fill("门牌号", "1201室");
  await phone.press("保存");
  await phone.waitText("保存成功");
  await phone.pressText("中金国际广场 1201室");
  await phone.waitUrl(/\/takeaway-menu/);
}

test("on an iPhone: a link with an invite code, silent login, address by location, menu, order, paid by the sheet", async () => {
  const [inviter] = await rows<{ invite_code: string }>(
    "select invite_code from users where phone = '13800138000'",
  );
  await behave({ user: "iphone-guest" });
  await withPhone(async (phone) => {
    await phone.open(`${installation.wechatUrl}/?invite_code=${inviter?.invite_code}`);
    await phone.press("外卖");
    await phone.press("开始点餐");
    await phone.waitUrl(/\/takeaway-menu$/);
    await addAddress(phone);
    await phone.waitText("食单·徐家汇店");
    await phone.fill("搜索商品", "滑蛋虾仁饭");
    await phone.press("增加滑蛋虾仁饭");
    await phone.press("选好了");
    await phone.waitUrl(/\/order-confirm/);
    await phone.waitText("配送费");
    await phone.press("提交订单");
    await phone.press("确认支付");
    await phone.waitUrl(/\/order\/[\w-]+/);
    await phone.waitText("已付款");
    const addresses = await phone.run<string[]>("return [location.href, document.referrer]");
    expect(addresses.join(" ")).not.toMatch(/[?&](code|state)=/);
  });
  const [order] = await rows(
    `select o.status, o.payment_method, a.channel, u.phone, i.inviter_id is not null as invited
       from orders o join users u on u.id = o.user_id join payment_attempts a on a.order_id = o.id
       left join invites i on i.invitee_id = u.id where u.openid is not null`,
  );
  expect(order).toEqual({
    status: "paid",
    payment_method: "wechat",
    channel: "jsapi",
    phone: null,
    invited: true,
  });
});

test("on an iPhone: a snapshot page never logs in, and the login by SMS stands there instead", async () => {
  await behave({ user: "iphone-snapshot", snapshot: true });
  const before = await rows("select id from users");
  await withPhone(async (phone) => {
    await phone.open(`${installation.wechatUrl}/takeaway-menu`);
    await phone.waitUrl(/\/login/);
    await phone.waitText("获取验证码");
    await phone.fill("手机号", "13755550002");
  });
  expect(await rows("select id from users")).toHaveLength(before.length);
});

test("on an iPhone: with a page that WeChat will not verify the city is still found, and a payment given up can be made again", async () => {
  await behave({ user: "iphone-second", config: "invalid", payment: "cancel" });
  await withPhone(async (phone) => {
    await phone.open(`${installation.wechatUrl}/takeaway-menu`);
    await phone.press("选择收货地址");
    await phone.waitUrl(/\/address-select/);
    await phone.press("新增地址");
    await phone.pressField("详细地址");
    // Neither WeChat nor this browser tells the position: the city is left to the customer.
    await phone.waitText("定位失败，请手动输入城市");
    await phone.fill("城市", "上海");
    await phone.fill("关键词", "漕溪");
    await phone.press("搜索");
    await phone.pressText("中金国际广场");
    await phone.fill("收货人", "李雷");
    await phone.fill("手机号", "13912345678");
    await phone.press("保存");
    await phone.waitText("保存成功");
    await phone.pressText("中金国际广场");
    await phone.fill("搜索商品", "滑蛋虾仁饭");
    await phone.press("增加滑蛋虾仁饭");
    await phone.press("选好了");
    await phone.press("提交订单");
    await phone.waitUrl(/\/order\/[\w-]+/);
    await phone.waitText("待付款");
    await behave({ payment: "success" });
    await phone.press("去支付");
    await phone.waitText("已付款");
  });
});

test("on an iPhone: a sheet that never answers ends in what the provider says", async () => {
  await behave({ user: "iphone-second", payment: "lost" });
  await withPhone(async (phone) => {
    await phone.open(`${installation.wechatUrl}/takeaway-menu`);
    await phone.waitText("食单·徐家汇店");
    await phone.fill("搜索商品", "滑蛋虾仁饭");
    await phone.press("增加滑蛋虾仁饭");
    await phone.press("选好了");
    await phone.press("提交订单");
    await phone.waitUrl(/\/order\/[\w-]+/);
    await phone.waitText("已付款");
  });
});
