import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { WebKitDriver } from "../../scripts/lib/WebKitDriver.ts";
import type { WebKitPhone } from "../../scripts/lib/WebKitPhone.ts";
import { replyAsAgent } from "./support/chat.ts";
import { startEnvironment } from "./support/startEnvironment.ts";
import { createWechatUser, setClientBehaviour } from "./support/wechat.ts";

let environment: TestEnvironment;
let driver: WebKitDriver;

beforeAll(async () => {
  environment = await startEnvironment();
  driver = await WebKitDriver.start();
});

afterAll(async () => {
  await driver.close();
  await environment.close();
});

/** Runs the work on an iPhone in WeChat with a new user. */
async function withPhone(work: (phone: WebKitPhone) => Promise<void>): Promise<void> {
  await createWechatUser(environment, "ios");
  const phone = await driver.phone();
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
  const [inviter] = await environment.queryRows<{ invite_code: string }>(
    "select invite_code from users where phone = '13800138000'",
  );
  await withPhone(async (phone) => {
    await phone.open(`${environment.installation.wechatUrl}/?invite_code=${inviter?.invite_code}`);
    await phone.press("外卖");
    await phone.press("开始点餐");
    await phone.waitUrl(/\/takeaway-menu$/);
    await phone.press("同意并继续");
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
    await phone.waitHeading("已付款");
    const addresses = await phone.run<string[]>("return [location.href, document.referrer]");
    expect(addresses.join(" ")).not.toMatch(/[?&](code|state)=/);
  });
  const [order] = await environment.queryRows(
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

test("on an iPhone: on a page that WeChat will not verify, the city is typed and the address still found", async () => {
  await withPhone(async (phone) => {
    await setClientBehaviour(environment, { config: "invalid" });
    await phone.open(`${environment.installation.wechatUrl}/takeaway-menu`);
    await phone.press("同意并继续");
    await phone.press("选择收货地址");
    await phone.waitUrl(/\/address-select/);
    await phone.press("新增地址");
    await phone.pressField("详细地址");
    // Neither WeChat nor this browser reports the position: the customer enters the city.
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
    await phone.waitText("食单·徐家汇店");
  });
});

test("on an iPhone: a message to customer service is written, sent, and answered live", async () => {
  await withPhone(async (phone) => {
    await phone.open(`${environment.installation.wechatUrl}/customer-service`);
    await phone.waitText("您好，这里是食单客服");
    await phone.press("同意并继续");
    await phone.fill("请输入消息", "请问几点打烊？");
    await phone.press("发送");
    await phone.waitText("请问几点打烊？");
    const written = () =>
      environment.queryRows<{ user_id: string; content: string }>(
        "select m.user_id, m.content from chat_messages m join users u on u.id = m.user_id where u.openid is not null",
      );
    await expect
      .poll(async () => (await written()).map(({ content }) => content))
      .toEqual(["请问几点打烊？"]);
    const [message] = await written();
    await replyAsAgent(environment, message?.user_id ?? "", "晚上十点");
    await phone.waitText("晚上十点");
  });
});
