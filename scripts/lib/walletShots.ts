import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import type { Phone } from "./Phone.ts";
import type { TestEnvironment } from "./TestEnvironment.ts";
import { issueCard, movePointsOf, requestAs } from "./wallet.ts";

const sizes = [
  { name: "390", width: 390, height: 844 },
  { name: "320", width: 320, height: 568 },
];

/**
 * Captures screenshots of the member card, points, invites, withdrawals and the profile; returns the
 * unexpected errors.
 */
export async function captureWallet(environment: TestEnvironment, folder: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const { name, ...size } of sizes) {
    const id = `shots-wallet-${name}`;
    const token = await findCustomer(environment, id, `1391111${name}1`);
    const storage = {
      cookies: [],
      origins: [{ origin: environment.installation.url, localStorage: [{ name: "token", value: token }] }],
    };
    const phone = await environment.phone({
      ...size,
      storage,
      expected: /Failed to load resource|binding a card/,
    });
    const fileOf = (what: string) => path.join(folder, `${name}-wallet-${what}.png`);
    await captureSteps(environment, phone, id, fileOf);
    await pay(environment, phone, token, fileOf);
    complaints.push(...phone.unexpectedErrors);
    await phone.close();
  }
  return complaints;
}

async function captureSteps(
  environment: TestEnvironment,
  phone: Phone,
  id: string,
  fileOf: (what: string) => string,
): Promise<void> {
  const { page } = phone;
  let nth = 0;
  const take = async (what: string) => {
    await phone.waitUntilIdle();
    nth += 1;
    await page.screenshot({ path: fileOf(`${String(nth).padStart(2, "0")}-${what}`) });
  };
  await phone.open("/card");
  await phone.button("绑定").waitFor();
  await take("card-none");
  await page.getByLabel("卡号").fill("6688 0000 1234 5678");
  await page.getByLabel("密码").fill("000000");
  await phone.button("绑定").click();
  await page.getByText("卡号或密码不正确").waitFor();
  await take("card-wrong");
  const { number, pin } = await issueCard(environment, await createAdminToken(environment), 20_000);
  await page.getByLabel("卡号").fill(number);
  await page.getByLabel("密码").fill(pin);
  await phone.button("绑定").click();
  await page.getByText("开卡储值").waitFor();
  await take("card");
  await phone.open("/points");
  await take("points-none");
  await fill(environment, id);
  await phone.open("/points");
  await take("points");
  await phone.open("/invite");
  await take("invite");
  await phone.button("查看海报").click();
  await take("poster");
  await page.keyboard.press("Escape");
  await phone.button("填写好友的邀请码").click();
  await take("invite-code");
  await phone.open("/withdraw");
  await take("withdraw");
  await phone.button("全部").click();
  await phone.button("下一步").click();
  await take("withdraw-confirm");
  await phone.button("确认提现").click();
  await page.getByText("审核中").waitFor();
  await take("withdraw-asked");
  await phone.open("/profile");
  await take("profile");
  await phone.button("编辑资料").click();
  await take("profile-edit");
}

/** Captures the order form with points and the card, the unpaid order, and the order paid by card. */
async function pay(
  environment: TestEnvironment,
  phone: Phone,
  token: string,
  fileOf: (what: string) => string,
): Promise<void> {
  const { page } = phone;
  const take = async (what: string) => {
    await phone.waitUntilIdle();
    await page.screenshot({ path: fileOf(what) });
  };
  await requestAs(environment, token, "POST", "address/add", home);
  await movePointsOf(
    environment,
    page.viewportSize()?.width === 320 ? "shots-wallet-320" : "shots-wallet-390",
    {
      type: "adjust",
      delta: 1_500,
    },
  );
  const item = { id: "10205", name: "滑蛋虾仁饭", priceFen: 3300, quantity: 1 };
  const line = { ...item, specName: null, originalPriceFen: 3300, image: "", stock: null };
  const cart = { version: 1, restaurantId: "SH001", items: [line], totalAmount: 3300 };
  await page.evaluate((stored) => window.localStorage.setItem("takeawayCart", stored), JSON.stringify(cart));
  await phone.open("/takeaway-menu");
  await phone.button(/^选好了/).click();
  await page.getByLabel("使用积分").check();
  await page.getByLabel("会员卡支付").scrollIntoViewIfNeeded();
  await take("20-confirm");
  await page.evaluate(() => window.scrollTo(0, 1e5));
  await take("21-confirm-below");
  await phone.button(/^提交订单/).click();
  await phone.button("取消支付").click();
  await page.getByText("待付款").first().waitFor();
  await take("22-order-unpaid");
  await page.getByLabel("会员卡支付").check();
  await phone.button("去支付").click();
  await page.getByText("已付款").first().waitFor();
  await page.evaluate(() => window.scrollTo(0, 1e5));
  await take("23-order-paid");
  await phone.open("/");
  await page.getByText("邀请好友").scrollIntoViewIfNeeded();
  await take("24-home-invite");
}

const home = {
  recipient: "王小明",
  phone: "13812345678",
  location: "上海市 上海市 徐汇区",
  details: "漕溪新苑",
  house_number: "3号楼501",
  is_default: true,
  poi_info: {
    id: "B001",
    name: "漕溪新苑",
    address: "漕溪北路750弄",
    location: "121.437000,31.189800",
    adcode: "310104",
    citycode: "021",
    cityname: "上海市",
    adname: "徐汇区",
    pname: "上海市",
    type: "住宅小区",
    typecode: "120302",
  },
};

/** Creates points of every kind, and invited friends in every state. */
async function fill(environment: TestEnvironment, id: string): Promise<void> {
  await movePointsOf(environment, id, { type: "earn", delta: 88, daysAgo: 60 });
  await movePointsOf(environment, id, { type: "invite", delta: 3_000, daysAgo: 20 });
  await movePointsOf(environment, id, { type: "spend", delta: -500, daysAgo: 6 });
  await movePointsOf(environment, id, { type: "earn", delta: 46, daysAgo: 1, waitDays: 7 });
  for (const [nth, status] of ["registered", "ordered", "rewarded", "revoked"].entries()) {
    const friend = `${id}-friend-${nth}`;
    await environment.queryRows(
      `insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, $3, $1, now())`,
      [
        friend,
        `138${createHash("sha256").update(friend).digest("hex").replace(/\D/g, "").slice(0, 8)}`,
        "小满爱吃面",
      ],
    );
    await environment.queryRows(
      `insert into invites (invitee_id, inviter_id, status, points, bound_at, rewarded_at)
       values ($1, $2, $3, $4, now() - $5 * interval '1 day', $6)`,
      [friend, id, status, status === "rewarded" ? 500 : 0, nth, status === "rewarded" ? new Date() : null],
    );
  }
}

async function findCustomer(environment: TestEnvironment, id: string, number: string): Promise<string> {
  const code = createHash("sha256").update(id).digest("hex").slice(0, 8).toUpperCase();
  await environment.queryRows(
    "insert into users (id, phone, nickname, invite_code, created_at) values ($1, $2, '王小明', $3, now())",
    [id, number, code],
  );
  return await createToken(environment, id, "customer");
}

async function createAdminToken(environment: TestEnvironment): Promise<string> {
  const [admin] = await environment.queryRows<{ id: string }>("select id from staff where role = 'admin'");
  return await createToken(environment, admin?.id ?? "", "staff");
}

async function createToken(
  environment: TestEnvironment,
  id: string,
  audience: "customer" | "staff",
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await environment.queryRows(
    `insert into tokens (hash, audience, subject_id, created_at, last_used_at, expires_at)
     values ($1, $2, $3, now(), now(), now() + interval '1 day')`,
    [createHash("sha256").update(token).digest("hex"), audience, id],
  );
  if (audience === "customer")
    await environment.queryRows(
      `insert into consents (user_id, document, version, action, via, created_at)
       select $1, document, 0, 'agreed', 'sms_login', now() from unnest(array['agreement', 'privacy']) document`,
      [id],
    );
  return token;
}
